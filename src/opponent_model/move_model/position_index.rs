//! Positions of prior games by exact match and by similarity, with the moves played in them.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Chess, Color, Move, MoveList, Position, Role};

use super::context::position_key;
use crate::opponent_model::packed_game::{PackedGame, PackedMove};

/// Number of kernels: strict, lenient, and lenient by piece and destination only.
const KERNELS: usize = 3;
/// Positions at a larger distance are ignored.
const MAX_DISTANCE: u32 = 36;
/// Positions whose pawns differ on more squares are ignored.
const MAX_PAWN_DISTANCE: u32 = 8;
/// Distance added when the player had the other colour.
const OTHER_COLOR_DISTANCE: u32 = 4;
/// Bandwidths of the kernels: the distance at which a weight falls to 1/e.
const BANDWIDTHS: [f32; KERNELS] = [3.0, 8.0, 8.0];
/// Added to the sum of weights, so that a few distant positions do not give large shares.
const SMOOTHING: f32 = 0.02;

/// A place in the games of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePly {
    /// Number of the game.
    pub game: u32,
    /// Number of half-moves before it.
    pub ply: u16,
}

/// Whether the moves of a colour in a game belong into an index.
pub type MoveFilter<'a> = &'a dyn Fn(&PackedGame, Color) -> bool;

/// The pieces of a position on a board turned so that the side to move is White.
#[derive(Clone, Debug)]
struct Placement {
    own: Bitboard,
    roles: [Bitboard; 6],
}

impl Placement {
    fn of(position: &Chess) -> Placement {
        let board = position.board();
        let oriented = |squares: Bitboard| match position.turn() {
            Color::White => squares,
            Color::Black => squares.flip_vertical(),
        };
        let roles = Role::ALL.map(|role| oriented(board.by_role(role)));
        Placement { own: oriented(board.by_color(position.turn())), roles }
    }

    /// Number of squares on which own pieces differ, plus those on which pieces of a role differ, over all roles; `None`
    /// if the pawns differ on too many.
    fn distance(&self, other: &Placement) -> Option<u32> {
        let differences = |role: usize| (self.roles[role] ^ other.roles[role]).count() as u32;
        let pawns = differences(0);
        (pawns <= MAX_PAWN_DISTANCE).then(|| {
            let pieces: u32 = (1..6).map(differences).sum();
            pawns + pieces + (self.own ^ other.own).count() as u32
        })
    }
}

/// A position with the move played in it.
#[derive(Clone, Debug)]
struct PlayedMove {
    placement: Placement,
    role: Role,
    /// Oriented like the placement.
    packed: PackedMove,
    color: Color,
    ply: GamePly,
}

/// The moves of some players, by position.
#[derive(Clone, Debug, Default)]
pub struct PositionIndex {
    exact: FxHashMap<u64, Vec<(GamePly, PackedMove)>>,
    moves: Vec<PlayedMove>,
}

impl PositionIndex {
    /// The moves in `games` that `filter` accepts.
    #[must_use]
    pub fn new<'a>(
        games: impl Iterator<Item = &'a PackedGame>,
        filter: MoveFilter<'_>,
    ) -> PositionIndex {
        let mut index = PositionIndex::default();
        for (number, game) in games.enumerate() {
            let accepted = [Color::White, Color::Black].map(|color| filter(game, color));
            for (ply, (position, m)) in game.plies().enumerate() {
                if accepted[usize::from(position.turn().is_black())] {
                    index.add(&position, m, GamePly { game: number as u32, ply: ply as u16 });
                }
            }
        }
        index
    }

    fn add(&mut self, position: &Chess, m: Move, ply: GamePly) {
        let packed = PackedMove::new(m);
        self.exact.entry(position_key(position)).or_default().push((ply, packed));
        let color = position.turn();
        self.moves.push(PlayedMove {
            placement: Placement::of(position),
            role: m.role(),
            packed: packed.oriented(color),
            color,
            ply,
        });
    }

    /// The moves played in this position, in the order of the games.
    #[must_use]
    pub fn moves_in(
        &self,
        position: &Chess,
        excluded_game: Option<u32>,
    ) -> Vec<(GamePly, PackedMove)> {
        let here = self.exact.get(&position_key(position)).map_or(&[][..], Vec::as_slice);
        here.iter().filter(|(ply, _)| Some(ply.game) != excluded_game).copied().collect()
    }

    /// The share of each of `moves` in what was played in similar positions: a nearest-neighbour estimate with kernel
    /// weights e^(−distance / bandwidth). Linear in the size of the index.
    #[must_use]
    pub fn similar_moves(
        &self,
        position: &Chess,
        moves: &MoveList,
        excluded_game: Option<u32>,
    ) -> SimilarMoves {
        let placement = Placement::of(position);
        let color = position.turn();
        let mut similar = SimilarMoves {
            shares: vec![[0.0; KERNELS]; moves.len()],
            nearest: vec![None; moves.len()],
        };
        let mut total = [0.0f32; KERNELS];
        let legal: Vec<(PackedMove, Role)> =
            moves.iter().map(|m| (PackedMove::new(*m).oriented(color), m.role())).collect();
        for played in &self.moves {
            let Some(mut distance) = played.placement.distance(&placement) else { continue };
            if played.color != color {
                distance += OTHER_COLOR_DISTANCE;
            }
            if distance > MAX_DISTANCE || Some(played.ply.game) == excluded_game {
                continue;
            }
            let weights = BANDWIDTHS.map(|bandwidth| libm::expf(-(distance as f32) / bandwidth));
            let mut is_legal = [false; KERNELS];
            for (index, (packed, role)) in legal.iter().enumerate() {
                if *role != played.role || packed.destination() != played.packed.destination() {
                    continue;
                }
                similar.shares[index][2] += weights[2];
                is_legal[2] = true;
                if *packed == played.packed {
                    similar.shares[index][0] += weights[0];
                    similar.shares[index][1] += weights[1];
                    (is_legal[0], is_legal[1]) = (true, true);
                    let nearest = &mut similar.nearest[index];
                    if nearest.is_none_or(|(_, other)| distance < other) {
                        *nearest = Some((played.ply, distance));
                    }
                }
            }
            for kernel in (0..KERNELS).filter(|kernel| is_legal[*kernel]) {
                total[kernel] += weights[kernel];
            }
        }
        for shares in &mut similar.shares {
            for (share, total) in shares.iter_mut().zip(total) {
                *share /= total + SMOOTHING;
            }
        }
        similar
    }
}

/// What was played in similar positions, for each legal move in their order.
#[derive(Clone, Debug, Default)]
pub struct SimilarMoves {
    /// Shares in `[0, 1]` by the strict kernel, the lenient one, and the lenient one by piece and destination only.
    pub shares: Vec<[f32; KERNELS]>,
    /// The nearest position in which the move was played, and its distance.
    pub nearest: Vec<Option<(GamePly, u32)>>,
}
