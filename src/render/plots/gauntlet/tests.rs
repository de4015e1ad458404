#![allow(clippy::unwrap_used)]

use super::*;

fn score(opponent: &str, plan: &str, training_games: u32, score: f64) -> CheckpointScore {
    CheckpointScore {
        opponent: opponent.to_owned(),
        training_games,
        score,
        low_95: Some(score - 4.0),
        high_95: Some(score + 4.0),
        plan: plan.to_owned(),
        games: 400,
        seed: 7,
    }
}

#[test]
fn the_title_names_the_strongest_opponent_that_is_beaten() {
    let mut scores = vec![
        score("random", "mine, seed 1", 2000, 99.0),
        score("random", "mine, seed 1", 1000, 90.0),
        score("GNU Chess", "mine, seed 1", 1000, 30.0),
        score("GNU Chess", "mine, seed 1", 2000, 56.4),
        score("Stockfish", "mine, seed 1", 2000, 20.0),
    ];
    let title = |scores: &[CheckpointScore]| chart(scores).title;
    assert_eq!(title(&scores), "From an empty memory to 56 % against GNU Chess, in 2,000 games");
    scores[3].score = 45.0;
    scores[3].low_95 = Some(41.0);
    assert_eq!(title(&scores), "From an empty memory to 99 % against random, in 2,000 games");
    assert_eq!(title(&scores[4..]), "20 % against Stockfish, after 2,000 games");
}

#[test]
fn an_opponent_has_one_hue_and_other_seeds_are_thin() {
    let scores = [
        score("GNU Chess", "mine, seed 1", 1000, 30.0),
        score("GNU Chess", "mine, seed 2", 1000, 33.0),
        score("random", "mine, seed 1", 1000, 90.0),
        score("GNU Chess", "old, seed 1", 1000, 0.0),
        score("random", "old, seed 1", 1000, 1.0),
    ];
    let series = chart(&scores).series;
    let looks: Vec<_> = series.iter().map(|s| (s.hue, s.emphasis, s.label.as_deref())).collect();
    assert_eq!(
        looks,
        [
            (1, Emphasis::Strong, Some("30 % against\nGNU Chess")),
            (1, Emphasis::Faint, None),
            (0, Emphasis::Strong, Some("90 % against\nrandom")),
            (1, Emphasis::Faint, Some("old: 0 %")),
            (0, Emphasis::Faint, None),
        ]
    );
    assert!(series[0].band == [(1000.0, 26.0, 34.0)] && series[1].band.is_empty());
}

#[test]
fn scores_are_drawn_again_from_their_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut scores =
        vec![score("GNU Chess", "mine, seed 1", 1000, 30.0), score("random", "old", 9, 0.25)];
    (scores[1].low_95, scores[1].high_95) = (None, None);
    let files = draw_checkpoint_scores(&scores, folder.path(), Formats::ALL).unwrap();
    assert_eq!(CheckpointScore::load(&folder.path().join("score.csv")).unwrap(), scores);
    let svg = std::fs::read_to_string(&files[0]).unwrap();
    assert!(svg.contains(">\n30 % against\n<") && svg.contains(">\nGNU Chess\n<"));
    std::fs::write(folder.path().join("score.csv"), "opponent,score\nx,high\n").unwrap();
    let error = CheckpointScore::load(&folder.path().join("score.csv")).unwrap_err().to_string();
    assert!(error.contains("score.csv"), "{error}");
}
