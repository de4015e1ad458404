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
        let costs = costliest(&position, &force.line, force.winner, &mut judge);
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

/// What the worst moves of the winner and of the loser in a line cost, in pawns.
fn costliest(position: &Chess, line: &[Move], winner: Color, judge: &mut Judge) -> [f64; 2] {
    let mut position = position.clone();
    let mut most = [0.0_f64; 2];
    for m in line {
        let side = position.turn();
        let best = for_side(side, judge.score(&position).0);
        let cost = best - judge.score_after(&position, *m);
        let most = &mut most[usize::from(side != winner)];
        *most = most.max(cost);
        position.play_unchecked(*m);
    }
    most
}
