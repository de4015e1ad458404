use morph::memory::Memory;
use morph::opponent_model::insights::FirstLeads;
use morph::opponent_model::packed_game::ResultCounts;
use morph::opponent_model::report::Report;
use morph::render::opponent_model::report_text;

use super::{games, unfitted_model};

/// Black takes a knight on move 3, and it is never won back.
const WINS_A_KNIGHT: &str =
    "1. e4 d5 2. Nc3 d4 3. a3 dxc3 4. bxc3 e5 5. d3 Nf6 6. Be2 Be7 7. Nf3 Nc6 8. h3 O-O";
const CARO_KANN: &str = "1. e4 c6 2. d4 d5 3. e5 Bf5 4. Nf3 e6 5. Be2 c5 6. O-O Nc6 7. c3 Qb6";

fn game(round: u32, is_white: bool, moves: &str, result: &str) -> String {
    let (white, black) = if is_white { ("Model, Anna", "Ben") } else { ("Ben", "Model, Anna") };
    format!(
        "[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
    )
}

/// With Black Anna wins the twenty games in which she wins a knight, and loses twenty Caro-Kanns. With White she draws.
fn report() -> Report {
    let mut text = String::new();
    for round in 0..20 {
        text += &game(round, false, WINS_A_KNIGHT, "0-1");
        text += &game(20 + round, false, CARO_KANN, "1-0");
        text += &game(40 + round, true, CARO_KANN, "1/2-1/2");
    }
    Report::of(&unfitted_model(true, &games(&text)), &Memory::default())
}

#[test]
fn a_group_of_games_with_another_score_than_the_others_stands_out() {
    let insights = report().insights;
    let groups: Vec<(&str, f64)> = insights
        .contrasts
        .iter()
        .map(|contrast| (contrast.games.as_str(), contrast.difference.estimate))
        .collect();
    // The two groups with Black are each other's others; the colours score the same.
    assert_eq!(
        groups,
        [("Caro-Kann Defence with Black", -1.0), ("Scandinavian Defence with Black", 1.0)]
    );
    assert_eq!(insights.compared, 3);
}

#[test]
fn the_first_lead_in_material_counts_by_its_phase() {
    let insights = report().insights;
    let [opening, middlegame, endgame] = insights.first_leads;
    assert_eq!(opening, FirstLeads { by_player: 20, by_opponent: 0 });
    assert_eq!([middlegame, endgame], [FirstLeads::default(); 2]);
    assert_eq!(insights.after_leading, ResultCounts { won: 20, drawn: 0, lost: 0 });
    assert_eq!(insights.after_trailing.games(), 0);
}

#[test]
fn material_that_makes_the_other_one_resign_counts() {
    let resigned = "1. e4 d5 2. Nc3 d4 3. a3 dxc3";
    let text = game(0, false, resigned, "0-1")
        + &game(1, true, resigned, "0-1")
        + &game(2, false, resigned, "1/2-1/2")
        + &game(3, false, resigned, "1-0");
    let report = Report::of(&unfitted_model(true, &games(&text)), &Memory::default());
    let [opening, ..] = report.insights.first_leads;
    assert_eq!(opening, FirstLeads { by_player: 1, by_opponent: 1 });
}

#[test]
fn lines_to_aim_for_have_a_name_and_promise_less_than_their_games_show() {
    let report = report();
    let [white, black] = &report.targets;
    assert!(white.is_empty(), "no game with White is lost");
    let [target] = black.as_slice() else { panic!("{black:?}") };
    assert_eq!(target.opening.as_deref(), Some("Caro-Kann Defence (B10)"));
    assert_eq!(target.usual_score, 0.5);
    // Twenty lost games, and 120 with the usual score.
    assert!((target.expected_score - 60.0 / 140.0).abs() < 1e-12);
    let text = report_text(&report);
    let line = "they score 0 % of 20, usually 50 %; expect 7 points more than usual";
    assert!(text.contains("With White, aim for") && text.contains(line), "{text}");
    assert!(text.contains("other openings with Black: 100 % of 20; -100 points"), "{text}");
}
