use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::arena::pgn::PgnFile;
use crate::arena::{MatchSettings, Rules};
use crate::file_format::FileError;

/// Form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
}

/// Arguments of `match` and `gauntlet`.
#[derive(Clone, Debug, Args)]
pub(super) struct MatchOptions {
    /// Seed of openings and players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadsArgument,
    /// Write the games to this PGN file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Form of the report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,
}

impl MatchOptions {
    pub(super) fn settings(&self, games: u32, rules: Rules) -> MatchSettings {
        MatchSettings { games, seed: self.seed, threads: self.threads.count(usize::MAX), rules }
    }

    pub(super) fn pgn_file(&self) -> Result<Option<PgnFile>, FileError> {
        self.pgn.as_deref().map(PgnFile::open).transpose()
    }
}

#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ThreadsArgument {
    /// Games played at the same time, 1 to 256 [default: number of processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl ThreadsArgument {
    /// The number given, or that of the processors but at most `max`.
    pub(super) fn count(self, max: usize) -> usize {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or(processors.min(max), usize::from)
    }
}

/// Progress of games on standard error: a bar on a terminal, otherwise a line every five seconds.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    last_line: Instant,
    quiet: bool,
}

const LINE_INTERVAL: Duration = Duration::from_secs(5);

impl Progress {
    pub(super) fn new(games: u32, quiet: bool) -> Progress {
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
    pub(super) fn games(&mut self, games: u32, message: String) {
        self.bar.set_position(u64::from(games));
        self.bar.set_message(message);
        if self.bar.is_hidden() && self.last_line.elapsed() >= LINE_INTERVAL {
            self.last_line = Instant::now();
            let (bar, all) = (&self.bar, self.bar.length().unwrap_or_default());
            let (rate, message, eta) = (bar.per_sec(), bar.message(), HumanDuration(bar.eta()));
            self.line(&format!("{games}/{all} games  {rate:.1}/s  {message}  ETA {eta}"));
        }
    }

    pub(super) fn line(&self, text: &str) {
        if !self.quiet && self.bar.is_hidden() {
            let _ = writeln!(stderr(), "{text}");
        } else {
            self.bar.println(text);
        }
    }

    /// A run of so many games begins.
    pub(super) fn start(&self, games: u32) {
        self.bar.reset();
        self.bar.set_length(u64::from(games));
    }

    /// Counts speed from here: so many games were played earlier.
    pub(super) fn resume(&self, games: u32) {
        self.bar.set_position(u64::from(games));
        self.bar.reset_eta();
    }

    pub(super) fn finish(&self) {
        self.bar.abandon();
    }
}
