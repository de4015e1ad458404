//! Every file of the corpora, and mutants of it, through the properties that cargo-fuzz checks; `README.md` says how to add one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod mutation;
mod properties;

use std::fs;
use std::panic::{catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

use morph::rng::seeded;

type Target = (&'static str, fn(&[u8]));

macro_rules! targets {
    ($($name:ident)*) => {
        /// All targets of the fuzzer.
        const TARGETS: &[Target] = &[$((stringify!($name), properties::$name)),*];

        $(#[test]
        fn $name() {
            check_corpus(stringify!($name), properties::$name);
        })*
    };
}

targets!(advice cases epd explain journal memory model pgn plan tree uci update);

/// Mutants of each input.
const MUTANTS: u64 = 16;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn check_corpus(name: &str, property: fn(&[u8])) {
    let files = files(&root().join("corpus").join(name));
    assert!(!files.is_empty());
    let corpus: Vec<Vec<u8>> = files.iter().map(|path| fs::read(path).unwrap()).collect();
    for (path, input) in files.iter().zip(&corpus) {
        println!("{}", path.display());
        property(input);
        for seed in 0..MUTANTS {
            let mutant = mutation::mutant(&mut seeded(seed, name, 0), input, &corpus);
            if let Err(panic) = catch_unwind(|| property(&mutant)) {
                let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}"));
                fs::write(&kept, &mutant).unwrap();
                println!("mutant {seed}: {}", kept.display());
                resume_unwind(panic);
            }
        }
    }
}

#[test]
fn every_target_is_known_to_the_fuzzer_and_has_a_corpus() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let bins = manifest["bin"].as_array().unwrap();
    let bins: Vec<&str> = bins.iter().map(|bin| bin["name"].as_str().unwrap()).collect();
    let names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(bins, names);
    let corpora = files(&root().join("corpus"));
    let corpora: Vec<_> = corpora.iter().map(|path| path.file_name().unwrap()).collect();
    assert_eq!(corpora, names);
}

#[test]
fn the_corpora_are_small() {
    let files = TARGETS.iter().flat_map(|(name, _)| files(&root().join("corpus").join(name)));
    let bytes: u64 = files.map(|path| path.metadata().unwrap().len()).sum();
    assert!(bytes <= 1 << 20, "{bytes} bytes");
}
