//! What is written beside the memory that comes with the program is true of it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use morph::memory::{AnyId, Database, IndexedPattern, Memory, PatternId};
use morph::render::numbers::grouped;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("patterns/player").join(name)
}

/// Weight and occurrences of each pattern by what it says, as a row of a table has them.
fn figures(memory: &Memory) -> HashMap<String, String> {
    fn all<P: IndexedPattern>(
        memory: &Memory,
        database: &Database<P>,
        id: impl Fn(PatternId) -> AnyId,
    ) -> Vec<(String, String)> {
        let row = |pattern| {
            let uses = grouped(database.statistics(pattern).uses.into());
            let figures = format!("{:.3} | {uses}", database.weight(pattern));
            Some((memory.phrase(id(pattern))?, figures))
        };
        database.ids().filter_map(row).collect()
    }
    let graphs = all(memory, &memory.graphs, AnyId::Graph);
    let materials = all(memory, &memory.materials, AnyId::Material);
    let moves = all(memory, &memory.moves, AnyId::Move);
    [graphs, materials, moves].into_iter().flatten().collect()
}

/// A row `| phrase | weight | occurrences |` with the figures of the memory; other lines as they are.
fn refreshed(line: &str, figures: &HashMap<String, String>) -> String {
    let cells: Vec<&str> = line.trim_end().trim_matches('|').split(" | ").map(str::trim).collect();
    match cells[..] {
        [phrase, weight, _] if weight.parse::<f32>().is_ok() => {
            let figures = figures.get(phrase);
            let figures = figures.unwrap_or_else(|| panic!("no pattern says: {phrase}"));
            format!("| {phrase} | {figures} |\n")
        }
        _ => line.to_owned(),
    }
}

/// `MORPH_BLESS=1 cargo test` writes them anew.
#[test]
fn the_readme_of_the_memory_has_its_figures() {
    let text = std::fs::read_to_string(file("README.md")).unwrap();
    let figures = figures(&Memory::load_shipped().unwrap());
    let found: String = text.split_inclusive('\n').map(|line| refreshed(line, &figures)).collect();
    if std::env::var_os("MORPH_BLESS").is_some() {
        std::fs::write(file("README.md"), &found).unwrap();
    }
    let differing = found.lines().zip(text.lines()).find(|(found, text)| found != text);
    assert_eq!(differing, None, "as the memory has it, and as the README has it");
}

#[test]
fn the_manifest_of_the_memory_says_what_it_is() {
    let memory = Memory::load_shipped().unwrap();
    let text = std::fs::read_to_string(file("manifest.toml")).unwrap();
    let manifest: toml::Table = text.parse().unwrap();
    let stated = |key: &str| manifest[key].as_integer().unwrap();
    assert_eq!(stated("games"), i64::from(memory.games));
    assert_eq!(stated("graph_patterns"), memory.graphs.len() as i64);
    assert_eq!(stated("material_patterns"), memory.materials.len() as i64);
    assert_eq!(stated("move_patterns"), memory.moves.len() as i64);
    let seeds = manifest["seeds"].as_array().unwrap();
    let labels: Vec<String> =
        seeds.iter().map(|seed| format!("player-moves, seed {seed}")).collect();
    assert_eq!(memory.plan.label(), labels.join(" + "));
}
