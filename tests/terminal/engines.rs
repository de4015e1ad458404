//! Opponents that cannot play, and names of others, as a user meets them.

use std::fs;
use std::path::Path;

use super::{ended, morph};

/// The command of a program that notes each of its starts in `folder` and never answers.
fn silent(folder: &Path) -> String {
    let script = folder.join("silent.sh");
    fs::write(&script, "echo >> \"$0.starts\"; exec sleep 1000\n").unwrap();
    format!("sh {}", script.display())
}

#[test]
fn an_engine_that_never_answers_is_reported_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let command = silent(folder.path());
    let engine =
        format!("{{ command = \"{command}\", limit = {{ depth = 1 }}, start_timeout = 0.5 }}");
    let list = format!(
        "[[opponents]]\nname = \"mute\"\nopponent = {{ kind = \"engine\", engine = {engine} }}\n"
    );
    fs::write(path("list.toml"), list).unwrap();
    let plan = morph::training::Plan::DEFAULT.replace(
        "kind = \"sparring\"\nlevel = \"greedy\"",
        &format!("kind = \"engine\"\nengine = {engine}"),
    );
    fs::write(path("plan.toml"), plan).unwrap();
    let [list, plan, run, pgn] =
        ["list.toml", "plan.toml", "run", "games.pgn"].map(|name| path(name).display().to_string());
    let commands: [(&[&str], i32, &str); 3] = [
        (&["gauntlet", "--games", "2", "--opponents", &list, "--pgn", &pgn], 0, "0.5 s"),
        (&["train", "--plan", &plan, "--run", &run, "--threads", "2"], 1, "0.5 s"),
        (&["match", "--opponent", &command, "--games", "8", "--pgn", &pgn], 1, "10 s"),
    ];
    for (number, (words, code, timeout)) in (1..).zip(commands) {
        let (out, err) = ended(&morph(words).output().unwrap(), code);
        let message = format!("{command}: no `uciok` within {timeout}");
        assert!(format!("{out}{err}").contains(&message), "{out}{err}");
        let starts = fs::read_to_string(path("silent.sh.starts")).unwrap().lines().count();
        assert_eq!(starts, number, "one attempt is enough: {words:?}");
    }
    assert_eq!(fs::read_to_string(&pgn).unwrap(), "");
}

#[test]
fn names_from_files_and_engines_are_shown_without_control_characters() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let bad = "x\u{1b}[2J\u{202e}\u{7}";
    let toml = bad.replace('\u{1b}', "\\u001b").replace('\u{7}', "\\u0007");
    let plan = morph::training::Plan::DEFAULT.replace("\"default\"", &format!("\"{toml}\""));
    fs::write(path("plan.toml"), plan).unwrap();
    fs::write(path("both.toml"), format!("name = \"{toml}\"\n[[runs]]\nplan = \"plan.toml\"\n[[runs]]\nplan = \"plan.toml\"\nseed = 2\n")).unwrap();
    let list = format!(
        "[[opponents]]\nname = \"{toml}\"\nopponent = {{ kind = \"sparring\", level = \"random\" }}\n"
    );
    fs::write(path("list.toml"), list).unwrap();
    let script = "while read -r word rest; do case $word in uci) printf 'id name x\\033[2J\\342\\200\\256\\007\\n'; \
         echo uciok;; isready) echo readyok;; go) printf 'bestmove \\033[2J\\n';; quit) exit;; esac; done\n";
    fs::write(path("engine.sh"), script).unwrap();
    let engine = format!("sh {}", path("engine.sh"));
    let [list, both, run, curve, pgn] =
        ["list.toml", "both.toml", "run", "curve", "games.pgn"].map(path);
    let commands: [(&[&str], i32); 3] = [
        (&["train", "--plan", &both, "--games", "2", "--run", &run], 0),
        (&["gauntlet", "--games", "2", "--opponents", &list, "--curve", &curve, "--pgn", &pgn], 0),
        (&["match", "--opponent", &engine, "--games", "2", "--pgn", &pgn], 1),
    ];
    for (words, code) in commands {
        let (out, err) = ended(&morph(words).output().unwrap(), code);
        let shown = format!("{out}{err}");
        assert!(shown.contains("x\u{fffd}[2J\u{fffd}\u{fffd}"), "{words:?}: {shown}");
        let is_bad = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!shown.contains(is_bad), "{words:?}: {shown:?}");
    }
    for file in [format!("{curve}/score.svg"), pgn] {
        assert!(!fs::read_to_string(&file).unwrap().contains('\u{1b}'), "{file}");
    }
}
