//! Distance to mate under perfect play, by retrograde analysis (K. Thompson, *Retrograde Analysis of Certain Endgames*,
//! 1986).
//!
//! Advice tables are measured against it, so it shares nothing with them but the board.

use std::sync::LazyLock;

use shakmaty::Role;

use super::endgame::Endgame;
use super::position::{EndgamePosition, EndgameSide};

/// The position is drawn or illegal, or not yet analysed.
const NOT_WON: u8 = u8::MAX;

/// Plies to mate for every position of an endgame if both sides play perfectly.
///
/// # Cost
///
/// One byte for each index and side: 0.5 MB for three pieces, kings included; 33 MB for four.
pub struct DistanceToMate {
    endgame: Endgame,
    /// Plies by index, the stronger side to move.
    strong: Vec<u8>,
    /// Plies by index, the bare king to move.
    weak: Vec<u8>,
    /// The endgames that a capture or a promotion leads to.
    converted: Vec<DistanceToMate>,
}

/// Positions decided by a move into another endgame.
#[derive(Default)]
struct Conversions {
    /// By plies to mate: positions that the stronger side wins by promoting.
    promotions: Vec<Vec<usize>>,
    /// By plies to mate: positions in which the bare king has a capture that loses.
    captures: Vec<Vec<usize>>,
}

impl DistanceToMate {
    /// Analyses an endgame, after the endgames it can turn into.
    #[must_use]
    pub fn generate(endgame: &Endgame) -> DistanceToMate {
        let mut table = DistanceToMate {
            endgame: endgame.clone(),
            strong: vec![NOT_WON; endgame.size()],
            weak: vec![NOT_WON; endgame.size()],
            converted: successors(endgame).iter().map(DistanceToMate::generate).collect(),
        };
        table.analyse();
        table
    }

    /// The table of king and pawn against king, computed on first use in a fraction of a second.
    pub(crate) fn of_kpk() -> &'static DistanceToMate {
        static TABLE: LazyLock<DistanceToMate> =
            LazyLock::new(|| DistanceToMate::generate(&Endgame::of_roles(&[Role::Pawn])));
        &TABLE
    }

    /// Plies to mate, `None` if the position is drawn or of another endgame.
    #[must_use]
    pub fn plies(&self, position: &EndgamePosition) -> Option<u8> {
        if !self.endgame.covers(position) {
            return self.converted.iter().find_map(|table| table.plies(position));
        }
        let index = self.endgame.index(position);
        let plies = match position.turn {
            EndgameSide::Strong => self.strong[index],
            EndgameSide::Weak => self.weak[index],
        };
        (plies != NOT_WON).then_some(plies)
    }

    fn analyse(&mut self) {
        let mut undecided_replies = vec![0_u8; self.endgame.size()];
        let mut conversions = Conversions::default();
        let mut mated = Vec::new();
        for (index, count) in undecided_replies.iter_mut().enumerate() {
            if let Some(position) = self.endgame.position(index, EndgameSide::Weak) {
                let flight_squares = position.flight_squares();
                *count = flight_squares.count() as u8;
                if flight_squares.is_empty() && position.is_check() {
                    self.weak[index] = 0;
                    mated.push(index);
                }
                for square in flight_squares & position.strong_pieces() {
                    if let Some(plies) = self.plies(&position.after_king_move(square)) {
                        at(&mut conversions.captures, plies + 1).push(index);
                    }
                }
            }
            if self.endgame.has_pawn()
                && let Some(position) = self.endgame.position(index, EndgameSide::Strong)
            {
                for m in position.legal_moves().iter().filter(|m| m.promotion.is_some()) {
                    if let Some(plies) = self.plies(&position.after(*m)) {
                        at(&mut conversions.promotions, plies + 1).push(index);
                    }
                }
            }
        }
        self.work_back(mated, &mut undecided_replies, &mut conversions);
    }

    /// From the mates back, ply by ply. `lost` are the positions of the bare king decided last; `undecided_replies` counts
    /// for each index the replies of the bare king not yet known to lose.
    fn work_back(
        &mut self,
        mut lost: Vec<usize>,
        undecided_replies: &mut [u8],
        conversions: &mut Conversions,
    ) {
        let end = conversions.promotions.len().max(conversions.captures.len());
        let mut plies = 0;
        while !lost.is_empty() || usize::from(plies) < end {
            let mut won = std::mem::take(at(&mut conversions.promotions, plies + 1));
            won.retain(|index| self.strong[*index] == NOT_WON);
            won.sort_unstable();
            won.dedup();
            for index in &won {
                self.strong[*index] = plies + 1;
            }
            for index in lost.drain(..) {
                let Some(position) = self.endgame.position(index, EndgameSide::Weak) else {
                    continue;
                };
                position.retract(|before, _| {
                    let before = self.endgame.index(before);
                    if self.strong[before] == NOT_WON {
                        self.strong[before] = plies + 1;
                        won.push(before);
                    }
                });
            }
            let mut settle = |index: usize, weak: &mut [u8]| {
                undecided_replies[index] -= 1;
                if undecided_replies[index] == 0 {
                    weak[index] = plies + 2;
                    lost.push(index);
                }
            };
            for index in std::mem::take(at(&mut conversions.captures, plies + 2)) {
                settle(index, &mut self.weak);
            }
            for index in won {
                let Some(position) = self.endgame.position(index, EndgameSide::Strong) else {
                    continue;
                };
                position.retract(|before, _| {
                    settle(self.endgame.index(before), &mut self.weak);
                });
            }
            plies += 2;
        }
    }
}

fn at(buckets: &mut Vec<Vec<usize>>, plies: u8) -> &mut Vec<usize> {
    let plies = usize::from(plies);
    if buckets.len() <= plies {
        buckets.resize_with(plies + 1, Vec::new);
    }
    &mut buckets[plies]
}

/// The endgames that one capture or promotion leads to, without those that are always drawn.
fn successors(endgame: &Endgame) -> Vec<Endgame> {
    let pieces: String = endgame.roles().iter().map(|role| role.upper_char()).collect();
    let mut names = Vec::new();
    for (place, role) in endgame.roles().iter().enumerate() {
        let mut fewer = pieces.clone();
        fewer.remove(place);
        if ["P", "R", "Q"].contains(&fewer.as_str()) {
            names.push(fewer.clone());
        }
        if *role == Role::Pawn {
            names.extend(["Q", "R", "B", "N"].map(|promoted| format!("{promoted}{fewer}")));
        }
    }
    let can_win = |name: &String| !["B", "N"].contains(&name.as_str());
    let mut endgames: Vec<Endgame> = Vec::new();
    for name in names.iter().filter(|name| can_win(name)) {
        endgames.extend(
            Endgame::parse(&format!("K{name}K")).filter(|endgame| !endgames.contains(endgame)),
        );
    }
    endgames
}
