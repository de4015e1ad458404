use std::fmt::{Display, Write};

use super::style::style_text;
use crate::opponent_model::packed_game::ResultCounts;
use crate::opponent_model::report::{ChunkRow, LostGame, Report, ReportRow};
use crate::terminal_text::{MAX_NAME, printable};

/// Spellings that are listed.
const MAX_SPELLINGS: usize = 20;

/// `Botvinnik, M (12), Botvinnik, Mikhail (143)`.
pub(super) fn spellings_text<N: AsRef<str>>(
    spellings: impl IntoIterator<Item = (N, impl Display)>,
) -> String {
    let mut spellings = spellings.into_iter();
    let listed = spellings.by_ref().take(MAX_SPELLINGS);
    let listed: Vec<String> = listed
        .map(|(name, games)| format!("{} ({games})", printable(name.as_ref(), MAX_NAME)))
        .collect();
    let more = match spellings.count() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    listed.join(", ") + &more
}

/// `+4 =6 -1, 64 % of 11`.
pub(super) fn results_text(results: ResultCounts) -> String {
    let ResultCounts { won, drawn, lost } = results;
    match results.games() {
        0 => "no games".to_owned(),
        n => format!("+{won} ={drawn} -{lost}, {:.0} % of {n}", 100.0 * results.score()),
    }
}

pub(super) fn chunk_text(row: &ChunkRow) -> String {
    let [first, last] = row.move_numbers;
    format!("{}, {} with White, moves {first} to {last}", results_text(row.results), row.with_white)
}

pub(super) fn lost_game_text(game: &LostGame) -> String {
    let LostGame { title, colour, moves, opening, .. } = game;
    format!("{title} ({colour}, {moves} moves): {opening}")
}

pub(super) fn castling_text(report: &Report) -> String {
    let [kingside, queenside] = report.castled;
    let mean = report.castling_move.map(|mean| format!(", on move {mean:.1} on average"));
    format!(
        "castled kingside in {kingside} and queenside in {queenside} of {} studied games{}",
        report.studied,
        mean.unwrap_or_default()
    )
}

/// The titles and rows of the tables of openings and lengths, without empty ones.
pub(super) fn tables(report: &Report) -> impl Iterator<Item = (&'static str, &[ReportRow])> {
    let tables = [
        ("First moves with White", &report.first_moves),
        ("Openings with White", &report.openings_white),
        ("Replies with Black", &report.replies),
        ("Openings with Black", &report.openings_black),
        ("Weakest openings, of those with five or more games", &report.weak_openings),
        ("Length of the games", &report.lengths),
    ];
    tables.into_iter().map(|(title, rows)| (title, &rows[..])).filter(|(_, rows)| !rows.is_empty())
}

/// The titles and rows of the chunks, without empty ones.
pub(super) fn chunk_tables(report: &Report) -> impl Iterator<Item = (&'static str, &[ChunkRow])> {
    let tables = [
        ("Most frequent chunks", &report.chunks),
        ("Most frequent pawn structures", &report.structures),
        ("Weakest chunks, of those with five or more games", &report.weak_chunks),
    ];
    tables.into_iter().map(|(title, rows)| (title, &rows[..])).filter(|(_, rows)| !rows.is_empty())
}

/// The report for a terminal.
#[must_use]
pub fn report_text(report: &Report) -> String {
    let [all, white, black] = report.results.each_ref().map(|row| results_text(row.results));
    let [first, last] = &report.dates;
    let spellings = spellings_text(&report.spellings);
    let mut text = format!(
        "{}: {all} games, {first} to {last}\n  in the games as {spellings}\n  White {white}\n  Black {black}\n\n\
         Style: {}  {}\n",
        report.player,
        style_text(&report.style),
        castling_text(report)
    );
    for (title, rows) in tables(report) {
        let _ = writeln!(text, "\n{title}");
        for row in rows {
            let _ = writeln!(text, "  {:<44} {}", row.title, results_text(row.results));
        }
    }
    for (title, rows) in chunk_tables(report) {
        let _ =
            writeln!(text, "\n{title}, in {} studied games (capitals: own pieces)", report.studied);
        for row in rows {
            let _ = writeln!(text, "  {:<30} {}", row.placement.join(" "), chunk_text(row));
        }
    }
    if !report.losses.is_empty() {
        text.push_str("\nMost recent losses\n");
    }
    for game in &report.losses {
        let _ = writeln!(text, "  {}", lost_game_text(game));
    }
    text
}
