//! A match while it is played.

use super::explanation::game::MatchPgn;
use super::progress::Progress;
use crate::arena::{GameEnd, GameRecord, MatchReport, MatchSettings, MatchSummary};
use crate::file_format::FileError;

/// Shows a match on standard error, and writes its games to a PGN file if there is one.
pub struct MatchDisplay<'a> {
    progress: Progress,
    pgn: Option<MatchPgn<'a>>,
    settings: &'a MatchSettings,
    conditions: String,
    rating_interval: u32,
}

impl<'a> MatchDisplay<'a> {
    /// The display of a match under these [`conditions`](crate::arena::conditions). The results so far are printed on standard
    /// output each time `rating_interval` games are played; 0: never. Only the file is written if `quiet`.
    #[must_use]
    pub fn new(
        settings: &'a MatchSettings,
        conditions: String,
        pgn: Option<MatchPgn<'a>>,
        rating_interval: u32,
        quiet: bool,
    ) -> MatchDisplay<'a> {
        let progress = Progress::new(settings.games, quiet);
        MatchDisplay { progress, pgn, settings, conditions, rating_interval }
    }

    /// Game `index` is played, and the match stands so.
    pub fn game(&mut self, index: u32, record: &GameRecord, report: &MatchReport) {
        self.pgn.iter_mut().for_each(|file| file.write(index, record));
        if let GameEnd::Abandoned { by, .. } = record.ending {
            let loser = record.name_of(by);
            for event in &record.events {
                self.progress.line(&format!("game {}: {event}; a loss of {loser}", index + 1));
            }
        }
        let played = index + 1;
        self.progress.games(played, report.standing());
        if played.checked_rem(self.rating_interval) == Some(0) && played < self.settings.games {
            self.progress.results(&self.summary(report).to_string());
        }
    }

    /// What is said of the match.
    #[must_use]
    pub fn summary(&self, report: &MatchReport) -> MatchSummary {
        MatchSummary::new(report, self.settings, &self.conditions)
    }

    /// Leaves the progress as it is, and ends the file.
    ///
    /// # Errors
    ///
    /// A game could not be written.
    pub fn finish(self) -> Result<(), FileError> {
        self.progress.finish();
        self.pgn.map_or(Ok(()), MatchPgn::finish)
    }
}
