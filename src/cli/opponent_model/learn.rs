use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::bail;
use clap::Args;

use super::{note, warn_of};
use crate::arena::pgn::PgnReader;
use crate::cli::output::FormatArgument;
use crate::file_format::{ReadProgress, UpdateLock, write_atomic};
use crate::opponent_model::import::{
    ImportCounts, ImportSettings, LastDate, SkippedGames, similar_names,
};
use crate::opponent_model::model::OpponentModel;
use crate::opponent_model::player_name::PlayerName;
use crate::render::opponent_model::{LearningRecord, learning_text, no_games_text};
use crate::render::progress::WorkProgress;

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
    /// PGN files with more games between other players, for comparison
    #[arg(long, value_name = "PGN")]
    others: Vec<PathBuf>,
    #[command(flatten)]
    format: FormatArgument,
}

pub(super) fn run(arguments: &LearnArguments) -> anyhow::Result<()> {
    let LearnArguments { player, output, draws, fresh, .. } = arguments;
    let player = PlayerName::new(player);
    let _lock = UpdateLock::wait_for(output)?;
    let mut model = OpponentModel::load_or_new(output, player, *draws, *fresh)?;
    if !model.games().is_empty() {
        note(&format!("{}: adding to {} games", output.display(), model.games().len()));
    }
    let started = Instant::now();
    let mut progress = WorkProgress::new();
    let (mut counts, mut skipped) = (ImportCounts::default(), SkippedGames::default());
    let files = arguments.games.len() + arguments.others.len();
    let (mut read, mut games) = (0, 0);
    let mut import = |model: &mut OpponentModel, path: &Path, only_others| -> anyhow::Result<()> {
        let reader = PgnReader::open(path)?;
        let file = reader.progress();
        let each = &mut || {
            games += 1;
            let share = file.as_ref().map_or(0.0, ReadProgress::share);
            progress.share((f64::from(read) + share) / files as f64, format!("{games} games"));
        };
        let settings = ImportSettings { only_others, until: arguments.until.clone() };
        model.import(reader, &settings, &mut counts, &mut skipped, each)?;
        read += 1;
        Ok(())
    };
    for path in &arguments.games {
        import(&mut model, path, false)?;
    }
    let seconds = started.elapsed().as_secs_f64();
    for path in &arguments.others {
        import(&mut model, path, true)?;
    }
    progress.finish();
    warn_of(&skipped);
    if model.games().is_empty() {
        let mut names = Vec::new();
        for path in &arguments.games {
            names.extend(similar_names(PgnReader::open(path)?, &model.player)?);
        }
        bail!(no_games_text(&model.player, &counts, &names));
    }
    if counts.studied + counts.moves_only > 0 || !arguments.others.is_empty() {
        let mut progress = WorkProgress::new();
        model.fit(&mut |done, total| {
            progress.share(done as f64 / total as f64, "move model".to_owned());
        });
        progress.finish();
    }
    write_atomic(&arguments.output, &model.to_bytes().map_err(anyhow::Error::msg)?)?;
    let rate = counts.games as f64 / seconds.max(1e-9);
    note(&format!("read {} games in {seconds:.2} s ({rate:.0} games/s)", counts.games));
    let text = || format!("{}  written to {}\n", learning_text(&model, &counts), output.display());
    arguments.format.print(text, &LearningRecord::new(&model, counts, output))
}
