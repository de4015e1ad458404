//! The commands as a user runs them.

#![allow(clippy::unwrap_used)]

#[cfg(unix)]
#[path = "common/engines.rs"]
mod engines;
#[path = "common/installed.rs"]
mod installed;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use installed::is_installed;

fn morph(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_morph"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    morph(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The message of a command that must fail with exit code `code` and without a panic.
fn failure(output: &Output, code: i32) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{text}");
    assert!(!text.contains("panicked"), "{text}");
    text
}

/// The folder of a small training run.
fn trained(folder: &Path, games: &str) -> String {
    let root = folder.join("run").display().to_string();
    stdout(&run(&["train", "--games", games, "--run", &root, "--quiet"]));
    root
}

fn lines(path: &Path) -> usize {
    std::fs::read_to_string(path).map_or(0, |text| text.lines().count())
}

/// Waits until the journal of a run has `games` games.
fn wait_for_games(root: &str, games: usize) {
    let journal = Path::new(root).join("journal.jsonl");
    let deadline = Instant::now() + Duration::from_secs(120);
    while lines(&journal) < games {
        assert!(Instant::now() < deadline, "the run makes no progress");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn training_writes_curves_and_a_memory_and_prints_the_material_table() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("run").display().to_string();
    let text = stdout(&run(&["train", "--games", "12", "--run", &root, "--seed", "3"]));
    assert!(text.contains("12 games"), "{text}");
    assert!(text.contains("against greedy"), "{text}");
    assert!(text.contains("Pawn  Knight  Bishop"), "{text}");
    assert!(text.contains("\nLearned patterns: morph patterns list --memory "), "{text}");
    for file in ["memory.morph", "plots/overview.png", "plots/score.svg", "plots/score.csv"] {
        assert!(Path::new(&root).join(file).exists(), "{file}");
    }
    let plan = std::fs::read_to_string(Path::new(&root).join("plan.toml")).unwrap();
    assert!(plan.contains("seed = 3") && plan.contains("games = 12"), "{plan}");
}

#[test]
fn quiet_training_prints_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("quiet").display().to_string();
    let output = run(&["train", "--games", "3", "--run", &root, "--quiet"]);
    assert!(output.status.success());
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
}

#[test]
fn a_second_run_in_the_same_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let root = trained(folder.path(), "4");
    let journal = Path::new(&root).join("journal.jsonl");
    let before = std::fs::read(&journal).unwrap();
    let text = failure(&run(&["train", "--games", "4", "--run", &root]), 1);
    assert!(text.contains("--resume"), "{text}");
    assert_eq!(std::fs::read(&journal).unwrap(), before);
}

#[test]
fn several_runs_can_be_plotted() {
    let folder = tempfile::tempdir().unwrap();
    let root = trained(folder.path(), "10");
    let output = folder.path().join("pictures").display().to_string();
    // Without a folder the pictures of the first run would be overwritten.
    let before = std::fs::read(Path::new(&root).join("plots/score.svg")).unwrap();
    assert!(failure(&run(&["plot", &root, &root]), 1).contains("--output"));
    assert_eq!(std::fs::read(Path::new(&root).join("plots/score.svg")).unwrap(), before);
    let text = stdout(&run(&["plot", &root, &root, "--output", &output]));
    assert!(text.contains("material.svg") && text.contains("overview.png"), "{text}");
}

#[test]
fn a_match_reports_its_result_and_writes_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let root = trained(folder.path(), "10");
    let memory = format!("{root}/memory.morph");
    let pgn = folder.path().join("out.pgn").display().to_string();
    let arguments = ["match", "--memory", &memory, "--opponent", "random", "--games", "4"];
    let output = run(&[&arguments[..], &["--pgn", &pgn, "--format", "json", "-q"]].concat());
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let tally = &report["tally"];
    let games: u64 = ["wins", "draws", "losses"].iter().map(|k| tally[k].as_u64().unwrap()).sum();
    assert_eq!(games, 4);
    let pairs: u64 = (0..5).map(|place| report["pairs"][place].as_u64().unwrap()).sum();
    assert_eq!(pairs, 2);
    assert!(report["score"]["low"].is_number() && report["elo"].is_object(), "{report}");
    assert!(report["likelihood_of_superiority"].is_number() && report["sprt"].is_null());
    let games = std::fs::read_to_string(&pgn).unwrap();
    assert_eq!(games.matches("[Event ").count(), 4);
    assert!(!games.contains("TimeControl"));
    // The same seed gives the same games.
    let again = folder.path().join("again.pgn").display().to_string();
    let text = stdout(&run(&[&arguments[..], &["--pgn", &again, "-q", "--threads", "1"]].concat()));
    let results = [
        "Results of Morph vs random (",
        "Elo: ",
        "LOS: ",
        "Games: 4, Wins: ",
        "Ptnml(0-2): [",
        "Score: ",
        "Endings: ",
        "Forfeited: 0, Plies per game: ",
    ];
    assert_eq!(text.lines().count(), results.len(), "{text}");
    for (line, start) in text.lines().zip(results) {
        assert!(line.starts_with(start), "{line}");
    }
    assert_eq!(std::fs::read_to_string(&again).unwrap(), games);
}

