use shakmaty::{Bitboard, Color, File, Square, attacks};

use super::finds::counted;
use super::kpk::Kpk;
use super::pawn_passed::{Passed, class, path};
use super::{Finds, Views};
use crate::explanation::facts::study::{View, file_of, front, king_steps, rank_of};

fn is_pawn_ending(me: &View) -> bool {
    (me.us.pieces() | me.them.pieces()).is_empty() && me.board.pawns().any()
}

pub(super) fn opposition(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if !is_pawn_ending(me) || me.to_move {
        return;
    }
    let files = (file_of(me.us.king) - file_of(me.them.king)).abs();
    let ranks = (rank_of(me.us.king) - rank_of(me.them.king)).abs();
    let variant = match (files.min(ranks), files.max(ranks)) {
        (0, 2) => "direct",
        (0, 4 | 6) => "distant",
        (2, 2) => "diagonal",
        _ => return,
    };
    out.add(variant, [me.us.king]);
}

/// Key squares: the king on one of them wins whoever is to move.
fn key_squares(pawn: Square) -> Bitboard {
    let (file, rank) = (file_of(pawn), rank_of(pawn));
    if file == 0 || file == 7 {
        let [a, b] = if file == 0 { [Square::B7, Square::B8] } else { [Square::G7, Square::G8] };
        return Bitboard::from_square(a) | b;
    }
    let ahead = if rank <= 4 { 2..=2 } else { 1..=2 };
    let three = |s: &Square| (file_of(*s) - file).abs() <= 1;
    Square::ALL.into_iter().filter(|s| three(s) && ahead.contains(&(rank_of(*s) - rank))).collect()
}

pub(super) fn kpk(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let Some(pawn) = me.us.pawns.single_square() else { return };
    if me.occupied.count() != 3 {
        return;
    }
    let (king, enemy) = (me.us.king, me.them.king);
    let variant = if Kpk::shared().is_won(me.to_move, king, pawn, enemy) {
        let steps = steps_to_go(pawn);
        let tempo = i32::from(!me.to_move);
        let goal = goal_of(pawn);
        if key_squares(pawn).contains(king) {
            "won-key-square"
        } else if king_steps(enemy, goal) - tempo > steps && !path(pawn).contains(king) {
            "won-outside-square"
        } else {
            "won-other"
        }
    } else if matches!(file_of(pawn), 0 | 7) {
        "drawn-rook-pawn"
    } else {
        "drawn-other"
    };
    out.add(variant, [pawn]);
}

/// The promotion square of a pawn.
pub(super) fn goal_of(pawn: Square) -> Square {
    Square::from_coords(pawn.file(), shakmaty::Rank::Eighth)
}

/// Moves to promotion, the double step counted.
pub(super) fn steps_to_go(pawn: Square) -> i32 {
    8 - rank_of(pawn) - i32::from(rank_of(pawn) == 2)
}

/// Moves that the fastest enemy pawn with a free way needs.
fn fastest_enemy(views: Views<'_>) -> Option<i32> {
    let foe = views.foe;
    foe.us.pawns.into_iter().filter(|s| (path(*s) & foe.occupied).is_empty()).map(steps_to_go).min()
}

pub(super) fn square(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if me.them.pieces().any() || me.occupied.count() < 4 {
        return;
    }
    let tempo = i32::from(!me.to_move);
    let margin = if me.us.pieces().any() { 0 } else { 1 + tempo };
    let runs = |s: &Square| {
        let steps = steps_to_go(*s);
        let taken = !me.to_move && me.them.reach.contains(*s);
        (path(*s) & me.occupied).is_empty()
            && king_steps(me.them.king, goal_of(*s)) - tempo > steps
            && !taken
            && fastest_enemy(views).is_none_or(|enemy| enemy > steps + margin)
    };
    let pawns: Bitboard = me.structure.passed.into_iter().filter(runs).collect();
    if let Some(variant) = counted(pawns.count(), &["one", "two-or-more"]) {
        out.add(variant, pawns);
    }
}

pub(super) fn trump(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if !is_pawn_ending(me) {
        return;
    }
    let classes = [
        (Passed::Connected, "connected"),
        (Passed::Protected, "protected"),
        (Passed::Outside, "outside"),
    ];
    let of = |view: &View, wanted: Passed| {
        view.structure
            .passed
            .into_iter()
            .filter(|s| class(view, *s) == wanted)
            .collect::<Bitboard>()
    };
    for (wanted, variant) in classes {
        let own = of(me, wanted);
        if own.any() {
            if of(views.foe, wanted).is_empty() {
                let best = own.into_iter().max_by_key(|s| rank_of(*s));
                out.add(variant, best);
            }
            return;
        }
    }
}

