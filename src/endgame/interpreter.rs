//! The subgame player of van Emden (1980), for any table and either side.
//!
//! A rule is a small game. We win it when a move of ours reaches the better goal within the depth bound,
//! whatever the other side does, and the holding goal stays true after each of our moves before. The first
//! rule of the table whose game can be won names the move:
//!
//! ```text
//! S(x, n)     some admitted move x → y with n > 0 has S1(x, y, n − 1)
//! S1(x, y, n) the better goal holds for x → y, or not T(y, n)
//! T(y, n)     some reply y → z, and the holding goal fails at y or not S(z, n)
//! ```
//!
//! A rule may also be *against* rules of the other side: then its goal is reached only where those find
//! nothing. As in the program of 1980, a move that leaves no reply and is no stalemate wins every subgame.

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::condition::Clause;
use super::ending::Ending;
use super::situation::{Side, Situation, Step};
use super::table::{MOST_PREFERENCES, Rule, Table};

/// How the depth bound of a rule is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The first admitted move that wins the subgame within the bound, however slowly: the program of 1980.
    AsPrinted,
    /// Bounds 1, 2, … are tried in turn, so that the goal is never put off.
    Deepened,
}

/// What a table says in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Index of the rule among those of the side to move.
    pub rule: usize,
    /// Its move.
    pub step: Step,
    /// The bound within which the subgame was won, in our moves.
    pub depth: u8,
}

/// A move that a rule admits and the position it leads to.
type Candidate = (Step, Situation);

/// Subgames already decided: for each position the greatest bound that fails and the smallest that wins.
#[derive(Debug)]
enum Memory {
    Sparse(FxHashMap<usize, u8>),
    Dense(Vec<u8>),
}

impl Memory {
    fn get(&self, index: usize) -> (u8, u8) {
        let both = match self {
            Memory::Sparse(known) => known.get(&index).copied().unwrap_or(0),
            Memory::Dense(known) => known[index],
        };
        (both & 15, both >> 4)
    }

    fn set(&mut self, index: usize, (fails, wins): (u8, u8)) {
        let both = fails | wins << 4;
        match self {
            Memory::Sparse(known) => {
                known.insert(index, both);
            }
            Memory::Dense(known) => known[index] = both,
        }
    }
}

/// Plays the rules of one side of a table. It remembers subgames, and so wants to be mutable; what it
/// answers depends on the position alone.
#[derive(Debug)]
pub struct Interpreter<'a> {
    ending: &'a Ending,
    rules: &'a [Rule],
    reading: Reading,
    memories: Vec<Memory>,
    /// Plays the rules of the other side, when a rule here is `against` some of them.
    opponent: Option<Box<Interpreter<'a>>>,
}

impl<'a> Interpreter<'a> {
    /// For single positions: remembers only what it has seen.
    #[must_use]
    pub fn new(table: &'a Table, side: Side, reading: Reading) -> Interpreter<'a> {
        Interpreter::with_memory(table, side, reading, |_| Memory::Sparse(FxHashMap::default()))
    }

    /// For all positions of the ending: one byte each for every rule that looks ahead.
    #[must_use]
    pub fn exhaustive(table: &'a Table, side: Side, reading: Reading) -> Interpreter<'a> {
        let size = table.ending.size();
        Interpreter::with_memory(table, side, reading, |rule| {
            Memory::Dense(vec![0; if rule.depth > 1 { size } else { 0 }])
        })
    }

    fn with_memory(
        table: &'a Table,
        side: Side,
        reading: Reading,
        memory: impl Fn(&Rule) -> Memory + Copy,
    ) -> Interpreter<'a> {
        let rules = table.rules_of(side);
        let memories = rules.iter().map(memory).collect();
        let other = if side == Side::Strong { Side::Weak } else { Side::Strong };
        let opponent = rules
            .iter()
            .any(|rule| !rule.against.is_empty())
            .then(|| Box::new(Interpreter::with_memory(table, other, Reading::Deepened, memory)));
        Interpreter { ending: &table.ending, rules, reading, memories, opponent }
    }

    /// The rules it plays, in order.
    #[must_use]
    pub fn rules(&self) -> &'a [Rule] {
        self.rules
    }

    /// The first rule that can be won and its first winning move; `None` when no rule applies.
    pub fn decide(&mut self, situation: &Situation) -> Option<Decision> {
        (0..self.rules.len()).find_map(|rule| self.try_rule(rule, situation))
    }

    /// The move of this rule alone.
    pub fn try_rule(&mut self, rule: usize, situation: &Situation) -> Option<Decision> {
        let advice = &self.rules[rule];
        if !all_hold(&advice.when, situation, situation) {
            return None;
        }
        let first = if self.reading == Reading::AsPrinted { advice.depth } else { 1 };
        (first..=advice.depth).find_map(|depth| {
            let step = self.first_move(rule, situation, depth)?;
            Some(Decision { rule, step, depth })
        })
    }

    /// The first move that wins the subgame of `rule` within `depth` moves of ours.
    fn first_move(&mut self, rule: usize, situation: &Situation, depth: u8) -> Option<Step> {
        let advice = &self.rules[rule];
        if depth > 1 && self.memories[rule].get(self.ending.index(situation)).0 >= depth {
            return None;
        }
        let mut all = candidates(advice, situation);
        if depth == 1 {
            all.retain(|(_, after)| wins_at_once(advice, situation, after));
        }
        if !advice.prefer.is_empty() || advice.moves.len() > 1 {
            all.sort_by_cached_key(|(step, after)| order(advice, situation, *step, after));
        }
        let found = all
            .into_iter()
            .find(|(_, after)| self.holds_after(rule, situation, after, depth - 1))
            .map(|(step, _)| step);
        if depth > 1 {
            self.learn(rule, situation, depth, found.is_some());
        }
        found
    }

