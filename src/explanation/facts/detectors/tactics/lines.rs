//! What happens along lines: pins, skewers, discovered attacks.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::attacked::cannot_be_traded;
use crate::chess::piece_value;
use crate::explanation::facts::detectors::{Detections, Perspectives};
use crate::explanation::facts::features::Perspective;

/// Squares a slider would attacks on an empty board.
fn empty_reach(role: Role, s: Square) -> Bitboard {
    let piece = shakmaty::Piece { color: Color::White, role };
    attacks::attacks(s, piece, Bitboard::EMPTY)
}

fn sliders(pos: &Perspective) -> impl Iterator<Item = (Square, Role)> {
    let pieces = pos.us.bishops | pos.us.majors();
    pieces.into_iter().filter_map(|s| Some((s, pos.role(s)?)))
}

/// The slider that pins a piece to its king.
fn pinner(pos: &Perspective, pinned: Square) -> Option<Square> {
    let king = pos.them.king;
    sliders(pos)
        .map(|(s, _)| s)
        .find(|s| pos.attacks(*s).contains(pinned) && attacks::between(*s, king).contains(pinned))
}

/// The most valuable enemy piece pinned to its king. Square and target: it; behind: the king; attacker: the pinning
/// piece.
pub fn pin_absolute(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let counts = |s: &Square| {
        pos.role(*s) != Some(Role::Queen) || pinner(pos, *s).is_some_and(|p| pos.value(p) < 9)
    };
    let Some(s) = pos.them.pinned.into_iter().filter(counts).max_by_key(|s| pos.value(*s)) else {
        return;
    };
    let variant = match pos.role(s) {
        Some(Role::Pawn) => "pawn",
        Some(Role::Knight) => "knight",
        Some(Role::Bishop) => "bishop",
        Some(Role::Rook) => "rook",
        _ => "queen",
    };
    let found = out.add(variant, [s]).target(s).behind(pos.them.king);
    if let Some(pinner) = pinner(pos, s) {
        found.attacker(pinner);
    }
}

/// Enemy pieces in front of a more valuable one. Square and target: the piece; behind: the other; attacker: the
/// slider.
pub fn pin_relative(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for (variant, targets) in [("to-queen", pos.them.queens), ("to-rook", pos.them.rooks)] {
        for (s, role) in sliders(pos) {
            if role == Role::Queen || (variant == "to-rook" && role != Role::Bishop) {
                continue;
            }
            for behind in targets & empty_reach(role, s) {
                let Some(piece) = (attacks::between(s, behind) & pos.occupied).single_square()
                else {
                    continue;
                };
                let is_piece = (pos.them.minors() | pos.them.rooks).contains(piece);
                if is_piece && pos.value(piece) < pos.value(behind) {
                    out.add(variant, [piece]).target(piece).behind(behind).attacker(s);
                }
            }
        }
    }
}

/// Pinned enemy pieces attacked by a pawn or more often than defended. Square and target: the piece; behind: the
/// king.
pub fn pin_exploited(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let pieces = pos.them.pinned & pos.them.non_pawns();
    let mut sorted: Vec<Square> = pieces.into_iter().collect();
    sorted.sort_by_key(|s| -pos.value(*s));
    for s in sorted {
        let attackers = pos.our_attackers(s);
        if (attackers & pos.us.pawns).any() {
            out.add("by-pawn", [s]).target(s).behind(pos.them.king);
        } else if attackers.count() > pos.their_attackers(s).count() {
            out.add("outnumbered", [s]).target(s).behind(pos.them.king);
        }
    }
}

/// Sliders that attack an enemy piece through a more valuable one. Square and piece: the slider; target: the front
/// piece; behind: the rear one.
pub fn skewer(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for (s, role) in sliders(pos) {
        if !cannot_be_traded(&pos.board, s) {
            continue;
        }
        let worth = piece_value(role);
        for behind in pos.them.non_pawns() & empty_reach(role, s) {
            let Some(front) = (attacks::between(s, behind) & pos.occupied).single_square() else {
                continue;
            };
            if !pos.them.all.contains(front) {
                continue;
            }
            // The front piece has to move and protects no longer.
            let guards = pos.their_attackers(behind).without(front);
            let wins = guards.is_empty() || pos.value(behind) > worth;
            let variant = match pos.role(front) {
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

/// Squares a piece could go to off the line, pseudo-legally.
fn moves_off(pos: &Perspective, piece: Square, line: Bitboard) -> Bitboard {
    let to = match pos.role(piece) {
        Some(Role::Pawn) => {
            let steps: Bitboard =
                crate::explanation::facts::detectors::pawns::formation::steps(pos, piece).collect();
            steps | (pos.attacks(piece) & pos.them.all)
        }
        Some(Role::King) => pos.attacks(piece) & !pos.us.all & !pos.them.attacks,
        _ => pos.attacks(piece) & !pos.us.all,
    };
    to & !line
}

/// The best discovered attack. Square: the moving piece; target: what is attacked; attacker and piece: the slider.
pub fn discovered(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let mut best: Option<(i32, &'static str, Square, Square, Square)> = None;
    for (s, role) in sliders(pos) {
        let targets = (pos.them.non_pawns() | pos.them.king) & empty_reach(role, s);
        for target in targets {
            let Some(piece) = (attacks::between(s, target) & pos.occupied).single_square() else {
                continue;
            };
            if !pos.us.all.contains(piece) || pos.us.pinned.contains(piece) {
                continue;
            }
            let off = moves_off(pos, piece, attacks::ray(s, target));
            if off.is_empty() {
                continue;
            }
            let undefended = pos.their_attackers(target).is_empty();
            let (rank, variant) = match pos.role(target) {
                Some(Role::King) if gives_check(pos, piece, off) => (5, "double-check"),
                Some(Role::King) => (4, "check"),
                Some(Role::Queen) if undefended || role != Role::Queen => (3, "on-queen"),
                Some(Role::Rook) if undefended || piece_value(role) < 5 => (2, "on-rook"),
                Some(Role::Knight | Role::Bishop) if undefended => (1, "on-minor"),
                _ => continue,
            };
            if best.is_none_or(|(was, ..)| rank > was) {
                best = Some((rank, variant, piece, s, target));
            }
        }
    }
    if let Some((_, variant, piece, slider, target)) = best {
        out.add(variant, [piece]).target(target).attacker(slider).piece(pos.role(slider));
    }
}

/// Moving off the line, the piece can attack the enemy king itself.
fn gives_check(pos: &Perspective, from: Square, off: Bitboard) -> bool {
    let Some(piece) = pos.board.piece_at(from) else { return false };
    let occupied = pos.occupied ^ from;
    piece.role != Role::King
        && off
            .into_iter()
            .any(|to| attacks::attacks(to, piece, occupied | to).contains(pos.them.king))
}
