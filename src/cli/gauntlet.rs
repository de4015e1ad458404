use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Context;
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use shakmaty::Color;

use super::games_file::GamesFile;
use super::stop;
use super::trained::{self, Trained};
use crate::arena::centipawn_loss::{self, CentipawnLoss, Sample};
use crate::arena::pgn::{PgnSettings, format_game};
use crate::arena::{
    EloInterval, GameRecord, Interval, MatchReport, MatchSettings, OpeningSource, Openings,
    PlyRange, Rules, first_is_white, run_match,
};
use crate::evaluation::Evaluator;
use crate::player::{Exploration, PatternPlayer, Player, PlayerError};
use crate::render::plots::{Formats, LineChart, Series, XRange};
use crate::rng;
use crate::training::{Opponent, Opponents};
use crate::uci::{AnalysisEngine, EngineSettings, GoLimit};

/// Every rung is a match from the same random openings, each played twice with colours exchanged.
#[derive(Debug, Args)]
pub(super) struct GauntletArguments {
    /// The memory that plays; several times for several memories. The one that comes with the program if not given.
    #[arg(long = "memory", value_name = "FILE")]
    memories: Vec<PathBuf>,
    /// Games on every rung; an even number, for pairs.
    #[arg(long, default_value_t = 200, value_parser = parse_even)]
    games: u32,
    /// Seed of openings and of all other chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rungs of your own, in the form of training/gauntlet.toml.
    #[arg(long, value_name = "FILE")]
    rungs: Option<PathBuf>,
    /// Write the games here; the event is the rung.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Games played at the same time; as many as there are processors if not given.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// An engine that judges two moves of each game, to show where the memory blunders.
    #[arg(long, value_name = "COMMAND", alias = "judge")]
    analysis_engine: Option<String>,
    /// How deep the judge looks.
    #[arg(long, default_value = "10", requires = "analysis_engine", alias = "judge-depth")]
    analysis_depth: NonZero<u32>,
    /// Draw the score against the training games of the memories here: score.svg, score.png and score.csv. Memories of
    /// several plans or seeds get a line each.
    #[arg(long, value_name = "FOLDER")]
    curve: Option<PathBuf>,
    /// Form of the report.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

fn parse_even(text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(games) if games > 0 && games.is_multiple_of(2) => Ok(games),
        Ok(_) => Err("expected an even number, 2 or more".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ladder {
    rungs: Vec<Rung>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rung {
    name: String,
    opponent: Opponent,
}

/// What came out on a rung.
#[derive(Debug, Serialize)]
struct Outcome {
    /// Name and seed of the plan the memory was trained with.
    plan: String,
    /// Games from which the memory had learned.
    trained: u32,
    rung: String,
    /// Why there is no or not the whole match.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
    report: MatchReport,
    /// Share of the points; see [`MatchReport::interval`].
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Interval>,
    /// Difference in Elo to the opponent; null where all or nothing was won.
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<EloInterval>,
    games_per_second: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    blunders: Option<CentipawnLoss>,
}

const LADDER: &str = include_str!("../../training/gauntlet.toml");

pub(super) fn run(arguments: &GauntletArguments) -> anyhow::Result<()> {
    let ladder = load(arguments.rungs.as_deref())?;
    let mut memories: Vec<Option<&Path>> =
        arguments.memories.iter().map(|path| Some(path.as_path())).collect();
    if memories.is_empty() {
        memories.push(None);
    }
    if let Some(folder) = &arguments.curve {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let mut climber = Climber::new(arguments)?;
    let mut outcomes = Vec::new();
    let mut out = std::io::stdout().lock();
    for memory in memories {
        let trained = trained::load(memory)?;
        if arguments.format == Format::Text {
            let name = trained::name(memory);
            writeln!(out, "{name}: {} training games\n{}", trained.memory.games, header())?;
        }
        for rung in &ladder.rungs {
            if climber.stop.load(Ordering::Relaxed) {
                break;
            }
            let outcome = climber.climb(&trained, rung)?;
            if arguments.format == Format::Text {
                writeln!(out, "{}", line(&outcome))?;
                if let Some(blunders) = &outcome.blunders {
                    writeln!(out, "    {}", blunders.text())?;
                }
            }
            outcomes.push(outcome);
        }
    }
    climber.finish()?;
    if arguments.format == Format::Json {
        writeln!(out, "{}", serde_json::to_string_pretty(&outcomes)?)?;
    }
    if let Some(folder) = &arguments.curve {
        draw(folder, arguments, &outcomes)?;
    }
    Ok(())
}

/// The score of every rung that was played, against the training games of the memories. A line for each plan.
fn draw(folder: &Path, arguments: &GauntletArguments, outcomes: &[Outcome]) -> anyhow::Result<()> {
    let several = outcomes.iter().any(|outcome| outcome.plan != outcomes[0].plan);
    let mut series: Vec<Series> = Vec::new();
    for outcome in outcomes {
        let Some(score) = outcome.score else { continue };
        let point = (f64::from(outcome.trained), 100.0 * score.estimate);
        let rung = outcome.rung.clone();
        let name = if several { format!("{rung} ({})", outcome.plan) } else { rung };
        match series.iter_mut().find(|series| series.name == name) {
            Some(series) => series.points.push(point),
            None => series.push(Series { name, points: vec![point] }),
        }
    }
    let chart = LineChart {
        title: "What training is worth".to_owned(),
        note: format!("{} games each, fresh openings, seed {}", arguments.games, arguments.seed),
        x_label: "training games".to_owned(),
        y_label: "score, %".to_owned(),
        x_range: XRange::ToMaximum,
        series,
    };
    chart.write(folder, "score", Formats::ALL)?;
    Ok(())
}

fn load(path: Option<&Path>) -> anyhow::Result<Ladder> {
    let (text, name) = match path {
        Some(path) => {
            let name = path.display().to_string();
            (std::fs::read_to_string(path).with_context(|| name.clone())?, name)
        }
        None => (LADDER.to_owned(), "the built-in ladder".to_owned()),
    };
    let ladder: Ladder = toml::from_str(&text).with_context(|| name.clone())?;
    anyhow::ensure!(!ladder.rungs.is_empty(), "{name}: no rungs");
    Ok(ladder)
}

/// Takes a memory from one opponent to the next.
struct Climber<'a> {
    arguments: &'a GauntletArguments,
    openings: Openings,
    settings: MatchSettings,
    stop: Arc<AtomicBool>,
    pgn: Option<GamesFile>,
    judge: Option<AnalysisEngine>,
}

/// Moves of a game that are judged.
const JUDGED: usize = 2;

impl<'a> Climber<'a> {
    fn new(arguments: &'a GauntletArguments) -> anyhow::Result<Climber<'a>> {
        let openings = OpeningSource::Random { plies: PlyRange::new(4, 6)? }.load()?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let settings = MatchSettings {
            games: arguments.games as usize,
            seed: arguments.seed,
            threads: arguments.threads.map_or(cores, usize::from),
            rules: Rules::default(),
        };
        let pgn = arguments.pgn.as_deref().map(GamesFile::open).transpose()?;
        let stop = stop::on_interrupt()?;
        let judge = arguments.analysis_engine.as_ref().map(|command| {
            let limit = GoLimit::Depth(arguments.analysis_depth);
            AnalysisEngine::start(EngineSettings::new(command, limit))
                .with_context(|| command.clone())
        });
        let judge = judge.transpose()?;
        Ok(Climber { arguments, openings, settings, stop, pgn, judge })
    }

    /// Plays a rung. An opponent that cannot play is no error: the ladder goes on above it.
    fn climb(&mut self, trained: &Trained, rung: &Rung) -> anyhow::Result<Outcome> {
        let evaluation = trained.evaluation;
        let snapshot = Arc::new(trained.memory.snapshot());
        let opponents = Opponents::new(vec![rung.opponent.clone()]);
        let first = |_| -> Result<Box<dyn Player>, PlayerError> {
            let evaluator = Evaluator::new(evaluation);
            Ok(Box::new(PatternPlayer::new(Arc::clone(&snapshot), evaluator, Exploration::NONE)))
        };
        let second = |_| opponents.build(0, &snapshot, evaluation, Exploration::NONE);
        let settings = PgnSettings { event: rung.name.clone(), ..PgnSettings::default() };
        let pgn = &mut self.pgn;
        let judged = if self.judge.is_some() { JUDGED } else { 0 };
        let mut samples = Vec::new();
        let mut observe = |index: usize, record: &GameRecord, _: &MatchReport| {
            let mut rng = rng::seeded(self.arguments.seed, "judged moves", index as u64);
            let side = Color::from_white(first_is_white(index));
            samples.extend(centipawn_loss::sample(record, side, judged, &mut rng));
            if let Some(file) = pgn {
                file.write(&format_game(record, Some(index + 1), &settings));
            }
        };
        let begun = Instant::now();
        let played =
            run_match(&first, &second, &self.openings, &self.settings, &self.stop, &mut observe);
        let (report, failure) = match played {
            Ok(report) => (report, None),
            Err(error) => {
                (*error.report.clone(), Some(format!("{:#}", anyhow::Error::from(error))))
            }
        };
        let games_per_second = report.games() as f64 / begun.elapsed().as_secs_f64();
        let score = report.interval();
        let blunders = self.judged(&samples);
        Ok(Outcome {
            plan: trained.plan.clone(),
            trained: trained.memory.games,
            rung: rung.name.clone(),
            failure,
            score,
            elo: score.map(|interval| interval.elo()),
            games_per_second,
            blunders,
            report,
        })
    }

    /// Where the memory blundered. A judge that fails judges no more; the games count without it.
    fn judged(&mut self, samples: &[Sample]) -> Option<CentipawnLoss> {
        let judge = self.judge.as_mut()?;
        let mut blunders = CentipawnLoss::default();
        match samples.iter().try_for_each(|sample| blunders.analyse(judge, sample)) {
            Ok(()) => Some(blunders),
            Err(error) => {
                let error = anyhow::Error::from(error);
                let _ = writeln!(std::io::stderr(), "no more moves are judged: {error:#}");
                self.judge = None;
                None
            }
        }
    }

    fn finish(self) -> anyhow::Result<()> {
        self.pgn.map_or(Ok(()), GamesFile::finish)
    }
}

fn header() -> String {
    format!(
        "{:26} {:>5} {:>5} {:>5}  {:22} {:24} {:>7}  {}",
        "against", "won", "drawn", "lost", "score (95 %)", "Elo", "games/s", "endings"
    )
}

fn line(outcome: &Outcome) -> String {
    let Outcome { rung, failure, report, score, elo, games_per_second, .. } = outcome;
    if let Some(failure) = failure {
        return format!("{rung:26} {failure}");
    }
    let text = |x: Option<String>| x.unwrap_or_default();
    let endings: Vec<String> =
        report.endings.iter().map(|(name, n)| format!("{name} {n}")).collect();
    let tally = report.tally;
    format!(
        "{rung:26} {:>5} {:>5} {:>5}  {:22} {:24} {games_per_second:>7.1}  {}",
        tally.wins,
        tally.draws,
        tally.losses,
        text(score.map(|interval| interval.to_string())),
        text(elo.map(|elo| elo.to_string())),
        endings.join(", ")
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_built_in_ladder_is_valid_and_climbs() {
        let ladder = load(None).unwrap();
        assert_eq!(ladder.rungs[0].name, "random mover");
        assert!(ladder.rungs.len() >= 9);
    }

    #[test]
    fn a_faulty_ladder_is_named_with_its_line() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "[[rungs]]\nname = \"x\"\nspeed = 3\n").unwrap();
        let error = format!("{:#}", load(Some(file.path())).unwrap_err());
        assert!(error.contains("speed") && error.contains("line 3"), "{error}");
        assert!(error.contains(&file.path().display().to_string()), "{error}");
    }
}
