//! `--format json` follows its schema, and the schema follows the types.
//!
//! `UPDATE_GOLDEN=1 cargo test --test explanation schema` writes the schema anew.

use std::process::Command;

use morph::explanation::explainer::{Explainer, Settings};
use morph::render::explanation::{Document, SCHEMA, schema as derived};
use serde_json::Value;
use shakmaty::{Chess, fen::Fen};

use crate::random_positions;

fn schema() -> Value {
    let text = std::fs::read_to_string("patterns/explanation.schema.json").unwrap();
    serde_json::from_str(&text).unwrap()
}

fn document(explainer: &Explainer, position: &Chess) -> Value {
    let answer = explainer.explain(position, Settings::QUICK, None);
    serde_json::to_value(Document::new(&explainer.tree, "the position", &answer)).unwrap()
}

fn faults(validator: &jsonschema::Validator, value: &Value) -> Vec<String> {
    validator.iter_errors(value).map(|e| format!("{}: {e}", e.instance_path())).collect()
}

#[test]
fn the_schema_is_that_of_the_types() {
    let text = serde_json::to_string_pretty(&derived()).unwrap() + "\n";
    let path = "patterns/explanation.schema.json";
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(path).unwrap());
}

#[test]
fn explanations_follow_the_schema() {
    let schema = schema();
    assert_eq!(schema["$id"], SCHEMA);
    let validator = jsonschema::validator_for(&schema).unwrap();
    let explainer = Explainer::load_shipped().unwrap();
    let mut positions = random_positions(200);
    let worked = "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1";
    for fen in [worked, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        positions.push(crate::position(fen));
    }
    for position in &positions {
        let value = document(&explainer, position);
        assert_eq!(faults(&validator, &value), Vec::<String>::new(), "{value}");
    }
    let mut broken = document(&explainer, &positions[0]);
    assert!(validator.is_valid(&broken));
    broken["schema"] = "explanation-0".into();
    assert!(!validator.is_valid(&broken));
}

#[test]
fn learned_patterns_are_written_as_in_the_export() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run").to_str().unwrap().to_owned();
    let morph = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_morph")).args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    morph(&["train", "--games", "150", "--run", &run, "--quiet"]);
    let memory = format!("{run}/memory.morph");
    let games = format!("{run}/games.pgn");
    let epd = folder.path().join("some.epd");
    let lines: Vec<String> = random_positions(250)
        .iter()
        .map(|p| Fen::from_position(p, shakmaty::EnPassantMode::Legal).to_string())
        .collect();
    std::fs::write(&epd, lines.join("\n")).unwrap();
    let epd = epd.to_str().unwrap();
    let ask = ["explain", epd, "--format", "json", "--memory", &memory, "--games", &games];
    let exported: Value = serde_json::from_str(&morph(&[
        "patterns", "export", "--memory", &memory, "--format", "json",
    ]))
    .unwrap();
    let exported = exported["patterns"].as_array().unwrap().clone();
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let mut named = 0;
    for line in morph(&ask).lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        assert_eq!(faults(&validator, &value), Vec::<String>::new(), "{value}");
        for pattern in value["patterns"].as_array().into_iter().flatten() {
            named += 1;
            assert!(exported.contains(pattern), "{pattern}");
        }
        for reason in value["explanation"]["reasons"].as_array().into_iter().flatten() {
            let (source, memory) = (&reason["source"], &reason["memory"]);
            if let Some(id) = source.get("pattern").or_else(|| memory.get("pattern")) {
                let evidence = source.get("evidence").unwrap_or(&memory["evidence"]);
                let evidence = evidence.as_str().unwrap();
                assert!(evidence.contains(id.as_str().unwrap()), "{evidence}");
                for figure in ["updates", "variance", "age", "created ", "seen in game "] {
                    assert!(evidence.contains(figure), "{evidence}");
                }
            }
        }
    }
    assert!(named > 0, "no learned pattern was named");
}
