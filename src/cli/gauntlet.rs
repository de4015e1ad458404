use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use clap::Args;

use super::opponent::analysis_engine;
use super::output::{MatchOptions, print_json};
use super::{memory_argument, stop};
use crate::arena::gauntlet::{Contestant, Gauntlet, GauntletResult, GauntletRunner};
use crate::arena::pgn::PgnFile;
use crate::arena::{OpeningSource, PlyRange, Rules};
use crate::render::plots::{CheckpointScore, Formats, draw_checkpoint_scores};

/// All opponents get the same random openings, each played twice with colours exchanged. Engines that are not installed
/// are skipped.
#[derive(Debug, Args)]
pub(super) struct GauntletArguments {
    /// Memory that plays; may be repeated [default: the memory that comes with the program]
    #[arg(long = "memory", value_name = "FILE")]
    memories: Vec<PathBuf>,
    /// Games against each opponent; an even number
    #[arg(long, default_value_t = 200, value_parser = parse_even)]
    games: u32,
    /// Opponents, as in training/gauntlet.toml [default: that file]
    #[arg(long, value_name = "FILE", alias = "rungs")]
    opponents: Option<PathBuf>,
    #[command(flatten)]
    options: MatchOptions,
    /// UCI engine that analyses two moves of each game, to report the memory's centipawn loss
    #[arg(long, value_name = "COMMAND", alias = "judge")]
    analysis_engine: Option<String>,
    /// Search depth of the analysis engine, in plies
    #[arg(
        long,
        default_value = "10",
        requires = "analysis_engine",
        alias = "judge-depth",
        value_name = "PLIES"
    )]
    analysis_depth: NonZero<u32>,
    /// Plot the score against the training games of the memories: score.svg, score.png and score.csv in this folder
    #[arg(long, value_name = "FOLDER")]
    curve: Option<PathBuf>,
}

fn parse_even(text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(games) if games > 0 && games.is_multiple_of(2) => Ok(games),
        Ok(_) => Err("expected an even number, 2 or more".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

pub(super) fn run(arguments: &GauntletArguments) -> anyhow::Result<()> {
    let gauntlet =
        arguments.opponents.as_deref().map_or_else(Gauntlet::built_in, Gauntlet::load)?;
    let mut memories: Vec<Option<&Path>> =
        arguments.memories.iter().map(|path| Some(path.as_path())).collect();
    if memories.is_empty() {
        memories.push(None);
    }
    let analysis_engine =
        analysis_engine(arguments.analysis_engine.as_deref(), arguments.analysis_depth)?;
    let settings = arguments.options.settings(arguments.games, Rules::default());
    let mut runner = GauntletRunner {
        openings: OpeningSource::Random { plies: PlyRange::new(4, 6)? }.load()?,
        settings,
        pgn: arguments.options.pgn_file()?,
        analysis_engine,
    };
    let is_json = arguments.options.format.is_json();
    let stop = stop::on_interrupt()?;
    let mut out = std::io::stdout().lock();
    let mut results = Vec::new();
    let matches = memories.len() * gauntlet.opponents.len();
    for path in memories.into_iter().take_while(|_| !stop.load(Relaxed)) {
        let memory = memory_argument::load(path)?;
        let contestant = Contestant {
            training_games: memory.games,
            memory: Arc::new(memory.snapshot()),
            evaluation: memory.evaluation(),
            plan: memory.plan.label(),
        };
        if !is_json {
            let (name, games) = (memory_argument::name(path), contestant.training_games);
            writeln!(out, "{name}: {games} training games\n{}", GauntletResult::HEADER)?;
        }
        for opponent in gauntlet.opponents.iter().take_while(|_| !stop.load(Relaxed)) {
            let result = runner.play(&contestant, opponent, &stop);
            if !is_json {
                writeln!(out, "{result}")?;
            }
            results.push(result);
        }
    }
    if is_json {
        print_json(&results)?;
    }
    if let Some(folder) = &arguments.curve {
        let scores = CheckpointScore::of_results(&results, &settings);
        draw_checkpoint_scores(&scores, folder, Formats::ALL)?;
    }
    runner.pgn.map_or(Ok(()), PgnFile::finish)?;
    let is_whole = |result: &GauntletResult| {
        result.failure.is_some() || result.report.games() == u64::from(settings.games)
    };
    stop::check(&stop, results.len() == matches && results.iter().all(is_whole))?;
    Ok(())
}
