//! What is the same for all legal moves of a position: side to move, history, hanging pieces.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, Square};

use crate::chess::{hanging, san};
use crate::opponent_model::packed_game::PackedGame;

/// A position of a game with the moves that led to it.
#[derive(Clone, Debug)]
pub struct GameState {
    /// The position.
    pub position: Chess,
    /// The last four moves, the newest first.
    pub last_moves: [Option<Move>; 4],
    /// Initial squares from which no piece has moved and on which nothing was captured.
    pub unmoved: Bitboard,
    /// Keys of the positions that have occurred, including this one.
    pub seen: Vec<u64>,
    /// The moves so far in algebraic notation; empty for a position without a game.
    pub sans: Vec<String>,
}

impl GameState {
    /// The start of a game.
    #[must_use]
    pub fn initial() -> GameState {
        GameState::of(Chess::default())
    }

    /// A position without a game: pieces on their initial squares count as unmoved.
    #[must_use]
    pub fn of(position: Chess) -> GameState {
        let board = position.board();
        let unmoved = Board::default()
            .iter()
            .filter(|(square, piece)| board.piece_at(*square) == Some(*piece))
            .map(|(square, _)| square)
            .collect();
        let seen = vec![position_key(&position)];
        GameState { position, last_moves: [None; 4], unmoved, seen, sans: Vec::new() }
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.sans.push(san(&self.position, m));
        self.play_without_san(m);
    }

    fn play_without_san(&mut self, m: Move) {
        self.last_moves.rotate_right(1);
        self.last_moves[0] = Some(m);
        for square in [m.from(), Some(m.to())].into_iter().flatten() {
            self.unmoved.discard(square);
        }
        self.position.play_unchecked(m);
        self.seen.push(position_key(&self.position));
    }
}

/// Every state of a game with the move played in it. The states have no moves in algebraic notation.
pub fn game_states(game: &PackedGame) -> impl Iterator<Item = (GameState, Move)> {
    let mut state = GameState::initial();
    game.plies().map(move |(_, m)| {
        let before = state.clone();
        state.play_without_san(m);
        (before, m)
    })
}

/// Hash of the pieces, their squares and the side to move; the same on every machine and in every version.
#[must_use]
pub fn position_key(position: &Chess) -> u64 {
    let board = position.board();
    let mix = |key: u64, word: u64| {
        let mixed = (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 29)
    };
    let roles = Role::ALL.into_iter().map(|role| board.by_role(role).0);
    let key = roles.chain([board.white().0]).fold(position.turn() as u64 + 1, mix);
    mix(key, key >> 31)
}

/// The phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// At most move 12, with nearly all pieces.
    Opening,
    /// Everything between.
    Middlegame,
    /// Few pieces other than pawns.
    Endgame,
}

impl Phase {
    /// The phase of a position.
    #[must_use]
    pub fn of(position: &Chess) -> Phase {
        let board = position.board();
        let force = (board.knights() | board.bishops()).count()
            + 2 * board.rooks().count()
            + 4 * board.queens().count();
        match force {
            ..=9 => Phase::Endgame,
            20.. if position.fullmoves().get() <= 12 => Phase::Opening,
            _ => Phase::Middlegame,
        }
    }
}

/// A position before a move, with what the features need to know about it.
pub struct MoveContext<'a> {
    /// The position and its history.
    pub state: &'a GameState,
    /// The side to move.
    pub us: Color,
    /// The phase.
    pub phase: Phase,
    /// The move number, from 1.
    pub move_number: u32,
    /// Pieces of the side to move that would be lost where they are.
    pub hanging: Bitboard,
    /// The most the opponent could win by a capture if it were their move, in pawns.
    pub max_loss: i32,
    /// The most the side to move can win by a capture, in pawns.
    pub max_gain: i32,
    /// Material of the side to move minus the opponent's, in pawns.
    pub balance: i32,
    /// Square of the enemy king.
    pub enemy_king: Option<Square>,
}

impl<'a> MoveContext<'a> {
    /// The context of the legal moves of a position.
    #[must_use]
    pub fn new(state: &'a GameState) -> MoveContext<'a> {
        let (board, us) = (state.position.board(), state.position.turn());
        let move_number = state.position.fullmoves().get();
        let (hanging_pieces, max_loss) = hanging(board, us);
        let (_, max_gain) = hanging(board, !us);
        let material = |color| {
            let side = board.material_side(color);
            i32::from(side.pawn)
                + 3 * i32::from(side.knight + side.bishop)
                + 5 * i32::from(side.rook)
                + 9 * i32::from(side.queen)
        };
        MoveContext {
            state,
            us,
            phase: Phase::of(&state.position),
            move_number,
            hanging: hanging_pieces,
            max_loss,
            max_gain,
            balance: material(us) - material(!us),
            enemy_king: board.king_of(!us),
        }
    }

    /// Index of a square on a board turned so that the side to move is White.
    #[must_use]
    pub fn oriented(&self, square: Square) -> u32 {
        let square = if self.us.is_black() { square.flip_vertical() } else { square };
        square.to_u32()
    }

    /// Rank of a square from the side to move, from 0.
    #[must_use]
    pub fn rank(&self, square: Square) -> u32 {
        self.oriented(square) >> 3
    }

    /// 0 with at least two pawns more material than the opponent, 2 with at least two less, else 1.
    #[must_use]
    pub fn balance_class(&self) -> u32 {
        match self.balance {
            2.. => 0,
            -1..=1 => 1,
            _ => 2,
        }
    }
}
