use shakmaty::{Chess, Color, Move, Position, san::SanPlus, uci::UciMove};

/// The legal move that a text names in algebraic (`Nf3`) or UCI notation (`g1f3`).
#[must_use]
pub fn legal_move(position: &Chess, text: &str) -> Option<Move> {
    let m = text.parse::<UciMove>().ok().and_then(|uci| uci.to_move(position).ok());
    let m = m.or_else(|| text.parse::<SanPlus>().ok()?.san.to_move(position).ok());
    m.filter(|m| position.is_legal(*m))
}

/// Moves in standard algebraic notation with their numbers: `24...Qxe4 25.Bd3`.
#[must_use]
pub fn line_text(position: &Chess, line: &[Move]) -> String {
    let mut position = position.clone();
    let mut words = Vec::with_capacity(line.len());
    for (place, m) in line.iter().enumerate() {
        let number = match position.turn() {
            Color::White => format!("{}.", position.fullmoves()),
            Color::Black if place == 0 => format!("{}...", position.fullmoves()),
            Color::Black => String::new(),
        };
        words.push(number + &SanPlus::from_move_and_play_unchecked(&mut position, *m).to_string());
    }
    words.join(" ")
}
