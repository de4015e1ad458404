//! Chooses the move of a table by searching the subgames of its rules (van Emden 1980), for either side.
//!
//! A rule is a small game. Its side wins if one of its moves reaches the better goal within the depth bound against every
//! reply, and the holding goal is true after each of its earlier moves. The first rule of the table whose subgame can be
//! won chooses the move:
//!
//! ```text
//! S(x, n)     some admitted move x → y with n > 0 has S1(x, y, n − 1)
//! S1(x, y, n) the better goal holds for x → y, or not T(y, n)
//! T(y, n)     some reply y → z, and the holding goal fails at y or not S(z, n)
//! ```
//!
//! A rule can also *prevent* rules of the opponent: then its goal is reached only if none of those applies. As in the
//! program of 1980, a move that leaves no reply and is not stalemate wins every subgame. If a reply promotes their pawn, only
//! a move that reaches the better goal at once can still win.

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::condition::Clause;
use super::table::{AdviceTable, MAX_PREFERENCES, Rule};
use crate::chess::tablebase::{Endgame, EndgameMove, EndgamePosition, EndgameSide};

/// How a subgame is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubgameSearch {
    /// At full depth: the first admitted move that wins within the bound, however slowly, as in the program of 1980.
    FullDepth,
    /// By iterative deepening with bounds 1, 2, …: the fastest win, so that the goal is never postponed.
    Deepening,
}

/// The rule that applies in a position and its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleChoice {
    /// Index of the rule among those of the side to move.
    pub rule: usize,
    /// Its move.
    pub m: EndgameMove,
    /// The bound within which the subgame is won, in moves of its side.
    pub depth: u8,
}

/// Positions searched for one piece of advice before it is given up. The built-in tables take up to 660,000 (two bishops) and
/// some three million (bishop and knight).
pub const MAX_SEARCHED: u64 = 8_000_000;

/// A move that a rule admits and the position it leads to.
type Candidate = (EndgameMove, EndgamePosition);

/// Subgames already searched: for each position the greatest bound that fails and the smallest that wins.
#[derive(Debug, Default)]
struct SubgameCache(FxHashMap<usize, u8>);

impl SubgameCache {
    fn get(&self, index: usize) -> (u8, u8) {
        let both = self.0.get(&index).copied().unwrap_or(0);
        (both & 15, both >> 4)
    }

    fn set(&mut self, index: usize, (fails, wins): (u8, u8)) {
        self.0.insert(index, fails | wins << 4);
    }
}

/// Chooses moves by the rules of one side of a table.
///
/// Its methods take `&mut self` because subgames are cached; answers depend on the position alone.
#[derive(Debug)]
pub struct Interpreter<'a> {
    endgame: &'a Endgame,
    rules: &'a [Rule],
    search: SubgameSearch,
    caches: Vec<SubgameCache>,
    /// Positions that may be searched for one choice.
    max_searched: u64,
    /// Of these, how many are left; with none left no subgame is won.
    left: u64,
    /// Tries the rules of the opponent, if a rule prevents some of them.
    opponent: Option<Box<Interpreter<'a>>>,
}

