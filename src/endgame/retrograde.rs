//! Chooses the moves of a table in all positions of its endgame at once, by working back from the goals of its rules.
//!
//! The [`Interpreter`] searches the subgame of one position forwards. This gives the same choices from the other end: first
//! the moves that reach the better goal, then those after which every reply leads to such a position, and so on, as often as
//! the rule looks ahead. Each position is visited once for each rule.
//!
//! ```text
//! W(1)  the positions from which some admitted move reaches the goal or leaves no reply
//! A(n)  the positions after a move in which every reply leads to W(1) … W(n), to W(n) at least once
//! W(n)  from which some admitted move that keeps the holding goal leads to A(n − 1), and not in W(1) … W(n − 1)
//! ```
//!
//! A reply that promotes their pawn leaves the endgame. It counts as one to W(1) where the goal can be reached at once.

use shakmaty::{Rank, Role};

use super::condition::Clause;
use super::interpreter::{Interpreter, RuleChoice, SubgameSearch, all_hold, sort_key};
use super::table::{AdviceTable, Rule};
use crate::chess::tablebase::{Endgame, EndgameMove, EndgamePosition, EndgameSide};

/// The choices of one side of a table in every position of its endgame.
pub struct AllChoices {
    endgame: Endgame,
    /// By index: rule, depth and place of the move among the legal moves, or [`NO_CHOICE`].
    packed: Vec<u16>,
}

const NO_CHOICE: u16 = u16::MAX;

const _: () = assert!(super::table::MAX_RULES < 64 && super::table::MAX_DEPTH < 16);

impl AllChoices {
    /// Works out the choices of `side`, which is to move.
    ///
    /// `progress` is called with the number of rules done.
    ///
    /// # Cost
    ///
    /// For each rule a visit to every position, and to every move between positions that the rule wins: a tenth of a second
    /// for three pieces, kings included, some five seconds for four. Two bytes for each index of the endgame, and up to
    /// thirteen while a rule is worked out: 220 MB for four pieces.
    #[must_use]
    pub fn work_out(
        table: &AdviceTable,
        side: EndgameSide,
        search: SubgameSearch,
        mut progress: impl FnMut(usize),
    ) -> AllChoices {
        let endgame = table.endgame.clone();
        let mut packed = vec![NO_CHOICE; endgame.size()];
        for (number, rule) in table.rules_of(side).iter().enumerate() {
            progress(number);
            let subgame = Subgame::solve(table, side, rule);
            for (index, choice) in packed.iter_mut().enumerate() {
                if *choice == NO_CHOICE
                    && let Some(position) = subgame.position_to_apply(index)
                    && let Some((depth, place)) = subgame.first_move(&position, search)
                {
                    *choice = (number as u16) << 10 | u16::from(depth) << 6 | place as u16;
                }
            }
        }
        AllChoices { endgame, packed }
    }

    /// The choice in a position of the endgame in which the side is to move; `None` if no rule applies.
    #[must_use]
    pub fn get(&self, position: &EndgamePosition) -> Option<RuleChoice> {
        let packed = self.packed[self.endgame.index(position)];
        (packed != NO_CHOICE).then(|| RuleChoice {
            rule: usize::from(packed >> 10),
            m: position.legal_moves()[usize::from(packed & 63)],
            depth: (packed >> 6 & 15) as u8,
        })
    }
}

/// The lines of a goal.
struct Goal<'a> {
    /// Those about the position after the move alone: read once for each position.
    of_position: Vec<&'a Clause>,
    /// Those that compare it with the position before: read for each move.
    of_move: Vec<&'a Clause>,
}

impl<'a> Goal<'a> {
    fn new(lines: &'a [Clause]) -> Goal<'a> {
        let (of_move, of_position) = lines.iter().partition(|line| line.compares_with_before());
        Goal { of_position, of_move }
    }

    fn holds_for_position(&self, after: &EndgamePosition) -> bool {
        self.of_position.iter().all(|line| line.holds(after, after))
    }

    fn holds_for_move(&self, before: &EndgamePosition, after: &EndgamePosition) -> bool {
        self.of_move.iter().all(|line| line.holds(before, after))
    }
}

/// After our move: the opponent has no reply, without being stalemated by the stronger side.
const OVER: u8 = 1 << 7;
/// After our move: the lines of the better goal hold that are about the position alone.
const BETTER: u8 = 1 << 6;
/// After our move: the lines of the holding goal hold that are about the position alone.
const HOLDING: u8 = 1 << 5;
/// After our move: n of A(n), or 0.
const REPLIES_LOSE: u8 = 15;

/// The subgame of one rule in every position of the endgame.
struct Subgame<'a> {
    table: &'a AdviceTable,
    endgame: &'a Endgame,
    side: EndgameSide,
    rule: &'a Rule,
    better: Goal<'a>,
    holding: Goal<'a>,
    /// By index, our side to move: n of W(n), or 0.
    wins: Vec<u8>,
    /// By index, the opponent to move: the flags above.
    after: Vec<u8>,
    /// Of A(1): positions in which every reply promotes.
    promotions_lose: Vec<u32>,
}