    /// S: the subgame can be won within `depth` moves.
    fn wins(&mut self, rule: usize, situation: &Situation, depth: u8) -> bool {
        if depth == 0 || !self.ending.covers(situation) {
            return false;
        }
        let remembered = self.rules[rule].depth > 1;
        if remembered {
            let (fails, wins) = self.memories[rule].get(self.ending.index(situation));
            if fails >= depth {
                return false;
            }
            if (1..=depth).contains(&wins) {
                return true;
            }
        }
        let all = candidates(&self.rules[rule], situation);
        let won = all.iter().any(|(_, after)| self.holds_after(rule, situation, after, depth - 1));
        if remembered {
            self.learn(rule, situation, depth, won);
        }
        won
    }

    /// S1: our move from `before` to `after` reaches the goal, now or within `depth` moves more.
    fn holds_after(
        &mut self,
        rule: usize,
        before: &Situation,
        after: &Situation,
        depth: u8,
    ) -> bool {
        let advice = &self.rules[rule];
        if all_hold(&advice.better, before, after) && self.stops(rule, after) {
            return true;
        }
        if depth > 0 && !all_hold(&advice.hold, before, after) {
            return !has_reply(after);
        }
        match after.turn {
            Side::Weak => after
                .escapes()
                .into_iter()
                .all(|square| depth > 0 && self.wins(rule, &after.after_escape(square), depth)),
            Side::Strong => after
                .steps()
                .iter()
                .all(|step| depth > 0 && self.wins(rule, &after.after(*step), depth)),
        }
    }

    /// None of the rules that `rule` is against finds anything here.
    fn stops(&mut self, rule: usize, after: &Situation) -> bool {
        let against = &self.rules[rule].against;
        let Some(opponent) = self.opponent.as_mut() else { return true };
        !self.ending.covers(after)
            || !against.iter().any(|other| opponent.try_rule(*other, after).is_some())
    }

    fn learn(&mut self, rule: usize, situation: &Situation, depth: u8, won: bool) {
        let index = self.ending.index(situation);
        let (fails, wins) = self.memories[rule].get(index);
        let known = match won {
            true if wins == 0 || depth < wins => (fails, depth),
            false if depth > fails => (depth, wins),
            _ => return,
        };
        self.memories[rule].set(index, known);
    }

    /// The subgame of a decision played out: our moves as the rule has them, the replies that put the goal
    /// off longest. It ends with the move of ours that reaches the goal.
    pub fn line(&mut self, situation: &Situation, decision: Decision) -> Vec<Step> {
        let mut line = vec![decision.step];
        let mut before = situation.clone();
        let mut step = decision.step;
        for left in (1..decision.depth).rev() {
            let after = before.after(step);
            if all_hold(&self.rules[decision.rule].better, &before, &after)
                && self.stops(decision.rule, &after)
            {
                break;
            }
            let replies = after.steps().into_iter().map(|reply| {
                let next = after.after(reply);
                let needed = (1..=left).find(|depth| self.wins(decision.rule, &next, *depth));
                (needed.unwrap_or(left), reply, next)
            });
            let Some((needed, reply, next)) = replies.max_by_key(|(needed, _, _)| *needed) else {
                break;
            };
            let bound = if self.reading == Reading::AsPrinted { left } else { needed };
            let Some(answer) = self.first_move(decision.rule, &next, bound) else { break };
            line.extend([reply, answer]);
            before = next;
            step = answer;
        }
        line
    }

    /// The moves a rule would try in this position, in its order, with the positions they lead to.
    #[must_use]
    pub fn candidates(&self, rule: usize, situation: &Situation) -> Vec<(Step, Situation)> {
        let mut all = candidates(&self.rules[rule], situation);
        all.sort_by_cached_key(|(step, after)| order(&self.rules[rule], situation, *step, after));
        all.into_iter().collect()
    }
}

/// Every line is true of the move from `before` to `after`.
pub(super) fn all_hold(clauses: &[Clause], before: &Situation, after: &Situation) -> bool {
    clauses.iter().all(|clause| clause.holds(before, after))
}

fn has_reply(situation: &Situation) -> bool {
    match situation.turn {
        Side::Weak => situation.escapes().any(),
        Side::Strong => !situation.steps().is_empty(),
    }
}

/// S1 with no move left, but for the rules of the other side.
fn wins_at_once(rule: &Rule, before: &Situation, after: &Situation) -> bool {
    all_hold(&rule.better, before, after) || !has_reply(after)
}

/// The moves a rule admits, in the order of the move generator. The stronger side never stalemates.
fn candidates(rule: &Rule, situation: &Situation) -> ArrayVec<Candidate, 64> {
    let mut candidates = ArrayVec::new();
    for step in situation.steps() {
        let after = situation.after(step);
        let admitted = rule.moves.iter().any(|class| class.admits(situation, step, &after));
        let stalemates = || after.turn == Side::Weak && after.is_stalemate();
        if admitted && !stalemates() {
            candidates.push((step, after));
        }
    }
    candidates
}

/// The place of a move in the order of a rule: first by class of move, then by preference.
fn order(
    rule: &Rule,
    before: &Situation,
    step: Step,
    after: &Situation,
) -> (usize, ArrayVec<i32, MOST_PREFERENCES>) {
    let class = rule.moves.iter().position(|class| class.admits(before, step, after));
    let keys =
        rule.prefer.iter().take(MOST_PREFERENCES).map(|preference| preference.key(before, after));
    (class.unwrap_or(usize::MAX), keys.collect())
}
