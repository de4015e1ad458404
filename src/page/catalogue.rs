//! All patterns of a memory with their phrases, to be searched.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::learning::Exponents;
use crate::memory::{AnyId, Database, IndexedPattern, Memory, PatternId, Statistics};
use crate::render::patterns::{Idea, PatternFilter};

/// What the catalogue keeps of a pattern.
#[derive(Debug)]
struct Listed {
    id: AnyId,
    /// In lower case.
    phrase: Box<str>,
    idea: Idea,
    weight: f32,
    born: u32,
}

/// All patterns of a memory.
#[derive(Debug)]
pub struct PatternCatalogue {
    listed: Vec<Listed>,
    /// Where a pattern is in the list.
    places: FxHashMap<AnyId, u32>,
    /// The places that a filter selects, in its order; the last used first.
    orders: Mutex<Vec<(PatternFilter, Arc<[u32]>)>>,
}

/// Orders that are kept: half a megabyte each, and somebody who types a word asks for the same one at each letter.
const MAX_ORDERS: usize = 8;

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
        let mut listed = Vec::new();
        collect(memory, &memory.graphs, AnyId::Graph, &mut listed);
        collect(memory, &memory.materials, AnyId::Material, &mut listed);
        collect(memory, &memory.moves, AnyId::Move, &mut listed);
        let places = listed.iter().zip(0..).map(|(listed, place)| (listed.id, place)).collect();
        PatternCatalogue { listed, places, orders: Mutex::default() }
    }

    /// The patterns that meet all conditions, in the order of the filter.
    ///
    /// # Cost
    ///
    /// A pass over all patterns, and their sorting when an order is asked for that was not kept.
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
        let is_meant = |listed: &Listed| {
            let (first, last) = question.born;
            is_within(listed.weight, question.weight)
                && first.is_none_or(|game| listed.born >= game)
                && last.is_none_or(|game| listed.born <= game)
                && question.idea.is_none_or(|idea| listed.idea == idea)
                && words
                    .iter()
                    .all(|word| listed.phrase.contains(word) || listed.id.to_string() == **word)
        };
        let mut variants: FxHashMap<Idea, usize> = FxHashMap::default();
        let mut found = Vec::new();
        for place in self.order(memory, exponents, question.filter).iter() {
            let listed = &self.listed[*place as usize];
            if is_meant(listed) {
                *variants.entry(listed.idea).or_default() += 1;
                found.push((listed.id, listed.idea));
            }
        }
        let mut shown = FxHashSet::default();
        found.retain(|(_, idea)| !question.one_of_each_idea || shown.insert(*idea));
        let entry = |(id, idea)| CatalogueEntry { id, idea, variants: variants[&idea] };
        found.into_iter().map(entry).collect()
    }

    /// The places that a filter selects, in its order. Nothing of the memory changes, so that an order holds for ever.
    fn order(&self, memory: &Memory, exponents: &Exponents, filter: PatternFilter) -> Arc<[u32]> {
        let filter = PatternFilter { limit: None, ..filter };
        let orders = || self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        let known = {
            let mut orders = orders();
            let place = orders.iter().position(|(other, _)| *other == filter);
            place.map(|place| orders.remove(place).1)
        };
        let order = known.unwrap_or_else(|| {
            let selected = filter.select(memory, exponents);
            selected.iter().filter_map(|id| self.places.get(id).copied()).collect()
        });
        let mut orders = orders();
        orders.insert(0, (filter, Arc::clone(&order)));
        orders.truncate(MAX_ORDERS);
        order
    }

    /// The idea of a pattern.
    #[must_use]
    pub fn idea(&self, id: AnyId) -> Option<Idea> {
        self.places.get(&id).map(|place| self.listed[*place as usize].idea)
    }
}

fn collect<P: IndexedPattern>(
    memory: &Memory,
    database: &Database<P>,
    any: impl Fn(PatternId) -> AnyId,
    listed: &mut Vec<Listed>,
) {
    for id in database.ids() {
        let Statistics { born, .. } = database.statistics(id);
        if let (Some(pattern), Some(idea)) = (database.get(id), Idea::of(memory, any(id))) {
            let phrase = pattern.phrase().to_lowercase().into_boxed_str();
            let weight = database.weight(id);
            listed.push(Listed { id: any(id), phrase, idea, weight, born });
        }
    }
}
