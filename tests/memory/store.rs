use std::io::Read;
use std::path::Path;

use morph::chess::Oriented;
use morph::evaluation::Evaluator;
use morph::file_format::LoadError;
use morph::memory::{HistoryDigest, Lineage, Memory, StoredPlan};
use proptest::prelude::*;

use crate::games::random_game;
use crate::learned::{evaluations, learned, learned_after};

fn read(bytes: &[u8]) -> Result<Memory, LoadError> {
    Memory::from_bytes(bytes, Path::new("some.morph"))
}

fn small() -> Vec<u8> {
    learned_after(11, 2, 3).to_bytes().unwrap()
}

#[test]
fn a_memory_is_the_same_after_saving_and_loading() {
    for memory in [learned(1, 4), learned_after(2, 4, 2), Memory::default()] {
        let bytes = memory.to_bytes().unwrap();
        let again = read(&bytes).unwrap();
        assert_eq!(again.to_bytes().unwrap(), bytes);
        assert_eq!(again.games, memory.games);
        assert_eq!(again.graph_candidates, memory.graph_candidates);
        assert_eq!(again.move_candidates, memory.move_candidates);
        for id in memory.moves.ids() {
            assert_eq!(again.moves.get(id), memory.moves.get(id));
            assert_eq!(again.moves.origin(id), memory.moves.origin(id));
        }
        assert_eq!(again.graphs.id_bound(), memory.graphs.id_bound());
        for id in memory.graphs.ids() {
            assert_eq!(again.graphs.get(id), memory.graphs.get(id));
            assert_eq!(again.graphs.origin(id), memory.graphs.origin(id));
            assert_eq!(again.graphs.statistics(id), memory.graphs.statistics(id));
        }
        for settings in evaluations() {
            let (mut before, mut after) = (Evaluator::new(settings), Evaluator::new(settings));
            for position in random_game(77, 100).0.iter().step_by(3) {
                let position = Oriented::new(position);
                let one = before.explain(&memory.snapshot(), &position);
                let two = after.explain(&again.snapshot(), &position);
                assert_eq!(one.value.get().to_bits(), two.value.get().to_bits());
                assert_eq!(one.contributions, two.contributions);
            }
        }
    }
}

#[test]
fn learning_goes_on_identically_after_loading() {
    // The next id, and what is born of it, must not depend on the detour over a file.
    let memory = learned(6, 3);
    let mut again = read(&memory.to_bytes().unwrap()).unwrap();
    let mut memory = memory;
    let other = learned(8, 2);
    for id in other.graphs.ids() {
        let (pattern, origin) = (other.graphs.get(id).unwrap(), other.graphs.origin(id).unwrap());
        let one = memory.graphs.insert(pattern.clone(), origin.clone());
        let two = again.graphs.insert(pattern.clone(), origin.clone());
        assert_eq!(one, two);
    }
    assert_eq!(memory.to_bytes().unwrap(), again.to_bytes().unwrap());
}

#[test]
fn a_file_says_from_which_run_and_games_it_comes() {
    let start = HistoryDigest::of(b"seed = 1");
    let lineage = Lineage { plan: start, history: start.then(b"1. e4 *", b"{}") };
    let memory = Memory { lineage: Some(lineage), ..learned_after(11, 2, 3) };
    assert_eq!(read(&memory.to_bytes().unwrap()).unwrap().lineage, Some(lineage));
    assert_eq!(read(&small()).unwrap().lineage, None);
    let other = Lineage { history: start.then(b"1. d4 *", b"{}"), ..lineage };
    assert!(memory.shares_run_with(&Memory { lineage: Some(other), ..Memory::default() }));
    let other = Lineage { plan: HistoryDigest::of(b"seed = 2"), ..lineage };
    assert!(!memory.shares_run_with(&Memory { lineage: Some(other), ..Memory::default() }));
    assert!(!memory.shares_run_with(&Memory::default()));
    let planned = |seed| {
        let plan = StoredPlan::parse(format!("seed = {seed}")).unwrap();
        Memory { plan, ..Memory::default() }
    };
    assert!(planned(1).shares_run_with(&planned(1)));
    assert!(!planned(1).shares_run_with(&planned(2)));
}

#[test]
fn a_digest_depends_on_everything_before_it() {
    let start = HistoryDigest::of(b"plan");
    let links = [
        start,
        start.then(b"game", b"line"),
        start.then(b"gam", b"eline"),
        start.then(b"game", b"line").then(b"", b""),
        HistoryDigest::of(b"other plan").then(b"game", b"line"),
    ];
    for (index, link) in links.iter().enumerate() {
        assert!(!links[..index].contains(link), "{index}");
        assert_eq!(link.to_string().parse(), Ok(*link));
    }
    for text in ["", "123", "00000000000000g0", "+000000000000001", "00000000000000AB"] {
        assert!(text.parse::<HistoryDigest>().is_err(), "{text}");
    }
}

