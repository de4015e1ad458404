//! Engines that tests need.

#![allow(clippy::print_stderr)]

use std::env;

use morph::uci::Engine;

/// Whether tests with this engine can be run. Continuous integration may not do without.
pub fn is_installed(program: &str) -> bool {
    let installed = Engine::is_installed(program);
    if !installed {
        assert!(env::var_os("CI").is_none(), "{program} has to be installed in CI");
        eprintln!("skipped: {program} not installed");
    }
    installed
}
