//! The crate keeps its shape: modules use only modules above them in the table of `src/lib.rs`, files do not use one
//! another in circles, and none is too long to read at a sitting.

#![allow(clippy::unwrap_used)]

mod imports;
mod interface;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use imports::{Crate, files};

/// From the ground up, as in the table of `src/lib.rs`.
const MODULES: [&str; 25] = [
    "units",
    "rng",
    "terminal_text",
    "parallel",
    "file_format",
    "chess",
    "graph",
    "pattern",
    "memory",
    "evaluation",
    "player",
    "uci",
    "arena",
    "library",
    "learning",
    "endgame",
    "opponent_model",
    "explanation",
    "training",
    "verify",
    "render",
    "page",
    "api",
    "web",
    "cli",
];

/// Lines of code in one file outside its tests.
const MAX_LINES: usize = 700;

/// Lines of the whole command line: arguments and dispatch.
const MAX_CLI_LINES: usize = 2138;

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn level(module: &str) -> Option<usize> {
    MODULES.iter().position(|name| *name == module)
}

#[test]
fn a_module_uses_only_modules_above_it() {
    let all = Crate::read(&src());
    let mut wrong = Vec::new();
    for source in all.sources.values() {
        let Some(own) = source.module.first().and_then(|name| level(name)) else { continue };
        for used in all.uses(source) {
            if used.first().and_then(|name| level(name)).is_some_and(|other| other > own) {
                wrong.push(format!("{} uses {}", source.path.display(), used.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_files_use_one_another_in_a_circle() {
    let cycles = Crate::read(&src()).cycles();
    let lines: Vec<String> = cycles
        .iter()
        .map(|files| files.iter().map(|m| m.join("::")).collect::<Vec<_>>().join(", "))
        .collect();
    assert!(cycles.is_empty(), "{}", lines.join("\n"));
}

#[test]
fn every_module_is_in_the_map() {
    let map = std::fs::read_to_string(src().join("lib.rs")).unwrap();
    let mut last = 0;
    for module in MODULES {
        let is_there = map.contains(&format!("mod {module};"));
        let row = [format!("/// | [`{module}`]"), format!("/// | `{module}`")];
        let row = row.iter().find_map(|row| map.find(row));
        assert_eq!(is_there, row.is_some(), "{module} in the table of src/lib.rs");
        if let Some(row) = row {
            assert!(row > last, "{module} stands out of order in the table of src/lib.rs");
            last = row;
        }
    }
}

fn lines(path: &Path) -> usize {
    let text = std::fs::read_to_string(path).unwrap();
    text.split("#[cfg(test)]").next().unwrap().lines().count()
}

#[test]
fn no_file_is_too_long() {
    for path in files(&src()) {
        let lines = lines(&path);
        assert!(lines <= MAX_LINES, "{} has {lines} lines", path.display());
    }
}

#[test]
fn the_command_line_is_arguments_and_dispatch() {
    let total: usize = files(&src().join("cli")).iter().map(|path| lines(path)).sum();
    assert!(total <= MAX_CLI_LINES, "src/cli has {total} lines");
}

/// Prose that a scripted rename has damaged: a type's name where a sentence wants a word.
#[test]
fn messages_and_headings_name_no_types() {
    let types: BTreeSet<String> = files(&src()).iter().flat_map(|path| types(path)).collect();
    let mut wrong = Vec::new();
    for path in files(&src()) {
        for (number, line) in (1..).zip(std::fs::read_to_string(&path).unwrap().lines()) {
            let text = line.trim_start();
            let sentence = match text.strip_prefix("/// ") {
                Some(doc) => doc,
                None => text.split_once("writeln!(out, \"").map_or("", |(_, text)| text),
            };
            let (first, rest) = sentence.split_once(' ').unwrap_or_default();
            let is_word = first.chars().filter(|c| c.is_uppercase()).count() < 2;
            if !is_word && types.contains(first) && rest.starts_with(char::is_lowercase) {
                wrong.push(format!("{}:{number}: {text}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The names of the structs, enums and traits that a file defines.
fn types(path: &Path) -> Vec<String> {
    let file = syn::parse_file(&std::fs::read_to_string(path).unwrap()).unwrap();
    let name = |item: &syn::Item| match item {
        syn::Item::Struct(item) => Some(item.ident.to_string()),
        syn::Item::Enum(item) => Some(item.ident.to_string()),
        syn::Item::Trait(item) => Some(item.ident.to_string()),
        _ => None,
    };
    file.items.iter().filter_map(name).collect()
}
