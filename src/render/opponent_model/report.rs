use std::fmt::{Display, Write};

use super::mistakes::{examples, mistakes_in_all, tendency_text};
use super::style::style_text;
use crate::arena::Interval;
use crate::opponent_model::insights::{Contrast, FirstLeads, Insights};
use crate::opponent_model::packed_game::ResultCounts;
use crate::opponent_model::report::{ChunkRow, LostGame, Report, ReportRow, TargetLine};
use crate::terminal_text::{MAX_NAME, printable};

/// Spellings that are listed.
const MAX_SPELLINGS: usize = 20;
/// Examples of a typical mistake.
const MAX_EXAMPLES: usize = 3;

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
        ("Length of the games", &report.lengths),
    ];
    tables.into_iter().map(|(title, rows)| (title, &rows[..])).filter(|(_, rows)| !rows.is_empty())
}

/// `+7 points (2 to 12)`: what a side scores more, in points of a hundred.
fn points(difference: Interval) -> String {
    let [estimate, low, high] =
        [difference.estimate, difference.low, difference.high].map(|share| 100.0 * share);
    format!("{estimate:+.0} points ({low:+.0} to {high:+.0})")
}

/// What stands out, a sentence each: how far the contrasts can be trusted, the contrasts, and who wins material.
#[must_use]
pub fn insights_text(insights: &Insights) -> Vec<String> {
    let mut sentences = vec![contrasts_text(insights)];
    sentences.extend(insights.contrasts.iter().map(contrast_text));
    sentences.extend(leads_text(insights));
    sentences
}

/// `games with White: 58 % of 878; with Black: 55 % of 862; +3 points (-2 to +7)`.
fn contrast_text(contrast: &Contrast) -> String {
    let Contrast { games, others, results, other_results, difference } = contrast;
    let share =
        |results: &ResultCounts| format!("{:.0} % of {}", 100.0 * results.score(), results.games());
    let (these, rest, points) = (share(results), share(other_results), points(*difference));
    format!("{games}: {these}; {others}: {rest}; {points}")
}

/// What the contrasts are, and how far they can be trusted.
fn contrasts_text(insights: &Insights) -> String {
    let compared = insights.compared;
    match insights.contrasts.len() {
        0 => format!(
            "In none of {compared} comparisons the score differs more than chance would explain."
        ),
        1 => format!("One of {compared} comparisons shows more than chance would explain."),
        n => format!(
            "Of {compared} comparisons these {n} show more than chance would explain; of ten such, one is expected to be \
             chance all the same."
        ),
    }
}

/// Who wins material first, and what becomes of it: one sentence each.
fn leads_text(insights: &Insights) -> Vec<String> {
    let phases = ["opening", "middlegame", "endgame"].into_iter().zip(&insights.first_leads);
    let phase = |(name, leads): (&str, &FirstLeads)| {
        let FirstLeads { by_player, by_opponent } = leads;
        format!("in the {name} {by_player} to {by_opponent}")
    };
    let phases: Vec<String> = phases.map(phase).collect();
    let Insights { after_leading, after_trailing, .. } = insights;
    if after_leading.games() == 0 || after_trailing.games() == 0 {
        return Vec::new();
    }
    vec![
        format!("First to win two pawns or more, player to opponent: {}.", phases.join(", ")),
        format!(
            "With such a lead they score {:.0} % of {}; their opponents {:.0} % of {}.",
            100.0 * after_leading.score(),
            after_leading.games(),
            100.0 - 100.0 * after_trailing.score(),
            after_trailing.games(),
        ),
    ]
}

/// A line to aim for in words: its results, and what is to be expected of it.
pub(super) fn target_text(target: &TargetLine) -> String {
    let gain = (100.0 * target.gain()).round();
    format!(
        "they score {:.0} % of {}, usually {:.0} %; expect {gain} point{} more than usual",
        100.0 * target.results.score(),
        target.results.games(),
        100.0 * target.usual_score,
        if gain == 1.0 { "" } else { "s" },
    )
}

/// The lines to aim for, by your colour, without empty lists.
pub(super) fn target_tables(
    report: &Report,
) -> impl Iterator<Item = (&'static str, &[TargetLine])> {
    let [white, black] = &report.targets;
    let tables = [("With White, aim for", &black[..]), ("With Black, aim for", &white[..])];
    tables.into_iter().filter(|(_, lines)| !lines.is_empty())
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
         What stands out\n",
        report.player,
    );
    for sentence in insights_text(&report.insights) {
        let _ = writeln!(text, "  {sentence}");
    }
    text.push_str("\nTactics they fall for\n");
    for sentence in mistakes_in_all(&report.mistakes) {
        let _ = writeln!(text, "  {sentence}");
    }
    for tendency in &report.mistakes.tendencies {
        let _ = writeln!(text, "  {}", tendency_text(tendency));
        for example in examples(tendency).iter().take(MAX_EXAMPLES) {
            let _ = writeln!(text, "    {}: {}", example.title, example.line);
        }
    }
    for (title, lines) in target_tables(report) {
        let _ = writeln!(text, "\n{title}");
        for target in lines {
            let name = target.opening.as_deref().unwrap_or("Opening without a name");
            let _ = writeln!(text, "  {name}: {}\n    {}", target_text(target), target.line);
        }
    }
    let _ = write!(text, "\nStyle: {}  {}\n", style_text(&report.style), castling_text(report));
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
