use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{json, load, note, print};
use crate::file_format::write_atomic;
use crate::opponent_model::report::{ChunkCard, Line, Report, report};
use crate::render::patterns::{write_diagram, write_piece_shapes};

#[derive(Debug, Args)]
pub(super) struct ReportArguments {
    /// A model made by `learn`
    model: PathBuf,

    /// How to print it
    #[arg(long, value_enum, default_value_t = SheetFormat::Text)]
    format: SheetFormat,

    /// Write it to this file instead of printing it
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SheetFormat {
    /// For the terminal
    Text,
    /// For programs
    Json,
    /// One file with boards, for screen and paper
    Html,
}

pub(super) fn run(arguments: &ReportArguments) -> anyhow::Result<()> {
    let sheet = report(&load(&arguments.model)?);
    let text = match arguments.format {
        SheetFormat::Text => sheet.to_string(),
        SheetFormat::Json => json(&sheet)? + "\n",
        SheetFormat::Html => html(&sheet)?,
    };
    let Some(path) = &arguments.output else { return print(&text) };
    write_atomic(path, text.as_bytes())?;
    note(&format!("wrote {}", path.display()));
    Ok(())
}

const STYLE: &str = "body{font:15px/1.45 Georgia,serif;color:#222;max-width:60em;margin:2em auto;padding:0 1em}\
h1{margin-bottom:0}h2{border-bottom:1px solid #ccc;margin-top:1.6em}\
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.15em .6em .15em 0;vertical-align:top}\
td.n,th.n{text-align:right;white-space:nowrap}.faint{color:#666}\
.boards{display:grid;grid-template-columns:repeat(3,1fr);gap:1.2em}figure{margin:0;break-inside:avoid}\
figcaption{font-size:13px}svg{width:100%;height:auto}svg[aria-hidden]{position:absolute;width:0;height:0}\
@media print{body{margin:0;max-width:none;font-size:12px}h2{break-after:avoid}}";

fn html(sheet: &Report) -> anyhow::Result<String> {
    let player = escaped(&sheet.player);
    let mut out = String::new();
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>Preparing for {player}</title>\n<style>{STYLE}</style>\n</head>\n<body>"
    )?;
    out.push_str(&drawn(write_piece_shapes)?);
    let [first, last] = &sheet.dates;
    writeln!(out, "<h1>{player}</h1>")?;
    let names: Vec<String> = sheet.names.iter().map(|(name, n)| format!("{name} ({n})")).collect();
    writeln!(
        out,
        "<p class=\"faint\">{} games from {} to {}, found as {}; chunks, style and habits from the {} studied</p>",
        sheet.results.games,
        escaped(first),
        escaped(last),
        escaped(&names.join(", ")),
        sheet.studied
    )?;
    let line = |title: &str, results| Line { title: title.to_owned(), results };
    table(
        &mut out,
        "Results",
        &[line("All", sheet.results), line("White", sheet.white), line("Black", sheet.black)],
    )?;
    style(&mut out, sheet)?;
    table(&mut out, "First moves with White", &sheet.first_moves)?;
    table(&mut out, "Openings with White", &sheet.openings_white)?;
    table(&mut out, "Answers with Black", &sheet.answers)?;
    table(&mut out, "Openings with Black", &sheet.openings_black)?;
    let note = "as he sees them: his pieces are white, whichever colour he had";
    boards(&mut out, "Favourite chunks", note, &sheet.chunks)?;
    boards(&mut out, "Favourite pawn structures", note, &sheet.structures)?;
    table(&mut out, "Where he loses: openings with five games or more", &sheet.weak_openings)?;
    boards(&mut out, "Chunks he does badly with", "five games or more", &sheet.weak_chunks)?;
    table(&mut out, "How long his games last", &sheet.lengths)?;
    writeln!(out, "<h2>His newest losses</h2>\n<ol>")?;
    for loss in &sheet.losses {
        writeln!(out, "<li>{}</li>", escaped(loss))?;
    }
    writeln!(out, "</ol>\n</body>\n</html>")?;
    Ok(out)
}

fn style(out: &mut String, sheet: &Report) -> anyhow::Result<()> {
    let [short, long] = sheet.castled;
    let turn =
        sheet.castling_turn.map_or(String::new(), |turn| format!(", at turn {turn:.1} on average"));
    writeln!(out, "<h2>Style: {}</h2>", sheet.style.preference)?;
    writeln!(
        out,
        "<p>Castled {short} times short and {long} times long in {} games{turn}.</p>",
        sheet.studied
    )?;
    writeln!(
        out,
        "<table><tr><th>Rule ({} games)<th class=\"n\">value<th class=\"n\">open from, closed from<th class=\"n\">vote</tr>",
        sheet.style.games
    )?;
    for vote in &sheet.style.votes {
        let [low, high] = vote.fuzzy;
        writeln!(
            out,
            "<tr><td>{}<td class=\"n\">{:.2}<td class=\"n\">{low}–{high}<td class=\"n\">{:+.2}</tr>",
            vote.rule, vote.value, vote.vote
        )?;
    }
    writeln!(
        out,
        "</table>\n<p class=\"faint\">Votes: −1 open, +1 closed; in all {:+.2}.</p>",
        sheet.style.sum
    )?;
    Ok(())
}

fn table(out: &mut String, title: &str, lines: &[Line]) -> anyhow::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h2>{}</h2>", escaped(title))?;
    writeln!(
        out,
        "<table><tr><th><th class=\"n\">games<th class=\"n\">won<th class=\"n\">drawn<th class=\"n\">lost<th class=\"n\">score</tr>"
    )?;
    for Line { title, results } in lines {
        writeln!(
            out,
            "<tr><td>{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}</tr>",
            escaped(title),
            results.games,
            results.won,
            results.drawn,
            results.lost,
            match results.games {
                0 => "–".to_owned(),
                _ => format!("{:.0} %", 100.0 * results.score()),
            }
        )?;
    }
    writeln!(out, "</table>")?;
    Ok(())
}

fn boards(out: &mut String, title: &str, note: &str, cards: &[ChunkCard]) -> anyhow::Result<()> {
    if cards.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h2>{}</h2>\n<p class=\"faint\">{}</p>", escaped(title), escaped(note))?;
    writeln!(out, "<div class=\"boards\">")?;
    for card in cards {
        let [first, last] = card.turns;
        out.push_str("<figure>\n");
        let name = card.placement.join(" ");
        out.push_str(&drawn(|bytes| write_diagram(bytes, &name, &card.placed))?);
        writeln!(
            out,
            "<figcaption>{}<br>{} with White, turns {first} to {last}</figcaption>\n</figure>",
            escaped(&card.results.to_string()),
            card.with_white
        )?;
    }
    writeln!(out, "</div>")?;
    Ok(())
}

/// What a writer of bytes wrote, as text.
fn drawn(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    write(&mut bytes)?;
    Ok(String::from_utf8(bytes)?)
}

fn escaped(text: &str) -> String {
    quick_xml::escape::escape(text).into_owned()
}
