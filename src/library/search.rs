use std::collections::HashSet;

use shakmaty::{Chess, Move};

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

/// The positions most like one, the most similar first, no two equal and none from the same game as another. They are numbered
/// from 0.
#[derive(Debug)]
pub struct Nearest<'a> {
    library: &'a Library,
    question: Question,
    hits: Vec<Hit>,
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
        let mut neighbours = Vec::new();
        for hit in distinct(&hits, limit) {
            neighbours.extend(self.neighbour(&question, &hit)?);
        }
        hits.retain(|hit| hit.score >= SIMILAR_ENOUGH);
        let rows: Vec<Row> = hits.iter().map(|hit| hit.row).collect();
        let (statistics, plans) = (Statistics::of(&rows), statistics::plans(&rows));
        Ok(Similar { neighbours, statistics, plans })
    }

    /// The positions most like `position`, of which games are read only when they are asked for.
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
    ) -> Result<Nearest<'_>, LibraryError> {
        let (kind, filter) = (SimilarityKind::All, Filter::default());
        let question = self.question(analyser, position, kind, &filter)?;
        let hits = distinct(&self.hits(&question, 4 * limit)?, limit);
        Ok(Nearest { library: self, question, hits })
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
                let places = self.searcher.places(&word.to_string())?;
                let gain = weight * self.searcher.rarity(&places);
                words.push(AskedWord { word, places, gain });
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

    /// A hit with its game; `None` if the index has no such game.
    fn neighbour(&self, question: &Question, hit: &Hit) -> Result<Option<Neighbour>, LibraryError> {
        let Some(game) = self.searcher.game(hit.row.game)? else { return Ok(None) };
        let Some(place) = game.position(hit.row.ply) else { return Ok(None) };
        let both = self.searcher.shared(hit, question)?;
        let mut shared: Vec<_> = both.iter().map(|both| (both.word, both.gain)).collect();
        shared.sort_by(|a, b| b.1.total_cmp(&a.1));
        Ok(Some(Neighbour { score: hit.score, game, place, shared }))
    }
}

impl Nearest<'_> {
    /// How many were found.
    #[must_use]
    pub fn len(&self) -> usize {
        self.hits.len()
    }

    /// None was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hits.is_empty()
    }

    /// The score of one of them, as [`Neighbour::score`] has it; they fall from the first on.
    #[must_use]
    pub fn score(&self, number: usize) -> f32 {
        self.hits[number].score
    }

    /// The legal move of `position` that does what was played in one of them: the same kind of piece goes to the same square,
    /// the side to move as White. `None` if there is none.
    #[must_use]
    pub fn adapted(&self, number: usize, position: &Chess) -> Option<Move> {
        self.hits[number].row.next?.alike(position)
    }

    /// The side to move lost in one of them.
    #[must_use]
    pub fn is_lost(&self, number: usize) -> bool {
        self.hits[number].row.half_points == Some(0)
    }

    /// One of them with its game.
    ///
    /// # Errors
    ///
    /// The index is damaged.
    pub fn neighbour(&self, number: usize) -> Result<Option<Neighbour>, LibraryError> {
        self.library.neighbour(&self.question, &self.hits[number])
    }
}

/// The first of the hits, no two positions equal.
fn distinct(hits: &[Hit], limit: usize) -> Vec<Hit> {
    let mut seen = HashSet::new();
    hits.iter().filter(|hit| seen.insert(hit.position)).take(limit).copied().collect()
}