pub(super) fn breakthrough(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if !is_pawn_ending(me) || !me.to_move {
        return;
    }
    for first in 0..6 {
        if let Some(pawns) = three_against_three(me, first) {
            out.add("three-against-three", pawns);
            return;
        }
    }
    for pawn in me.us.pawns {
        for other in me.us.pawns {
            if hook(me, pawn, other) {
                out.add("hook", [pawn, other]);
                return;
            }
        }
    }
}

fn on_rank(men: Bitboard, file: i32, rank: i32) -> Option<Square> {
    View::on_file(men, file).single_square().filter(|s| rank_of(*s) == rank)
}

fn three_against_three(me: &View, first: i32) -> Option<[Square; 3]> {
    let mut pawns = [Square::A1; 3];
    for (place, file) in pawns.iter_mut().zip(first..) {
        *place = on_rank(me.us.pawns, file, 5)?;
        on_rank(me.them.pawns, file, 7)?;
    }
    let beside = View::on_file(me.them.pawns, first - 1) | View::on_file(me.them.pawns, first + 3);
    let goals = pawns.map(goal_of);
    let far = goals.into_iter().all(|goal| king_steps(me.them.king, goal) >= 4);
    (beside.is_empty() && far).then_some(pawns)
}

/// `pawn` is given up against the only enemy pawn near, on its seventh rank, so that `other` runs outside the square.
fn hook(me: &View, pawn: Square, other: Square) -> bool {
    let files = [file_of(pawn), file_of(other)];
    if (files[0] - files[1]).abs() != 1
        || !matches!(rank_of(pawn), 5 | 6)
        || !matches!(rank_of(other), 5 | 6)
    {
        return false;
    }
    let near: Bitboard = me
        .them
        .pawns
        .into_iter()
        .filter(|s| (file_of(*s) - files[0]).abs().min((file_of(*s) - files[1]).abs()) <= 1)
        .collect();
    let Some(guard) = near.single_square().filter(|s| rank_of(*s) == 7) else { return false };
    // The guard takes the first pawn on the sixth rank: it stands there or steps there.
    let offered = if rank_of(pawn) == 6 { Some(pawn) } else { front(pawn) };
    let Some(offered) = offered.filter(|s| *s == pawn || !me.occupied.contains(*s)) else {
        return false;
    };
    let takes = attacks::pawn_attacks(Color::Black, guard).contains(offered);
    // Afterwards the guard stands on the file of the pawn that was given up.
    let freed = file_of(guard) == files[1] && path(other).without(guard).is_disjoint(me.occupied);
    takes && freed && king_steps(me.them.king, goal_of(other)) > steps_to_go(other)
}

/// Pawn steps that change nothing else: of pawns neither passed nor attacked, until contact.
fn spare(view: &View) -> i32 {
    let mut steps = 0;
    for pawn in view.us.pawns & !view.structure.passed & !view.them.reach {
        let mut at = pawn;
        while let Some(next) = front(at) {
            if view.occupied.contains(next) || view.them.pawn_reach.contains(next) {
                break;
            }
            steps += 1;
            at = next;
        }
    }
    steps
}

pub(super) fn spare_moves(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if !is_pawn_ending(me) || me.us.pawns.is_empty() || me.them.pawns.is_empty() {
        return;
    }
    let more = spare(me) - spare(views.foe);
    let count = usize::try_from(more).unwrap_or(0);
    if let Some(variant) = counted(count, &["one", "two-or-more"]) {
        out.add(variant, []).number(more);
    }
}

pub(super) fn trebuchet(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let (Some(own), Some(enemy)) = (me.us.pawns.single_square(), me.them.pawns.single_square())
    else {
        return;
    };
    let is_beside = |king: Square| king_steps(king, own) == 1 && king_steps(king, enemy) == 1;
    if is_pawn_ending(me)
        && !me.to_move
        && me.rammed.contains(own)
        && is_beside(me.us.king)
        && is_beside(me.them.king)
    {
        out.add("opponent-to-move", [own]).target(enemy);
    }
}

/// Files at which a rook pawn stands.
pub(super) fn is_rook_file(s: Square) -> bool {
    matches!(s.file(), File::A | File::H)
}
