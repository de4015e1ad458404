//! Endgame advice, games and proofs in words.

use std::fmt::Write;

use shakmaty::{Chess, Color, Move, Position, Square};

use super::played_out::PlayedOut;
use crate::chess::tablebase::EndgameSide;
use crate::chess::{Ending, Game, line_san, san};
use crate::endgame::advisor::Advice;
use crate::endgame::game_graph::{PlayedMove, TableOutcome};
use crate::endgame::proof::{DrawProof, Proof, RuleUse};
use crate::endgame::rejection::RejectionReason;
use crate::endgame::table::AdviceTable;
use crate::endgame::tutor::IllegalKingMove;

/// How to answer the tutor.
pub const TUTOR_HELP: &str =
    "Enter a move (Kd5, d5 or e6d5), 'moves' to list your moves, 'hint' for advice, or 'quit'.";

/// Move, rule, sentence, line, and why the earlier rules failed; every line ended.
#[must_use]
pub fn advice_text(position: &Chess, advice: &Advice) -> String {
    let Advice { table, rule, sentence, .. } = advice;
    let mut text = format!("{}   rule {rule} of {table}\n  {sentence}\n", san(position, advice.m));
    if advice.line.len() > 1 {
        let _ = writeln!(text, "  line: {}", line_san(position, &advice.line).join(" "));
    }
    for rejected in &advice.rejected {
        let _ = writeln!(text, "  not {}: {}", rejected.rule, rejection_text(&rejected.reason));
    }
    text
}

/// Why a rule failed.
#[must_use]
pub fn rejection_text(reason: &RejectionReason) -> String {
    match reason {
        RejectionReason::ConditionFails(line) => format!("its condition '{line}' is false"),
        RejectionReason::NoSuchMove => "no legal move is of its kind".to_owned(),
        RejectionReason::GoalNotReached { line, moves, is_first: true } => {
            format!("none of {moves} moves achieves '{line}'")
        }
        RejectionReason::GoalNotReached { line, moves: 1, is_first: false } => {
            format!("one move meets the lines before, but does not achieve '{line}'")
        }
        RejectionReason::GoalNotReached { line, moves, is_first: false } => {
            format!("{moves} moves meet the lines before, none achieves '{line}'")
        }
        RejectionReason::NotForced(1) => "no move reaches its goal".to_owned(),
        RejectionReason::NotForced(depth) => format!("its goal is not forced within {depth} moves"),
    }
}

/// The moves in standard algebraic notation, joined by `separator`.
#[must_use]
pub fn san_list(position: &Chess, moves: &[Move], separator: &str) -> String {
    moves.iter().map(|m| san(position, *m)).collect::<Vec<_>>().join(separator)
}

/// The board, White at the bottom, with coordinates.
#[must_use]
pub fn diagram(position: &Chess) -> String {
    let board = position.board();
    let mut text = String::new();
    for rank in shakmaty::Rank::ALL.into_iter().rev() {
        text.push(rank.char());
        text.push(' ');
        for file in shakmaty::File::ALL {
            let piece = board.piece_at(Square::from_coords(file, rank));
            text.push(' ');
            text.push(piece.map_or('.', shakmaty::Piece::char));
        }
        text.push('\n');
    }
    text.push_str("   a b c d e f g h");
    text
}

/// A game played out: one move of the stronger side to a line, with its rule.
#[must_use]
pub fn game_text(game: &[PlayedMove]) -> String {
    let mut text = String::new();
    let mut number = 0;
    for (ply, played) in game.iter().enumerate() {
        let after = played.before.after(played.m);
        let sign = match (after.is_mate(), after.turn == EndgameSide::Weak && after.is_check()) {
            (true, _) => "#",
            (_, true) => "+",
            _ => "",
        };
        let m = format!("{}{sign}", played.m);
        let _ = match &played.advice {
            Some((_, rule)) => {
                number += 1;
                writeln!(text, "{number:>3}. {m:<9} {rule}")
            }
            None if ply == 0 => writeln!(text, "{}\n       {m}", played.before.fen()),
            None => writeln!(text, "       {m}"),
        };
    }
    text
}

