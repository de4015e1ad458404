//! What pieces are worth on their squares.

use std::sync::LazyLock;

use shakmaty::{Role, Square};

use super::phased::Phased;
use super::weights::PIECES;

/// By role, then by square as its owner sees it.
static VALUES: LazyLock<[[Phased; 64]; 6]> = LazyLock::new(|| {
    let value = |role: Role, square: Square| {
        let file = square.file() as usize;
        PIECES[role as usize - 1][square.rank() as usize][file.min(7 - file)].into()
    };
    Role::ALL.map(|role| Square::ALL.map(|square| value(role, square)))
});

/// A piece on a square, seen from its owner's side of the board.
pub(super) fn value(role: Role, square: Square) -> Phased {
    VALUES[role as usize - 1][usize::from(square)]
}
