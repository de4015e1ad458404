//! Attacked pieces: hanging, en prise, overloaded, loose, trapped.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use crate::chess::{best_capture, piece_value};
use crate::explanation::facts::detectors::pawns::formation::{is_sound_step, steps};
use crate::explanation::facts::detectors::{Detections, Perspectives, variant_by_count};
use crate::explanation::facts::features::{Perspective, rank_of};

fn name(role: Option<Role>) -> Option<&'static str> {
    Some(match role? {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => return None,
    })
}

/// The owner's pieces that can capture on a square.
fn capturers(pos: &Perspective, to: Square) -> Bitboard {
    pos.our_attackers(to).into_iter().filter(|from| pos.can_capture(*from, to)).collect()
}

/// The most valuable undefended enemy piece that can be captured with gain, by the side to move or not (`on_move`).
/// Square and target: it; attacker and piece: the capturer.
pub fn hanging(sides: Perspectives<'_>, out: &mut Detections, on_move: bool) {
    let pos = sides.owner;
    if pos.to_move != on_move {
        return;
    }
    let mut best: Option<(i32, Square, Square)> = None;
    for s in (pos.them.all & pos.us.attacks).without(pos.them.king) {
        if pos.their_attackers(s).any() {
            continue;
        }
        if let Some((from, gain)) = best_capture(&pos.board, capturers(pos, s), s)
            && gain > 0
            && best.is_none_or(|(value, ..)| pos.value(s) > value)
        {
            best = Some((pos.value(s), s, from));
        }
    }
    if let Some((_, s, from)) = best
        && let Some(variant) = name(pos.role(s))
    {
        out.add(variant, [s]).target(s).attacker(from).piece(pos.role(from));
    }
}

