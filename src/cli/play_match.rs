use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::ensure;
use clap::{Args, ValueEnum};
use shakmaty::Color;

use super::games_file::GamesFile;
use super::opponent::OpponentArguments;
use super::stop;
use super::trained::{MemoryArgument, Trained};
use crate::arena::pgn::{PgnSettings, format_annotated_game};
use crate::arena::{
    GameRecord, MatchReport, MatchSettings, OpeningSource, PlyRange, Rules, first_is_white,
    run_match,
};
use crate::endgame::advisor::Advisor;
use crate::endgame::player::AdvisedPlayer;
use crate::evaluation::Evaluator;
use crate::explanation::explainer::{Explainer, Settings};
use crate::explanation::learned::Learned;
use crate::opponent_model::coach::{CoachSettings, Coached};
use crate::player::{Exploration, PatternPlayer, Player, PlayerError};
use crate::render::patterns::Annotator;
use crate::training::Opponents;

/// Every opening is played twice with colours exchanged. The memory does not learn.
#[derive(Debug, Args)]
pub(super) struct MatchArguments {
    #[command(flatten)]
    memory: MemoryArgument,
    /// The memory follows endgame advice where a table has it; its opponent does not, even if it is itself.
    #[arg(long)]
    advice: bool,
    #[command(flatten)]
    opponent: OpponentArguments,
    /// A model of the opponent, from `morph adversary learn`: the memory leaves his chunks where it can.
    #[arg(long, value_name = "MODEL")]
    coach: Option<PathBuf>,
    /// What that may cost a move, in points of expected result from 0 to 1.
    #[arg(long, default_value_t = CoachSettings::default_margin(), requires = "coach", value_parser = parse_margin)]
    coach_margin: f64,
    /// Games to play.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Seed of openings and of all other chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Positions to begin from, one FEN or EPD a line, in place of random openings.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random plies at the beginning of a game: least and most.
    #[arg(long, num_args = 2, value_names = ["LEAST", "MOST"], default_values_t = [4, 6], conflicts_with = "openings")]
    random_plies: Vec<u32>,
    /// A game of so many plies is a draw.
    #[arg(long, default_value_t = Rules::default().ply_cap as u32, value_parser = clap::value_parser!(u32).range(1..))]
    ply_cap: u32,
    /// Write the games here, with what the memory thought of its moves.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Say in those games why the memory played its moves, and what matters in the positions.
    #[arg(long, requires = "pgn")]
    explain: bool,
    /// Games played at the same time; as many as there are processors if not given.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Form of the report.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// No progress.
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

fn parse_margin(text: &str) -> Result<f64, String> {
    let margin = text.parse::<f64>().map_err(|error| error.to_string())?;
    if (0.0..=1.0).contains(&margin) { Ok(margin) } else { Err("not from 0 to 1".to_owned()) }
}

pub(super) fn run(arguments: &MatchArguments) -> anyhow::Result<()> {
    let Trained { memory, evaluation, .. } = arguments.memory.load()?;
    let Some(opponent) = arguments.opponent.opponent()? else {
        anyhow::bail!("--opponent: against whom?");
    };
    let openings = match &arguments.openings {
        Some(file) => OpeningSource::Epd { file: file.clone(), plies: PlyRange::default() },
        None => {
            let [least, most] = [arguments.random_plies[0], arguments.random_plies[1]];
            OpeningSource::Random { plies: PlyRange::new(least, most)? }
        }
    };
    let openings = openings.load()?;
    let snapshot = Arc::new(memory.snapshot());
    let explainer = arguments.explain.then(Explainer::load_shipped).transpose()?;
    let mut learned = arguments.explain.then(|| Learned::new(memory, evaluation));
    let mut annotator = explainer
        .as_ref()
        .map(|explainer| Annotator::new(explainer, Settings::default(), learned.as_mut()));
    let opponents = Opponents::new(vec![opponent]);
    let advisor = arguments.advice.then(Advisor::load_shipped).transpose()?.map(Arc::new);
    let coach = arguments
        .coach
        .clone()
        .map(|model| CoachSettings { model, margin: arguments.coach_margin }.load());
    let coach = coach.transpose()?;
    let first = |_| -> Result<Box<dyn Player>, PlayerError> {
        let evaluator = Evaluator::new(evaluation);
        let player = PatternPlayer::new(Arc::clone(&snapshot), evaluator, Exploration::NONE);
        let player = Coached::new(player, coach.clone());
        Ok(Box::new(AdvisedPlayer::new(player, advisor.clone())))
    };
    let second = |_| opponents.build(0, &snapshot, evaluation, Exploration::NONE);
    let mut pgn = arguments.pgn.as_deref().map(GamesFile::open).transpose()?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let settings = MatchSettings {
        games: arguments.games as usize,
        seed: arguments.seed,
        threads: arguments.threads.map_or(cores, usize::from),
        rules: Rules { ply_cap: arguments.ply_cap as usize },
    };
    let stop = stop::on_interrupt()?;
    let mut observe = |index: usize, record: &GameRecord, so_far: &MatchReport| {
        if let Some(file) = &mut pgn {
            let settings = PgnSettings {
                event: "match".to_owned(),
                values: true,
                annotator: annotator.as_ref().map(|_| "Morph".to_owned()),
                ..PgnSettings::default()
            };
            let own = Color::from_white(first_is_white(index));
            let annotations =
                annotator.as_mut().map_or_else(Vec::new, |a| a.annotations(record, Some(own)));
            file.write(&format_annotated_game(record, Some(index + 1), &settings, &annotations));
        }
        show(arguments, so_far, record);
    };
    let played = run_match(&first, &second, &openings, &settings, &stop, &mut observe);
    pgn.map_or(Ok(()), GamesFile::finish)?;
    // What was played counts, even if the opponent died of it.
    let report = played.as_ref().unwrap_or_else(|error| &error.report);
    if report.games() > 0 {
        let mut out = std::io::stdout().lock();
        match arguments.format {
            Format::Text => writeln!(out, "{report}")?,
            Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(report)?)?,
        }
    }
    let report = played?;
    ensure!(report.tally.games() > 0 || report.abandoned == 0, "no game was played to its end");
    Ok(())
}

/// Progress on standard error: a line that is written over on a terminal, a line every hundred games elsewhere.
fn show(arguments: &MatchArguments, report: &MatchReport, record: &GameRecord) {
    if arguments.quiet {
        return;
    }
    let mut err = std::io::stderr().lock();
    for event in record.events.iter().filter(|_| record.result.is_none()) {
        let _ = writeln!(err, "game {}: {event}", report.games());
    }
    let games = report.games();
    let line = format!("{games}/{}  {}", arguments.games, report.tally);
    if err.is_terminal() {
        let end = if games == u64::from(arguments.games) { "\n" } else { "" };
        let _ = write!(err, "\r{line}{end}");
    } else if games.is_multiple_of(100) {
        let _ = writeln!(err, "{line}");
    }
}
