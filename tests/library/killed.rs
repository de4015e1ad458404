use std::collections::BTreeMap;
use std::thread::sleep;
use std::time::Instant;

use super::kills::{moment, rounds};
use super::{Workspace, random_pgn};

/// What a library holds: each game and how its positions are found.
fn content(workspace: &Workspace, library: &str) -> BTreeMap<String, String> {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1",
    ];
    let mut content = BTreeMap::new();
    for task in ["exact", "material", "structure", "similar"] {
        for fen in fens {
            let line = format!("library {task} --library {library} --format json --top 5");
            let found: serde_json::Value =
                serde_json::from_str(&workspace.run(&line, Some(fen))).unwrap();
            // Which of the positions that are equally alike come first depends on the order of the index.
            let numbers = (&found["statistics"], &found["moves"]);
            let numbers = if task == "similar" {
                format!("{:.3}", found["neighbours"][0]["score"])
            } else {
                format!("{numbers:?}")
            };
            content.insert(format!("{task} {fen}"), numbers);
        }
    }
    content
}

#[test]
fn a_library_is_whole_however_often_adding_is_killed() {
    let workspace = Workspace::new();
    workspace.write("games.pgn", &random_pgn(150, 12));
    let started = Instant::now();
    let whole = workspace.run("library add games.pgn --to whole", None);
    let duration = started.elapsed();
    for kill in 1..=rounds(20) {
        let mut child =
            workspace.command("library add games.pgn --to killed", None).spawn().unwrap();
        sleep(duration.mul_f64(moment(kill) * 1.1));
        let _ = child.kill();
        child.wait().unwrap();
    }
    let killed = workspace.run("library add games.pgn --to killed", None);
    assert_eq!(whole.replace("whole", "killed"), killed);
    assert_eq!(content(&workspace, "whole"), content(&workspace, "killed"));
}
