//! In which learned patterns the positions after two moves differ.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Color, Move, Position, Role, Square, san::SanPlus};

use super::choice::PatternDifference;
use crate::chess::{Oriented, piece_moves};
use crate::evaluation::{Evaluation, RuleSettings};
use crate::explanation::learned::MemoryExplainer;
use crate::explanation::phrase::{Part, Phrase};
use crate::graph::PositionGraph;
use crate::memory::{AnyId, PatternId};
use crate::pattern::Pattern;
use crate::units::Value;

/// A pattern and its squares by slot, from the perspective of the side to move as White; none for material.
type PlacedPattern = (AnyId, Vec<Square>);

/// How much a placed pattern speaks for the chosen move, in log-odds.
#[derive(Clone, Copy)]
struct Share {
    log_odds: f64,
    /// It occurs after the chosen move.
    after_chosen: bool,
}

/// What patterns are about: pieces, by their squares before the moves, or the material of one pattern.
type Subject = (Vec<Square>, Option<AnyId>);

/// What a move leads to.
struct AfterMove {
    position: Chess,
    graph: PositionGraph,
    /// From where to where pieces went, from the perspective of the opponent as White.
    moved: Vec<(Square, Square)>,
    /// By the opponent, who is to move.
    evaluation: Evaluation,
}

impl AfterMove {
    /// What all replies together are worth to the opponent, in log-odds.
    fn replies(&self) -> f64 {
        self.evaluation.prospects.as_ref().map_or(0.0, |prospects| prospects.log_odds)
    }

    fn subject(&self, (id, squares): &PlacedPattern) -> Subject {
        let before = |square: &Square| {
            let came = self.moved.iter().find(|(_, to)| to == square);
            came.map_or(*square, |(from, _)| *from)
        };
        let mut pieces: Vec<Square> = squares.iter().map(before).collect();
        pieces.sort_unstable();
        let apart = pieces.is_empty().then_some(*id);
        (pieces, apart)
    }
}

impl MemoryExplainer {
    /// The weightiest first. Weights add up, so that a pattern holds only what it adds to the others in its place: those on
    /// the same pieces count together, and so do all replies.
    pub(super) fn differences(
        &mut self,
        position: &Chess,
        chosen: Move,
        other: Move,
    ) -> Vec<PatternDifference> {
        let (first, second) = (self.after(position, chosen), self.after(position, other));
        let in_log_odds = !matches!(self.rule(), RuleSettings::Mean { .. });
        let log_odds = -first.evaluation.value.log_odds();
        let expected = |log_odds: f64| Value::from_log_odds(log_odds).get();
        let points = |part: f64| {
            100.0 * if in_log_odds { expected(log_odds) - expected(log_odds - part) } else { part }
        };
        let turn = first.position.turn();
        let subjects = self.subjects(&first, &second);
        let mut reasons: Vec<PatternDifference> = subjects
            .values()
            .filter_map(|said| {
                let part: f64 = said.iter().map(|(_, share)| share.log_odds).sum();
                let weight = |share: &Share| share.log_odds * part.signum();
                let by_weight = |a: &Share, b: &Share| weight(a).total_cmp(&weight(b));
                let (place, share) = said.iter().max_by(|(_, a), (_, b)| by_weight(a, b))?;
                Some(PatternDifference {
                    id: place.0,
                    phrase: self.phrase(place.0, &place.1, turn)?,
                    brief: self.brief(place.0, &place.1, turn)?,
                    reply: None,
                    after_chosen: share.after_chosen,
                    part,
                    points: points(part),
                })
            })
            .collect();
        // Belongs to the move that leaves the opponent more.
        let part = second.replies() - first.replies();
        let after_chosen = part < 0.0;
        let (told, less) = if after_chosen { (&first, &second) } else { (&second, &first) };
        reasons.extend(self.reply(told, less).map(|(reply, id, phrase)| PatternDifference {
            id,
            brief: phrase.clone(),
            phrase,
            reply: Some(reply),
            after_chosen,
            part,
            points: points(part),
        }));
        reasons.sort_by(|a, b| b.points.abs().total_cmp(&a.points.abs()));
        reasons
    }

    fn after(&mut self, position: &Chess, m: Move) -> AfterMove {
        let mover = position.turn();
        let mut position = position.clone();
        position.play_unchecked(m);
        let evaluation = self.evaluator.explain(&self.snapshot, &Oriented::new(&position));
        let seen = |square: Square| position.turn().fold_wb(square, square.flip_vertical());
        let moved =
            piece_moves(m, mover).into_iter().map(|(from, to)| (seen(from), seen(to))).collect();
        AfterMove { graph: PositionGraph::new(&position), moved, position, evaluation }
    }

