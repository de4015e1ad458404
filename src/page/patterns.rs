//! The learned patterns: searched, shown, walked along.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::catalogue::{CatalogueEntry, Question};
use super::drawing::Drawing;
use super::knowledge::Knowledge;
use super::{Fault, library};
use crate::learning::Exponents;
use crate::library::{Criterion, Filter};
use crate::memory::{AnyId, Forgotten, Memory, Operator, Tombstone};
use crate::render::library::{Format, LibraryReport};
use crate::render::patterns::{Idea, PatternFilter, PatternKind, PatternRecord, SortKey};

/// Patterns of one answer.
const MAX_SHOWN: usize = 100;
/// Neighbours of one pattern that are shown on each side.
const MAX_NEIGHBOURS: usize = 24;
/// Positions of a library in which a pattern says most.
const GAMES: usize = 6;

/// What is looked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// Words or parts of words that the sentence has, or an id.
    #[serde(default)]
    q: String,
    /// `graph`, `material` or `move`.
    #[param(value_type = Option<String>)]
    kind: Option<PatternKind>,
    /// The operator that created it.
    #[param(value_type = Option<String>)]
    operator: Option<Operator>,
    /// Positions in which it occurred, at least.
    #[serde(default)]
    min_uses: u32,
    /// Least weight, in `[0, 1]`.
    min_weight: Option<f32>,
    /// Largest weight, in `[0, 1]`.
    max_weight: Option<f32>,
    /// The first game in which it may have been created.
    born_from: Option<u32>,
    /// The last game in which it may have been created.
    born_to: Option<u32>,
    /// `extremeness`, `weight`, `uses`, `updates`, `utility`, `age`, `size` or `id`.
    #[serde(default)]
    sort: String,
    /// Only patterns with this idea.
    idea: Option<String>,
    /// One pattern for each idea.
    #[serde(default)]
    ideas: bool,
    /// How many to pass over.
    #[serde(default)]
    offset: usize,
    /// How many to show, 100 at most.
    #[serde(default = "a_page")]
    limit: usize,
}

fn a_page() -> usize {
    24
}

/// Patterns that were found.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchAnswer {
    /// How many there are; with `ideas` how many ideas.
    total: usize,
    /// Some of them.
    patterns: Vec<PatternCard>,
}

/// A pattern in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct PatternCard {
    /// `g12`, `m3` or `v7`.
    id: String,
    /// In English; White is the side to move.
    phrase: String,
    /// Expected result for the side to move, in `[0, 1]`.
    weight: f32,
    /// Positions of training games in which it occurred.
    uses: u32,
    /// The game it was created in.
    born: u32,
    /// The position it was first seen in.
    fen: String,
    /// Where it is in that position.
    drawing: Drawing,
    /// Its idea, for another search.
    idea: String,
    /// How many of the patterns found have this idea.
    variants: usize,
}

impl PatternCard {
    /// A record; `variants` as the field of this name.
    pub fn new(record: PatternRecord, idea: Option<Idea>, variants: usize) -> PatternCard {
        PatternCard {
            drawing: Drawing::of_record(&record),
            id: record.id.to_string(),
            phrase: record.phrase,
            weight: record.weight,
            uses: record.uses,
            born: record.born,
            fen: record.origin.fen,
            idea: idea.map_or_else(String::new, |idea| idea.to_string()),
            variants,
        }
    }
}

impl SearchQuery {
    fn question(&self) -> Result<Question, Fault> {
        let sort = match self.sort.as_str() {
            "" => SortKey::default(),
            name => name.parse().map_err(|_| Fault::Invalid(format!("sort: '{name}'")))?,
        };
        let idea = |text: &String| {
            text.parse::<Idea>().map_err(|_| Fault::Invalid(format!("idea: '{text}'")))
        };
        let SearchQuery { kind, operator, min_uses, .. } = *self;
        Ok(Question {
            filter: PatternFilter { kind, operator, min_uses, sort, limit: None },
            words: self.q.clone(),
            weight: (self.min_weight, self.max_weight),
            born: (self.born_from, self.born_to),
            idea: self.idea.as_ref().map(idea).transpose()?,
            one_of_each_idea: self.ideas,
        })
    }
}

