use shakmaty::{Chess, Color, Move, Position};

use crate::chess::{Game, Oriented, Start, result_for, san};
use crate::evaluation::{self, Evaluator};
use crate::memory::{AnyId, Memory, Snapshot};
use crate::player::Alternative;
use crate::render::patterns::{phrase_after_moves, phrase_for};

/// What a position is worth, and the patterns that say so: see [`Morph::evaluate`](crate::Morph::evaluate).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Evaluation {
    /// Expected score of the side to move, from 0 (a loss) over ½ (a draw) to 1 (a win).
    pub value: f64,
    /// The patterns that count most, the one with the largest share first.
    pub contributions: Vec<Contribution>,
}

/// What one learned pattern adds to a value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Contribution {
    /// Name of the pattern in its memory, as `morph patterns show` takes it: `g507`, `m12` or `v11469`.
    pub id: String,
    /// What the pattern says, in English, for the side that is to move. Of material: what it comes to after the best moves.
    pub phrase: String,
    /// Expected score that the pattern stands for by itself, from 0 to 1, for the side to move.
    pub weight: f64,
    /// Its part of all that counts in the position, from −1 to 1: above 0 it speaks for the side to move. Without their
    /// signs the shares of all patterns add up to 1.
    pub share: f64,
}

/// A legal move with its value: see [`Morph::moves`](crate::Morph::moves).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ValuedMove {
    /// The move.
    pub m: Move,
    /// The move as a game score has it, such as `Nf3` or `Qxh7#`.
    pub san: String,
    /// Expected score after it, from 0 to 1, for the side that makes it.
    pub value: f64,
}

impl Evaluation {
    /// With as many contributions as `patterns` says.
    pub(super) fn new(
        evaluator: &mut Evaluator,
        (memory, snapshot): (&Memory, &Snapshot),
        position: &Chess,
        patterns: usize,
    ) -> Evaluation {
        let turn = position.turn();
        if let Some(value) = final_value(position, turn) {
            return Evaluation { value, contributions: Vec::new() };
        }
        let found = evaluator.explain(snapshot, &Oriented::new(position));
        let all: f64 = found.contributions.iter().map(|one| one.part.abs()).sum();
        let contributions = found.contributions.iter().take(patterns).filter_map(|one| {
            Some(Contribution {
                id: one.id.to_string(),
                phrase: phrase(memory, one, turn)?,
                weight: one.weight,
                share: if all > 0.0 { one.part / all } else { 0.0 },
            })
        });
        Evaluation { value: found.value.get(), contributions: contributions.collect() }
    }
}

/// What a contribution says where `turn` is to move.
fn phrase(memory: &Memory, one: &evaluation::Contribution, turn: Color) -> Option<String> {
    match one.id {
        AnyId::Material(id) if one.after_moves => phrase_after_moves(memory, id, turn),
        id => phrase_for(memory, id, turn),
    }
}

/// The value of a position in which the game is over.
fn final_value(position: &Chess, side: Color) -> Option<f64> {
    let game = Game::new(Start::Position(Box::new(position.clone())));
    game.outcome().map(|outcome| result_for(outcome, side))
}

impl ValuedMove {
    pub(super) fn new(position: &Chess, alternative: &Alternative) -> ValuedMove {
        let Alternative { m, value, .. } = *alternative;
        ValuedMove { m, san: san(position, m), value: value.get() }
    }
}
