use std::collections::{BTreeMap, BTreeSet};

use morph::memory::AnyId;
use morph::render::patterns::Idea;
use serde_json::Value;

use crate::memory::memory;
use crate::{Desk, text};

fn ids(list: &str) -> Vec<&str> {
    list.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect()
}

#[test]
fn material_json_has_the_columns_of_the_paper() {
    let rows: Value = serde_json::from_str(&Desk::new().print("material --format json")).unwrap();
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 3);
    for row in rows {
        let keys: BTreeSet<&str> = row.as_object().unwrap().keys().map(String::as_str).collect();
        let expected =
            ["pawn", "knight", "bishop", "rook", "queen", "weight", "updates", "variance", "age"];
        assert_eq!(keys, expected.into());
    }
    assert_eq!(rows[1]["pawn"], 1);
    assert_eq!(rows[1]["weight"], 0.6875);
    assert_eq!(rows[1]["updates"], 2);
    assert_eq!(rows[1]["variance"], 0.1875);
    assert_eq!(rows[1]["age"], 9);
}

#[test]
fn lists_are_sorted_filtered_and_cut() {
    let desk = Desk::new();
    for (arguments, expected) in [
        ("list --all --limit 3", "g0 g4 m3"),
        ("list --all --sort weight --limit 2", "g4 m1"),
        ("list --all --sort uses --limit 3", "m0 m1 g0"),
        ("list --all --sort updates --limit 2", "g0 m1"),
        ("list --all --sort age --limit 3", "m0 m1 g0"),
        ("list --all --sort size --limit 1", "m0"),
        ("list --all --sort id --limit 0", "g0 g1 g2 g3 g4 g6 m0 m1 m3 v0 v1"),
        ("list --all --sort id --kind move", "v0 v1"),
        ("list --all --sort id --kind graph --limit 2", "g0 g1"),
        ("list --all --sort id --kind material", "m0 m1 m3"),
        ("list --all --sort id --operator place", "g1 g6"),
        ("list --all --sort id --min-uses 41", "m0 m1"),
    ] {
        let expected: Vec<&str> = expected.split(' ').collect();
        assert_eq!(ids(&desk.print(arguments)), expected, "{arguments}");
    }
    assert_eq!(desk.print("export --format jsonl --limit 4").lines().count(), 4);
    assert_eq!(desk.run("list --all --sort beauty").status.code(), Some(2));
    assert_eq!(desk.run("list --all --operator magic").status.code(), Some(2));
}

#[test]
fn a_list_has_one_line_for_each_idea_and_says_how_many_variants_there_are() {
    let desk = Desk::new();
    let memory = memory();
    let all = desk.print("list --all --limit 0 --format jsonl");
    let mut variants: BTreeMap<Idea, (String, usize)> = BTreeMap::new();
    for line in all.lines() {
        let pattern: Value = serde_json::from_str(line).unwrap();
        let id = pattern["id"].as_str().unwrap();
        let idea = Idea::of(&memory, id.parse().unwrap()).unwrap();
        variants.entry(idea).or_insert((id.to_owned(), 0)).1 += 1;
    }
    let expected: BTreeSet<(String, usize)> = variants.into_values().collect();
    let list = desk.print("list --limit 0");
    let rows = list.lines().skip(1).map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        (words[0].to_owned(), words[3].parse().unwrap())
    });
    assert_eq!(rows.collect::<BTreeSet<_>>(), expected);
    assert_eq!(desk.print("list --limit 0 --format jsonl").lines().count(), expected.len());
}

#[test]
fn a_pattern_is_shown_with_its_neighbours() {
    let desk = Desk::new();
    let memory = memory();
    let order = memory.graphs.hierarchy();
    let id = memory.graphs.ids().max_by_key(|id| order.successors(*id).count()).unwrap();
    let count = 1 + order.predecessors(id).count() + order.successors(id).count();
    assert!(count > 1);
    let rows = |arguments: &str| {
        let list = desk.print(&format!("show g{} --neighbours{arguments}", id.0));
        assert!(ids(&list)[0] == format!("g{}", id.0), "{list}");
        list.lines().count() - 1
    };
    assert_eq!(rows(" 99"), count);
    assert_eq!(rows(" 0"), 1);
    let drawing = desk.print(&format!("show g{} --neighbours --format dot", id.0));
    assert!(drawing.contains("rankdir=LR") && drawing.contains(" -> "), "{drawing}");
}

#[test]
fn the_gallery_has_one_card_for_each_idea_in_the_order_asked_for() {
    let desk = Desk::new();
    let memory = memory();
    for order in ["extremeness", "id"] {
        let list = desk.print(&format!("list --all --limit 0 --sort {order}"));
        let mut seen = BTreeSet::new();
        let idea = |id: &&str| Idea::of(&memory, id.parse::<AnyId>().unwrap()).unwrap();
        let expected: Vec<&str> =
            ids(&list).into_iter().filter(|id| seen.insert(idea(id))).collect();
        let gallery =
            |limit| desk.print(&format!("export --format svg --limit {limit} --sort {order}"));
        let cards = |svg: &str| -> Vec<String> {
            let ends = svg.split("first in game ").skip(1).map(|card| card.split('<').next());
            ends.map(|end| end.unwrap().split("; ").nth(1).unwrap().to_owned()).collect()
        };
        assert_eq!(cards(&gallery(0)), expected);
        assert_eq!(cards(&gallery(3)), expected[..3]);
        assert!(!gallery(0).contains('…'), "a phrase is cut");
    }
}