#[test]
fn a_match_that_cannot_be_played_fails_and_keeps_the_old_games() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("mine.pgn");
    std::fs::write(&pgn, "[Event \"mine\"]\n").unwrap();
    let file = pgn.to_str().unwrap();
    let against =
        |who: &str| run(&["match", "--opponent", who, "--games", "2", "-q", "--pgn", file]);
    assert!(failure(&against("no-such-engine"), 1).contains("no-such-engine"));
    assert!(std::fs::read_to_string(&pgn).unwrap().contains("mine"));
    // An engine that plays only illegal moves.
    #[cfg(unix)]
    {
        let output = against(&engines::illegal_mover(folder.path()));
        assert!(failure(&output, 1).contains("no game was played to its end"));
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("Games: 2, Wins: 2, Losses: 0, Draws: 0"), "{text}");
        assert!(
            text.contains("\nForfeited: 2 (sh ") && text.contains(": 2), Plies per game: "),
            "{text}"
        );
        assert!(text.contains("\nFailures: sh ") && text.contains("a1a1"), "{text}");
        let games = std::fs::read_to_string(&pgn).unwrap();
        assert_eq!(games.matches("[Termination \"abandoned\"]").count(), 2, "{games}");
        assert_eq!(games.matches("[Result \"*\"]").count(), 0, "{games}");
        assert!(games.contains("[Abandonment \"black: sh "), "{games}");
    }
}

#[test]
fn a_match_ends_when_its_test_is_decided() {
    let test = ["--sprt", "elo0=0", "elo1=100", "model=logistic"];
    let arguments =
        ["match", "--player", "search-1", "--opponent", "random", "--rating-interval", "4"];
    let text = stdout(&run(&[&arguments[..], &test].concat()));
    assert!(text.starts_with("-----"), "the results so far come first: {text}");
    assert!(text.contains("Results of search-1 vs random:\nElo: "), "{text}");
    assert!(text.ends_with("SPRT ([0.00, 100.00]) completed - H1 was accepted\n"), "{text}");
    let json = |threads: &str| {
        let more = ["--format", "json", "-q", "--threads", threads];
        stdout(&run(&[&arguments[..], &test, &more].concat()))
    };
    let one = json("1");
    assert_eq!(one, json("3"), "games under way at the end do not count");
    let report: serde_json::Value = serde_json::from_str(&one).unwrap();
    let sprt = &report["sprt"];
    assert_eq!((&sprt["state"], &sprt["model"]), (&"h1".into(), &"logistic".into()));
    assert!(sprt["llr"].as_f64().unwrap() >= sprt["bounds"][1].as_f64().unwrap());
    // `--games` is the most that may be played.
    let text = stdout(&run(&[&arguments[..], &test, &["--games", "2", "-q"]].concat()));
    assert!(text.contains("Games: 2,") && !text.contains("completed"), "{text}");
    for (wrong, expected) in [
        (&["--sprt", "elo0=0"][..], "`elo1` is missing"),
        (&["--sprt", "elo0=3", "elo1=3"], "expected elo0 less than elo1"),
        (&["--player-option", "Hash=1"], "limits and options are for engines"),
    ] {
        let text = failure(&run(&[&arguments[..], wrong].concat()), 1);
        assert!(text.contains(expected), "{text}");
    }
    for wrong in [
        &["--memory", "x"][..],
        &["--advice"],
        &["--tc", "soon"],
        &["--timemargin", "5"],
        &["--tc", "1", "--movetime", "5"],
    ] {
        failure(&run(&[&arguments[..], wrong].concat()), 2);
    }
    let itself = ["match", "--player", "self", "--opponent", "random"];
    assert!(failure(&run(&itself), 1).contains("--player self"));
}

#[cfg(unix)]
#[test]
fn an_engine_that_lets_its_time_pass_loses() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("late.sh");
    let body = "while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; \
                stop) echo bestmove 0000;; quit) exit;; esac; done";
    fs::write(&script, body).unwrap();
    let late = format!("sh {}", script.display());
    let pgn = folder.path().join("late.pgn");
    let arguments = [
        "match",
        "--player",
        "random",
        "--opponent",
        &late,
        "--tc",
        "40/0.05+0.01",
        "--timemargin",
        "10",
        "--games",
        "2",
        "--pgn",
        pgn.to_str().unwrap(),
    ];
    let text = stdout(&run(&arguments));
    assert!(text.contains("(40/0.05+0.01):\n") && text.contains("Wins: 2,"), "{text}");
    assert!(text.contains("Endings: time-forfeit 2\n"), "{text}");
    let games = fs::read_to_string(pgn).unwrap();
    for tag in ["[Termination \"time forfeit\"]", "[TimeControl \"40/0.05+0.01\"]"] {
        assert_eq!(games.matches(tag).count(), 2, "{games}");
    }
}

