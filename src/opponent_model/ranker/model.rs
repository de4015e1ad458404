//! Fitting the move model: first on other players' moves, then on his, pulled to what all players do.

use serde::{Deserialize, Serialize};
use shakmaty::{Color, Position};

use super::extract::{Features, features};
use super::layout::WIDTH;
use super::library::Library;
use super::logit::{Decisions, FitSettings, fit, score, to_probabilities};
use super::memory::Memories;
use super::scene::{History, Scene, walk};
use crate::opponent_model::chunk::base::ChunkBase;
use crate::opponent_model::score::GameScore;

/// Of so many of the newest games moves are learned from; older ones are remembered all the same.
const NEWEST: usize = 600;

/// Chosen on games of Tal, Spassky, Caruana and Anand, not on those the results are reported for.
const GENERAL: FitSettings = FitSettings { epochs: 4, rate: 0.03, pull: 0.05 };
const PERSONAL: FitSettings = FitSettings { epochs: 4, rate: 0.03, pull: 0.02 };
const SEED: u64 = 1;

/// The weights of two models: other players' moves, and the player's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ranker {
    /// Fitted on other players' moves only.
    pub general: Vec<f32>,
    /// Fitted on his moves, from the general weights.
    pub personal: Vec<f32>,
    /// Decisions the general weights rest on.
    pub general_decisions: u32,
    /// Decisions the personal weights rest on.
    pub personal_decisions: u32,
}

/// All that a fit looks at. Game `n` of the player is also game `n` of the general library, which goes on with games he
/// did not play.
pub struct Lessons<'a> {
    /// The player's games with his colour.
    pub games: &'a [(GameScore, Color)],
    /// Games of others.
    pub others: &'a [GameScore],
    /// His moves.
    pub own: &'a Library,
    /// All other moves.
    pub general: &'a Library,
    /// His chunks.
    pub chunks: &'a ChunkBase,
}

impl Ranker {
    /// Fits both models. `report` is told the games done and all games to be done.
    #[must_use]
    pub fn fit(lessons: &Lessons<'_>, report: &mut dyn FnMut(usize, usize)) -> Ranker {
        let skipped = lessons.games.len().saturating_sub(NEWEST);
        let newest = || lessons.games.iter().enumerate().skip(skipped);
        let all = 2 * newest().count() + lessons.others.len();
        let mut done = 0;
        let mut tick = || {
            done += 1;
            report(done, all);
        };
        let mut decisions = Decisions::default();
        for (number, (score, colour)) in newest() {
            lessons.add_general(&mut decisions, score, number, Some(!*colour));
            tick();
        }
        for (number, score) in lessons.others.iter().enumerate() {
            lessons.add_general(&mut decisions, score, lessons.games.len() + number, None);
            tick();
        }
        let general = fit(&decisions, None, &GENERAL, SEED);
        let general_decisions = decisions.len() as u32;
        let mut decisions = Decisions::default();
        for (number, (score, colour)) in newest() {
            lessons.add_personal(&mut decisions, score, number, *colour);
            tick();
        }
        let personal = fit(&decisions, Some(&general), &PERSONAL, SEED);
        Ranker { general, personal, general_decisions, personal_decisions: decisions.len() as u32 }
    }

    /// Whether the weights have the right length and are numbers.
    pub(in crate::opponent_model) fn is_sound(&self) -> bool {
        [&self.general, &self.personal]
            .into_iter()
            .all(|weights| weights.len() == WIDTH && weights.iter().all(|w| w.is_finite()))
    }
}

impl Lessons<'_> {
    fn add_general(
        &self,
        decisions: &mut Decisions,
        score: &GameScore,
        number: usize,
        only: Option<Color>,
    ) {
        let hidden = Some(number as u32);
        let memories = Memories {
            own: None,
            general: self.general,
            chunks: None,
            hidden_own: None,
            hidden_general: hidden,
        };
        add(decisions, score, only, &memories);
    }

    fn add_personal(
        &self,
        decisions: &mut Decisions,
        score: &GameScore,
        number: usize,
        colour: Color,
    ) {
        let hidden = Some(number as u32);
        let memories = Memories {
            own: Some(self.own),
            general: self.general,
            chunks: Some(self.chunks),
            hidden_own: hidden,
            hidden_general: hidden,
        };
        add(decisions, score, Some(colour), &memories);
    }
}

fn add(decisions: &mut Decisions, score: &GameScore, only: Option<Color>, memories: &Memories<'_>) {
    for (position, history, m) in walk(score) {
        if only.is_some_and(|colour| position.turn() != colour) {
            continue;
        }
        let moves = position.legal_moves();
        let scene = Scene::new(&position, &history);
        // A forced move teaches nothing.
        if let Some(played) = moves.iter().position(|other| *other == m).filter(|_| moves.len() > 1)
        {
            decisions.push(&features(&scene, &moves, memories), played);
        }
    }
}

/// Features and probabilities of the legal moves of a position, in their order.
#[must_use]
pub fn rank(
    position: &shakmaty::Chess,
    history: &History,
    memories: &Memories<'_>,
    weights: &[f32],
) -> (Vec<Features>, Vec<f32>) {
    let moves = position.legal_moves();
    let found = features(&Scene::new(position, history), &moves, memories);
    let mut probabilities: Vec<f32> = found.iter().map(|f| score(weights, f)).collect();
    to_probabilities(&mut probabilities);
    (found, probabilities)
}
