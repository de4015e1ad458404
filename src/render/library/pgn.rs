use std::io::{self, Write};

use shakmaty::{Chess, KnownOutcome};

use super::LibraryReport;
use super::alike::likenesses;
use crate::arena::pgn::{Annotation, PgnSettings, format_annotated_game};
use crate::arena::{GameEnd, GameRecord, PlyRecord};
use crate::chess::{Start, fen, position_from_fen};
use crate::library::{GamePosition, LibraryGame, Occurrences, Similar};

/// Likenesses in a comment.
const TOLD: usize = 4;

pub(super) fn write_similar(
    out: &mut impl Write,
    report: &LibraryReport<'_>,
    position: &Chess,
    similar: &Similar,
) -> io::Result<()> {
    for neighbour in &similar.neighbours {
        let alike = likenesses(report, position, neighbour, TOLD);
        let texts: Vec<&str> = alike.iter().map(|likeness| likeness.text.as_str()).collect();
        let percent = 100.0 * neighbour.score;
        let fen = fen(position);
        let comment = format!("Here {percent:.0} % like {fen}: {}", texts.join("; "));
        write_game(out, &neighbour.game, &neighbour.place, comment)?;
    }
    Ok(())
}

pub(super) fn write_occurrences(
    out: &mut impl Write,
    what: &str,
    found: &Occurrences,
) -> io::Result<()> {
    for (game, place) in &found.examples {
        write_game(out, game, place, format!("Here: {what}"))?;
    }
    Ok(())
}

/// A game with a comment at a position: after the move that leads to it, or else after its own first move.
fn write_game(
    out: &mut impl Write,
    game: &LibraryGame,
    place: &GamePosition,
    comment: String,
) -> io::Result<()> {
    let settings = PgnSettings {
        event: known(if game.event.is_empty() { &game.id } else { &game.event }),
        date: (!game.date.is_empty()).then(|| game.date.clone()),
        ..PgnSettings::default()
    };
    let start = position_from_fen(&game.start);
    let plies = game.continuation(0).filter_map(|place| place.next);
    let record = GameRecord {
        white: known(&game.white),
        black: known(&game.black),
        start: start.map_or(Start::Initial, |position| Start::Position(Box::new(position))),
        plies: plies.map(PlyRecord::plain).collect(),
        opening_plies: 0,
        ending: GameEnd::Unstated,
        result: game.white_half_points.map(|points| match points {
            2 => KnownOutcome::Decisive { winner: shakmaty::Color::White },
            1 => KnownOutcome::Draw,
            _ => KnownOutcome::Decisive { winner: shakmaty::Color::Black },
        }),
        events: Vec::new(),
    };
    let at = usize::from(place.ply).saturating_sub(1);
    let mut annotations = vec![Annotation::default(); at + 1];
    annotations[at].comment = comment;
    let text = format_annotated_game(&record, None, &settings, &annotations);
    out.write_all(text.as_bytes())
}

fn known(name: &str) -> String {
    if name.is_empty() { "?".to_owned() } else { name.to_owned() }
}