#[test]
fn the_stronger_of_two_engines_is_found() {
    if !is_installed("stockfish") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    let output = run(&[
        "match",
        "--player",
        "stockfish",
        "--player-nodes",
        "300",
        "--player-option",
        "Hash=16",
        "--opponent",
        "stockfish",
        "--nodes",
        "30",
        "--option",
        "Hash=16",
        "--games",
        "400",
        "--sprt",
        "elo0=0",
        "elo1=100",
        "--format",
        "json",
        "-q",
        "--pgn",
        pgn.to_str().unwrap(),
    ]);
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["sprt"]["state"], "h1", "{report}");
    let pairs: u64 = (0..5).map(|place| report["pairs"][place].as_u64().unwrap()).sum();
    let games = fs::read_to_string(pgn).unwrap();
    assert_eq!(games.matches("[Event ").count() as u64, 2 * pairs);
    for name in ["first", "second"] {
        let nodes = if name == "first" { "(nodes 300)" } else { "(nodes 30)" };
        assert!(report[name].as_str().unwrap().ends_with(nodes), "{report}");
        assert_eq!(games.matches(nodes).count() as u64, 2 * pairs);
    }
}

#[test]
fn positions_are_printed_as_openbench_asks_for_them() {
    let words = ["genfens", "5", "seed", "3", "book", "None"];
    let text = stdout(&run(&words));
    assert_eq!(text.lines().filter(|line| line.starts_with("info string genfens ")).count(), 5);
    assert_eq!(text, stdout(&run(&["genfens 5 seed 3 book None", "quit"])));
    assert_eq!(text, stdout(&run(&["genfens 5 seed 3 book None  ", "quit"])));
    assert!(failure(&run(&["genfens 5 seed x book None", "quit"]), 1).contains("genfens 5 seed x"));
    assert!(failure(&run(&["genfens 5 seed 1 book no.epd", "quit"]), 1).contains("no.epd"));
}

