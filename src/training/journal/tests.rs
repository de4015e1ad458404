#![allow(clippy::unwrap_used)]

use std::fs;

use proptest::prelude::*;
use shakmaty::KnownOutcome;

use super::*;

/// A plain entry for tests to change.
pub(crate) fn entry(game: u32) -> JournalEntry {
    JournalEntry {
        game,
        opponent: "greedy".to_owned(),
        color: if game % 2 == 1 { MemoryColor::White } else { MemoryColor::Black },
        result: Outcome::Known(KnownOutcome::Draw),
        score: Some(0.5),
        ending: "repetition".to_owned(),
        plies: 60,
        captured_by_memory: 12,
        captured_by_opponent: 15,
        created: 3,
        forgotten: 1,
        graph_patterns: 10 + 2 * game,
        material_patterns: 5,
        move_patterns: 0,
        td_error: 0.125,
        events: Vec::new(),
        pgn_end: u64::from(game) * 500,
        digest: None,
    }
}

/// Written before there were move patterns.
#[test]
fn entries_of_former_versions_still_load() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let line = concat!(
        r#"{"game":1,"opponent":"greedy","colour":"both","result":"*","score":null,"ending":"abandoned","plies":3,"#,
        r#""captured_by_memory":0,"captured_by_opponent":0,"created":3,"forgotten":1,"graph_patterns":12,"#,
        r#""material_patterns":5,"td_error":0.125,"events":[],"pgn_end":500}"#,
        "\n"
    );
    fs::write(&path, line).unwrap();
    let entries = read(&path).unwrap();
    assert_eq!((entries[0].color, entries[0].patterns()), (MemoryColor::Both, 17));
}

fn plan() -> HistoryDigest {
    HistoryDigest::of(b"a plan")
}

/// Opens a journal beside `games.pgn`.
fn open(path: &Path) -> Result<(Journal, Vec<JournalEntry>), JournalError> {
    let opened = Journal::open(path, &path.with_file_name("games.pgn"), plan());
    opened.map(|(journal, history)| (journal, history.entries))
}

/// Puts the games of [`entry`] beside the journal.
fn put_games(path: &Path) {
    fs::write(path.with_file_name("games.pgn"), "x".repeat(1500)).unwrap();
}

/// Appends an entry and its game.
fn append(journal: &mut Journal, entry: &JournalEntry) {
    let games = journal.path.with_file_name("games.pgn");
    let mut text = fs::read_to_string(&games).unwrap_or_default();
    text.truncate(journal.pgn_end() as usize);
    let pgn = "x".repeat((entry.pgn_end - journal.pgn_end()) as usize);
    fs::write(&games, text + &pgn).unwrap();
    journal.append(entry, &pgn).unwrap();
}

fn without_digests(entries: &[JournalEntry]) -> Vec<JournalEntry> {
    entries.iter().map(|entry| JournalEntry { digest: None, ..entry.clone() }).collect()
}

fn line(entry: &JournalEntry) -> String {
    serde_json::to_string(entry).unwrap() + "\n"
}

#[test]
fn an_entry_is_one_line_of_json_with_named_fields() {
    let mut entry = entry(1);
    entry.events.push("greedy: line one\nline two".to_owned());
    assert_eq!(
        line(&entry),
        concat!(
            r#"{"game":1,"opponent":"greedy","colour":"white","result":"1/2-1/2","score":0.5,"#,
            r#""ending":"repetition","plies":60,"captured_by_memory":12,"captured_by_opponent":15,"#,
            r#""created":3,"forgotten":1,"graph_patterns":12,"material_patterns":5,"td_error":0.125,"#,
            r#""events":["greedy: line one\nline two"],"pgn_end":500}"#,
            "\n"
        )
    );
}

#[test]
fn numbers_of_patterns_add_up_to_the_largest_number_at_most() {
    let mut entry = entry(1);
    (entry.graph_patterns, entry.material_patterns) = (u32::MAX, u32::MAX);
    entry.move_patterns = 1;
    assert_eq!(entry.patterns(), u32::MAX);
}

