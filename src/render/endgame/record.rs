//! Endgame advice as values that programs read.

use serde::Serialize;
use serde_json::{Value, json};
use shakmaty::Position;
use utoipa::ToSchema;

use super::played_out::PlayedOut;
use super::text::rejection_text;
use crate::chess::{Ending, Game, fen, line_san, san, uci};
use crate::endgame::advisor::Advice;
use crate::endgame::game_graph::{PlayedMove, TableOutcome};
use crate::endgame::proof::Proof;
use crate::endgame::table::AdviceTable;

/// What a table advises.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdviceRecord {
    /// Name of the table, such as `krk`.
    pub table: String,
    /// Name of the rule.
    pub rule: String,
    /// The rule in a sentence.
    pub sentence: String,
    /// The move, as `a1a5`.
    pub uci: String,
    /// The move, as `Ra5`.
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// How the game ended with it.
    #[schema(value_type = Option<String>)]
    pub ending: Option<Ending>,
    /// The move, the reply that delays the goal of the rule longest, and so on until it is reached.
    pub line: Vec<String>,
    /// The rules before it in the table, in order, and why each failed.
    pub rejected: Vec<RejectedRecord>,
}

/// A rule that was tried first and does not apply.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RejectedRecord {
    /// Name of the rule.
    pub rule: String,
    /// Why it failed.
    pub why: String,
}

impl AdviceRecord {
    /// The advice for the position that `game` has reached.
    #[must_use]
    pub fn new(game: &Game, advice: Advice) -> AdviceRecord {
        let before = game.position();
        let mut after = before.clone();
        after.play_unchecked(advice.m);
        let rejected = advice.rejected.into_iter().map(|rejected| RejectedRecord {
            why: rejection_text(&rejected.reason),
            rule: rejected.rule,
        });
        AdviceRecord {
            uci: uci(advice.m),
            san: san(before, advice.m),
            fen: fen(&after),
            ending: game.ending_after(&after),
            line: line_san(before, &advice.line),
            rejected: rejected.collect(),
            table: advice.table,
            rule: advice.rule,
            sentence: advice.sentence,
        }
    }
}

/// A table.
#[derive(Clone, Debug, Serialize)]
pub struct TableRecord<'a> {
    /// Its name, such as `krk`.
    pub name: &'a str,
    /// The material it is for, such as `KRK`.
    pub endgame: String,
    /// A line about it.
    pub title: &'a str,
    /// Its rules are proved to keep the result.
    pub proven: bool,
}

impl TableRecord<'_> {
    /// Of a table.
    #[must_use]
    pub fn new(table: &AdviceTable) -> TableRecord<'_> {
        let AdviceTable { name, endgame, title, proven, .. } = table;
        TableRecord { name, endgame: endgame.to_string(), title, proven: *proven }
    }
}

/// A proof, on request with the FEN of every position that the table should win or hold but does not.
#[must_use]
pub fn proof_record(proof: &Proof, failures: bool) -> Value {
    let mut record = json!(proof);
    if failures {
        record["failures"] = json!(proof.failures);
        for (key, draws) in [("draws", &proof.draws), ("defence", &proof.defence)] {
            if let Some(draws) = draws {
                record[key]["failures"] = json!(draws.failures);
            }
        }
    }
    record
}

/// A game of a table against the longest defence.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedOutRecord {
    /// Black is the stronger side, and is shown as White in `moves`.
    pub colours_swapped: bool,
    /// The moves of both sides.
    pub moves: Vec<MoveRecord>,
    /// How it ends: `mate`, `repetition`, `no-advice`, `stalemate` or `piece-lost`.
    pub outcome: &'static str,
    /// Moves of the stronger side up to a mate.
    pub mate_in: Option<u16>,
}

/// A ply of such a game.
#[derive(Clone, Debug, Serialize)]
pub struct MoveRecord {
    /// The position before it.
    pub fen: String,
    /// The move, with the square it leaves only where the text form has it.
    #[serde(rename = "move")]
    pub m: String,
    /// The table and the rule behind a move of the stronger side.
    pub advice: Option<(String, String)>,
}

impl PlayedOutRecord {
    /// Of a game played out.
    #[must_use]
    pub fn new(played: PlayedOut) -> PlayedOutRecord {
        let (outcome, mate_in) = match played.outcome {
            TableOutcome::Mate(moves) => ("mate", Some(moves)),
            TableOutcome::Repetition => ("repetition", None),
            TableOutcome::NoAdvice => ("no-advice", None),
            TableOutcome::Stalemate => ("stalemate", None),
            TableOutcome::PieceLost => ("piece-lost", None),
        };
        let record = |PlayedMove { before, m, advice }| MoveRecord {
            fen: before.fen(),
            m: m.to_string(),
            advice,
        };
        let moves = played.game.into_iter().map(record).collect();
        PlayedOutRecord { colours_swapped: played.swapped, moves, outcome, mate_in }
    }
}