/// The game and how it ends; every line ended.
#[must_use]
pub fn played_out_text(played: &PlayedOut) -> String {
    let PlayedOut { swapped, game, outcome } = played;
    let swapped =
        if *swapped { "(colours swapped: the stronger side is shown as White)\n" } else { "" };
    format!("{swapped}{}{}\n", game_text(game), outcome_text(*outcome))
}

/// The tables, a line each: name, endgame and title.
#[must_use]
pub fn table_list(tables: &[AdviceTable]) -> String {
    let line = |t: &AdviceTable| format!("{:<10} {:<5} {}\n", t.name, t.endgame, t.title);
    tables.iter().map(line).collect()
}

/// How a game played out ended.
#[must_use]
fn outcome_text(outcome: TableOutcome) -> String {
    match outcome {
        TableOutcome::Mate(moves) => format!("mate in {moves}"),
        TableOutcome::Repetition => "the position repeats: the table does not win".to_owned(),
        TableOutcome::NoAdvice => "no further advice".to_owned(),
        TableOutcome::Stalemate => "stalemate".to_owned(),
        TableOutcome::PieceLost => "draw: the last piece is lost".to_owned(),
    }
}

/// How a game against the tutor ended after `moves` moves of `strong`; empty while it goes on.
#[must_use]
pub fn verdict(game: &Game, strong: Color, moves: u32) -> String {
    let plural = if moves == 1 { "" } else { "s" };
    match game.ending() {
        Some(Ending::Checkmate) => {
            format!("Checkmate after {moves} move{plural} by {}.", color_name(strong))
        }
        Some(Ending::Stalemate) => "Stalemate: draw.".to_owned(),
        Some(Ending::InsufficientMaterial) => "Insufficient material: draw.".to_owned(),
        Some(Ending::FiftyMoves) => "Fifty moves without a capture or pawn move: draw.".to_owned(),
        Some(Ending::Repetition) => "Threefold repetition: draw.".to_owned(),
        None => String::new(),
    }
}

/// `White` or `Black`.
#[must_use]
pub fn color_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// Why the person's king cannot go to `to`, as a clause that begins a sentence.
#[must_use]
pub fn illegal_text(to: Square, why: IllegalKingMove) -> String {
    match why {
        IllegalKingMove::SameSquare => format!("Your king is already on {to}"),
        IllegalKingMove::TooFar => format!("{to} is more than one step from your king"),
        IllegalKingMove::NextToKing => format!("{to} is next to the enemy king"),
        IllegalKingMove::Protected => format!("The piece on {to} is protected"),
        IllegalKingMove::Attacked => format!("{to} is attacked"),
    }
}

/// A proof as a report of several lines, and the FEN of every position that the table should win or hold but does not, if
/// `failures` are asked for.
#[must_use]
pub fn proof_text(proof: &Proof, failures: bool) -> String {
    let mut text =
        format!("{}: wins {} of {} positions\n", proof.table, proof.won, proof.positions);
    if proof.winnable != proof.positions {
        let _ = writeln!(text, "  won under perfect play: {}", proof.winnable);
    }
    let _ = writeln!(
        text,
        "  not won: {} by repetition, {} by losing a piece, {} by stalemate, {} without advice",
        proof.repetitions, proof.pieces_lost, proof.stalemates, proof.without_advice
    );
    let _ = writeln!(
        text,
        "  moves to mate: longest {}, mean {:.3}   (perfect play: longest {}, mean {:.3})",
        proof.longest_mate, proof.mean_mate, proof.perfect_longest_mate, proof.perfect_mean_mate
    );
    write_rules(&mut text, &proof.rules);
    for (side, draws) in [("stronger", &proof.draws), ("weaker", &proof.defence)] {
        let Some(DrawProof { drawn, held, rules, .. }) = draws else { continue };
        let _ = writeln!(text, "  draws held by the {side} side: {held} of {drawn}");
        write_rules(&mut text, rules);
    }
    let draws = proof.draws.iter().chain(&proof.defence);
    let not_held = draws.flat_map(|draws| &draws.failures);
    for fen in proof.failures.iter().chain(not_held).filter(|_| failures) {
        let _ = writeln!(text, "{fen}");
    }
    text
}

fn write_rules(text: &mut String, rules: &[RuleUse]) {
    for used in rules {
        let _ = writeln!(text, "  {:>10}  {}", used.positions, used.rule);
    }
}
