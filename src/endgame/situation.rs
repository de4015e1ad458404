//! The small board of the endings: a king with up to two men against a bare king.
//!
//! Proving a table means visiting every position of its ending, many millions for four men; this board is a
//! few bytes and knows only what such endings need. The stronger side always goes up the board.

use arrayvec::ArrayVec;
use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Color, Role, Square};

/// One of the two sides of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side with the men. It plays up the board whatever its colour was.
    Strong,
    /// The bare king.
    Weak,
}

/// A piece or pawn of the stronger side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Man {
    /// Never a king.
    pub role: Role,
    /// Where it stands.
    pub square: Square,
}

/// How many men the stronger side can have beside its king.
pub const MOST_MEN: usize = 2;

/// A position of an ending. Equal positions are equal values: the men are kept in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// Who is to move.
    pub turn: Side,
    /// The king of the side with the men.
    pub strong_king: Square,
    /// The bare king.
    pub weak_king: Square,
    men: ArrayVec<Man, MOST_MEN>,
}

/// A move on the small board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Who moves: a king or one of the men.
    pub role: Role,
    /// From where.
    pub from: Square,
    /// To where.
    pub to: Square,
    /// What a pawn becomes on the last rank.
    pub promotion: Option<Role>,
}

/// The moves of one position; two queens have no more than 62 with their king.
pub type Steps = ArrayVec<Step, 64>;

/// File and rank steps, in the order in which the 1980 program tries them.
const LINES: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONALS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The square one step away in a direction, if it is on the board.
fn neighbour(square: Square, (files, ranks): (i32, i32)) -> Option<Square> {
    Some(Square::from_coords(square.file().offset(files)?, square.rank().offset(ranks)?))
}

impl Situation {
    /// A position with these pieces. Nothing is checked: see [`Situation::is_legal`].
    #[must_use]
    pub fn new(
        turn: Side,
        strong_king: Square,
        weak_king: Square,
        men: ArrayVec<Man, MOST_MEN>,
    ) -> Situation {
        let mut situation = Situation { turn, strong_king, weak_king, men };
        situation.men.sort_unstable();
        situation
    }

    /// The men of the stronger side, by role and square.
    #[must_use]
    pub fn men(&self) -> &[Man] {
        &self.men
    }

    /// The square of the first man of this role.
    #[must_use]
    pub fn square_of(&self, role: Role) -> Option<Square> {
        self.men.iter().find(|man| man.role == role).map(|man| man.square)
    }

    /// Every occupied square.
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.strong() | Bitboard::from_square(self.weak_king)
    }

    /// The squares of the stronger side.
    #[must_use]
    pub fn strong(&self) -> Bitboard {
        self.men.iter().map(|man| man.square).collect::<Bitboard>()
            | Bitboard::from_square(self.strong_king)
    }

    /// Squares the men attack or defend, with these squares occupied; the king is not counted.
    #[must_use]
    pub fn men_attacks(&self, occupied: Bitboard) -> Bitboard {
        self.men.iter().fold(Bitboard::EMPTY, |all, man| all | attacks(*man, occupied))
    }

    /// Squares the bare king may not step on. His own shadow does not protect him.
    #[must_use]
    pub fn forbidden(&self) -> Bitboard {
        self.men_attacks(self.strong()) | king_attacks(self.strong_king)
    }

    /// The bare king is attacked.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.men_attacks(self.occupied()).contains(self.weak_king)
    }

    /// The pieces stand on different squares, no pawn on the first or last rank, the kings apart, and the
    /// side that just moved is not in check.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.occupied().count() == self.men.len() + 2
            && !self
                .men
                .iter()
                .any(|man| man.role == Role::Pawn && Bitboard::BACKRANKS.contains(man.square))
            && !king_attacks(self.strong_king).contains(self.weak_king)
            && (self.turn == Side::Weak || !self.is_check())
    }

    /// The squares the bare king can go to. Complete only when he is to move.
    #[must_use]
    pub fn escapes(&self) -> Bitboard {
        king_attacks(self.weak_king) & !self.forbidden()
    }

    /// The bare king is to move, is attacked and cannot move.
    #[must_use]
    pub fn is_mate(&self) -> bool {
        self.turn == Side::Weak && self.escapes().is_empty() && self.is_check()
    }

    /// The side to move cannot move and is not attacked.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        match self.turn {
            Side::Weak => self.escapes().is_empty() && !self.is_check(),
            Side::Strong => self.steps().is_empty(),
        }
    }

    /// The legal moves: men before king, along each direction the far squares first.
    #[must_use]
    pub fn steps(&self) -> Steps {
        let mut steps = Steps::new();
        match self.turn {
            Side::Weak => {
                let escapes = self.escapes();
                king_steps(self.weak_king, escapes, &mut steps);
            }
            Side::Strong => {
                let occupied = self.occupied();
                for man in &self.men {
                    man_steps(*man, occupied, &mut steps);
                }
                let free = !self.strong() & !king_attacks(self.weak_king);
                king_steps(self.strong_king, king_attacks(self.strong_king) & free, &mut steps);
            }
        }
        steps
    }

    /// The position after a legal move. A man that stands on the target square is taken.
    #[must_use]
    pub fn after(&self, step: Step) -> Situation {
        let mut next = self.clone();
        match self.turn {
            Side::Weak => {
                next.turn = Side::Strong;
                next.weak_king = step.to;
                next.men.retain(|man| man.square != step.to);
            }
            Side::Strong => {
                next.turn = Side::Weak;
                if step.role == Role::King {
                    next.strong_king = step.to;
                } else {
                    if let Some(man) = next.men.iter_mut().find(|man| man.square == step.from) {
                        *man = Man { role: step.promotion.unwrap_or(man.role), square: step.to };
                    }
                    next.men.sort_unstable();
                }
            }
        }
        next
    }

    /// The position after the bare king goes to one of his [`Situation::escapes`].
    #[must_use]
    pub fn after_escape(&self, to: Square) -> Situation {
        self.after(Step { role: Role::King, from: self.weak_king, to, promotion: None })
    }

    /// The position as FEN, the stronger side White, clocks at zero.
    #[must_use]
    pub fn fen(&self) -> String {
        let mut board = shakmaty::Board::empty();
        board.set_piece_at(self.strong_king, Role::King.of(Color::White));
        board.set_piece_at(self.weak_king, Role::King.of(Color::Black));
        for man in &self.men {
            board.set_piece_at(man.square, man.role.of(Color::White));
        }
        let turn = if self.turn == Side::Strong { 'w' } else { 'b' };
        format!("{} {turn} - - 0 1", board.board_fen())
    }
}

