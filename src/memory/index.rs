use super::{Row, Stored};
use crate::pattern::Pattern;

/// Finds the patterns of a database that are more general or more special than a given one.
///
/// Results are exact, in ascending order, and do not contain the given pattern.
pub trait Index<P: Pattern>: Clone + Default + std::fmt::Debug {
    /// Inserts a pattern. The row it was in before, where it must not stay; `None` for new ones.
    fn insert(&mut self, row: Row, pattern: &P) -> Option<Row>;

    /// Removes a pattern.
    fn remove(&mut self, row: Row, pattern: &P);

    /// The row of exactly this pattern.
    fn find(&self, pattern: &P) -> Option<Row>;

    /// All stored patterns that are equal or more general, in any order, repetitions allowed.
    fn covering(&self, pattern: &P) -> Vec<Row>;

    /// All stored patterns that are strictly more general.
    fn more_general(&self, pattern: &P) -> Vec<Row> {
        let own = self.find(pattern);
        let mut found = self.covering(pattern);
        found.sort_unstable();
        found.dedup();
        found.retain(|row| Some(*row) != own);
        found
    }

    /// All patterns that are strictly more special, of those `stored`.
    fn more_special(&self, pattern: &P, stored: Stored<'_, P>) -> Vec<Row>;

    /// Puts each pattern into its new row: `moved[row]`, with `None` for rows without a pattern. The order stays.
    fn renumber(&mut self, moved: &[Option<Row>]);
}