/// Searches the patterns.
///
/// # Errors
///
/// The order or the idea is none.
pub fn search(knowledge: &Knowledge, query: &SearchQuery) -> Result<SearchAnswer, Fault> {
    let question = query.question()?;
    let (memory, exponents) = (&knowledge.memory, &knowledge.exponents);
    let found = knowledge.catalogue().find(memory, exponents, &question);
    let shown = found.iter().skip(query.offset).take(query.limit.min(MAX_SHOWN));
    let card = |entry: &CatalogueEntry| {
        let record = PatternRecord::new(memory, exponents, entry.id)?;
        Some(PatternCard::new(record, Some(entry.idea), entry.variants))
    };
    Ok(SearchAnswer { total: found.len(), patterns: shown.filter_map(card).collect() })
}

/// A pattern with its neighbours.
#[derive(Debug, Serialize, ToSchema)]
pub struct PatternAnswer {
    /// Everything the memory holds about it, as patterns/FORMAT.md describes it.
    #[schema(value_type = Object)]
    pattern: PatternRecord,
    /// Where it is in the position it was first seen in.
    drawing: Drawing,
    /// Its idea, for a search.
    idea: String,
    /// The next more general patterns, 24 at most, the most used first.
    more_general: Vec<PatternCard>,
    /// The next more special patterns, 24 at most, the most used first.
    more_special: Vec<PatternCard>,
}

/// Shows a pattern.
///
/// # Errors
///
/// This is no id, or there is no such pattern.
pub fn show(knowledge: &Knowledge, id: &str) -> Result<PatternAnswer, Fault> {
    let id = read_id(id)?;
    let (memory, exponents) = (&knowledge.memory, &knowledge.exponents);
    let pattern = PatternRecord::new(memory, exponents, id);
    let pattern = pattern.ok_or_else(|| missing(memory, id))?;
    let idea = knowledge.catalogue().idea(id);
    Ok(PatternAnswer {
        drawing: Drawing::of_record(&pattern),
        idea: idea.map_or_else(String::new, |idea| idea.to_string()),
        more_general: neighbours(knowledge, exponents, &pattern.more_general),
        more_special: neighbours(knowledge, exponents, &pattern.more_special),
        pattern,
    })
}

fn neighbours(knowledge: &Knowledge, exponents: &Exponents, ids: &[AnyId]) -> Vec<PatternCard> {
    let record = |id: &AnyId| PatternRecord::new(&knowledge.memory, exponents, *id);
    let mut records: Vec<PatternRecord> = ids.iter().filter_map(record).collect();
    records.sort_by_key(|record| std::cmp::Reverse(record.uses));
    records.truncate(MAX_NEIGHBOURS);
    let card = |record: PatternRecord| {
        let idea = knowledge.catalogue().idea(record.id);
        PatternCard::new(record, idea, 1)
    };
    records.into_iter().map(card).collect()
}

/// The id of a pattern.
///
/// # Errors
///
/// This is none.
pub fn read_id(text: &str) -> Result<AnyId, Fault> {
    text.parse().map_err(|fault: crate::memory::ParseIdError| Fault::Invalid(fault.to_string()))
}

/// There is no such pattern: why not.
pub fn missing(memory: &Memory, id: AnyId) -> Fault {
    Fault::NotFound(match memory.forgotten(id) {
        Some(Forgotten::Recently(Tombstone { game, .. })) => {
            format!("{id} was forgotten after game {game}")
        }
        Some(Forgotten::LongAgo) => format!("{id} was forgotten long ago"),
        None => format!("there is no pattern {id}"),
    })
}

/// Positions of the library in which a pattern says most, and how the side to move fared: as `morph library pattern
/// --format json` writes it.
///
/// # Errors
///
/// This is no id, there is no such pattern, or no library is open.
pub fn games(knowledge: &Knowledge, id: &str) -> Result<Vec<u8>, Fault> {
    let id = read_id(id)?;
    let (library, _) = library::opened(knowledge)?;
    let what = knowledge.memory.phrase(id).ok_or_else(|| missing(&knowledge.memory, id))?;
    let found = library.occurrences(&Criterion::Pattern(id), &Filter::default(), GAMES)?;
    let mut json = Vec::new();
    let report = LibraryReport::new(&knowledge.memory);
    let done = report.write_occurrences(&mut json, Format::JsonLine, &what, &found);
    done.map(|()| json).map_err(Fault::internal)
}
