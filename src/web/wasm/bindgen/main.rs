//! Writes the JavaScript module that loads a compiled program: `bindgen PROGRAM.wasm FOLDER`.
//!
//! `wasm-bindgen` does the same, but has to be of the same version as the library; here Cargo.lock sees to that.

use std::env;

use anyhow::Context;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let usage = "expected: bindgen PROGRAM.wasm FOLDER";
    let mut arguments = env::args_os().skip(1);
    let program = arguments.next().context(usage)?;
    let folder = arguments.next().context(usage)?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(program).out_name("morph").typescript(false).web(true)?;
    bindgen
        .remove_name_section(true)
        .remove_producers_section(true)
        .omit_default_module_path(false);
    bindgen.generate(folder)
}
