//! What a position is worth at first sight, in centipawns.
//!
//! The terms are those of classical chess programs: pieces and their squares, pawn structure, mobility, attacks on pieces and
//! on the squares around the king, and the pawns before it. The benchmark `annotation` shows what they are good for.

use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Board, Chess, Color, Position, Role, Square};

use super::pawns::{PawnCache, PawnStructure, before, rank};
use super::phased::Phased;
use super::weights::{
    ATTACKED_BY_PAWN, BISHOP_MOBILITY, BISHOP_PAIR, BLOCKED, ENEMY_KING_AWAY, HALF_OPEN_FILE,
    HANGING, KING_ATTACK, KNIGHT_MOBILITY, MINOR_ON_QUEEN, MINOR_ON_ROOK, OPEN_FILE, OWN_KING_AWAY,
    QUEEN_MOBILITY, ROOK_MOBILITY, ROOK_ON_QUEEN, SHELTER, TO_MOVE,
};
use super::{pieces, weights};
use crate::chess::tablebase::pawn_wins;
use crate::chess::{MaterialVector, file_span, piece_value, seen_by};

/// An attack by several pieces on the squares around a king, in per cent by their number.
const ATTACKERS: [usize; 8] = [0, 0, 50, 75, 88, 94, 97, 99];
/// What is left of an advantage that wins only by accident.
const DRAWISH: i32 = 8;
/// The same of a pawn more in a rook ending on one wing.
const DRAWN_ROOKS: i32 = 3;
/// More for a pawn that is known to win against the bare king: less than the queen that it becomes.
const WINNING_PAWN: i32 = 300;
/// Files of a wing.
const WING: u32 = 4;

/// Of a position for the side to move.
pub(super) fn evaluate(position: &Chess, cache: &mut PawnCache) -> i32 {
    let board = position.board();
    let pawn_wins = pawn_wins(board, position.turn());
    if pawn_wins == Some(false) || is_two_knights(board) {
        return 0;
    }
    let structure = cache.get(board);
    let [white, black] =
        [Color::White, Color::Black].map(|color| Side::new(board, color, &structure));
    let mut sum = structure.value + white.value - black.value;
    sum += HANGING * (white.hanging(board, &black) - black.hanging(board, &white));
    sum += TO_MOVE * position.turn().fold_wb(1, -1);
    let mut value = sum.with_pieces(white.phase + black.phase);
    let ahead = if value > 0 { Color::White } else { Color::Black };
    if (board.pawns() & board.by_color(ahead)).is_empty() && !may_win(board, ahead) {
        value /= DRAWISH;
    } else if is_drawn_rook_ending(board) {
        value /= DRAWN_ROOKS;
    }
    if pawn_wins == Some(true) {
        let strong = if (board.pawns() & board.white()).any() { 1 } else { -1 };
        value += strong * WINNING_PAWN;
    }
    position.turn().fold_wb(value, -value)
}

/// The pieces of a side.
struct Side {
    color: Color,
    /// Their advantages, its pawns aside except for what other pieces make of passed ones.
    value: Phased,
    /// How much they count for the phase of the game.
    phase: i32,
    /// What they and the pawns attack.
    attacks: Bitboard,
}

impl Side {
    fn new(board: &Board, color: Color, structure: &PawnStructure) -> Side {
        let (own, theirs) = (board.by_color(color), board.by_color(!color));
        let own_pawns = board.pawns() & own;
        let guarded = structure.attacks[!color];
        let (king, enemy_king) = (king_of(board, color), king_of(board, !color));
        let around_king = king_attacks(enemy_king).with(enemy_king);
        let mut value = pieces::value(Role::King, seen_by(color, king));
        let mut attacks = structure.attacks[color] | king_attacks(king);
        let (mut phase, mut attackers, mut attack) = (0, 0, 0);
        let mut by_kind = [Bitboard::EMPTY; KINDS.len()];
        for (kind, by_kind) in KINDS.iter().zip(&mut by_kind) {
            for square in board.by_role(kind.role) & own {
                value += pieces::value(kind.role, seen_by(color, square));
                phase += kind.phase;
                let reached = reached(board, own, kind.role, square);
                *by_kind |= reached;
                value += kind.mobility[(reached & !own & !guarded).count()].into();
                let near = (reached & around_king).count();
                attackers += usize::from(near > 0);
                attack += kind.attack * near;
                if guarded.contains(square) {
                    value += kind.attacked_by_pawn.into();
                }
                let file = Bitboard::from_file(square.file());
                if kind.role == Role::Rook && (own_pawns & file).is_empty() {
                    let is_open = (board.pawns() & file).is_empty();
                    value += if is_open { OPEN_FILE } else { HALF_OPEN_FILE };
                }
            }
        }
        let [by_knights, by_bishops, by_rooks, by_queens] = by_kind;
        let by_minors = by_knights | by_bishops;
        attacks |= by_minors | by_rooks | by_queens;
        let hit = |by: Bitboard, pieces: Bitboard| (by & pieces & theirs).count() as i32;
        value += MINOR_ON_ROOK * hit(by_minors, board.rooks());
        value += MINOR_ON_QUEEN * hit(by_minors, board.queens());
        value += ROOK_ON_QUEEN * hit(by_rooks, board.queens());
        let strength = ATTACKERS[attackers.min(ATTACKERS.len() - 1)] * attack / 100;
        value += KING_ATTACK[strength.min(KING_ATTACK.len() - 1)].into();
        for pawn in own_pawns & structure.passed {
            value += passed_pawn(theirs, color, pawn, king, enemy_king);
        }
        if (board.bishops() & own).count() >= 2 {
            value += BISHOP_PAIR;
        }
        if (board.queens() & theirs).any() {
            value += shelter(board, color, king);
        }
        Side { color, value, phase, attacks }
    }

