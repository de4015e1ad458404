use std::io::{self, Write};

use shakmaty::{Bitboard, Chess, Color, Position, Square};

use super::LibraryReport;
use super::alike::{Likeness, likenesses};
use super::found::{citation, continuation, fared, plans, result, title};
use crate::chess::{fen, san};
use crate::explanation::phrase::{list, side_name};
use crate::library::{Occurrences, Similar};
use crate::render::board_text::board_lines;
use crate::render::table::plain;
use crate::units::counted;

/// Likenesses that are told for each position.
const TOLD: usize = 4;

pub(super) fn write_similar(
    out: &mut impl Write,
    report: &LibraryReport<'_>,
    position: &Chess,
    similar: &Similar,
) -> io::Result<()> {
    writeln!(out, "Positions like {}", fen(position))?;
    if similar.neighbours.is_empty() {
        return writeln!(out, "\nNone.");
    }
    for (number, neighbour) in (1..).zip(&similar.neighbours) {
        let (game, place) = (&neighbour.game, &neighbour.place);
        let alike = likenesses(report, position, neighbour, TOLD);
        let percent = 100.0 * neighbour.score;
        writeln!(out, "\n{number}. {}: {percent:.0} % alike", title(game, place))?;
        if position.turn() != place.position.turn() {
            writeln!(out, "   (colours reversed: {} to move)", side_name(place.position.turn()))?;
        }
        let marked = |squares: fn(&Likeness) -> &Vec<Square>| -> Bitboard {
            alike.iter().flat_map(squares).copied().collect()
        };
        write_pair(
            out,
            (position, marked(|likeness| &likeness.here)),
            (&place.position, marked(|likeness| &likeness.there)),
        )?;
        let moves = continuation(game, place);
        if !moves.is_empty() {
            writeln!(out, "   Played: {moves}  {}", result(game))?;
        }
        for Likeness { text, here, there, .. } in &alike {
            let seen = if here == there || there.is_empty() {
                String::new()
            } else {
                format!(" (there: {})", list(there))
            };
            writeln!(out, "   - {text}{seen}")?;
        }
    }
    let statistics = &similar.statistics;
    if statistics.positions > similar.neighbours.len() {
        let fared = fared(statistics).map_or_else(String::new, |fared| format!(" {fared}"));
        writeln!(out, "\nIn {} similar positions{fared}.", statistics.positions)?;
        let plans = plans(&similar.plans, statistics.positions, position.turn());
        writeln!(out, "Played most: {plans}.")?;
    }
    Ok(())
}

/// Two boards side by side, each seen from the side to move; `[ ]` marks squares.
fn write_pair(
    out: &mut impl Write,
    left: (&Chess, Bitboard),
    right: (&Chess, Bitboard),
) -> io::Result<()> {
    let lines = |(position, marked): (&Chess, Bitboard)| {
        board_lines(position.board(), marked, position.turn())
    };
    for (left, right) in lines(left).iter().zip(lines(right)) {
        writeln!(out, "{}", format!("   {left:<30}{right}").trim_end())?;
    }
    Ok(())
}

pub(super) fn write_occurrences(
    out: &mut impl Write,
    what: &str,
    found: &Occurrences,
) -> io::Result<()> {
    let Occurrences { statistics, moves, examples, .. } = found;
    writeln!(out, "{what}")?;
    if statistics.positions == 0 {
        return writeln!(out, "\nIn no game.");
    }
    let fared = fared(statistics).map_or_else(String::new, |fared| format!(": {fared}"));
    writeln!(out, "\nIn {}{fared}.", counted(statistics.positions, "game"))?;
    if let Some((_, place)) = examples.first().filter(|_| !moves.is_empty()) {
        let percent = |part: f64| format!("{:.0} %", 100.0 * part);
        let names = ["Move", "Games", "Score", "95 % interval", "Mean Elo"];
        let mut table = plain(names, &[1, 2, 3, 4]);
        for played in moves {
            let score = played.statistics.score();
            table.add_row([
                san(&place.position, played.m).to_string(),
                played.statistics.positions.to_string(),
                score.map_or_else(String::new, |score| percent(score.mean)),
                score.map_or_else(String::new, |score| {
                    format!("{} to {}", percent(score.low), percent(score.high))
                }),
                played.elo.map_or_else(String::new, |elo| format!("{elo:.0}")),
            ]);
        }
        writeln!(out, "\n{}", table.trim_fmt())?;
    } else {
        writeln!(
            out,
            "Played most, as White sees it: {}.",
            plans(&found.plans, statistics.positions, Color::White)
        )?;
    }
    writeln!(out, "\nFor example")?;
    for (game, place) in examples {
        writeln!(out, "  {}\n    {}", citation(game, place), fen(&place.position))?;
    }
    Ok(())
}
