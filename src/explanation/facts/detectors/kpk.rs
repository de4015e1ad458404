//! King and pawn against king, solved backwards: the owner has the pawn and is White.

use std::sync::OnceLock;

use shakmaty::{Bitboard, Color, Square, attacks};

const SQUARES: usize = 64;
/// Pawns on the files a to d, ranks 2 to 7.
const PAWNS: usize = 24;

/// Which positions the owner wins.
#[derive(Debug)]
pub struct Kpk {
    won: Vec<bool>,
}

/// A position with the pawn on the files a to d.
#[derive(Clone, Copy)]
struct Placed {
    white_to_move: bool,
    white: Square,
    black: Square,
    pawn: Square,
}

impl Placed {
    fn new(white_to_move: bool, white: Square, black: Square, pawn: Square) -> Placed {
        let turn = |s: Square| {
            if pawn.file().to_u32() < 4 { s } else { s.flip_horizontal() }
        };
        Placed { white_to_move, white: turn(white), black: turn(black), pawn: turn(pawn) }
    }

    fn index(self) -> usize {
        let pawn = usize::from(self.pawn) / 8 * 4 + usize::from(self.pawn) % 8 - 4;
        let kings = usize::from(self.white) * SQUARES + usize::from(self.black);
        (pawn * SQUARES * SQUARES + kings) * 2 + usize::from(self.white_to_move)
    }

    fn of_index(index: usize) -> Placed {
        let square = |n: usize| Square::new((n % SQUARES) as u32);
        let pawn = index / (2 * SQUARES * SQUARES);
        Placed {
            white_to_move: index % 2 == 1,
            black: square(index / 2),
            white: square(index / (2 * SQUARES)),
            pawn: square((pawn / 4 + 1) * 8 + pawn % 4),
        }
    }

    fn is_legal(self) -> bool {
        let apart = !attacks::king_attacks(self.white).with(self.white).contains(self.black);
        let hit = attacks::pawn_attacks(Color::White, self.pawn).contains(self.black);
        apart && self.white != self.pawn && self.black != self.pawn && !(hit && self.white_to_move)
    }

    /// The squares White's men do not leave to the black king.
    fn black_moves(self) -> Bitboard {
        let guarded =
            attacks::king_attacks(self.white) | attacks::pawn_attacks(Color::White, self.pawn);
        attacks::king_attacks(self.black) & !guarded
    }

    /// White's moves within the ending.
    fn white_moves(self) -> impl Iterator<Item = Placed> {
        let taken = Bitboard::from_square(self.pawn) | self.black;
        let steps = attacks::king_attacks(self.white) & !taken & !attacks::king_attacks(self.black);
        let king =
            steps.into_iter().map(move |white| Placed { white_to_move: false, white, ..self });
        let free = move |s: &Square| *s != self.white && *s != self.black;
        let one = self.pawn.offset(8).filter(free);
        let two = one.filter(|s| s.rank().to_u32() == 2).and_then(|s| s.offset(8)).filter(free);
        let pawns = one.into_iter().chain(two).filter(|s| s.rank().to_u32() < 7);
        king.chain(pawns.map(move |pawn| Placed { white_to_move: false, pawn, ..self }))
    }

    /// White promotes at once and keeps the queen.
    fn promotes(self) -> bool {
        let Some(goal) = self.pawn.offset(8).filter(|s| s.rank().to_u32() == 7) else {
            return false;
        };
        self.white_to_move
            && goal != self.white
            && goal != self.black
            && (!attacks::king_attacks(self.black).contains(goal)
                || attacks::king_attacks(self.white).contains(goal))
    }
}

impl Kpk {
    /// The table; it is worked out when it is first asked for, in about a tenth of a second.
    pub fn shared() -> &'static Kpk {
        static TABLE: OnceLock<Kpk> = OnceLock::new();
        TABLE.get_or_init(Kpk::solve)
    }

    fn solve() -> Kpk {
        let size = 2 * PAWNS * SQUARES * SQUARES;
        let legal: Vec<bool> = (0..size).map(|i| Placed::of_index(i).is_legal()).collect();
        let mut won: Vec<bool> =
            (0..size).map(|i| legal[i] && Placed::of_index(i).promotes()).collect();
        loop {
            let mut changed = false;
            for index in 0..size {
                if won[index] || !legal[index] {
                    continue;
                }
                let place = Placed::of_index(index);
                let is_won = if place.white_to_move {
                    place.white_moves().any(|after| legal[after.index()] && won[after.index()])
                } else {
                    let moves = place.black_moves();
                    let loses = |black: Square| {
                        black != place.pawn
                            && won[Placed { white_to_move: true, black, ..place }.index()]
                    };
                    // No move is stalemate: a pawn does not mate.
                    moves.any() && moves.into_iter().all(loses)
                };
                if is_won {
                    won[index] = true;
                    changed = true;
                }
            }
            if !changed {
                return Kpk { won };
            }
        }
    }

    /// The side with the pawn wins.
    #[must_use]
    pub fn is_won(&self, to_move: bool, king: Square, pawn: Square, enemy: Square) -> bool {
        let place = Placed::new(to_move, king, enemy, pawn);
        let rank = place.pawn.rank().to_u32();
        (1..=6).contains(&rank) && self.won[place.index()]
    }
}
