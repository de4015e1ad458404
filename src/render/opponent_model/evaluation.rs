use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use comfy_table::Table;
use strum::VariantArray;

use super::learning::{ModelError, ask_engine, start_engine, warn_of};
use crate::arena::pgn::PgnError;
use crate::arena::processors;
use crate::opponent_model::evaluate::{
    Estimate, Evaluation, MethodMetrics, Metrics, evaluate, positions_to_rate, predict_games,
};
use crate::opponent_model::import::LEARNED;
use crate::opponent_model::model::OpponentModel;
use crate::opponent_model::packed_game::PackedGame;
use crate::opponent_model::player_name::PlayerName;
use crate::opponent_model::predict::Method;
use crate::render::progress::Progress;
use crate::render::table::plain;

/// Evaluates the predictions of held-out games until `stop` is set ([`predict_games`]), with an engine if there is a command, and
/// shows on standard error how far that is. Whether all games were predicted.
///
/// # Errors
///
/// As [`predict_games`] and [`start_engine`]; the engine fails.
pub fn evaluate_games(
    model: &mut OpponentModel,
    engine: Option<&str>,
    games: Vec<PackedGame>,
    follow: bool,
    stop: &AtomicBool,
) -> Result<(Evaluation, bool), ModelError> {
    let mut engine = start_engine(model, engine, processors())?;
    if let Some(engine) = &mut engine {
        ask_engine(engine, positions_to_rate(model, &games))?;
    }
    let (all, mut done) = (games.len() as u32, 0);
    let mut progress = Progress::new(all, false);
    let games = games.into_iter().take_while(|_| !stop.load(Ordering::Relaxed));
    let results = predict_games(model, engine, games, follow, &mut || {
        done += 1;
        progress.games(done, String::new());
    });
    progress.clear();
    Ok((evaluate(&model.player.to_string(), &results?), done == all))
}

/// Why there is nothing to evaluate.
#[derive(Debug, thiserror::Error)]
pub enum NoHeldOutGames {
    /// A file cannot be read.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// The model has learned them all.
    #[error(
        "all {count} games of {player} are in the training set of {model}; give games that it has not learned"
    )]
    Learned {
        /// Games.
        count: usize,
        /// Whose.
        player: PlayerName,
        /// The file of the model.
        model: String,
    },
    /// There are none of the player.
    #[error("no game of {0} to evaluate")]
    None(PlayerName),
}

/// The player's games of PGN files that a model has not learned; which games are skipped is said on standard error. `path`, of the
/// model, is for messages.
///
/// # Errors
///
/// A file cannot be read, or there are no such games.
pub fn games_to_evaluate(
    model: &OpponentModel,
    path: &Path,
    files: &[PathBuf],
) -> Result<Vec<PackedGame>, NoHeldOutGames> {
    let (games, skipped) = model.held_out_games(files)?;
    let (player, count) = (model.player.clone(), skipped.count(LEARNED));
    if games.is_empty() && count > 0 {
        let model = path.display().to_string();
        return Err(NoHeldOutGames::Learned { count, player, model });
    }
    warn_of(&skipped);
    if games.is_empty() { Err(NoHeldOutGames::None(player)) } else { Ok(games) }
}

/// The metrics as a table for each set of moves.
#[must_use]
pub fn evaluation_text(evaluation: &Evaluation) -> String {
    let Evaluation { player, games, moves, summary, opening, rest, white, black, .. } = evaluation;
    let mut text = format!("{player}: {games} games, {moves} moves\n");
    let sets = [
        ("All moves", summary),
        ("Moves 1 to 5", opening),
        ("Moves from 6 on", rest),
        ("White", white),
        ("Black", black),
    ];
    for (title, metrics) in sets.into_iter().filter(|(_, metrics)| !metrics.is_empty()) {
        let n = metrics.values().next().map_or(0, |metrics| metrics.n);
        let _ = writeln!(text, "\n{title} (n = {n})\n{}", table(metrics));
    }
    if let Some(Estimate { value, low, high }) = evaluation.personal_gain {
        let verdict =
            if low <= 0.0 && high >= 0.0 { "; not statistically significant" } else { "" };
        let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
        let _ = writeln!(
            text,
            "\nPersonal gain, best minus other-players from move 6 on: {value:+.1} percentage points \
             (95 % CI {low:+.1} to {high:+.1}){verdict}"
        );
    }
    text
}

fn table(metrics: &MethodMetrics) -> Table {
    let header = [
        "method",
        "top-1 % (95 % CI)",
        "top-3 % (95 % CI)",
        "log-loss",
        "calibration",
        "coverage",
        "precision",
        "at 10 %",
        "at 25 %",
        "at 50 % coverage",
    ];
    let mut table = plain(header, &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for method in Method::VARIANTS {
        if let Some(metrics) = metrics.get(method.name()) {
            table.add_row(row(*method, metrics));
        }
    }
    table
}

fn row(method: Method, metrics: &Metrics) -> Vec<String> {
    let share = |value: f64, [low, high]: [f64; 2]| {
        format!("{:.1} ({:.1}–{:.1})", 100.0 * value, 100.0 * low, 100.0 * high)
    };
    let percent = |value: f64| format!("{:.0} %", 100.0 * value);
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
    let precision_at = |key| or_dash(metrics.precision_at.get(key).copied().map(percent));
    vec![
        method.name().to_owned(),
        share(metrics.top1, metrics.top1_interval),
        share(metrics.top3, metrics.top3_interval),
        or_dash(metrics.log_loss.map(|loss| format!("{loss:.3}"))),
        or_dash(metrics.calibration.as_ref().map(|c| format!("±{:.1}", 100.0 * c.error))),
        percent(metrics.coverage),
        or_dash(metrics.precision.map(percent)),
        precision_at("10"),
        precision_at("25"),
        precision_at("50"),
    ]
}
