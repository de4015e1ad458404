//! What the next moves decide: a mate, or material won, with the line that shows it.

use shakmaty::{Chess, Color, Move, Position};

use super::facts::features::LazySearch;
use super::facts::tree::EvaluationTree;
use super::facts::{Fact, FamilyKind, Selection, WhyNot};
use super::motif::{Motif, motifs};
use crate::chess::search::MATE;
use crate::chess::{after_line, material_balance};

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
            return Some(Force::new(position, winner, Prize::Mate, search.real_line()));
        }
        if let Some((winner, line)) = search.mate() {
            return Some(Force::new(position, winner, Prize::Mate, line));
        }
        if gain == 0 || !search.is_confirmed() {
            return None;
        }
        let line = search.quiet_line();
        let line = line[..told_length(position, line)].to_vec();
        let own = |position: &Chess| winner.fold_wb(1, -1) * material_balance(position);
        if own(&after_line(position, &line)) <= own(position) {
            return None;
        }
        let is_won = |fact: &&Fact| {
            fact.owner == winner
                && (kind(fact).is_searched() || kind(fact) == FamilyKind::Threat && winner == turn)
        };
        let won = selection.facts.iter().find(is_won);
        let is_regained = || selection.left_out.iter().any(|out| out.why == WhyNot::Regained);
        let prize = match won {
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

/// Moves of a line that show what it comes to: up to the first after which the material is that at its end, unless something
/// is taken at once.
fn told_length(position: &Chess, line: &[Move]) -> usize {
    let settled = material_balance(&after_line(position, line));
    let mut reached = position.clone();
    let shows = |(place, m): (usize, &Move)| {
        let counts = m.is_capture() || m.is_promotion();
        reached.play_unchecked(*m);
        let goes_on = line.get(place + 1).is_some_and(|next| next.is_capture());
        (counts && !goes_on && material_balance(&reached) == settled).then_some(place + 1)
    };
    line.iter().enumerate().find_map(shows).unwrap_or(line.len())
}

/// A mating move, one that promotes to a queen or castles no worse than any other.
fn mate_in_one(position: &Chess) -> Option<Move> {
    position.legal_moves().into_iter().find(|m| {
        let mut after = position.clone();
        after.play_unchecked(*m);
        after.is_checkmate()
    })
}
