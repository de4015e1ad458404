use super::PatternId;
use crate::pattern::Pattern;

/// Finds patterns of a database by their place in the order "more general than".
///
/// Both answers are exact and in ascending order of id; neither contains the pattern asked for.
pub trait Index<P: Pattern>: Clone + Default + std::fmt::Debug {
    /// Takes a pattern in. It must not be there already.
    fn insert(&mut self, id: PatternId, pattern: &P);

    /// Takes a pattern out again.
    fn remove(&mut self, id: PatternId, pattern: &P);

    /// The id of exactly this pattern.
    fn find(&self, pattern: &P) -> Option<PatternId>;

    /// All stored patterns that are strictly more general.
    fn more_general(&self, pattern: &P) -> Vec<PatternId>;

    /// All stored patterns that are strictly more special; `get` looks a stored pattern up.
    fn more_special<'a>(
        &self,
        pattern: &P,
        get: impl Fn(PatternId) -> Option<&'a P>,
    ) -> Vec<PatternId>
    where
        P: 'a;
}

/// What was found, each once and in order, without the pattern that was asked for.
pub(super) fn others(mut found: Vec<PatternId>, own: Option<PatternId>) -> Vec<PatternId> {
    found.sort_unstable();
    found.dedup();
    found.retain(|id| Some(*id) != own);
    found
}
