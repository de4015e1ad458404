use maud::{Markup, html};

use super::mistakes::{examples, mistakes_in_all, tendency_text};
use super::report::{
    castling_text, chunk_tables, chunk_text, insights_text, lost_game_text, spellings_text, tables,
    target_tables, target_text,
};
use super::style::{preference_text, rule_text};
use crate::opponent_model::report::{ChunkRow, Report, ReportRow};
use crate::render::page_frame::page;
use crate::render::patterns::{diagram, piece_shapes};

const CSS: &str = include_str!("report.css");

/// The report as one HTML file with board diagrams, for screen and print.
#[must_use]
pub fn report_html(report: &Report) -> String {
    let [first, last] = &report.dates;
    let body = html! {
        (piece_shapes())
        h1 { (report.player) }
        p.faint {
            (report.results[0].results.games()) " games from " (first) " to " (last) ", as "
            (spellings_text(&report.spellings)) "; chunks, style and castling from the "
            (report.studied) " studied games"
        }
        (insights(report))
        (mistakes(report))
        (targets(report))
        (table(report, "Results", &report.results))
        (style(report))
        @for (title, rows) in tables(report) { (table(report, title, rows)) }
        @for (title, rows) in chunk_tables(report) { (boards(title, rows)) }
        @if !report.losses.is_empty() {
            h2 { "Most recent losses" }
            ol {
                @for game in &report.losses {
                    li { a href=(anchor_link(game.number)) { (lost_game_text(game)) } }
                }
            }
        }
        (games(report))
    };
    page(&format!("Preparing for {}", report.player), CSS, &body).into_string()
}

fn insights(report: &Report) -> Markup {
    html! {
        h2 { "What stands out" }
        ul { @for sentence in insights_text(&report.insights) { li { (sentence) } } }
    }
}

fn mistakes(report: &Report) -> Markup {
    html! {
        h2 { "Tactics they fall for" }
        @for sentence in mistakes_in_all(&report.mistakes) { p { (sentence) } }
        ul {
            @for tendency in &report.mistakes.tendencies {
                li {
                    (tendency_text(tendency))
                    ul {
                        @for example in examples(tendency) {
                            li {
                                a href=(anchor_link(example.game)) { (example.title) }
                                ": " (example.line)
                            }
                        }
                    }
                }
            }
        }
    }
}

fn targets(report: &Report) -> Markup {
    html! {
        @for (title, lines) in target_tables(report) {
            h2 { (title) }
            ul {
                @for target in lines {
                    li {
                        @if let Some(opening) = &target.opening { strong { (opening) } ": " }
                        (target.line) br; (target_text(target))
                        br; (links(report, &target.games))
                    }
                }
            }
        }
    }
}

fn style(report: &Report) -> Markup {
    let style = &report.style;
    html! {
        h2 { "Style: " (preference_text(style.preference)) }
        p { "Has " (castling_text(report)) "." }
        table {
            tr {
                th { "Rule (" (style.games) " games)" }
                th.n { "value" } th.n { "fuzzy region" } th.n { "vote" }
            }
            @for vote in &style.votes {
                tr {
                    td { (rule_text(vote.rule)) }
                    td.n { (format!("{:.2}", vote.value)) }
                    td.n { (vote.fuzzy_region[0]) "–" (vote.fuzzy_region[1]) }
                    td.n { (format!("{:+.2}", vote.vote)) }
                }
            }
        }
        p.faint { "Votes from −1 (open) to +1 (closed); sum " (format!("{:+.2}", style.sum)) "." }
    }
}

fn table(report: &Report, title: &str, rows: &[ReportRow]) -> Markup {
    html! {
        h2 { (title) }
        table {
            tr {
                th {} th.n { "games" } th.n { "won" } th.n { "drawn" } th.n { "lost" } th.n { "score" }
            }
            @for ReportRow { title, results, games } in rows {
                tr {
                    td {
                        (title)
                        @if !games.is_empty() { br; (links(report, games)) }
                    }
                    td.n { (results.games()) }
                    td.n { (results.won) }
                    td.n { (results.drawn) }
                    td.n { (results.lost) }
                    td.n {
                        @if results.games() == 0 { "–" }
                        @else { (format!("{:.0} %", 100.0 * results.score())) }
                    }
                }
            }
        }
    }
}

/// Where the moves of a game stand on the page.
fn anchor(number: u32) -> String {
    format!("game-{number}")
}

fn anchor_link(number: u32) -> String {
    format!("#{}", anchor(number))
}

/// Games as links to their moves: `Smyslov, Vasily 1957 (lost)`.
fn links(report: &Report, numbers: &[u32]) -> Markup {
    let game = |number: &u32| report.games.iter().find(|game| game.number == *number);
    html! {
        span.faint {
            "Games: "
            @for (index, game) in numbers.iter().filter_map(game).enumerate() {
                @if index > 0 { ", " }
                a href=(anchor_link(game.number)) {
                    (game.opponent) " " (game.year)
                    @if let Some(outcome) = &game.outcome { " (" (outcome) ")" }
                }
            }
        }
    }
}

/// The moves of all games that are linked to.
fn games(report: &Report) -> Markup {
    html! {
        @if !report.games.is_empty() { h2 { "Games" } }
        div.games {
            @for game in &report.games {
                article id=(anchor(game.number)) {
                    h3 { (game.title) " " span.n { (game.result) } }
                    p { (game.moves) " " (game.result) }
                }
            }
        }
    }
}

fn boards(title: &str, rows: &[ChunkRow]) -> Markup {
    html! {
        h2 { (title) }
        p.faint { "Own pieces are shown as White, whichever colour the player had." }
        div.boards {
            @for row in rows {
                figure {
                    (diagram(&row.placement.join(" "), &row.placed))
                    figcaption { (chunk_text(row)) }
                }
            }
        }
    }
}
