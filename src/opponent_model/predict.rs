//! What he will play, by several methods, and why.

use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::{Chess, Color, Move, MoveList, Position};

use super::iam::{Suggestion, san, suggest};
use super::model::Model;
use super::ranker::extract::Features;
use super::ranker::layout::FeatureId;
use super::ranker::library::{Library, Place};
use super::ranker::memory::Memories;
use super::ranker::model::rank;
use super::ranker::phrase::{concept, phrase};
use super::ranker::scene::{History, Scene};
use super::score::PackedMove;

/// Reasons given for a move.
const REASONS: usize = 4;
/// A reason has to move the log-odds by so much.
const LEAST_WEIGHT: f64 = 0.1;
/// A position that differs more is not called similar.
const SIMILAR: u32 = 16;
/// Games named behind a move.
const GAMES: usize = 3;

/// A position of a game with what went before.
#[derive(Clone, Debug)]
pub struct Situation {
    /// The position; who is to move is the player.
    pub position: Chess,
    /// The last moves.
    pub history: History,
    /// The moves so far in algebraic notation; empty for a position out of nowhere.
    pub sans: Vec<String>,
}

impl Situation {
    /// The beginning of a game.
    #[must_use]
    pub fn start() -> Situation {
        Situation { position: Chess::default(), history: History::new(), sans: Vec::new() }
    }

    /// A position without its game.
    #[must_use]
    pub fn of(position: Chess) -> Situation {
        let history = History::unknown(&position);
        Situation { position, history, sans: Vec::new() }
    }

    /// Goes on to the next position.
    pub fn play(&mut self, m: Move) {
        self.sans.push(san(&self.position, m));
        self.history.push(&self.position, m);
        self.position.play_unchecked(m);
    }
}

/// A way to predict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// The move model with all that was learned of the player.
    Best,
    /// The rules of 1990.
    #[serde(rename = "iam-1990")]
    Iam1990,
    /// His most frequent move in the same position.
    OwnBook,
    /// Any legal move.
    Random,
    /// The move model fitted on other players' moves only.
    OtherPlayers,
}

impl Method {
    /// All, in the order of reports.
    pub const ALL: [Method; 5] =
        [Method::Best, Method::Iam1990, Method::OwnBook, Method::Random, Method::OtherPlayers];

    /// As commands and files write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::Best => "best",
            Method::Iam1990 => "iam-1990",
            Method::OwnBook => "own-book",
            Method::Random => "random",
            Method::OtherPlayers => "other-players",
        }
    }
}

/// Moves a method expects, the likeliest first; empty where it has none to offer.
///
/// The numbers are probabilities for `best`, `other-players` and `random`, shares of his games for `own-book`, and the
/// thesis's belief for `iam-1990`.
pub type Expected = Vec<(Move, f64)>;

/// One thing that speaks for or against a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reason {
    /// In words.
    pub text: String,
    /// How much it moves the log-odds of the move against the average of the others; 0 for facts without a weight.
    pub weight: f64,
}

/// An expected move with what is behind it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prediction {
    /// The move in algebraic notation.
    pub san: String,
    /// As in [`Expected`].
    pub probability: f64,
    /// The strongest reasons first.
    pub reasons: Vec<Reason>,
    /// Drawings of the chunks it completes, one text to each.
    pub chunks: Vec<String>,
    /// Games in which he played it, here or in a similar position.
    pub games: Vec<String>,
}

/// Predicts with a model.
pub struct Predictor<'a> {
    model: &'a Model,
    own: Library,
    general: Library,
}

impl<'a> Predictor<'a> {
    /// Opens the memory of a model.
    #[must_use]
    pub fn new(model: &'a Model) -> Predictor<'a> {
        let (own, general) = model.libraries();
        Predictor { model, own, general }
    }

    fn memories(&self, is_personal: bool) -> Memories<'_> {
        Memories {
            own: is_personal.then_some(&self.own),
            general: &self.general,
            chunks: is_personal.then_some(&self.model.pieces),
            hidden_own: None,
            hidden_general: None,
        }
    }

    fn rank(&self, situation: &Situation, is_personal: bool) -> (Vec<Features>, Vec<f32>) {
        let ranker = &self.model.ranker;
        let weights = if is_personal { &ranker.personal } else { &ranker.general };
        let memories = self.memories(is_personal);
        rank(&situation.position, &situation.history, &memories, weights)
    }

    /// What `method` expects, the likeliest move first.
    #[must_use]
    pub fn expect(&self, method: Method, situation: &Situation) -> Expected {
        let moves = situation.position.legal_moves();
        let numbers = match method {
            Method::Best => self.rank(situation, true).1,
            Method::OtherPlayers => self.rank(situation, false).1,
            Method::Random => vec![1.0 / moves.len() as f32; moves.len()],
            Method::OwnBook => return self.book(situation, &moves),
            Method::Iam1990 => {
                let suggested = self.suggest(situation);
                return suggested.into_iter().map(|s| (s.m, s.belief)).collect();
            }
        };
        let expected = moves.iter().copied().zip(numbers.into_iter().map(f64::from)).collect();
        sorted(expected)
    }

    fn suggest(&self, situation: &Situation) -> Vec<Suggestion> {
        let scene = Scene::new(&situation.position, &situation.history);
        suggest(&scene, &situation.sans, &self.model.knowledge())
    }

