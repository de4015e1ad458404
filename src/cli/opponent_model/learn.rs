use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args;

use crate::cli::output::{FormatArgument, note};
use crate::file_format::{UpdateLock, write_atomic};
use crate::opponent_model::import::LastDate;
use crate::opponent_model::model::OpponentModel;
use crate::opponent_model::player_name::PlayerName;
use crate::render::opponent_model::{LearningRecord, learn_files, learning_text};
use crate::units::counted;

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
    /// Last date of the player's games that are learned: YYYY, YYYY.MM or YYYY.MM.DD; `evaluate` takes the later ones
    #[arg(long, value_name = "DATE")]
    until: Option<LastDate>,
    /// PGN files with more games between other players; a thousand make predictions up to four points better
    #[arg(long, value_name = "PGN")]
    others: Vec<PathBuf>,
    /// UCI engine, such as stockfish, whose opinion of the moves the model learns to use besides; predictions with it need it
    /// again
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// Plies that the engine searches in each position
    #[arg(long, value_name = "PLIES", default_value = "8", requires = "engine")]
    engine_depth: NonZeroU32,
    #[command(flatten)]
    format: FormatArgument,
}

pub(super) fn run(arguments: &LearnArguments) -> anyhow::Result<()> {
    let LearnArguments { games, player, output, draws, fresh, until, others, .. } = arguments;
    let _lock = UpdateLock::wait_for(output)?;
    let mut model = OpponentModel::load_or_new(output, PlayerName::new(player), *draws, *fresh)?;
    if !model.games().is_empty() {
        note(&format!("{}: adding to {}", output.display(), counted(model.games().len(), "game")));
    }
    let engine = arguments.engine.as_deref().map(|command| (command, arguments.engine_depth));
    let counts = learn_files(&mut model, games, others, until.as_ref(), engine)?;
    write_atomic(output, &model.to_bytes().map_err(anyhow::Error::msg)?)?;
    let text = || format!("{}  written to {}\n", learning_text(&model, &counts), output.display());
    arguments.format.print(text, &LearningRecord::new(&model, counts, output))
}