#[test]
fn the_last_line_of_a_bench_is_for_openbench() {
    let text = stdout(&run(&["bench", "--rounds", "1"]));
    let words: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
    let [nodes, "nodes", speed, "nps"] = words[..] else { panic!("{text}") };
    assert!(text.starts_with(&format!("successors      {nodes}\n")), "{text}");
    assert!(speed.parse::<u64>().is_ok());
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_an_error() {
    for arguments in [&["cases", "list"][..], &["advise", "list"], &["patterns", "list"]] {
        let mut child =
            morph(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{arguments:?}");
    }
}

#[test]
fn a_gauntlet_skips_an_engine_that_is_not_installed() {
    let folder = tempfile::tempdir().unwrap();
    let root = trained(folder.path(), "4");
    let memory = format!("{root}/memory.morph");
    let list = folder.path().join("gauntlet.toml");
    let text = "[[opponents]]\nname = \"missing\"\nopponent = { kind = \"engine\", engine = { command = \"no-such-engine\", \
                limit = { depth = 1 } } }\n[[opponents]]\nname = \"random\"\nopponent = { kind = \"sparring\", level = \"random\" }\n";
    std::fs::write(&list, text).unwrap();
    let list = list.display().to_string();
    let pgn = folder.path().join("gauntlet.pgn").display().to_string();
    let arguments =
        ["gauntlet", "--memory", &memory, "--games", "2", "--opponents", &list, "--pgn", &pgn];
    let text = stdout(&run(&arguments));
    assert!(text.contains("skipped: no-such-engine") && text.contains("not found"), "{text}");
    let json = stdout(&run(&[&arguments[..], &["--format", "json"]].concat()));
    let outcomes: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(outcomes[0]["failure"].is_string(), "{json}");
    assert_eq!(outcomes[1]["opponent"], "random");
    let tally = &outcomes[1]["report"]["tally"];
    let games: u64 = ["wins", "draws", "losses"].iter().map(|k| tally[k].as_u64().unwrap()).sum();
    assert_eq!(games, 2);
    let games = std::fs::read_to_string(&pgn).unwrap();
    assert_eq!(games.matches("[Event \"random\"]").count(), 2, "{games}");
    // Two memories.
    let curve = folder.path().join("curve");
    let more = ["--memory", &memory, "--format", "json", "--curve", curve.to_str().unwrap()];
    let json = stdout(&run(&[&arguments[..], &more].concat()));
    let outcomes: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(outcomes.as_array().unwrap().len(), 4);
    assert_eq!(outcomes[3]["training_games"], 4);
    let csv = std::fs::read_to_string(curve.join("score.csv")).unwrap();
    assert_eq!(csv.lines().filter(|line| line.starts_with("random,4,")).count(), 2, "{csv}");
    // A memory trained with another seed has its own line in the plot.
    let other = folder.path().join("other").display().to_string();
    stdout(&run(&["train", "--games", "4", "--seed", "9", "--run", &other, "--quiet"]));
    let other = format!("{other}/memory.morph");
    stdout(&run(&[&arguments[..], &more, &["--memory", &other]].concat()));
    let csv = std::fs::read_to_string(curve.join("score.csv")).unwrap();
    assert!(csv.contains("seed 1") && csv.contains("seed 9"), "{csv}");
    assert!(curve.join("score.svg").exists() && curve.join("score.png").exists());
    let again = stdout(&run(&["plot", &curve.display().to_string()]));
    assert!(again.contains("score.png") && !again.contains("score.csv"), "{again}");
    let file = curve.join("score.csv").display().to_string();
    let no_folder = run(&[&arguments[..], &["--curve", &file]].concat());
    assert!(failure(&no_folder, 1).contains("cannot write to") && no_folder.stdout.is_empty());
    let odd = [&arguments[..3], &["--games", "3"]].concat();
    assert!(failure(&run(&odd), 2).contains("even"));
}

#[test]
fn errors_name_the_invalid_input() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let no_memory = file("x.morph", "not a memory");
    let bad_plan = file("bad.toml", "name = \"x\"\ngames = 10\nspeed = 3\n");
    let bad_epd = file("bad.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\nfoo\n");
    let root = trained(folder.path(), "2");
    let memory = format!("{root}/memory.morph");
    let missing = folder.path().join("missing").display().to_string();
    let cases: &[(&[&str], i32, &str)] = &[
        (&["match", "--memory", &no_memory, "--opponent", "random"], 1, "x.morph"),
        (&["match", "--memory", &missing, "--opponent", "random"], 1, "missing"),
        (&["match", "--memory", &memory], 2, "--opponent"),
        (&["match", "--memory", &memory, "--opponent", "random", "--depth", "2"], 1, "random"),
        (&["match", "--memory", &memory, "--opponent", "no-such-engine"], 1, "no-such-engine"),
        (&["match", "--opponent", "search-9"], 1, "search-1 to search-6"),
        (&["train", "--opponent", "sparring"], 1, "random, greedy, search-1 to search-6"),
        (
            &["match", "--memory", &memory, "--opponent", "random", "--openings", &bad_epd],
            1,
            "bad.epd:2",
        ),
        (&["train", "--plan", &bad_plan], 1, "speed"),
        (&["train", "--plan", &missing], 1, "missing"),
        (
            &["train", "--plan", "player.toml"],
            1,
            "default, morph-1991, player-continued, player-merged, player-moves",
        ),
        (&["train", "--resume", &missing], 1, "missing"),
        (&["train", "--start", &missing, "--run", &missing], 1, "missing"),
        (&["train", "--start", "built-in", "--resume", &missing], 2, "--resume"),
        (&["train", "--depth", "3"], 2, "--opponent"),
        (&["train", "--games", "0"], 2, "--games"),
        (&["plot", &missing], 1, "missing"),
        (&["plot"], 2, "RUN"),
    ];
    for (arguments, code, expected) in cases {
        let text = failure(&run(arguments), *code);
        assert!(text.contains(expected), "{arguments:?}: {text}");
    }
}

#[cfg(unix)]
#[test]
fn an_engine_that_dies_loses_games_and_the_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let engine = folder.path().join("dying.sh");
    let script = "#!/bin/sh\nwhile read -r word rest; do\ncase $word in\nuci) echo uciok;;\n\
                  isready) echo readyok;;\ngo) exit 1;;\nquit) exit 0;;\nesac\ndone\n";
    std::fs::write(&engine, script).unwrap();
    let command = format!("sh {}", engine.display());
    let root = folder.path().join("run").display().to_string();
    let output = run(&["train", "--opponent", &command, "--games", "3", "--run", &root]);
    let text = stdout(&output);
    assert!(text.contains("3 games"), "{text}");
    let journal = std::fs::read_to_string(Path::new(&root).join("journal.jsonl")).unwrap();
    assert_eq!(journal.matches("\"result\":\"*\"").count(), 3);
    assert!(String::from_utf8_lossy(&output.stderr).contains("abandoned"));
}

#[cfg(unix)]
fn signal(child: &std::process::Child, name: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
}

