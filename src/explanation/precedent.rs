//! Games in which a position like the one explained occurred, and what was played there ("chess precedents", Kerner 2000).

use std::cell::RefCell;
use std::fmt;

use shakmaty::{Chess, Move, Position};

use super::explained::{Explanation, Precedent};
use super::explainer::Explainer;
use super::learned::MemoryExplainer;
use super::plans::move_quality::MoveQuality;
use crate::library::{Analyser, Library, LibraryError, Neighbour, Vocabulary};

/// Neighbours whose moves are tried.
const TRIED: usize = 12;

/// Less alike than this is no precedent.
const MIN_SCORE: f32 = 0.4;

/// What a move may cost against the best one, in pawns by the facts after it.
const SLACK: f64 = 0.25;

/// Looks for precedents in a library.
pub struct PrecedentFinder<'a> {
    library: &'a Library,
    analyser: Analyser<'a>,
}

impl fmt::Debug for PrecedentFinder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrecedentFinder")
            .field("library", &self.library.path())
            .finish_non_exhaustive()
    }
}

impl<'a> PrecedentFinder<'a> {
    /// Precedents from a library whose words are of this vocabulary.
    #[must_use]
    pub fn new(library: &'a Library, vocabulary: &'a Vocabulary) -> PrecedentFinder<'a> {
        PrecedentFinder { library, analyser: Analyser::new(vocabulary) }
    }

    /// The most similar game whose move can be played here and holds on the board; or the most similar one.
    ///
    /// # Errors
    ///
    /// The library is damaged.
    pub fn find(
        &mut self,
        explainer: &Explainer,
        explanation: &Explanation,
        learned: Option<&mut MemoryExplainer>,
    ) -> Result<Option<Precedent>, LibraryError> {
        let position = &explanation.position;
        let mut neighbours = self.library.nearest(&mut self.analyser, position, TRIED)?;
        neighbours.retain(|neighbour| neighbour.score >= MIN_SCORE);
        let learned = learned.map(RefCell::new);
        let decide = || learned.as_ref()?.borrow_mut().decide(position);
        let value_after = |m: Move| explainer.value_after(position, m);
        let Explanation { search, known, .. } = explanation;
        let quality = MoveQuality::new(position, search, known, &decide, &value_after);
        let holds =
            |m: Move| quality.is_sound(m) && quality.is_trusted(m) && quality.is_best(m, SLACK);
        let found = neighbours.iter().enumerate().find_map(|(place, neighbour)| {
            adapted(position, neighbour).filter(|m| holds(*m)).map(|m| (place, m))
        });
        Ok(match found {
            Some((place, m)) => {
                Some(Precedent { neighbour: neighbours.swap_remove(place), step: Some(m) })
            }
            None => {
                neighbours.into_iter().next().map(|neighbour| Precedent { neighbour, step: None })
            }
        })
    }
}

/// The move here that does what was played there, if it did not lose there.
fn adapted(position: &Chess, neighbour: &Neighbour) -> Option<Move> {
    let there = &neighbour.place;
    if neighbour.game.half_points(there.position.turn()) == Some(0) {
        return None;
    }
    let played = there.next?;
    let is_turned = position.turn() != there.position.turn();
    let turned = |square: shakmaty::Square| if is_turned { square.flip_vertical() } else { square };
    let legal = position.legal_moves();
    let mut same: Vec<Move> = legal
        .into_iter()
        .filter(|m| {
            m.role() == played.role()
                && m.to() == turned(played.to())
                && m.promotion() == played.promotion()
                && m.is_castle() == played.is_castle()
        })
        .collect();
    // Where two pieces of a kind can go there, the one that came from the same square.
    same.sort_by_key(|m| m.from() != played.from().map(turned));
    same.first().copied()
}
