use std::fmt;

use shakmaty::{Chess, Move, Position};

use super::Error;
use super::explanation::json;
use crate::chess::{Game, Start, fen, san};
use crate::explanation::compare::compare;
use crate::explanation::explainer::Explainer;
use crate::explanation::learned::MemoryExplainer;
use crate::render::explanation::{Choice, ComparisonRecord, comparison_in_full};

/// Two moves compared: see [`Morph::compare`](crate::Morph::compare). `Display` writes what `morph why` prints.
#[derive(Clone, Debug)]
pub struct Comparison {
    pawns: [f64; 2],
    in_full: String,
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
        let Some(compared) = compare(explainer, position, chosen, other) else {
            return Err(Error::NoOtherMove { m: san(position, chosen), fen: fen(position) });
        };
        let tree = &explainer.tree;
        let game = Game::new(Start::Position(Box::new(position.clone())));
        let [chosen, other] = compared.moves;
        let (mut choice, mut preferred) = (None, None);
        if let Some(learned) = learned {
            choice = learned.compare_moves(&game, chosen, Some(other));
            let prefer = |choice| learned.preference(&game, compared.moves, choice);
            preferred = choice.as_ref().and_then(prefer);
        }
        let learned = choice.as_ref().map(Choice::new);
        Ok(Comparison {
            pawns: compared
                .outcomes
                .each_ref()
                .map(|found| f64::from(found.told.clamped()) / 100.0),
            in_full: comparison_in_full(tree, &compared, choice.as_ref()).trim_end().to_owned(),
            record: ComparisonRecord::new(tree, &compared, preferred.as_ref(), learned),
        })
    }

    /// What each move is worth by calculation, in pawns for the side that moves, within ±10, where a mate is: of the move asked
    /// about, and of the other.
    #[must_use]
    pub fn pawns(&self) -> [f64; 2] {
        self.pawns
    }

    /// What `morph why` prints, in brief or in full.
    pub(crate) fn text(&self, full: bool) -> &str {
        if full { &self.in_full } else { &self.record.text }
    }

    /// All facts after each move and its captures with their values, and the learned patterns, as `morph why --full` prints them.
    #[must_use]
    pub fn in_full(&self) -> &str {
        &self.in_full
    }

    /// The object that `morph why --format json` writes, in one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        json(&self.record)
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text(false))
    }
}