/// The path of a plan with two runs of six games each.
fn series_plan(folder: &Path) -> String {
    let plan = include_str!("../training/plans/default.toml");
    std::fs::write(folder.join("one.toml"), plan).unwrap();
    let path = folder.join("both.toml");
    let text =
        "name = \"both\"\n[[runs]]\nplan = \"one.toml\"\n[[runs]]\nplan = \"one.toml\"\nseed = 2\n";
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
fn built_in_plans_are_found_from_any_folder() {
    let folder = tempfile::tempdir().unwrap();
    for (plan, games) in [("player", "2 games"), ("player-merged", "4 games in 2 runs, merged")] {
        let train = ["train", "--plan", plan, "--games", "2", "--run", plan];
        let text = stdout(&morph(&train).current_dir(folder.path()).output().unwrap());
        assert!(text.contains(games), "{text}");
    }
    let help = stdout(&run(&["train", "--help"]));
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        help.contains("(default, morph-1991, player-continued, player-merged, player-moves)"),
        "{help}"
    );
}

/// What runs began with counts once in a merge of them, and cannot be left out.
fn merge_of_runs_that_begin_with_it(start: &str, folder: &Path) {
    let [first, second] = ["50", "51"].map(|seed| {
        let root = folder.join(seed).display().to_string();
        let on = ["train", "--start", start, "--games", "2", "--seed", seed, "--run", &root];
        stdout(&run(&on));
        format!("{root}/memory.morph")
    });
    let both = folder.join("both.morph").display().to_string();
    let merge = ["patterns", "merge", &first, &second, "-o", &both, "--format", "json"];
    let refusal = failure(&run(&merge), 1);
    assert!(refusal.contains("began with default, seed 1 + default, seed 2"), "{refusal}");
    assert!(refusal.contains("--start"), "{refusal}");
    let with = |start: &str| run(&[&merge[..], &["--start", start]].concat());
    let refusal = failure(&with(&first), 1);
    assert!(refusal.contains(&format!("did not begin with {first}")), "{refusal}");
    assert!(failure(&with("built-in"), 1).contains("did not begin with"));
    assert!(!Path::new(&both).exists());
    let record: serde_json::Value = serde_json::from_str(&stdout(&with(start))).unwrap();
    assert_eq!(record["games"], 12 + 2 + 2);
}

#[test]
fn the_runs_of_a_series_are_played_and_merged() {
    let folder = tempfile::tempdir().unwrap();
    let plan = series_plan(folder.path());
    let root = folder.path().join("series").display().to_string();
    let output = run(&["train", "--plan", &plan, "--games", "6", "--run", &root]);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.contains("run 1 of 2: default, seed 1"), "{stderr}");
    assert!(stderr.contains("run 2 of 2: default, seed 2"), "{stderr}");
    let text = stdout(&output);
    assert!(text.contains("12 games in 2 runs, merged"), "{text}");
    assert!(text.contains("Pawn  Knight  Bishop"), "{text}");
    let [first, second] =
        ["1-default", "2-default"].map(|run| format!("{root}/{run}/memory.morph"));
    let merged = folder.path().join("merged.morph").display().to_string();
    stdout(&run(&["patterns", "merge", &first, &second, "-o", &merged]));
    let read = |path: &str| std::fs::read(path).unwrap();
    assert!(read(&merged) == read(&format!("{root}/memory.morph")));
    assert!(stdout(&run(&["plot", &root])).contains("overview.png"));
    merge_of_runs_that_begin_with_it(&merged, folder.path());
    // The same folder is refused; resuming a finished series does nothing.
    let again = run(&["train", "--plan", &plan, "--games", "6", "--run", &root]);
    assert!(failure(&again, 1).contains("--resume"));
    let quiet = run(&["train", "--resume", &root, "--quiet"]);
    assert!(quiet.status.success() && quiet.stdout.is_empty() && quiet.stderr.is_empty());
    assert!(read(&merged) == read(&format!("{root}/memory.morph")));
    // With --seed, each run has the next seed.
    let seeds = folder.path().join("seeds").display().to_string();
    let seeded = ["train", "--plan", &plan, "--games", "2", "--seed", "40", "--run", &seeds];
    let stderr = String::from_utf8_lossy(&run(&seeded).stderr).into_owned();
    assert!(stderr.contains("seed 40") && stderr.contains("seed 41"), "{stderr}");
}

