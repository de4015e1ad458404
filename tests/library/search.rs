use std::collections::{BTreeMap, BTreeSet, HashMap};

use morph::library::{Analyser, Vocabulary, Word};
use morph::memory::Memory;
use serde_json::Value;
use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, Position, Role};

use super::{Workspace, games, random_pgn};

const GAMES: u64 = 60;
const PLIES: usize = 24;

fn library() -> Workspace {
    let workspace = Workspace::new();
    workspace.write("games.pgn", &random_pgn(GAMES, PLIES));
    let said = workspace.run("library add games.pgn --to my.library", None);
    assert!(said.starts_with("my.library: 60 games, "), "{said}");
    workspace
}

fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

fn json(workspace: &Workspace, line: &str, fen: &str) -> Value {
    let line = format!("library {line} --library my.library --format json");
    serde_json::from_str(&workspace.run(&line, Some(fen))).unwrap()
}

/// Numbers of pieces, and places of pawns, the side to move first.
fn material(position: &Chess) -> Vec<usize> {
    let sides = [position.turn(), !position.turn()];
    let count = |side: Color, role: Role| {
        (position.board().by_color(side) & position.board().by_role(role)).count()
    };
    sides.into_iter().flat_map(|side| Role::ALL.map(|role| count(side, role))).collect()
}

fn pawns(position: &Chess) -> Vec<String> {
    let turned = |square: shakmaty::Square| {
        position.turn().fold_wb(square, square.flip_vertical()).to_string()
    };
    let mut placed: Vec<String> = position
        .board()
        .iter()
        .filter(|(_, piece)| piece.role == Role::Pawn)
        .map(|(square, piece)| format!("{}{}", turned(square), piece.color == position.turn()))
        .collect();
    placed.sort();
    placed
}

/// Compares what the library finds with a scan of the games.
fn compare(workspace: &Workspace, task: &str, is_same: impl Fn(&Chess, &Chess) -> bool) {
    let sample = [(0, 0), (3, 5), (7, 12), (20, 1), (59, 24)];
    for (game, ply) in sample {
        let position = &games::random_game(game, PLIES).0[ply];
        let mut counts = [0_usize; 4];
        for number in 0..GAMES {
            let (positions, _) = games::random_game(number, PLIES);
            let Some(first) = positions.iter().find(|other| is_same(position, other)) else {
                continue;
            };
            counts[0] += 1;
            // 1-0, 0-1 and draws take turns.
            let result = match (number % 3, first.turn()) {
                (2, _) => 2,
                (0, Color::White) | (1, Color::Black) => 1,
                _ => 3,
            };
            counts[result] += 1;
        }
        let found = json(workspace, task, &fen(position));
        let names = ["games", "won", "drawn", "lost"];
        let numbers = names.map(|name| found["statistics"][name].as_u64().unwrap() as usize);
        assert_eq!(numbers, counts, "{task} {}", fen(position));
    }
}

#[test]
fn look_ups_agree_with_a_scan_of_the_games() {
    let workspace = library();
    compare(&workspace, "exact", |one, other| fen_key(one) == fen_key(other));
    compare(&workspace, "material", |one, other| material(one) == material(other));
    compare(&workspace, "structure", |one, other| pawns(one) == pawns(other));

    let opening = json(&workspace, "exact", &fen(&Chess::default()));
    let moves = opening["moves"].as_array().unwrap();
    let games: u64 = moves.iter().map(|m| m["games"].as_u64().unwrap()).sum();
    assert_eq!(games, GAMES);
    for (filter, expected) in [
        ("result=1-0", GAMES / 3),
        ("player=white3", GAMES / 4),
        ("eco=B9", GAMES / 10),
        ("eco=b90 result=1-0", GAMES / 30),
        ("year=1950..1959", 20),
        ("elo>2050", GAMES - 46),
        ("player=nobody", 0),
    ] {
        let line = "library exact --library my.library --format json --where";
        let mut command = workspace.command(line, Some(filter));
        let output = super::stdout(command.arg(fen(&Chess::default())).output().unwrap());
        let found: Value = serde_json::from_str(&output).unwrap();
        assert_eq!(found["statistics"]["games"], expected, "{filter}");
    }
}