impl<'a> Subgame<'a> {
    fn solve(table: &'a AdviceTable, side: EndgameSide, rule: &'a Rule) -> Subgame<'a> {
        let size = table.endgame.size();
        let mut subgame = Subgame {
            table,
            endgame: &table.endgame,
            side,
            rule,
            better: Goal::new(&rule.better_goal),
            holding: Goal::new(&rule.holding_goal),
            wins: vec![0; size],
            after: vec![0; size],
            promotions_lose: Vec::new(),
        };
        let prevented: Vec<Subgame<'_>> = rule
            .prevents
            .iter()
            .map(|other| &table.rules_of(side.other())[*other])
            .map(|other| Subgame::solve(table, side.other(), other))
            .collect();
        let mut won = subgame.leave_the_endgame();
        let mut open_replies = vec![0; size];
        for (index, open) in open_replies.iter_mut().enumerate() {
            if let Some(after) = subgame.endgame.position(index, side.other()) {
                let is_prevented =
                    || prevented.iter().all(|other| other.position_to_apply(index).is_none());
                *open = subgame.look_at(index, &after, is_prevented, &mut won);
            }
        }
        drop(prevented);
        for depth in 1..rule.depth {
            won = subgame.work_back(depth, &won, &mut open_replies);
        }
        subgame
    }

    /// W(1), as far as the moves capture or promote: such moves cannot be taken back within the endgame.
    fn leave_the_endgame(&mut self) -> Vec<u32> {
        let mut won = Vec::new();
        let can_capture = self.side == EndgameSide::Weak || self.endgame.weak_role().is_some();
        if !can_capture && !self.endgame.has_pawn() {
            return won;
        }
        for index in 0..self.endgame.size() {
            let Some(before) = self.endgame.position(index, self.side) else { continue };
            let wins = before.material_changes().into_iter().any(|m| {
                let after = before.after(m);
                self.needed(&before, m, &after) == Some(0)
            });
            if wins {
                self.wins[index] = 1;
                won.push(index as u32);
            }
        }
        won
    }

    /// Sets the flags of a position after our move, adds to `won` what it wins at once, and counts the replies that are
    /// to be refuted.
    fn look_at(
        &mut self,
        index: usize,
        after: &EndgamePosition,
        is_prevented: impl Fn() -> bool,
        won: &mut Vec<u32>,
    ) -> u8 {
        let replies = after.move_count();
        if replies == 0 {
            if after.turn == EndgameSide::Weak && !after.is_check() {
                return 0;
            }
            self.after[index] = OVER;
        }
        if self.better.holds_for_position(after) && is_prevented() {
            self.after[index] |= BETTER;
        }
        if self.holding.holds_for_position(after) {
            self.after[index] |= HOLDING;
        }
        if self.after[index] & (OVER | BETTER) != 0 {
            after.retract(|before, m| self.visit(before, m, after, 0, won));
        }
        let refuted = self.refuted_promotions(after);
        if refuted > 0 && refuted == replies {
            self.promotions_lose.push(index as u32);
        }
        (replies - refuted) as u8
    }

    /// The number of promotions after which the goal can be reached at once.
    fn refuted_promotions(&self, after: &EndgamePosition) -> usize {
        let their_pawn = after.weak_piece().filter(|piece| piece.role == Role::Pawn);
        if after.turn == EndgameSide::Strong
            || their_pawn.is_none_or(|pawn| pawn.square.rank() != Rank::Second)
        {
            return 0;
        }
        let promotions = after.legal_moves().into_iter().filter(|m| m.promotion.is_some());
        let is_refuted = |m: &EndgameMove| {
            let promoted = after.after(*m);
            self.endgame.covers_after_their_promotion(&promoted)
                && promoted
                    .legal_moves()
                    .into_iter()
                    .any(|m| self.needed(&promoted, m, &promoted.after(m)) == Some(0))
        };
        promotions.filter(is_refuted).count()
    }

    /// W(`depth` + 1), given W(`depth`).
    fn work_back(&mut self, depth: u8, won: &[u32], open_replies: &mut [u8]) -> Vec<u32> {
        let mut next = Vec::new();
        for index in std::mem::take(&mut self.promotions_lose) {
            if let Some(after) = self.endgame.position(index as usize, self.side.other()) {
                self.lose_replies(&after, depth, &mut next);
            }
        }
        for index in won {
            let Some(position) = self.endgame.position(*index as usize, self.side) else {
                continue;
            };
            position.retract(|after, _| {
                let open = &mut open_replies[self.endgame.index(after)];
                *open -= 1;
                if *open == 0 {
                    self.lose_replies(after, depth, &mut next);
                }
            });
        }
        next
    }

    /// Adds a position after our move to A(`depth`), and those before it to W(`depth` + 1).
    fn lose_replies(&mut self, after: &EndgamePosition, depth: u8, won: &mut Vec<u32>) {
        let flags = &mut self.after[self.endgame.index(after)];
        if *flags & HOLDING != 0 {
            *flags |= depth;
            after.retract(|before, m| self.visit(before, m, after, depth, won));
        }
    }

    /// Adds the position `before` to `won` if the move wins and no earlier one did.
    fn visit(
        &mut self,
        before: &EndgamePosition,
        m: EndgameMove,
        after: &EndgamePosition,
        depth: u8,
        won: &mut Vec<u32>,
    ) {
        let index = self.endgame.index(before);
        if self.wins[index] == 0 && self.needed(before, m, after) == Some(depth) {
            self.wins[index] = depth + 1;
            won.push(index as u32);
        }
    }

    /// How many moves of ours it takes after this one; `None` if the move is not admitted or not known to win.
    fn needed(
        &self,
        before: &EndgamePosition,
        m: EndgameMove,
        after: &EndgamePosition,
    ) -> Option<u8> {
        if !self.rule.admits(before, m, after) {
            return None;
        }
        if !self.endgame.covers(after) {
            let is_stalemate = after.turn == EndgameSide::Weak && after.is_stalemate();
            let wins = !after.has_move()
                || (all_hold(&self.rule.better_goal, before, after)
                    && self.prevents_after_our_promotion(after));
            return (wins && !is_stalemate).then_some(0);
        }
        let flags = self.after[self.endgame.index(after)];
        let reaches_goal = || flags & BETTER != 0 && self.better.holds_for_move(before, after);
        if flags & OVER != 0 || reaches_goal() {
            return Some(0);
        }
        let depth = flags & REPLIES_LOSE;
        (depth > 0 && self.holding.holds_for_move(before, after)).then_some(depth)
    }

    /// In a position outside the endgame none of the rules to prevent applies.
    fn prevents_after_our_promotion(&self, after: &EndgamePosition) -> bool {
        if !self.endgame.covers_after_their_promotion(after) {
            return true;
        }
        let (other, search) = (self.side.other(), SubgameSearch::Deepening);
        let mut interpreter = Interpreter::new(self.table, other, search);
        self.rule.prevents.iter().all(|rule| interpreter.try_rule(*rule, after).is_none())
    }

    /// The position with this index if the rule applies there.
    fn position_to_apply(&self, index: usize) -> Option<EndgamePosition> {
        if self.wins[index] == 0 {
            return None;
        }
        let position = self.endgame.position(index, self.side)?;
        all_hold(&self.rule.when, &position, &position).then_some(position)
    }

    /// The depth and the place among the legal moves of the move that the rule makes where it applies: in the order of the
    /// rule the first that wins soon enough.
    fn first_move(&self, position: &EndgamePosition, search: SubgameSearch) -> Option<(u8, usize)> {
        let depth = match search {
            SubgameSearch::Deepening => self.wins[self.endgame.index(position)],
            SubgameSearch::FullDepth => self.rule.depth,
        };
        let winning = position.legal_moves().into_iter().enumerate().filter_map(|(place, m)| {
            let after = position.after(m);
            let wins = self.needed(position, m, &after).is_some_and(|needed| needed < depth);
            wins.then_some((place, m, after))
        });
        let first = winning.min_by_key(|(_, m, after)| sort_key(self.rule, position, *m, after));
        first.map(|(place, ..)| (depth, place))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use proptest::prelude::*;
    use rand::RngExt;

    use super::*;
    use crate::endgame::advisor::Advisor;
    use crate::rng::seeded;

    const SIDES: [EndgameSide; 2] = [EndgameSide::Strong, EndgameSide::Weak];
    const SEARCHES: [SubgameSearch; 2] = [SubgameSearch::Deepening, SubgameSearch::FullDepth];

    /// Compares with the interpreter in positions of a table drawn at random.
    fn agrees_with_the_interpreter(table: &AdviceTable, search: SubgameSearch, positions: usize) {
        let mut rng = seeded(1, &table.name, 0);
        for side in SIDES {
            let choices = AllChoices::work_out(table, side, search, |_| ());
            let mut interpreter = Interpreter::new(table, side, search);
            let endgame = &table.endgame;
            let random = std::iter::repeat_with(|| rng.random_range(0..endgame.size()));
            let random = random.filter_map(|index| endgame.position(index, side));
            for position in random.take(positions) {
                let expected = interpreter.choose(&position).unwrap();
                assert_eq!(choices.get(&position), expected, "{side:?} {}", position.fen());
            }
        }
    }

    #[test]
    fn the_tables_of_three_pieces_choose_as_the_interpreter_does() {
        for table in Advisor::load_shipped().unwrap().tables() {
            if table.endgame.piece_count() == 1 {
                for search in SEARCHES {
                    agrees_with_the_interpreter(table, search, 300);
                }
            }
        }
    }

    #[test]
    #[ignore = "takes minutes"]
    fn the_tables_of_four_pieces_choose_as_the_interpreter_does() {
        let advisor = Advisor::load_shipped().unwrap();
        for (name, positions) in [("kbbk", 200), ("kbnk", 50), ("kqkr", 50), ("krkp", 100)] {
            let table = advisor.table(name).unwrap();
            agrees_with_the_interpreter(table, SubgameSearch::Deepening, positions);
        }
    }

    /// Lines that compare with the position before the move, and others.
    fn line() -> impl Strategy<Value = String> {
        let line = prop::sample::select(vec![
            "new area less",
            "new distance from our king to their king not greater",
            "new replies equal",
            "our king unmoved",
            "pieces unmoved",
            "area at most 12",
            "replies at most 3",
            "check",
            "pieces protected",
            "pieces en prise",
            "pieces exposed",
            "opposition",
            "insufficient material",
            "distance from their king to corner at most 1",
            "rank of their king at least 6",
        ]);
        (any::<bool>(), line).prop_map(
            |(plain, line)| {
                if plain { line.to_owned() } else { format!("not {line}") }
            },
        )
    }

    fn lines(count: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = String> {
        let one = prop_oneof![line(), (line(), line()).prop_map(|(a, b)| format!("{a} or {b}"))];
        prop::collection::vec(one, count).prop_map(|lines| format!("{lines:?}"))
    }

    fn rule() -> impl Strategy<Value = String> {
        let moves = prop::sample::subsequence(
            vec![
                "checking any moves",
                "king moves",
                "any moves inside the kings' rectangle",
                "any moves",
            ],
            1..=4,
        );
        let prefer = prop::sample::subsequence(
            vec!["first check", "greatest replies", "first new area less", "smallest area"],
            0..=2,
        );
        (lines(0..2), lines(1..4), lines(0..3), moves.prop_shuffle(), prefer.prop_shuffle(), 1..6).prop_map(
            |(when, better, holding, moves, prefer, depth)| {
                format!(
                    "sentence = \"Go on.\"\nwhen = {when}\nbetter_goal = {better}\nholding_goal = {holding}\n\
                     moves = {moves:?}\nprefer = {prefer:?}\ndepth = {depth}\n"
                )
            },
        )
    }

    fn table() -> impl Strategy<Value = String> {
        let endgame = prop::sample::select(vec!["KPK", "KRK", "KNK"]);
        (endgame, rule(), rule(), rule(), rule()).prop_map(|(endgame, a, b, c, d)| {
            format!(
                "endgame = \"{endgame}\"\ntitle = \"Random\"\n[[rule]]\nname = \"a\"\n{a}[[rule]]\nname = \"b\"\n{b}\
                 [[defence]]\nname = \"c\"\nprevents = [\"b\"]\n{c}[[defence]]\nname = \"d\"\n{d}"
            )
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]

        #[test]
        fn random_rules_choose_as_the_interpreter_does(
            text in table(),
            search in prop::sample::select(SEARCHES.to_vec()),
        ) {
            let table = AdviceTable::parse("random.toml", &text).unwrap();
            agrees_with_the_interpreter(&table, search, 100);
        }
    }
}
