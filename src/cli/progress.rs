use std::collections::VecDeque;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::training::Observer;
use crate::training::journal::JournalEntry;

/// Shows a run while it goes on: a bar on a terminal, a line now and then elsewhere, nothing if told to be quiet.
#[derive(Debug)]
pub(super) struct Progress {
    shown: Shown,
    planned: u32,
    begun: Instant,
    first: u32,
    last_line: Instant,
    recent: VecDeque<f64>,
}

#[derive(Debug)]
enum Shown {
    Bar(ProgressBar),
    Lines,
    Nothing,
}

/// Between two plain lines.
const LINE_EVERY: Duration = Duration::from_secs(5);
/// The score shown is that of so many of the last games with one.
const RECENT: usize = 100;

impl Progress {
    pub(super) fn new(planned: u32, quiet: bool) -> Progress {
        let shown = if quiet {
            Shown::Nothing
        } else if std::io::stderr().is_terminal() {
            let bar = ProgressBar::new(u64::from(planned));
            let template = "{bar:30} {pos}/{len} games  {per_sec}  {msg}  ETA {eta}";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            Shown::Bar(bar)
        } else {
            Shown::Lines
        };
        let now = Instant::now();
        Progress { shown, planned, begun: now, first: 0, last_line: now, recent: VecDeque::new() }
    }

    fn say(&self, text: &str) {
        match &self.shown {
            Shown::Bar(bar) => bar.println(text),
            Shown::Lines => {
                let _ = writeln!(std::io::stderr(), "{text}");
            }
            Shown::Nothing => {}
        }
    }

    fn state(&self, entry: &JournalEntry) -> String {
        let score = if self.recent.is_empty() {
            String::new()
        } else {
            let mean = self.recent.iter().sum::<f64>() / self.recent.len() as f64;
            format!("score {:.0} %  ", 100.0 * mean)
        };
        format!("{score}{} patterns", entry.patterns())
    }

    fn line(&self, entry: &JournalEntry) -> String {
        let elapsed = self.begun.elapsed().as_secs_f64();
        let rate = f64::from(entry.game - self.first) / elapsed.max(1e-9);
        let left = f64::from(self.planned - entry.game) / rate.max(1e-9);
        let eta = Duration::from_secs(left.round() as u64);
        let state = self.state(entry);
        format!(
            "{}/{} games  {rate:.1}/s  {state}  ETA {}",
            entry.game,
            self.planned,
            indicatif::HumanDuration(eta)
        )
    }

    pub(super) fn finish(&self) {
        if let Shown::Bar(bar) = &self.shown {
            bar.abandon();
        }
    }
}

impl Observer for Progress {
    fn game(&mut self, entry: &JournalEntry) {
        if let Some(score) = entry.score {
            self.recent.push_back(score);
            if self.recent.len() > RECENT {
                self.recent.pop_front();
            }
        }
        for event in entry.events.iter().filter(|_| entry.ending == "abandoned") {
            self.say(&format!("game {}: {event}", entry.game));
        }
        match &self.shown {
            Shown::Bar(bar) => {
                bar.set_message(self.state(entry));
                bar.set_position(u64::from(entry.game));
            }
            Shown::Lines if self.last_line.elapsed() >= LINE_EVERY => {
                self.last_line = Instant::now();
                self.say(&self.line(entry));
            }
            Shown::Lines | Shown::Nothing => {}
        }
    }

    fn resumed(&mut self, games: u32, relearned: u32) {
        self.first = games;
        self.say(&format!("resumed after game {games}; the last {relearned} were learned again"));
        if let Shown::Bar(bar) = &self.shown {
            bar.set_position(u64::from(games));
            bar.reset_eta();
        }
    }
}
