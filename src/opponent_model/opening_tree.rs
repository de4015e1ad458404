//! The openings of a player as a tree: what was played in each position, how often, and how the player scored.
//!
//! Nodes are positions, so that lines which transpose into one another share what follows.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{Chess, Color, Move, Position};

use super::model::OpponentModel;
use super::move_model::context::position_key;
use super::packed_game::{GameResult, PackedMove, ResultCounts};

/// Half-moves of each game that are in the tree.
const MAX_DEPTH: usize = 40;
/// Games of a line that is called weak, at least.
const MIN_GAMES: u32 = 5;
/// Games with the usual score that are added to those of a line for the score to expect.
const USUAL_GAMES: f64 = 120.0;
/// Weak lines that are told.
const MAX_WEAK_LINES: usize = 5;

/// The games of a player with one colour, by position.
#[derive(Clone, Debug)]
pub struct OpeningTree {
    color: Color,
    visits: FxHashMap<u64, Vec<Visit>>,
}

/// A game in a position, once even if the position was repeated.
#[derive(Clone, Copy, Debug)]
struct Visit {
    /// Number of the game in the model.
    game: u32,
    result: Option<GameResult>,
    /// What was played first; `None` where the game or the tree ends.
    m: Option<PackedMove>,
}

/// A position of the tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpeningNode {
    /// Numbers of the games with this position, in the order of the model; [`OpponentModel::game`] has them.
    pub games: Vec<u32>,
    /// The player's results in them; games without a result are left out.
    pub results: ResultCounts,
    /// What was played, the most frequent first.
    pub branches: Vec<OpeningBranch>,
}

/// A move from a position of the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpeningBranch {
    /// The move, of either side.
    pub m: Move,
    /// Games in which it was played.
    pub games: u32,
    /// The player's results in them; games without a result are left out.
    pub results: ResultCounts,
}

/// A line after which the player, who is to move, has scored badly.
#[derive(Clone, Debug, PartialEq)]
pub struct WeakLine {
    /// From the initial position.
    pub moves: Vec<Move>,
    /// The player's results after it.
    pub results: ResultCounts,
    /// What the player scores with this colour in all games, in `[0, 1]`.
    pub usual_score: f64,
    /// The score to expect after it, in `[0, 1]`: some of what a few games show is chance, so that it lies between their score
    /// and the usual one.
    pub expected_score: f64,
    /// The whole 95 % interval of the score lies below what the player scores with this colour.
    pub is_below_usual: bool,
}

impl OpeningTree {
    /// The openings of the player with this colour.
    #[must_use]
    pub fn new(model: &OpponentModel, color: Color) -> OpeningTree {
        let mut visits: FxHashMap<u64, Vec<Visit>> = FxHashMap::default();
        let own = (0..).zip(model.games()).filter(|(_, (_, own))| *own == color);
        for (number, (game, _)) in own {
            let result = game.result_for(color);
            let mut add = |position: &Chess, m: Option<Move>| {
                let here = visits.entry(position_key(position)).or_default();
                if here.last().is_none_or(|last| last.game != number) {
                    here.push(Visit { game: number, result, m: m.map(PackedMove::new) });
                }
            };
            let mut end = Chess::default();
            for (position, m) in game.plies().take(MAX_DEPTH) {
                add(&position, Some(m));
                end = position;
                end.play_unchecked(m);
            }
            add(&end, None);
        }
        OpeningTree { color, visits }
    }

    /// The player's colour.
    #[must_use]
    pub fn color(&self) -> Color {
        self.color
    }

    /// What the games tell about a position; empty where none of them has it.
    #[must_use]
    pub fn node(&self, position: &Chess) -> OpeningNode {
        let Some(visits) = self.visits.get(&position_key(position)) else {
            return OpeningNode::default();
        };
        let mut branches: BTreeMap<PackedMove, (u32, ResultCounts)> = BTreeMap::new();
        for Visit { result, m, .. } in visits {
            let Some(m) = m else { continue };
            let (games, results) = branches.entry(*m).or_default();
            *games += 1;
            if let Some(result) = result {
                results.add(*result);
            }
        }
        let branch = |(m, (games, results)): (PackedMove, (u32, ResultCounts))| {
            Some(OpeningBranch { m: m.unpack(position)?, games, results })
        };
        let mut branches: Vec<OpeningBranch> = branches.into_iter().filter_map(branch).collect();
        branches.sort_by_key(|branch| std::cmp::Reverse(branch.games));
        OpeningNode {
            games: visits.iter().map(|visit| visit.game).collect(),
            results: visits.iter().filter_map(|visit| visit.result).collect(),
            branches,
        }
    }

    /// The lines in which the player has scored least, of those with five or more games and a loss: by the upper end of the
    /// 95 % interval, so that a few games say little. None continues another one. They are the worst of many, so that
    /// some of what they show is chance.
    #[must_use]
    pub fn weak_lines(&self) -> Vec<WeakLine> {
        let start = Chess::default();
        let usual_score = self.node(&start).results.score();
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        self.collect(&start, usual_score, &mut Vec::new(), &mut seen, &mut found);
        found.sort_by(|(one, a), (other, b)| {
            a.total_cmp(b).then(one.moves.len().cmp(&other.moves.len()))
        });
        let mut weak: Vec<WeakLine> = Vec::new();
        for (line, _) in found {
            let continues = |other: &WeakLine| {
                line.moves.starts_with(&other.moves) || other.moves.starts_with(&line.moves)
            };
            if weak.len() < MAX_WEAK_LINES && !weak.iter().any(continues) {
                weak.push(line);
            }
        }
        weak
    }

    /// Adds the lines from a position on that have enough games, each with the upper end of its interval.
    fn collect(
        &self,
        position: &Chess,
        usual_score: f64,
        moves: &mut Vec<Move>,
        seen: &mut FxHashSet<u64>,
        found: &mut Vec<(WeakLine, f64)>,
    ) {
        if !seen.insert(position_key(position)) {
            return;
        }
        let node = self.node(position);
        let results = node.results;
        if position.turn() == self.color
            && !moves.is_empty()
            && results.games() >= MIN_GAMES
            && results.lost > 0
            && let Some(score) = results.interval()
        {
            let expected = |games: f64| {
                (games * score.estimate + USUAL_GAMES * usual_score) / (games + USUAL_GAMES)
            };
            let line = WeakLine {
                moves: moves.clone(),
                results,
                usual_score,
                expected_score: expected(f64::from(results.games())),
                is_below_usual: score.high < usual_score,
            };
            found.push((line, score.high));
        }
        for branch in node.branches.iter().filter(|branch| branch.games >= MIN_GAMES) {
            let mut next = position.clone();
            next.play_unchecked(branch.m);
            moves.push(branch.m);
            self.collect(&next, usual_score, moves, seen, found);
            moves.pop();
        }
    }
}
