//! Progress of games on standard error.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::terminal_text::printable;
use crate::training::journal::JournalEntry;
use crate::training::{CheckedPlan, RecentScore, RunObserver};

/// Progress of games on standard error: a bar on a terminal, otherwise a line every five seconds.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    last_line: Instant,
    quiet: bool,
}

/// Characters of a line of text.
const MAX_LINE: usize = 1000;

const LINE_INTERVAL: Duration = Duration::from_secs(5);

impl Progress {
    /// Progress of `games` games; nothing is shown if `quiet`.
    #[must_use]
    pub fn new(games: u32, quiet: bool) -> Progress {
        let shows_bar = !quiet && stderr().is_terminal();
        let target =
            if shows_bar { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(u64::from(games)), target);
        let template = "{bar:30} {pos}/{len} games  {per_sec}  {msg}  ETA {eta}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Progress { bar, last_line: Instant::now(), quiet }
    }

    /// So many games are finished.
    pub fn games(&mut self, games: u32, message: String) {
        self.bar.set_position(u64::from(games));
        self.bar.set_message(message);
        if self.bar.is_hidden() && self.last_line.elapsed() >= LINE_INTERVAL {
            self.last_line = Instant::now();
            let (bar, all) = (&self.bar, self.bar.length().unwrap_or_default());
            let (rate, message, eta) = (bar.per_sec(), bar.message(), HumanDuration(bar.eta()));
            self.line(&format!("{games}/{all} games  {rate:.1}/s  {message}  ETA {eta}"));
        }
    }

    /// Shows a line of text, without control characters.
    pub fn line(&self, text: &str) {
        let text = &*printable(text, MAX_LINE);
        if !self.quiet && self.bar.is_hidden() {
            let _ = writeln!(stderr(), "{text}");
        } else {
            self.bar.println(text);
        }
    }

    /// A run of so many games begins.
    pub fn start(&self, games: u32) {
        self.bar.reset();
        self.bar.set_length(u64::from(games));
    }

    /// Counts speed from here: so many games were played earlier.
    pub fn resume(&self, games: u32) {
        self.bar.set_position(u64::from(games));
        self.bar.reset_eta();
    }

    /// Leaves the bar as it is.
    pub fn finish(&self) {
        self.bar.abandon();
    }
}

/// Progress of training runs with the score of the last games.
#[derive(Debug)]
pub struct RunProgress {
    progress: Progress,
    recent: RecentScore,
}

impl RunProgress {
    /// Progress of the runs of a session; nothing is shown if `quiet`.
    #[must_use]
    pub fn new(quiet: bool) -> RunProgress {
        RunProgress { progress: Progress::new(0, quiet), recent: RecentScore::default() }
    }

    /// Leaves the bar as it is.
    pub fn finish(&self) {
        self.progress.finish();
    }
}

impl RunObserver for RunProgress {
    fn begins(&mut self, plan: &CheckedPlan, place: Option<(usize, usize)>) {
        if let Some((number, count)) = place {
            let text = format!("run {number} of {count}: {}, seed {}", plan.name, plan.seed);
            self.progress.line(&text);
        }
        self.progress.start(plan.games);
        self.recent = RecentScore::default();
    }

    fn game(&mut self, entry: &JournalEntry) {
        for event in entry.events.iter().filter(|_| entry.ending == "abandoned") {
            self.progress.line(&format!("game {}: {event}", entry.game));
        }
        let message = self.recent.update(entry);
        self.progress.games(entry.game, message);
    }

    fn resumed(&mut self, plan: &CheckedPlan, games: u32, relearned: u32) {
        self.progress.start(plan.games);
        self.progress.resume(games);
        let text = match (games < plan.games, relearned) {
            (false, 0) => format!("all {games} games are played"),
            (false, _) => {
                format!("all {games} games are played; learned the last {relearned} again")
            }
            (true, _) => {
                format!("resumed after game {games}; learned the last {relearned} games again")
            }
        };
        self.progress.line(&text);
    }

    fn unchecked(&mut self, games: u32) {
        self.progress.line(&format!(
            "a former version played games 1 to {games}: it cannot be checked whether they are as they were written"
        ));
    }
}
