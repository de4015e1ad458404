use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use comfy_table::Table;
use strum::VariantArray;

use super::learning::{ModelError, ask_engine};
use crate::opponent_model::evaluate::{
    Estimate, Evaluation, MethodMetrics, Metrics, evaluate, positions_to_rate, predict_games,
};
use crate::opponent_model::model::OpponentModel;
use crate::opponent_model::move_model::EngineOpinion;
use crate::opponent_model::packed_game::PackedGame;
use crate::opponent_model::predict::Method;
use crate::render::progress::Progress;
use crate::render::table::plain;

/// Evaluates the predictions of held-out games until `stop` is set ([`predict_games`]), with an engine if there is one, and shows
/// on standard error how far that is. Whether all games were predicted.
///
/// # Errors
///
/// As [`predict_games`]; the engine fails.
pub fn evaluate_games(
    model: &mut OpponentModel,
    mut engine: Option<EngineOpinion>,
    games: Vec<PackedGame>,
    follow: bool,
    stop: &AtomicBool,
) -> Result<(Evaluation, bool), ModelError> {
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
