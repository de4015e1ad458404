//! What the next moves decide: a mate, or material won, with the line that shows it.

use shakmaty::{Chess, Color, Move, Position};

use super::facts::features::LazySearch;
use super::facts::tree::EvaluationTree;
use super::facts::{Fact, FamilyKind, Selection, WhyNot};
use super::motif::{Motif, motifs};
use crate::chess::after_line;
use crate::chess::search::MATE;

/// What a line brings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Prize {
    /// Checkmate.
    Mate,
    /// Material worth this many pawns, beyond what is taken back.
    Material(f64),
    /// What the other side is ahead by now, or a part of it.
    TakenBack,
}

/// A line that one side cannot escape, as far as a search of a few plies sees.
#[derive(Clone, Debug, PartialEq)]
pub struct Force {
    /// Who mates or wins.
    pub winner: Color,
    /// What.
    pub prize: Prize,
    /// Best play of both sides from the position on: a mate to the end, else up to the capture after which the winner has
    /// what is won.
    pub line: Vec<Move>,
    /// By what means.
    pub motifs: Vec<Motif>,
}

/// For a side that is so many pawns ahead by the search, less than so many by force are nothing to speak of.
const WON: f64 = 6.0;
const WORTH_TELLING: f64 = 1.0;

impl Force {
    /// What decides a position whose facts were selected; `None` where nothing is won by force, or no line shows it.
    #[must_use]
    pub fn of(
        tree: &EvaluationTree,
        position: &Chess,
        search: &LazySearch,
        selection: &Selection,
    ) -> Option<Force> {
        let turn = position.turn();
        let kind = |fact: &Fact| tree.family_of(fact.leaf).kind;
        if selection.facts.iter().any(|fact| kind(fact) == FamilyKind::MateInOne) {
            return Some(Force::new(position, turn, Prize::Mate, vec![mate_in_one(position)?]));
        }
        let gain = search.gain();
        let winner = if gain > 0 { turn } else { !turn };
        if gain.abs() > MATE / 2 {
            // The search for material may have no line up to the mate.
            let shown = search.mate().filter(|(side, _)| *side == winner);
            let line = shown.map_or_else(|| search.real_line(), |(_, line)| line);
            return Some(Force::new(position, winner, Prize::Mate, line));
        }
        if let Some((winner, line)) = search.mate() {
            return Some(Force::new(position, winner, Prize::Mate, line));
        }
        let line = search.forced_line()?.to_vec();
        let is_won = |fact: &&Fact| {
            fact.owner == winner
                && (kind(fact).is_searched() || kind(fact) == FamilyKind::Threat && winner == turn)
        };
        let won = selection.facts.iter().find(is_won);
        let is_regained = || selection.left_out.iter().any(|out| out.why == WhyNot::Regained);
        let seen = winner.fold_wb(1.0, -1.0) * search.for_white();
        let prize = match won {
            Some(fact) if fact.value.abs() < WORTH_TELLING && seen > WON => return None,
            Some(fact) => Prize::Material(fact.value.abs()),
            None if is_regained() => Prize::TakenBack,
            None => return None,
        };
        Some(Force::new(position, winner, prize, line))
    }

    /// The position after the line.
    #[must_use]
    pub fn end(&self, position: &Chess) -> Chess {
        after_line(position, &self.line)
    }

    fn new(position: &Chess, winner: Color, prize: Prize, line: Vec<Move>) -> Force {
        let motifs = motifs(position, &line, winner);
        Force { winner, prize, line, motifs }
    }
}

/// A mating move, one that promotes to a queen or castles no worse than any other.
fn mate_in_one(position: &Chess) -> Option<Move> {
    position.legal_moves().into_iter().find(|m| {
        let mut after = position.clone();
        after.play_unchecked(*m);
        after.is_checkmate()
    })
}