impl<'a> Interpreter<'a> {
    /// For the rules of `side`. The cache grows with the positions searched, at most [`MAX_SEARCHED`] for each choice.
    #[must_use]
    pub fn new(
        table: &'a AdviceTable,
        side: EndgameSide,
        search: SubgameSearch,
    ) -> Interpreter<'a> {
        Interpreter::with_bound(table, side, search, MAX_SEARCHED)
    }

    fn with_bound(
        table: &'a AdviceTable,
        side: EndgameSide,
        search: SubgameSearch,
        max_searched: u64,
    ) -> Interpreter<'a> {
        let rules = table.rules_of(side);
        let caches = rules.iter().map(|_| SubgameCache::default()).collect();
        let opponent = rules.iter().any(|rule| !rule.prevents.is_empty()).then(|| {
            let (other, search) = (side.other(), SubgameSearch::Deepening);
            Box::new(Interpreter::with_bound(table, other, search, max_searched))
        });
        let (endgame, left) = (&table.endgame, max_searched);
        Interpreter { endgame, rules, search, caches, max_searched, left, opponent }
    }

    /// The rules, in order.
    #[must_use]
    pub fn rules(&self) -> &'a [Rule] {
        self.rules
    }

    /// The first rule that can be won and its first winning move; `None` if no rule applies.
    ///
    /// # Errors
    ///
    /// The index of a rule that was given up at the bound on positions; later rules are not tried.
    pub fn choose(&mut self, position: &EndgamePosition) -> Result<Option<RuleChoice>, usize> {
        self.left = self.max_searched;
        for rule in 0..self.rules.len() {
            let choice = self.try_rule(rule, position);
            if choice.is_some() {
                return Ok(choice);
            }
            if self.left == 0 {
                return Err(rule);
            }
        }
        Ok(None)
    }

    /// The move of one rule; `None` if it does not apply or the positions run out.
    pub fn try_rule(&mut self, rule: usize, position: &EndgamePosition) -> Option<RuleChoice> {
        let advice = &self.rules[rule];
        if !all_hold(&advice.when, position, position) {
            return None;
        }
        // Once their pawn is promoted the goal has to be reached at once.
        let last = if self.endgame.covers(position) { advice.depth } else { 1 };
        let first = if self.search == SubgameSearch::FullDepth { last } else { 1 };
        (first..=last).find_map(|depth| {
            let m = self.first_move(rule, position, depth)?;
            Some(RuleChoice { rule, m, depth })
        })
    }

    /// The first move that wins the subgame of `rule` within `depth` moves.
    fn first_move(
        &mut self,
        rule: usize,
        position: &EndgamePosition,
        depth: u8,
    ) -> Option<EndgameMove> {
        let advice = &self.rules[rule];
        if depth > 1 && self.caches[rule].get(self.endgame.index(position)).0 >= depth {
            return None;
        }
        let mut all = candidates(advice, position);
        if depth == 1 {
            all.retain(|(_, after)| wins_at_once(advice, position, after));
        }
        if !advice.prefer.is_empty() || advice.moves.len() > 1 {
            all.sort_by_cached_key(|(m, after)| sort_key(advice, position, *m, after));
        }
        let found = all
            .into_iter()
            .find(|(_, after)| self.holds_after(rule, position, after, depth - 1))
            .map(|(m, _)| m);
        if depth > 1 {
            self.record(rule, position, depth, found.is_some());
        }
        found
    }

    /// S: the subgame can be won within `depth` moves.
    fn wins(&mut self, rule: usize, position: &EndgamePosition, depth: u8) -> bool {
        if depth == 0 {
            return false;
        }
        if !self.endgame.covers(position) {
            return self.endgame.covers_after_their_promotion(position)
                && self.first_move(rule, position, 1).is_some();
        }
        let is_cached = self.rules[rule].depth > 1;
        if is_cached {
            let (fails, wins) = self.caches[rule].get(self.endgame.index(position));
            if fails >= depth {
                return false;
            }
            if (1..=depth).contains(&wins) {
                return true;
            }
        }
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return false;
        }
        let all = candidates(&self.rules[rule], position);
        let won = all.iter().any(|(_, after)| self.holds_after(rule, position, after, depth - 1));
        if is_cached {
            self.record(rule, position, depth, won);
        }
        won
    }

    /// S1: the move from `before` to `after` reaches the goal, now or within `depth` more moves.
    fn holds_after(
        &mut self,
        rule: usize,
        before: &EndgamePosition,
        after: &EndgamePosition,
        depth: u8,
    ) -> bool {
        let advice = &self.rules[rule];
        if all_hold(&advice.better_goal, before, after) && self.prevents_opponent(rule, after) {
            return true;
        }
        if depth > 0 && !all_hold(&advice.holding_goal, before, after) {
            return !after.has_move();
        }
        match (after.turn, after.weak_piece()) {
            (EndgameSide::Weak, None) => after
                .flight_squares()
                .into_iter()
                .all(|square| depth > 0 && self.wins(rule, &after.after_king_move(square), depth)),
            _ => after
                .legal_moves()
                .iter()
                .all(|m| depth > 0 && self.wins(rule, &after.after(*m), depth)),
        }
    }

    /// None of the opponent's rules that `rule` prevents applies.
    fn prevents_opponent(&mut self, rule: usize, after: &EndgamePosition) -> bool {
        let prevented = &self.rules[rule].prevents;
        let Some(opponent) = self.opponent.as_mut() else { return true };
        if !self.endgame.covers(after) && !self.endgame.covers_after_their_promotion(after) {
            return true;
        }
        opponent.left = self.left;
        let applies = prevented.iter().any(|other| opponent.try_rule(*other, after).is_some());
        self.left = opponent.left;
        !applies && self.left > 0
    }

    fn record(&mut self, rule: usize, position: &EndgamePosition, depth: u8, won: bool) {
        // What was given up has not failed.
        if self.left == 0 && !won {
            return;
        }
        let index = self.endgame.index(position);
        let (fails, wins) = self.caches[rule].get(index);
        let known = match won {
            true if wins == 0 || depth < wins => (fails, depth),
            false if depth > fails => (depth, wins),
            _ => return,
        };
        self.caches[rule].set(index, known);
    }

    /// The subgame of a choice played out: the moves of the rule, and the replies that delay the goal longest. It ends
    /// with the move that reaches the goal, or where the positions run out.
    pub fn line(&mut self, position: &EndgamePosition, choice: RuleChoice) -> Vec<EndgameMove> {
        self.left = self.max_searched;
        let mut line = vec![choice.m];
        let mut before = position.clone();
        let mut m = choice.m;
        for left in (1..choice.depth).rev() {
            let after = before.after(m);
            if all_hold(&self.rules[choice.rule].better_goal, &before, &after)
                && self.prevents_opponent(choice.rule, &after)
            {
                break;
            }
            let replies = after.legal_moves().into_iter().map(|reply| {
                let next = after.after(reply);
                let needed = (1..=left).find(|depth| self.wins(choice.rule, &next, *depth));
                (needed.unwrap_or(left), reply, next)
            });
            let Some((needed, reply, next)) = replies.max_by_key(|(needed, _, _)| *needed) else {
                break;
            };
            let is_full = self.search == SubgameSearch::FullDepth && self.endgame.covers(&next);
            let bound = if is_full { left } else { needed };
            let Some(answer) = self.first_move(choice.rule, &next, bound) else { break };
            if self.left == 0 {
                break;
            }
            line.extend([reply, answer]);
            before = next;
            m = answer;
        }
        line
    }

    /// The moves that a rule tries in a position, in its order, with the positions they lead to.
    #[must_use]
    pub fn candidates(
        &self,
        rule: usize,
        position: &EndgamePosition,
    ) -> Vec<(EndgameMove, EndgamePosition)> {
        let mut all = candidates(&self.rules[rule], position);
        all.sort_by_cached_key(|(m, after)| sort_key(&self.rules[rule], position, *m, after));
        all.into_iter().collect()
    }
}

