//! Distance to mate under perfect play, by retrograde analysis (K. Thompson, *Retrograde Analysis of Certain Endgames*,
//! 1986).
//!
//! Advice tables are measured against it, so it shares nothing with them but the board.

use shakmaty::Role;

use super::endgame::Endgame;
use super::position::{EndgamePosition, EndgameSide};

/// The position is drawn or illegal, or not yet analysed.
const NOT_DECIDED: u8 = u8::MAX;

/// What a position is worth to the stronger side if both sides play perfectly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerfectPlay {
    /// The stronger side mates in this many plies.
    Win(u8),
    /// Neither side can force a mate.
    Draw,
    /// The weaker side mates in this many plies, after a promotion for example.
    Loss(u8),
}

/// Plies to mate for every position of an endgame if both sides play perfectly.
///
/// # Cost
///
/// One byte for each index and side: 0.5 MB for three pieces, kings included; 33 MB for four. King and rook against king
/// and pawn needs five such tables, for every piece that the pawn can become.
pub struct DistanceToMate {
    endgame: Endgame,
    /// Plies by index, the stronger side to move. Odd: it mates; even: it is mated.
    strong: Vec<u8>,
    /// Plies by index, the weaker side to move. Odd: it mates; even: it is mated.
    weak: Vec<u8>,
    /// The endgames that a capture or a promotion leads to.
    converted: Vec<DistanceToMate>,
}

/// The analysis of the positions in which one side is mated at last.
struct Analysis {
    /// The side that is mated.
    loser: EndgameSide,
    /// By index: the replies of the loser not yet known to lose.
    undecided_replies: Vec<u8>,
    mated: Vec<u32>,
    /// By plies to mate: positions that the winner wins by a capture or promotion.
    won_by_conversion: Vec<Vec<u32>>,
    /// By plies to mate: positions in which the loser has a capture or promotion that loses.
    lost_by_conversion: Vec<Vec<u32>>,
}

impl DistanceToMate {
    /// Analyses an endgame, after the endgames it can turn into.
    #[must_use]
    pub fn generate(endgame: &Endgame) -> DistanceToMate {
        let mut table = DistanceToMate {
            endgame: endgame.clone(),
            strong: vec![NOT_DECIDED; endgame.size()],
            weak: vec![NOT_DECIDED; endgame.size()],
            converted: successors(endgame).iter().map(DistanceToMate::generate).collect(),
        };
        table.analyse();
        table
    }

    /// Plies to the mate by the stronger side, `None` if it does not win or the position is of another endgame.
    #[must_use]
    pub fn plies(&self, position: &EndgamePosition) -> Option<u8> {
        match self.perfect_play(position) {
            PerfectPlay::Win(plies) => Some(plies),
            PerfectPlay::Draw | PerfectPlay::Loss(_) => None,
        }
    }

    /// The result of a position of this endgame or of one that it can turn into; all others count as drawn.
    #[must_use]
    pub fn perfect_play(&self, position: &EndgamePosition) -> PerfectPlay {
        let exchanged = || match self.find(&position.exchanged()?)? {
            PerfectPlay::Win(plies) => Some(PerfectPlay::Loss(plies)),
            PerfectPlay::Loss(plies) => Some(PerfectPlay::Win(plies)),
            PerfectPlay::Draw => None,
        };
        self.find(position).or_else(exchanged).unwrap_or(PerfectPlay::Draw)
    }

    fn find(&self, position: &EndgamePosition) -> Option<PerfectPlay> {
        if !self.endgame.covers(position) {
            return self.converted.iter().find_map(|table| table.find(position));
        }
        let plies = self.of_turn(position.turn)[self.endgame.index(position)];
        let is_for_mover = plies % 2 == 1;
        Some(match plies {
            NOT_DECIDED => PerfectPlay::Draw,
            _ if is_for_mover == (position.turn == EndgameSide::Strong) => PerfectPlay::Win(plies),
            _ => PerfectPlay::Loss(plies),
        })
    }

    fn of_turn(&self, turn: EndgameSide) -> &[u8] {
        match turn {
            EndgameSide::Strong => &self.strong,
            EndgameSide::Weak => &self.weak,
        }
    }

    fn analyse(&mut self) {
        let size = self.endgame.size();
        let mut wins = Analysis::new(EndgameSide::Weak, size);
        let mut losses = self.endgame.weak_role().map(|_| Analysis::new(EndgameSide::Strong, size));
        for index in 0..size {
            if let Some(position) = self.endgame.position(index, EndgameSide::Weak) {
                self.look_at(index, &position, &mut wins);
                if let Some(losses) = &mut losses {
                    self.convert(index, &position, losses, PerfectPlay::Loss);
                }
            }
            let can_convert = losses.is_some() || self.endgame.has_pawn();
            if can_convert && let Some(position) = self.endgame.position(index, EndgameSide::Strong)
            {
                self.convert(index, &position, &mut wins, PerfectPlay::Win);
                if let Some(losses) = &mut losses {
                    self.look_at(index, &position, losses);
                }
            }
        }
        wins.work_back(self);
        if let Some(losses) = losses {
            losses.work_back(self);
        }
    }

