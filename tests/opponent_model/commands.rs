use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use super::{BROKEN, LATER, LEARNED};

/// A folder with games to run the program in.
pub struct Workspace {
    folder: TempDir,
}

impl Workspace {
    pub fn new() -> Workspace {
        let workspace = Workspace { folder: tempfile::tempdir().unwrap() };
        for (name, text) in [("learned.pgn", LEARNED), ("later.pgn", LATER), ("broken.pgn", BROKEN)]
        {
            std::fs::write(workspace.path(name), text).unwrap();
        }
        workspace
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_morph"));
        command.arg("opponent").args(line.split_whitespace()).current_dir(self.folder.path());
        command
    }

    pub fn run(&self, line: &str) -> Output {
        self.command(line).output().unwrap()
    }

    /// Standard output of a UCI engine for these commands.
    pub fn uci(&self, line: &str, commands: &str) -> String {
        let mut engine =
            self.command(line).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        engine.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
        String::from_utf8(engine.wait_with_output().unwrap().stdout).unwrap()
    }

    /// Standard output of a command that has to succeed.
    pub fn output(&self, line: &str) -> String {
        let output = self.run(line);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    pub fn error(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(!output.status.success(), "{line}");
        String::from_utf8(output.stderr).unwrap()
    }

    pub fn learned() -> Workspace {
        let workspace = Workspace::new();
        workspace.output("learn learned.pgn --player Model -o anna.adv");
        workspace
    }
}

#[test]
fn learning_reports_what_was_learned() {
    let workspace = Workspace::new();
    let text = workspace.output("learn learned.pgn --player Model -o anna.adv");
    assert!(text.contains("Model: 5 games, as Model, Anna (5)"), "{text}");
    assert!(
        text.contains("6 games read, 0 invalid; 4 studied, 1 for the move model only"),
        "{text}"
    );
    let again = workspace.output("learn learned.pgn --player Model -o anna.adv");
    assert!(again.contains("5 duplicates"), "{again}");
    let error = workspace.error("learn learned.pgn --player Adams -o anna.adv");
    assert!(error.contains("anna.adv is a model of Model"), "{error}");
    let error = workspace.error("learn learned.pgn --player Nobody -o nobody.adv");
    assert!(error.contains("no game of Nobody among 6 games"), "{error}");
    assert!(!error.contains("did you mean"), "{error}");
    let error = workspace.error("learn learned.pgn --player Modle -o nobody.adv");
    assert!(error.contains("; did you mean Model, Anna"), "{error}");
    assert!(!workspace.path("nobody.adv").exists());
}

#[test]
fn compressed_files_give_the_same_model() {
    let workspace = Workspace::learned();
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(LEARNED.as_bytes()).unwrap();
    std::fs::write(workspace.path("packed.pgn.gz"), packer.finish().unwrap()).unwrap();
    std::fs::write(
        workspace.path("packed.pgn.zst"),
        zstd::encode_all(LEARNED.as_bytes(), 3).unwrap(),
    )
    .unwrap();
    let plain = std::fs::read(workspace.path("anna.adv")).unwrap();
    for packed in ["packed.pgn.gz", "packed.pgn.zst"] {
        workspace.output(&format!("learn {packed} --player Model -o packed.adv --fresh"));
        assert_eq!(std::fs::read(workspace.path("packed.adv")).unwrap(), plain, "{packed}");
    }
}

#[test]
fn invalid_games_are_reported_and_the_others_learned() {
    let workspace = Workspace::new();
    let output = workspace.run("learn broken.pgn learned.pgn --player Model -o anna.adv");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("warning: broken.pgn: game 1, line 1: ply 3"));
    assert!(errors.contains("game 2, line 8: tag FEN"), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("9 games read, 2 invalid") && text.contains("Model: 6 games"), "{text}");
}

#[test]
fn skipped_games_are_summarised_and_names_are_fit_for_the_terminal() {
    let workspace = Workspace::new();
    let game = |white: &str, moves: &str| {
        format!("[White \"{white}\"]\n[Black \"Model\"]\n\n{moves} 0-1\n\n")
    };
    let name = "\u{1b}[31mEve\u{202e}";
    let good = game(name, "1. f3 e5 2. g4 Qh4#");
    let long = game(&"x".repeat(900), "1. e4 e5 2. f4 exf4");
    let text = game("A", "1. e4 e4").repeat(30) + &game("Model, B", "1. e4 e5") + &good + &long;
    std::fs::write(workspace.path("odd.pgn"), text).unwrap();
    let output = workspace.run("learn odd.pgn --player Model -o odd.adv");
    let errors = String::from_utf8(output.stderr).unwrap();
    let warnings: Vec<&str> = errors.lines().filter(|line| line.starts_with("warning")).collect();
    assert_eq!(warnings.len(), 2, "{errors}");
    let first =
        "warning: 30 games skipped (illegal move); the first: odd.pgn: game 1, line 1: ply 2";
    assert!(warnings[0].starts_with(first), "{errors}");
    assert!(warnings[1].contains("Model, B – Model: both names match Model"), "{errors}");
    let report = workspace.output("report odd.adv");
    let is_raw = |c: char| c != '\n' && c.is_control() || c == '\u{202e}';
    assert!(!report.contains(is_raw), "{report}");
    let html = workspace.output("report odd.adv --format html");
    assert!(!html.contains(is_raw), "{html}");
    let evaluated = workspace.error("evaluate odd.adv --pgn odd.pgn");
    assert!(
        evaluated.contains("all 2 games of Model are in the training set of odd.adv"),
        "{evaluated}"
    );
    assert_eq!(evaluated.trim_end().lines().count(), 1, "{evaluated}");
    let predicted = workspace.output("predict odd.adv --pgn odd.pgn --game 32 --at-least 0");
    assert!(!predicted.contains(is_raw), "{predicted}");
}