/// Every line is true for the move from `before` to `after`.
pub(super) fn all_hold(
    clauses: &[Clause],
    before: &EndgamePosition,
    after: &EndgamePosition,
) -> bool {
    clauses.iter().all(|clause| clause.holds(before, after))
}

/// S1 at depth 0, without the rules it prevents.
fn wins_at_once(rule: &Rule, before: &EndgamePosition, after: &EndgamePosition) -> bool {
    all_hold(&rule.better_goal, before, after) || !after.has_move()
}

/// The moves a rule admits, in the order of move generation, without those that stalemate the weaker side.
fn candidates(rule: &Rule, position: &EndgamePosition) -> ArrayVec<Candidate, 64> {
    let mut candidates = ArrayVec::new();
    for m in position.legal_moves() {
        let after = position.after(m);
        let is_stalemate = || after.turn == EndgameSide::Weak && after.is_stalemate();
        if rule.admits(position, m, &after) && !is_stalemate() {
            candidates.push((m, after));
        }
    }
    candidates
}

/// The sort key of a move: first its kind, then the preferences of the rule.
pub(super) fn sort_key(
    rule: &Rule,
    before: &EndgamePosition,
    m: EndgameMove,
    after: &EndgamePosition,
) -> (usize, ArrayVec<i32, MAX_PREFERENCES>) {
    let class = rule.moves.iter().position(|class| class.admits(before, m, after));
    let keys =
        rule.prefer.iter().take(MAX_PREFERENCES).map(|preference| preference.key(before, after));
    (class.unwrap_or(usize::MAX), keys.collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::endgame::advisor::Advisor;

    #[test]
    fn a_subgame_is_given_up_at_the_bound_on_positions() {
        let rule = "name = \"mate\"\nsentence = \"Mate.\"\nbetter_goal = [\"mated\"]\nmoves = [\"any moves\"]\n";
        let text = format!(
            "endgame = \"KBNK\"\ntitle = \"Deep\"\n[[rule]]\n{rule}depth = 15\n[[rule]]\n{}depth = 1\n",
            rule.replace("name = \"mate\"", "name = \"next\"").replace("mated", "check")
        );
        let advisor = Advisor::from_texts([("deep.toml", text)]).unwrap();
        let table = &advisor.tables()[0];
        let position = crate::chess::position_from_fen("8/8/3k4/8/3K4/8/3BN3/8 w - - 0 1").unwrap();
        let (position, _) = EndgamePosition::from_chess(&position).unwrap();
        let (side, search) = (EndgameSide::Strong, SubgameSearch::Deepening);
        let mut interpreter = Interpreter::with_bound(table, side, search, 5_000);
        // The rule that follows is not tried: nobody knows whether the first one applies. Asked again it is no other.
        for _ in 0..2 {
            assert_eq!(interpreter.choose(&position), Err(0));
            assert_eq!(interpreter.left, 0);
        }
        let known = interpreter.caches[0].0.len();
        assert!(known <= 10_000, "{known}");
    }
}
