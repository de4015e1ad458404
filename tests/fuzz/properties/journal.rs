use morph::memory::HistoryDigest;
use morph::training::journal::{self, History, Journal, JournalEntry};

use super::{check_refusal, file, name};

/// The games that the entries tell of, whatever they say.
const GAMES: &str = "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 2. c4 *\n\n1. c4 c5 *\n";

/// The journal of a run whose plan is `a plan` and whose games are [`GAMES`].
pub fn journal(bytes: &[u8]) {
    let input = file(bytes, ".jsonl");
    let games = file(GAMES.as_bytes(), ".pgn");
    let plan = HistoryDigest::of(b"a plan");
    let read = journal::read(input.path());
    if let Err(error) = &read {
        check_refusal(error, &name(&input), bytes);
    }
    let (history, fault) = History::read(input.path(), games.path(), plan).unwrap();
    let opened = Journal::open(input.path(), games.path(), plan);
    assert_eq!(opened.is_err(), fault.is_some());
    let (journal, opened) = match opened {
        Ok(opened) => opened,
        Err(error) => {
            check_refusal(&error, &name(&input), bytes);
            assert_eq!(
                std::fs::read(input.path()).unwrap(),
                bytes,
                "a damaged file is not changed"
            );
            return;
        }
    };
    assert_eq!(opened.entries, history.entries);
    assert_eq!(opened.entries, read.expect("with its games it is whole"));
    assert_eq!(journal.last_game() as usize, opened.entries.len());
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
    assert_eq!(std::fs::read(input.path()).unwrap(), bytes[..whole], "only the last line is cut");

    let copy = file(b"", ".jsonl");
    let (mut journal, _) = Journal::open(copy.path(), games.path(), plan).unwrap();
    for entry in &opened.entries {
        let pgn = &GAMES[journal.pgn_end() as usize..entry.pgn_end as usize];
        journal.append(entry, pgn).expect("what was read can be written");
    }
    let (_, again) = Journal::open(copy.path(), games.path(), plan).expect("and read");
    let plain = |history: &History| -> Vec<JournalEntry> {
        let entries = history.entries.iter();
        entries.map(|entry| JournalEntry { digest: None, ..entry.clone() }).collect()
    };
    assert_eq!(plain(&again), plain(&opened));
}
