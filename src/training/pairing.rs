use crate::arena::Opponent;

/// Opponents, colours and openings of the games of a run.
#[derive(Clone, Debug)]
pub struct Pairings {
    opponents: Vec<Opponent>,
}

/// Opponent, colour and opening of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Index of the opponent.
    pub opponent: usize,
    /// The memory has White (in self-play: always).
    pub memory_is_white: bool,
    /// Number of the opening. Two games in a row against the same opponent share one.
    pub opening: u64,
}

impl Pairings {
    /// The pairings with the opponents of a plan.
    #[must_use]
    pub fn new(opponents: Vec<Opponent>) -> Pairings {
        Pairings { opponents }
    }

    /// The opponents in the order of the plan.
    #[must_use]
    pub fn opponents(&self) -> &[Opponent] {
        &self.opponents
    }

    /// The pairing of game `game` (from 1).
    ///
    /// In each round every opponent plays as many games as its share: with shares 3 and 1, every fourth game is
    /// against the second opponent. Each game of self-play has an opening of its own.
    #[must_use]
    pub fn pairing(&self, game: u32) -> Pairing {
        let round: u64 = self.opponents.iter().map(|o| u64::from(o.share())).sum();
        let index = u64::from(game - 1);
        let (rounds, mut slot) = (index / round, index % round);
        for (opponent, settings) in self.opponents.iter().enumerate() {
            let share = u64::from(settings.share());
            if slot < share {
                let met_before = rounds * share + slot;
                if settings.is_self() {
                    return Pairing { opponent, memory_is_white: true, opening: 2 * index };
                }
                let opening = 2 * (met_before / 2) + 1;
                return Pairing { opponent, memory_is_white: met_before % 2 == 0, opening };
            }
            slot -= share;
        }
        unreachable!("the shares add up to the round")
    }
}
