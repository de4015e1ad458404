use std::path::Path;

use morph::chess::Oriented;
use morph::evaluation::Evaluator;
use morph::memory::Memory;

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
    // Learning goes on, and what it makes of the memory can be loaded.
    let learned = learn(memory, 1, 4);
    Memory::from_bytes(&learned.to_bytes().unwrap(), path).expect("what was learned loads");
}
