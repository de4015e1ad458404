//! Attacked men: hanging, en prise, overloaded, loose, trapped.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::finds::counted;
use super::pawn_formation::{is_sound_step, steps};
use super::{Finds, Views};
use crate::chess::man_value;
use crate::explanation::facts::study::{View, best_capture, rank_of};

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

/// The owner's men that can capture on a square.
fn capturers(me: &View, to: Square) -> Bitboard {
    me.our_attackers(to).into_iter().filter(|from| me.can_capture(*from, to)).collect()
}

fn hanging(views: Views<'_>, out: &mut Finds, on_move: bool) {
    let me = views.me;
    if me.to_move != on_move {
        return;
    }
    let mut best: Option<(i32, Square, Square)> = None;
    for s in (me.them.all & me.us.reach).without(me.them.king) {
        if me.their_attackers(s).any() {
            continue;
        }
        if let Some((from, gain)) = best_capture(&me.board, capturers(me, s), s)
            && gain > 0
            && best.is_none_or(|(value, ..)| me.value(s) > value)
        {
            best = Some((me.value(s), s, from));
        }
    }
    if let Some((_, s, from)) = best
        && let Some(variant) = name(me.role(s))
    {
        out.add(variant, [s]).target(s).attacker(from).piece(me.role(from));
    }
}

pub(super) fn hanging_on_move(views: Views<'_>, out: &mut Finds) {
    hanging(views, out, true);
}

pub(super) fn hanging_waiting(views: Views<'_>, out: &mut Finds) {
    hanging(views, out, false);
}

