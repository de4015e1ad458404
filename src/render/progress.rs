//! Progress of games on standard error.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::note;
use crate::terminal_text::printable;
use crate::training::journal::JournalEntry;
use crate::training::{CheckedPlan, RecentScore, RunObserver, RunPlace};

/// Progress of games on standard error: a bar on a terminal, otherwise a line every five seconds.
#[derive(Debug)]
pub struct Progress {
    display: Display,
}

/// Characters of a line of text.
const MAX_LINE: usize = 1000;

const LINE_INTERVAL: Duration = Duration::from_secs(5);

/// What a bar of games looks like.
const GAMES: &str = "{prefix}{bar:30} {pos}/{len} games  {per_sec}  {msg}  ETA {eta}";

impl Progress {
    /// Progress of `games` games; nothing is shown if `quiet`.
    #[must_use]
    pub fn new(games: u32, quiet: bool) -> Progress {
        Progress { display: Display::new(u64::from(games), GAMES, quiet) }
    }

    /// So many games are finished.
    pub fn games(&mut self, games: u32, message: String) {
        self.display.set(u64::from(games), message, |bar| {
            let (all, rate) = (bar.length().unwrap_or_default(), bar.per_sec());
            format!("{}{games}/{all} games  {rate:.1}/s", bar.prefix())
        });
    }

    /// Shows a line of text, without control characters.
    pub fn line(&self, text: &str) {
        self.display.line(text);
    }

    /// Prints the results so far on standard output, between lines as fastchess has them, unless nothing is to be shown.
    pub fn results(&self, text: &str) {
        let rule = "-".repeat(50);
        if !self.display.quiet {
            // The end of the match notices a closed pipe.
            let print = || writeln!(stdout(), "{rule}\n{text}\n{rule}");
            self.display.bar.suspend(print).unwrap_or_default();
        }
    }

    /// A run of so many games begins.
    pub fn start(&self, games: u32) {
        self.display.bar.reset();
        self.display.bar.set_length(u64::from(games));
    }

    /// Counts speed from here: so many games were played earlier.
    pub fn resume(&self, games: u32) {
        self.display.bar.set_position(u64::from(games));
        self.display.bar.reset_eta();
    }

    /// Leaves the bar as it is.
    pub fn finish(&self) {
        self.display.bar.abandon();
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.display.bar.finish_and_clear();
    }
}

/// Progress of other work on standard error, by the share that is done.
#[derive(Debug)]
pub struct WorkProgress {
    display: Display,
}

/// Parts into which all work is divided.
const PARTS: f64 = 10_000.0;

impl WorkProgress {
    /// A display of work to do.
    #[must_use]
    pub fn new() -> WorkProgress {
        let template = "{bar:30} {percent}%  {msg}  ETA {eta}";
        WorkProgress { display: Display::new(PARTS as u64, template, false) }
    }

    /// A display of work whose results are written to standard output. Where that is a terminal, they show how far it is.
    #[must_use]
    pub fn beside_results() -> WorkProgress {
        let mut progress = WorkProgress::new();
        if stdout().is_terminal() {
            progress.display.show_lines_only();
        }
        progress
    }

    /// This share of the work is done, 0 to 1; `message` says what that is.
    pub fn share(&mut self, share: f64, message: String) {
        let percent = 100.0 * share;
        self.display.set((PARTS * share) as u64, message, |_| format!("{percent:.0} %"));
    }

    /// Shows a line of text, without control characters.
    pub fn line(&self, text: &str) {
        self.display.line(text);
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.display.bar.finish_and_clear();
    }
}

impl Default for WorkProgress {
    fn default() -> WorkProgress {
        WorkProgress::new()
    }
}

/// A bar, or lines where there is no terminal.
#[derive(Debug)]
struct Display {
    bar: ProgressBar,
    last_line: Instant,
    /// Says now and then how far it is, where there is no bar.
    reports: bool,
    quiet: bool,
}

impl Display {
    fn new(length: u64, template: &str, quiet: bool) -> Display {
        let bar = ProgressBar::with_draw_target(Some(length), draw_target(quiet));
        Display::with_bar(bar, template, quiet)
    }

    fn with_bar(bar: ProgressBar, template: &str, quiet: bool) -> Display {
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Display { bar, last_line: Instant::now(), reports: true, quiet }
    }

    fn show_lines_only(&mut self) {
        self.bar.set_draw_target(ProgressDrawTarget::hidden());
        self.reports = false;
    }

