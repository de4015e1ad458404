//! What happens along lines: pins, skewers, discovered attacks.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::tactics::stands_safely;
use super::{Finds, Views};
use crate::chess::man_value;
use crate::explanation::facts::study::View;

/// Squares a slider would reach on an empty board.
fn empty_reach(role: Role, s: Square) -> Bitboard {
    let piece = shakmaty::Piece { color: Color::White, role };
    attacks::attacks(s, piece, Bitboard::EMPTY)
}

fn sliders(me: &View) -> impl Iterator<Item = (Square, Role)> {
    let men = me.us.bishops | me.us.heavy();
    men.into_iter().filter_map(|s| Some((s, me.role(s)?)))
}

/// The slider that pins a man to its king.
fn pinner(me: &View, pinned: Square) -> Option<Square> {
    let king = me.them.king;
    sliders(me)
        .map(|(s, _)| s)
        .find(|s| me.reach(*s).contains(pinned) && attacks::between(*s, king).contains(pinned))
}

pub(super) fn pin_absolute(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let counts = |s: &Square| {
        me.role(*s) != Some(Role::Queen) || pinner(me, *s).is_some_and(|p| me.value(p) < 9)
    };
    let Some(s) = me.them.pinned.into_iter().filter(counts).max_by_key(|s| me.value(*s)) else {
        return;
    };
    let variant = match me.role(s) {
        Some(Role::Pawn) => "pawn",
        Some(Role::Knight) => "knight",
        Some(Role::Bishop) => "bishop",
        Some(Role::Rook) => "rook",
        _ => "queen",
    };
    let found = out.add(variant, [s]).target(s).behind(me.them.king);
    if let Some(pinner) = pinner(me, s) {
        found.attacker(pinner);
    }
}

pub(super) fn pin_relative(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for (variant, targets) in [("to-queen", me.them.queens), ("to-rook", me.them.rooks)] {
        for (s, role) in sliders(me) {
            if role == Role::Queen || (variant == "to-rook" && role != Role::Bishop) {
                continue;
            }
            for behind in targets & empty_reach(role, s) {
                let Some(man) = (attacks::between(s, behind) & me.occupied).single_square() else {
                    continue;
                };
                let is_piece = (me.them.minors() | me.them.rooks).contains(man);
                if is_piece && me.value(man) < me.value(behind) {
                    out.add(variant, [man]).target(man).behind(behind).attacker(s);
                }
            }
        }
    }
}

pub(super) fn pin_exploited(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let pieces = me.them.pinned & me.them.pieces();
    let mut sorted: Vec<Square> = pieces.into_iter().collect();
    sorted.sort_by_key(|s| -me.value(*s));
    for s in sorted {
        let attackers = me.our_attackers(s);
        if (attackers & me.us.pawns).any() {
            out.add("by-pawn", [s]).target(s).behind(me.them.king);
        } else if attackers.count() > me.their_attackers(s).count() {
            out.add("outnumbered", [s]).target(s).behind(me.them.king);
        }
    }
}

pub(super) fn skewer(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for (s, role) in sliders(me) {
        if !stands_safely(&me.board, s) {
            continue;
        }
        let worth = man_value(role);
        for behind in me.them.pieces() & empty_reach(role, s) {
            let Some(front) = (attacks::between(s, behind) & me.occupied).single_square() else {
                continue;
            };
            if !me.them.all.contains(front) {
                continue;
            }
            // The front man has to move and protects no longer.
            let guards = me.their_attackers(behind).without(front);
            let wins = guards.is_empty() || me.value(behind) > worth;
            let variant = match me.role(front) {
                Some(Role::King) => "king-front",
                Some(Role::Queen) if worth < 9 => "queen-front",
                Some(Role::Rook) if worth < 5 => "rook-front",
                _ => continue,
            };
            if wins {
                out.add(variant, [s]).target(front).behind(behind).piece(Some(role));
            }
        }
    }
}

/// Squares a man could go to off the line, pseudo-legally.
fn moves_off(me: &View, man: Square, line: Bitboard) -> Bitboard {
    let to = match me.role(man) {
        Some(Role::Pawn) => {
            let steps: Bitboard = super::pawn_formation::steps(me, man).collect();
            steps | (me.reach(man) & me.them.all)
        }
        Some(Role::King) => me.reach(man) & !me.us.all & !me.them.reach,
        _ => me.reach(man) & !me.us.all,
    };
    to & !line
}

pub(super) fn discovered(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let mut best: Option<(i32, &'static str, Square, Square, Square)> = None;
    for (s, role) in sliders(me) {
        let targets = (me.them.pieces() | me.them.king) & empty_reach(role, s);
        for target in targets {
            let Some(man) = (attacks::between(s, target) & me.occupied).single_square() else {
                continue;
            };
            if !me.us.all.contains(man) || me.us.pinned.contains(man) {
                continue;
            }
            let off = moves_off(me, man, attacks::ray(s, target));
            if off.is_empty() {
                continue;
            }
            let undefended = me.their_attackers(target).is_empty();
            let (rank, variant) = match me.role(target) {
                Some(Role::King) if gives_check(me, man, off) => (5, "double-check"),
                Some(Role::King) => (4, "check"),
                Some(Role::Queen) if undefended || role != Role::Queen => (3, "on-queen"),
                Some(Role::Rook) if undefended || man_value(role) < 5 => (2, "on-rook"),
                Some(Role::Knight | Role::Bishop) if undefended => (1, "on-minor"),
                _ => continue,
            };
            if best.is_none_or(|(was, ..)| rank > was) {
                best = Some((rank, variant, man, s, target));
            }
        }
    }
    if let Some((_, variant, man, slider, target)) = best {
        out.add(variant, [man]).target(target).attacker(slider).piece(me.role(slider));
    }
}

/// Moving off the line, the man can attack the enemy king itself.
fn gives_check(me: &View, man: Square, off: Bitboard) -> bool {
    let Some(piece) = me.board.piece_at(man) else { return false };
    let occupied = me.occupied ^ man;
    piece.role != Role::King
        && off
            .into_iter()
            .any(|to| attacks::attacks(to, piece, occupied | to).contains(me.them.king))
}
