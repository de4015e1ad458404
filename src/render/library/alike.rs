//! What two positions have in common, in English and on squares.

use std::collections::HashMap;

use shakmaty::{Chess, Color, Position, Square};

use super::LibraryReport;
use crate::chess::Oriented;
use crate::explanation::phrase::{list, side_name};
use crate::graph::role_name;
use crate::library::{FilePawns, LineMove, LineWord, Neighbour, Word};
use crate::memory::{AnyId, PositionFeatures};
use crate::render::patterns::{phrase_for, told};

/// Likenesses that are told of moves at most: what stands on the board is easier to see.
const MOVES: usize = 2;

/// Something that two positions have in common.
#[derive(Clone, Debug)]
pub(super) struct Likeness {
    /// A word of the index; for a line of play that of its outcome.
    pub word: Word,
    /// Its share of the score, in `[0, 1]`.
    pub share: f32,
    /// What it says, about the position in question.
    pub text: String,
    /// Squares in the position in question.
    pub here: Vec<Square>,
    /// Squares in the other.
    pub there: Vec<Square>,
}

/// A position and where the patterns are in it that were looked for.
struct Places {
    turn: Color,
    /// Squares with the side to move as White.
    squares: HashMap<AnyId, Vec<Square>>,
}

impl Places {
    fn new(report: &LibraryReport<'_>, position: &Chess, wanted: &[Word]) -> Places {
        let is_wanted = |id| wanted.contains(&Word::Pattern(id));
        let mut squares = HashMap::new();
        let features = PositionFeatures::new(&Oriented::new(position));
        let graph = features.graph();
        let snapshot = &report.snapshot;
        snapshot.graphs.walk(graph.graph(), |id, nodes| {
            if is_wanted(AnyId::Graph(id)) {
                let found = || nodes.iter().map(|node| graph.square(*node)).collect();
                squares.entry(AnyId::Graph(id)).or_insert_with(found);
            }
        });
        for m in features.moves().iter() {
            snapshot.moves.index().walk(m.label, |row| {
                let id = AnyId::Move(snapshot.moves.id(row));
                if is_wanted(id) {
                    squares.entry(id).or_insert_with(|| vec![m.from, m.to]);
                }
            });
        }
        Places { turn: position.turn(), squares }
    }

    /// On the real board.
    fn real(&self, id: AnyId) -> Vec<Square> {
        let squares = self.squares.get(&id).map_or(&[][..], Vec::as_slice);
        squares.iter().map(|s| self.turn.fold_wb(*s, s.flip_vertical())).collect()
    }
}

/// What `position` has in common with a neighbour: at most `limit` likenesses, those first that say most.
pub(super) fn likenesses(
    report: &LibraryReport<'_>,
    position: &Chess,
    neighbour: &Neighbour,
    limit: usize,
) -> Vec<Likeness> {
    let wanted: Vec<Word> =
        neighbour.shared.iter().map(|(word, _)| *word).take(limit + 20).collect();
    let here = Places::new(report, position, &wanted);
    let there = Places::new(report, &neighbour.place.position, &wanted);
    let mut told: Vec<Likeness> = line(neighbour, here.turn).into_iter().collect();
    let mut moves = 0;
    for (word, share) in &neighbour.shared {
        if told.len() >= limit {
            break;
        }
        let (word, share) = (*word, *share);
        let (squares, text) = match word {
            Word::Line(_) => continue,
            Word::Pawns(pawns) => ([Vec::new(), Vec::new()], pawns_phrase(&pawns, here.turn)),
            Word::Pattern(id) => {
                let Some(text) = pattern_phrase(report, id, &here) else { continue };
                ([here.real(id), there.real(id)], text)
            }
        };
        if matches!(word, Word::Pattern(AnyId::Move(_))) {
            moves += 1;
            if moves > MOVES {
                continue;
            }
        }
        // Two patterns that begin alike are mostly the same thing said twice.
        let beginning = |text: &str| text.split([':', ';']).next().unwrap_or(text).to_owned();
        if told.iter().any(|other| beginning(&other.text) == beginning(&text)) {
            continue;
        }
        let [here, there] = squares;
        told.push(Likeness { word, share, text, here, there });
    }
    told
}

