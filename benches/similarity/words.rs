//! Kinds of words.

use std::cell::RefCell;
use std::collections::HashMap;

use morph::chess::{Game, Oriented, Start};
use morph::library::{Analyser, Vocabulary, Word};
use morph::memory::{AnyId, Memory, PositionFeatures, Retriever};
use morph::player::PatternPlayer;
use shakmaty::{Chess, Role, Square, attacks};

use super::ranking::Weights;

type Words = Vec<(u64, Weights)>;

const ONCE: Weights = Weights { frequency: 1.0, factor: 1.0 };

fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Which piece stands where, with the side to move as White.
pub fn pieces(position: &Chess) -> Words {
    let oriented = Oriented::new(position);
    let board = oriented.board();
    board.iter().map(|(square, piece)| (hash(&format!("{}{square}", piece.char())), ONCE)).collect()
}

/// The words of Ganguly, Leveling and Jones: pieces on squares; squares they reach, which count less the farther they are;
/// which piece attacks and which defends which.
pub fn reached(position: &Chess) -> Words {
    let oriented = Oriented::new(position);
    let board = oriented.board();
    let mut words: HashMap<u64, f32> = HashMap::new();
    for (square, piece) in board.iter() {
        *words.entry(hash(&format!("{}{square}", piece.char()))).or_default() += 1.0;
        let reached = attacks::attacks(square, piece, board.occupied());
        for target in reached {
            match board.piece_at(target) {
                Some(other) if other.color == piece.color => {
                    let word = format!("{}<{}{target}", piece.char(), other.char());
                    *words.entry(hash(&word)).or_default() += 1.0;
                }
                Some(other) => {
                    let word = format!("{}>{}{target}", piece.char(), other.char());
                    *words.entry(hash(&word)).or_default() += 1.0;
                }
                None => {
                    let distance = square.distance(target) as f32;
                    let word = format!("{}{target}", piece.char());
                    *words.entry(hash(&word)).or_default() += 1.0 - 7.0 * distance / 64.0;
                }
            }
        }
    }
    let weights = |frequency| Weights { frequency, factor: 1.0 };
    words.into_iter().map(|(word, frequency)| (word, weights(frequency))).collect()
}

/// Which learned words, and how they are weighted.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub graphs: bool,
    pub moves: bool,
    pub line: bool,
    /// Multiply by |log-odds|.
    pub extremeness: bool,
    /// Only so many, those of the highest |log-odds| times rarity in training, and once each.
    pub most: Option<usize>,
}

impl Choice {
    pub const NONE: Choice =
        Choice { graphs: false, moves: false, line: false, extremeness: false, most: None };
}

/// What two moves may have in common.
#[derive(Clone, Copy, Debug)]
pub struct BestMove {
    role: Role,
    captured: Option<Role>,
    to: Square,
}

/// How much two moves have in common, from 0 to 1: the piece that moves, what it captures, where it goes.
pub fn alike(one: Option<BestMove>, other: Option<BestMove>) -> f32 {
    let Some((one, other)) = one.zip(other) else { return 0.0 };
    let shared =
        [one.role == other.role, one.captured == other.captured, one.to.distance(other.to) <= 1];
    shared.into_iter().filter(|shared| *shared).count() as f32 / 3.0
}

/// The words of the shipped memory.
pub struct Learned {
    memory: Memory,
    vocabulary: Vocabulary,
    retriever: RefCell<Retriever>,
    player: RefCell<PatternPlayer>,
}

impl Learned {
    pub fn new() -> Learned {
        let memory = Memory::load_shipped().unwrap();
        let vocabulary = Vocabulary::new(&memory);
        let player = RefCell::new(PatternPlayer::from_memory(&memory));
        Learned { memory, vocabulary, retriever: RefCell::default(), player }
    }

    /// As the library has them: those of `morph library similar`, or all that are indexed.
    pub fn library(&self, position: &Chess, with_pawns: bool) -> Words {
        let words = Analyser::new(&self.vocabulary).words(position);
        let asked =
            words.into_iter().filter(|word| with_pawns || !matches!(word.word, Word::Pawns(_)));
        let weighted = asked.map(|word| {
            (hash(&word.word.to_string()), Weights { frequency: 1.0, factor: word.weight })
        });
        weighted.collect()
    }

    /// The move that the memory would play, with the side to move as White.
    pub fn best_move(&self, position: &Chess) -> Option<BestMove> {
        let game = Game::new(Start::Position(Box::new(position.clone())));
        let m = self.player.borrow_mut().decide(&game)?.best().m;
        let to = Oriented::new(position).map(m.to());
        Some(BestMove { role: m.role(), captured: m.capture(), to })
    }

    pub fn words(&self, position: &Chess, choice: Choice) -> Words {
        if choice.line {
            let words = Analyser::new(&self.vocabulary).words(position).into_iter();
            let line = words.filter(|word| matches!(word.word, Word::Line(_)));
            return line.map(|word| (hash(&word.word.to_string()), ONCE)).collect();
        }
        let features = PositionFeatures::new(&Oriented::new(position));
        let snapshot = self.memory.snapshot();
        let mut retriever = self.retriever.borrow_mut();
        let activations = retriever.activations(&snapshot, &features);
        let mut counts: HashMap<AnyId, f32> = HashMap::new();
        if choice.graphs {
            let graphs =
                activations.graphs.iter().map(|row| AnyId::Graph(snapshot.graphs.id(*row)));
            let material = |row| AnyId::Material(snapshot.materials.id(row));
            for id in graphs.chain(activations.materials.iter().copied().map(material)) {
                *counts.entry(id).or_default() += 1.0;
            }
        }
        if choice.moves {
            for row in activations.moves.by_move().flatten() {
                *counts.entry(AnyId::Move(snapshot.moves.id(*row))).or_default() += 1.0;
            }
        }
        let mut rated: Vec<(f32, AnyId, Weights)> = counts
            .into_iter()
            .map(|(id, count)| {
                let (log_odds, uses) = self.numbers(id);
                let frequency = if choice.most.is_some() { 1.0 } else { count };
                let factor = if choice.extremeness { log_odds.abs() } else { 1.0 };
                let rarity = libm::logf(1e7 / (uses as f32 + 1.0));
                (log_odds.abs() * rarity, id, Weights { frequency, factor })
            })
            .collect();
        rated.sort_by(|a, b| b.0.total_cmp(&a.0));
        rated.truncate(choice.most.unwrap_or(usize::MAX));
        rated.into_iter().map(|(_, id, weights)| (hash(&id.to_string()), weights)).collect()
    }

    fn numbers(&self, id: AnyId) -> (f32, u32) {
        let memory = &self.memory;
        match id {
            AnyId::Graph(id) => (memory.graphs.log_odds(id), memory.graphs.statistics(id).uses),
            AnyId::Material(id) => {
                (memory.materials.log_odds(id), memory.materials.statistics(id).uses)
            }
            AnyId::Move(id) => (memory.moves.log_odds(id), memory.moves.statistics(id).uses),
        }
    }
}

/// Words with other weights.
pub fn scaled(words: Words, factor: f32) -> Words {
    words.into_iter().map(|(word, w)| (word, Weights { factor: w.factor * factor, ..w })).collect()
}
