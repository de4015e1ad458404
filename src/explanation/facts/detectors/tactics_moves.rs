//! What the next move can do: mate, promotion, check.

use shakmaty::{Bitboard, Chess, Color, Move, MoveList, Position, Role, Square};

use super::{Finds, Views};
use crate::explanation::facts::study::{View, exchange, rank_of};

/// How a mating move is called, the most telling kind first.
fn mate_kind(me: &View, m: &Move) -> (i32, &'static str) {
    let role = m.promotion().unwrap_or(m.role());
    let king = me.them.king;
    let is_back_rank =
        rank_of(king) == 8 && rank_of(m.to()) == 8 && matches!(role, Role::Rook | Role::Queen);
    let around = me.them.ring;
    if is_back_rank {
        (2, "back-rank")
    } else if role == Role::Knight && around.is_subset(me.them.all) {
        (1, "smothered")
    } else {
        (0, "other")
    }
}

/// The most telling mate among the moves of a position.
fn mate(me: &View, chess: &Chess, moves: &MoveList) -> Option<(&'static str, Square, Square)> {
    let mut best: Option<(i32, &'static str, Square, Square)> = None;
    for m in moves {
        let mut after = chess.clone();
        after.play_unchecked(*m);
        if !after.is_checkmate() {
            continue;
        }
        let (rank, variant) = mate_kind(me, m);
        let Some(from) = m.from() else { continue };
        if best.is_none_or(|(was, ..)| rank > was) {
            best = Some((rank, variant, from, m.to()));
        }
    }
    best.map(|(_, variant, from, to)| (variant, from, to))
}

pub(super) fn mate_in_one(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if me.to_move
        && let Some((variant, from, to)) = mate(me, &me.chess, &me.legal)
    {
        out.add(variant, [from]).to(to);
    }
}

pub(super) fn mate_threatened(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if me.to_move || me.check {
        return;
    }
    let Ok(chess) = me.chess.clone().swap_turn() else { return };
    if let Some((variant, from, to)) = mate(me, &chess, &chess.legal_moves()) {
        let variant = if variant == "back-rank" { variant } else { "other" };
        out.add(variant, [from]).to(to);
    }
}

pub(super) fn promotion(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let seventh: Bitboard = me.us.pawns.into_iter().filter(|s| rank_of(*s) == 7).collect();
    let mut guarded = None;
    for s in seventh {
        let Some(goal) = s.offset(8) else { continue };
        let enters = me.legal.iter().find(|m| {
            me.to_move && m.from() == Some(s) && m.promotion() == Some(Role::Queen) && keeps(me, m)
        });
        if let Some(m) = enters {
            out.add("on-move", [s]).to(m.to());
            return;
        }
        if me.occupied.contains(goal) {
            continue;
        }
        if me.them.reach.contains(goal) {
            guarded = guarded.or(Some((s, goal)));
        } else if !me.to_move {
            out.add("waiting", [s]).to(goal);
            return;
        }
    }
    if let Some((s, goal)) = guarded {
        out.add("guarded", [s]).to(goal);
    }
}

/// The new queen cannot be captured with profit.
fn keeps(me: &View, m: &Move) -> bool {
    let mut after = me.chess.clone();
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

pub(super) fn in_check(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    match me.our_attackers(me.them.king).count() {
        0 => return,
        1 => out.add("single", [me.them.king]),
        _ => out.add("double", [me.them.king]),
    }
    .target(me.them.king);
}
