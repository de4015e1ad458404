use std::time::Duration;

use shakmaty::{Move, uci::UciMove};

use super::SearchResult;
use crate::units::Value;

/// A value on the scale of chess programs, hundredths of a pawn for the same side.
///
/// The logistic curve of the Elo scale with a pawn worth 100 points: cp = 400 · log₁₀(v / (1 − v)), so 100 is
/// an expectation of 0.64 and ½ is 0. Since [`Value::log_odds`] stays finite the result lies within ±3600.
#[must_use]
pub fn centipawns(value: Value) -> i32 {
    (value.log_odds() * 400.0 / std::f64::consts::LN_10).round() as i32
}

/// The `info` lines for a search that took `time`: at most `max_lines` of them, numbered if there are several.
pub(super) fn info(
    result: &SearchResult,
    time: Duration,
    show_wdl: bool,
    max_lines: usize,
) -> Vec<String> {
    let lines = &result.lines[..max_lines.min(result.lines.len())];
    let mut info = Vec::with_capacity(lines.len());
    for (number, line) in lines.iter().enumerate() {
        let mut text = "info depth 1 seldepth 1".to_owned();
        if lines.len() > 1 {
            text.push_str(&format!(" multipv {}", number + 1));
        }
        match (line.mate, line.value) {
            (Some(moves), _) => text.push_str(&format!(" score mate {moves}")),
            (None, Some(value)) => text.push_str(&format!(" score cp {}", centipawns(value))),
            (None, None) => {}
        }
        if let Some(wdl) = line.win_draw_loss.filter(|_| show_wdl) {
            text.push_str(&format!(" wdl {} {} {}", wdl.win, wdl.draw, wdl.loss));
        }
        text.push_str(&format!(" nodes {} time {} pv", result.nodes, time.as_millis()));
        for m in &line.pv {
            text.push_str(&format!(" {}", notation(*m)));
        }
        info.push(text);
    }
    info
}

/// A move in the notation of the protocol: castling is a king move to the destination square.
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
