use shakmaty::{Chess, Move, Position, san::SanPlus, uci::UciMove};

/// The legal move that a text names in algebraic (`Nf3`) or UCI notation (`g1f3`).
#[must_use]
pub fn legal_move(position: &Chess, text: &str) -> Option<Move> {
    let m = text.parse::<UciMove>().ok().and_then(|uci| uci.to_move(position).ok());
    let m = m.or_else(|| text.parse::<SanPlus>().ok()?.san.to_move(position).ok());
    m.filter(|m| position.is_legal(*m))
}
