use std::collections::HashSet;

use shakmaty::Chess;

use super::filter::Filter;
use super::game::{GamePosition, LibraryGame};
use super::index::{Condition, Hit, KeyKind, Question, Row, Searcher};
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

/// A word of the position in question, and its share of the score.
#[derive(Clone, Copy, Debug)]
struct Asked {
    word: Word,
    share: f32,
}

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
        let asked = weigh(&self.searcher, analyser.words(position), kind)?;
        let looked_at = LOOKED_AT.max(4 * limit);
        let mut hits = self.hits(&asked, position, kind, filter, looked_at)?;
        let neighbours = self.neighbours(&asked, &hits, limit)?;
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
        let kind = SimilarityKind::All;
        let asked = weigh(&self.searcher, analyser.words(position), kind)?;
        let hits = self.hits(&asked, position, kind, &Filter::default(), 4 * limit)?;
        self.neighbours(&asked, &hits, limit)
    }

    /// The best positions, one of each game; so many are looked at.
    fn hits(
        &self,
        asked: &[Asked],
        position: &Chess,
        kind: SimilarityKind,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<Hit>, LibraryError> {
        if asked.is_empty() {
            return Ok(Vec::new());
        }
        let mut question = Question { words: gains(asked), conditions: filter.0.clone() };
        if kind == SimilarityKind::Endgame {
            let material = PositionKeys::new(position).material;
            question.conditions.push(Condition::Key(KeyKind::Material, material));
        }
        let mut hits = self.searcher.best(&question, limit)?;
        let mut games = HashSet::new();
        hits.retain(|hit| games.insert(hit.row.game));
        Ok(hits)
    }

    /// The first of the hits with their games, no two positions equal.
    fn neighbours(
        &self,
        asked: &[Asked],
        hits: &[Hit],
        limit: usize,
    ) -> Result<Vec<Neighbour>, LibraryError> {
        let words = gains(asked);
        let mut seen = HashSet::new();
        let mut neighbours = Vec::new();
        for hit in hits.iter().filter(|hit| seen.insert(hit.position)).take(limit) {
            if let Some(game) = self.searcher.game(hit.row.game)?
                && let Some(place) = game.position(hit.row.ply)
            {
                let both = self.searcher.words_of(hit, &words)?.into_iter().map(|at| &asked[at]);
                let mut shared: Vec<_> = both.map(|asked| (asked.word, asked.share)).collect();
                shared.sort_by(|a, b| b.1.total_cmp(&a.1));
                neighbours.push(Neighbour { score: hit.score, game, place, shared });
            }
        }
        Ok(neighbours)
    }
}

fn gains(asked: &[Asked]) -> Vec<(String, f32)> {
    asked.iter().map(|asked| (asked.word.to_string(), asked.share)).collect()
}

/// The words with their shares: weight times rarity in the library, of the sum over all.
fn weigh(
    searcher: &Searcher,
    words: Vec<WeightedWord>,
    kind: SimilarityKind,
) -> Result<Vec<Asked>, LibraryError> {
    let mut asked = Vec::new();
    for WeightedWord { word, weight } in words {
        let weight = weight * kind.factor(word);
        if weight > 0.0 {
            asked.push(Asked { word, share: weight * searcher.rarity(&word.to_string())? });
        }
    }
    let total: f32 = asked.iter().map(|asked| asked.share).sum();
    asked.iter_mut().for_each(|asked| asked.share /= total);
    Ok(asked)
}
