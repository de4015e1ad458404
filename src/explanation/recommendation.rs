//! The move to play.

use shakmaty::Move;

use crate::explanation::compare::ALIKE;
use crate::explanation::facts::features::LazySearch;
use crate::explanation::plans::move_quality::MAX_COST;
use crate::player::Decision;

/// Moves whose soundness the search is asked about, at most.
const MAX_ASKED: usize = 5;
/// Half-moves shown after the move that is recommended: answer and next move.
const PLAY_SHOWN: usize = 2;
/// Winning chances, as in a mark: what half a pawn and a pawn are worth in an even position. In one that is decided a pawn is little.
const A_LITTLE: f64 = 0.09;
const MUCH: f64 = 0.18;

/// A move to play, with what a search expects after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recommendation {
    /// The move.
    pub m: Move,
    /// Answer and next move, if it is also what the search finds best; may be empty.
    pub line: Vec<Move>,
    /// The other move that the memory likes best, if it likes it about as well or better and the search is against it.
    pub rejected: Option<Rejected>,
}

/// A move that looks better than it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The move.
    pub m: Move,
    /// It gives away much.
    pub is_bad: bool,
    /// The answer that speaks against it and not as well against the recommended move, if the search has one.
    pub answer: Option<Move>,
}

/// Of the moves that are told anyway and the best few moves of a decision the first that the search finds sound, or the best of the
/// search if there is none.
pub(super) fn recommend(
    search: &LazySearch,
    decision: &Decision,
    told: &[Move],
) -> Option<Recommendation> {
    let is_sound = |m| search.costs_at_most(m, MAX_COST);
    let best = decision.best_first();
    let liked = best.iter().take(MAX_ASKED).map(|alternative| alternative.m);
    let found = told.iter().copied().chain(liked).find(|m| is_sound(*m));
    let m = found.or_else(|| search.best_move())?;
    let expected = best.iter().find(|alternative| alternative.m == m)?.value;
    let line: Vec<Move> = search.line_after(m).into_iter().take(PLAY_SHOWN).collect();
    let other = best.iter().find(|alternative| alternative.m != m);
    let tempting = other.filter(|other| other.value.get() + ALIKE >= expected.get());
    let gives_away = |m, chances| !search.gives_away_at_most(m, chances);
    let rejected = tempting.filter(|other| gives_away(other.m, A_LITTLE)).map(|other| Rejected {
        m: other.m,
        is_bad: gives_away(other.m, MUCH),
        answer: search.refutation(other.m).filter(|answer| line.first() != Some(answer)),
    });
    Some(Recommendation { m, line, rejected })
}
