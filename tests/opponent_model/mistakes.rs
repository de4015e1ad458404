use morph::memory::Memory;
use morph::opponent_model::chances::Chance;
use morph::opponent_model::model::OpponentModel;
use morph::opponent_model::report::Report;
use morph::opponent_model::tactic::Tactic;
use morph::render::opponent_model::{mistakes_text, report_html, report_text};

use super::{games, unfitted_model};

fn game(round: usize, moves: &str, result: &str) -> String {
    format!(
        "[Round \"{round}\"]\n[Date \"2001.01.01\"]\n[White \"Ben\"]\n[Black \"Model, Anna\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
    )
}

fn chances(moves: &str) -> Vec<Chance> {
    Chance::of_game(&games(&game(1, moves, "1-0"))[0])
}

/// Anna, with Black, allows mate in 24 games; in 24 others, her opponents put a queen where a pawn takes it. No position comes
/// up twice there. Against 1. f4 she loses, and nobody has a chance that counts.
fn model() -> OpponentModel {
    const FIRST: [&str; 6] = ["a3", "a4", "b3", "h3", "h4", "Na3"];
    const REPLIES: [&str; 4] = ["a6", "a5", "b6", "h6"];
    let mut text = String::new();
    for (i, first) in FIRST.iter().enumerate() {
        for (j, reply) in REPLIES.iter().enumerate() {
            let opening = format!("1. {first} {reply} 2. c3 Nc6 3. e4 e5");
            let round = 10 * i + j;
            text += &game(round, &format!("{opening} 4. Bc4 Be7 5. Qf3 Rb8 6. Qxf7#"), "1-0");
            text += &game(100 + round, &format!("{opening} 4. Qh5 Nf6 5. Qg6 fxg6"), "0-1");
        }
    }
    for round in 0..40 {
        text += &game(200 + round, "1. f4 d5 2. g3 Nf6", "1-0");
    }
    let mut model = unfitted_model(true, &games(&text));
    model.find_chances(&mut |_, _| {});
    model
}

#[test]
fn a_chance_is_taken_or_missed_and_allowed_by_a_mistake() {
    let opening = "1. a3 a6 2. h3 h6 3. e4 e5 4. Bc4 Nc6 5. Qh5 Nf6";
    let [taken] = chances(&format!("{opening} 6. Qxf7#"))[..] else { panic!() };
    assert_eq!((taken.ply, taken.is_missed, taken.is_allowed), (10, false, true));
    let missed = chances(&format!("{opening} 6. d3 Nxh5"))[0];
    assert_eq!((missed.ply, missed.is_missed, missed.is_allowed), (10, true, true));
    // Knights are exchanged.
    assert!(chances("1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4 Nxd4 5. Qxd4 d6").is_empty());
}

#[test]
fn a_kind_of_tactic_that_one_side_allows_more_often_stands_out() {
    let memory = Memory::load_or_shipped(None).unwrap();
    let report = Report::of(&model(), &memory);
    let mistakes = &report.mistakes;
    assert_eq!([mistakes.player.mistakes, mistakes.opponents.mistakes], [24, 24]);
    let mate = mistakes.tendencies.iter().find(|found| found.tactic == Tactic::CheckWithoutFlight);
    let mate = mate.expect("mates are allowed by Anna only");
    assert_eq!((mate.player, mate.opponents), (24, 0));
    assert!(mate.z > 3.0 && mate.expected < 1.0, "{mate:?}");
    assert!(mate.examples.iter().all(|example| example.line == "5... Rb8 6. Qxf7#"), "{mate:?}");
    let pattern = mate.pattern.as_ref().unwrap();
    assert!(pattern.phrase.contains("check") && pattern.mistakes == 24, "{pattern:?}");
    let [text, html] = [report_text(&report), report_html(&report)];
    let sentence =
        "More often than others they allow a check that leaves their king no square: 24 times";
    assert!(text.contains(sentence) && html.contains(sentence), "{text}");
    assert!(text.contains("Ben – Model, Anna, 2001.01.01 round 53: 5... Rb8 6. Qxf7#"), "{text}");
}

#[test]
fn a_memory_without_move_patterns_knows_no_tactics_but_mistakes_are_counted() {
    let mistakes = Report::of(&model(), &Memory::default()).mistakes;
    assert_eq!((mistakes.compared, mistakes.tendencies.len()), (0, 0));
    assert!(mistakes_text(&mistakes)[0].contains("24 times"));
}

#[test]
fn without_chances_the_sheet_says_that_they_were_not_looked_for() {
    let report = Report::of(&unfitted_model(true, &[]), &Memory::default());
    assert!(report_text(&report).contains("Not looked for yet"));
}

#[test]
fn a_reader_comes_from_a_line_or_a_mistake_to_the_game() {
    let report = Report::of(&model(), &Memory::load_or_shipped(None).unwrap());
    let html = report_html(&report);
    let [_, black] = &report.targets;
    let line = black.first().expect("a line in which Anna loses");
    let numbers: Vec<u32> = report.games.iter().map(|game| game.number).collect();
    assert!(!line.games.is_empty() && line.games.iter().all(|number| numbers.contains(number)));
    let opening = &report.openings_black[0];
    assert!(!opening.games.is_empty(), "{opening:?}");
    for number in &numbers {
        assert_eq!(html.matches(&format!("id=\"game-{number}\"")).count(), 1);
        assert!(html.contains(&format!("href=\"#game-{number}\"")), "{number}");
    }
    // Every link leads to a game on the page.
    for link in html.split("href=\"#game-").skip(1) {
        let number = link.split('"').next().unwrap();
        assert!(html.contains(&format!("id=\"game-{number}\"")), "{number}");
    }
    let lost = report.games.iter().find(|game| game.outcome.as_deref() == Some("lost")).unwrap();
    assert!(lost.moves.starts_with("1. ") && lost.moves.ends_with("6. Qxf7#"), "{lost:?}");
    assert_eq!(
        (lost.result.as_str(), lost.opponent.as_str(), lost.year.as_str()),
        ("1-0", "Ben", "2001")
    );
}