#[test]
fn files_of_versions_4_and_5_are_read() {
    // Written by a program of version 5.
    let packed = &include_bytes!("version-5.morph.gz")[..];
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(packed).read_to_end(&mut bytes).unwrap();
    // Version 5 begins with the run that a memory comes from, which a memory without one says in a byte.
    let body = &bytes[HEADER + 1..];
    let checksum = crc32fast::hash(body).to_le_bytes();
    let length = (body.len() as u64).to_le_bytes();
    let older = [&bytes[..8], &4_u32.to_le_bytes(), &length, &checksum, body].concat();

    let memory = read(&bytes).unwrap();
    assert_eq!((memory.graphs.len(), memory.materials.len(), memory.moves.len()), (561, 8, 353));
    let id = memory.moves.ids().last().unwrap();
    let origin = memory.moves.origin(id).unwrap();
    assert_eq!((id.0, origin.game, origin.ply.0), (352, 1, 30));
    let origins = |memory: &Memory| -> u64 {
        let origin = |id| Some((id, memory.graphs.origin(id)?));
        let origins = memory.graphs.ids().filter_map(origin);
        origins.map(|(id, origin)| u64::from(id.0) * u64::from(origin.ply.0)).sum()
    };
    assert_eq!(origins(&memory), 3_388_963);

    let now = memory.to_bytes().unwrap();
    assert!(now.len() < bytes.len(), "{} bytes, {} before", now.len(), bytes.len());
    assert_eq!(read(&older).unwrap().to_bytes().unwrap(), now);
    assert_eq!(origins(&read(&now).unwrap()), 3_388_963);
}

#[test]
fn a_truncated_file_is_refused() {
    let bytes = small();
    assert!(read(&bytes).is_ok());
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length]).is_err(), "{length} of {} bytes", bytes.len());
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(read(&longer), Err(LoadError::Damaged { .. })));
}

#[test]
fn foreign_files_and_other_versions_have_different_errors() {
    assert!(matches!(read(b""), Err(LoadError::WrongFormat { .. })));
    let pgn = b"[Event \"a game, not a memory\"]\n\n1. e4 e5 *\n";
    assert!(matches!(read(pgn), Err(LoadError::WrongFormat { .. })));
    let mut newer = small();
    newer[8] += 1;
    let error = read(&newer).err().unwrap();
    assert!(matches!(error, LoadError::WrongVersion { .. }));
    assert!(error.to_string().contains("some.morph"), "{error}");
    let missing = Memory::load(Path::new("no/such/file.morph"));
    assert!(matches!(missing, Err(LoadError::File(_))));
}

/// Bytes of the header of a file.
const HEADER: usize = 24;

/// The file with one byte changed and the checksum made to agree again: not damage but forgery.
fn forged(bytes: &[u8], at: usize, change: u8) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let at = HEADER + at % (bytes.len() - HEADER);
    bytes[at] ^= change;
    let checksum = crc32fast::hash(&bytes[HEADER..]);
    bytes[HEADER - 4..HEADER].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

#[test]
fn an_invalid_weight_is_refused_whatever_its_bits() {
    // Sums of weights are taken in fixed point, which a number like 10³⁸ overflows: every byte of the file is set so
    // that a float it belongs to becomes huge.
    let bytes = SMALL.with(Vec::clone);
    let position = random_game(5, 20).0.pop().unwrap();
    for at in 0..bytes.len() {
        if let Ok(memory) = read(&forged(&bytes, at, 0x40)) {
            let mut evaluator = Evaluator::new(evaluations()[0]);
            evaluator.value(&memory.snapshot(), &Oriented::new(&position));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_changed_byte_is_detected(at in any::<prop::sample::Index>(), change in 1u8..) {
        let mut bytes = SMALL.with(Vec::clone);
        let at = at.index(bytes.len());
        bytes[at] ^= change;
        prop_assert!(read(&bytes).is_err(), "byte {at} changed by {change}");
    }

    #[test]
    fn a_forged_file_is_loaded_or_refused(at in any::<usize>(), change in 1u8..) {
        // What it says cannot be trusted, but it must neither stop the program nor hang it.
        if let Ok(memory) = read(&forged(&SMALL.with(Vec::clone), at, change)) {
            prop_assert!(memory.to_bytes().is_ok());
            let mut evaluator = Evaluator::new(evaluations()[0]);
            let position = random_game(5, 20).0.pop().unwrap();
            evaluator.value(&memory.snapshot(), &Oriented::new(&position));
        }
    }

    #[test]
    fn random_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(read(&bytes).is_err());
        prop_assert!(read(&[b"MORPHMEM\x01\0\0\0", &bytes[..]].concat()).is_err());
    }
}

thread_local! {
    static SMALL: Vec<u8> = small();
}

#[test]
fn the_shipped_file_is_what_the_program_writes() {
    let memory = Memory::load_shipped().unwrap();
    let bytes = std::fs::read("patterns/player/memory.morph").unwrap();
    assert!(memory.to_bytes().unwrap() == bytes);
}