    /// Counts the replies of the loser, who is to move, and sorts those that lead to a lost position of another endgame.
    fn look_at(&self, index: usize, position: &EndgamePosition, analysis: &mut Analysis) {
        let count = position.move_count();
        analysis.undecided_replies[index] = count as u8;
        if count == 0 {
            if position.is_in_check(analysis.loser) {
                analysis.mated.push(index as u32);
            }
            return;
        }
        for m in position.material_changes() {
            let plies = match (analysis.loser, self.perfect_play(&position.after(m))) {
                (EndgameSide::Weak, PerfectPlay::Win(plies))
                | (EndgameSide::Strong, PerfectPlay::Loss(plies)) => plies,
                _ => continue,
            };
            at(&mut analysis.lost_by_conversion, plies + 1).push(index as u32);
        }
    }

    /// Sorts the moves of the winner, who is to move, that lead to a won position of another endgame.
    fn convert(
        &self,
        index: usize,
        position: &EndgamePosition,
        analysis: &mut Analysis,
        result: fn(u8) -> PerfectPlay,
    ) {
        for m in position.material_changes() {
            let after = self.perfect_play(&position.after(m));
            if let PerfectPlay::Win(plies) | PerfectPlay::Loss(plies) = after
                && after == result(plies)
            {
                at(&mut analysis.won_by_conversion, plies + 1).push(index as u32);
            }
        }
    }
}

impl Analysis {
    fn new(loser: EndgameSide, size: usize) -> Analysis {
        Analysis {
            loser,
            undecided_replies: vec![0; size],
            mated: Vec::new(),
            won_by_conversion: Vec::new(),
            lost_by_conversion: Vec::new(),
        }
    }

    /// From the mates back, ply by ply.
    fn work_back(mut self, table: &mut DistanceToMate) {
        let endgame = table.endgame.clone();
        let (winning, losing) = match self.loser {
            EndgameSide::Weak => (&mut table.strong, &mut table.weak),
            EndgameSide::Strong => (&mut table.weak, &mut table.strong),
        };
        // The positions of the loser decided last.
        let mut lost = self.mated;
        for index in &lost {
            losing[*index as usize] = 0;
        }
        let end = self.won_by_conversion.len().max(self.lost_by_conversion.len());
        let mut plies = 0;
        while !lost.is_empty() || usize::from(plies) < end {
            let mut won = std::mem::take(at(&mut self.won_by_conversion, plies + 1));
            won.retain(|index| winning[*index as usize] == NOT_DECIDED);
            won.sort_unstable();
            won.dedup();
            for index in &won {
                winning[*index as usize] = plies + 1;
            }
            for index in lost.drain(..) {
                let Some(position) = endgame.position(index as usize, self.loser) else {
                    continue;
                };
                position.retract(|before, _| {
                    let before = endgame.index(before);
                    if winning[before] == NOT_DECIDED {
                        winning[before] = plies + 1;
                        won.push(before as u32);
                    }
                });
            }
            let mut settle = |index: u32| {
                let open = &mut self.undecided_replies[index as usize];
                *open -= 1;
                if *open == 0 {
                    losing[index as usize] = plies + 2;
                    lost.push(index);
                }
            };
            for index in std::mem::take(at(&mut self.lost_by_conversion, plies + 2)) {
                settle(index);
            }
            for index in won {
                let Some(position) = endgame.position(index as usize, self.loser.other()) else {
                    continue;
                };
                position.retract(|before, _| settle(endgame.index(before) as u32));
            }
            plies += 2;
        }
    }
}

fn at(buckets: &mut Vec<Vec<u32>>, plies: u8) -> &mut Vec<u32> {
    let plies = usize::from(plies);
    if buckets.len() <= plies {
        buckets.resize_with(plies + 1, Vec::new);
    }
    &mut buckets[plies]
}

/// The endgames that one capture or promotion leads to, without those that are always drawn.
fn successors(endgame: &Endgame) -> Vec<Endgame> {
    let strong = endgame.roles().to_vec();
    let weak: Vec<Role> = endgame.weak_role().into_iter().collect();
    let mut found: Vec<Endgame> = Vec::new();
    for (mover, opponent) in [(&strong, &weak), (&weak, &strong)] {
        for own in with_a_promotion(mover) {
            for theirs in with_a_capture(opponent) {
                let is_unchanged = own == *mover && theirs == *opponent;
                if is_unchanged || !(can_win(&own) || can_win(&theirs)) {
                    continue;
                }
                let (greater, lesser) = if (own.len(), &own) < (theirs.len(), &theirs) {
                    (&theirs, &own)
                } else {
                    (&own, &theirs)
                };
                let next = Endgame::of_roles(greater, lesser.first().copied());
                if !found.contains(&next) {
                    found.push(next);
                }
            }
        }
    }
    found
}

fn can_win(roles: &[Role]) -> bool {
    let mates_alone = |role: &Role| matches!(role, Role::Pawn | Role::Rook | Role::Queen);
    roles.len() > 1 || roles.iter().any(mates_alone)
}

/// These pieces, and what they become if a pawn of them promotes.
fn with_a_promotion(roles: &[Role]) -> Vec<Vec<Role>> {
    let mut all = vec![roles.to_vec()];
    for place in (0..roles.len()).filter(|place| roles[*place] == Role::Pawn) {
        for promoted in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            let mut roles = roles.to_vec();
            roles[place] = promoted;
            all.push(roles);
        }
    }
    all
}

/// These pieces, and what is left if one of them is captured.
fn with_a_capture(roles: &[Role]) -> Vec<Vec<Role>> {
    let mut all = vec![roles.to_vec()];
    for place in 0..roles.len() {
        let mut roles = roles.to_vec();
        roles.remove(place);
        all.push(roles);
    }
    all
}