#[cfg(unix)]
#[test]
fn a_series_killed_in_its_second_run_resumes_there() {
    let folder = tempfile::tempdir().unwrap();
    let plan = series_plan(folder.path());
    let whole = folder.path().join("whole").display().to_string();
    stdout(&run(&["train", "--plan", &plan, "--games", "30", "--run", &whole, "--quiet"]));
    let root = folder.path().join("broken").display().to_string();
    let train = ["train", "--plan", &plan, "--games", "30", "--run", &root, "--threads", "1"];
    let child = morph(&train).stderr(Stdio::null()).spawn().unwrap();
    wait_for_games(&format!("{root}/1-default"), 4);
    signal(&child, "-INT");
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    let mut child =
        morph(&["train", "--resume", &root, "--threads", "1", "--quiet"]).spawn().unwrap();
    wait_for_games(&format!("{root}/2-default"), 8);
    signal(&child, "-KILL");
    assert!(!child.wait().unwrap().success());
    assert!(!Path::new(&root).join("memory.morph").exists());
    let output = run(&["train", "--resume", &root]);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!stderr.contains("run 1 of 2") && stderr.contains("run 2 of 2"), "{stderr}");
    assert!(stdout(&output).contains("60 games in 2 runs"));
    let read = |root: &str| std::fs::read(Path::new(root).join("memory.morph")).unwrap();
    assert!(read(&root) == read(&whole));
}

#[cfg(unix)]
#[test]
fn a_series_killed_while_two_runs_play_resumes_both() {
    let folder = tempfile::tempdir().unwrap();
    let plan = series_plan(folder.path());
    let whole = folder.path().join("whole").display().to_string();
    let options = ["--plan", &plan, "--games", "30", "--threads", "1", "--quiet"];
    stdout(&run(&[&["train", "--run", &whole], &options[..]].concat()));
    let root = folder.path().join("broken").display().to_string();
    let options = ["--plan", &plan, "--games", "30", "--threads", "8", "--quiet"];
    let mut child = morph(&[&["train", "--run", &root], &options[..]].concat()).spawn().unwrap();
    wait_for_games(&format!("{root}/1-default"), 4);
    wait_for_games(&format!("{root}/2-default"), 4);
    signal(&child, "-KILL");
    assert!(!child.wait().unwrap().success());
    let output = run(&["train", "--resume", &root, "--threads", "8"]);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.contains("run 1: resumed after game"), "{stderr}");
    assert!(stderr.contains("run 2: resumed after game"), "{stderr}");
    let read = |root: &str| std::fs::read(Path::new(root).join("memory.morph")).unwrap();
    assert!(read(&root) == read(&whole));
}

#[cfg(unix)]
#[test]
fn interrupted_and_killed_training_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole").display().to_string();
    stdout(&run(&["train", "--games", "120", "--run", &whole, "--quiet"]));

    let root = folder.path().join("broken").display().to_string();
    let train = ["train", "--games", "120", "--run", &root];
    let child = morph(&train).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for_games(&root, 8);
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(Path::new(&root).join("memory.morph").exists());
    let games = lines(&Path::new(&root).join("journal.jsonl"));
    assert!((8..120).contains(&games), "{games}");

    let mut child =
        morph(&["train", "--resume", &root, "--quiet"]).stderr(Stdio::null()).spawn().unwrap();
    wait_for_games(&root, games + 8);
    signal(&child, "-KILL");
    assert!(!child.wait().unwrap().success());

    stdout(&run(&["train", "--resume", &root, "--quiet"]));
    for file in ["journal.jsonl", "games.pgn", "memory.morph"] {
        let read = |root: &str| std::fs::read(Path::new(root).join(file)).unwrap();
        assert!(read(&root) == read(&whole), "{file}");
    }
    // Nothing is left to do.
    let output = run(&["train", "--resume", &root]);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(stderr.trim(), "all 120 games are played");
    assert!(stdout(&output).contains("120 games"));
}

#[test]
fn shells_complete_commands_and_each_has_a_manual_page() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = morph(&["completions", shell]).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{shell}: {output:?}");
        assert!(String::from_utf8(output.stdout).unwrap().contains("gauntlet"), "{shell}");
    }
    assert!(!morph(&["completions", "cmd"]).output().unwrap().status.success());
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    assert!(morph(&["man", pages.to_str().unwrap()]).output().unwrap().status.success());
    for name in ["morph.1", "morph-train.1", "morph-patterns-show.1"] {
        let page = fs::read_to_string(pages.join(name)).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{name}: {page}");
    }
    let output = morph(&["man"]).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        fs::read_to_string(pages.join("morph.1")).unwrap()
    );
    fs::write(folder.path().join("file"), "").unwrap();
    let output = morph(&["man", folder.path().join("file").to_str().unwrap()]).output().unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("file: cannot be written"));
}

/// What a command prints with `--format json`.
fn json(arguments: &str) -> serde_json::Value {
    let words: Vec<&str> = arguments.split_whitespace().chain(["--format", "json"]).collect();
    let text = stdout(&run(&words));
    serde_json::from_str(&text).unwrap_or_else(|fault| panic!("{arguments}: {fault}: {text}"))
}

