use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;

use super::output::{MatchOptions, print, print_json};
use super::stop;
use crate::arena::gauntlet::{Gauntlet, GauntletRunner};
use crate::arena::pgn::PgnFile;
use crate::arena::{OpeningSource, PlyRange, Rules};
use crate::file_format::make_writable_folder;
use crate::render::plots::{CheckpointScore, Formats, draw_checkpoint_scores};
use crate::uci::AnalysisEngine;

/// All opponents get the same random openings, each played twice with colours exchanged. Engines that are not installed
/// are skipped.
#[derive(Debug, Args)]
pub(super) struct GauntletArguments {
    /// Memory that plays; may be repeated [default: the memory that comes with the program]
    #[arg(long = "memory", value_name = "FILE")]
    memories: Vec<PathBuf>,
    /// Games against each opponent; an even number
    #[arg(long, default_value_t = 200, value_parser = Gauntlet::parse_games)]
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
        value_name = "PLIES",
        default_value = "10",
        requires = "analysis_engine",
        alias = "judge-depth"
    )]
    analysis_depth: NonZero<u32>,
    /// Plot the score against the training games of the memories: score.svg, score.png and score.csv in this folder
    #[arg(long, value_name = "FOLDER")]
    curve: Option<PathBuf>,
}

pub(super) fn run(arguments: &GauntletArguments) -> anyhow::Result<()> {
    let GauntletArguments { memories, options, .. } = arguments;
    let gauntlet =
        arguments.opponents.as_deref().map_or_else(Gauntlet::built_in, Gauntlet::load)?;
    let shipped = memories.is_empty().then_some(None);
    let memories: Vec<_> =
        memories.iter().map(|path| Some(path.as_path())).chain(shipped).collect();
    let start = |command: &String| AnalysisEngine::at_depth(command, arguments.analysis_depth);
    let engine = arguments.analysis_engine.as_ref().map(start).transpose()?;
    let mut runner = GauntletRunner {
        openings: OpeningSource::Random { plies: PlyRange::new(4, 6)? }.load()?,
        settings: options.settings(arguments.games, Rules::default()),
        pgn: options.pgn_file()?,
        analysis_engine: engine,
    };
    // Before the games: afterwards they would be lost.
    arguments.curve.as_deref().map(make_writable_folder).transpose()?;
    let is_json = options.format.is_json();
    let show = |line: String| -> anyhow::Result<()> {
        if is_json { Ok(()) } else { Ok(print(&(line + "\n"))?) }
    };
    let stop = stop::on_interrupt()?;
    let results = runner.play_all(&memories, &gauntlet, &stop, &show)?;
    if is_json {
        print_json(&results)?;
    }
    if let Some(folder) = &arguments.curve {
        let scores = CheckpointScore::of_results(&results, &runner.settings);
        draw_checkpoint_scores(&scores, folder, Formats::ALL)?;
    }
    runner.pgn.map_or(Ok(()), PgnFile::finish)?;
    let is_done = results.len() == memories.len() * gauntlet.opponents.len()
        && results.iter().all(|result| result.is_whole(runner.settings.games));
    Ok(stop::check(&stop, is_done)?)
}
