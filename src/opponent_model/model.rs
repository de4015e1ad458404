//! The model of one player: all that is learned from his games.

use std::collections::{BTreeMap, HashSet};

use rand::RngExt;
use shakmaty::Color;

use super::chunk::base::ChunkBase;
use super::chunk::gather::gather;
use super::counters::Counters;
use super::iam::Knowledge;
use super::identity::Identity;
use super::opening::OpeningMemory;
use super::ranker::library::Library;
use super::ranker::model::{Lessons, Ranker};
use super::score::{GameResult, GameScore};
use crate::rng;

/// Games of others that are kept at most, chosen at random from all that went by.
pub const MOST_OTHERS: usize = 300;

/// A player, as his games show him.
///
/// Chunks, opening moves and counters come from his decisive games (and the drawn ones on request); the move model and
/// the memory of positions from all of them.
#[derive(Clone, Debug)]
pub struct Model {
    /// Whose games.
    pub player: Identity,
    /// Whether drawn games are studied for chunks, opening moves and counters.
    pub draws: bool,
    pub(super) games: Vec<(GameScore, Color)>,
    pub(super) others: Vec<GameScore>,
    pub(super) others_met: u64,
    /// His chunks of pieces.
    pub pieces: ChunkBase,
    /// Pawn structures of both colours.
    pub pawns: ChunkBase,
    /// His first moves.
    pub opening: OpeningMemory,
    /// What the style rules count.
    pub counters: Counters,
    /// The move model.
    pub ranker: Ranker,
    /// Chunks met: sightings, spells, and once a game.
    pub chunk_counts: [u32; 3],
    pub(super) known: HashSet<u64>,
}

/// What became of a game offered to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// Learned, chunks included.
    Studied,
    /// Learned for the move model only: it was drawn or has no result.
    MovesOnly,
    /// Known already.
    Known,
    /// Not his, or he played both sides.
    NotHis,
}

impl Model {
    /// A player of whom nothing is known.
    #[must_use]
    pub fn new(player: Identity, draws: bool) -> Model {
        Model {
            player,
            draws,
            games: Vec::new(),
            others: Vec::new(),
            others_met: 0,
            pieces: ChunkBase::default(),
            pawns: ChunkBase::default(),
            opening: OpeningMemory::default(),
            counters: Counters::default(),
            ranker: Ranker::default(),
            chunk_counts: [0; 3],
            known: HashSet::new(),
        }
    }

    /// Learns a game of his. The move model is to be fitted again with [`Model::fit`] after the last one.
    pub fn learn(&mut self, score: GameScore) -> Taken {
        let Some(colour) = self.player.colour(&score.white, &score.black) else {
            return Taken::NotHis;
        };
        if !self.known.insert(fingerprint(&score)) {
            return Taken::Known;
        }
        let number = self.games.len() as u32;
        let result = score.result_for(colour);
        let studied = result.filter(|result| self.draws || *result != GameResult::Drawn);
        if let Some(result) = studied {
            let chunks = gather(&score, colour);
            self.chunk_counts[0] += chunks.sightings;
            self.chunk_counts[1] += chunks.spells;
            self.chunk_counts[2] += chunks.pieces.len() as u32;
            let pieces = chunks.pieces.iter().map(|(chunk, span)| (chunk, *span));
            self.pieces.add(pieces, number, colour, result);
            let pawns = chunks.pawns.iter().map(|(chunk, (span, _))| (chunk, *span));
            self.pawns.add(pawns, number, colour, result);
            self.opening.add(&score, colour, result);
            self.counters.add(&score, colour, result, &chunks);
        }
        self.games.push((score, colour));
        if studied.is_some() { Taken::Studied } else { Taken::MovesOnly }
    }

    /// Whether the next game of others is to be kept: each game that went by has the same chance (J. S. Vitter,
    /// "Random sampling with a reservoir", 1985, algorithm R). Gives the place it goes to.
    pub fn place_for_other(&mut self) -> Option<usize> {
        self.others_met += 1;
        if self.others.len() < MOST_OTHERS {
            return Some(self.others.len());
        }
        let mut rng = rng::seeded(1, "other players", self.others_met);
        let place = rng.random_range(0..self.others_met) as usize;
        (place < MOST_OTHERS).then_some(place)
    }

    /// Keeps a game of others at a place given by [`Model::place_for_other`], unless it is kept already.
    pub fn keep_other(&mut self, place: usize, score: GameScore) {
        if self.others.contains(&score) {
            return;
        }
        match self.others.get_mut(place) {
            Some(kept) => *kept = score,
            None => self.others.push(score),
        }
    }

    /// Fits the move model to all games. `report` is told the games done and all to be done.
    pub fn fit(&mut self, report: &mut dyn FnMut(usize, usize)) {
        let (own, general) = self.libraries();
        let lessons = Lessons {
            games: &self.games,
            others: &self.others,
            own: &own,
            general: &general,
            chunks: &self.pieces,
        };
        self.ranker = Ranker::fit(&lessons, report);
    }

    /// His moves, and all other moves, by position. Game `n` is [`Model::game`]`(n)` in both.
    #[must_use]
    pub fn libraries(&self) -> (Library, Library) {
        let is_his = |score: &GameScore, colour| {
            self.player.colour(&score.white, &score.black) == Some(colour)
        };
        let his = self.games.iter().map(|(score, _)| score);
        let own = Library::new(his.clone(), &is_his);
        let general =
            Library::new(his.chain(&self.others), &|score, colour| !is_his(score, colour));
        (own, general)
    }

    /// His games in the order in which they were learned, with his colour.
    #[must_use]
    pub fn games(&self) -> &[(GameScore, Color)] {
        &self.games
    }

    /// Games of others that are kept for comparison.
    #[must_use]
    pub fn others(&self) -> &[GameScore] {
        &self.others
    }

    /// A game by its number: his games first, then those of others.
    #[must_use]
    pub fn game(&self, number: u32) -> Option<&GameScore> {
        let number = number as usize;
        match self.games.get(number) {
            Some((score, _)) => Some(score),
            None => self.others.get(number - self.games.len()),
        }
    }

    /// Whether this game has been learned.
    #[must_use]
    pub fn knows(&self, score: &GameScore) -> bool {
        self.known.contains(&fingerprint(score))
    }

    /// The names under which he was found, with the number of games.
    #[must_use]
    pub fn names(&self) -> BTreeMap<&str, u32> {
        let mut names = BTreeMap::new();
        for (score, colour) in &self.games {
            let name = colour.fold_wb(score.white.as_str(), score.black.as_str());
            *names.entry(name).or_default() += 1;
        }
        names
    }

    /// What the rules of 1990 work with.
    #[must_use]
    pub fn knowledge(&self) -> Knowledge<'_> {
        Knowledge { chunks: &self.pieces, opening: &self.opening, games: self.counters.games }
    }
}

/// Tells games apart: players, date, round and moves. FNV-1a, the same on every machine.
pub(super) fn fingerprint(score: &GameScore) -> u64 {
    let moves = score.moves.iter().flat_map(|m| m.bits().to_le_bytes());
    let words = [&score.white, &score.black, &score.date, &score.round];
    let text = words.into_iter().flat_map(|word| word.bytes().chain([0]));
    text.chain(moves).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
