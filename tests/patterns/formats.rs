use std::collections::BTreeSet;

use morph::arena::pgn::GameReader;
use serde_json::Value;

use crate::{Desk, assert_golden, memory};

#[test]
fn every_format_is_as_it_was() {
    let desk = Desk::new();
    for (name, arguments) in [
        ("material.txt", "material"),
        ("material.json", "material --format json"),
        ("material.csv", "material --format csv"),
        ("ideas.txt", "list"),
        ("list.txt", "list --all"),
        ("show-g2.txt", "show g2"),
        ("show-m3.txt", "show m3"),
        ("show-v1.txt", "show v1"),
        ("show-g2.dot", "show g2 --format dot"),
        ("show-g4.graphml", "show g4 --format graphml"),
        ("show-g2.svg", "show g2 --format svg"),
        ("all.json", "export"),
        ("all.jsonl", "export --format jsonl"),
        ("all.csv", "export --format csv"),
        ("all.dot", "export --format dot"),
        ("all.graphml", "export --format graphml"),
        ("all.pgn", "export --format pgn"),
        ("all.svg", "export --format svg"),
    ] {
        assert_golden(name, &desk.print(arguments));
    }
}

#[test]
fn statistics_are_as_they_were() {
    let report = Desk::new().print("stats --positions 20");
    // The size of the index and its lookups may change.
    let is_of_index =
        |line: &str| line.starts_with("Index: ") || line.contains("lookups in the index");
    let lines: Vec<&str> = report.lines().filter(|line| !is_of_index(line)).collect();
    assert_golden("stats.txt", &(lines.join("\n") + "\n"));
}