/// The largest gain by capturing a defended enemy piece. Square and target: it; attacker and piece: the capturer.
pub fn en_prise(sides: Perspectives<'_>, out: &mut Detections, on_move: bool) {
    let pos = sides.owner;
    if pos.to_move != on_move {
        return;
    }
    let mut best: Option<(i32, &'static str, Square, Square)> = None;
    for s in (pos.them.all & pos.us.attacks).without(pos.them.king) {
        if pos.their_attackers(s).is_empty() {
            continue;
        }
        let pieces = capturers(pos, s).without(pos.us.king);
        let Some(cheapest) = pieces.into_iter().min_by_key(|from| pos.value(*from)) else {
            continue;
        };
        let variant = match (pos.role(s), pos.role(cheapest)) {
            (Some(Role::Knight | Role::Bishop), Some(Role::Pawn)) => "minor-by-pawn",
            (Some(Role::Rook), Some(Role::Pawn)) => "rook-by-pawn",
            (Some(Role::Queen), Some(Role::Pawn)) => "queen-by-pawn",
            (Some(Role::Rook), Some(Role::Knight | Role::Bishop)) => "rook-by-minor",
            (Some(Role::Queen), Some(Role::Knight | Role::Bishop)) => "queen-by-minor",
            (Some(Role::Queen), Some(Role::Rook)) => "queen-by-rook",
            _ => "outnumbered",
        };
        let (from, gain) = if variant == "outnumbered" {
            match best_capture(&pos.board, pieces, s) {
                Some((from, gain)) if gain >= 1 => (from, gain),
                _ => continue,
            }
        } else {
            (cheapest, pos.value(s) - pos.value(cheapest))
        };
        if best.is_none_or(|(value, ..)| gain > value) {
            best = Some((gain, variant, s, from));
        }
    }
    if let Some((_, variant, s, from)) = best {
        out.add(variant, [s]).target(s).attacker(from).piece(pos.role(from));
    }
}

/// An enemy piece that alone defends several attacked ones. Square, to and piece: the defender; targets: what it
/// defends.
pub fn overload(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let mut defences: Vec<(Square, Vec<Square>)> = Vec::new();
    for s in (pos.them.all & pos.us.attacks).without(pos.them.king) {
        let Some(guard) = pos.their_attackers(s).single_square() else { continue };
        match defences.iter_mut().find(|(by, _)| *by == guard) {
            Some((_, pieces)) => pieces.push(s),
            None => defences.push((guard, vec![s])),
        }
    }
    let worth = |pieces: &[Square]| pieces.iter().map(|s| pos.value(*s)).sum::<i32>();
    let busiest = defences.into_iter().filter(|(_, pieces)| pieces.len() >= 2).max_by_key(
        |(guard, pieces)| (pieces.len().min(3), worth(pieces), std::cmp::Reverse(*guard)),
    );
    if let Some((guard, pieces)) = busiest {
        let variant = if pieces.len() == 2 { "two" } else { "three-or-more" };
        out.add(variant, [guard]).to(guard).targets(pieces).piece(pos.role(guard));
    }
}

/// The pawn step that attacks a square, if one is good enough.
pub fn chasing_step(
    pos: &Perspective,
    target: Square,
    is_good: impl Fn(&Perspective, Square, Square) -> bool,
) -> Option<(Square, Square)> {
    let posts = crate::explanation::facts::detectors::mobility::pawn_posts(target) & !pos.occupied;
    let near: Bitboard =
        pos.us.pawns.into_iter().filter(|p| rank_of(*p) < rank_of(target)).collect();
    near.into_iter()
        .flat_map(|from| steps(pos, from).map(move |to| (from, to)))
        .filter(|(_, to)| posts.contains(*to))
        .find(|(from, to)| is_good(pos, *from, *to) && pos.is_free_to(*from, *to))
}

/// An attacked enemy piece whose only defender can be captured or chased. Square and target: the piece; behind: the
/// defender.
pub fn remove_defender(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if !pos.to_move {
        return;
    }
    let mut best: Option<(i32, &'static str, Square, Square)> = None;
    for s in pos.them.non_pawns() & pos.us.attacks {
        let Some(guard) = pos.their_attackers(s).single_square() else { continue };
        if guard == pos.them.king || capturers(pos, s).is_empty() {
            continue;
        }
        let captures = best_capture(&pos.board, capturers(pos, guard), guard);
        let (bonus, variant) = if captures.is_some_and(|(_, gain)| gain >= 0) {
            (1, "capture")
        } else if chasing_step(pos, guard, is_sound_step).is_some() {
            (0, "chase")
        } else {
            continue;
        };
        let value = 100 * bonus + pos.value(s);
        if best.is_none_or(|(was, ..)| value > was) {
            best = Some((value, variant, s, guard));
        }
    }
    if let Some((_, variant, s, guard)) = best {
        out.add(variant, [s]).target(s).behind(guard);
    }
}

/// The most valuable attacked enemy piece without a safe square. Square and target: it.
pub fn trapped(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let mut best: Option<(i32, Square)> = None;
    for s in pos.them.non_pawns() {
        let worth = pos.value(s);
        let hunted = pos.our_attackers(s).into_iter().any(|from| pos.value(from) < worth);
        if best.is_some_and(|(value, _)| value >= worth)
            || pos.safe_destinations(s).any()
            || !(hunted || chasing_step(pos, s, is_sound_step).is_some())
        {
            continue;
        }
        best = Some((worth, s));
    }
    if let Some((_, s)) = best
        && let Some(variant) = name(pos.role(s))
    {
        out.add(variant, [s]).target(s);
    }
}

/// Undefended pieces of the owner while the enemy has a queen. Squares: the pieces.
pub fn loose(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if pos.them.queens.is_empty() {
        return;
    }
    let is_loose = |s: &Square| {
        !(pos.us.rooks.contains(*s) && rank_of(*s) == 1) && pos.our_attackers(*s).is_empty()
    };
    let pieces: Bitboard = pos.us.non_pawns().into_iter().filter(is_loose).collect();
    if let Some(variant) = variant_by_count(pieces.count(), &["one", "two", "three-or-more"]) {
        out.add(variant, pieces);
    }
}

/// A piece on `from`, attacking `attacks`, forks these enemies: each is the king, or more valuable, or undefended (pawns
/// only for a king).
pub fn forked(
    pos: &Perspective,
    role: Role,
    attacks: Bitboard,
    guarded: impl Fn(Square) -> bool,
) -> Vec<Square> {
    let worth = piece_value(role);
    let is_target = |s: &Square| match pos.role(*s) {
        None => false,
        Some(Role::King) => true,
        Some(Role::Pawn) => role == Role::King && !guarded(*s),
        Some(other) => (role != Role::King && piece_value(other) > worth) || !guarded(*s),
    };
    let mut pieces: Vec<Square> = (attacks & pos.them.all).into_iter().filter(is_target).collect();
    pieces.sort_by_key(|s| -pos.value(*s));
    pieces
}

/// A White piece is not attacked, or protected and attacked only by more valuable pieces: unlike on a
/// safe square (`chess::is_safe_square`), not even an even trade is possible.
pub fn cannot_be_traded(board: &shakmaty::Board, s: Square) -> bool {
    let occupied = board.occupied();
    let enemies = board.attacks_to(s, Color::Black, occupied);
    let worth = board.role_at(s).map_or(0, piece_value);
    enemies.is_empty()
        || board.attacks_to(s, Color::White, occupied).any()
            && enemies.into_iter().all(|e| board.role_at(e).map_or(0, piece_value) > worth)
}

/// The cheapest fork on the board. Square and piece: the forking piece; targets: the forked ones, the most valuable
/// first.
pub fn fork_standing(sides: Perspectives<'_>, out: &mut Detections) {
    if let Some((s, pieces)) = standing_fork(sides.owner)
        && let Some(role) = sides.owner.role(s)
    {
        out.add(fork_name(role), [s]).targets(pieces).piece(Some(role));
    }
}

fn fork_name(role: Role) -> &'static str {
    name(Some(role)).unwrap_or("king")
}

fn standing_fork(pos: &Perspective) -> Option<(Square, Vec<Square>)> {
    let guarded = |s: Square| pos.their_attackers(s).any();
    let forks = pos.us.all.into_iter().filter(|s| !pos.us.pinned.contains(*s)).filter_map(|s| {
        let role = pos.role(s)?;
        let pieces = forked(pos, role, pos.attacks(s), guarded);
        (pieces.len() >= 2 && cannot_be_traded(&pos.board, s)).then_some((s, pieces))
    });
    forks.min_by_key(|(s, _)| pos.value(*s))
}

/// The cheapest fork by a legal move, when none is on the board. Square and piece: the moving piece; to: where;
/// targets: the forked ones.
pub fn fork_available(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if !pos.to_move || standing_fork(pos).is_some() {
        return;
    }
    let mut best: Option<(i32, Role, Square, Square, Vec<Square>)> = None;
    for m in &pos.legal {
        if m.is_castle() {
            continue;
        }
        let Some(from) = m.from() else { continue };
        let (to, worth) = (m.to(), piece_value(m.role()));
        if best.as_ref().is_some_and(|(was, ..)| *was <= worth) {
            continue;
        }
        let role = m.promotion().unwrap_or(m.role());
        // Few moves come near two targets: ask the cheap question first.
        let piece = shakmaty::Piece { color: Color::White, role };
        let occupied = (pos.occupied ^ from) | to;
        let attacks = attacks::attacks(to, piece, occupied);
        if (attacks & pos.them.all).count() < 2 {
            continue;
        }
        let mut board = pos.board.clone();
        board.discard_piece_at(from);
        board.set_piece_at(to, piece);
        let guarded = |s: Square| board.attacks_to(s, Color::Black, occupied).any();
        let pieces = forked(pos, role, attacks & !Bitboard::from_square(to), guarded);
        if pieces.len() >= 2 && cannot_be_traded(&board, to) {
            best = Some((worth, m.role(), from, to, pieces));
        }
    }
    if let Some((_, role, from, to, pieces)) = best {
        out.add(fork_name(role), [from]).to(to).targets(pieces).piece(Some(role));
    }
}
