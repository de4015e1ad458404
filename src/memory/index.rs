use super::PatternId;
use crate::pattern::Pattern;

/// Finds patterns of a database by their place in the order "more general than".
///
/// What is more general and what is more special is exact and in ascending order of id, without the pattern asked for.
pub trait Index<P: Pattern>: Clone + Default + std::fmt::Debug {
    /// Takes a pattern in. It must not be there already.
    fn insert(&mut self, id: PatternId, pattern: &P);

    /// Takes a pattern out again.
    fn remove(&mut self, id: PatternId, pattern: &P);

    /// The id of exactly this pattern.
    fn find(&self, pattern: &P) -> Option<PatternId>;

    /// All stored patterns that are as general or more, in any order and perhaps repeatedly.
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

    /// All stored patterns that are strictly more special; `get` looks a stored pattern up.
    fn more_special<'a>(
        &self,
        pattern: &P,
        get: impl Fn(PatternId) -> Option<&'a P>,
    ) -> Vec<PatternId>
    where
        P: 'a;
}
