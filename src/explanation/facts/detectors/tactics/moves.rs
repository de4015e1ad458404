//! What the next move can do: mate, promotion, check.

use shakmaty::{Bitboard, Chess, Color, Move, MoveList, Position, Role, Square};

use crate::chess::exchange;
use crate::explanation::facts::detectors::{Detections, Perspectives};
use crate::explanation::facts::features::{Perspective, rank_of};

/// How a mating move is called, the most telling kind first.
fn mate_kind(pos: &Perspective, m: &Move) -> (i32, &'static str) {
    let role = m.promotion().unwrap_or(m.role());
    let king = pos.them.king;
    let is_back_rank =
        rank_of(king) == 8 && rank_of(m.to()) == 8 && matches!(role, Role::Rook | Role::Queen);
    let around = pos.them.king_ring;
    if is_back_rank {
        (2, "back-rank")
    } else if role == Role::Knight && around.is_subset(pos.them.all) {
        (1, "smothered")
    } else {
        (0, "other")
    }
}

/// The most telling mate among the moves of a position.
fn mate(
    pos: &Perspective,
    chess: &Chess,
    moves: &MoveList,
) -> Option<(&'static str, Square, Square)> {
    let mut best: Option<(i32, &'static str, Square, Square)> = None;
    for m in moves {
        let mut after = chess.clone();
        after.play_unchecked(*m);
        if !after.is_checkmate() {
            continue;
        }
        let (rank, variant) = mate_kind(pos, m);
        let Some(from) = m.from() else { continue };
        if best.is_none_or(|(was, ..)| rank > was) {
            best = Some((rank, variant, from, m.to()));
        }
    }
    best.map(|(_, variant, from, to)| (variant, from, to))
}

/// Mate in one. Square: the moving piece; to: where.
pub fn mate_in_one(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if pos.to_move
        && let Some((variant, from, to)) = mate(pos, &pos.chess, &pos.legal)
    {
        out.add(variant, [from]).to(to);
    }
}

/// Mate in one if the opponent passed. Square: the moving piece; to: where.
pub fn mate_threatened(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if pos.to_move || pos.check {
        return;
    }
    let Ok(chess) = pos.chess.clone().swap_turn() else { return };
    if let Some((variant, from, to)) = mate(pos, &chess, &chess.legal_moves()) {
        let variant = if variant == "back-rank" { variant } else { "other" };
        out.add(variant, [from]).to(to);
    }
}

/// A pawn on rank 7. Square: the pawn; to: where it promotes.
pub fn promotion(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let seventh: Bitboard = pos.us.pawns.into_iter().filter(|s| rank_of(*s) == 7).collect();
    let mut guarded = None;
    for s in seventh {
        let Some(goal) = s.offset(8) else { continue };
        let enters = pos.legal.iter().find(|m| {
            pos.to_move
                && m.from() == Some(s)
                && m.promotion() == Some(Role::Queen)
                && keeps(pos, m)
        });
        if let Some(m) = enters {
            out.add("on-move", [s]).to(m.to());
            return;
        }
        if pos.occupied.contains(goal) {
            continue;
        }
        if pos.them.attacks.contains(goal) {
            guarded = guarded.or(Some((s, goal)));
        } else if !pos.to_move {
            out.add("waiting", [s]).to(goal);
            return;
        }
    }
    if let Some((s, goal)) = guarded {
        out.add("guarded", [s]).to(goal);
    }
}

/// The new queen cannot be captured with profit.
fn keeps(pos: &Perspective, m: &Move) -> bool {
    let mut after = pos.chess.clone();
    after.play_unchecked(*m);
    let board = after.board();
    let enemies = board.attacks_to(m.to(), Color::Black, board.occupied());
    let guarded = board.attacks_to(m.to(), Color::White, board.occupied()).any();
    enemies.into_iter().all(|enemy| {
        if board.role_at(enemy) == Some(Role::King) {
            guarded
        } else {
            exchange(board, enemy, m.to()) <= 0
        }
    })
}

/// The enemy king in check. Square and target: the king.
pub fn in_check(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    match pos.our_attackers(pos.them.king).count() {
        0 => return,
        1 => out.add("single", [pos.them.king]),
        _ => out.add("double", [pos.them.king]),
    }
    .target(pos.them.king);
}
