use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, ensure};
use clap::Args;

use super::memory_argument::MemoryArgument;
use super::opponent::OpponentArguments;
use super::output::{Format, MatchOptions};
use super::stop;
use crate::arena::{GameRecord, MatchReport, OpeningSource, PlyRange, Rules, run_match};
use crate::endgame::advisor::Advisor;
use crate::explanation::annotation::SearchJudge;
use crate::explanation::learned::MemoryExplainer;
use crate::opponent_model::coach::CoachSettings;
use crate::player::Exploration;
use crate::render::explanation::game::{Annotator, MatchPgn};
use crate::render::progress::Progress;
use crate::training::MemoryPlayer;

/// Each opening is played twice with colours exchanged. The memory does not learn.
#[derive(Debug, Args)]
#[command(mut_arg("opponent", |opponent| opponent.required(true)))]
pub(super) struct MatchArguments {
    #[command(flatten)]
    memory: MemoryArgument,
    /// Follow endgame advice where a table covers the position; never for the opponent, even in self-play
    #[arg(long)]
    advice: bool,
    #[command(flatten)]
    opponent: OpponentArguments,
    /// Model of the opponent, from `morph opponent learn`: prefer moves that leave the opponent's known patterns
    #[arg(long, value_name = "MODEL")]
    coach: Option<PathBuf>,
    /// Expected points that such a move may cost, 0 to 1
    #[arg(long, default_value_t = CoachSettings::default_margin(), requires = "coach", value_parser = parse_margin)]
    coach_margin: f64,
    /// Games to play
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Start positions, one FEN or EPD per line, instead of random openings
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Minimum and maximum number of random plies at the start of a game
    #[arg(long, num_args = 2, value_names = ["MIN", "MAX"], default_values_t = [4, 6], conflicts_with = "openings")]
    random_plies: Vec<u32>,
    /// Plies after which a game is drawn
    #[arg(long, default_value_t = Rules::default().ply_cap as u32, value_parser = clap::value_parser!(u32).range(1..))]
    ply_cap: u32,
    /// Annotate the games of --pgn: why the memory played its moves, and what matters in the positions
    #[arg(long, requires = "pgn")]
    explain: bool,
    #[command(flatten)]
    options: MatchOptions,
    /// Do not show progress
    #[arg(long, short)]
    quiet: bool,
}

fn parse_margin(text: &str) -> Result<f64, String> {
    let margin = text.parse::<f64>().map_err(|error| error.to_string())?;
    if (0.0..=1.0).contains(&margin) { Ok(margin) } else { Err("expected 0 to 1".to_owned()) }
}

pub(super) fn run(arguments: &MatchArguments) -> anyhow::Result<()> {
    let memory = arguments.memory.load()?;
    let evaluation = memory.evaluation();
    let opponent = arguments.opponent.opponent()?.context("--opponent is required")?;
    opponent.try_out().context("the opponent cannot play")?;
    let openings = match (&arguments.openings, &arguments.random_plies[..]) {
        (Some(file), _) => OpeningSource::Epd { file: file.clone(), plies: PlyRange::default() },
        (None, plies) => OpeningSource::Random { plies: PlyRange::new(plies[0], plies[1])? },
    };
    let openings = openings.load()?;
    let snapshot = Arc::new(memory.snapshot());
    let mut learned = arguments.explain.then(|| MemoryExplainer::new(memory, evaluation));
    let annotator = learned.as_mut().map(|learned| Annotator::new(Some(learned), SearchJudge));
    let mut pgn = arguments.options.pgn_file()?.map(|file| MatchPgn::new(file, annotator));
    let advisor = arguments.advice.then(Advisor::load_shipped).transpose()?.map(Arc::new);
    let coach = arguments.coach.clone();
    let coach = coach.map(|model| CoachSettings { model, margin: arguments.coach_margin }.load());
    let coach = coach.transpose()?;
    let rules = Rules { ply_cap: arguments.ply_cap as usize };
    let settings = arguments.options.settings(arguments.games, rules);
    let player = MemoryPlayer { evaluation, exploration: Exploration::NONE, advisor, coach };
    let stop = stop::on_interrupt()?;
    let mut progress = Progress::new(arguments.games, arguments.quiet);
    let mut observe = |index: u32, record: &GameRecord, report: &MatchReport| {
        pgn.iter_mut().for_each(|file| file.write(index, record));
        for event in record.events.iter().filter(|_| record.result.is_none()) {
            progress.line(&format!("game {}: {event}", index + 1));
        }
        progress.games(index + 1, report.tally.to_string());
    };
    let played = run_match(
        &|| Ok(Box::new(player.build(&snapshot))),
        &|| opponent.build(&snapshot, evaluation, Exploration::NONE),
        &openings,
        &settings,
        &stop,
        &mut observe,
    );
    progress.finish();
    // The games count even if a player failed after them.
    let report = played.as_ref().unwrap_or_else(|error| &error.report);
    if report.games() > 0 {
        let text = match arguments.options.format {
            Format::Text => report.to_string(),
            Format::Json => serde_json::to_string_pretty(report)?,
        };
        writeln!(std::io::stdout(), "{text}")?;
    }
    pgn.map_or(Ok(()), MatchPgn::finish)?;
    let report = played?;
    stop::check(&stop, report.games() == u64::from(arguments.games))?;
    ensure!(report.tally.games() > 0 || report.abandoned == 0, "no game was played to its end");
    Ok(())
}