#[test]
fn a_log_has_every_game_once_even_if_training_is_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("run").display().to_string();
    let games = 60;
    for format in ["csv", "tensorboard"] {
        let root = format!("{root}-{format}");
        let start =
            ["train", "--games", &games.to_string(), "--run", &root, "--log-format", format];
        let mut child = morph(&start).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_for_games(&root, 5);
        child.kill().unwrap();
        child.wait().unwrap();
        stdout(&run(&["train", "--resume", &root, "--log-format", format, "--quiet"]));
        if format == "csv" {
            let mut rows = csv::Reader::from_path(Path::new(&root).join("log.csv")).unwrap();
            let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
            let numbers: Vec<usize> = rows.iter().map(|row| row[0].parse().unwrap()).collect();
            assert_eq!(numbers, (1..=games).collect::<Vec<_>>());
            continue;
        }
        let mut steps = Vec::new();
        let mut files: Vec<_> =
            fs::read_dir(Path::new(&root).join("tensorboard")).unwrap().collect();
        files.sort_by_key(|file| file.as_ref().unwrap().file_name());
        for file in files {
            // Records: length, checksum, data, checksum; the first says what kind of file it is.
            let bytes = fs::read(file.unwrap().path()).unwrap();
            let mut rest = &bytes[..];
            while let Some((length, after)) = rest.split_first_chunk::<8>() {
                let length = u64::from_le_bytes(*length) as usize;
                let data = &after[4..4 + length];
                rest = &after[4 + length + 4..];
                // Field 2 follows the time: a step below 128 is one byte.
                if data[9] == 0x10 {
                    steps.push(data[10]);
                }
            }
        }
        assert!(steps.is_sorted() && steps.last() == Some(&60), "{steps:?}");
    }
}

#[test]
fn every_result_can_be_had_as_json() {
    const ROOK: &str = "8/8/4k3/8/8/8/8/R6K w - - 0 1";
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (root, games) = (path("run"), path("games.pgn"));
    let pgn = "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n";
    fs::write(&games, pgn).unwrap();

    let trained = json(&format!("train --games 6 --quiet --run {root}"));
    assert_eq!((&trained["is_finished"], &trained["memory"]["games"]), (&true.into(), &6.into()));
    let memory = trained["memory"]["file"].as_str().unwrap();
    let pictures = json(&format!("plot {root}"));
    assert!(
        pictures["files"]
            .as_array()
            .unwrap()
            .iter()
            .all(|f| Path::new(f.as_str().unwrap()).exists())
    );
    let other = json(&format!("train --games 6 --seed 2 --quiet --run {}", path("other")));
    let other = other["memory"]["file"].as_str().unwrap();
    let merged = json(&format!("patterns merge {memory} {other} -o {}", path("merged.morph")));
    assert_eq!(merged["games"], 12);
    let bench = json(&format!("bench --memory {memory} --rounds 1"));
    assert_eq!(bench["signature"].as_str().map(str::len), Some(16));
    assert!(json(&format!("verify {root}")).is_array());
    assert!(json("patterns stats --positions 2").is_object());

    let compared = json("why startpos e4 a4");
    assert_eq!(
        (&compared["side"], &compared["outcomes"][1]["san"]),
        (&"white".into(), &"a4".into())
    );
    assert_eq!(compared["learned"]["move"], "e4");
    assert!(json("why startpos e4 a4 --no-memory")["learned"].is_null());
    let advice = json(&format!("advise {ROOK}"));
    assert_eq!((&advice["table"], &advice["uci"]), (&"krk".into(), &"a1a5".into()));
    let game = json(&format!("advise --play-out {ROOK}"));
    assert_eq!(game["outcome"], "mate");
    assert_eq!(game["moves"][0]["fen"], ROOK);
    assert_eq!(json("advise list")[0]["name"], "kbbk");

    let base = path("cases.json");
    let case = json(&format!("cases --case-base {base} add {ROOK} --id rook --anyway"));
    assert_eq!((&case["stored"], &case["case"]["id"]), (&true.into(), &"rook".into()));
    let approved = json(&format!("cases --case-base {base} approve rook --by Anna"));
    assert_eq!(approved["approved_by"], "Anna");
    assert!(json(&format!("cases --case-base {base} list")).as_array().unwrap().len() > 1);

    let added = json(&format!("library --memory {memory} add {games} --to {}", path("library")));
    assert_eq!((&added["games"], &added["added"][0]["games"]), (&1.into(), &1.into()));
    let model = path("anna.adv");
    let learned = json(&format!("opponent learn {games} --player Anna -o {model}"));
    assert_eq!((&learned["player"], &learned["import"]["games"]), (&"Anna".into(), &1.into()));
    assert!(json(&format!("opponent predict {model} startpos --at-least 0")).is_array());
}