fn pattern_phrase(report: &LibraryReport<'_>, id: AnyId, places: &Places) -> Option<String> {
    let AnyId::Graph(graph) = id else { return phrase_for(report.memory, id, places.turn) };
    let pattern = report.memory.graphs.get(graph)?;
    Some(told(&pattern.phrase_on(places.squares.get(&id)?), places.turn))
}

fn pawns_phrase(pawns: &FilePawns, turn: Color) -> String {
    let file = pawns.file;
    let of = |side: Color| -> Option<String> {
        let pawns = if side == turn { pawns.own } else { pawns.other };
        let squares: Vec<Square> = turn.fold_wb(pawns, pawns.flip_vertical()).into_iter().collect();
        let name = side.fold_wb("white", "black");
        match squares.as_slice() {
            [] => None,
            [one] => Some(format!("{name} pawn on {one}")),
            _ => Some(format!("{name} pawns on {}", list(&squares))),
        }
    };
    match (of(Color::White), of(Color::Black)) {
        (None, None) => format!("open {file}-file"),
        (Some(one), None) => format!("{one} and no black pawn on the {file}-file"),
        (None, Some(other)) => format!("{other} and no white pawn on the {file}-file"),
        (Some(one), Some(other)) => format!("{one}, {other}"),
    }
}

/// What the best lines have in common.
fn line(neighbour: &Neighbour, turn: Color) -> Option<Likeness> {
    let shared = |word: &(Word, f32)| match word.0 {
        Word::Line(line) => Some((line, word.1)),
        _ => None,
    };
    let words: Vec<(LineWord, f32)> = neighbour.shared.iter().filter_map(shared).collect();
    let share: f32 = words.iter().map(|(_, share)| share).sum();
    let mut moves: Vec<LineMove> = Vec::new();
    let mut outcome = None;
    for (word, _) in &words {
        match word {
            LineWord::Move(m) => moves.push(*m),
            other => outcome = Some(*other),
        }
    }
    moves.sort_by_key(|m| m.ply);
    let (side, other) = (side_name(turn), side_name(!turn));
    let mut text = match outcome {
        Some(LineWord::Mates) => format!("{side} mates"),
        Some(LineWord::IsMated) => format!("{other} mates"),
        Some(LineWord::Gain(pawns)) if pawns > 0 => format!("{side} wins {}", worth(pawns)),
        Some(LineWord::Gain(pawns)) => format!("{side} loses {}", worth(-pawns)),
        _ => String::new(),
    };
    // Told while no move is missing.
    let first: Vec<String> = moves
        .iter()
        .enumerate()
        .take_while(|(place, m)| usize::from(m.ply) == *place)
        .map(|(_, m)| move_phrase(m))
        .collect();
    if !first.is_empty() {
        text = match text.as_str() {
            "" => format!("best line of a short search: {}", first.join(", ")),
            _ => format!("in a short search {text}: {}", first.join(", ")),
        };
    } else if !text.is_empty() {
        text = format!("in a short search {text}");
    }
    let word = words.first().map(|(word, _)| Word::Line(*word))?;
    (!text.is_empty()).then(|| Likeness { word, share, text, here: Vec::new(), there: Vec::new() })
}

fn worth(pawns: i8) -> String {
    match pawns {
        1 => "a pawn's worth of material".to_owned(),
        _ => format!("material worth {pawns} pawns"),
    }
}

/// `rook takes queen with check`.
fn move_phrase(m: &LineMove) -> String {
    let mut text = format!("{} ", role_name(m.role));
    text += &m.captured.map_or("moves".to_owned(), |role| format!("takes {}", role_name(role)));
    if m.promotes {
        text += " and promotes";
    }
    if m.check {
        text += " with check";
    }
    text
}
