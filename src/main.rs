//! The program `morph`.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Learning makes and drops many small graphs.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    morph::cli::main()
}