    fn book(&self, situation: &Situation, moves: &MoveList) -> Expected {
        let played = self.own.played(&situation.position, &|_| false);
        let count = |m: Move| played.iter().filter(|(_, p)| *p == PackedMove::new(m)).count();
        // Once in one game is less than ten times in ten.
        let share = |n: usize| n as f64 / (played.len() + 1) as f64;
        sorted(moves.iter().map(|m| (*m, share(count(*m)))).filter(|(_, s)| *s > 0.0).collect())
    }

    /// The `most` likeliest moves with their reasons, by the move model or by the rules of 1990.
    #[must_use]
    pub fn explain(&self, method: Method, situation: &Situation, most: usize) -> Vec<Prediction> {
        if method == Method::Best {
            return self.explain_best(situation, most);
        }
        let suggested: Vec<Suggestion> =
            if method == Method::Iam1990 { self.suggest(situation) } else { Vec::new() };
        let explained = |(m, probability): (Move, f64)| {
            let suggestion = suggested.iter().find(|s| s.m == m);
            Prediction {
                san: san(&situation.position, m),
                probability,
                reasons: suggestion.map(opening_reason).unwrap_or_default(),
                chunks: suggestion.map(drawings).unwrap_or_default(),
                games: self.games_with(situation, m, None),
            }
        };
        let expected = self.expect(method, situation);
        expected.into_iter().take(most).map(explained).collect()
    }

    fn explain_best(&self, situation: &Situation, most: usize) -> Vec<Prediction> {
        let moves = situation.position.legal_moves();
        let (features, probabilities) = self.rank(situation, true);
        let votes = self.own.votes(&situation.position, &moves, &|_| false);
        let suggested = self.suggest(situation);
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by(|a, b| probabilities[*b].total_cmp(&probabilities[*a]));
        let explained = |place: usize| {
            let m = moves[place];
            let suggestion = suggested.iter().find(|s| s.m == m);
            Prediction {
                san: san(&situation.position, m),
                probability: f64::from(probabilities[place]),
                reasons: self.reasons(situation.position.turn(), place, &features, &probabilities),
                chunks: suggestion.map(drawings).unwrap_or_default(),
                games: self.games_with(situation, m, votes.nearest[place]),
            }
        };
        order.into_iter().take(most).map(explained).collect()
    }

    /// What sets a move apart from what the model expects on average, by concept. In words comes the feature of the
    /// move that adds most to it.
    fn reasons(
        &self,
        colour: Color,
        place: usize,
        features: &[Features],
        probabilities: &[f32],
    ) -> Vec<Reason> {
        let weights = &self.model.ranker.personal;
        let mut parts: BTreeMap<FeatureId, f64> = BTreeMap::new();
        for (other, (features, probability)) in features.iter().zip(probabilities).enumerate() {
            let factor = f64::from(f32::from(other == place) - probability);
            for (id, amount) in features {
                *parts.entry(*id).or_default() +=
                    f64::from(weights[id.0 as usize] * amount) * factor;
            }
        }
        let mut concepts: BTreeMap<&str, f64> = BTreeMap::new();
        for (id, part) in &parts {
            *concepts.entry(concept(id.parts().0)).or_default() += part;
        }
        let in_words = |name: &str, sum: f64| {
            let own = features[place].iter().map(|(id, _)| *id);
            let members = own.filter(|id| concept(id.parts().0) == name);
            let strongest = members.max_by(|a, b| (parts[a] * sum).total_cmp(&(parts[b] * sum)))?;
            (parts[&strongest] * sum > 0.0).then(|| phrase(strongest, colour))
        };
        let mut reasons: Vec<Reason> = concepts
            .into_iter()
            .filter(|(_, weight)| weight.abs() >= LEAST_WEIGHT)
            .map(|(name, weight)| {
                let text =
                    in_words(name, weight).map_or(name.to_owned(), |t| format!("{name}: {t}"));
                Reason { text, weight }
            })
            .collect();
        reasons.sort_by(|a, b| b.weight.abs().total_cmp(&a.weight.abs()));
        reasons.truncate(REASONS);
        reasons
    }

    fn games_with(
        &self,
        situation: &Situation,
        m: Move,
        near: Option<(Place, u32)>,
    ) -> Vec<String> {
        let packed = PackedMove::new(m);
        let played = self.own.played(&situation.position, &|_| false);
        let same: Vec<Place> =
            played.into_iter().filter(|(_, p)| *p == packed).map(|(place, _)| place).collect();
        let title = |place: Place| {
            let game = self.model.game(place.game).map(|game| game.title()).unwrap_or_default();
            format!("{game}, move {}", place.ply / 2 + 1)
        };
        // The newest games first.
        let mut found: Vec<String> =
            same.iter().rev().take(GAMES).map(|place| format!("here: {}", title(*place))).collect();
        if let (true, Some((place, distance))) = (found.is_empty(), near.filter(|n| n.1 <= SIMILAR))
        {
            found.push(format!("similar ({distance} differences): {}", title(place)));
        }
        found
    }
}

fn sorted(mut expected: Expected) -> Expected {
    expected.sort_by(|a, b| b.1.total_cmp(&a.1));
    expected
}

fn opening_reason(suggestion: &Suggestion) -> Vec<Reason> {
    let reason = |(count, turn): (u32, f64)| Reason {
        text: format!("played {count} times in the opening, at turn {turn:.1} on average"),
        weight: 0.0,
    };
    suggestion.opening.map(reason).into_iter().collect()
}

fn drawings(suggestion: &Suggestion) -> Vec<String> {
    suggestion.chunks.iter().take(2).map(|(chunk, _)| chunk.drawing().join("/")).collect()
}

/// Who is to move, in words.
#[must_use]
pub fn colour_name(colour: Color) -> &'static str {
    colour.fold_wb("White", "Black")
}
