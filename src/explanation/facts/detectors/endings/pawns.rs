//! Pawn endings.

use shakmaty::{Bitboard, Color, File, Square, attacks};

use crate::chess::tablebase::pawn_wins;
use crate::chess::{key_squares, moves_to_promotion, promotion_square};
use crate::explanation::facts::detectors::pawns::passed::{Passed, class, path};
use crate::explanation::facts::detectors::{Detections, Perspectives, variant_by_count};
use crate::explanation::facts::features::{
    Perspective, file_of, king_distance, rank_of, stop_square,
};

fn is_pawn_ending(pos: &Perspective) -> bool {
    (pos.us.non_pawns() | pos.them.non_pawns()).is_empty() && pos.board.pawns().any()
}

/// The opposition in a pawn ending. Square: the owner's king.
pub fn opposition(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if !is_pawn_ending(pos) || pos.to_move {
        return;
    }
    let files = (file_of(pos.us.king) - file_of(pos.them.king)).abs();
    let ranks = (rank_of(pos.us.king) - rank_of(pos.them.king)).abs();
    let variant = match (files.min(ranks), files.max(ranks)) {
        (0, 2) => "direct",
        (0, 4 | 6) => "distant",
        (2, 2) => "diagonal",
        _ => return,
    };
    out.add(variant, [pos.us.king]);
}

