use std::collections::HashSet;

use shakmaty::Chess;

use super::filter::Filter;
use super::game::{GamePosition, LibraryGame};
use super::index::{AskedWord, Condition, Hit, KeyKind, Question, Row};
use super::key::PositionKeys;
use super::statistics::{self, PlayedPlan, Statistics};
use super::words::{Analyser, WeightedWord, Word};
use super::{Library, LibraryError};
use crate::memory::AnyId;

/// In which respect positions are alike.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    strum::Display,
    strum::EnumString,
    strum::VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum SimilarityKind {
    /// In what stands on the board, what can be played by force, and what moves would do.
    #[default]
    All,
    /// In what can be played by force, and in what moves would do.
    Tactics,
    /// In where pieces and pawns stand and what they attack and defend.
    Structure,
    /// In the same, with equal pieces on both sides.
    Endgame,
}

impl SimilarityKind {
    /// By what the weight of a word is multiplied.
    fn factor(self, word: Word) -> f32 {
        use SimilarityKind::{All, Endgame, Structure, Tactics};
        match (self, word) {
            // Moves of masters are predicted worse with the pawns than without (ledger, "Words of the library").
            (All | Tactics, Word::Pawns(_)) => 0.0,
            (All, _) => 1.0,
            (Tactics, Word::Line(_)) => 2.0,
            (Tactics, Word::Pattern(AnyId::Move(_))) => 1.0,
            (Tactics, _) => 0.5,
            (Structure | Endgame, Word::Line(_) | Word::Pattern(AnyId::Move(_))) => 0.0,
            (Structure | Endgame, _) => 1.0,
        }
    }
}

/// A position of the library that is like the one in question.
#[derive(Clone, Debug)]
pub struct Neighbour {
    /// How much of what the words of the position in question say it shares, in `[0, 1]`.
    pub score: f32,
    /// Its game.
    pub game: LibraryGame,
    /// The position, and the move that was played.
    pub place: GamePosition,
    /// The words that both have, those first that say most, each with its share of the score.
    pub shared: Vec<(Word, f32)>,
}

/// Positions that are like one in question.
#[derive(Clone, Debug, Default)]
pub struct Similar {
    /// The most similar ones, best first, no two equal and none from the same game as another.
    pub neighbours: Vec<Neighbour>,
    /// How the side to move fared in all that are similar enough, one of each game.
    pub statistics: Statistics,
    /// What was played in these, the most frequent first.
    pub plans: Vec<PlayedPlan>,
}

/// Positions looked at for the statistics.
const LOOKED_AT: usize = 500;

/// A position that shares this much of the score is similar enough to count in the statistics.
const SIMILAR_ENOUGH: f32 = 0.4;

impl Library {
    /// The positions most like `position`; none if the game is over in it.
    ///
    /// # Errors
    ///
    /// The index is damaged.
    ///
    /// # Cost
    ///
    /// Grows with the number of positions: `benches/RESULTS.md`.
    pub fn similar(
        &self,
        analyser: &mut Analyser<'_>,
        position: &Chess,
        kind: SimilarityKind,
        filter: &Filter,
        limit: usize,
    ) -> Result<Similar, LibraryError> {
        let question = self.question(analyser, position, kind, filter)?;
        let mut hits = self.hits(&question, LOOKED_AT.max(4 * limit))?;
        let neighbours = self.neighbours(&question, &hits, limit)?;
        hits.retain(|hit| hit.score >= SIMILAR_ENOUGH);
        let rows: Vec<Row> = hits.iter().map(|hit| hit.row).collect();
        let (statistics, plans) = (Statistics::of(&rows), statistics::plans(&rows));
        Ok(Similar { neighbours, statistics, plans })
    }

    /// The positions most like `position`.
    ///
    /// # Errors
    ///
    /// The index is damaged.
    ///
    /// # Cost
    ///
    /// Less than [`Library::similar`], which looks at many more for its statistics.
    pub fn nearest(
        &self,
        analyser: &mut Analyser<'_>,
        position: &Chess,
        limit: usize,
    ) -> Result<Vec<Neighbour>, LibraryError> {
        let (kind, filter) = (SimilarityKind::All, Filter::default());
        let question = self.question(analyser, position, kind, &filter)?;
        let hits = self.hits(&question, 4 * limit)?;
        self.neighbours(&question, &hits, limit)
    }

    /// What is asked about a position. The gain of a word is its share of the sum over all: weight times rarity in the library.
    fn question(
        &self,
        analyser: &mut Analyser<'_>,
        position: &Chess,
        kind: SimilarityKind,
        filter: &Filter,
    ) -> Result<Question, LibraryError> {
        let mut words = Vec::new();
        for WeightedWord { word, weight } in analyser.words(position) {
            let weight = weight * kind.factor(word);
            if weight > 0.0 {
                let text = word.to_string();
                let gain = weight * self.searcher.rarity(&text)?;
                words.push(AskedWord { word, text, gain });
            }
        }
        let total: f32 = words.iter().map(|word| word.gain).sum();
        words.iter_mut().for_each(|word| word.gain /= total);
        let mut conditions = filter.0.clone();
        if kind == SimilarityKind::Endgame {
            let material = PositionKeys::new(position).material;
            conditions.push(Condition::Key(KeyKind::Material, material));
        }
        Ok(Question { words, conditions })
    }

    /// The best positions, one of each game; so many are looked at.
    fn hits(&self, question: &Question, limit: usize) -> Result<Vec<Hit>, LibraryError> {
        if question.words.is_empty() {
            return Ok(Vec::new());
        }
        let mut hits = self.searcher.best(question, limit)?;
        let mut games = HashSet::new();
        hits.retain(|hit| games.insert(hit.row.game));
        Ok(hits)
    }

    /// The first of the hits with their games, no two positions equal.
    fn neighbours(
        &self,
        question: &Question,
        hits: &[Hit],
        limit: usize,
    ) -> Result<Vec<Neighbour>, LibraryError> {
        let mut seen = HashSet::new();
        let mut neighbours = Vec::new();
        for hit in hits.iter().filter(|hit| seen.insert(hit.position)).take(limit) {
            if let Some(game) = self.searcher.game(hit.row.game)?
                && let Some(place) = game.position(hit.row.ply)
            {
                let both = self.searcher.shared(hit, question)?;
                let mut shared: Vec<_> = both.iter().map(|both| (both.word, both.gain)).collect();
                shared.sort_by(|a, b| b.1.total_cmp(&a.1));
                neighbours.push(Neighbour { score: hit.score, game, place, shared });
            }
        }
        Ok(neighbours)
    }
}
