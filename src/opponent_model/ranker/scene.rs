//! What is the same for all moves of a position: who moves, what went before, what hangs.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, Square};

use crate::chess::hanging;
use crate::opponent_model::score::GameScore;

/// The moves that led to a position, as far as prediction looks back.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The last moves, the newest first: the opponent's, his own, the opponent's, his own.
    pub last: [Option<Move>; 4],
    /// Initial squares from which nothing has moved and on which nothing was captured.
    pub untouched: Bitboard,
    /// Placements that occurred, each with the side to move.
    pub seen: Vec<u64>,
}

impl History {
    /// The beginning of a game.
    #[must_use]
    pub fn new() -> History {
        History {
            last: [None; 4],
            untouched: Board::default().occupied(),
            seen: vec![placement_key(&Chess::default())],
        }
    }

    /// Before a position of which nothing is known but itself: pieces on their initial squares count as unmoved.
    #[must_use]
    pub fn unknown(position: &Chess) -> History {
        let (now, first) = (position.board(), Board::default());
        let mut untouched = Bitboard::EMPTY;
        for (square, piece) in first.iter() {
            if now.piece_at(square) == Some(piece) {
                untouched.add(square);
            }
        }
        History { last: [None; 4], untouched, seen: vec![placement_key(position)] }
    }

    /// After `m` has been played in `position`.
    pub fn push(&mut self, position: &Chess, m: Move) {
        self.last.rotate_right(1);
        self.last[0] = Some(m);
        for square in [m.from(), Some(m.to())].into_iter().flatten() {
            self.untouched.discard(square);
        }
        let mut after = position.clone();
        after.play_unchecked(m);
        self.seen.push(placement_key(&after));
    }
}

/// Every position of a game with the moves before it and the move played.
pub fn walk(score: &GameScore) -> impl Iterator<Item = (Chess, History, Move)> {
    let mut history = History::new();
    score.plies().map(move |(position, m)| {
        let before = history.clone();
        history.push(&position, m);
        (position, before, m)
    })
}

/// A number for pieces, squares and side to move; the same on every machine and in every version.
#[must_use]
pub fn placement_key(position: &Chess) -> u64 {
    board_key(position.board(), position.turn())
}

pub(super) fn board_key(board: &Board, turn: Color) -> u64 {
    let stir = |key: u64, word: u64| {
        let mixed = (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 29)
    };
    let roles = Role::ALL.into_iter().map(|role| board.by_role(role).0);
    let key = roles.chain([board.white().0]).fold(turn as u64 + 1, stir);
    stir(key, key >> 31)
}

/// A position before a move, with what prediction needs to know of it.
pub struct Scene<'a> {
    /// The position.
    pub position: &'a Chess,
    /// What went before.
    pub history: &'a History,
    /// Who is to move.
    pub us: Color,
    /// 0 opening, 1 middle game, 2 endgame.
    pub phase: u32,
    /// His turn of the game, from 1.
    pub turn: u32,
    /// Own pieces that would be lost where they stand.
    pub weak: Bitboard,
    /// The most the opponent could win if he were to move.
    pub most_exposed: i32,
    /// The most he could win by capturing now.
    pub most_threatened: i32,
    /// His material minus the opponent's, in pawns.
    pub balance: i32,
    /// Square of the enemy king.
    pub their_king: Option<Square>,
}

impl<'a> Scene<'a> {
    /// Looks at `position`.
    #[must_use]
    pub fn new(position: &'a Chess, history: &'a History) -> Scene<'a> {
        let (board, us) = (position.board(), position.turn());
        let turn = position.fullmoves().get();
        let force = (board.knights() | board.bishops()).count()
            + 2 * board.rooks().count()
            + 4 * board.queens().count();
        let phase = if force <= 9 { 2 } else { u32::from(!(turn <= 12 && force >= 20)) };
        let (weak, most_exposed) = hanging(board, us);
        let (_, most_threatened) = hanging(board, !us);
        let material = |colour| {
            let side = board.material_side(colour);
            i32::from(side.pawn)
                + 3 * i32::from(side.knight + side.bishop)
                + 5 * i32::from(side.rook)
                + 9 * i32::from(side.queen)
        };
        Scene {
            position,
            history,
            us,
            phase,
            turn,
            weak,
            most_exposed,
            most_threatened,
            balance: material(us) - material(!us),
            their_king: board.king_of(!us),
        }
    }

    /// Index of a square seen from the mover's side.
    #[must_use]
    pub fn seen(&self, square: Square) -> u32 {
        let square = if self.us.is_black() { square.flip_vertical() } else { square };
        square.to_u32()
    }

    /// Rank of a square seen from the mover's side, from 0.
    #[must_use]
    pub fn rank(&self, square: Square) -> u32 {
        self.seen(square) >> 3
    }

    /// 0 ahead, 1 level, 2 behind.
    #[must_use]
    pub fn standing(&self) -> u32 {
        match self.balance {
            2.. => 0,
            -1..=1 => 1,
            _ => 2,
        }
    }
}
