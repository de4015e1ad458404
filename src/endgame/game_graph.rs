//! The game graph of a table: the stronger side plays the move of the table, the weaker one any legal move.

use super::interpreter::{Interpreter, RuleChoice, SubgameSearch};
use super::retrograde::AllChoices;
use super::table::AdviceTable;
use crate::chess::tablebase::{Endgame, EndgameMove, EndgamePosition, EndgameSide};

/// The outcome of a position with the stronger side to move if it follows a table, against the best defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableOutcome {
    /// Mate in this many moves of the stronger side.
    Mate(u16),
    /// The defence can repeat positions for ever.
    Repetition,
    /// No rule applies, here or later.
    NoAdvice,
    /// The bare king is stalemated.
    Stalemate,
    /// A piece is lost.
    PieceLost,
}

impl TableOutcome {
    /// The same with a move of the stronger side before it.
    fn a_move_earlier(self) -> TableOutcome {
        match self {
            TableOutcome::Mate(moves) => TableOutcome::Mate(moves.saturating_add(1)),
            failure => failure,
        }
    }
}

/// The games that follow one table, explored so far.
pub struct GameGraph<'a> {
    table: &'a AdviceTable,
    endgame: &'a Endgame,
    search: SubgameSearch,
    /// Worked out when the first one is needed.
    choices: Option<AllChoices>,
    /// By index.
    states: Vec<State>,
    others: Vec<GameGraph<'a>>,
}

/// A ply of a game played out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The position before the move.
    pub before: EndgamePosition,
    /// The move.
    pub m: EndgameMove,
    /// Table and rule behind a move of the stronger side.
    pub advice: Option<(String, String)>,
}

/// How far a position has been explored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Unexplored,
    /// On the path being explored.
    OnPath,
    Known(TableOutcome),
}

/// A position on the path, after the move of the stronger side.
struct Frame {
    index: usize,
    after: EndgamePosition,
    /// Those not yet explored.
    replies: Vec<EndgameMove>,
    worst: TableOutcome,
}