fn en_prise(views: Views<'_>, out: &mut Finds, on_move: bool) {
    let me = views.me;
    if me.to_move != on_move {
        return;
    }
    let mut best: Option<(i32, &'static str, Square, Square)> = None;
    for s in (me.them.all & me.us.reach).without(me.them.king) {
        if me.their_attackers(s).is_empty() {
            continue;
        }
        let men = capturers(me, s).without(me.us.king);
        let Some(cheapest) = men.into_iter().min_by_key(|from| me.value(*from)) else { continue };
        let variant = match (me.role(s), me.role(cheapest)) {
            (Some(Role::Knight | Role::Bishop), Some(Role::Pawn)) => "minor-by-pawn",
            (Some(Role::Rook), Some(Role::Pawn)) => "rook-by-pawn",
            (Some(Role::Queen), Some(Role::Pawn)) => "queen-by-pawn",
            (Some(Role::Rook), Some(Role::Knight | Role::Bishop)) => "rook-by-minor",
            (Some(Role::Queen), Some(Role::Knight | Role::Bishop)) => "queen-by-minor",
            (Some(Role::Queen), Some(Role::Rook)) => "queen-by-rook",
            _ => "outnumbered",
        };
        let (from, gain) = if variant == "outnumbered" {
            match best_capture(&me.board, men, s) {
                Some((from, gain)) if gain >= 1 => (from, gain),
                _ => continue,
            }
        } else {
            (cheapest, me.value(s) - me.value(cheapest))
        };
        if best.is_none_or(|(value, ..)| gain > value) {
            best = Some((gain, variant, s, from));
        }
    }
    if let Some((_, variant, s, from)) = best {
        out.add(variant, [s]).target(s).attacker(from).piece(me.role(from));
    }
}

pub(super) fn en_prise_on_move(views: Views<'_>, out: &mut Finds) {
    en_prise(views, out, true);
}

pub(super) fn en_prise_waiting(views: Views<'_>, out: &mut Finds) {
    en_prise(views, out, false);
}

pub(super) fn overload(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let mut duties: Vec<(Square, Vec<Square>)> = Vec::new();
    for s in (me.them.all & me.us.reach).without(me.them.king) {
        let Some(guard) = me.their_attackers(s).single_square() else { continue };
        match duties.iter_mut().find(|(who, _)| *who == guard) {
            Some((_, men)) => men.push(s),
            None => duties.push((guard, vec![s])),
        }
    }
    let worth = |men: &[Square]| men.iter().map(|s| me.value(*s)).sum::<i32>();
    let busiest = duties
        .into_iter()
        .filter(|(_, men)| men.len() >= 2)
        .max_by_key(|(guard, men)| (men.len().min(3), worth(men), std::cmp::Reverse(*guard)));
    if let Some((guard, men)) = busiest {
        let variant = if men.len() == 2 { "two" } else { "three-or-more" };
        out.add(variant, [guard]).to(guard).targets(men).piece(me.role(guard));
    }
}

/// The pawn step that attacks a square, if one is good enough.
pub(super) fn chasing_step(
    me: &View,
    target: Square,
    is_good: impl Fn(&View, Square, Square) -> bool,
) -> Option<(Square, Square)> {
    let posts = super::mobility::pawn_posts(target) & !me.occupied;
    let near: Bitboard =
        me.us.pawns.into_iter().filter(|p| rank_of(*p) < rank_of(target)).collect();
    near.into_iter()
        .flat_map(|from| steps(me, from).map(move |to| (from, to)))
        .filter(|(_, to)| posts.contains(*to))
        .find(|(from, to)| is_good(me, *from, *to) && me.is_free_to(*from, *to))
}

pub(super) fn remove_defender(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if !me.to_move {
        return;
    }
    let mut best: Option<(i32, &'static str, Square, Square)> = None;
    for s in me.them.pieces() & me.us.reach {
        let Some(guard) = me.their_attackers(s).single_square() else { continue };
        if guard == me.them.king || capturers(me, s).is_empty() {
            continue;
        }
        let captures = best_capture(&me.board, capturers(me, guard), guard);
        let (bonus, variant) = if captures.is_some_and(|(_, gain)| gain >= 0) {
            (1, "capture")
        } else if chasing_step(me, guard, is_sound_step).is_some() {
            (0, "chase")
        } else {
            continue;
        };
        let value = 100 * bonus + me.value(s);
        if best.is_none_or(|(was, ..)| value > was) {
            best = Some((value, variant, s, guard));
        }
    }
    if let Some((_, variant, s, guard)) = best {
        out.add(variant, [s]).target(s).behind(guard);
    }
}

pub(super) fn trapped(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let mut best: Option<(i32, Square)> = None;
    for s in me.them.pieces() {
        let worth = me.value(s);
        let hunted = me.our_attackers(s).into_iter().any(|from| me.value(from) < worth);
        if best.is_some_and(|(value, _)| value >= worth)
            || me.safe_destinations(s).any()
            || !(hunted || chasing_step(me, s, is_sound_step).is_some())
        {
            continue;
        }
        best = Some((worth, s));
    }
    if let Some((_, s)) = best
        && let Some(variant) = name(me.role(s))
    {
        out.add(variant, [s]).target(s);
    }
}

pub(super) fn loose(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if me.them.queens.is_empty() {
        return;
    }
    let is_loose = |s: &Square| {
        !(me.us.rooks.contains(*s) && rank_of(*s) == 1) && me.our_attackers(*s).is_empty()
    };
    let pieces: Bitboard = me.us.pieces().into_iter().filter(is_loose).collect();
    if let Some(variant) = counted(pieces.count(), &["one", "two", "three-or-more"]) {
        out.add(variant, pieces);
    }
}

/// A man on `from`, attacking `reach`, forks these enemies: each is the king, or more valuable, or undefended (pawns
/// only for a king).
pub(super) fn forked(
    me: &View,
    role: Role,
    reach: Bitboard,
    guarded: impl Fn(Square) -> bool,
) -> Vec<Square> {
    let worth = man_value(role);
    let is_target = |s: &Square| match me.role(*s) {
        None => false,
        Some(Role::King) => true,
        Some(Role::Pawn) => role == Role::King && !guarded(*s),
        Some(other) => (role != Role::King && man_value(other) > worth) || !guarded(*s),
    };
    let mut men: Vec<Square> = (reach & me.them.all).into_iter().filter(is_target).collect();
    men.sort_by_key(|s| -me.value(*s));
    men
}

/// A man is unattacked, or protected and attacked only by more valuable men.
pub(super) fn stands_safely(board: &shakmaty::Board, s: Square) -> bool {
    let occupied = board.occupied();
    let enemies = board.attacks_to(s, Color::Black, occupied);
    let worth = board.role_at(s).map_or(0, man_value);
    enemies.is_empty()
        || board.attacks_to(s, Color::White, occupied).any()
            && enemies.into_iter().all(|e| board.role_at(e).map_or(0, man_value) > worth)
}

pub(super) fn fork_standing(views: Views<'_>, out: &mut Finds) {
    if let Some((s, men)) = standing_fork(views.me)
        && let Some(role) = views.me.role(s)
    {
        out.add(fork_name(role), [s]).targets(men).piece(Some(role));
    }
}

fn fork_name(role: Role) -> &'static str {
    name(Some(role)).unwrap_or("king")
}

fn standing_fork(me: &View) -> Option<(Square, Vec<Square>)> {
    let guarded = |s: Square| me.their_attackers(s).any();
    let forks = me.us.all.into_iter().filter(|s| !me.us.pinned.contains(*s)).filter_map(|s| {
        let role = me.role(s)?;
        let men = forked(me, role, me.reach(s), guarded);
        (men.len() >= 2 && stands_safely(&me.board, s)).then_some((s, men))
    });
    forks.min_by_key(|(s, _)| me.value(*s))
}

pub(super) fn fork_available(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if !me.to_move || standing_fork(me).is_some() {
        return;
    }
    let mut best: Option<(i32, Role, Square, Square, Vec<Square>)> = None;
    for m in &me.legal {
        if m.is_castle() {
            continue;
        }
        let Some(from) = m.from() else { continue };
        let (to, worth) = (m.to(), man_value(m.role()));
        if best.as_ref().is_some_and(|(was, ..)| *was <= worth) {
            continue;
        }
        let role = m.promotion().unwrap_or(m.role());
        // Few moves come near two targets: ask the cheap question first.
        let piece = shakmaty::Piece { color: Color::White, role };
        let occupied = (me.occupied ^ from) | to;
        let reach = attacks::attacks(to, piece, occupied);
        if (reach & me.them.all).count() < 2 {
            continue;
        }
        let mut board = me.board.clone();
        board.discard_piece_at(from);
        board.set_piece_at(to, piece);
        let guarded = |s: Square| board.attacks_to(s, Color::Black, occupied).any();
        let men = forked(me, role, reach & !Bitboard::from_square(to), guarded);
        if men.len() >= 2 && stands_safely(&board, to) {
            best = Some((worth, m.role(), from, to, men));
        }
    }
    if let Some((_, role, from, to, men)) = best {
        out.add(fork_name(role), [from]).to(to).targets(men).piece(Some(role));
    }
}
