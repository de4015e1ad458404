use std::fmt;

use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use shakmaty::{Chess, Position};

use super::line::LineWord;
use super::pawns::FilePawns;
use crate::chess::Oriented;
use crate::memory::{
    AnyId, Database, IndexedPattern, Memory, PatternId, PositionFeatures, Retriever, Row, Snapshot,
};

/// What positions have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Word {
    /// A learned pattern occurs.
    Pattern(AnyId),
    /// The best line of play has this.
    Line(LineWord),
    /// These pawns are on a file.
    Pawns(FilePawns),
}

/// A word of a position, with how much it says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightedWord {
    /// The word.
    pub word: Word,
    /// How much it counts if it is shared, before its rarity in the library, > 0.
    pub weight: f32,
}

/// Patterns of a position that become words: those that say most. More make the index larger and the search slower,
/// and find what is alike no better (ledger, "Words of the library").
const PATTERNS: usize = 60;

/// The weight of a word of the best line, beside the |log-odds| of a pattern.
const LINE_WEIGHT: f32 = 2.0;
/// The weight of the pawns of a file.
const PAWNS_WEIGHT: f32 = 1.0;

/// As the index has it, in one word without spaces.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Word::Pattern(id) => id.fmt(f),
            Word::Line(word) => word.fmt(f),
            Word::Pawns(word) => word.fmt(f),
        }
    }
}

/// The words that a memory makes of positions: its patterns, and what each says.
#[derive(Debug)]
pub struct Vocabulary {
    snapshot: Snapshot,
    /// By pattern: the extremeness |log-odds|, and that times how rare it was in training.
    weights: FxHashMap<AnyId, Weight>,
    fingerprint: String,
}

#[derive(Clone, Copy, Debug)]
struct Weight {
    extremeness: f32,
    informativeness: f32,
}

impl Vocabulary {
    /// The words of a memory.
    #[must_use]
    pub fn new(memory: &Memory) -> Vocabulary {
        let mut patterns = Vec::new();
        collect(&memory.graphs, AnyId::Graph, &mut patterns);
        collect(&memory.materials, AnyId::Material, &mut patterns);
        collect(&memory.moves, AnyId::Move, &mut patterns);
        let mut hash = Sha256::new();
        for (id, log_odds, uses) in &patterns {
            hash.update(id.to_string());
            hash.update(log_odds.to_le_bytes());
            hash.update(uses.to_le_bytes());
        }
        let fingerprint = hash.finalize().iter().take(8).map(|b| format!("{b:02x}")).collect();
        let most = patterns.iter().map(|(_, _, uses)| *uses).max().unwrap_or(0);
        let weight = |(id, log_odds, uses): (AnyId, f32, u32)| {
            let extremeness = log_odds.abs();
            let rarity = libm::logf((most as f32 + 1.0) / (uses as f32 + 1.0));
            (id, Weight { extremeness, informativeness: extremeness * rarity })
        };
        Vocabulary {
            snapshot: memory.snapshot(),
            weights: patterns.into_iter().map(weight).collect(),
            fingerprint,
        }
    }

    /// Differs for memories with different patterns, weights or uses; 16 hexadecimal digits.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }
}

fn collect<P: IndexedPattern>(
    database: &Database<P>,
    name: impl Fn(PatternId) -> AnyId,
    patterns: &mut Vec<(AnyId, f32, u32)>,
) {
    patterns.extend(
        database.ids().map(|id| (name(id), database.log_odds(id), database.statistics(id).uses)),
    );
}

/// Turns positions into words. Keeps buffers and caches, so one analyser serves one thread.
#[derive(Clone, Debug)]
pub struct Analyser<'a> {
    vocabulary: &'a Vocabulary,
    retriever: Retriever,
    features: PositionFeatures,
}

impl<'a> Analyser<'a> {
    /// An analyser of positions.
    #[must_use]
    pub fn new(vocabulary: &'a Vocabulary) -> Analyser<'a> {
        Analyser {
            vocabulary,
            retriever: Retriever::default(),
            features: PositionFeatures::default(),
        }
    }

    /// The words of a position, each once, with the side to move as White: the 60 patterns that say most, the words of its
    /// best line if it wins or loses something, and the pawns of each file. None where there is no legal move.
    ///
    /// # Cost
    ///
    /// About half a millisecond, most of it for the best line.
    pub fn words(&mut self, position: &Chess) -> Vec<WeightedWord> {
        if position.legal_moves().is_empty() {
            return Vec::new();
        }
        let oriented = Oriented::new(position);
        let mut words = self.patterns(&oriented);
        let mut add = |word, weight| words.push(WeightedWord { word, weight });
        LineWord::of_position(position)
            .into_iter()
            .for_each(|word| add(Word::Line(word), LINE_WEIGHT));
        FilePawns::of_board(oriented.board()).for_each(|word| add(Word::Pawns(word), PAWNS_WEIGHT));
        words
    }

    fn patterns(&mut self, position: &Oriented) -> Vec<WeightedWord> {
        let Analyser { vocabulary, retriever, features } = self;
        features.rebuild(position, true);
        let activations = retriever.activations(&vocabulary.snapshot, features);
        activations.keep_once();
        let Snapshot { graphs, materials, moves } = &vocabulary.snapshot;
        let mut moves_found: Vec<Row> = activations.moves.by_move().flatten().copied().collect();
        moves_found.sort_unstable();
        moves_found.dedup();
        let graphs = activations.graphs.iter().map(|row| AnyId::Graph(graphs.id(*row)));
        let materials = activations.materials.iter().map(|row| AnyId::Material(materials.id(*row)));
        let moves = moves_found.into_iter().map(|row| AnyId::Move(moves.id(row)));
        let ids = graphs.chain(materials).chain(moves);
        let mut rated: Vec<(Weight, AnyId)> = ids
            .filter_map(|id| Some((*vocabulary.weights.get(&id)?, id)))
            .filter(|(weight, _)| weight.informativeness > 0.0)
            .collect();
        if rated.len() > PATTERNS {
            let order = |a: &(Weight, AnyId), b: &(Weight, AnyId)| {
                b.0.informativeness.total_cmp(&a.0.informativeness).then(a.1.cmp(&b.1))
            };
            rated.select_nth_unstable_by(PATTERNS, order);
            rated.truncate(PATTERNS);
        }
        rated.sort_unstable_by_key(|(_, id)| *id);
        let word = |(weight, id): (Weight, AnyId)| WeightedWord {
            word: Word::Pattern(id),
            weight: weight.extremeness,
        };
        rated.into_iter().map(word).collect()
    }
}