impl<'a> GameGraph<'a> {
    /// The games by `table`, and after a promotion or the capture of their piece by one of `others`.
    #[must_use]
    pub fn new(
        table: &'a AdviceTable,
        others: &'a [AdviceTable],
        search: SubgameSearch,
    ) -> GameGraph<'a> {
        let (roles, weak_role) = (table.endgame.roles(), table.endgame.weak_role());
        let followers = others.iter().filter(|other| {
            let next = &other.endgame;
            let is_promoted = table.endgame.has_pawn() && next.roles() != roles;
            let is_captured = weak_role.is_some() && next.weak_role().is_none();
            next.roles().len() == roles.len()
                && ((is_promoted && next.weak_role() == weak_role)
                    || (is_captured && (is_promoted || next.roles() == roles)))
        });
        let size = table.endgame.size();
        GameGraph {
            table,
            endgame: &table.endgame,
            search,
            choices: None,
            states: vec![State::Unexplored; size],
            others: followers.map(|other| GameGraph::new(other, &[], search)).collect(),
        }
    }

    /// The outcome of a position with the stronger side to move, of this endgame or one that it turns into.
    pub fn outcome(&mut self, position: &EndgamePosition) -> TableOutcome {
        if !self.endgame.covers(position) {
            if self.endgame.covers_after_their_promotion(position) {
                return self.outcome_after_their_promotion(position);
            }
            let other = self.others.iter_mut().find(|other| other.endgame.covers(position));
            return match other {
                Some(other) => other.outcome(position),
                None if position.pieces().len() < self.endgame.roles().len() => {
                    TableOutcome::PieceLost
                }
                None => TableOutcome::NoAdvice,
            };
        }
        let index = self.endgame.index(position);
        if let State::Known(outcome) = self.states[index] {
            return outcome;
        }
        let mut path: Vec<Frame> = self.enter(index, position).into_iter().collect();
        while let Some(frame) = path.last_mut() {
            let Some(reply) = frame.replies.pop() else {
                let outcome = frame.worst.a_move_earlier();
                self.states[frame.index] = State::Known(outcome);
                path.pop();
                if let Some(parent) = path.last_mut() {
                    parent.worst = parent.worst.max(outcome);
                }
                continue;
            };
            let next = frame.after.after(reply);
            if !self.endgame.covers(&next) {
                frame.worst = frame.worst.max(self.outcome(&next));
                continue;
            }
            let index = self.endgame.index(&next);
            match self.states[index] {
                State::Known(outcome) => frame.worst = frame.worst.max(outcome),
                State::OnPath => frame.worst = frame.worst.max(TableOutcome::Repetition),
                State::Unexplored => match self.enter(index, &next) {
                    Some(frame) => path.push(frame),
                    None => {
                        if let State::Known(outcome) = self.states[index] {
                            frame.worst = frame.worst.max(outcome);
                        }
                    }
                },
            }
        }
        match self.states[index] {
            State::Known(outcome) => outcome,
            State::Unexplored | State::OnPath => TableOutcome::NoAdvice,
        }
    }

    /// The outcome once their pawn is promoted: a rule has to reach its goal at once.
    fn outcome_after_their_promotion(&mut self, position: &EndgamePosition) -> TableOutcome {
        let Some(choice) = self.choice_after_their_promotion(position) else {
            return TableOutcome::NoAdvice;
        };
        let after = position.after(choice.m);
        let replies = after.legal_moves();
        if replies.is_empty() && !after.is_check() {
            return TableOutcome::Stalemate;
        }
        let outcomes = replies.into_iter().map(|reply| self.outcome(&after.after(reply)));
        outcomes.max().unwrap_or(TableOutcome::Mate(0)).a_move_earlier()
    }

    fn choice_after_their_promotion(&self, position: &EndgamePosition) -> Option<RuleChoice> {
        if !self.endgame.covers_after_their_promotion(position) {
            return None;
        }
        let mut interpreter = Interpreter::new(self.table, EndgameSide::Strong, self.search);
        interpreter.choose(position).ok().flatten().filter(|choice| self.wins(choice))
    }

    /// The rule behind a choice is there to win.
    fn wins(&self, choice: &RuleChoice) -> bool {
        !self.table.rules[choice.rule].draws
    }

    /// Works out the choices of the table in all positions; otherwise the first question does.
    ///
    /// `progress` is called with the number of rules done.
    pub fn work_out_choices(&mut self, progress: impl FnMut(usize)) {
        let (table, search) = (self.table, self.search);
        self.choices.get_or_insert_with(|| {
            AllChoices::work_out(table, EndgameSide::Strong, search, progress)
        });
    }

    /// The choice of the table in a position of its endgame.
    pub fn choice(&mut self, position: &EndgamePosition) -> Option<RuleChoice> {
        self.work_out_choices(|_| ());
        self.choices.as_ref()?.get(position)
    }

    /// The game from here to its end, at most `plies` plies, against the best defence to this table.
    pub fn play_out(&mut self, start: &EndgamePosition, plies: usize) -> Vec<PlayedMove> {
        let mut game = Vec::new();
        let mut before = start.clone();
        while game.len() < plies {
            let played = match before.turn {
                EndgameSide::Strong => self.advised(&before),
                EndgameSide::Weak => {
                    let replies = before.legal_moves().into_iter().rev();
                    let best = replies.max_by_key(|m| self.outcome(&before.after(*m)));
                    best.map(|m| (m, None))
                }
            };
            let Some((m, advice)) = played else { break };
            let after = before.after(m);
            game.push(PlayedMove { before, m, advice });
            before = after;
        }
        game
    }

    fn advised(
        &mut self,
        position: &EndgamePosition,
    ) -> Option<(EndgameMove, Option<(String, String)>)> {
        if let Some(other) = self.others.iter_mut().find(|other| other.endgame.covers(position)) {
            return other.advised(position);
        }
        let choice = if self.endgame.covers(position) {
            self.choice(position)?
        } else {
            self.choice_after_their_promotion(position)?
        };
        let rule = self.table.rules[choice.rule].name.clone();
        Some((choice.m, Some((self.table.name.clone(), rule))))
    }

    /// Plays the move of the table. `None` if the game is over then; its outcome is known at once.
    fn enter(&mut self, index: usize, position: &EndgamePosition) -> Option<Frame> {
        let settled = match self.choice(position).filter(|choice| self.wins(choice)) {
            None => TableOutcome::NoAdvice,
            Some(choice) => {
                let after = position.after(choice.m);
                let mut replies = after.legal_moves().to_vec();
                if !replies.is_empty() {
                    replies.sort_by_key(|m| std::cmp::Reverse(m.to));
                    self.states[index] = State::OnPath;
                    return Some(Frame { index, after, replies, worst: TableOutcome::Mate(0) });
                }
                if after.is_check() { TableOutcome::Mate(1) } else { TableOutcome::Stalemate }
            }
        };
        self.states[index] = State::Known(settled);
        None
    }
}

/// How a game that was played out ended. A game that repeats a position is cut off there.
#[must_use]
pub fn end_of_game(game: &mut Vec<PlayedMove>) -> TableOutcome {
    let repeats =
        |ply: &usize| game[..*ply].iter().any(|earlier| earlier.before == game[*ply].before);
    if let Some(ply) = (1..game.len()).find(repeats) {
        game.truncate(ply);
        return TableOutcome::Repetition;
    }
    let moves = game.iter().filter(|ply| ply.advice.is_some()).count();
    match game.last().map(|last| last.before.after(last.m)) {
        Some(end) if end.is_mate() => TableOutcome::Mate(moves as u16),
        Some(end) if end.is_stalemate() => TableOutcome::Stalemate,
        Some(end) if end.pieces().is_empty() => TableOutcome::PieceLost,
        _ => TableOutcome::NoAdvice,
    }
}
