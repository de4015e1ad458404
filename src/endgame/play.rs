//! The game graph of a table: the stronger side has one move everywhere, the bare king all of his.

use shakmaty::Bitboard;

use super::ending::Ending;
use super::interpreter::{Interpreter, Reading};
use super::situation::{Side, Situation, Step};
use super::table::Table;

/// What becomes of a position with the stronger side to move when it follows a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// Mate, against the longest defence, in so many moves of the stronger side.
    Mate(u16),
    /// The defence can go on for ever.
    Repetition,
    /// No rule applies, here or later.
    Unadvised,
    /// The bare king can be stalemated, or what is left is drawn.
    Stalemate,
    /// A man is lost.
    Lost,
}

const NO_RULE: u8 = u8::MAX;

/// What is known so far of the games that follow one table.
pub struct Play<'a> {
    table: &'a Table,
    ending: &'a Ending,
    interpreter: Interpreter<'a>,
    /// By index: what is known of the position.
    known: Vec<Known>,
    /// By index: the rule that decided.
    rules: Vec<u8>,
    others: Vec<Play<'a>>,
}

/// A ply of a game that was played out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedStep {
    /// The position before the move.
    pub before: Situation,
    /// The move.
    pub step: Step,
    /// Table and rule behind a move of the stronger side.
    pub advice: Option<(String, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    /// On the path that is being played.
    Open,
    Fate(Fate),
}

/// A position on the path, after our move.
struct Frame {
    index: usize,
    after: Situation,
    replies: Bitboard,
    worst: Fate,
}

impl<'a> Play<'a> {
    /// Play by `table`, and by one of `others` when a pawn has become a piece that it handles.
    #[must_use]
    pub fn new(table: &'a Table, others: &'a [Table], reading: Reading) -> Play<'a> {
        let promotes = table.ending.roles().contains(&shakmaty::Role::Pawn);
        let followers = others.iter().filter(|other| {
            promotes
                && other.ending != table.ending
                && other.ending.roles().len() == table.ending.roles().len()
        });
        let size = table.ending.size();
        Play {
            table,
            ending: &table.ending,
            interpreter: Interpreter::exhaustive(table, Side::Strong, reading),
            known: vec![Known::Nothing; size],
            rules: vec![NO_RULE; size],
            others: followers.map(|other| Play::new(other, &[], reading)).collect(),
        }
    }

    /// What becomes of a position with the stronger side to move, of this ending or one that follows it.
    pub fn fate(&mut self, situation: &Situation) -> Fate {
        if !self.ending.covers(situation) {
            let other = self.others.iter_mut().find(|other| other.ending.covers(situation));
            return match other {
                Some(other) => other.fate(situation),
                None if situation.men().len() < self.ending.roles().len() => Fate::Lost,
                None => Fate::Unadvised,
            };
        }
        let index = self.ending.index(situation);
        if let Known::Fate(fate) = self.known[index] {
            return fate;
        }
        let mut path: Vec<Frame> = self.enter(index, situation).into_iter().collect();
        while let Some(frame) = path.last_mut() {
            let Some(square) = frame.replies.pop_front() else {
                let fate = match frame.worst {
                    Fate::Mate(moves) => Fate::Mate(moves.saturating_add(1)),
                    failure => failure,
                };
                self.known[frame.index] = Known::Fate(fate);
                path.pop();
                if let Some(parent) = path.last_mut() {
                    parent.worst = parent.worst.max(fate);
                }
                continue;
            };
            let next = frame.after.after_escape(square);
            if !self.ending.covers(&next) {
                frame.worst = frame.worst.max(self.fate(&next));
                continue;
            }
            let index = self.ending.index(&next);
            match self.known[index] {
                Known::Fate(fate) => frame.worst = frame.worst.max(fate),
                Known::Open => frame.worst = frame.worst.max(Fate::Repetition),
                Known::Nothing => match self.enter(index, &next) {
                    Some(frame) => path.push(frame),
                    None => {
                        if let Known::Fate(fate) = self.known[index] {
                            frame.worst = frame.worst.max(fate);
                        }
                    }
                },
            }
        }
        match self.known[index] {
            Known::Fate(fate) => fate,
            Known::Nothing | Known::Open => Fate::Unadvised,
        }
    }

    /// The rule that decided in the position with this index, if it has been visited and has one.
    #[must_use]
    pub fn rule(&self, index: usize) -> Option<usize> {
        (self.rules[index] != NO_RULE).then(|| usize::from(self.rules[index]))
    }

    /// The game from here to its end, the bare king choosing what takes longest against this table, and
    /// what saves him wherever it fails. At most `plies` half-moves.
    pub fn out(&mut self, start: &Situation, plies: usize) -> Vec<PlayedStep> {
        let mut game = Vec::new();
        let mut before = start.clone();
        while game.len() < plies {
            let played = match before.turn {
                Side::Strong => self.advised(&before),
                Side::Weak => {
                    let replies = before.steps().into_iter().rev();
                    let worst = replies.max_by_key(|step| self.fate(&before.after(*step)));
                    worst.map(|step| (step, None))
                }
            };
            let Some((step, advice)) = played else { break };
            let after = before.after(step);
            game.push(PlayedStep { before, step, advice });
            before = after;
        }
        game
    }

    fn advised(&mut self, situation: &Situation) -> Option<(Step, Option<(String, String)>)> {
        if !self.ending.covers(situation) {
            let other = self.others.iter_mut().find(|other| other.ending.covers(situation))?;
            return other.advised(situation);
        }
        let decision = self.interpreter.decide(situation)?;
        let rule = self.table.rules[decision.rule].name.clone();
        Some((decision.step, Some((self.table.name.clone(), rule))))
    }

    /// Plays our move. Positions in which the game is over are settled at once and give no frame.
    fn enter(&mut self, index: usize, situation: &Situation) -> Option<Frame> {
        let settled = match self.interpreter.decide(situation) {
            None => Fate::Unadvised,
            Some(decision) => {
                self.rules[index] = decision.rule as u8;
                let after = situation.after(decision.step);
                let replies = after.escapes();
                if replies.any() {
                    self.known[index] = Known::Open;
                    return Some(Frame { index, after, replies, worst: Fate::Mate(0) });
                }
                if after.is_check() { Fate::Mate(1) } else { Fate::Stalemate }
            }
        };
        self.known[index] = Known::Fate(settled);
        None
    }
}
