//! Games in which a position like the one explained occurred, and what was played there ("chess precedents", Kerner 2000).

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;

use shakmaty::Move;

use super::explained::{Explanation, Precedent};
use super::explainer::Explainer;
use super::learned::MemoryExplainer;
use super::plans::move_quality::{MAX_COST, MoveQuality};
use crate::library::{Analyser, Library, LibraryError, Vocabulary};

/// Neighbours whose moves are tried.
const TRIED: usize = 60;

/// Less alike than this is no precedent.
const MIN_SCORE: f32 = 0.4;

/// What a move may cost against the best one, in pawns by the facts after it.
const SLACK: f64 = 0.25;

/// Looks for precedents in a library.
#[derive(Clone)]
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
        let Explanation { position, search, known, .. } = explanation;
        let nearest = self.library.nearest(&mut self.analyser, position, TRIED)?;
        let learned = learned.map(RefCell::new);
        let decide = || learned.as_ref()?.borrow_mut().decide(position);
        let value_after = |m: Move| explainer.value_after(position, m);
        let quality = MoveQuality::new(position, search, known, &decide, &value_after);
        let holds = |m: Move| {
            quality.costs_at_most(m, MAX_COST) && quality.is_trusted(m) && quality.is_best(m, SLACK)
        };
        let mut tried = HashMap::new();
        let alike = (0..nearest.len()).take_while(|number| nearest.score(*number) >= MIN_SCORE);
        let found = alike.clone().filter(|number| !nearest.is_lost(*number)).find_map(|number| {
            let m = nearest.adapted(number, position)?;
            tried.entry(m).or_insert_with(|| holds(m)).then_some((number, Some(m)))
        });
        let Some((number, step)) = found.or_else(|| Some((alike.clone().next()?, None))) else {
            return Ok(None);
        };
        Ok(nearest.neighbour(number)?.map(|neighbour| Precedent { neighbour, step }))
    }
}