    /// What differs, by what it is about. A pattern in the same place after both moves cancels.
    fn subjects(
        &self,
        first: &AfterMove,
        second: &AfterMove,
    ) -> BTreeMap<Subject, Vec<(PlacedPattern, Share)>> {
        let mut shares: FxHashMap<PlacedPattern, (Subject, Share)> = FxHashMap::default();
        // What is good for the opponent speaks against the move.
        for (after, sign) in [(first, -1.0), (second, 1.0)] {
            for (place, part) in self.parts(&after.graph, &after.evaluation) {
                let subject = after.subject(&place);
                let first_seen = Share { log_odds: 0.0, after_chosen: sign < 0.0 };
                let (_, share) = shares.entry(place).or_insert((subject, first_seen));
                share.log_odds += sign * part;
            }
        }
        shares.retain(|_, (_, share)| share.log_odds != 0.0);
        let mut shares: Vec<(PlacedPattern, (Subject, Share))> = shares.into_iter().collect();
        shares.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let mut subjects: BTreeMap<Subject, Vec<(PlacedPattern, Share)>> = BTreeMap::new();
        for (place, (subject, share)) in shares {
            subjects.entry(subject).or_default().push((place, share));
        }
        subjects
    }

    /// What graph and material patterns add to a value, each in each of its places.
    fn parts(&self, graph: &PositionGraph, evaluation: &Evaluation) -> Vec<(PlacedPattern, f64)> {
        let mut places: FxHashMap<PatternId, Vec<Vec<Square>>> = FxHashMap::default();
        self.snapshot.graphs.walk(graph.graph(), |id, nodes| {
            let squares = nodes.iter().map(|node| graph.square(*node)).collect();
            places.entry(id).or_default().push(squares);
        });
        let mut parts = Vec::new();
        for contribution in &evaluation.contributions {
            match contribution.id {
                AnyId::Graph(id) => {
                    let places = places.get(&id).map_or(&[][..], Vec::as_slice);
                    let part = contribution.part / places.len() as f64;
                    let each = |squares: &Vec<Square>| ((contribution.id, squares.clone()), part);
                    parts.extend(places.iter().map(each));
                }
                AnyId::Material(_) => {
                    parts.push(((contribution.id, Vec::new()), contribution.part))
                }
                AnyId::Move(_) => {}
            }
        }
        parts
    }

    /// The opponent's most promising move, and the pattern that speaks most for it: one that the replies to `less` do not
    /// share, if there is one.
    fn reply(&self, after: &AfterMove, less: &AfterMove) -> Option<(SanPlus, AnyId, Phrase)> {
        let prospects = after.evaluation.prospects.as_ref()?;
        let turn = after.position.turn();
        let real = |square: Square| turn.fold_wb(square, square.flip_vertical());
        let (from, to) = (real(prospects.best.from), real(prospects.best.to));
        let is_it = |m: &Move| {
            let becomes = m.promotion().is_none_or(|role| role == Role::Queen);
            m.from() == Some(from) && m.to() == to && becomes
        };
        let reply = after.position.legal_moves().into_iter().find(is_it)?;
        let others = less.evaluation.prospects.as_ref();
        let moves = &self.memory.moves;
        let own = |id: &PatternId| others.is_none_or(|others| !others.patterns.contains(id));
        let by_weight = |a: &PatternId, b: &PatternId| {
            own(a).cmp(&own(b)).then(moves.log_odds(*a).total_cmp(&moves.log_odds(*b)))
        };
        let told = prospects.patterns.iter().max_by(|a, b| by_weight(a, b))?;
        let id = AnyId::Move(*told);
        let san = SanPlus::from_move(after.position.clone(), reply);
        Some((san, id, self.phrase(id, &[], turn)?))
    }

    /// What a pattern says, on squares of the perspective of the side to move as White, told on the real board.
    fn phrase(&self, id: AnyId, squares: &[Square], turn: Color) -> Option<Phrase> {
        let told = |text: String| on_the_board(&text, turn);
        Some(match id {
            AnyId::Graph(id) => told(self.memory.graphs.get(id)?.phrase_on(squares)),
            AnyId::Material(id) => {
                let phrase = self.memory.materials.get(id)?.phrase();
                // Where moves count, material is that after them.
                let (side, when) = match self.memory.moves.is_empty() {
                    true => (turn, ""),
                    false => (!turn, " after the best replies"),
                };
                Phrase { parts: vec![Part::Side(side), Part::Text(format!(" is {phrase}{when}"))] }
            }
            AnyId::Move(id) => told(self.memory.moves.get(id)?.phrase()),
        })
    }

    /// The same, of pieces and squares only what and where they are.
    fn brief(&self, id: AnyId, squares: &[Square], turn: Color) -> Option<Phrase> {
        match id {
            AnyId::Graph(id) => {
                Some(on_the_board(&self.memory.graphs.get(id)?.brief_on(squares), turn))
            }
            _ => self.phrase(id, squares, turn),
        }
    }
}

/// What is said of the side to move as White, told on the real board.
fn on_the_board(text: &str, turn: Color) -> Phrase {
    let phrase = Phrase::recognised(text);
    if turn.is_white() { phrase } else { phrase.mirrored() }
}
