use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

use super::{BROKEN, LATER, LEARNED};

/// A folder with games, to run the program in.
struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Desk {
        let desk = Desk { folder: tempfile::tempdir().unwrap() };
        for (name, text) in [("learned.pgn", LEARNED), ("later.pgn", LATER), ("broken.pgn", BROKEN)]
        {
            std::fs::write(desk.path(name), text).unwrap();
        }
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_morph"));
        command.arg("adversary").args(line.split_whitespace()).current_dir(self.folder.path());
        command.output().unwrap()
    }

    /// Standard output of a command that has to succeed.
    fn ask(&self, line: &str) -> String {
        let output = self.run(line);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn refusal(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(!output.status.success(), "{line}");
        String::from_utf8(output.stderr).unwrap()
    }

    fn learned() -> Desk {
        let desk = Desk::new();
        desk.ask("learn learned.pgn --player Model -o anna.adv");
        desk
    }
}

#[test]
fn learning_names_what_it_took() {
    let desk = Desk::new();
    let said = desk.ask("learn learned.pgn --player Model -o anna.adv");
    assert!(said.contains("Model: 5 games in all, as Model, Anna (5)"), "{said}");
    assert!(said.contains("6 games met, 0 broken; 4 studied, 1 for their moves only"), "{said}");
    let again = desk.ask("learn learned.pgn --player Model -o anna.adv");
    assert!(again.contains("5 known already"), "{again}");
    let refusal = desk.refusal("learn learned.pgn --player Adams -o anna.adv");
    assert!(refusal.contains("anna.adv is a model of Model"), "{refusal}");
    let refusal = desk.refusal("learn learned.pgn --player Nobody -o nobody.adv");
    assert!(refusal.contains("no game of Nobody among 6 games"), "{refusal}");
    assert!(!desk.path("nobody.adv").exists());
}

#[test]
fn packed_files_give_the_same_model() {
    let desk = Desk::learned();
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(LEARNED.as_bytes()).unwrap();
    std::fs::write(desk.path("packed.pgn.gz"), packer.finish().unwrap()).unwrap();
    std::fs::write(desk.path("packed.pgn.zst"), zstd::encode_all(LEARNED.as_bytes(), 3).unwrap())
        .unwrap();
    let plain = std::fs::read(desk.path("anna.adv")).unwrap();
    for packed in ["packed.pgn.gz", "packed.pgn.zst"] {
        desk.ask(&format!("learn {packed} --player Model -o packed.adv --fresh"));
        assert_eq!(std::fs::read(desk.path("packed.adv")).unwrap(), plain, "{packed}");
    }
}

#[test]
fn broken_games_are_named_and_the_others_learned() {
    let desk = Desk::new();
    let output = desk.run("learn broken.pgn learned.pgn --player Model -o anna.adv");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("warning: broken.pgn: game 1 (Model, Anna – Fault, G., 1949.01.01): ply 3")
    );
    assert!(errors.contains("game 2 (Model, Anna – Setup, H.)"), "{errors}");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("9 games met, 2 broken") && said.contains("6 games in all"), "{said}");
}

#[test]
fn predictions_come_with_reasons() {
    let desk = Desk::learned();
    let fen = "rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3";
    let mut command = Command::new(env!("CARGO_BIN_EXE_morph"));
    command
        .args(["adversary", "predict", "anna.adv", "--fen", fen])
        .current_dir(desk.folder.path());
    let said = String::from_utf8(command.output().unwrap().stdout).unwrap();
    assert!(said.contains("Nc3 ") && said.contains("here: Model, Anna"), "{said}");

    let game = desk.ask("predict anna.adv --pgn later.pgn --game 2");
    assert!(game.contains("1... e6       = e6"), "{game}");
    let json =
        desk.ask("predict anna.adv --pgn later.pgn --move 3 --method iam-1990 --format json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json[0]["played"], "Nc3");
    let silent = desk.ask("predict anna.adv --pgn later.pgn --move 9 --at-least 1");
    assert!(silent.contains("no prediction: no move has more than"), "{silent}");
    assert!(desk.refusal("predict anna.adv --pgn later.pgn --game 7").contains("game 7 among 2"));
    assert!(desk.refusal("predict anna.adv --pgn later.pgn --move 70").contains("no such move"));
}

#[test]
fn evaluation_writes_table_json_and_plot() {
    let desk = Desk::learned();
    let table = desk.ask("evaluate anna.adv --pgn later.pgn learned.pgn -o out");
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
        assert!(desk.path("out").join(name).exists(), "{name}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&desk.ask("evaluate anna.adv --pgn later.pgn --format json")).unwrap();
    for method in ["best", "iam-1990", "own-book", "random", "other-players"] {
        assert_eq!(json["summary"][method]["n"], 21, "{method}");
        assert!(
            json["opening"][method]["top1"].is_number() && json["rest"][method]["top3"].is_number()
        );
    }
    let followed = desk.ask("evaluate anna.adv --pgn later.pgn --follow");
    assert!(followed.contains("Model: 2 games, 21 moves"), "{followed}");
    assert!(desk.refusal("evaluate anna.adv --pgn learned.pgn").contains("not learned"));
}

#[test]
fn style_and_sheet_are_printed() {
    let desk = Desk::learned();
    assert!(desk.ask("style anna.adv").contains("pawn chains on the board"));
    assert!(desk.ask("report anna.adv").contains("First moves with White"));
    let json: serde_json::Value =
        serde_json::from_str(&desk.ask("report anna.adv --format json")).unwrap();
    assert_eq!(json["results"]["games"], 5);
    desk.ask("report anna.adv --format html -o sheet.html");
    let html = std::fs::read_to_string(desk.path("sheet.html")).unwrap();
    assert!(
        html.contains("<svg")
            && html.contains("Openings with Black")
            && !html.contains("http://www.w3.org/1999/xhtml")
    );
    assert!(!html.contains("src=") && !html.contains("href=\"http"), "the sheet is one file");
}
