//! Which men an ending has, and a number for each of its positions.

use std::fmt;

use arrayvec::ArrayVec;
use shakmaty::{Role, Square};

use super::situation::{MOST_MEN, Man, Side, Situation};

/// The material of an ending: king and these men against a bare king.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    roles: ArrayVec<Role, MOST_MEN>,
}

impl Ending {
    /// Reads `KRK`, `KBNK` and the like: `K`, one or two men, `K`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Ending> {
        let men = name.strip_prefix('K')?.strip_suffix('K')?;
        let mut roles = ArrayVec::new();
        for letter in men.chars() {
            let role = Role::from_char(letter).filter(|_| letter.is_ascii_uppercase())?;
            if role == Role::King {
                return None;
            }
            roles.try_push(role).ok()?;
        }
        roles.sort_unstable();
        (!roles.is_empty()).then_some(Ending { roles })
    }

    /// The material of a position.
    #[must_use]
    pub fn of(situation: &Situation) -> Ending {
        Ending { roles: situation.men().iter().map(|man| man.role).collect() }
    }

    /// The men, in the order of [`Situation::men`].
    #[must_use]
    pub fn roles(&self) -> &[Role] {
        &self.roles
    }

    /// The position has exactly these men.
    #[must_use]
    pub fn covers(&self, situation: &Situation) -> bool {
        let men = situation.men();
        men.len() == self.roles.len()
            && men.iter().zip(&self.roles).all(|(man, role)| man.role == *role)
    }

    /// One more than the greatest index of a position, 64 to the number of pieces.
    #[must_use]
    pub fn size(&self) -> usize {
        64_usize.pow(self.roles.len() as u32 + 2)
    }

    /// The number of a position among those with the same side to move, below [`Ending::size`].
    /// The position must be [covered](Ending::covers).
    #[must_use]
    pub fn index(&self, situation: &Situation) -> usize {
        let kings = situation.weak_king.to_usize() * 64 + situation.strong_king.to_usize();
        situation.men().iter().fold(kings, |index, man| index * 64 + man.square.to_usize())
    }

    /// The legal position with this index and side to move. Equal men are counted in one order only.
    #[must_use]
    pub fn situation(&self, index: usize, turn: Side) -> Option<Situation> {
        let mut rest = index;
        let mut digit = || {
            let square = Square::new((rest % 64) as u32);
            rest /= 64;
            square
        };
        let mut men: ArrayVec<Man, MOST_MEN> =
            self.roles.iter().rev().map(|role| Man { role: *role, square: digit() }).collect();
        men.reverse();
        if !men.is_sorted() {
            return None;
        }
        let strong_king = digit();
        let situation = Situation::new(turn, strong_king, digit(), men);
        situation.is_legal().then_some(situation)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let men: String = self.roles.iter().rev().map(|role| role.upper_char()).collect();
        write!(f, "K{men}K")
    }
}
