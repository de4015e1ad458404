use super::probe_table::{ProbeKey, ProbeTable};
use super::{Index, Row, Stored, Version, Weights};
use crate::graph::{MoveComponent, MoveComponents, MoveLabel};
use crate::pattern::{MovePattern, Pattern};
use crate::units::FixedPointSum;

/// Move patterns by label: a table for each set of components that occurs.
#[derive(Clone, Debug, Default)]
pub struct MoveIndex {
    /// Patterns of the move alone, and patterns with components about pieces en prise elsewhere.
    parts: [Part; 2],
    version: Version,
}

impl ProbeKey for MoveLabel {
    /// No pattern says nothing.
    const EMPTY: MoveLabel = MoveLabel::NOTHING;

    #[inline]
    fn mixed(self) -> u64 {
        MoveLabel::mixed(self)
    }
}

#[derive(Clone, Debug, Default)]
struct Part {
    tables: Vec<(MoveComponents, ProbeTable<MoveLabel, Row>)>,
    /// All components of its patterns.
    components: MoveComponents,
}

impl Part {
    fn rows(&self, components: MoveComponents) -> Option<&ProbeTable<MoveLabel, Row>> {
        let place = self.tables.binary_search_by_key(&components, |(known, _)| *known).ok()?;
        Some(&self.tables[place].1)
    }

    fn rows_mut(&mut self, components: MoveComponents) -> &mut ProbeTable<MoveLabel, Row> {
        let place = self.tables.binary_search_by_key(&components, |(known, _)| *known);
        let place = place.unwrap_or_else(|place| {
            self.tables.insert(place, (components, ProbeTable::default()));
            self.components = self.components.or(components);
            place
        });
        &mut self.tables[place].1
    }

    fn walk(&self, label: MoveLabel, mut visit: impl FnMut(Row)) {
        for (components, rows) in &self.tables {
            if let Some(row) = label.keep_all(*components).and_then(|label| rows.get(label)) {
                visit(row);
            }
        }
    }
}

impl MoveIndex {
    /// Visits every stored pattern that occurs in a move once. Costs a look-up for each set of components.
    pub fn walk(&self, label: MoveLabel, mut visit: impl FnMut(Row)) {
        self.parts.iter().for_each(|part| part.walk(label, &mut visit));
    }
}

fn part(components: MoveComponents) -> usize {
    let elsewhere = [MoveComponent::EnPrise, MoveComponent::AttackedEnemies];
    usize::from(elsewhere.into_iter().any(|component| components.contains(component)))
}

impl Index<MovePattern> for MoveIndex {
    fn insert(&mut self, row: Row, pattern: &MovePattern) -> Option<Row> {
        self.version = Version::next();
        let components = pattern.0.components();
        self.parts[part(components)].rows_mut(components).insert(pattern.0, row)
    }

    fn remove(&mut self, _: Row, pattern: &MovePattern) {
        self.version = Version::next();
        let components = pattern.0.components();
        self.parts[part(components)].rows_mut(components).remove(pattern.0);
    }

    fn find(&self, pattern: &MovePattern) -> Option<Row> {
        let components = pattern.0.components();
        self.parts[part(components)].rows(components)?.get(pattern.0)
    }

    fn covering(&self, pattern: &MovePattern) -> Vec<Row> {
        let mut found = Vec::new();
        self.walk(pattern.0, |row| found.push(row));
        found
    }

    fn more_special(&self, pattern: &MovePattern, _: Stored<'_, MovePattern>) -> Vec<Row> {
        let components = pattern.0.components();
        let tables = self.parts.iter().flat_map(|part| &part.tables);
        let wider =
            tables.filter(|(known, _)| known.contain_all(components) && *known != components);
        let mut found: Vec<Row> = wider
            .flat_map(|(_, rows)| rows.iter())
            .filter(|(key, _)| pattern.is_more_general_than(&MovePattern(*key)))
            .map(|(_, row)| *row)
            .collect();
        found.sort_unstable();
        found
    }

    fn renumber(&mut self, moved: &[Option<Row>]) {
        self.version = Version::next();
        let tables = self.parts.iter_mut().flat_map(|part| &mut part.tables);
        tables.flat_map(|(_, rows)| rows.values_mut()).for_each(|row| row.move_up(moved));
    }
}

/// Log-odds of recent moves, for each part of the index: most moves of a position are in its neighbours too, but the
/// pieces en prise elsewhere change.
#[derive(Clone, Debug, Default)]
pub struct MoveCache {
    versions: (Version, Version),
    slots: [Vec<Slot>; 2],
}

/// The default is right as well: no pattern occurs in a label that says nothing.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    label: MoveLabel,
    sum: FixedPointSum,
}

/// Slots of each part.
const SLOTS_LOG2: u32 = 14;

impl MoveCache {
    /// Appends for each move the sum of the log-odds of all patterns that occur in it.
    pub(super) fn sums(
        &mut self,
        index: &MoveIndex,
        weights: &Weights,
        labels: impl Iterator<Item = MoveLabel>,
        sums: &mut Vec<f64>,
    ) {
        let versions = (index.version, weights.version());
        if self.versions != versions {
            self.versions = versions;
            for slots in &mut self.slots {
                slots.clear();
                slots.resize(1 << SLOTS_LOG2, Slot::default());
            }
        }
        let [alone, elsewhere] = &mut self.slots;
        sums.extend(labels.map(|label| {
            let mut sum = index.parts[0].sum(alone, weights, label);
            sum += index.parts[1].sum(elsewhere, weights, label);
            sum.get()
        }));
    }
}

impl Part {
    #[inline]
    fn sum(&self, slots: &mut [Slot], weights: &Weights, label: MoveLabel) -> FixedPointSum {
        let label = label.keep(self.components);
        let slot = &mut slots[(label.mixed() >> (64 - SLOTS_LOG2)) as usize];
        if slot.label != label {
            let mut sum = FixedPointSum::default();
            self.walk(label, |row| sum += weights.summand(row));
            *slot = Slot { label, sum };
        }
        slot.sum
    }
}
