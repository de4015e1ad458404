//! The searches of a position, for material and with positional terms, that run when they are first needed.

use std::cell::{OnceCell, Ref, RefCell};

use shakmaty::{Chess, Color, Move, Position, Square};

use super::forced_line::won_for_good;
use crate::chess::positional_search::{BestLine, PositionalSearch};
use crate::chess::search::{MaterialSearch, SearchBudget};
use crate::chess::{after_line, material_balance};
use crate::units::Score;

/// To confirm a gain at least so many positions are searched with positional terms, times the square of its pawns, up to so many:
/// the more is told, the surer it has to be, and most gains are a pawn.
const FOR_A_PAWN: u32 = 5_000;
const MAX_PAWNS: u32 = 3;
/// A move for its sake alone may be searched in so many times the positions: it is searched to the depth of the best.
const FOR_A_MOVE: u32 = 4;

/// A gain is one only if the search with positional terms sees at least so many centipawns of each pawn in its own value; for a
/// side that is behind and takes back fewer are enough.
const CONFIRMED: i32 = 50;
const TAKEN_BACK: i32 = 20;

/// The first move of a line that the search for material found may give away so many centipawns.
const MAX_COST: i32 = 30;

/// What the next moves of a position win or lose: its search for material, run when first asked. It is made with the side
/// to move as White, so that both colours find the same.
#[derive(Clone, Debug)]
pub struct LazySearch {
    position: Chess,
    /// The side to move is Black on the real board.
    flipped: bool,
    /// Positions that are searched with positional terms, at least.
    nodes: u32,
    search: OnceCell<RefCell<MaterialSearch>>,
    /// The search with positional terms, and what it found.
    positional: OnceCell<(RefCell<PositionalSearch>, BestLine)>,
    /// What shows the gain, on the real board.
    forced_line: OnceCell<Option<Vec<Move>>>,
}

impl LazySearch {
    /// For a position as the side to move sees it, whether that is Black, and how many positions to search with positional
    /// terms, at least.
    #[must_use]
    pub(super) fn new(position: Chess, flipped: bool, nodes: u32) -> LazySearch {
        LazySearch {
            position,
            flipped,
            nodes,
            search: OnceCell::new(),
            positional: OnceCell::new(),
            forced_line: OnceCell::new(),
        }
    }

    fn search(&self) -> &RefCell<MaterialSearch> {
        self.search
            .get_or_init(|| RefCell::new(MaterialSearch::new(&self.position, SearchBudget::FORCE)))
    }

    /// What the side to move wins by force, in pawns, as [`MaterialSearch::gain`] has it.
    #[must_use]
    pub fn gain(&self) -> i32 {
        self.search().borrow().gain()
    }

    /// The search was not given up at its bound on nodes before it found anything out.
    #[must_use]
    pub fn is_conclusive(&self) -> bool {
        self.search().borrow().is_conclusive()
    }

