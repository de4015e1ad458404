//! Points to draw, from the journal of a run.

use serde::Serialize;
use shakmaty::{Color, KnownOutcome};

use super::RunJournal;
use super::smoothing::{MovingMean, MovingTally, default_window, thin_out};
use crate::arena::Interval;
use crate::player::SparringLevel;
use crate::training::journal::JournalEntry;

/// Games drawn of a run at most; more would make larger files and no better picture.
pub(super) const MAX_GAMES_DRAWN: usize = 800;

/// What stands for the opponents of a run of self-play.
pub(super) const ITSELF: &str = "itself";

/// A run with the games to draw, each with the means around it.
#[derive(Clone, Debug, Serialize)]
pub struct RunSamples {
    /// Name of the run.
    pub label: String,
    /// Every game was self-play: score and captures are White's.
    pub self_play: bool,
    /// Whom the memory played, joined with "and"; `itself` if every game was self-play.
    #[serde(skip)]
    pub opponents: String,
    /// Games played.
    pub games: usize,
    /// Games in the moving window, odd.
    pub window: usize,
    /// The games to draw, in order.
    pub samples: Vec<Sample>,
}

/// One game of a run with the moving means around it. A value is missing if the game does not count: it was void, or it
/// was self-play in a run that also has other games.
#[derive(Clone, Debug, Serialize)]
pub struct Sample {
    /// Number of the game.
    pub game: u32,
    /// What the memory captured, in pawns.
    pub captured: Option<f64>,
    /// The mean of that.
    pub captured_mean: Option<f64>,
    /// Share of the points.
    pub score: Option<Score>,
    /// Graph patterns in the memory after the game.
    pub graph_patterns: u32,
    /// Material patterns.
    pub material_patterns: u32,
    /// Move patterns.
    pub move_patterns: u32,
    /// Mean number of patterns a game created.
    pub created: f64,
    /// Mean number of patterns forgotten after a game.
    pub forgotten: f64,
    /// Mean distance between target and value in the game.
    pub td_error: Option<f64>,
    /// The mean of that.
    pub td_error_mean: Option<f64>,
}

/// Share of the points in the window.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Score {
    /// Games in the window with a result.
    pub games: u64,
    /// Their share, with its interval.
    pub share: Interval,
}

impl RunSamples {
    /// With means over `window` games, or the default for the length of the run.
    #[must_use]
    pub fn of(run: &RunJournal, window: Option<usize>) -> RunSamples {
        let entries = &run.entries;
        let self_play = entries.iter().all(JournalEntry::is_self_play);
        let window = window.map_or_else(|| default_window(entries.len()), |games| games | 1);
        let counts = |entry: &JournalEntry| self_play || !entry.is_self_play();
        let captured = |entry: &JournalEntry| {
            (counts(entry) && entry.result.is_known())
                .then_some(f64::from(entry.captured_by_memory))
        };
        let score = |entry: &JournalEntry| {
            if self_play { entry.result.known().map(whites_points) } else { entry.score }
        };
        let td_error = |entry: &JournalEntry| entry.result.is_known().then_some(entry.td_error);
        let means = |value: &dyn Fn(&JournalEntry) -> Option<f64>| {
            MovingMean::new(entries.iter().map(value), window)
        };
        let captured_means = means(&captured);
        let tallies = MovingTally::new(entries.iter().map(score), window);
        let td_error_means = means(&td_error);
        let created_means = means(&|entry| Some(f64::from(entry.created)));
        let forgotten_means = means(&|entry| Some(f64::from(entry.forgotten)));

        let sample = |index: usize| {
            let entry = &entries[index];
            let tally = tallies.at(index);
            Sample {
                game: entry.game,
                captured: captured(entry),
                captured_mean: captured_means.at(index),
                score: tally.interval().map(|share| Score { games: tally.games(), share }),
                graph_patterns: entry.graph_patterns,
                material_patterns: entry.material_patterns,
                move_patterns: entry.move_patterns,
                created: created_means.at(index).unwrap_or(0.0),
                forgotten: forgotten_means.at(index).unwrap_or(0.0),
                td_error: td_error(entry),
                td_error_mean: td_error_means.at(index),
            }
        };
        RunSamples {
            label: run.label.clone(),
            self_play,
            opponents: if self_play { ITSELF.to_owned() } else { opponents(entries) },
            games: entries.len(),
            window,
            samples: thin_out(entries.len(), MAX_GAMES_DRAWN).into_iter().map(sample).collect(),
        }
    }
}

/// The opponents of the games that are not self-play, in the order in which they were first met.
fn opponents(entries: &[JournalEntry]) -> String {
    let mut names: Vec<String> = Vec::new();
    for entry in entries.iter().filter(|entry| !entry.is_self_play()) {
        let name = in_words(&entry.opponent);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first, second] => format!("{first} and {second}"),
        many => format!("{} opponents", many.len()),
    }
}

/// An opponent's name in a sentence; sparring partners are named by their level.
fn in_words(name: &str) -> String {
    match name.parse() {
        Ok(SparringLevel::Random) => "random moves".to_owned(),
        Ok(SparringLevel::Greedy) => "the greedy sparring partner".to_owned(),
        Ok(SparringLevel::Search(depth)) => {
            format!("the sparring partner at depth {}", depth.get())
        }
        Err(_) => name.to_owned(),
    }
}

fn whites_points(outcome: KnownOutcome) -> f64 {
    match outcome.winner() {
        Some(Color::White) => 1.0,
        Some(Color::Black) => 0.0,
        None => 0.5,
    }
}
