use std::path::Path;

use morph::chess::Oriented;
use morph::evaluation::Evaluator;
use morph::learning::Exponents;
use morph::memory::{AnyId, Memory};
use morph::render::patterns::{
    Format, MemoryStatistics, PatternRecord, material_rows, write_material_table, write_pattern,
    write_patterns,
};

use super::learned::{learn, random_game};
use super::{NAME, check_refusal, with_right_header};

/// A memory file.
pub fn memory(bytes: &[u8]) {
    let path = Path::new(NAME);
    let right = with_right_header(bytes);
    if right != bytes {
        check_refusal(&Memory::from_bytes(bytes, path).unwrap_err(), NAME, bytes);
    }
    let memory = match Memory::from_bytes(&right, path) {
        Ok(memory) => memory,
        Err(error) => return check_refusal(&error, NAME, bytes),
    };
    let saved = memory.to_bytes().unwrap();
    assert!(saved.len() <= 2 * bytes.len() + 1000, "{} bytes of {}", saved.len(), bytes.len());
    let again = Memory::from_bytes(&saved, path).expect("what was saved loads");
    assert_eq!(again.to_bytes().unwrap(), saved);

    let (positions, _) = random_game(5, 20);
    let snapshots = [memory.snapshot(), again.snapshot()];
    let [mut one, mut two] = [&memory, &again].map(|memory| Evaluator::new(memory.evaluation()));
    for position in positions.iter().step_by(10) {
        let position = Oriented::new(position);
        let value = one.value(&snapshots[0], &position).get();
        assert!((0.0..=1.0).contains(&value), "{value}");
        assert_eq!(value.to_bits(), two.value(&snapshots[1], &position).get().to_bits());
    }
    check_rendering(&memory, bytes);
    let merged = Memory::merged(vec![memory.clone(), again]).unwrap();
    Memory::from_bytes(&merged.to_bytes().unwrap(), path).expect("what was merged loads");
    // Learning goes on, and what it makes of the memory can be loaded.
    let learned = learn(memory, 1, 4);
    Memory::from_bytes(&learned.to_bytes().unwrap(), path).expect("what was learned loads");
}

/// Whatever is loaded can be shown: a few of its patterns, in a format that the input chooses.
fn check_rendering(memory: &Memory, bytes: &[u8]) {
    const FORMATS: [Format; 8] = [
        Format::Text,
        Format::Json,
        Format::Jsonl,
        Format::Csv,
        Format::Dot,
        Format::Graphml,
        Format::Pgn,
        Format::Svg,
    ];
    let format = FORMATS[bytes.len() % FORMATS.len()];
    let exponents = Exponents::default();
    let graphs = memory.graphs.ids().take(3).map(AnyId::Graph);
    let materials = memory.materials.ids().take(2).map(AnyId::Material);
    let moves = memory.moves.ids().take(3).map(AnyId::Move);
    let ids: Vec<AnyId> = graphs.chain(materials).chain(moves).collect();
    let mut out = Vec::new();
    write_patterns(&mut out, format, (memory, &exponents), &ids).unwrap();
    for id in &ids {
        let record = PatternRecord::new(memory, &exponents, *id).expect("it is in the memory");
        write_pattern(&mut out, format, memory, record).unwrap();
    }
    write_material_table(&mut out, &material_rows(memory)).unwrap();
    assert!(MemoryStatistics::new(memory).games == memory.games);
    assert!(out.len() < 1 << 20, "{} bytes of {format}", out.len());
}
