//! What pieces are worth, and where they stand best.

use std::sync::LazyLock;

use shakmaty::{Role, Square};

use super::phased::Phased;

/// By role, then by square as its owner sees it.
static VALUES: LazyLock<[[Phased; 64]; 6]> = LazyLock::new(|| {
    Role::ALL.map(|role| Square::ALL.map(|square| worth(role) + place(role, square)))
});

/// A piece on a square, seen from its owner's side of the board.
pub(super) fn value(role: Role, square: Square) -> Phased {
    VALUES[role as usize - 1][usize::from(square)]
}

fn worth(role: Role) -> Phased {
    match role {
        Role::Pawn => Phased::new(90, 115),
        Role::Knight => Phased::new(320, 300),
        Role::Bishop => Phased::new(335, 325),
        Role::Rook => Phased::new(480, 530),
        Role::Queen => Phased::new(960, 980),
        Role::King => Phased::default(),
    }
}

/// Pawns of the d- and e-file, of the c- and f-file, and of the others, by rank in the middlegame; all in the endgame.
const PAWNS: [[i32; 8]; 4] = [
    [0, -15, 0, 15, 20, 25, 40, 0],
    [0, -5, 0, 8, 10, 15, 30, 0],
    [0, 0, 2, 2, 4, 10, 20, 0],
    [0, -5, -3, 2, 12, 30, 60, 0],
];

fn place(role: Role, square: Square) -> Phased {
    let (file, rank) = (square.file().to_u32(), square.rank().to_u32());
    // 0 in the four central files or ranks' middle, 3 at the edge.
    let off_centre = |at: u32| if at < 4 { 3 - at as i32 } else { at as i32 - 4 };
    let (by_file, by_rank) = (off_centre(file), off_centre(rank));
    let distance = by_file + by_rank;
    let if_true = |bonus: i32, holds: bool| if holds { bonus } else { 0 };
    match role {
        Role::Pawn => {
            let files = (by_file as usize).min(2);
            Phased::new(PAWNS[files][rank as usize], PAWNS[3][rank as usize])
        }
        Role::Knight => {
            Phased::new(20 - 12 * distance + if_true(8, (3..=5).contains(&rank)), 10 - 9 * distance)
        }
        Role::Bishop => Phased::new(10 - 5 * distance - if_true(8, rank == 0), 6 - 4 * distance),
        Role::Rook => {
            let (seventh, central) = (rank == 6, rank == 0 && by_file == 0);
            Phased::new(if_true(20, seventh) + if_true(6, central), if_true(12, seventh))
        }
        Role::Queen => Phased::new(0, 8 - 5 * distance),
        Role::King => {
            let middlegame = match (rank, file) {
                (0, 1 | 2 | 6) => 30,
                (0, 3..=5) => 0,
                (0, _) => 20,
                _ => -20 * rank.min(4) as i32,
            };
            Phased::new(middlegame, 20 - 12 * by_file.max(by_rank) - 5 * distance)
        }
    }
}
