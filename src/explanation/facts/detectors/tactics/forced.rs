//! What force decides: material that one side wins whatever the other plays, as far as a search of a few plies shows.

use shakmaty::{Move, Position};

use crate::chess::search::{MATE, MaterialSearch, SearchBudget};
use crate::explanation::facts::detectors::{Detections, LineMove, Perspectives};
use crate::explanation::facts::features::decisive_length;

/// The variant for a gain in pawns.
pub fn size(gain: i32) -> Option<&'static str> {
    Some(match gain {
        ..=0 => return None,
        1 => "pawn",
        2 => "exchange",
        3..=4 => "piece",
        5..=7 => "rook",
        gain if gain < MATE / 2 => "queen",
        _ => "mate",
    })
}

/// A line up to its last capture or promotion, its first move at least; a mate to the end.
fn decisive(line: &[Move], is_mate: bool) -> Vec<LineMove> {
    let length = if is_mate { line.len() } else { decisive_length(line) };
    line.iter().take(length).copied().filter_map(LineMove::new).collect()
}

/// What the side to move wins by force. Square and piece: the first mover; to: where; line: best play.
pub fn on_move(sides: Perspectives<'_>, out: &mut Detections) {
    if !sides.owner.to_move || sides.owner.legal.is_empty() {
        return;
    }
    let gain = sides.search.gain();
    let Some(variant) = size(gain) else { return };
    let line = decisive(&sides.search.line(), variant == "mate");
    let Some(first) = line.first().copied() else { return };
    out.add(variant, [first.from]).to(first.to).piece(Some(first.role)).line(line);
}

/// What the side to move loses whatever it plays. Square: the piece that would strike if it passed; to: where; line:
/// its best defence.
pub fn waiting(sides: Perspectives<'_>, out: &mut Detections) {
    if sides.owner.to_move || sides.owner.legal.is_empty() {
        return;
    }
    let Some(variant) = size(-sides.search.gain()) else { return };
    let mut least_evil = decisive(&sides.search.line(), variant == "mate");
    for step in &mut least_evil {
        // The line is that of the other side.
        (step.from, step.to) = (step.from.flip_vertical(), step.to.flip_vertical());
    }
    let striker = sides.owner.chess.clone().swap_turn().ok().and_then(|passed| {
        let search = MaterialSearch::new(&passed, SearchBudget::THREAT);
        let first = search.line().first().copied().filter(|_| search.gain() > 0)?;
        Some((first.from()?, first.to()))
    });
    // In check nobody passes, and of several threats none may be one alone.
    let found = out.add(variant, striker.map(|(from, _)| from)).line(least_evil);
    if let Some((_, to)) = striker {
        found.to(to);
    }
}
