use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Square, attacks};

use super::context::PositionContext;
use super::preview::MovePreview;
use crate::graph::line_edges::beyond;

/// Lines of both sides that end at the square of a piece and go on when it leaves.
pub(super) struct LinesThrough {
    /// Line pieces that bear on its square.
    pub(super) behind: Bitboard,
    lines: ArrayVec<Line, 8>,
    /// The line on which the piece hides the enemy king from a line piece of its own side.
    covered: Bitboard,
}

struct Line {
    line_piece: Square,
    /// The whole rank, file or diagonal.
    squares: Bitboard,
    /// The piece that is reached then.
    next: Bitboard,
    is_white: bool,
}

/// The pieces that line pieces of each side reach through a square.
#[derive(Clone, Copy, Default)]
pub(super) struct Opened {
    pub(super) by_white: Bitboard,
    pub(super) by_black: Bitboard,
}

impl LinesThrough {
    pub(super) fn new(context: &PositionContext<'_>, from: Square) -> LinesThrough {
        let board = context.board;
        let behind = context.attacks.attackers(from) & board.sliders();
        let mut through = LinesThrough { behind, lines: ArrayVec::new(), covered: Bitboard::EMPTY };
        if behind.is_empty() {
            return through;
        }
        let sight = attacks::queen_attacks(from, board.occupied()) & board.occupied();
        for line_piece in behind {
            let squares = attacks::ray(line_piece, from);
            let next = (sight & squares).without(line_piece);
            let is_white = board.white().contains(line_piece);
            if is_white && next.contains(context.enemy_king) {
                through.covered = squares;
            }
            through.lines.push(Line { line_piece, squares, next, is_white });
        }
        through
    }

    /// What the lines reach once the move is made.
    pub(super) fn opened(&self, preview: &MovePreview) -> Opened {
        let mut opened = Opened::default();
        for line in &self.lines {
            // A piece that stays on the line still ends it.
            if line.squares.contains(preview.to) {
                continue;
            }
            let next = match preview.en_passant {
                None => line.next,
                Some(_) => {
                    let sight = attacks::queen_attacks(preview.from, preview.occupied);
                    sight & preview.occupied & beyond(line.line_piece, preview.from)
                }
            };
            if line.is_white {
                opened.by_white |= next;
            } else {
                opened.by_black |= next;
            }
        }
        opened
    }

    /// Whether a line piece gives check when the piece has gone to a square.
    pub(super) fn uncovers_check(&self, to: Square) -> bool {
        self.covered.any() && !self.covered.contains(to)
    }
}