#[test]
fn a_position_may_come_from_standard_input() {
    for arguments in [&["why", "-", "Ra5", "Ra2"][..], &["advise", "-"], &["explain", "-"]] {
        let mut child =
            morph(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"8/8/4k3/8/8/8/8/R6K w - - 0 1\n").unwrap();
        let text = stdout(&child.wait_with_output().unwrap());
        assert!(text.contains("Ra5"), "{arguments:?}: {text}");
    }
}

#[test]
fn positions_of_chess960_are_refused_by_name() {
    let fen = "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1";
    let output = morph(&["explain", fen]).output().unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("Chess960"));
}

#[test]
fn a_program_that_gives_no_arguments_finds_the_uci_engine() {
    let mut child = morph(&[]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"uci\nquit\n").unwrap();
    assert!(stdout(&child.wait_with_output().unwrap()).ends_with("uciok\n"));
}

#[test]
fn the_uci_engine_answers_a_client() {
    let folder = tempfile::tempdir().unwrap();
    let root = trained(folder.path(), "4");
    let memory = format!("{root}/memory.morph");
    let mut child = morph(&["uci", "--memory", &memory])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut until = |start: &str| {
        output.by_ref().map(Result::unwrap).find(|line| line.starts_with(start)).unwrap()
    };
    writeln!(input, "uci").unwrap();
    until("uciok");
    writeln!(input, "isready\nucinewgame\nposition startpos moves e2e4").unwrap();
    until("readyok");
    writeln!(input, "go wtime 1000 btime 1000").unwrap();
    let info = until("info depth 1");
    assert!(info.contains(" score cp ") && info.contains(" wdl ") && info.contains(" pv "));
    let best = until("bestmove ");
    // A mate in one is found with any memory.
    writeln!(input, "position fen 6k1/5ppp/8/8/8/8/8/K6R w - - 0 1").unwrap();
    writeln!(input, "position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\ngo infinite\nstop").unwrap();
    assert!(until("info depth 1").contains("score mate 1"));
    assert_eq!(until("bestmove "), "bestmove d1d8");
    // MultiPV lists the best moves, the mate first.
    writeln!(input, "setoption name MultiPV value 3\ngo depth 1").unwrap();
    assert!(until("info depth 1").contains(" multipv 1 score mate 1 "));
    for number in 2..=3 {
        let line = until("info depth 1");
        assert!(line.contains(&format!(" multipv {number} score cp ")), "{line}");
    }
    assert_eq!(until("bestmove "), "bestmove d1d8");
    // A file that is not a memory is reported; the old memory keeps playing.
    writeln!(input, "setoption name MemoryFile value no-such-file\nisready").unwrap();
    assert!(until("info string").contains("no-such-file"));
    writeln!(input, "go depth 1").unwrap();
    assert_eq!(until("bestmove "), "bestmove d1d8");
    // A proven ending: mate within the line of the rule, a win further from it, a draw for the bare king.
    writeln!(input, "setoption name MultiPV value 1\nsetoption name Advice value true").unwrap();
    for (fen, score) in [
        ("8/8/4k3/8/8/8/8/R6K w - - 0 1", "score cp 3600 wdl 1000 0 0"),
        ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "score mate 2 wdl 1000 0 0"),
        ("4k3/8/8/4K3/4P3/8/8/8 b - - 0 1", "score cp 0 wdl 0 1000 0"),
    ] {
        writeln!(input, "position fen {fen}\ngo").unwrap();
        let info = until("info depth 1");
        assert!(info.contains(score), "{fen}: {info}");
        until("bestmove ");
    }
    // The reply is named where the interface ponders.
    writeln!(input, "setoption name Advice value false\nposition startpos\ngo").unwrap();
    assert!(!until("bestmove ").contains("ponder"));
    writeln!(input, "setoption name Ponder value true\ngo").unwrap();
    assert!(until("bestmove ").contains(" ponder "));
    // What interfaces set without asking is accepted; a weakened player plays several first moves.
    writeln!(input, "setoption name Hash value 64\nsetoption name Threads value 2").unwrap();
    writeln!(input, "setoption name Move Overhead value 100").unwrap();
    writeln!(input, "setoption name UCI_LimitStrength value true").unwrap();
    writeln!(input, "setoption name UCI_Elo value 300").unwrap();
    let mut first_move = || {
        writeln!(input, "position startpos\ngo").unwrap();
        until("bestmove ")
    };
    let moves: std::collections::BTreeSet<String> = (0..40).map(|_| first_move()).collect();
    assert!(moves.len() > 3, "{moves:?}");
    writeln!(input, "setoption name UCI_Elo value 3000\nisready").unwrap();
    assert!(until("info string").contains("option `UCI_Elo` takes a whole number from"));
    writeln!(input, "quit").unwrap();
    assert!(child.wait().unwrap().success());
    assert!(best.len() >= "bestmove e7e5".len());
}
