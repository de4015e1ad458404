//! Gauntlets: matches of a memory against a list of opponents, weakest first.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::centipawn_loss::{CentipawnLoss, sample};
use super::pgn::{PgnFile, PgnSettings, format_game};
use super::{
    GameRecord, MatchError, MatchReport, MatchSettings, MatchStatistics, Openings, Opponent,
    run_match, side_of_first,
};
use crate::evaluation::{EvaluationSettings, Evaluator};
use crate::file_format::{FileError, LoadError, read_text};
use crate::memory::{Memory, Snapshot};
use crate::player::{Exploration, PatternPlayer};
use crate::rng;
use crate::terminal_text::{MAX_NAME, printable};
use crate::uci::{AnalysisEngine, EngineError};
use crate::units::counted;

/// The opponents of a gauntlet, as a TOML file lists them. Unknown keys are errors.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gauntlet {
    /// At least one, weakest first.
    #[serde(alias = "rungs")]
    pub opponents: Vec<NamedOpponent>,
}

/// An opponent and its name in reports.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedOpponent {
    /// Name in reports.
    pub name: String,
    /// Written as in a plan.
    pub opponent: Opponent,
}

/// A gauntlet file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GauntletError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] FileError),
    /// Invalid TOML, an unknown key or a wrong type. The cause names the line.
    #[error("{}: not a gauntlet", path.display())]
    Parse {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        source: Box<toml::de::Error>,
    },
    /// There are no opponents.
    #[error("{}: no opponents", .0.display())]
    Empty(PathBuf),
}

impl Gauntlet {
    /// From a random mover to Stockfish at 1700: `training/gauntlet.toml`.
    ///
    /// # Errors
    ///
    /// None: a test reads the file.
    pub fn built_in() -> Result<Gauntlet, GauntletError> {
        let text = include_str!("../../training/gauntlet.toml");
        Gauntlet::parse(text, Path::new("training/gauntlet.toml"))
    }

    /// Reads a gauntlet file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is not a gauntlet, or lists no opponents.
    pub fn load(path: &Path) -> Result<Gauntlet, GauntletError> {
        Gauntlet::parse(&read_text(path)?, path)
    }

