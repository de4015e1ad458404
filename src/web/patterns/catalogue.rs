//! All patterns of a memory with their phrases, to be searched.

use rustc_hash::{FxHashMap, FxHashSet};

use super::idea::Idea;
use crate::learning::Exponents;
use crate::memory::{AnyId, Database, IndexedPattern, Memory, PatternId, Statistics};
use crate::render::patterns::PatternFilter;

/// What the catalogue keeps of a pattern.
#[derive(Debug)]
struct Listed {
    /// In lower case.
    phrase: Box<str>,
    idea: Idea,
    weight: f32,
    born: u32,
}

/// All patterns of a memory.
#[derive(Debug)]
pub struct PatternCatalogue {
    listed: FxHashMap<AnyId, Listed>,
}

/// What is looked for. Conditions that are absent are met by all patterns.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Kind, operator, uses and order; its limit is not used.
    pub filter: PatternFilter,
    /// Words or parts of words, all of which the phrase or the id has, in any order.
    pub words: String,
    /// Bounds of the weight, in `[0, 1]`.
    pub weight: (Option<f32>, Option<f32>),
    /// The first and the last game in which it may have been created.
    pub born: (Option<u32>, Option<u32>),
    /// Only patterns with this idea.
    pub idea: Option<Idea>,
    /// Only the first pattern of each idea.
    pub one_of_each_idea: bool,
}

/// A pattern that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CatalogueEntry {
    /// The pattern.
    pub id: AnyId,
    /// Its idea.
    pub idea: Idea,
    /// How many of those found have this idea, itself included.
    pub variants: usize,
}

impl PatternCatalogue {
    /// Reads all phrases.
    #[must_use]
    pub fn new(memory: &Memory) -> PatternCatalogue {
        let mut listed = FxHashMap::default();
        collect(memory, &memory.graphs, AnyId::Graph, &mut listed);
        collect(memory, &memory.materials, AnyId::Material, &mut listed);
        collect(memory, &memory.moves, AnyId::Move, &mut listed);
        PatternCatalogue { listed }
    }

    /// The patterns that meet all conditions, in the order of the filter.
    ///
    /// # Cost
    ///
    /// A pass over all patterns.
    #[must_use]
    pub fn find(
        &self,
        memory: &Memory,
        exponents: &Exponents,
        question: &Question,
    ) -> Vec<CatalogueEntry> {
        let words = question.words.to_lowercase();
        let words: Vec<&str> = words.split_whitespace().collect();
        let is_within = |value: f32, (low, high): (Option<f32>, Option<f32>)| {
            low.is_none_or(|low| value >= low) && high.is_none_or(|high| value <= high)
        };
        let is_meant = |id: AnyId, listed: &Listed| {
            let (first, last) = question.born;
            is_within(listed.weight, question.weight)
                && first.is_none_or(|game| listed.born >= game)
                && last.is_none_or(|game| listed.born <= game)
                && question.idea.is_none_or(|idea| listed.idea == idea)
                && words.iter().all(|word| listed.phrase.contains(word) || id.to_string() == **word)
        };
        let filter = PatternFilter { limit: None, ..question.filter };
        let mut variants: FxHashMap<Idea, usize> = FxHashMap::default();
        let mut found = Vec::new();
        for id in filter.select(memory, exponents) {
            if let Some(listed) = self.listed.get(&id).filter(|listed| is_meant(id, listed)) {
                *variants.entry(listed.idea).or_default() += 1;
                found.push((id, listed.idea));
            }
        }
        let mut shown = FxHashSet::default();
        found.retain(|(_, idea)| !question.one_of_each_idea || shown.insert(*idea));
        let entry = |(id, idea)| CatalogueEntry { id, idea, variants: variants[&idea] };
        found.into_iter().map(entry).collect()
    }

    /// The idea of a pattern.
    #[must_use]
    pub fn idea(&self, id: AnyId) -> Option<Idea> {
        self.listed.get(&id).map(|listed| listed.idea)
    }
}

fn collect<P: IndexedPattern>(
    memory: &Memory,
    database: &Database<P>,
    any: impl Fn(PatternId) -> AnyId,
    listed: &mut FxHashMap<AnyId, Listed>,
) {
    for id in database.ids() {
        let Statistics { born, .. } = database.statistics(id);
        if let (Some(pattern), Some(idea)) = (database.get(id), Idea::of(memory, any(id))) {
            let phrase = pattern.phrase().to_lowercase().into_boxed_str();
            let weight = database.weight(id);
            listed.insert(any(id), Listed { phrase, idea, weight, born });
        }
    }
}