#[test]
fn predictions_have_reasons_and_the_old_command_name_works() {
    let workspace = Workspace::learned();
    let fen = "rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3";
    let mut command = Command::new(env!("CARGO_BIN_EXE_morph"));
    command
        .args(["adversary", "predict", "anna.adv", "--fen", fen])
        .current_dir(workspace.folder.path());
    let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
    assert!(text.contains("Nc3 ") && text.contains("same position: Model, Anna"), "{text}");

    let game = workspace.output("predict anna.adv --pgn later.pgn --game 2");
    assert!(game.contains("1... e6       = e6"), "{game}");
    let json = workspace
        .output("predict anna.adv --pgn later.pgn --move 3 --method iam-1990 --format json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json[0]["played"], "Nc3");
    let unsure = workspace.output("predict anna.adv --pgn later.pgn --move 9 --at-least 1");
    assert!(unsure.contains("no prediction: the most likely move has"), "{unsure}");
    assert!(
        workspace
            .error("predict anna.adv --pgn later.pgn --game 7")
            .contains("game 7 is missing or invalid (2 games)")
    );
    assert!(workspace.error("predict anna.adv --pgn later.pgn --move 70").contains("no such move"));
}

#[test]
fn evaluation_writes_a_table_json_and_a_plot() {
    let workspace = Workspace::learned();
    let table = workspace.output("evaluate anna.adv --pgn later.pgn learned.pgn -o out");
    assert!(
        table.contains("Model: 2 games, 21 moves") && table.contains("other-players"),
        "{table}"
    );
    for name in [
        "evaluation.json",
        "precision-coverage.svg",
        "precision-coverage.png",
        "precision-coverage.csv",
    ] {
        assert!(workspace.path("out").join(name).exists(), "{name}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&workspace.output("evaluate anna.adv --pgn later.pgn --format json"))
            .unwrap();
    for method in ["best", "iam-1990", "own-book", "random", "other-players"] {
        assert_eq!(json["summary"][method]["n"], 21, "{method}");
        assert!(
            json["opening"][method]["top1"].is_number() && json["rest"][method]["top3"].is_number()
        );
    }
    let followed = workspace.output("evaluate anna.adv --pgn later.pgn --follow");
    assert!(followed.contains("Model: 2 games, 21 moves"), "{followed}");
    assert!(
        workspace
            .error("evaluate anna.adv --pgn learned.pgn")
            .contains("all 5 games of Model are in the training set of anna.adv")
    );
}

#[test]
fn an_engine_plays_like_the_player() {
    let workspace = Workspace::learned();
    let engine = format!("{} opponent play anna.adv", env!("CARGO_BIN_EXE_morph"));
    // Against itself, so that both colours and any position are played.
    let command = Command::new(env!("CARGO_BIN_EXE_morph"))
        .args([
            "match",
            "--player",
            &engine,
            "--opponent",
            &engine,
            "--games",
            "2",
            "--format",
            "json",
        ])
        .current_dir(workspace.folder.path())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&command.stderr);
    assert!(command.status.success(), "{errors}");
    let json: serde_json::Value = serde_json::from_slice(&command.stdout).unwrap();
    assert_eq!(json["abandoned"], 0, "{json}");
    assert!(json["plies"].as_u64().unwrap() > 20, "{json}");
}

#[test]
fn games_after_a_date_are_left_for_evaluation() {
    let workspace = Workspace::learned();
    let text = workspace.output("learn learned.pgn --player Model --until 1950.03 -o early.adv");
    assert!(text.contains("Model: 3 games") && text.contains("2 left out as later"), "{text}");
    let table = workspace.output("evaluate early.adv --pgn learned.pgn");
    assert!(table.contains("Model: 2 games"), "{table}");
    let error = workspace.error("learn learned.pgn --player Model --until May -o early.adv");
    assert!(error.contains("invalid date \"May\""), "{error}");
}

#[test]
fn style_and_report_are_printed() {
    let workspace = Workspace::learned();
    assert!(workspace.output("style anna.adv").contains("own pawns blocked by an enemy pawn"));
    assert!(workspace.output("report anna.adv").contains("First moves with White"));
    let json: serde_json::Value =
        serde_json::from_str(&workspace.output("report anna.adv --format json")).unwrap();
    assert_eq!(json["results"][0]["results"]["drawn"], 1);
    workspace.output("report anna.adv --format html -o report.html");
    let html = std::fs::read_to_string(workspace.path("report.html")).unwrap();
    assert!(
        html.contains("<svg")
            && html.contains("Openings with Black")
            && !html.contains("http://www.w3.org/1999/xhtml")
    );
    assert!(!html.contains("src=") && !html.contains("href=\"http"), "the report is one file");
}