    /// So far is the work; `amount` says it in a line.
    fn set(&mut self, position: u64, message: String, amount: impl FnOnce(&ProgressBar) -> String) {
        self.bar.set_position(position);
        self.bar.set_message(message);
        if self.reports && self.bar.is_hidden() && self.last_line.elapsed() >= LINE_INTERVAL {
            self.last_line = Instant::now();
            let (message, eta) = (self.bar.message(), HumanDuration(self.bar.eta()));
            self.line(&format!("{}  {message}  ETA {eta}", amount(&self.bar)));
        }
    }

    fn line(&self, text: &str) {
        show_line(&self.bar, self.quiet, text);
    }
}

fn draw_target(quiet: bool) -> ProgressDrawTarget {
    let shows_bar = !quiet && stderr().is_terminal();
    if shows_bar { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() }
}

/// Above the bar, or where there is none, unless all is quiet.
fn show_line(bar: &ProgressBar, quiet: bool, text: &str) {
    if !quiet && bar.is_hidden() {
        write_line(text);
    } else {
        bar.println(printable(text, MAX_LINE));
    }
}

fn write_line(text: &str) {
    note(&printable(text, MAX_LINE));
}

/// A function that shows a line of text on standard error, without control characters, unless all is `quiet`.
#[must_use]
pub fn print_line(quiet: bool) -> Arc<dyn Fn(&str) + Send + Sync> {
    Arc::new(move |text| {
        if !quiet {
            write_line(text);
        }
    })
}

/// Progress of the runs of a training session.
#[derive(Debug)]
pub struct SessionProgress {
    bars: MultiProgress,
    quiet: bool,
}

impl SessionProgress {
    /// No run yet; nothing is shown of any if `quiet`.
    #[must_use]
    pub fn new(quiet: bool) -> SessionProgress {
        SessionProgress { bars: MultiProgress::with_draw_target(draw_target(quiet)), quiet }
    }

    /// Progress of another run.
    #[must_use]
    pub fn of_run(&self, place: RunPlace) -> RunProgress {
        let bar = self.bars.add(ProgressBar::new(0));
        let display = Display::with_bar(bar, GAMES, self.quiet);
        RunProgress { progress: Progress { display }, recent: RecentScore::default(), place }
    }

    /// A function that shows a line of text above the bars, from any thread.
    #[must_use]
    pub fn line_printer(&self) -> Arc<dyn Fn(&str) + Send + Sync> {
        if self.bars.is_hidden() {
            return print_line(self.quiet);
        }
        let bars = self.bars.clone();
        // Nobody sees what the terminal does not take.
        Arc::new(move |text| bars.println(printable(text, MAX_LINE)).unwrap_or_default())
    }
}

/// Progress of a training run with the score of the last games. The bar stays when this is dropped.
#[derive(Debug)]
pub struct RunProgress {
    progress: Progress,
    recent: RecentScore,
    place: RunPlace,
}

impl RunProgress {
    /// Shows a line that says which run it is about, if there are several.
    fn line(&self, text: &str) {
        let RunPlace { number, runs } = self.place;
        match runs {
            1 => self.progress.line(text),
            _ => self.progress.line(&format!("run {number}: {text}")),
        }
    }
}

impl Drop for RunProgress {
    fn drop(&mut self) {
        self.progress.finish();
    }
}

impl RunObserver for RunProgress {
    fn begins(&mut self, plan: &CheckedPlan) {
        let RunPlace { number, runs } = self.place;
        self.progress.start(plan.games);
        if runs > 1 {
            self.progress.display.bar.set_prefix(format!("run {number}: "));
            let text = format!("run {number} of {runs}: {}, seed {}", plan.name, plan.seed);
            self.progress.line(&text);
        }
    }

    fn game(&mut self, entry: &JournalEntry) {
        for event in entry.events.iter().filter(|_| entry.ending == "abandoned") {
            self.line(&format!("game {}: {event}", entry.game));
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
        self.line(&text);
    }

    fn unchecked(&mut self, games: u32) {
        self.line(&format!(
            "a former version played games 1 to {games}: it cannot be checked whether they are as they were written"
        ));
    }

    fn goes_back(&mut self, games: u32) {
        let first = games + 1;
        self.line(&format!(
            "games from number {first} on depend on a worker that is not to be trusted: they are played again"
        ));
    }
}