/// Without the move counters.
fn fen_key(position: &Chess) -> String {
    fen(position).split(' ').take(4).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_position_is_most_like_itself_and_each_game_counts_once() {
    let workspace = library();
    for (game, ply) in [(1, 8), (30, 15), (44, 22)] {
        let position = &games::random_game(game, PLIES).0[ply];
        let found = json(&workspace, "similar", &fen(position));
        let neighbours = found["neighbours"].as_array().unwrap();
        assert_eq!(neighbours.len(), 10);
        assert_eq!(fen_key_of(&neighbours[0]), fen_key(position));
        let scores: Vec<f64> = neighbours.iter().map(|n| n["score"].as_f64().unwrap()).collect();
        assert!((scores[0] - 1.0).abs() < 1e-3, "{scores:?}");
        assert!(scores.is_sorted_by(|a, b| *a >= *b - 1e-6), "{scores:?}");
        let sources: BTreeSet<&str> =
            neighbours.iter().map(|n| n["game"]["black"].as_str().unwrap()).collect();
        assert_eq!(sources.len(), 10);
        assert!(!neighbours[0]["shared"].as_array().unwrap().is_empty());
    }
}

fn fen_key_of(neighbour: &Value) -> String {
    let fen = neighbour["fen"].as_str().unwrap();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

#[test]
fn colours_reversed_is_the_same() {
    let workspace = library();
    let position = &games::random_game(12, PLIES).0[20];
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.mirror();
    let mirrored = Fen::try_from_setup(setup).unwrap().to_string();
    let numbers = |fen: &str| {
        let found = json(&workspace, "similar", fen);
        let neighbours = found["neighbours"].as_array().unwrap();
        let score = |n: &Value| (n["score"].as_f64().unwrap() * 1e4).round();
        neighbours.iter().map(score).collect::<Vec<f64>>()
    };
    assert_eq!(numbers(&fen(position)), numbers(&mirrored));
}

#[test]
fn a_pattern_is_found_where_it_occurs() {
    let workspace = library();
    let position = &games::random_game(1, PLIES).0[12];
    let similar = json(&workspace, "similar", &fen(position));
    let shared = similar["neighbours"][0]["shared"].as_array().unwrap();
    let pattern =
        shared.iter().find_map(|word| word["word"].as_str().filter(|w| w.starts_with(['g', 'v'])));
    let pattern = pattern.filter(|word| word[1..].parse::<u32>().is_ok()).unwrap();
    let line = format!("library pattern {pattern} --library my.library --format json --top 60");
    let found: Value = serde_json::from_str(&workspace.run(&line, None)).unwrap();
    let games = found["statistics"]["games"].as_u64().unwrap();
    assert!((1..=GAMES).contains(&games));
    let examples = found["examples"].as_array().unwrap();
    assert!(examples.iter().any(|e| e["game"]["black"] == "Black, B1"), "{examples:?}");
}

/// Scores all positions, one after the other.
#[test]
fn neighbours_are_those_of_a_ranking_of_all_positions() {
    let workspace = library();
    let vocabulary = Vocabulary::new(&Memory::load_shipped().unwrap());
    let mut analyser = Analyser::new(&vocabulary);
    let mut documents = Vec::new();
    let mut having: HashMap<Word, f32> = HashMap::new();
    for number in 0..GAMES {
        for position in games::random_game(number, PLIES).0 {
            let found: Vec<Word> =
                analyser.words(&position).into_iter().map(|word| word.word).collect();
            found.iter().for_each(|word| *having.entry(*word).or_default() += 1.0);
            documents.push((number, found));
        }
    }
    // The index counts games as documents, too.
    let all = documents.len() as f32 + GAMES as f32;
    for (game, ply) in [(2, 10), (17, 18), (50, 23)] {
        let position = &games::random_game(game, PLIES).0[ply];
        let asked: Vec<(Word, f32)> = analyser
            .words(position)
            .into_iter()
            .filter(|word| !matches!(word.word, Word::Pawns(_)))
            .map(|word| {
                let having = having[&word.word];
                let rarity = libm::logf(1.0 + (all - having + 0.5) / (having + 0.5));
                (word.word, word.weight * rarity)
            })
            .collect();
        let total: f32 = asked.iter().map(|(_, gain)| gain).sum();
        let mut best: BTreeMap<u64, f32> = BTreeMap::new();
        for (number, words) in &documents {
            let shared = asked.iter().filter(|(word, _)| words.contains(word));
            let score = shared.map(|(_, gain)| gain).sum::<f32>() / total;
            let kept = best.entry(*number).or_default();
            *kept = kept.max(score);
        }
        let mut expected: Vec<f32> = best.into_values().collect();
        expected.sort_by(|a, b| b.total_cmp(a));
        let found = json(&workspace, "similar", &fen(position));
        for (neighbour, expected) in found["neighbours"].as_array().unwrap().iter().zip(expected) {
            let score = neighbour["score"].as_f64().unwrap() as f32;
            assert!((score - expected).abs() < 2e-3, "{score} {expected} {}", fen(position));
        }
    }
}
