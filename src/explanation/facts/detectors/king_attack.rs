use shakmaty::{Bitboard, CastlingSide, Color, Position, Role, Square, attacks};

use super::finds::counted;
use super::{Finds, Views};
use crate::explanation::facts::study::{Side, View, file_of, king_steps, rank_of};

/// The owner's pieces that attack the enemy king's zone.
pub(super) fn zone_attackers(me: &View) -> Bitboard {
    me.us.pieces().into_iter().filter(|s| (me.reach(*s) & me.them.zone).any()).collect()
}

pub(super) fn attackers(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let pieces = zone_attackers(me);
    let with_queen = (pieces & me.us.queens).any();
    let variant = match (pieces.count(), with_queen) {
        (2, true) => "two-with-queen",
        (2, false) => "two-without-queen",
        (3, true) => "three-with-queen",
        (3, false) => "three-without-queen",
        (4.., true) => "four-or-more-with-queen",
        (4.., false) => "four-or-more-without-queen",
        _ => return,
    };
    out.add(variant, pieces).number(pieces.count() as i32).target(me.them.king);
}

pub(super) fn weak_ring(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let is_weak = |s: &Square| {
        let guards = me.their_attackers(*s).without(me.them.king);
        me.us.reach.contains(*s) && (guards & !me.them.queens).is_empty()
    };
    let squares: Bitboard = me.them.ring.into_iter().filter(is_weak).collect();
    if let Some(variant) = counted(squares.count(), &["one", "two", "three-or-more"]) {
        out.add(variant, squares);
    }
}

/// Where a piece could give check without being taken.
fn safe_check(me: &View, from: Square) -> Option<Square> {
    let man = me.board.piece_at(from)?;
    let king = me.them.king;
    let occupied = me.occupied ^ from;
    let checks = match man.role {
        Role::Knight => attacks::knight_attacks(king),
        Role::Bishop => attacks::bishop_attacks(king, occupied),
        Role::Rook => attacks::rook_attacks(king, occupied),
        Role::Queen => attacks::queen_attacks(king, occupied),
        Role::King | Role::Pawn => Bitboard::EMPTY,
    };
    let is_safe = |to: &Square| {
        let after = occupied | *to;
        let enemies = me.board.attacks_to(*to, Color::Black, after).without(*to);
        enemies.without(king).is_empty()
            && (!enemies.contains(king)
                || me.board.attacks_to(*to, Color::White, after).without(from).any())
    };
    (me.reach(from) & checks & !me.us.all).into_iter().find(is_safe)
}

pub(super) fn safe_checks(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let checks: Vec<(Square, Square)> =
        me.us.pieces().into_iter().filter_map(|s| Some((s, safe_check(me, s)?))).collect();
    let variant = match checks.as_slice() {
        [] => return,
        [(from, _)] => match me.role(*from) {
            Some(Role::Knight) => "knight",
            Some(Role::Bishop) => "bishop",
            Some(Role::Rook) => "rook",
            _ => "queen",
        },
        _ => "several",
    };
    out.add(variant, checks.iter().map(|(from, _)| *from))
        .targets(checks.iter().map(|(_, to)| *to));
}

pub(super) fn storm(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let king = me.them.king;
    let lost_rights = !me.chess.castles().has_color(Color::Black);
    let near = |s: &Square| (file_of(*s) - file_of(king)).abs() <= 1;
    if rank_of(king) < 7 || !lost_rights || near(&me.us.king) {
        return;
    }
    let pawns: Bitboard =
        (me.us.pawns & !me.rammed).into_iter().filter(|s| near(s) && rank_of(*s) >= 4).collect();
    let is_near = pawns.into_iter().any(|s| rank_of(s) >= 5);
    let variant = match (pawns.count(), is_near) {
        (0, _) => return,
        (1, false) => "one-far",
        (1, true) => "one-near",
        (_, false) => "two-or-more-far",
        (_, true) => "two-or-more-near",
    };
    let mut squares: Vec<Square> = pawns.into_iter().collect();
    squares.sort_by_key(|s| -rank_of(*s));
    out.add(variant, squares.iter().copied()).files(squares.first().map(|s| file_of(*s)));
}

pub(super) fn opposite_castling(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let (Some(ours), Some(theirs)) = (me.castled(Side::Us), me.castled(Side::Them)) else {
        return;
    };
    if ours == theirs || me.us.queens.is_empty() || me.them.queens.is_empty() {
        return;
    }
    let near = |men: Bitboard, king: Square| {
        men.into_iter().filter(move |s| (file_of(*s) - file_of(king)).abs() <= 1)
    };
    let own = near(me.us.pawns, me.them.king).map(rank_of).max().unwrap_or(0);
    let other = near(me.them.pawns, me.us.king).map(|s| 9 - rank_of(s)).max().unwrap_or(0);
    if own > other {
        out.add("faster", [me.us.king]);
    } else if own == other && me.to_move {
        out.add("level", [me.us.king]);
    }
}

pub(super) fn thorn(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if me.us.queens.is_empty() || me.castled(Side::Them).is_none() {
        return;
    }
    for s in me.us.pawns {
        if rank_of(s) == 6 && (file_of(s) - file_of(me.them.king)).abs() <= 1 {
            let variant = match file_of(s) {
                0 | 7 => "rook-file",
                1 | 6 => "knight-file",
                2 | 5 => "bishop-file",
                _ => continue,
            };
            out.add(variant, [s]);
        }
    }
}

pub(super) fn superiority(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let zone: Bitboard =
        Square::ALL.into_iter().filter(|s| king_steps(*s, me.them.king) <= 2).collect();
    let acts = |s: &Square| zone.contains(*s) || (me.reach(*s) & zone).any();
    let attackers: Bitboard = me.us.pieces().into_iter().filter(acts).collect();
    let defenders: Bitboard = me.them.pieces().into_iter().filter(acts).collect();
    let surplus = attackers.count() as i32 - defenders.count() as i32;
    let variant = match surplus {
        3.. => "surplus-three-or-more",
        2 => "surplus-two",
        _ if me.us.queens.any()
            && attackers.count() >= 2
            && (me.them.minors() & zone).is_empty() =>
        {
            "no-minor-near"
        }
        _ => return,
    };
    out.add(variant, attackers);
}

pub(super) fn colour_complex(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let Some(wing) = me.castled(Side::Them) else { return };
    let (file, square) = match wing {
        CastlingSide::KingSide => (6, Square::G7),
        CastlingSide::QueenSide => (1, Square::B7),
    };
    if View::on_file(me.them.pawns, file).into_iter().any(|s| rank_of(s) == 7) {
        return;
    }
    let colour = if square.is_dark() { Bitboard::DARK_SQUARES } else { Bitboard::LIGHT_SQUARES };
    if (me.them.bishops & colour).is_empty() && (me.us.bishops & colour).any() {
        let word = me.square_colour(square);
        out.add(word, me.us.bishops & colour).word(word);
    }
}
