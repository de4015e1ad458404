use std::process::Child;

use super::{Workspace, rounds, stdout};

#[test]
fn cases_added_by_eight_processes_at_once_are_all_kept() {
    for round in 0..rounds(3) {
        let workspace = Workspace::new();
        let writers: Vec<Child> =
            (0..8).map(|number| workspace.add_case(number).spawn().unwrap()).collect();
        for writer in writers {
            stdout(writer.wait_with_output().unwrap());
        }
        let cases = workspace.cases();
        for number in 0..8 {
            let id = format!("case{number}");
            assert!(cases.contains(&id), "round {round}: {id} is missing among {cases:?}");
        }
        assert!(workspace.is_clean(), "{:?}", workspace.files());
    }
}

#[test]
fn games_learned_by_two_processes_at_once_are_all_in_the_model() {
    for round in 0..rounds(2) {
        let workspace = Workspace::new();
        let learn = |games: &str| {
            let line = format!("opponent learn {games} --player Model -o model.adv");
            workspace.command(&line, None).spawn().unwrap()
        };
        for writer in [learn("learned.pgn"), learn("later.pgn")] {
            stdout(writer.wait_with_output().unwrap());
        }
        let report = workspace.command("opponent report model.adv --format json", None);
        let report = stdout({ report }.output().unwrap());
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        // Five of the six games of the one file are the player's, and both of the other.
        let games = report["spellings"].as_object().unwrap().values().filter_map(|n| n.as_u64());
        assert_eq!(games.sum::<u64>(), 7, "round {round}");
        assert!(workspace.is_clean(), "{:?}", workspace.files());
    }
}
