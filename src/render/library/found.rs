//! Where a position comes from, what was played there, and how it ended.

use shakmaty::{Color, Position};

use crate::chess::line_text;
use crate::explanation::phrase::side_name;
use crate::graph::role_name;
use crate::library::{Departure, GamePosition, LibraryGame, PlayedPlan, Score, Statistics};
use crate::terminal_text::{MAX_NAME, printable};
use crate::units::counted;

/// Half-moves that are told after a position.
const TOLD: usize = 6;

/// Where a position comes from: the id of a puzzle, or players, year and move.
pub(super) fn title(game: &LibraryGame, place: &GamePosition) -> String {
    if !game.id.is_empty() {
        return heading(game);
    }
    format!("{}, move {}", heading(game), place.position.fullmoves())
}

/// The id of a puzzle, or players and year.
fn heading(game: &LibraryGame) -> String {
    if !game.id.is_empty() {
        return name(&game.id);
    }
    let year = game.year().map_or_else(String::new, |year| format!(", {year}"));
    format!("{} – {}{year}", name(&game.white), name(&game.black))
}

/// Fit for a terminal: the names come from files of others.
fn name(name: &str) -> String {
    if name.is_empty() { "?".to_owned() } else { printable(name, MAX_NAME).into_owned() }
}

/// The moves from a position on, with their numbers, as `14. Bd3 Nd7 15. Qc2`.
#[must_use]
pub fn continuation(game: &LibraryGame, place: &GamePosition) -> String {
    let moves = game.continuation(place.ply).take(TOLD).map_while(|place| place.next);
    line_text(&place.position, &moves.collect::<Vec<_>>())
}

/// `1-0`, `0-1`, `1/2-1/2` or `*`.
#[must_use]
pub fn result(game: &LibraryGame) -> &'static str {
    match game.white_half_points {
        Some(2) => "1-0",
        Some(1) => "1/2-1/2",
        Some(0) => "0-1",
        _ => "*",
    }
}

/// One sentence: `Botvinnik – Sorokin, 1931, move 20: White played 20. Bb3 Bb6 21. c4 and won`.
#[must_use]
pub fn citation(game: &LibraryGame, place: &GamePosition) -> String {
    let side = place.position.turn();
    let ending = match game.half_points(side) {
        Some(2) => " and won",
        Some(1) => " and drew",
        Some(0) => " and lost",
        _ => "",
    };
    let moves = continuation(game, place);
    let title = title(game, place);
    if moves.is_empty() {
        return title;
    }
    format!("{title}: {} played {moves}{ending}", side_name(side))
}

/// `the side to move scored 61 % (57 to 65 %; 200 wins, 51 draws, 100 losses)`.
pub(super) fn fared(statistics: &Statistics) -> Option<String> {
    let Score { mean, low, high } = statistics.score()?;
    let [won, drawn, lost] = statistics.results;
    Some(format!(
        "the side to move scored {:.0} % (95 % interval {:.0} to {:.0} %; won {won}, drew {drawn}, lost {lost})",
        100.0 * mean,
        100.0 * low,
        100.0 * high
    ))
}

/// `knight to e5 (31 %), …`: what was played most, of so many positions, squares as `side` sees them.
pub(super) fn plans(plans: &[PlayedPlan], positions: usize, side: Color) -> String {
    let told: Vec<String> = plans
        .iter()
        .take(3)
        .map(|plan| {
            let share = 100.0 * plan.statistics.positions as f64 / positions.max(1) as f64;
            let to = side.fold_wb(plan.to, plan.to.flip_vertical());
            format!("{} to {to} ({share:.0} %)", role_name(plan.role))
        })
        .collect();
    told.join(", ")
}

/// Games from which on it is told how they scored.
const ENOUGH_FOR_SCORE: usize = 10;

/// What other games went on with where a game leaves them: `A new move. In 41 games of the library 12. Be2 was played most
/// (30 games; White scored 62 %), as in Tal – Botvinnik, 1960.`
#[must_use]
pub fn new_move(departure: &Departure) -> String {
    let Departure { position, moves, example, .. } = departure;
    let Some(most) = moves.first() else { return String::new() };
    let m = line_text(position, &[most.m]);
    let all: usize = moves.iter().map(|played| played.statistics.positions).sum();
    let example = example.as_ref().map(heading).unwrap_or_default();
    if all == 1 {
        return format!(
            "A new move. In the one other game of the library {m} was played: {example}."
        );
    }
    let with_most = most.statistics.positions;
    let score = most.statistics.score().filter(|_| with_most >= ENOUGH_FOR_SCORE);
    let scored = score
        .map(|score| format!("{} scored {:.0} %", side_name(position.turn()), 100.0 * score.mean));
    let games = (moves.len() > 1).then(|| counted(with_most, "game"));
    let told: Vec<String> = games.into_iter().chain(scored).collect();
    let told = if told.is_empty() { String::new() } else { format!(" ({})", told.join("; ")) };
    let most = if moves.len() > 1 { " most" } else { "" };
    format!(
        "A new move. In {all} games of the library {m} was played{most}{told}, as in {example}."
    )
}
