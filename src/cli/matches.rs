use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, ensure};
use clap::Args;

use super::opponent::OpponentArguments;
use super::output::{Format, Progress, ThreadsArgument};
use super::stop;
use super::trained::{MemoryArgument, Trained};
use crate::arena::pgn::{PgnFile, PgnSettings, format_annotated_game};
use crate::arena::{
    GameRecord, MatchReport, MatchSettings, OpeningSource, PlyRange, Rules, run_match,
    side_of_first,
};
use crate::endgame::advisor::Advisor;
use crate::endgame::player::AdvisedPlayer;
use crate::evaluation::Evaluator;
use crate::explanation::explainer::{Explainer, Settings};
use crate::explanation::learned::Learned;
use crate::opponent_model::coach::{CoachSettings, Coached};
use crate::player::{Exploration, PatternPlayer};
use crate::render::patterns::Annotator;

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
    /// Seed of openings and players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Start positions, one FEN or EPD per line, instead of random openings
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Minimum and maximum number of random plies at the start of a game
    #[arg(long, num_args = 2, value_names = ["MIN", "MAX"], default_values_t = [4, 6], conflicts_with = "openings")]
    random_plies: Vec<u32>,
    /// Plies after which a game is drawn
    #[arg(long, default_value_t = Rules::default().ply_cap as u32, value_parser = clap::value_parser!(u32).range(1..))]
    ply_cap: u32,
    /// Write the games to this file, with the memory's values of its moves
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Annotate those games: why the memory played its moves, and what matters in the positions
    #[arg(long, requires = "pgn")]
    explain: bool,
    #[command(flatten)]
    threads: ThreadsArgument,
    /// Form of the report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Do not show progress
    #[arg(long, short)]
    quiet: bool,
}

fn parse_margin(text: &str) -> Result<f64, String> {
    let margin = text.parse::<f64>().map_err(|error| error.to_string())?;
    if (0.0..=1.0).contains(&margin) { Ok(margin) } else { Err("expected 0 to 1".to_owned()) }
}

pub(super) fn run(arguments: &MatchArguments) -> anyhow::Result<()> {
    let Trained { memory, evaluation, .. } = arguments.memory.load()?;
    let opponent = arguments.opponent.opponent()?.context("--opponent is required")?;
    let openings = match (&arguments.openings, &arguments.random_plies[..]) {
        (Some(file), _) => OpeningSource::Epd { file: file.clone(), plies: PlyRange::default() },
        (None, plies) => OpeningSource::Random { plies: PlyRange::new(plies[0], plies[1])? },
    };
    let openings = openings.load()?;
    let snapshot = Arc::new(memory.snapshot());
    let explainer = arguments.explain.then(Explainer::load_shipped).transpose()?;
    let mut learned = arguments.explain.then(|| Learned::new(memory, evaluation));
    let mut annotator =
        explainer.as_ref().map(|e| Annotator::new(e, Settings::default(), learned.as_mut()));
    let advisor = arguments.advice.then(Advisor::load_shipped).transpose()?.map(Arc::new);
    let coach = arguments.coach.clone();
    let coach = coach.map(|model| CoachSettings { model, margin: arguments.coach_margin }.load());
    let coach = coach.transpose()?;
    let mut pgn = arguments.pgn.as_deref().map(PgnFile::open).transpose()?;
    let pgn_settings = PgnSettings {
        event: "match".to_owned(),
        values: true,
        annotator: annotator.as_ref().map(|_| "Morph".to_owned()),
        ..PgnSettings::default()
    };
    let settings = MatchSettings {
        games: arguments.games,
        seed: arguments.seed,
        threads: arguments.threads.count(usize::MAX),
        rules: Rules { ply_cap: arguments.ply_cap as usize },
    };
    let stop = stop::on_interrupt()?;
    let mut progress = Progress::new(arguments.games, arguments.quiet);
    let mut observe = |index: u32, record: &GameRecord, report: &MatchReport| {
        if let Some(file) = &mut pgn {
            let own = side_of_first(index);
            let annotations =
                annotator.as_mut().map_or_else(Vec::new, |a| a.annotations(record, Some(own)));
            let round = Some(index as usize + 1);
            file.write(&format_annotated_game(record, round, &pgn_settings, &annotations));
        }
        for event in record.events.iter().filter(|_| record.result.is_none()) {
            progress.line(&format!("game {}: {event}", index + 1));
        }
        progress.games(index + 1, report.tally.to_string());
    };
    let played = run_match(
        &|| {
            let evaluator = Evaluator::new(evaluation);
            let player = PatternPlayer::new(Arc::clone(&snapshot), evaluator, Exploration::NONE);
            let player = Coached::new(player, coach.clone());
            Ok(Box::new(AdvisedPlayer::new(player, advisor.clone())))
        },
        &|| opponent.build(&snapshot, evaluation, Exploration::NONE),
        &openings,
        &settings,
        &stop,
        &mut observe,
    );
    progress.finish();
    pgn.map_or(Ok(()), PgnFile::finish)?;
    // The games count even if a player failed after them.
    let report = played.as_ref().unwrap_or_else(|error| &error.report);
    if report.games() > 0 {
        let text = match arguments.format {
            Format::Text => report.to_string(),
            Format::Json => serde_json::to_string_pretty(report)?,
        };
        writeln!(std::io::stdout(), "{text}")?;
    }
    let report = played?;
    ensure!(report.tally.games() > 0 || report.abandoned == 0, "no game was played to its end");
    Ok(())
}
