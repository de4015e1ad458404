//! What a position is worth at first sight, in centipawns.
//!
//! The terms are those of classical chess programs: pieces and their squares, pawn structure, mobility, attacks on the
//! squares around the king and the pawns before it. Their weights were set by hand; the benchmark `annotation` shows what
//! they are good for.

use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Board, Chess, Color, Position, Role, Square};

use super::pawns::{PawnCache, passed};
use super::phased::Phased;
use super::pieces;
use crate::chess::{MaterialVector, piece_value, seen_by};

/// For the side to move.
const TO_MOVE: i32 = 10;
const BISHOP_PAIR: Phased = Phased::new(30, 45);
/// A rook before which no own pawn stands, and none at all.
const HALF_OPEN_FILE: Phased = Phased::new(10, 0);
const OPEN_FILE: Phased = Phased::new(22, 0);
/// A piece that a pawn attacks.
const ATTACKED_BY_PAWN: Phased = Phased::new(20, 15);
/// An attack by several pieces on the squares around a king, in per cent by their number.
const ATTACKERS: [i32; 8] = [0, 0, 50, 75, 88, 94, 97, 99];
/// Centipawns for a unit of attack.
const KING_ATTACK: i32 = 6;
/// What is left of an advantage that wins only by accident.
const DRAWISH: i32 = 8;

/// Of a position for the side to move.
pub(super) fn evaluate(position: &Chess, cache: &mut PawnCache) -> i32 {
    let board = position.board();
    let structure = cache.get(board);
    let mut sum = structure.value;
    let mut count = 0;
    for color in Color::ALL {
        let (value, pieces) = side(board, color, structure.passed);
        sum += color.fold_wb(value, -value);
        count += pieces;
    }
    let mut value = sum.with_pieces(count);
    let ahead = if value > 0 { Color::White } else { Color::Black };
    if (board.pawns() & board.by_color(ahead)).is_empty() && !may_win(board, ahead) {
        value /= DRAWISH;
    }
    position.turn().fold_wb(value, -value) + TO_MOVE
}

/// The advantages of a side, its pawns aside except for what other pieces make of passed ones, and how much its pieces
/// count for the phase of the game.
fn side(board: &Board, color: Color, all_passed: Bitboard) -> (Phased, i32) {
    let (own, theirs) = (board.by_color(color), board.by_color(!color));
    let own_pawns = board.pawns() & own;
    let guarded = attacked_by_pawns(board, !color);
    let (king, enemy_king) = (king_of(board, color), king_of(board, !color));
    let around_king = king_attacks(enemy_king).with(enemy_king);
    let mut sum = pieces::value(Role::King, seen_by(color, king));
    let (mut pieces, mut attackers, mut attack) = (0, 0, 0);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let kind = Kind::of(role);
        for square in board.by_role(role) & own {
            sum += pieces::value(role, seen_by(color, square));
            pieces += kind.phase;
            let reached = match role {
                // Through own pieces that move alike.
                Role::Bishop => bishop_attacks(square, board.occupied() ^ (board.queens() & own)),
                Role::Rook => {
                    rook_attacks(square, board.occupied() ^ (board.rooks_and_queens() & own))
                }
                Role::Queen => queen_attacks(square, board.occupied()),
                _ => knight_attacks(square),
            };
            let free = (reached & !own & !guarded).count() as i32;
            sum += kind.mobility * (free - kind.usual);
            let near = (reached & around_king).count() as i32;
            attackers += usize::from(near > 0);
            attack += kind.attack * near;
            if guarded.contains(square) {
                sum -= ATTACKED_BY_PAWN;
            }
            let file = Bitboard::from_file(square.file());
            if role == Role::Rook && (own_pawns & file).is_empty() {
                let is_open = (board.pawns() & file).is_empty();
                sum += if is_open { OPEN_FILE } else { HALF_OPEN_FILE };
            }
        }
    }
    for pawn in own_pawns & all_passed {
        sum += passed_pawn(board, color, pawn, king, enemy_king);
    }
    if (board.bishops() & own).count() >= 2 {
        sum += BISHOP_PAIR;
    }
    sum.middlegame += ATTACKERS[attackers.min(ATTACKERS.len() - 1)] * attack * KING_ATTACK / 100;
    if (board.queens() & theirs).any() {
        sum.middlegame += shelter(board, color, king);
    }
    (sum, pieces)
}

/// A side without pawns has enough more than the other: more than a minor piece.
fn may_win(board: &Board, color: Color) -> bool {
    let MaterialVector([_, knights, bishops, rooks, queens]) = MaterialVector::of_board(board);
    let white = MaterialVector([0, knights, bishops, rooks, queens]).traditional();
    color.fold_wb(white, -white) > piece_value(Role::Knight)
}

/// What is different between the kinds of pieces.
struct Kind {
    /// For the phase of the game.
    phase: i32,
    /// Of each square it can go to, more than usual.
    mobility: Phased,
    usual: i32,
    /// On each square around the king.
    attack: i32,
}

impl Kind {
    /// Of knights, bishops, rooks and queens.
    fn of(role: Role) -> Kind {
        let (phase, mobility, usual, attack) = match role {
            Role::Knight => (1, Phased::new(4, 4), 4, 2),
            Role::Bishop => (1, Phased::new(5, 5), 6, 2),
            Role::Rook => (2, Phased::new(2, 4), 7, 3),
            Role::Queen => (4, Phased::new(1, 2), 12, 5),
            Role::Pawn | Role::King => (0, Phased::default(), 0, 0),
        };
        Kind { phase, mobility, usual, attack }
    }
}

fn king_of(board: &Board, color: Color) -> Square {
    // Positions without kings are no positions of chess.
    board.king_of(color).unwrap_or(Square::E1)
}

fn attacked_by_pawns(board: &Board, color: Color) -> Bitboard {
    let pawns = board.pawns() & board.by_color(color);
    pawns.into_iter().fold(Bitboard::EMPTY, |all, pawn| all | pawn_attacks(color, pawn))
}

/// A passed pawn is worth less before a blockade, more when protected, and in the endgame it counts who is nearer.
fn passed_pawn(board: &Board, color: Color, pawn: Square, king: Square, enemy: Square) -> Phased {
    let by_itself = passed(color, pawn);
    let mut sum = Phased::default();
    if let Some(stop) = pawn.offset(color.fold_wb(8, -8)) {
        if board.by_color(!color).contains(stop) {
            sum -= Phased::new(by_itself.middlegame / 2, by_itself.endgame / 2);
        }
        let rank = seen_by(color, pawn).rank().to_u32() as i32;
        let nearer = 5 * enemy.distance(stop) as i32 - 3 * king.distance(stop) as i32;
        sum.endgame += nearer * rank.max(2) / 4;
    }
    if (pawn_attacks(!color, pawn) & board.pawns() & board.by_color(color)).any() {
        sum.endgame += by_itself.endgame / 4;
    }
    sum
}

/// Pawns before the king and on the files beside it.
fn shelter(board: &Board, color: Color, king: Square) -> i32 {
    let own = board.pawns() & board.by_color(color);
    let seen = |square| seen_by(color, square).rank().to_u32() as i32;
    let files = (-1..=1).filter_map(|step| king.file().offset(step)).map(Bitboard::from_file);
    files
        .map(|file: Bitboard| {
            let before = |pawn: Square| match seen(pawn) - seen(king) {
                1 => 14,
                2 => 8,
                _ => 0,
            };
            let best = (own & file).into_iter().map(before).max();
            let is_open = (board.pawns() & file).is_empty();
            best.unwrap_or(if is_open { -16 } else { -8 })
        })
        .sum()
}
