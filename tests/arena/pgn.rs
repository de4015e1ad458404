use morph::arena::pgn::{GameReader, PgnError, PgnFault, PgnSettings, format_game};
use morph::arena::{GameEnd, GameRecord};
use morph::chess::{Ending, Start};
use morph::units::Value;
use proptest::prelude::*;
use shakmaty::Color;

use crate::played;

fn read(text: &str) -> Vec<Result<GameRecord, PgnError>> {
    GameReader::new(text.as_bytes()).collect()
}

/// What a record is after a journey through PGN: events are not written, values to three places.
fn assert_same(read: &GameRecord, written: &GameRecord, values: bool) {
    let names = |record: &GameRecord| (record.white.clone(), record.black.clone());
    assert_eq!(names(read), names(written));
    assert_eq!(read.start, written.start);
    assert_eq!(read.opening_plies, written.opening_plies);
    assert_eq!(read.result, written.result);
    assert_eq!(read.ending.name(), written.ending.name());
    assert_eq!(read.plies.len(), written.plies.len());
    for (read, written) in read.plies.iter().zip(&written.plies) {
        assert_eq!((read.m, read.explored), (written.m, written.explored));
        let written = written.value.filter(|_| values).map(|value| value.to_string());
        assert_eq!(read.value.map(|value| value.to_string()), written);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_is_written_is_read_back(
        seed: u64,
        ply_cap in 1_usize..200,
        first_ply in 0_usize..40,
        explored in proptest::collection::vec(any::<bool>(), 200),
        values in proptest::collection::vec(proptest::option::of(0.0..=1.0), 200),
        write_values: bool,
        names in proptest::array::uniform2("[ -~äß♞]{0,40}"),
        failed: bool,
        forfeited: bool,
    ) {
        let mut record = played("greedy", "random", seed, ply_cap);
        // Begin in the middle of the game, so that Black moves first now and then.
        let first_ply = first_ply.min(record.plies.len());
        if first_ply > 0 {
            let position = record.positions().nth(first_ply).unwrap();
            record.start = Start::Position(Box::new(position));
            record.plies.drain(..first_ply);
            record.opening_plies = record.opening_plies.saturating_sub(first_ply);
        }
        for (ply, (explored, value)) in record.plies.iter_mut().zip(explored.into_iter().zip(values)) {
            (ply.explored, ply.value) = (explored, value.map(Value::new));
        }
        [record.white, record.black] = names;
        if failed && record.ending == GameEnd::PlyCap {
            let why = record.white.clone();
            record.ending = GameEnd::Abandoned { by: Color::Black, why, recovered: true };
            record.result = None;
            if forfeited {
                record.forfeit();
            }
        }
        // A repetition may reach back beyond the new start.
        prop_assume!(first_ply == 0 || record.ending != GameEnd::Rule(Ending::Repetition));
        let settings = PgnSettings { values: write_values, ..PgnSettings::default() };
        let text = format_game(&record, Some(1), &settings);
        prop_assert!(text.lines().filter(|l| !l.starts_with('[')).all(|l| l.chars().count() <= 80));
        let mut games = read(&(text.clone() + &text));
        prop_assert_eq!(games.len(), 2);
        let second = games.pop().unwrap().unwrap();
        assert_same(&second, &record, write_values);
        prop_assert_eq!(&games.pop().unwrap().unwrap(), &second);
        if let GameEnd::Abandoned { .. } = record.ending {
            prop_assert_eq!(second.ending, record.ending);
        }
    }

    #[test]
    fn nothing_makes_the_reader_panic_or_hang(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let games = GameReader::new(&bytes[..]).count();
        prop_assert!(games <= bytes.len());
    }

    #[test]
    fn a_file_cut_short_loses_no_more_than_its_last_game(cut in 0.0..1.0) {
        let games: Vec<GameRecord> = (0..3).map(|seed| played("random", "random", seed, 40)).collect();
        let texts: Vec<String> =
            games.iter().map(|game| format_game(game, None, &PgnSettings::default())).collect();
        let whole = texts.concat();
        let end = (whole.len() as f64 * cut) as usize;
        let complete = (0..=3).rev().find(|n| texts[..*n].concat().trim_end().len() <= end).unwrap();
        let read = read(&whole[..end]);
        prop_assert!(read.len() <= complete + 1);
        prop_assert!(read[..complete].iter().all(Result::is_ok));
        prop_assert!(read[complete..].iter().all(Result::is_err));
    }
}

#[test]
fn broken_games_are_named_and_the_next_ones_read() {
    let text = "\
[White \"illegal move\"]

1. e4 e4 1-0

[White \"good\"]

1. f3 e5 2. g4 Qh4# 0-1

[White \"no result\"]

1. e4 e5

[White \"wrong count\"]
[PlyCount \"3\"]

1. e4 Xx5 2. Nf3 *

[White \"wrong FEN\"]
[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]

1. e4 *

[White \"mated and won\"]

1. f3 e5 2. g4 Qh4# 1-0

[White \"opening longer than the game\"]
[OpeningPlies \"2\"]

1. e4 *

[White \"good\"]

1. e4 e5 2. Nf3 {a blunder} (2. f4 exf4) Nc6 $1 1/2-1/2
";
    let mut lines = Vec::new();
    let mut good = Vec::new();
    for game in read(text) {
        match game {
            Ok(record) => good.push(record),
            Err(PgnError::Game { game, line, fault, .. }) => lines.push((game, line, *fault)),
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(good.len(), 2);
    assert!(good.iter().all(|record| record.white == "good"));
    assert_eq!((good[1].plies.len(), good[1].ending.clone()), (4, GameEnd::Unstated));
    let places: Vec<_> = lines.iter().map(|(game, line, _)| (*game, *line)).collect();
    assert_eq!(places, [(1, 1), (3, 9), (4, 13), (5, 18), (6, 23), (7, 27)]);
    assert!(matches!(lines[0].2, PgnFault::Move { ply: 2, .. }));
    assert_eq!(lines[1].2, PgnFault::NoResult { plies: 2 });
    assert_eq!(lines[2].2.to_string(), "ply 2: \"Xx5\" on line 16 is no move");
    assert!(matches!(lines[3].2, PgnFault::Tag { name: "FEN", .. }));
    assert!(matches!(lines[4].2, PgnFault::Contradiction { ending: "checkmate", .. }));
    assert!(matches!(lines[5].2, PgnFault::Tag { name: "OpeningPlies", .. }));
}

#[test]
fn a_forfeit_is_lost_by_the_side_that_failed() {
    let mut record = played("random", "random", 1, 7);
    let why = "engine: exited".to_owned();
    record.ending = GameEnd::Abandoned { by: Color::White, why, recovered: true };
    record.forfeit();
    let text = format_game(&record, None, &PgnSettings::default());
    for tag in [
        "Result \"0-1\"",
        "Termination \"abandoned\"",
        "Ending \"abandoned\"",
        "Abandonment \"white: engine: exited\"",
    ] {
        assert!(text.contains(tag), "{tag}: {text}");
    }
    let again = read(&text).remove(0).unwrap();
    assert_eq!((again.ending, again.result), (record.ending, record.result));
    // The side that failed cannot have won, nor the game be drawn.
    for result in ["1-0", "1/2-1/2"] {
        let wrong = read(&text.replace("0-1", result)).remove(0).unwrap();
        assert_eq!(wrong.ending, GameEnd::Unstated, "{result}");
    }
}

#[test]
fn no_game_is_mutilated_without_a_word() {
    let next = "\n\n[White \"good\"]\n\n1. e4 *\n";
    for (game, fault) in [
        ("[A \"\"]\n\n1. e4 e5 2. Nf3 Nc6\n3. Bc9 1-0", "ply 5: \"Bc9\" on line 4 is no move"),
        ("1. e4 e5 2. Qh5 Ke9 3. a3 *", "ply 4: \"Ke9\" on line 1 is no move"),
        ("1. e4 e5 garbage 2. Nf3 *", "ply 3: \"garbage\" on line 1 is no move"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb", "ply 5: \"Bb\" on line 1 is no move"),
        ("hello world", "neither tags nor moves: \"hello\" on line 1"),
        ("[Event \"A]\n\n1. e4 *", "broken tag on line 1: [Event \"A]"),
        ("[A \"\"]\n[White W]\n\n1. e4 *", "broken tag on line 2: [White W]"),
        ("[A \"\"]\nBlack \"B\"]\n[C \"\"]\n\n1. e4 *", "broken tag on line 2: Black"),
    ] {
        let games = read(&format!("{game}{next}"));
        assert_eq!(games.len(), 2, "{game}");
        let told = games[0].as_ref().unwrap_err().to_string();
        assert_eq!(told, format!("game 1, line 1: {fault}"));
        assert_eq!(games[1].as_ref().unwrap().white, "good");
    }
}

#[test]
fn an_overlong_tag_breaks_its_game_only() {
    let text = format!(
        "[Event \"{}\"]\n[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n",
        "x".repeat(100_000)
    );
    let games = read(&text);
    assert_eq!(games.len(), 2);
    assert!(matches!(&games[0], Err(PgnError::Game { game: 1, line: 1, .. })));
    let told = games[0].as_ref().unwrap_err().to_string();
    assert!(told.contains("tag of more than 8192 bytes on line 1: [Event"), "{told}");
    assert_eq!(games[1].as_ref().unwrap().white, "B");
}