#[test]
fn a_last_line_torn_at_any_byte_is_cut_off_and_no_entry_before_it_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let lines: Vec<String> = (1..=3).map(|game| line(&entry(game))).collect();
    let text = lines.concat();
    for end in 0..=text.len() {
        put_games(&path);
        fs::write(&path, &text.as_bytes()[..end]).unwrap();
        let whole = text[..end].matches('\n').count();
        let expected: Vec<JournalEntry> = (1..=whole as u32).map(entry).collect();

        assert_eq!(read(&path).unwrap(), expected, "read, torn at byte {end}");
        assert_eq!(fs::metadata(&path).unwrap().len(), end as u64, "reading changed the file");

        let (mut journal, entries) = open(&path).unwrap();
        assert_eq!(entries, expected, "open, torn at byte {end}");
        assert_eq!(fs::read_to_string(&path).unwrap(), lines[..whole].concat());
        assert_eq!(journal.last_game(), whole as u32);
        assert_eq!(journal.pgn_end(), whole as u64 * 500);

        append(&mut journal, &entry(whole as u32 + 1));
        assert_eq!(read(&path).unwrap().len(), whole + 1, "append, torn at byte {end}");
    }
}

#[cfg(feature = "nats")]
#[test]
fn a_journal_that_is_cut_goes_on_as_if_the_later_games_had_never_been_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    for games in 0..=4 {
        let _ = fs::remove_file(&path);
        let (mut journal, _) = open(&path).unwrap();
        (1..=3).for_each(|game| append(&mut journal, &entry(game)));
        journal.cut_after(games).unwrap();
        let (mut journal, entries) = open(&path).unwrap();
        assert_eq!(without_digests(&entries), (1..=games.min(3)).map(entry).collect::<Vec<_>>());
        append(&mut journal, &entry(games.min(3) + 1));
        assert_eq!(open(&path).unwrap().1.len() as u32, games.min(3) + 1);
    }
}

#[test]
fn a_damaged_line_in_the_middle_is_an_error_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    put_games(&path);
    let second = line(&entry(2));
    for damaged in ["\n", "{}\n", "\u{0}\u{0}\n", &second[1..], &second.replace("\"1/2", "\"2/2")] {
        let text = line(&entry(1)) + damaged + &line(&entry(3));
        fs::write(&path, &text).unwrap();
        for error in [open(&path).unwrap_err(), read(&path).unwrap_err()] {
            assert_eq!(error.to_string(), format!("{}:2: not a journal entry", path.display()));
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "a refused journal was changed");
    }
}

#[test]
fn impossible_entries_are_refused_when_read_and_when_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    put_games(&path);
    type Change = (&'static str, fn(&mut JournalEntry));
    let changes: [Change; 6] = [
        ("game 3 follows game 1", |e| e.game = 3),
        ("game 1 follows game 1", |e| e.game = 1),
        ("pgn_end 499 is less than 500 before", |e| e.pgn_end = 499),
        ("score 0.7 is not 0, 0.5 or 1", |e| e.score = Some(0.7)),
        ("a score in self-play", |e| e.color = MemoryColor::Both),
        ("a score in a void game", |e| e.result = Outcome::Unknown),
    ];
    for (fault, change) in changes {
        let mut second = entry(2);
        change(&mut second);
        let expected = format!("{}:2: {fault}", path.display());

        fs::write(&path, line(&entry(1)) + &line(&second)).unwrap();
        assert_eq!(read(&path).unwrap_err().to_string(), expected);

        fs::write(&path, line(&entry(1))).unwrap();
        let (mut journal, _) = open(&path).unwrap();
        assert_eq!(journal.append(&second, "").unwrap_err().to_string(), expected);
        assert_eq!(fs::read_to_string(&path).unwrap(), line(&entry(1)));
    }
    let mut not_a_number = entry(1);
    not_a_number.td_error = f64::NAN;
    fs::remove_file(&path).unwrap();
    let (mut journal, _) = open(&path).unwrap();
    assert!(journal.append(&not_a_number, "").is_err());
}

/// A journal of three games and their text.
fn written() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let (mut journal, _) = open(&path).unwrap();
    (1..=3).for_each(|game| append(&mut journal, &entry(game)));
    (folder, path)
}

