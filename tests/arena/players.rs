use morph::arena::GameEnd;
use morph::chess::Ending;
use morph::units::Value;

use crate::matches::run;
use crate::played;

#[test]
fn every_sparring_partner_answers_the_same_to_the_same_seed() {
    for level in ["random", "greedy", "search-1", "search-2"] {
        let game = |seed| played(level, level, seed, 60);
        assert_eq!(game(3), game(3), "{level}");
        assert_ne!(game(3).plies, game(4).plies, "{level}");
    }
}

#[test]
fn each_level_beats_the_one_below() {
    for (strong, weak) in [("greedy", "random"), ("search-1", "greedy")] {
        let report = run(strong, weak, 40, 2, 9).0;
        let interval = report.interval().unwrap();
        assert!(interval.low > 0.6, "{report:?}");
    }
}

#[test]
fn search_says_what_it_expects() {
    let record = played("search-2", "random", 5, 300);
    let own: Vec<_> = record.plies.iter().skip(record.opening_plies).collect();
    assert!(own.iter().any(|ply| ply.value.is_some()));
    assert_eq!(record.ending, GameEnd::Rule(Ending::Checkmate));
    let last = own.iter().rev().find(|ply| ply.value.is_some()).unwrap();
    assert_eq!(last.value, Some(Value::WIN));
}
