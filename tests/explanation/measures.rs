//! How well the facts agree with those who know: puzzle themes, strategic themes, a classical evaluation.
//!
//! The positions are samples of public collections; `data` names them. With `--nocapture` the figures are printed.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;

use morph::explanation::explainer::Explainer;
use shakmaty::{Chess, Color, Move, Position, uci::UciMove};

use crate::position;

/// The lines of a file with tabs between the fields, comments left out.
fn table(name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(format!("tests/explanation/data/{name}")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn read_move(position: &Chess, uci: &str) -> Move {
    uci.parse::<UciMove>().unwrap().to_move(position).unwrap()
}

fn after(position: &Chess, m: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(m);
    next
}

/// The ids of the leaves that a side has.
fn leaves(explainer: &Explainer, position: &Chess, side: Color) -> Vec<String> {
    if position.legal_moves().is_empty() {
        return Vec::new();
    }
    let facts = explainer.all_facts(position).into_iter().filter(|fact| fact.owner == side);
    facts.map(|fact| explainer.tree.leaf(fact.leaf).id.clone()).collect()
}

fn has(leaves: &[String], prefixes: &[&str]) -> bool {
    leaves.iter().any(|leaf| prefixes.iter().any(|prefix| leaf.starts_with(prefix)))
}

#[derive(Default)]
struct Puzzle {
    themes: Vec<String>,
    /// At the first position, which the solver has to find the move in.
    first: Vec<String>,
    /// At any position from there on.
    solution: Vec<String>,
}

fn puzzles(explainer: &Explainer) -> Vec<Puzzle> {
    table("puzzles.tsv")
        .iter()
        .map(|row| {
            let mut position = position(&row[1]);
            let moves: Vec<&str> = row[2].split(' ').collect();
            let mut puzzle = Puzzle {
                themes: row[3].split(' ').map(str::to_owned).collect(),
                ..Puzzle::default()
            };
            let solver = !position.turn();
            for (place, uci) in moves.iter().enumerate() {
                position = after(&position, read_move(&position, uci));
                let seen = leaves(explainer, &position, solver);
                if place == 0 {
                    puzzle.first.clone_from(&seen);
                }
                puzzle.solution.extend(seen);
            }
            puzzle
        })
        .collect()
}

/// A theme of the puzzles, the leaves that stand for it, and the least recall on the solution.
///
/// A skewer or a discovered attack comes about by the first move: what is asked for is its sight on the solution.
const THEMES: [(&str, &[&str], f64); 7] = [
    ("fork", &["threats/fork"], 0.95),
    ("pin", &["threats/pin"], 0.95),
    ("skewer", &["threats/skewer"], 0.95),
    ("discoveredAttack", &["threats/discovered"], 0.80),
    ("hangingPiece", &["threats/hanging", "threats/en-prise"], 0.95),
    ("mateIn1", &["threats/mate/in-one"], 1.0),
    ("backRankMate", &["threats/mate/in-one/back-rank", "threats/mate/threatened/back-rank"], 0.90),
];

#[test]
fn puzzle_themes_are_detected() {
    let explainer = Explainer::load_shipped().unwrap();
    let puzzles = puzzles(&explainer);
    let share = |of: &[&Puzzle], hit: &dyn Fn(&Puzzle) -> bool| {
        of.iter().filter(|puzzle| hit(puzzle)).count() as f64 / of.len().max(1) as f64
    };
    for (theme, prefixes, least) in THEMES {
        let (with, without): (Vec<&Puzzle>, Vec<&Puzzle>) =
            puzzles.iter().partition(|puzzle| puzzle.themes.iter().any(|t| t == theme));
        let recall = share(&with, &|p| has(&p.solution, prefixes));
        let first = share(&with, &|p| has(&p.first, prefixes));
        let elsewhere = share(&without, &|p| has(&p.first, prefixes));
        println!(
            "{theme}: {} puzzles, on the solution {recall:.2}, at the start {first:.2}, elsewhere {elsewhere:.2}",
            with.len()
        );
        assert!(recall >= least, "{theme}: {recall:.2} on the solution, expected {least}");
        if theme == "fork" {
            assert!(elsewhere < 0.10, "{elsewhere:.2} of other puzzles show a fork");
        }
    }
}

#[test]
fn best_moves_of_strategic_themes_create_their_leaves() {
    let explainer = Explainer::load_shipped().unwrap();
    let themes: [(&str, &[&str]); 3] = [
        ("7th Rank", &["pieces/rook/seventh", "pieces/queen/infiltrated"]),
        ("Knight Outposts", &["pieces/knight/outpost", "pieces/knight/supported"]),
        ("King Activity", &["king/activity", "endgame/pawn-ending"]),
    ];
    let mut counts: BTreeMap<&str, [f64; 4]> = BTreeMap::new();
    for row in table("sts.tsv") {
        let position = position(&row[1]);
        let side = position.turn();
        let next = after(&position, read_move(&position, &row[2]));
        let (before, then) = (leaves(&explainer, &position, side), leaves(&explainer, &next, side));
        for (theme, prefixes) in themes {
            let new: Vec<String> = then.iter().filter(|l| !before.contains(l)).cloned().collect();
            let count = counts.entry(theme).or_default();
            let place = if row[0] == theme { 0 } else { 2 };
            count[place] += f64::from(u8::from(has(&new, prefixes)));
            count[place + 1] += 1.0;
        }
    }
    for (theme, [hits, all, other_hits, other_all]) in counts {
        let (rate, elsewhere) = (hits / all, other_hits / other_all);
        println!(
            "{theme}: brought about by the best move in {rate:.2}, elsewhere in {elsewhere:.2}"
        );
        assert!(rate > 2.0 * elsewhere, "{theme}: {rate:.2} against {elsewhere:.2}");
    }
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut from = 0;
    while from < order.len() {
        let same = |place: &usize| values[order[*place]] == values[order[from]];
        let to = (from..order.len()).take_while(same).last().unwrap_or(from);
        for place in from..=to {
            ranks[order[place]] = (from + to) as f64 / 2.0;
        }
        from = to + 1;
    }
    ranks
}

/// Rank correlation, equal values sharing a rank.
fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let n = a.len() as f64;
    let mean = |v: &[f64]| v.iter().sum::<f64>() / n;
    let (ma, mb) = (mean(&a), mean(&b));
    let cov: f64 = a.iter().zip(&b).map(|(x, y)| (x - ma) * (y - mb)).sum();
    let var = |v: &[f64], m: f64| v.iter().map(|x| (x - m) * (x - m)).sum::<f64>().sqrt();
    cov / (var(&a, ma) * var(&b, mb))
}

#[test]
fn sums_correlate_with_a_classical_evaluation_term_by_term() {
    let explainer = Explainer::load_shipped().unwrap();
    let rows = table("trace.tsv");
    let terms: [(&str, &[&str], f64); 8] = [
        ("Material", &["material"], 0.7),
        ("Pawns", &["pawn/weak", "pawn/doubled", "pawn/chain", "pawn/formation"], 0.3),
        ("Passed", &["pawn/passed"], 0.4),
        ("Rooks", &["pieces/rook"], 0.4),
        ("Mobility", &["mobility", "development"], 0.4),
        ("King safety", &["king/attack", "king/castled", "king/exposed", "king/uncastled"], 0.4),
        ("Space", &["centre-space"], 0.4),
        ("Total", &[""], 0.55),
    ];
    let facts: Vec<Vec<(String, f64)>> = rows[1..]
        .iter()
        .map(|row| {
            let facts = explainer.all_facts(&position(&row[0]));
            let facts = facts.iter().map(|f| (explainer.tree.leaf(f.leaf).id.clone(), f.value));
            // What a search finds is no part of a static evaluation.
            facts.filter(|(id, _)| !id.starts_with("threats/forced")).collect()
        })
        .collect();
    for (term, prefixes, least) in terms {
        let column = rows[0].iter().position(|name| name == term).unwrap();
        let theirs: Vec<f64> = rows[1..].iter().map(|row| row[column].parse().unwrap()).collect();
        let belongs = |id: &str| prefixes.iter().any(|prefix| id.starts_with(prefix));
        let ours: Vec<f64> = facts
            .iter()
            .map(|facts| facts.iter().filter(|(id, _)| belongs(id)).map(|(_, nm)| nm).sum())
            .collect();
        let rho = spearman(&ours, &theirs);
        println!("{term}: {rho:.2}");
        assert!(rho >= least, "{term}: rank correlation {rho:.2}, expected {least}");
    }
}
