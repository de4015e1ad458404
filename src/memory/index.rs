use super::PatternId;
use crate::pattern::Pattern;

/// Finds the patterns of a database that are more general or more special than a given one.
///
/// Results are exact, in ascending order of id, and do not contain the given pattern.
pub trait Index<P: Pattern>: Clone + Default + std::fmt::Debug {
    /// Inserts a pattern, which must not be stored already.
    fn insert(&mut self, id: PatternId, pattern: &P);

    /// Removes a pattern.
    fn remove(&mut self, id: PatternId, pattern: &P);

    /// The id of exactly this pattern.
    fn find(&self, pattern: &P) -> Option<PatternId>;

    /// All stored patterns that are equal or more general, in any order, repetitions allowed.
    fn covering(&self, pattern: &P) -> Vec<PatternId>;

    /// All stored patterns that are strictly more general.
    fn more_general(&self, pattern: &P) -> Vec<PatternId> {
        let own = self.find(pattern);
        let mut found = self.covering(pattern);
        found.sort_unstable();
        found.dedup();
        found.retain(|id| Some(*id) != own);
        found
    }

    /// All stored patterns that are strictly more special; `get` returns a stored pattern.
    fn more_special<'a>(
        &self,
        pattern: &P,
        get: impl Fn(PatternId) -> Option<&'a P>,
    ) -> Vec<PatternId>
    where
        P: 'a;
}
