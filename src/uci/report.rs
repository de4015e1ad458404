use std::time::Duration;

use shakmaty::{Move, uci::UciMove};

use super::Thought;
use crate::units::Value;

/// A value on the scale of chess programs, hundredths of a pawn for the same side.
///
/// The logistic curve of the Elo scale with a pawn worth 100 points: cp = 400 · log₁₀(v / (1 − v)), so 100 is
/// an expectation of 0.64 and ½ is 0. Since [`Value::log_odds`] stays finite the result lies within ±3600.
#[must_use]
pub fn centipawns(value: Value) -> i32 {
    (value.log_odds() * 400.0 / std::f64::consts::LN_10).round() as i32
}

/// The `info` line for a thought that took `time`.
pub(super) fn info(thought: &Thought, time: Duration, show_wdl: bool) -> String {
    let mut line = "info depth 1 seldepth 1".to_owned();
    match (thought.mate, thought.value) {
        (Some(moves), _) => line.push_str(&format!(" score mate {moves}")),
        (None, Some(value)) => line.push_str(&format!(" score cp {}", centipawns(value))),
        (None, None) => {}
    }
    if let Some(wdl) = thought.win_draw_loss.filter(|_| show_wdl) {
        line.push_str(&format!(" wdl {} {} {}", wdl.win, wdl.draw, wdl.loss));
    }
    line.push_str(&format!(" nodes {} time {}", thought.nodes, time.as_millis()));
    if !thought.pv.is_empty() {
        line.push_str(" pv");
        for m in &thought.pv {
            line.push_str(&format!(" {}", notation(*m)));
        }
    }
    line
}

/// A move as the protocol writes it: castling as a move of the king to his new square.
pub(super) fn notation(m: Move) -> UciMove {
    UciMove::from_standard(m)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn centipawns_follow_the_elo_curve() {
        assert_eq!(centipawns(Value::DRAW), 0);
        assert_eq!(centipawns(Value::new(0.64)), 100);
        assert_eq!(centipawns(Value::new(0.36)), -100);
        assert_eq!(centipawns(Value::new(10.0 / 11.0)), 400);
        assert_eq!(centipawns(Value::WIN), 3600);
        assert_eq!(centipawns(Value::LOSS), -3600);
    }
}
