//! Where a player loses what he has, judged by an engine: for people to look at, never for learning.

use std::collections::BTreeMap;

use rand::Rng;
use rand::seq::IteratorRandom;
use serde::Serialize;
use shakmaty::{Color, Move, Position};

use super::GameRecord;
use crate::chess::Game;
use crate::uci::{EngineError, Judge, Verdict};

/// A move of a game, with the position it was played in.
#[derive(Clone, Debug)]
pub struct Sample {
    before: Game,
    m: Move,
}

/// `count` moves that `side` chose himself, at random; fewer when the game has fewer.
#[must_use]
pub fn sample(record: &GameRecord, side: Color, count: usize, rng: &mut dyn Rng) -> Vec<Sample> {
    let mut game = Game::new(record.start.clone());
    let first = usize::from(game.position().turn() != side);
    let own: Vec<usize> =
        (first..record.plies.len()).step_by(2).filter(|ply| *ply >= record.opening_plies).collect();
    let chosen = own.into_iter().sample(rng, count);
    let mut samples = Vec::with_capacity(chosen.len());
    let last = chosen.iter().max().map_or(0, |last| last + 1);
    for (index, ply) in record.plies.iter().enumerate().take(last) {
        if chosen.contains(&index) {
            samples.push(Sample { before: game.clone(), m: ply.m });
        }
        if game.play(ply.m).is_err() {
            break;
        }
    }
    samples
}

/// What was lost over many moves. Scores are cut at ten pawns, so that a mate missed when far ahead costs little.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Blunders {
    /// Moves that were judged.
    pub moves: u32,
    /// Centipawns lost by all of them together.
    pub lost: i64,
    /// Moves that lost [`Blunders::LIMIT`] centipawns or more.
    pub blunders: u32,
    /// Blunders by what refutes them: `capture`, `quiet move`.
    pub refuted_by: BTreeMap<&'static str, u32>,
    /// Moves and blunders by stage of the game, named by its first half-move: 1, 21, 41, 61, 101.
    pub by_ply: BTreeMap<usize, [u32; 2]>,
}

impl Blunders {
    /// What makes a move a blunder, in centipawns.
    pub const LIMIT: i32 = 200;

    /// Judges a move.
    ///
    /// # Errors
    ///
    /// The engine fails.
    pub fn judge(&mut self, judge: &mut Judge, sample: &Sample) -> Result<(), EngineError> {
        let mut after = sample.before.clone();
        let ply = after.plies() + 1;
        let best = judge.verdict(&sample.before)?;
        if after.play(sample.m).is_err() {
            return Ok(());
        }
        // A game that is over has its true value; only mate and draws end one.
        let (score, answer) = match after.ending() {
            Some(_) if after.position().is_checkmate() => (Verdict::MATE, None),
            Some(_) => (0, None),
            None => {
                let verdict = judge.verdict(&after)?;
                (-verdict.score, Some(verdict.best))
            }
        };
        self.add(ply, (best.score - score).max(0), answer.is_some_and(|m| m.is_capture()));
        Ok(())
    }

    fn add(&mut self, ply: usize, loss: i32, refuted_by_capture: bool) {
        let stage = [101, 61, 41, 21].into_iter().find(|first| ply >= *first).unwrap_or(1);
        let [moves, blunders] = self.by_ply.entry(stage).or_default();
        *moves += 1;
        self.moves += 1;
        self.lost += i64::from(loss);
        if loss >= Blunders::LIMIT {
            *blunders += 1;
            self.blunders += 1;
            let what = if refuted_by_capture { "capture" } else { "quiet move" };
            *self.refuted_by.entry(what).or_default() += 1;
        }
    }

    /// One sentence.
    #[must_use]
    pub fn text(&self) -> String {
        let share = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
        let refuted: Vec<String> = self
            .refuted_by
            .iter()
            .map(|(what, n)| format!("{:.0} % refuted by a {what}", share(*n, self.blunders)))
            .collect();
        let stages: Vec<String> = self
            .by_ply
            .iter()
            .map(|(stage, [moves, blunders])| {
                format!("from {stage} {:.0} %", share(*blunders, *moves))
            })
            .collect();
        format!(
            "{} moves judged: {:.0} centipawns lost a move; {:.1} % lose {} or more ({}); by half-move {}",
            self.moves,
            self.lost as f64 / f64::from(self.moves.max(1)),
            share(self.blunders, self.moves),
            Blunders::LIMIT,
            refuted.join(", "),
            stages.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_counted_by_what_refutes_them_and_when() {
        let mut blunders = Blunders::default();
        for (ply, loss, capture) in
            [(5, 0, false), (30, 250, true), (31, 300, false), (130, 50, true)]
        {
            blunders.add(ply, loss, capture);
        }
        assert_eq!((blunders.moves, blunders.lost, blunders.blunders), (4, 600, 2));
        assert_eq!(blunders.refuted_by, BTreeMap::from([("capture", 1), ("quiet move", 1)]));
        assert_eq!(blunders.by_ply[&21], [2, 2]);
        assert!(blunders.text().starts_with("4 moves judged: 150 centipawns lost a move; 50.0 %"));
    }
}