    /// Enemy pieces other than pawns that are attacked and not defended.
    fn hanging(&self, board: &Board, enemy: &Side) -> i32 {
        let pieces = board.by_color(enemy.color) & !board.pawns() & !board.kings();
        (pieces & self.attacks & !enemy.attacks).count() as i32
    }
}

/// The squares that a piece attacks, through own pieces that move alike.
fn reached(board: &Board, own: Bitboard, role: Role, square: Square) -> Bitboard {
    match role {
        Role::Bishop => bishop_attacks(square, board.occupied() ^ (board.queens() & own)),
        Role::Rook => rook_attacks(square, board.occupied() ^ (board.rooks_and_queens() & own)),
        Role::Queen => queen_attacks(square, board.occupied()),
        _ => knight_attacks(square),
    }
}

/// A side without pawns has enough more than the other: more than a minor piece.
fn may_win(board: &Board, color: Color) -> bool {
    let MaterialVector([_, knights, bishops, rooks, queens]) = MaterialVector::of_board(board);
    let white = MaterialVector([0, knights, bishops, rooks, queens]).traditional();
    color.fold_wb(white, -white) > piece_value(Role::Knight)
}

/// Two knights and nothing else: they cannot force mate.
fn is_two_knights(board: &Board) -> bool {
    let knights = board.knights();
    board.occupied().count() == 4 && knights.count() == 2 && (knights & board.white()).count() != 1
}

/// A rook each and nothing else but pawns, all of them on one wing, one more on one side than on the other: mostly drawn.
fn is_drawn_rook_ending(board: &Board) -> bool {
    let (pawns, rooks) = (board.pawns(), board.rooks());
    if board.occupied() != pawns | board.kings() | rooks {
        return false;
    }
    let by_color = |pieces: Bitboard| {
        [Color::White, Color::Black].map(|color| (pieces & board.by_color(color)).count())
    };
    let [white, black] = by_color(pawns);
    by_color(rooks) == [1, 1]
        && white.abs_diff(black) == 1
        && white.min(black) > 0
        && file_span(pawns) <= WING
}

/// What is different between the kinds of pieces.
struct Kind {
    role: Role,
    /// For the phase of the game.
    phase: i32,
    /// By the number of squares it can go to.
    mobility: &'static [weights::Weight],
    attacked_by_pawn: weights::Weight,
    /// On each square around the king.
    attack: usize,
}

static KINDS: [Kind; 4] = [
    Kind {
        role: Role::Knight,
        phase: 1,
        mobility: &KNIGHT_MOBILITY,
        attacked_by_pawn: ATTACKED_BY_PAWN[0],
        attack: 2,
    },
    Kind {
        role: Role::Bishop,
        phase: 1,
        mobility: &BISHOP_MOBILITY,
        attacked_by_pawn: ATTACKED_BY_PAWN[1],
        attack: 2,
    },
    Kind {
        role: Role::Rook,
        phase: 2,
        mobility: &ROOK_MOBILITY,
        attacked_by_pawn: ATTACKED_BY_PAWN[2],
        attack: 3,
    },
    Kind {
        role: Role::Queen,
        phase: 4,
        mobility: &QUEEN_MOBILITY,
        attacked_by_pawn: ATTACKED_BY_PAWN[3],
        attack: 5,
    },
];

fn king_of(board: &Board, color: Color) -> Square {
    // Positions without kings are no positions of chess.
    board.king_of(color).unwrap_or(Square::E1)
}

/// What stands before a passed pawn, and how far the kings are.
fn passed_pawn(
    theirs: Bitboard,
    color: Color,
    pawn: Square,
    king: Square,
    enemy_king: Square,
) -> Phased {
    let Some(stop) = before(color, pawn) else { return Phased::default() };
    let rank = rank(color, pawn);
    let is_blocked = theirs.contains(stop);
    let blocked = if is_blocked { BLOCKED[rank].into() } else { Phased::default() };
    let times = rank.max(2) as i32;
    blocked
        + ENEMY_KING_AWAY * (times * enemy_king.distance(stop) as i32)
        + OWN_KING_AWAY * (times * king.distance(stop) as i32)
}

/// Pawns before the king and on the files beside it.
fn shelter(board: &Board, color: Color, king: Square) -> Phased {
    let own = board.pawns() & board.by_color(color);
    let mut sum = Phased::default();
    for step in -1..=1 {
        let Some(file) = king.file().offset(step).map(Bitboard::from_file) else { continue };
        let place = |pawn: Square| match rank(color, pawn) as i32 - rank(color, king) as i32 {
            1 => 0,
            2 => 1,
            _ => 2,
        };
        let nearest = (own & file).into_iter().map(place).min();
        let is_open = (board.pawns() & file).is_empty();
        let place = nearest.unwrap_or(if is_open { 4 } else { 3 });
        sum += SHELTER[usize::from(step != 0)][place].into();
    }
    sum
}
