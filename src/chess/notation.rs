use shakmaty::{CastlingMode, Chess, Move, Position, san::SanPlus, uci::UciMove};

/// The legal move that a text names in algebraic (`Nf3`) or UCI notation (`g1f3`).
#[must_use]
pub fn legal_move(position: &Chess, text: &str) -> Option<Move> {
    let m = text.parse::<UciMove>().ok().and_then(|uci| uci.to_move(position).ok());
    let m = m.or_else(|| text.parse::<SanPlus>().ok()?.san.to_move(position).ok());
    m.filter(|m| position.is_legal(*m))
}

/// Legal moves one after the other as a game score has them: `24... Rxe1+ 25. Bd2`.
#[must_use]
pub fn line_text(position: &Chess, line: &[Move]) -> String {
    line_words(position, line).join(" ")
}

/// The same, numbers and moves apart.
pub(crate) fn line_words(position: &Chess, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut words = Vec::new();
    for m in line {
        let is_first = words.is_empty();
        push_numbered(&mut words, &mut position, *m, is_first);
    }
    words
}

/// Plays a legal move and adds it in standard algebraic notation, after its number: always for White, for Black where
/// `is_number_needed`.
pub(crate) fn push_numbered(
    words: &mut Vec<String>,
    position: &mut Chess,
    m: Move,
    is_number_needed: bool,
) {
    if position.turn().is_white() {
        words.push(format!("{}.", position.fullmoves()));
    } else if is_number_needed {
        words.push(format!("{}...", position.fullmoves()));
    }
    words.push(SanPlus::from_move_and_play_unchecked(position, m).to_string());
}

/// Legal moves one after the other in standard algebraic notation, without numbers.
pub(crate) fn line_san(position: &Chess, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let play = |m: &Move| SanPlus::from_move_and_play_unchecked(&mut position, *m).to_string();
    line.iter().map(play).collect()
}

/// The position after legal moves.
pub(crate) fn after_line(position: &Chess, line: &[Move]) -> Chess {
    let mut position = position.clone();
    line.iter().for_each(|m| position.play_unchecked(*m));
    position
}

/// A move in UCI notation, such as `g1f3`.
pub(crate) fn uci(m: Move) -> String {
    m.to_uci(CastlingMode::Standard).to_string()
}
