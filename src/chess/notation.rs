use shakmaty::{Chess, Move, Position, san::SanPlus, uci::UciMove};

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
    let mut position = position.clone();
    let mut words = Vec::new();
    for m in line {
        let number = position.fullmoves();
        if position.turn().is_white() {
            words.push(format!("{number}."));
        } else if words.is_empty() {
            words.push(format!("{number}..."));
        }
        words.push(SanPlus::from_move_and_play_unchecked(&mut position, *m).to_string());
    }
    words.join(" ")
}
