use std::fmt;

use shakmaty::{Chess, Move, Position};

use super::Error;
use super::explanation::json;
use crate::chess::{Game, Start, fen, san};
use crate::explanation::compare::{best_other, compare};
use crate::explanation::explainer::Explainer;
use crate::explanation::learned::MemoryExplainer;
use crate::render::explanation::{Choice, ComparisonRecord, comparison};

/// Two moves compared: see [`Morph::compare`](crate::Morph::compare). `Display` writes what `morph why` prints.
#[derive(Clone, Debug)]
pub struct Comparison {
    values: [f64; 2],
    text: String,
    pub(crate) record: ComparisonRecord<Choice>,
}

impl Comparison {
    /// As [`Morph::compare`](crate::Morph::compare), by the facts alone if nothing is `learned`.
    pub(crate) fn new(
        explainer: &Explainer,
        learned: Option<&mut MemoryExplainer>,
        position: &Chess,
        chosen: Move,
        other: Option<Move>,
    ) -> Result<Comparison, Error> {
        for m in [Some(chosen), other].into_iter().flatten() {
            if !position.is_legal(m) {
                return Err(Error::IllegalMove { m: m.to_string(), fen: fen(position) });
            }
        }
        let other = other.or_else(|| best_other(explainer, position, chosen));
        let Some(other) = other.filter(|other| *other != chosen) else {
            return Err(Error::NoOtherMove { m: san(position, chosen), fen: fen(position) });
        };
        let compared = compare(explainer, position, chosen, other);
        let game = Game::new(Start::Position(Box::new(position.clone())));
        let learned = learned.and_then(|learned| learned.compare_moves(&game, chosen, Some(other)));
        let tree = &explainer.tree;
        Ok(Comparison {
            values: compared.outcomes.each_ref().map(|outcome| outcome.value),
            text: comparison(tree, &compared, learned.as_ref()),
            record: ComparisonRecord::new(tree, &compared, learned.as_ref().map(Choice::new)),
        })
    }

    /// What the facts after each move add up to, in pawns for the side that moves: of the move asked about, and of the other.
    #[must_use]
    pub fn pawns(&self) -> [f64; 2] {
        self.values
    }

    /// The object that `morph why --format json` writes, in one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        json(&self.record)
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}