#[test]
fn a_forgotten_pattern_is_shown_with_game_and_utility() {
    let desk = Desk::new();
    assert_eq!(
        desk.print("show g5"),
        "g5 was forgotten after game 9: its utility of 0.0125 was too low\n"
    );
    let tombstone: Value = serde_json::from_str(&desk.print("show m2 --format json")).unwrap();
    assert_eq!(tombstone["id"], "m2");
    assert_eq!(tombstone["forgotten"]["game"], 8);
    assert_eq!(desk.run("show g5 --format svg").status.code(), Some(1));
}

#[test]
fn of_a_pattern_forgotten_long_ago_nothing_else_is_known() {
    let desk = Desk::new();
    let mut memory = crate::memory::memory();
    crate::memory::forget_many(&mut memory.materials);
    std::fs::write(desk.path("memory.morph"), memory.to_bytes().unwrap()).unwrap();
    assert_eq!(desk.print("show m2"), "m2 was forgotten long ago\n");
    let json: Value = serde_json::from_str(&desk.print("show m2 --format json")).unwrap();
    assert_eq!(json, serde_json::json!({ "id": "m2", "forgotten": null }));
    assert!(desk.print("show m9999").contains("forgotten after game 9"));
    assert_eq!(desk.run("show m10004").status.code(), Some(1), "no pattern ever had this id");
}

#[test]
fn unknown_patterns_and_foreign_files_are_errors() {
    let desk = Desk::new();
    let unknown = desk.run("show g99");
    assert_eq!(unknown.status.code(), Some(1));
    assert_eq!(text(&unknown.stderr), "morph: there is no pattern g99 in memory.morph\n");
    assert_eq!(desk.run("show knight").status.code(), Some(2));
    std::fs::write(desk.path("memory.morph"), b"something else").unwrap();
    let foreign = desk.run("list");
    assert_eq!(foreign.status.code(), Some(1));
    assert_eq!(text(&foreign.stderr), "morph: memory.morph is not a memory file\n");
}

#[test]
fn an_export_is_the_same_in_a_file_and_on_standard_output() {
    let desk = Desk::new();
    for format in ["json", "jsonl", "csv", "dot", "graphml", "pgn", "svg"] {
        let printed = desk.print(&format!("export --format {format}"));
        assert_eq!(desk.print(&format!("export --format {format} --output out")), "");
        assert_eq!(std::fs::read_to_string(desk.path("out")).unwrap(), printed, "{format}");
    }
    assert_eq!(desk.run("export --output missing/out").status.code(), Some(1));
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let desk = Desk::new();
    for arguments in
        ["material", "list", "show g2", "export", "export --format csv", "export --format svg"]
    {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = desk.command(arguments).stdout(writer).output().unwrap();
        assert!(output.status.success(), "{arguments}");
        assert_eq!(text(&output.stderr), "", "{arguments}");
    }
}

#[test]
fn retrieval_can_be_measured_on_the_positions_of_games() {
    let desk = Desk::new();
    std::fs::write(desk.path("games.pgn"), "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n").unwrap();
    let report: Value =
        serde_json::from_str(&desk.print("stats --format json --pgn games.pgn")).unwrap();
    assert_eq!(report["query"]["positions"], 6);
    assert_eq!(report["memory"]["graph"]["patterns"], 6);
    assert_eq!(report["memory"]["graph"]["forgotten"], 1);
    // Walking down, the fork is looked at only where what is more general occurs.
    assert_eq!(report["query"]["comparisons"]["median"], 5);
    std::fs::write(desk.path("games.pgn"), "1. e4 Ke7 *\n").unwrap();
    let broken = desk.run("stats --pgn games.pgn");
    assert_eq!(broken.status.code(), Some(1));
    assert!(text(&broken.stderr).starts_with("morph: games.pgn: "));
}

#[test]
fn a_merged_memory_can_be_loaded() {
    let desk = Desk::new();
    let merge = |others: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_morph"));
        command.current_dir(desk.path("")).args(["patterns", "merge", "memory.morph"]);
        command.args(others).args(["-o", "both.morph"]).output().unwrap()
    };
    // A memory of another run.
    let mut second = morph::memory::Memory::load(&desk.path("memory.morph")).unwrap();
    second.plan = morph::memory::StoredPlan::parse("seed = 2\n").unwrap();
    std::fs::write(desk.path("second.morph"), second.to_bytes().unwrap()).unwrap();
    let output = merge(&["second.morph"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let path = desk.path("both.morph");
    let [alone, both] = [desk.path("memory.morph"), path.clone()]
        .map(|path| morph::memory::Memory::load(&path).unwrap());
    assert_eq!(both.graphs.len(), alone.graphs.len());
    assert_eq!(both.games, 2 * alone.games);
    let mut onto_itself = std::process::Command::new(env!("CARGO_BIN_EXE_morph"));
    let files = ["patterns", "merge", "memory.morph", "second.morph", "-o", "./second.morph"];
    let refused = onto_itself.current_dir(desk.path("")).args(files).output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let error = text(&refused.stderr);
    assert!(error.contains("second.morph is merged: expected another file"), "{error}");
    // Memories with other settings are refused, and the old file stays.
    let mut other = morph::memory::Memory::load(&path).unwrap();
    let plan = "[evaluation]\nrule = { kind = \"mean\", beta = 2.0 }\ncounting = \"once\"\n\
                  patterns = \"all\"\n";
    other.plan = morph::memory::StoredPlan::parse(plan).unwrap();
    std::fs::write(desk.path("other.morph"), other.to_bytes().unwrap()).unwrap();
    let before = std::fs::read(&path).unwrap();
    let output = merge(&["other.morph"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("other.morph: its evaluation settings differ"));
    assert_eq!(merge(&["none.morph"]).status.code(), Some(1));
    assert_eq!(merge(&[]).status.code(), Some(2));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}