    /// The play that decides it, as the side to move sees it.
    #[must_use]
    pub fn line(&self) -> Ref<'_, [Move]> {
        Ref::map(self.search().borrow(), MaterialSearch::line)
    }

    /// The same on the real board.
    #[must_use]
    pub fn real_line(&self) -> Vec<Move> {
        self.oriented_line(&self.line())
    }

    /// Play that shows what is won by force, on the real board, up to where it is won for good: that of the search with positional
    /// terms, in which both sides play their best, or else that of the search for material if its first move gives nothing
    /// away. `None`: no gain, it is not confirmed, or neither line wins half of it.
    #[must_use]
    pub fn forced_line(&self) -> Option<&[Move]> {
        let line = self.forced_line.get_or_init(|| {
            let gain = self.gain();
            if gain == 0 || !self.confirms(gain) {
                return None;
            }
            let best = won_for_good(&self.position, &self.positional().1.line, gain);
            let line = best.or_else(|| {
                let line = won_for_good(&self.position, &self.line(), gain)?;
                let first = self.oriented(*line.first()?);
                self.costs_at_most(first, MAX_COST).then_some(line)
            })?;
            let end = after_line(&self.position, &line);
            let won = material_balance(&end) - material_balance(&self.position);
            self.confirms(won).then(|| self.oriented_line(&line))
        });
        line.as_deref()
    }

    /// A second search, with positional terms, sees at least half of a gain in its own value, or a fifth if the winner only
    /// takes back: a piece won for a lost attack, or one taken back beyond the horizon, is no gain. The greater the gain,
    /// the more it may search.
    fn confirms(&self, gain: i32) -> bool {
        let winner = gain.signum();
        let score = self.score().clamped();
        let before = winner * material_balance(&self.position);
        let seen = if before < 0 { TAKEN_BACK } else { CONFIRMED };
        score.abs() == Score::DECIDED && score.signum() == winner
            || winner * score >= 100 * before + seen * gain.abs()
    }

    /// What the position is worth to the side to move by a search with positional terms. The greater the gain that it has to
    /// confirm, the more it may search.
    #[must_use]
    pub fn score(&self) -> Score {
        self.positional().1.score
    }

    /// The same in pawns for White on the real board.
    #[must_use]
    pub fn for_white(&self) -> f64 {
        let score = f64::from(self.score().clamped()) / 100.0;
        if self.flipped { -score } else { score }
    }

    /// Who mates, and the play on the real board up to the mate, if the search with positional terms sees one.
    #[must_use]
    pub fn mate(&self) -> Option<(Color, Vec<Move>)> {
        let best = &self.positional().1;
        let is_mover = match best.score {
            Score::Mates(_) => true,
            Score::IsMated(_) => false,
            Score::Centipawns(_) => return None,
        };
        let is_shown = after_line(&self.position, &best.line).is_checkmate();
        let winner = Color::from_white(is_mover != self.flipped);
        is_shown.then(|| (winner, self.oriented_line(&best.line)))
    }

    /// A legal move gives away at most so many centipawns against the best one, by the same search.
    #[must_use]
    pub fn costs_at_most(&self, m: Move, centipawns: i32) -> bool {
        let (_, best) = self.positional();
        self.is_worth(m, best.score.clamped() - centipawns)
    }

    /// The same in winning chances, of which there are two between a certain loss and a certain win.
    #[must_use]
    pub fn gives_away_at_most(&self, m: Move, chances: f64) -> bool {
        let (_, best) = self.positional();
        self.is_worth(m, best.score.lowered_by(chances))
    }

    fn is_worth(&self, m: Move, least: i32) -> bool {
        let (search, best) = self.positional();
        let m = self.oriented(m);
        let nodes = self.nodes_for_a_move();
        best.line.first() == Some(&m)
            || search.borrow_mut().is_worth(&self.position, m, least, best.depth, nodes)
    }

    /// The move that the same search likes best, on the real board; `None` if not even one ply could be searched.
    #[must_use]
    pub fn best_move(&self) -> Option<Move> {
        self.positional().1.line.first().map(|m| self.oriented(*m))
    }

    /// How the play goes on after the best move, on the real board; empty if another move is asked about.
    #[must_use]
    pub fn line_after(&self, m: Move) -> Vec<Move> {
        let (_, best) = self.positional();
        match best.line.split_first() {
            Some((first, line)) if *first == self.oriented(m) => self.oriented_line(line),
            _ => Vec::new(),
        }
    }

    /// What a legal move is worth to the side to move, searched to the depth of the best one as far as the positions reach, and
    /// the play that is expected, which begins with it, on the real board.
    #[must_use]
    pub fn play_of(&self, m: Move) -> BestLine {
        let (search, best) = self.positional();
        let own = self.oriented(m);
        let played = if best.line.first() == Some(&own) {
            best.clone()
        } else {
            search.borrow_mut().line_of(&self.position, own, best.depth, self.nodes_for_a_move())
        };
        BestLine { line: self.oriented_line(&played.line), ..played }
    }

    /// The best of all legal moves but one, on the real board; `None`: there is no other.
    #[must_use]
    pub fn best_besides(&self, m: Move) -> Option<Move> {
        let (search, best) = self.positional();
        let own = self.oriented(m);
        if let Some(first) = best.line.first().filter(|first| **first != own) {
            return Some(self.oriented(*first));
        }
        let mut others: Vec<Move> = self.position.legal_moves().into_iter().collect();
        others.retain(|other| *other != own);
        let first = *others.first()?;
        let second = search.borrow_mut().best_among(&self.position, others, self.nodes());
        Some(self.oriented(second.line.first().copied().unwrap_or(first)))
    }

    /// The answer to a legal move that shows that it gives away more than was asked, on the real board.
    #[must_use]
    pub fn refutation(&self, m: Move) -> Option<Move> {
        let (search, _) = self.positional();
        let next = after_line(&self.position, &[self.oriented(m)]);
        search.borrow().known_best(&next).map(|answer| self.oriented(answer))
    }

    fn nodes(&self) -> u32 {
        self.nodes.max(FOR_A_PAWN * self.gain().unsigned_abs().min(MAX_PAWNS).pow(2))
    }

    fn nodes_for_a_move(&self) -> u32 {
        FOR_A_MOVE.saturating_mul(self.nodes())
    }

    fn positional(&self) -> &(RefCell<PositionalSearch>, BestLine) {
        self.positional.get_or_init(|| {
            let nodes = self.nodes();
            let mut search = PositionalSearch::for_one_position(nodes);
            let best = search.best(&self.position, nodes);
            (RefCell::new(search), best)
        })
    }

    /// A legal move loses material against the best one; `None` if the search was given up at its bound on nodes.
    #[must_use]
    pub fn loses(&self, m: Move) -> Option<bool> {
        self.search().borrow_mut().loses(self.oriented(m))
    }

    /// What a legal move loses against the best one, in pawns, at least 0.
    #[must_use]
    pub fn loss(&self, m: Move) -> i32 {
        self.search().borrow_mut().loss(self.oriented(m))
    }

    fn oriented_line(&self, line: &[Move]) -> Vec<Move> {
        line.iter().map(|m| self.oriented(*m)).collect()
    }

    /// A move as the side to move sees it, or back on the real board: turning the board twice changes nothing.
    fn oriented(&self, m: Move) -> Move {
        let flip = |s: Square| if self.flipped { s.flip_vertical() } else { s };
        match m {
            Move::Normal { role, from, capture, to, promotion } => {
                Move::Normal { role, from: flip(from), capture, to: flip(to), promotion }
            }
            Move::EnPassant { from, to } => Move::EnPassant { from: flip(from), to: flip(to) },
            Move::Castle { king, rook } => Move::Castle { king: flip(king), rook: flip(rook) },
            Move::Put { role, to } => Move::Put { role, to: flip(to) },
        }
    }
}
