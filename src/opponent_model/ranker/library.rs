//! Positions met before, exact and similar, with what was played in them.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Chess, Color, Move, MoveList, Position, Role};

use super::scene::placement_key;
use crate::opponent_model::score::{GameScore, PackedMove};

/// Kinds of votes.
const GRADES: usize = 3;
/// Positions farther apart than this say nothing about each other.
const FARTHEST: u32 = 36;
/// Pawn skeletons farther apart than this are not compared further.
const FARTHEST_PAWNS: u32 = 8;
/// A piece of the same game played with the other colour.
const OTHER_COLOUR: u32 = 4;
/// Distances at which a vote falls to 1/e, from strict to lenient; the last one counts piece and target square only.
const REACH: [f32; GRADES] = [3.0, 8.0, 8.0];

/// A place in the games of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Number of the game in its list.
    pub game: u32,
    /// Half-moves before it.
    pub ply: u16,
}

/// Which of the two players' moves a library keeps.
pub type Chosen<'a> = &'a dyn Fn(&GameScore, Color) -> bool;

#[derive(Clone, Debug)]
struct View {
    own: Bitboard,
    roles: [Bitboard; 6],
    role: Role,
    /// As the mover sees it.
    packed: PackedMove,
    colour: Color,
    place: Place,
}

impl View {
    fn of(position: &Chess) -> (Bitboard, [Bitboard; 6]) {
        let board = position.board();
        let turn = |squares: Bitboard| match position.turn() {
            Color::White => squares,
            Color::Black => squares.flip_vertical(),
        };
        let roles = Role::ALL.map(|role| turn(board.by_role(role)));
        (turn(board.by_color(position.turn())), roles)
    }
}

/// The moves of chosen players, by position.
#[derive(Clone, Debug, Default)]
pub struct Library {
    exact: FxHashMap<u64, Vec<(Place, PackedMove)>>,
    views: Vec<View>,
}

impl Library {
    /// The moves in `games` of the sides that `chosen` names.
    #[must_use]
    pub fn new<'a>(games: impl Iterator<Item = &'a GameScore>, chosen: Chosen<'_>) -> Library {
        let mut library = Library::default();
        for (number, score) in games.enumerate() {
            let kept = [Color::White, Color::Black].map(|colour| chosen(score, colour));
            for (ply, (position, m)) in score.plies().enumerate() {
                if kept[usize::from(position.turn().is_black())] {
                    library.add(&position, m, Place { game: number as u32, ply: ply as u16 });
                }
            }
        }
        library
    }

    fn add(&mut self, position: &Chess, m: Move, place: Place) {
        let packed = PackedMove::new(m);
        self.exact.entry(placement_key(position)).or_default().push((place, packed));
        let (own, roles) = View::of(position);
        let colour = position.turn();
        self.views.push(View {
            own,
            roles,
            role: m.role(),
            packed: packed.seen_by(colour),
            colour,
            place,
        });
    }

    /// What was played in this very position, leaving out the games `hidden` names.
    pub fn played(
        &self,
        position: &Chess,
        hidden: &dyn Fn(u32) -> bool,
    ) -> Vec<(Place, PackedMove)> {
        let here = self.exact.get(&placement_key(position)).map_or(&[][..], Vec::as_slice);
        here.iter().filter(|(place, _)| !hidden(place.game)).copied().collect()
    }

    /// How similar positions speak for each of `moves`, leaving out the games `hidden` names.
    ///
    /// Distance: squares on which own pieces, and squares on which pieces of a kind, differ. A vote counts
    /// e^(−distance / reach).
    pub fn votes(&self, position: &Chess, moves: &MoveList, hidden: &dyn Fn(u32) -> bool) -> Votes {
        let (own, roles) = View::of(position);
        let colour = position.turn();
        let mut votes =
            Votes { shares: vec![[0.0; GRADES]; moves.len()], nearest: vec![None; moves.len()] };
        let mut total = [0.0f32; GRADES];
        let seen: Vec<(PackedMove, Role)> =
            moves.iter().map(|m| (PackedMove::new(*m).seen_by(colour), m.role())).collect();
        for view in &self.views {
            let pawns = (view.roles[0] ^ roles[0]).count() as u32;
            if pawns > FARTHEST_PAWNS {
                continue;
            }
            let rest: usize = (1..6).map(|role| (view.roles[role] ^ roles[role]).count()).sum();
            let mut distance = pawns + rest as u32 + (view.own ^ own).count() as u32;
            if view.colour != colour {
                distance += OTHER_COLOUR;
            }
            if distance > FARTHEST || hidden(view.place.game) {
                continue;
            }
            let weight = REACH.map(|reach| (-(distance as f32) / reach).exp());
            let mut voted = [false; GRADES];
            for (place, (packed, role)) in seen.iter().enumerate() {
                if *role == view.role && packed.target() == view.packed.target() {
                    votes.shares[place][2] += weight[2];
                    voted[2] = true;
                    if *packed == view.packed {
                        votes.shares[place][0] += weight[0];
                        votes.shares[place][1] += weight[1];
                        (voted[0], voted[1]) = (true, true);
                        let nearest = &mut votes.nearest[place];
                        if nearest.is_none_or(|(_, other)| distance < other) {
                            *nearest = Some((view.place, distance));
                        }
                    }
                }
            }
            for grade in 0..GRADES {
                if voted[grade] {
                    total[grade] += weight[grade];
                }
            }
        }
        for shares in &mut votes.shares {
            for grade in 0..GRADES {
                // A few weak votes must not look like certainty.
                shares[grade] /= total[grade] + 0.02;
            }
        }
        votes
    }
}

/// What similar positions say about the legal moves, in their order.
#[derive(Clone, Debug, Default)]
pub struct Votes {
    /// Shares of the votes in `[0, 1]`: strict, lenient, and lenient for piece and target square only.
    pub shares: Vec<[f32; GRADES]>,
    /// The most similar position in which the move was played, and how far away it is.
    pub nearest: Vec<Option<(Place, u32)>>,
}
