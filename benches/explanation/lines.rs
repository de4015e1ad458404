//! Lines that are told as forced, judged by an engine.

use morph::explanation::force::Prize;
use shakmaty::{Chess, Color, Move, Position};

use super::positions::{Judge, fen, for_side, sample};
use super::table::Share;
use super::{Arguments, Teller};

/// A move that costs more pawns is bad.
const BAD: f64 = 1.5;

pub fn measure(file: &str, arguments: &Arguments) {
    let mut teller = Teller::new(arguments);
    let mut judge = Judge::start(arguments);
    let (mut told, mut by_winner, mut by_loser) =
        (Share::default(), Share::default(), Share::default());
    for (position, _) in sample(file, arguments) {
        let explained =
            teller.explainer.explain(&position, teller.settings, Some(&mut teller.learned));
        let force = explained.unwrap().force.filter(|force| force.prize != Prize::Mate);
        told.count(force.is_some());
        let Some(force) = force else { continue };
        let costs = [force.winner, !force.winner]
            .map(|side| costliest(&position, &force.line, side, &mut judge));
        by_winner.count(costs[0] > BAD);
        by_loser.count(costs[1] > BAD);
        if costs.iter().any(|cost| *cost > BAD) {
            let line = morph::chess::line_text(&position, &force.line);
            println!("winner {:.2}, loser {:.2}: {} {line}", costs[0], costs[1], fen(&position));
        }
    }
    println!("| positions of games | |\n|---|---|");
    told.row("a line wins material or takes it back");
    by_winner.row(&format!("lines in which the winner plays a move that costs more than {BAD}"));
    by_loser.row("lines in which the loser does");
}

/// What the worst move of a side in a line costs, in pawns.
fn costliest(position: &Chess, line: &[Move], side: Color, judge: &mut Judge) -> f64 {
    let mut position = position.clone();
    let mut most = 0.0_f64;
    for m in line {
        if position.turn() == side {
            let best = for_side(side, judge.score(&position).0);
            most = most.max(best - judge.score_after(&position, *m));
        }
        position.play_unchecked(*m);
    }
    most
}
