//! Build script: the web page is part of the program and has to be there before it is compiled.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=src/web/dist");
    println!("cargo::rerun-if-changed=src/web/build.rs");
    let page = Path::new("src/web/dist/index.html");
    if !page.exists() {
        println!(
            "cargo::error={} is missing: restore src/web/dist from the repository, or build it with `npm ci && npm run build` in src/web/front",
            page.display()
        );
    }
}
