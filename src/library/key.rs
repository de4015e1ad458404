//! Keys under which a position is indexed.

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position, Role, Square};

use crate::chess::Oriented;

/// The keys of a position. Equal positions have equal keys; different ones do with a probability of 2^−64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PositionKeys {
    /// Of the position itself, with the side to move, castling rights and en passant.
    pub position: u64,
    /// Of the numbers of all pieces, the side to move as White.
    pub material: u64,
    /// Of the places of all pawns, the side to move as White.
    pub pawns: u64,
}

impl PositionKeys {
    pub(super) fn new(position: &Chess) -> PositionKeys {
        let oriented = Oriented::new(position);
        let board = oriented.board();
        let mut material = 0;
        for color in [Color::White, Color::Black] {
            for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                let count = (board.by_color(color) & board.by_role(role)).count() as u64;
                material = material << 5 | count;
            }
        }
        let pawns = |color: Color| (board.by_color(color) & board.pawns()).0;
        PositionKeys {
            position: position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0,
            material,
            pawns: mix(pawns(Color::White) ^ mix(pawns(Color::Black))),
        }
    }
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014), a bijection.
fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// A move with the piece that makes it and whose it is, in 19 bits: never 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct MoveCode(pub u32);

impl MoveCode {
    pub(super) fn new(m: Move, side: Color) -> MoveCode {
        let from = u32::from(m.from().unwrap_or(m.to()));
        let promotion = m.promotion().map_or(0, |role| role as u32);
        MoveCode(
            from | u32::from(m.to()) << 6
                | promotion << 12
                | (m.role() as u32) << 15
                | side.fold_wb(0, 1) << 18,
        )
    }

    /// The legal move with this code.
    pub(super) fn find(self, position: &Chess) -> Option<Move> {
        let legal = position.legal_moves();
        legal.into_iter().find(|m| MoveCode::new(*m, position.turn()) == self)
    }

    /// The legal move of another position that does the same, both with the side that moves as White: the same kind of piece
    /// goes to the same square. Where two can, the one that comes from the same square.
    pub(super) fn alike(self, position: &Chess) -> Option<Move> {
        // Without the places that moves come from, and whose they are.
        const FROM: u32 = 0x3f;
        let oriented = |code: MoveCode| match code.0 >> 18 & 1 {
            0 => code.0,
            // The ranks are in bits 3 to 5 and 9 to 11.
            _ => code.0 & !(1 << 18) ^ (0x38 | 0x38 << 6),
        };
        let is_castling = |code: u32| {
            let square = |bits: u32| Square::new(bits & FROM);
            code >> 15 & 7 == Role::King as u32 && square(code).distance(square(code >> 6)) > 1
        };
        let played = oriented(self);
        let mut same: Vec<(u32, Move)> = position
            .legal_moves()
            .into_iter()
            .map(|m| (oriented(MoveCode::new(m, position.turn())), m))
            .filter(|(code, _)| {
                code & !FROM == played & !FROM && is_castling(*code) == is_castling(played)
            })
            .collect();
        same.sort_by_key(|(code, _)| code & FROM != played & FROM);
        same.first().map(|(_, m)| *m)
    }

    /// Which piece goes where, with the side that moves as White.
    pub(super) fn aim(self) -> Option<(Role, Square)> {
        let role = Role::try_from(self.0 >> 15 & 7).ok()?;
        let to = Square::new(self.0 >> 6 & 63);
        Some((role, if self.0 >> 18 & 1 == 0 { to } else { to.flip_vertical() }))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::chess::{legal_move, position_from_fen};

    #[test]
    fn moves_come_back_from_their_codes() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2P1k3/8/8/8/8/4K1p1/7R b - - 0 1",
        ] {
            let position = position_from_fen(fen).unwrap();
            for m in position.legal_moves() {
                let code = MoveCode::new(m, position.turn());
                assert_eq!(code.find(&position), Some(m), "{fen}");
                let to = position.turn().fold_wb(m.to(), m.to().flip_vertical());
                assert_eq!(code.aim(), Some((m.role(), to)), "{fen}");
            }
        }
    }

    #[test]
    fn a_move_is_found_again_with_colours_reversed() {
        let there = position_from_fen("r3k2r/pp6/8/8/8/5N2/PP6/R3K2R w KQkq - 0 1").unwrap();
        let here = position_from_fen("r3k2r/pp5p/5n2/8/8/8/PP4N1/R3K2R b KQkq - 0 1").unwrap();
        let named = |position: &Chess, text: &str| legal_move(position, text).unwrap();
        for (played, expected) in [
            ("Nd4", Some("Nd5")),
            ("a4", Some("a5")),
            ("O-O", Some("O-O")),
            ("O-O-O", Some("O-O-O")),
            ("Kf1", Some("Kf8")),
            ("Ng1", Some("Ng8")),
            ("b4", Some("b5")),
            ("Nh2", None),
        ] {
            let found = MoveCode::new(named(&there, played), there.turn()).alike(&here);
            assert_eq!(found, expected.map(|text| named(&here, text)), "{played}");
        }
        // Two rooks can go to d4: the one from the square it came from there.
        let rooks = position_from_fen("6k1/8/8/8/R6R/8/8/4K3 w - - 0 1").unwrap();
        for (fen, from) in [
            ("6k1/8/8/8/R7/8/8/4K3 w - - 0 1", Some(Square::A4)),
            ("6k1/8/8/8/7R/8/8/4K3 w - - 0 1", Some(Square::H4)),
        ] {
            let there = position_from_fen(fen).unwrap();
            let m = named(&there, "Rd4");
            let found = MoveCode::new(m, Color::White).alike(&rooks);
            assert_eq!(found.and_then(|m| m.from()), from, "{fen}");
        }
    }

    #[test]
    fn material_and_pawns_do_not_depend_on_the_colour_to_move() {
        let white =
            PositionKeys::new(&position_from_fen("4k3/p7/8/8/8/8/1P6/R3K3 w - - 0 1").unwrap());
        let black =
            PositionKeys::new(&position_from_fen("r3k3/1p6/8/8/8/8/P7/4K3 b - - 0 1").unwrap());
        assert_eq!((white.material, white.pawns), (black.material, black.pawns));
        assert_ne!(white.position, black.position);
        let other =
            PositionKeys::new(&position_from_fen("4k3/p7/8/8/8/8/2P5/R3K3 w - - 0 1").unwrap());
        assert_eq!(white.material, other.material);
        assert_ne!(white.pawns, other.pawns);
    }
}
