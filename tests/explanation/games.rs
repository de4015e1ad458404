//! Games in, games out: nothing of them is lost, and what is added is true.

use std::convert::Infallible;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use morph::arena::pgn::{PgnGame, PgnReader, TextItem};
use morph::chess::{Game, MaterialVector, Start, legal_move, line_text};
use morph::explanation::annotation::{Cost, GameNotes, Judge, Judgement, Mark, SearchJudge};
use morph::position_from_fen;
use morph::units::Score;
use shakmaty::{Chess, Move, Position, san::San};

/// Black overlooks that the knight pins nothing, and White wins the queen for it.
const GAME: &str = "[Event \"Café <b>\"]\n[White \"A \\\"quoted\\\"\"]\n[Black \"B</script>\"]\n[TimeControl \"180+2\"]\n\
                    [Result \"1-0\"]\n\n{ A game with a trap. } 1. e4 { [%clk 0:03:00] } e5 2. Nf3 d6 3. Bc4 Bg4?! \
                    ( 3... Be7 4. d4 { solid } ( 4. O-O ) ) 4. Nc3 g6? { pins nothing } 5. Nxe5 Bxd1 6. Bxf7+ Ke7 \
                    7. Nd5# 1-0\n";

fn morph(arguments: &[&str], input: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_morph"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.unwrap_or_default().as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn said(arguments: &[&str], input: Option<&str>) -> String {
    let output = morph(arguments, input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn games(text: &str) -> Vec<PgnGame> {
    let mut reader = PgnReader::new(text.as_bytes()).keeping_text();
    let next = || Some(reader.next_game(&mut |_| true, Ok)?.unwrap().unwrap());
    std::iter::from_fn(next).collect()
}

fn moves(line: &str) -> Vec<Move> {
    let mut position = Chess::default();
    let play = |san: &str| {
        let m = san.parse::<San>().unwrap().to_move(&position).unwrap();
        position.play_unchecked(m);
        m
    };
    line.split_whitespace().map(play).collect()
}

fn after(position: &Chess, line: &[Move]) -> Chess {
    let mut position = position.clone();
    line.iter().for_each(|m| position.play_unchecked(*m));
    position
}

#[test]
fn what_was_in_a_game_stays_in_it() {
    let annotated = said(&["explain", "-"], Some(GAME));
    let (before, after) = (&games(GAME)[0], &games(&annotated)[0]);
    assert_eq!(before.moves(), after.moves());
    let tags = |game: &PgnGame| -> Vec<(String, String)> {
        game.tags.iter().map(|(name, value)| (name.into_owned(), value.to_owned())).collect()
    };
    let annotator = ("Annotator".to_owned(), "Morph".to_owned());
    assert_eq!([tags(before), vec![annotator]].concat(), tags(after));
    for plies in 0..=before.plies.len() {
        let kept: Vec<&TextItem> = before.text.after(plies).iter().collect();
        let is_kept = |item: &&TextItem| after.text.after(plies).contains(item);
        assert!(kept.iter().all(is_kept), "after {plies}: {kept:?}\n{annotated}");
    }
    // The marks of whoever annotated it before stay, and get no others beside them.
    let marks = |plies| {
        let items = after.text.after(plies).iter();
        items.filter(|item| matches!(item, TextItem::Nag(_))).cloned().collect::<Vec<_>>()
    };
    assert_eq!(marks(6), [TextItem::Nag(6)]);
    assert_eq!(marks(8), [TextItem::Nag(2)]);
    // Annotating again changes nothing but what is added.
    assert_eq!(games(&said(&["explain", "-"], Some(&annotated)))[0].moves(), before.moves());
}

#[test]
fn a_blunder_has_its_refutation_and_a_better_move() {
    let moves = moves("e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7 Ke7 Nd5");
    let Ok(notes) = GameNotes::new(&Start::Initial, &moves, &mut SearchJudge::default());
    let note = &notes.plies[9];
    assert_eq!(note.mark, Some(Mark::Blunder), "{note:?}");
    let mut game = Game::default();
    moves[..9].iter().for_each(|m| game.play(*m).unwrap());
    let position = game.position();
    assert_eq!(line_text(position, &note.refutation), "5... Bxd1 6. Bxf7+ Ke7 7. Nd5#");
    assert_eq!(note.cost(position), Cost::AllowsMate(Some(2)));
    let better = line_text(position, &note.better);
    assert!(better.starts_with("5... dxe5") || better.starts_with("5... Be6"), "{note:?}");
    assert!(notes.key_moments(3).contains(&9));
    // Moves that are forced, or that mate, are no mistakes.
    assert!(notes.plies[10..].iter().all(|note| note.mark.is_none()));
}

/// The end of a game by amateurs: the mate is longer than what is left of it in the table of the search.
#[test]
fn a_mate_that_is_allowed_and_missed_is_told_to_its_end() {
    let fen = "5r2/7p/R7/5p2/4p1n1/PR2nkP1/7P/6K1 w - - 3 42";
    let start = position_from_fen(fen).unwrap();
    let allows = legal_move(&start, "Rb2").unwrap();
    let reached = after(&start, &[allows]);
    let misses = legal_move(&reached, "Ng2").unwrap();
    let moves = [allows, misses];
    let start = Start::Position(Box::new(start));
    let Ok(notes) = GameNotes::new(&start, &moves, &mut SearchJudge::default());
    let [allowing, missing] = &notes.plies[..] else { panic!("{notes:?}") };
    let allowed = allowing.cost(&start.position());
    assert!(matches!(allowed, Cost::AllowsMate(Some(4..=8))), "{allowed:?}");
    assert!(after(&start.position(), &allowing.refutation).is_checkmate());
    assert!(matches!(missing.cost(&reached), Cost::MissesMate(Some(4..=8))), "{missing:?}");
    assert!(after(&reached, &missing.better).is_checkmate());
}

/// Finds a mate in four, does not see one after the move that is played, and sees it when that has been played.
struct ShortSighted;

impl Judge for ShortSighted {
    type Error = Infallible;

    fn judge(&mut self, game: &Game, played: Option<Move>) -> Result<Judgement, Infallible> {
        let (best, played) = match game.moves() {
            [] => (Score::Mates(4), played.map(|_| Score::Centipawns(600))),
            _ => (Score::IsMated(4), None),
        };
        Ok(Judgement { best, line: Vec::new(), played })
    }
}

#[test]
fn a_mate_that_comes_a_move_later_is_no_blunder() {
    let Ok(notes) = GameNotes::new(&Start::Initial, &moves("e4"), &mut ShortSighted);
    assert_eq!((notes.plies[0].mark, notes.plies[0].played), (None, Score::Mates(5)));
}

/// A visitor of the page sees first what is said of this game.
#[test]
fn the_game_that_the_page_offers_shows_its_last_mistake() {
    let page = include_str!("../../src/web/dist/app.js");
    let (start, end) = ("`[Event ", "1-0\n`");
    let game = &page[page.find(start).unwrap() + 1..page.find(end).unwrap() + end.len() - 1];
    let annotated = said(&["explain", "-"], Some(game));
    let words = annotated.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("20. Rxe7+ Nxe7 $4 { Allows mate in 4: 21. Qxd7+"), "{annotated}");
}

#[test]
fn a_gambit_that_comes_back_is_no_mistake() {
    let moves = moves("d4 d5 c4 dxc4 e3");
    let Ok(notes) = GameNotes::new(&Start::Initial, &moves, &mut SearchJudge::default());
    assert!(notes.plies.iter().all(|note| note.mark.is_none()), "{notes:?}");
}

#[test]
fn a_game_without_mistakes_says_so() {
    let told = "No move of this game was found to be a mistake.";
    let quiet = said(&["explain", "-"], Some("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n"));
    assert!(quiet.replace('\n', " ").contains(&format!("a6 {{ {told} }}")), "{quiet}");
    assert!(!said(&["explain", "-"], Some(GAME)).contains("No move of this game"));
}

#[test]
fn all_that_is_written_of_variations_is_legal() {
    let annotated = said(&["explain", "-"], Some(GAME));
    let game = &games(&annotated)[0];
    let mut position = Chess::default();
    for (place, m) in game.moves().iter().enumerate() {
        for item in game.text.after(place + 1) {
            let TextItem::Variation(tokens) = item else { continue };
            // Variations in variations begin elsewhere.
            let flat = tokens.iter().take_while(|token| !token.starts_with('('));
            let mut line = position.clone();
            for san in flat.filter_map(|token| token.parse::<San>().ok()) {
                let m = san.to_move(&line).unwrap();
                line.play_unchecked(m);
            }
        }
        position.play_unchecked(*m);
    }
}

#[test]
fn a_broken_game_is_named_and_the_others_are_written() {
    let text =
        format!("{GAME}\n[White \"C\"]\n\n1. e4 e4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n{GAME}");
    let output = morph(&["explain", "-"], Some(&text));
    assert_eq!(output.status.code(), Some(1));
    let (written, errors) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(games(&written).len(), 2);
    for what in ["game 2, line ", "game 3, line ", "Atomic", "2 broken games"] {
        assert!(errors.contains(what), "{what}: {errors}");
    }
}

#[test]
fn games_come_from_several_files_and_compressed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("a.pgn"), GAME).unwrap();
    std::fs::write(path("b.pgn.zst"), zstd::encode_all(GAME.as_bytes(), 1).unwrap()).unwrap();
    let annotated = said(&["explain", &path("a.pgn"), &path("b.pgn.zst")], None);
    assert_eq!(games(&annotated).len(), 2);
    let position = said(&["explain", "startpos", "--format", "json"], None);
    assert!(position.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"), "{position}");
}

