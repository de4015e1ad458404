use std::fmt;

use shakmaty::{Bitboard, Board, File};

/// The pawns of one file, with the side to move as White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FilePawns {
    /// Which file.
    pub file: File,
    /// Pawns of the side to move.
    pub own: Bitboard,
    /// Pawns of the other side.
    pub other: Bitboard,
}

impl FilePawns {
    /// The pawns of all files of a board that is seen with the side to move as White.
    pub(super) fn of_board(board: &Board) -> impl Iterator<Item = FilePawns> {
        let (own, other) = (board.white() & board.pawns(), board.black() & board.pawns());
        File::ALL.into_iter().map(move |file| FilePawns {
            file,
            own: own & Bitboard::from_file(file),
            other: other & Bitboard::from_file(file),
        })
    }
}

/// As the index has it: the file, the ranks of the own pawns, `/` and those of the others: `c2/7`, `e/` for an open file.
impl fmt::Display for FilePawns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranks =
            |pawns: Bitboard| pawns.into_iter().map(|s| s.rank().char()).collect::<String>();
        write!(f, "{}{}/{}", self.file.char(), ranks(self.own), ranks(self.other))
    }
}
