//! The record of a game from its moves: who plays them elsewhere need not be believed in anything else.

use std::vec::IntoIter;

use rand::Rng;

use super::message::{MoveNumber, Played};
use crate::arena::{GameEnd, GameRecord, Opening, Rules, play_game};
use crate::chess::Game;
use crate::player::{Choice, Player, PlayerError};
use crate::rng;

/// A player whose moves are known.
struct Scripted {
    name: String,
    moves: IntoIter<ScriptedMove>,
}

/// A move, and what the player would have moved if it explored.
#[derive(Clone, Copy)]
struct ScriptedMove {
    m: MoveNumber,
    explored: Option<Option<MoveNumber>>,
}

impl Scripted {
    fn failure(&self, what: &str) -> PlayerError {
        PlayerError { player: self.name.clone(), what: what.to_owned(), recovered: true }
    }
}

impl Player for Scripted {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, game: &Game, _: &mut dyn Rng) -> Result<Choice, PlayerError> {
        let next =
            self.moves.next().ok_or_else(|| self.failure("the game stops before its end"))?;
        let legal = |number: MoveNumber| {
            number.of(game.position()).ok_or_else(|| self.failure("a move is not legal"))
        };
        let (m, explored) = (legal(next.m)?, next.explored.is_some());
        let best = next.explored.flatten().map(legal).transpose()?;
        Ok(Choice { m, value: None, explored, best })
    }
}

/// The record of a game between players of these names, White first, as the referee finds it: its end and its result are
/// worked out again. It has no values.
///
/// # Errors
///
/// A move is not legal, the game stops before its end, or goes on after it.
pub(super) fn replay(
    names: [&str; 2],
    opening: &Opening,
    rules: &Rules,
    played: &Played,
) -> Result<GameRecord, String> {
    let (moves, explored) = match played {
        Played::Whole { moves, explored } => (moves, explored),
        Played::Failed(why) => return Err(why.clone()),
    };
    let mut script: Vec<ScriptedMove> =
        moves.iter().map(|m| ScriptedMove { m: *m, explored: None }).collect();
    for (place, best) in explored {
        let ply =
            script.get_mut(usize::from(*place)).ok_or("a mark on a move that is not there")?;
        ply.explored = Some(*best);
    }
    let every_other =
        |first: usize| script.iter().skip(first).step_by(2).copied().collect::<Vec<_>>();
    let (first, second) = (every_other(0), every_other(1));
    let turn = shakmaty::Position::turn(opening.game().position());
    let (white, black) = if turn.is_white() { (first, second) } else { (second, first) };
    let [mut white, mut black] = [(names[0], white), (names[1], black)]
        .map(|(name, moves)| Scripted { name: name.to_owned(), moves: moves.into_iter() });
    let mut no_chance = rng::seeded(0, "replay", 0);
    let record = play_game(&mut white, &mut black, opening, rules, &mut no_chance);
    if let GameEnd::Abandoned { why, .. } = &record.ending {
        return Err(why.clone());
    }
    if record.plies.len() - record.opening_plies != moves.len() {
        return Err("the game goes on after its end".to_owned());
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::super::message::{Binary, PlayedMessage};
    use super::*;
    use crate::arena::OpeningSource;
    use crate::player::{Sparring, SparringLevel};

    fn game(number: u64) -> (Opening, Rules, GameRecord) {
        let source: OpeningSource = OpeningSource::Random { plies: [1, 3].try_into().unwrap() };
        let opening = source.load().unwrap().opening(number, 7);
        let rules = Rules { ply_cap: 60 };
        let [mut white, mut black] = [(); 2].map(|()| Sparring::new(SparringLevel::Random));
        let mut rng = rng::seeded(number, "test", 0);
        let mut record = play_game(&mut white, &mut black, &opening, &rules, &mut rng);
        for (place, ply) in record.plies.iter_mut().enumerate() {
            ply.value = None;
            ply.explored = place >= record.opening_plies && place % 3 == 0;
            ply.best = Some(ply.m).filter(|_| ply.explored && place % 2 == 0);
        }
        (opening, rules, record)
    }

    #[test]
    fn the_record_is_that_of_the_game() {
        for number in 0..20 {
            let (opening, rules, record) = game(number);
            let again = replay(["random", "random"], &opening, &rules, &Played::new(&record));
            assert_eq!(again.unwrap(), record, "{number}");
        }
    }

    #[test]
    fn a_move_takes_a_byte() {
        let (_, _, record) = game(2);
        let outcome = Played::new(&record);
        let Played::Whole { moves, explored } = &outcome else { panic!() };
        let most = moves.len() + 4 * explored.len();
        let bytes = PlayedMessage { epoch: 1, game: 2, outcome: outcome.clone() }.to_bytes();
        // Magic number, version, checksum, epoch, game and lengths.
        assert!((moves.len()..most + 40).contains(&bytes.unwrap().len()));
    }

    #[test]
    fn what_is_no_whole_game_is_refused() {
        let (opening, rules, record) = game(1);
        let Played::Whole { moves, explored } = Played::new(&record) else { panic!() };
        let refused = |moves: Vec<MoveNumber>, explored| {
            let played = Played::Whole { moves, explored };
            replay(["a", "b"], &opening, &rules, &played).unwrap_err()
        };
        let mut shorter = moves.clone();
        shorter.pop();
        assert!(refused(shorter, Vec::new()).contains("before its end"));
        let longer = [moves.clone(), vec![moves[0]; 9]].concat();
        assert!(refused(longer, Vec::new()).contains("after its end"));
        let mut illegal = moves.clone();
        illegal[1] = MoveNumber::NONE;
        assert!(refused(illegal, explored).contains("not legal"));
        let marks = vec![(0, Some(MoveNumber::NONE))];
        assert!(refused(moves.clone(), marks).contains("not legal"));
        assert!(refused(moves, vec![(9999, None)]).contains("not there"));
    }
}
