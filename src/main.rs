//! The program `morph`.

use std::process::ExitCode;

fn main() -> ExitCode {
    morph::cli::main()
}