impl std::fmt::Display for Step {
    /// Long form without board knowledge: `Ra1-a5`, `e7-e8=Q`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.role != Role::Pawn {
            write!(f, "{}", self.role.upper_char())?;
        }
        write!(f, "{}-{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |role| write!(f, "={}", role.upper_char()))
    }
}

/// The squares a man attacks or defends.
#[must_use]
pub fn attacks(man: Man, occupied: Bitboard) -> Bitboard {
    match man.role {
        Role::Pawn => pawn_attacks(Color::White, man.square),
        Role::Knight => knight_attacks(man.square),
        Role::Bishop => bishop_attacks(man.square, occupied),
        Role::Rook => rook_attacks(man.square, occupied),
        Role::Queen => queen_attacks(man.square, occupied),
        Role::King => king_attacks(man.square),
    }
}

fn king_steps(from: Square, targets: Bitboard, steps: &mut Steps) {
    let quiet = |to| Step { role: Role::King, from, to, promotion: None };
    for direction in DIAGONALS.into_iter().chain(LINES) {
        steps.extend(
            neighbour(from, direction).filter(|square| targets.contains(*square)).map(quiet),
        );
    }
}

fn man_steps(man: Man, occupied: Bitboard, steps: &mut Steps) {
    let lines = matches!(man.role, Role::Rook | Role::Queen);
    let diagonals = matches!(man.role, Role::Bishop | Role::Queen);
    if lines {
        LINES.into_iter().for_each(|direction| slide(man, direction, occupied, steps));
    }
    if diagonals {
        DIAGONALS.into_iter().for_each(|direction| slide(man, direction, occupied, steps));
    }
    if man.role == Role::Knight {
        let landings = LEAPS.into_iter().filter_map(|leap| neighbour(man.square, leap));
        steps.extend(landings.filter(|to| !occupied.contains(*to)).map(|to| quiet(man, to)));
    }
    if man.role == Role::Pawn {
        advance(man, occupied, steps);
    }
}

fn quiet(man: Man, to: Square) -> Step {
    Step { role: man.role, from: man.square, to, promotion: None }
}

fn slide(man: Man, direction: (i32, i32), occupied: Bitboard, steps: &mut Steps) {
    let start = steps.len();
    let mut square = man.square;
    while let Some(next) = neighbour(square, direction).filter(|next| !occupied.contains(*next)) {
        steps.push(quiet(man, next));
        square = next;
    }
    steps[start..].reverse();
}

fn advance(man: Man, occupied: Bitboard, steps: &mut Steps) {
    let ahead = |square| neighbour(square, (0, 1)).filter(|next| !occupied.contains(*next));
    let Some(one) = ahead(man.square) else { return };
    if Bitboard::BACKRANKS.contains(one) {
        steps.extend(PROMOTIONS.map(|role| Step { promotion: Some(role), ..quiet(man, one) }));
        return;
    }
    if man.square.rank() == shakmaty::Rank::Second {
        steps.extend(ahead(one).map(|two| quiet(man, two)));
    }
    steps.push(quiet(man, one));
}
