use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::ensure;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::{note, print, warn};
use crate::arena::pgn::PgnReader;
use crate::file_format::LoadError;
use crate::file_format::write_atomic;
use crate::opponent_model::import::{ImportCounts, ImportEvent};
use crate::opponent_model::model::OpponentModel;
use crate::opponent_model::player_name::PlayerName;
use crate::render::opponent_model::learning_text;

/// Chunks and opening moves are learned from decisive games; the position index and the move model from all games.
#[derive(Debug, Args)]
pub(super) struct LearnArguments {
    /// PGN files of any size, plain, .gz or .zst
    #[arg(required = true, value_name = "PGN")]
    games: Vec<PathBuf>,

    /// Surname of the player, with first names if others share it
    #[arg(long)]
    player: String,

    /// Model to write; an existing model learns the new games in addition
    #[arg(long, short, value_name = "MODEL")]
    output: PathBuf,

    /// Learn chunks and opening moves from drawn games too
    #[arg(long)]
    draws: bool,

    /// Replace an existing model
    #[arg(long)]
    fresh: bool,

    /// PGN files with more games between other players, for comparison
    #[arg(long, value_name = "PGN")]
    others: Vec<PathBuf>,
}

pub(super) fn run(arguments: &LearnArguments) -> anyhow::Result<()> {
    let mut model = existing_or_new(arguments)?;
    let started = Instant::now();
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{spinner} {pos} games  {per_sec}  {msg}")?);
    let mut counts = ImportCounts::default();
    for path in &arguments.games {
        import(&mut model, path, false, &mut counts, &bar)?;
    }
    let seconds = started.elapsed().as_secs_f64();
    for path in &arguments.others {
        import(&mut model, path, true, &mut counts, &bar)?;
    }
    bar.finish_and_clear();
    ensure!(
        !model.games().is_empty(),
        "no game of {} among {} games",
        arguments.player,
        counts.games
    );
    if counts.studied + counts.moves_only > 0 || !arguments.others.is_empty() {
        fit(&mut model)?;
    }
    write_atomic(&arguments.output, &model.to_bytes().map_err(anyhow::Error::msg)?)?;
    let rate = counts.games as f64 / seconds.max(1e-9);
    note(&format!("read {} games in {seconds:.2} s ({rate:.0} games/s)", counts.games));
    let text = learning_text(&model, &counts);
    print(&format!("{text}  written to {}\n", arguments.output.display()))
}

fn existing_or_new(arguments: &LearnArguments) -> anyhow::Result<OpponentModel> {
    let player = PlayerName::new(&arguments.player);
    let loaded = OpponentModel::load(&arguments.output);
    if arguments.fresh || !arguments.output.exists() {
        // A damaged or older model is replaced, any other file is not.
        if let Err(error @ LoadError::WrongFormat { .. }) = loaded {
            return Err(error.into());
        }
        return Ok(OpponentModel::new(player, arguments.draws));
    }
    let model = loaded?;
    let path = arguments.output.display();
    ensure!(
        model.player == player,
        "{path} is a model of {}; use --fresh to replace it",
        model.player.name
    );
    ensure!(
        model.draws == arguments.draws,
        "{path} was learned {} --draws; use --fresh to replace it",
        if model.draws { "with" } else { "without" }
    );
    note(&format!("{path}: adding to {} games", model.games().len()));
    Ok(model)
}

fn import(
    model: &mut OpponentModel,
    path: &Path,
    only_others: bool,
    counts: &mut ImportCounts,
    bar: &ProgressBar,
) -> anyhow::Result<()> {
    let player = model.player.name.clone();
    let mut observe = |event| match event {
        ImportEvent::Game => bar.inc(1),
        ImportEvent::Invalid(error) => warn(&error),
        ImportEvent::BothPlayers { white, black } => {
            let path = path.display();
            warn(&format_args!(
                "{path}: {white} – {black}: both names match {player}; game skipped"
            ));
        }
    };
    Ok(model.import(PgnReader::open(path)?, only_others, counts, &mut observe)?)
}

fn fit(model: &mut OpponentModel) -> anyhow::Result<()> {
    let bar = ProgressBar::new(0);
    bar.set_style(ProgressStyle::with_template("move model {wide_bar} {percent}% {elapsed}")?);
    model.fit(&mut |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    Ok(())
}