/// King and pawn against king, exact. Square: the pawn.
pub fn kpk(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let Some(pawn) = pos.us.pawns.single_square() else { return };
    let Some(wins) = pawn_wins(&pos.board, Color::from_white(pos.to_move)) else { return };
    let (king, enemy) = (pos.us.king, pos.them.king);
    let variant = if wins {
        let steps = steps_to_go(pawn);
        let tempo = i32::from(!pos.to_move);
        let goal = goal_of(pawn);
        if key_squares(pawn).contains(king) {
            "won-key-square"
        } else if king_distance(enemy, goal) - tempo > steps && !path(pawn).contains(king) {
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

/// The promotion square of a pawn that moves up the board.
pub fn goal_of(pawn: Square) -> Square {
    promotion_square(Color::White, pawn)
}

/// Moves that a pawn that moves up the board needs to promote.
pub fn steps_to_go(pawn: Square) -> i32 {
    moves_to_promotion(Color::White, pawn)
}

/// Moves that the fastest enemy pawn with a free way needs.
fn fastest_enemy(sides: Perspectives<'_>) -> Option<i32> {
    let opponent = sides.opponent;
    opponent
        .us
        .pawns
        .into_iter()
        .filter(|s| (path(*s) & opponent.occupied).is_empty())
        .map(steps_to_go)
        .min()
}

/// Passed pawns that the enemy king cannot catch. Squares: the pawns.
pub fn square(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if pos.them.non_pawns().any() || pos.occupied.count() < 4 {
        return;
    }
    let tempo = i32::from(!pos.to_move);
    let margin = if pos.us.non_pawns().any() { 0 } else { 1 + tempo };
    let runs = |s: &Square| {
        let steps = steps_to_go(*s);
        let taken = !pos.to_move && pos.them.attacks.contains(*s);
        (path(*s) & pos.occupied).is_empty()
            && king_distance(pos.them.king, goal_of(*s)) - tempo > steps
            && !taken
            && fastest_enemy(sides).is_none_or(|enemy| enemy > steps + margin)
    };
    let pawns: Bitboard = pos.structure.passed.into_iter().filter(runs).collect();
    if let Some(variant) = variant_by_count(pawns.count(), &["one", "two-or-more"]) {
        out.add(variant, pawns);
    }
}

/// A passed pawn of a better class than the opponent's in a pawn ending. Square: the most advanced one.
pub fn trump(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if !is_pawn_ending(pos) {
        return;
    }
    let classes = [
        (Passed::Connected, "connected"),
        (Passed::Protected, "protected"),
        (Passed::Outside, "outside"),
    ];
    let of = |view: &Perspective, wanted: Passed| {
        view.structure
            .passed
            .into_iter()
            .filter(|s| class(view, *s) == wanted)
            .collect::<Bitboard>()
    };
    for (wanted, variant) in classes {
        let own = of(pos, wanted);
        if own.any() {
            if of(sides.opponent, wanted).is_empty() {
                let best = own.into_iter().max_by_key(|s| rank_of(*s));
                out.add(variant, best);
            }
            return;
        }
    }
}

/// Pawns that force a passed pawn by a sacrifice. Squares: the pawns, the one given up first.
pub fn breakthrough(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if !is_pawn_ending(pos) || !pos.to_move {
        return;
    }
    for first in 0..6 {
        if let Some(pawns) = three_against_three(pos, first) {
            out.add("three-against-three", pawns);
            return;
        }
    }
    for pawn in pos.us.pawns {
        for other in pos.us.pawns {
            if hook(pos, pawn, other) {
                out.add("hook", [pawn, other]);
                return;
            }
        }
    }
}

fn on_rank(pieces: Bitboard, file: i32, rank: i32) -> Option<Square> {
    Perspective::on_file(pieces, file).single_square().filter(|s| rank_of(*s) == rank)
}

fn three_against_three(pos: &Perspective, first: i32) -> Option<[Square; 3]> {
    let mut pawns = [Square::A1; 3];
    for (place, file) in pawns.iter_mut().zip(first..) {
        *place = on_rank(pos.us.pawns, file, 5)?;
        on_rank(pos.them.pawns, file, 7)?;
    }
    let beside = Perspective::on_file(pos.them.pawns, first - 1)
        | Perspective::on_file(pos.them.pawns, first + 3);
    let goals = pawns.map(goal_of);
    let far = goals.into_iter().all(|goal| king_distance(pos.them.king, goal) >= 4);
    (beside.is_empty() && far).then_some(pawns)
}

/// `pawn` is given up against the only enemy pawn near, on its seventh rank, so that `other` runs outside the square.
fn hook(pos: &Perspective, pawn: Square, other: Square) -> bool {
    let files = [file_of(pawn), file_of(other)];
    if (files[0] - files[1]).abs() != 1
        || !matches!(rank_of(pawn), 5 | 6)
        || !matches!(rank_of(other), 5 | 6)
    {
        return false;
    }
    let near: Bitboard = pos
        .them
        .pawns
        .into_iter()
        .filter(|s| (file_of(*s) - files[0]).abs().min((file_of(*s) - files[1]).abs()) <= 1)
        .collect();
    let Some(guard) = near.single_square().filter(|s| rank_of(*s) == 7) else { return false };
    // The guard takes the first pawn on the sixth rank: it stands there or steps there.
    let offered = if rank_of(pawn) == 6 { Some(pawn) } else { stop_square(pawn) };
    let Some(offered) = offered.filter(|s| *s == pawn || !pos.occupied.contains(*s)) else {
        return false;
    };
    let takes = attacks::pawn_attacks(Color::Black, guard).contains(offered);
    // Afterwards the guard stands on the file of the pawn that was given up.
    let freed = file_of(guard) == files[1] && path(other).without(guard).is_disjoint(pos.occupied);
    takes && freed && king_distance(pos.them.king, goal_of(other)) > steps_to_go(other)
}

/// Pawn steps that change nothing else: of pawns neither passed nor attacked, until contact.
fn spare(view: &Perspective) -> i32 {
    let mut steps = 0;
    for pawn in view.us.pawns & !view.structure.passed & !view.them.attacks {
        let mut at = pawn;
        while let Some(next) = stop_square(at) {
            if view.occupied.contains(next) || view.them.pawn_attacks.contains(next) {
                break;
            }
            steps += 1;
            at = next;
        }
    }
    steps
}

/// More spare pawn moves. No squares; number: how many more.
pub fn spare_moves(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if !is_pawn_ending(pos) || pos.us.pawns.is_empty() || pos.them.pawns.is_empty() {
        return;
    }
    let more = spare(pos) - spare(sides.opponent);
    let count = usize::try_from(more).unwrap_or(0);
    if let Some(variant) = variant_by_count(count, &["one", "two-or-more"]) {
        out.add(variant, []).number(more);
    }
}

/// Both kings beside two rammed pawns, the opponent to move. Square: the owner's pawn; target: the enemy's.
pub fn trebuchet(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let (Some(own), Some(enemy)) = (pos.us.pawns.single_square(), pos.them.pawns.single_square())
    else {
        return;
    };
    let is_beside = |king: Square| king_distance(king, own) == 1 && king_distance(king, enemy) == 1;
    if is_pawn_ending(pos)
        && !pos.to_move
        && pos.rammed.contains(own)
        && is_beside(pos.us.king)
        && is_beside(pos.them.king)
    {
        out.add("opponent-to-move", [own]).target(enemy);
    }
}

/// Files at which a rook pawn stands.
pub fn is_rook_file(s: Square) -> bool {
    matches!(s.file(), File::A | File::H)
}