#[test]
fn standard_input_may_be_compressed_marked_or_the_name_of_a_position() {
    let plain = said(&["explain", "-"], Some(GAME));
    assert_eq!(said(&["explain", "-"], Some(&format!("\u{feff}{GAME}"))), plain);
    let position = said(&["explain", "-", "--no-memory"], Some("startpos\n"));
    assert!(position.contains("White to move"), "{position}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn.zst");
    std::fs::write(&path, zstd::encode_all(GAME.as_bytes(), 1).unwrap()).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_morph"));
    let input = std::fs::File::open(&path).unwrap();
    let output = command.args(["explain", "-"]).stdin(input).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), plain);
}

#[test]
fn what_is_no_game_is_named_and_left_out() {
    for (text, told) in [
        ("hello world, this is not a game", "neither tags nor moves: \"hello\" on line 3"),
        ("[White \"A\"]\n\n*\n", "game 2, line 3: no moves"),
        ("1. e4 e5 2. Nf3 (2. Nc3 Bc9 3. f4) Nc6 *", "\"Bc9\" on line 3 is no move"),
    ] {
        let output = morph(&["explain", "-"], Some(&format!("1. e4 *\n\n{text}")));
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains(told), "{errors}");
    }
}

#[test]
fn a_page_shows_the_game_and_runs_nothing_from_it() {
    let page = said(&["explain", "-", "--format", "html"], Some(GAME));
    assert!(page.ends_with("</html>\n"));
    assert_eq!(page.matches("</script>").count(), 2, "a tag ends a script");
    assert!(
        !page.contains("http://") || page.matches("http://").count() == 1,
        "only the name of SVG"
    );
    let json = said(&["explain", "-", "--format", "json"], Some(GAME));
    let document: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(document["tags"]["Black"], "B</script>");
    assert_eq!(document["moves"].as_array().unwrap().len(), 13);
    assert_eq!(document["moves"][9]["mark"], "blunder");
    assert_eq!(document["moves"][12]["score"], "#1");
}

