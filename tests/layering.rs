//! The house keeps its shape: rooms use only rooms above them, and no file is too long to read at a sitting.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

/// From the ground up, as in the table of `src/lib.rs`.
const ROOMS: [&str; 18] = [
    "units",
    "rng",
    "file_format",
    "chess",
    "graph",
    "pattern",
    "memory",
    "evaluation",
    "player",
    "learning",
    "endgame",
    "opponent_model",
    "explanation",
    "uci",
    "arena",
    "training",
    "render",
    "cli",
];

/// Lines of code in one file outside its tests.
const LONGEST: usize = 700;

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn room_of(path: &Path) -> Option<usize> {
    let relative = path.strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    let first = relative.components().next()?.as_os_str().to_str()?;
    ROOMS.iter().position(|room| *room == first.trim_end_matches(".rs"))
}

#[test]
fn a_room_uses_only_rooms_above_it() {
    let mut wrong = Vec::new();
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let Some(room) = room_of(&path) else { continue };
        let text = std::fs::read_to_string(&path).unwrap();
        // What tests within a file use is their own business.
        let code = text.split("#[cfg(test)]").next().unwrap();
        for (number, line) in code.lines().enumerate() {
            for used in line.split("crate::").skip(1) {
                let name: String =
                    used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if let Some(other) = ROOMS.iter().position(|room| *room == name)
                    && other > room
                {
                    wrong.push(format!(
                        "{}:{}: {} uses {name}",
                        path.display(),
                        number + 1,
                        ROOMS[room]
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_room_is_in_the_map() {
    let map = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"));
    let map = map.unwrap();
    let mut last = 0;
    for room in ROOMS {
        let is_there = map.contains(&format!("pub mod {room};"));
        let row = map.find(&format!("//! | [`{room}`]"));
        assert_eq!(is_there, row.is_some(), "{room} in the table of src/lib.rs");
        if let Some(row) = row {
            assert!(row > last, "{room} stands out of order in the table of src/lib.rs");
            last = row;
        }
    }
}

#[test]
fn no_file_is_too_long() {
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = text.split("#[cfg(test)]").next().unwrap().lines().count();
        assert!(lines <= LONGEST, "{} has {lines} lines", path.display());
    }
}