#[test]
fn every_changed_byte_of_a_game_or_its_entry_is_noticed() {
    let (_folder, path) = written();
    let games = path.with_file_name("games.pgn");
    let (_, history) = Journal::open(&path, &games, plan()).unwrap();
    assert_eq!((history.games(), history.unvouched()), (3, 0));
    for file in [&path, &games] {
        let whole = fs::read(file).unwrap();
        for place in (0..whole.len()).step_by(7) {
            let mut text = whole.clone();
            // A digit becomes another one, a letter another one.
            text[place] ^= 1;
            fs::write(file, &text).unwrap();
            let error = open(&path).unwrap_err().to_string();
            let line = if file == &path {
                1 + whole[..place].iter().filter(|byte| **byte == b'\n').count()
            } else {
                1 + place / 500
            };
            // An entry that lost its line feed has no end, or becomes one with the next.
            let is_end = whole[place] == b'\n';
            let named = format!("{}:{line}: ", path.display());
            assert!(is_end || error.starts_with(&named), "byte {place}: {error}");
        }
        fs::write(file, &whole).unwrap();
    }
    let error = Journal::open(&path, &games, HistoryDigest::of(b"another plan")).unwrap_err();
    assert!(error.to_string().contains("the digest does not match"), "{error}");
    fs::write(&games, "x".repeat(1200)).unwrap();
    let error = open(&path).unwrap_err().to_string();
    assert!(error.contains(":3: the game ends at byte 1500 of "), "{error}");
}

#[test]
fn digests_go_on_after_entries_of_a_former_version() {
    let (_folder, path) = written();
    put_games(&path);
    fs::write(&path, line(&entry(1)) + &line(&entry(2))).unwrap();
    let (mut journal, before) = open(&path).unwrap();
    assert_eq!(before.len(), 2);
    append(&mut journal, &entry(3));
    let (_, history) = Journal::open(&path, &path.with_file_name("games.pgn"), plan()).unwrap();
    assert_eq!(history.unvouched(), 0);
    assert!(!history.is_vouched(2) && history.is_vouched(3));
    // From then on they are needed.
    let text =
        fs::read_to_string(&path).unwrap() + &line(&JournalEntry { pgn_end: 1500, ..entry(4) });
    fs::write(&path, text).unwrap();
    assert!(open(&path).unwrap_err().to_string().ends_with(":4: the digest is missing"));
}

prop_compose! {
    fn any_entry()(
        opponent in any::<String>(),
        side in 0..3usize,
        result in 0..4usize,
        ending in "[a-z-]{1,20}",
        td_error in 0.0..1.0f64,
        events in prop::collection::vec(any::<String>(), 0..3),
        counts in any::<[u32; 8]>(),
        pgn in 0..10_000u64,
    ) -> JournalEntry {
        let colour = [MemoryColor::White, MemoryColor::Black, MemoryColor::Both][side];
        let results = [("1-0", Some(1.0)), ("0-1", Some(0.0)), ("1/2-1/2", Some(0.5)), ("*", None)];
        let (text, whites_points): (&str, Option<f64>) = results[result];
        let score = match colour {
            MemoryColor::White => whites_points,
            MemoryColor::Black => whites_points.map(|points| 1.0 - points),
            MemoryColor::Both => None,
        };
        JournalEntry {
            game: 0,
            opponent,
            color: colour,
            result: text.parse().unwrap(),
            score,
            ending,
            plies: counts[0],
            captured_by_memory: counts[1],
            captured_by_opponent: counts[2],
            created: counts[3],
            forgotten: counts[4],
            graph_patterns: counts[5],
            material_patterns: counts[6],
            move_patterns: counts[7],
            td_error,
            events,
            pgn_end: pgn,
            digest: None,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn what_is_appended_is_read_again(mut entries in prop::collection::vec(any_entry(), 0..8)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let (mut journal, before) = open(&path).unwrap();
        prop_assert!(before.is_empty());
        let mut pgn_end = 0;
        for (entry, game) in entries.iter_mut().zip(1..) {
            pgn_end += entry.pgn_end;
            (entry.game, entry.pgn_end) = (game, pgn_end);
            append(&mut journal, entry);
        }
        prop_assert_eq!(&without_digests(&read(&path).unwrap()), &entries);
        drop(journal);
        prop_assert_eq!(&without_digests(&open(&path).unwrap().1), &entries);
    }
}