#[test]
fn what_a_move_misses_is_told_beyond_what_it_wins() {
    // 1. Nxa2 takes the queen; 1. Rxc8+ takes a bishop first.
    let fen = "2b3k1/5pp1/7p/7r/1N6/8/q4PPP/2R3K1 w - - 0 1";
    let start = Start::Position(Box::new(crate::position(fen)));
    let m = legal_move(&start.position(), "Nxa2").unwrap();
    let Ok(notes) = GameNotes::new(&start, &[m], &mut SearchJudge::default());
    let note = &notes.plies[0];
    assert!(
        note.better.starts_with(&[legal_move(&start.position(), "Rxc8+").unwrap()]),
        "{note:?}"
    );
    assert_eq!(note.cost(&start.position()), Cost::MissesGain(MaterialVector([0, 0, 1, 0, 0])));
}

/// Thinks at first sight that every position is won for the side to move.
struct Hasty;

impl Judge for Hasty {
    type Error = Infallible;

    fn judge(&mut self, _: &Game, _: Option<Move>) -> Result<Judgement, Infallible> {
        Ok(Judgement { best: Score::Centipawns(300), line: Vec::new(), played: None })
    }

    fn again(&mut self, _: &Game) -> Result<Option<Judgement>, Infallible> {
        Ok(Some(Judgement { best: Score::Centipawns(0), line: Vec::new(), played: None }))
    }
}

#[test]
fn a_move_is_marked_only_if_a_second_look_confirms_it() {
    let Ok(notes) = GameNotes::new(&Start::Initial, &moves("e4 e5 Nf3"), &mut Hasty);
    assert!(notes.plies.iter().all(|note| note.mark.is_none()), "{notes:?}");
}

#[test]
fn more_positions_see_a_mate_further_away() {
    let mate_in_three = "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1";
    let position = position_from_fen(mate_in_three).unwrap();
    let missed = legal_move(&position, "a6").unwrap();
    let start = Start::Position(Box::new(position));
    let best = |nodes| {
        let mut judge = SearchJudge::with_nodes(nodes);
        let Ok(notes) = GameNotes::new(&start, &[missed], &mut judge);
        notes.plies[0].best
    };
    assert!(!best(1).is_mate());
    assert_eq!(best(50_000), Score::Mates(3));
}
