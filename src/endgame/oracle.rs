//! Distance to mate under perfect play, by retrograde analysis: what every proof is measured against.
//!
//! It shares the board with the interpreter and nothing else: no table, no condition.

use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, Rank, Role, Square};

use super::ending::Ending;
use super::situation::{Man, Side, Situation, attacks};

/// The position is drawn, or not legal.
const UNDECIDED: u8 = u8::MAX;

/// Plies to mate for every position of an ending, both sides playing their best.
///
/// # Cost
///
/// One byte for each index and side: 0.5 MB for three men, 33 MB for four.
pub struct DistanceToMate {
    ending: Ending,
    strong: Vec<u8>,
    weak: Vec<u8>,
    /// The endings that a capture or a promotion leads to.
    others: Vec<DistanceToMate>,
}

/// A result of the ending that comes from another ending.
#[derive(Default)]
struct Entrances {
    /// By plies: positions of the stronger side that win by promoting.
    promotions: Vec<Vec<usize>>,
    /// By plies: positions of the bare king with a capture that loses in so many plies less one.
    captures: Vec<Vec<usize>>,
}

impl DistanceToMate {
    /// Analyses an ending, and first the endings it can turn into.
    #[must_use]
    pub fn generate(ending: &Ending) -> DistanceToMate {
        let mut oracle = DistanceToMate {
            ending: ending.clone(),
            strong: vec![UNDECIDED; ending.size()],
            weak: vec![UNDECIDED; ending.size()],
            others: successors(ending).iter().map(DistanceToMate::generate).collect(),
        };
        oracle.analyse();
        oracle
    }

    /// Plies to mate, `None` when the position is drawn or belongs to no ending known here.
    #[must_use]
    pub fn plies(&self, situation: &Situation) -> Option<u8> {
        if !self.ending.covers(situation) {
            return self.others.iter().find_map(|other| other.plies(situation));
        }
        let index = self.ending.index(situation);
        let plies = match situation.turn {
            Side::Strong => self.strong[index],
            Side::Weak => self.weak[index],
        };
        (plies != UNDECIDED).then_some(plies)
    }

    fn analyse(&mut self) {
        let mut replies = vec![0_u8; self.ending.size()];
        let mut entrances = Entrances::default();
        let mut mated = Vec::new();
        for (index, count) in replies.iter_mut().enumerate() {
            if let Some(situation) = self.ending.situation(index, Side::Weak) {
                let escapes = situation.escapes();
                *count = escapes.count() as u8;
                if escapes.is_empty() && situation.is_check() {
                    self.weak[index] = 0;
                    mated.push(index);
                }
                for square in escapes & situation.strong() {
                    if let Some(plies) = self.plies(&situation.after_escape(square)) {
                        at(&mut entrances.captures, plies + 1).push(index);
                    }
                }
            }
            if self.ending.roles().contains(&Role::Pawn)
                && let Some(situation) = self.ending.situation(index, Side::Strong)
            {
                for step in situation.steps().iter().filter(|step| step.promotion.is_some()) {
                    if let Some(plies) = self.plies(&situation.after(*step)) {
                        at(&mut entrances.promotions, plies + 1).push(index);
                    }
                }
            }
        }
        self.work_back(mated, &mut replies, &mut entrances);
    }

    /// From the mates back, ply by ply; `lost` are the positions of the bare king decided last.
    fn work_back(&mut self, mut lost: Vec<usize>, replies: &mut [u8], entrances: &mut Entrances) {
        let end = entrances.promotions.len().max(entrances.captures.len());
        let mut plies = 0;
        while !lost.is_empty() || usize::from(plies) < end {
            let mut won = std::mem::take(at(&mut entrances.promotions, plies + 1));
            won.retain(|index| self.strong[*index] == UNDECIDED);
            won.sort_unstable();
            won.dedup();
            for index in &won {
                self.strong[*index] = plies + 1;
            }
            for index in lost.drain(..) {
                let Some(situation) = self.ending.situation(index, Side::Weak) else { continue };
                retract_strong(&situation, |before| {
                    let before = self.ending.index(before);
                    if self.strong[before] == UNDECIDED {
                        self.strong[before] = plies + 1;
                        won.push(before);
                    }
                });
            }
            let mut settle = |index: usize, weak: &mut [u8]| {
                replies[index] -= 1;
                if replies[index] == 0 {
                    weak[index] = plies + 2;
                    lost.push(index);
                }
            };
            for index in std::mem::take(at(&mut entrances.captures, plies + 2)) {
                settle(index, &mut self.weak);
            }
            for index in won {
                let Some(situation) = self.ending.situation(index, Side::Strong) else { continue };
                retract_weak(&situation, |before| {
                    settle(self.ending.index(before), &mut self.weak);
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

/// Endings with other men that one capture or promotion leads to. Too few men to win are left out.
fn successors(ending: &Ending) -> Vec<Ending> {
    let men: String = ending.roles().iter().map(|role| role.upper_char()).collect();
    let mut names = Vec::new();
    for (place, role) in ending.roles().iter().enumerate() {
        let mut fewer = men.clone();
        fewer.remove(place);
        if ["P", "R", "Q"].contains(&fewer.as_str()) {
            names.push(fewer.clone());
        }
        if *role == Role::Pawn {
            names.extend(["Q", "R", "B", "N"].map(|promoted| format!("{promoted}{fewer}")));
        }
    }
    let worth = |name: &String| !["B", "N"].contains(&name.as_str());
    let mut endings: Vec<Ending> = Vec::new();
    for name in names.iter().filter(|name| worth(name)) {
        endings
            .extend(Ending::parse(&format!("K{name}K")).filter(|ending| !endings.contains(ending)));
    }
    endings
}

/// Every legal position from which a quiet move of the stronger side leads here.
fn retract_strong(situation: &Situation, mut visit: impl FnMut(&Situation)) {
    let occupied = situation.occupied();
    let mut offer = |before: Situation| {
        if before.is_legal() {
            visit(&before);
        }
    };
    for (place, man) in situation.men().iter().enumerate() {
        for square in origins(*man, occupied) {
            let mut men: arrayvec::ArrayVec<Man, 2> = situation.men().iter().copied().collect();
            men[place].square = square;
            offer(Situation::new(Side::Strong, situation.strong_king, situation.weak_king, men));
        }
    }
    for square in king_attacks(situation.strong_king) & !occupied {
        let mut before = situation.clone();
        before.turn = Side::Strong;
        before.strong_king = square;
        offer(before);
    }
}

/// Every legal position from which a quiet move of the bare king leads here.
fn retract_weak(situation: &Situation, mut visit: impl FnMut(&Situation)) {
    let near = king_attacks(situation.strong_king);
    for square in king_attacks(situation.weak_king) & !situation.occupied() & !near {
        let mut before = situation.clone();
        before.turn = Side::Weak;
        before.weak_king = square;
        visit(&before);
    }
}

/// Where a man can have come from without taking anything.
fn origins(man: Man, occupied: Bitboard) -> Bitboard {
    if man.role != Role::Pawn {
        return attacks(man, occupied) & !occupied;
    }
    let behind = |square: Square| square.offset(-8).filter(|square| !occupied.contains(*square));
    let one = behind(man.square);
    let two = one.filter(|_| man.square.rank() == Rank::Fourth).and_then(behind);
    one.into_iter().chain(two).collect()
}