#[test]
fn the_example_of_the_format_is_what_the_program_writes() {
    let manual = include_str!("../../patterns/FORMAT.md");
    let (_, rest) = manual.split_once("```json\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    let example: Value = serde_json::from_str(example).unwrap();
    let shown: Value = serde_json::from_str(&Desk::new().print("show g4 --format json")).unwrap();
    assert_eq!(example, shown);
}

#[test]
fn json_objects_have_exactly_the_keys_of_the_format() {
    let document: Value = serde_json::from_str(&Desk::new().print("export")).unwrap();
    assert_eq!(keys(&document), set("format version memory patterns"));
    assert_eq!(document["format"], "morph-patterns");
    assert_eq!(document["version"], 2);
    assert_eq!(
        keys(&document["memory"]),
        set("games graph_patterns material_patterns move_patterns")
    );
    let common = "id kind phrase weight log_odds updates uses variance age born size utility origin \
                  more_general more_special";
    let patterns = document["patterns"].as_array().unwrap();
    assert_eq!(patterns.len(), 11);
    for pattern in patterns {
        let own = match pattern["kind"].as_str().unwrap() {
            "graph" => "nodes edges",
            kind => kind,
        };
        assert_eq!(keys(pattern), set(&format!("{common} {own}")));
        assert_eq!(
            keys(&pattern["utility"]),
            set("extremeness updates uses size variance age total")
        );
        assert_eq!(keys(&pattern["origin"]), set("operator game ply parents fen squares"));
        for edge in pattern["edges"].as_array().into_iter().flatten() {
            assert_eq!(keys(edge), set("from to relation kind"));
        }
        if pattern["kind"] == "material" {
            assert_eq!(keys(&pattern["material"]), set("pawn knight bishop rook queen"));
        }
    }
    let mate = patterns.iter().find(|pattern| pattern["id"] == "v1").unwrap();
    assert_eq!(keys(&mate["move"]), set("mover captured check"));
    let check = "direct discovered flight_squares can_be_captured can_be_blocked";
    assert_eq!(keys(&mate["move"]["check"]), set(check));
    let guard = patterns.iter().find(|pattern| pattern["id"] == "g3").unwrap();
    assert_eq!(keys(&guard["nodes"][0]), set("kind colour attackers defenders"));
}

#[test]
fn neighbours_in_the_order_name_each_other() {
    let document: Value = serde_json::from_str(&Desk::new().print("export")).unwrap();
    let patterns = document["patterns"].as_array().unwrap();
    let of = |id: &Value| patterns.iter().find(|pattern| pattern["id"] == *id).unwrap();
    let mut relations = 0;
    for pattern in patterns {
        for special in pattern["more_special"].as_array().unwrap() {
            assert!(of(special)["more_general"].as_array().unwrap().contains(&pattern["id"]));
            relations += 1;
        }
    }
    assert!(relations >= 3);
}

#[test]
fn jsonl_and_csv_say_the_same_as_json() {
    let desk = Desk::new();
    let document: Value = serde_json::from_str(&desk.print("export")).unwrap();
    let patterns = document["patterns"].as_array().unwrap();
    let lines: Vec<Value> = desk
        .print("export --format jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(*patterns, lines);
    let table = desk.print("export --format csv");
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let columns = reader.headers().unwrap().clone();
    let column = |name: &str| columns.iter().position(|other| other == name).unwrap();
    for (row, pattern) in reader.records().map(Result::unwrap).zip(patterns) {
        for name in ["id", "kind", "phrase"] {
            assert_eq!(row[column(name)], *pattern[name].as_str().unwrap());
        }
        assert_eq!(row[column("fen")], *pattern["origin"]["fen"].as_str().unwrap());
        assert_eq!(
            row[column("weight")].parse::<f64>().unwrap(),
            pattern["weight"].as_f64().unwrap()
        );
    }
}

#[test]
fn xml_is_well_formed_and_its_references_lead_somewhere() {
    let desk = Desk::new();
    for arguments in [
        "export --format graphml",
        "show g4 --format graphml",
        "show m1 --format graphml",
        "show v1 --format graphml",
        "show v1 --format svg",
        "export --format svg",
        "show g3 --format svg",
    ] {
        let text = desk.print(arguments);
        let document = roxmltree::Document::parse(&text).unwrap();
        let ids: Vec<&str> = document.descendants().filter_map(|e| e.attribute("id")).collect();
        assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "{arguments}");
        for element in document.descendants() {
            for name in ["source", "target", "key"] {
                assert!(element.attribute(name).is_none_or(|id| ids.contains(&id)), "{arguments}");
            }
            let link = element.attribute("href").and_then(|link| link.strip_prefix('#'));
            assert!(link.is_none_or(|id| ids.contains(&id)), "{arguments}");
        }
    }
}

#[test]
fn graphml_holds_the_hierarchy_and_every_graph() {
    let text = Desk::new().print("export --format graphml --sort id");
    let document = roxmltree::Document::parse(&text).unwrap();
    let graphs: Vec<&str> = document
        .descendants()
        .filter(|element| element.has_tag_name(("http://graphml.graphdrawing.org/xmlns", "graph")))
        .map(|graph| graph.attribute("id").unwrap())
        .collect();
    let expected =
        ["hierarchy", "g0.graph", "g1.graph", "g2.graph", "g3.graph", "g4.graph", "g6.graph"];
    assert_eq!(graphs, expected);
}

#[test]
fn pgn_reads_back_and_leaves_illegal_positions_out() {
    let desk = Desk::new();
    let output = desk.run("export --format pgn");
    let games: Vec<_> = GameReader::new(&output.stdout[..]).map(Result::unwrap).collect();
    assert_eq!(games.len(), 10);
    let notice = "skipped 1 pattern whose origin position is not legal\n";
    assert_eq!(crate::text(&output.stderr), notice);
    let fork = desk.print("show g2 --format pgn");
    assert!(fork.contains(&format!("[FEN \"{}\"]", memory::FORK)));
    assert!(fork.contains("[%csl Ya1,Ye1,Yc2]\n[%cal Ga1e1,Rc2a1,Rc2e1]\n"), "{fork}");
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn set(names: &str) -> BTreeSet<&str> {
    names.split_whitespace().collect()
}