    /// A number of games against each opponent: an even one, at least 2.
    ///
    /// # Errors
    ///
    /// The text is none.
    pub fn parse_games(text: &str) -> Result<u32, String> {
        match text.parse::<u32>() {
            Ok(games) if games > 0 && games.is_multiple_of(2) => Ok(games),
            Ok(_) => Err("expected an even number, 2 or more".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    fn parse(text: &str, path: &Path) -> Result<Gauntlet, GauntletError> {
        let gauntlet: Gauntlet = toml::from_str(text).map_err(|source| GauntletError::Parse {
            path: path.to_owned(),
            source: Box::new(source),
        })?;
        if gauntlet.opponents.is_empty() {
            return Err(GauntletError::Empty(path.to_owned()));
        }
        Ok(gauntlet)
    }
}

/// The memory that plays.
struct Contestant {
    /// Name and seed of the plan with which the memory was trained.
    plan: String,
    /// Games from which the memory has learned.
    training_games: u32,
    memory: Arc<Snapshot>,
    evaluation: EvaluationSettings,
}

/// The result against one opponent. Its text is a line below [`GauntletResult::HEADER`].
#[derive(Clone, Debug, Serialize)]
pub struct GauntletResult {
    /// Name and seed of the plan with which the memory was trained.
    pub plan: String,
    /// Games from which the memory had learned.
    pub training_games: u32,
    /// Name of the opponent.
    pub opponent: String,
    /// Why the match was skipped or stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// The match, from the memory's side.
    pub report: MatchReport,
    /// What it says about the difference in strength.
    #[serde(flatten)]
    pub statistics: MatchStatistics,
    /// Speed of the match.
    pub games_per_second: f64,
    /// Centipawn loss of the memory's moves, if there is an analysis engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub centipawn_loss: Option<CentipawnLoss>,
    /// Why there is no centipawn loss although there was an analysis engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis_failure: Option<String>,
}

/// What all matches of a gauntlet share.
pub struct GauntletRunner {
    /// The same for each opponent.
    pub openings: Openings,
    /// Size, seed and threads of each match.
    pub settings: MatchSettings,
    /// Receives the games; the event is the opponent's name.
    pub pgn: Option<PgnFile>,
    /// Analyses two moves of each game; removed when it fails.
    pub analysis_engine: Option<AnalysisEngine>,
}

/// Moves of each game that are analysed.
const ANALYSED_MOVES: usize = 2;

impl GauntletRunner {
    /// Plays the matches of all memories, those of files or the shipped one (`None`), until `stop` is set. `show` is told each line
    /// of the report.
    ///
    /// # Errors
    ///
    /// A memory cannot be read, or `show` fails.
    pub fn play_all<E: From<LoadError>>(
        &mut self,
        memories: &[Option<&Path>],
        gauntlet: &Gauntlet,
        stop: &AtomicBool,
        show: &dyn Fn(String) -> Result<(), E>,
    ) -> Result<Vec<GauntletResult>, E> {
        let mut results = Vec::new();
        for path in memories.iter().take_while(|_| !stop.load(Ordering::Relaxed)) {
            let memory = Memory::load_or_shipped(*path)?;
            show(format!(
                "{}: {}",
                Memory::name_of(*path),
                counted(memory.games, "training game")
            ))?;
            show(GauntletResult::HEADER.to_owned())?;
            let contestant = Contestant {
                plan: memory.plan.label(),
                training_games: memory.games,
                memory: Arc::new(memory.snapshot()),
                evaluation: memory.evaluation(),
            };
            for opponent in &gauntlet.opponents {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let result = self.play(&contestant, opponent, stop);
                show(result.to_string())?;
                results.push(result);
            }
        }
        Ok(results)
    }

    /// Plays the match against one opponent. An opponent that cannot play is no error: the result says why. When `stop` is
    /// set, the games under way are finished and no more positions are analysed.
    fn play(
        &mut self,
        contestant: &Contestant,
        against: &NamedOpponent,
        stop: &AtomicBool,
    ) -> GauntletResult {
        let Contestant { memory, evaluation, .. } = contestant;
        let event = PgnSettings { event: against.name.clone(), ..PgnSettings::default() };
        let count = if self.analysis_engine.is_some() { ANALYSED_MOVES } else { 0 };
        let mut samples = Vec::new();
        let mut observe = |index: u32, record: &GameRecord, _: &MatchReport| {
            // The name of the stage decides the seed; recorded measurements depend on it.
            let mut rng = rng::seeded(self.settings.seed, "judged moves", u64::from(index));
            samples.extend(sample(record, side_of_first(index), count, &mut rng));
            if let Some(file) = &mut self.pgn {
                file.write(&format_game(record, Some(index as usize + 1), &event));
            }
        };
        let start = Instant::now();
        let played = against
            .opponent
            .try_out()
            .map_err(|source| MatchError { report: Box::default(), source });
        let played = played.and_then(|_| {
            run_match(
                &|| {
                    let evaluator = Evaluator::new(*evaluation);
                    Ok(Box::new(PatternPlayer::new(
                        Arc::clone(memory),
                        evaluator,
                        Exploration::NONE,
                    )))
                },
                &|| against.opponent.build(memory, *evaluation, Exploration::NONE),
                &self.openings,
                &self.settings,
                stop,
                &mut observe,
            )
        });
        let seconds = start.elapsed().as_secs_f64();
        let (report, failure) = match played {
            Ok(report) => (report, None),
            Err(error) => {
                let games = error.report.games();
                let what = if games == 0 {
                    "skipped".into()
                } else {
                    format!("stopped after {}", counted(games, "game"))
                };
                (*error.report, Some(format!("{what}: {}", error.source)))
            }
        };
        let mut centipawn_loss = None;
        let mut analysis_failure = None;
        if let Some(engine) = &mut self.analysis_engine {
            let mut sum = CentipawnLoss::default();
            let mut samples = samples.iter().take_while(|_| !stop.load(Ordering::Relaxed));
            let analysed: Result<(), EngineError> =
                samples.try_for_each(|sample| sum.analyse(engine, sample));
            match analysed {
                Ok(()) => centipawn_loss = Some(sum),
                Err(error) => {
                    analysis_failure = Some(error.report());
                    self.analysis_engine = None;
                }
            }
        }
        let shown = |name: &str| printable(name, MAX_NAME).into_owned();
        GauntletResult {
            plan: shown(&contestant.plan),
            training_games: contestant.training_games,
            opponent: shown(&against.name),
            failure,
            statistics: MatchStatistics::of(&report),
            games_per_second: report.games() as f64 / seconds,
            centipawn_loss,
            analysis_failure,
            report,
        }
    }
}

impl GauntletResult {
    /// All games of the match were played, or the opponent failed.
    #[must_use]
    pub fn is_whole(&self, games: u32) -> bool {
        self.failure.is_some() || self.report.games() == u64::from(games)
    }

    /// The column names above the lines of results.
    pub const HEADER: &'static str = "opponent                     won drawn  lost  score (95 %)           Elo                      games/s  endings";
}

impl fmt::Display for GauntletResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GauntletResult { opponent, failure, report, statistics, games_per_second, .. } = self;
        let MatchStatistics { score, elo, .. } = statistics;
        if let Some(failure) = failure {
            return write!(f, "{opponent:26} {failure}");
        }
        let text = |x: Option<String>| x.unwrap_or_default();
        let tally = report.tally;
        write!(
            f,
            "{opponent:26} {:>5} {:>5} {:>5}  {:22} {:24} {games_per_second:>7.1}  {}",
            tally.wins,
            tally.draws,
            tally.losses,
            text(score.map(|interval| interval.to_string())),
            text(elo.map(|elo| elo.to_string())),
            report.endings_text()
        )?;
        if let Some(failures) = report.failures_text() {
            write!(f, "\n    forfeited: {}: {failures}", report.forfeits_text())?;
        }
        if let Some(loss) = &self.centipawn_loss {
            write!(f, "\n    {}", loss.text())?;
        }
        let failure = self.analysis_failure.iter();
        failure.into_iter().try_for_each(|why| write!(f, "\n    the analysis engine failed: {why}"))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_built_in_gauntlet_is_valid() {
        let gauntlet = Gauntlet::built_in().unwrap();
        assert_eq!(gauntlet.opponents[0].name, "random mover");
        assert!(gauntlet.opponents.len() >= 9);
    }

    #[test]
    fn files_with_the_former_key_still_load() {
        let text =
            "[[rungs]]\nname = \"x\"\nopponent = { kind = \"sparring\", level = \"random\" }\n";
        assert_eq!(Gauntlet::parse(text, Path::new("x")).unwrap().opponents.len(), 1);
    }

    #[test]
    fn errors_name_the_file_the_line_and_the_key() {
        let text = "[[opponents]]\nname = \"x\"\nspeed = 3\n";
        let error = Gauntlet::parse(text, Path::new("x.toml")).unwrap_err();
        let cause = std::error::Error::source(&error).unwrap().to_string();
        assert!(cause.contains("speed") && cause.contains("line 3"), "{cause}");
        assert!(error.to_string().contains("x.toml"), "{error}");
    }
}
