//! What two moves are worth when play goes on.

use shakmaty::{Chess, Move, Position};

use crate::chess::positional_search::BestLine;
use crate::explanation::explainer::Settings;
use crate::explanation::facts::features::PositionFeatures;

/// A legal move and another one, searched to the same depth by the search that explains the position: what they are worth to the
/// side that moves, and the best play from there, which begins with the move. Without `other` it is the best of all others;
/// `None`: there is none.
pub(super) fn calculate(
    position: &Chess,
    chosen: Move,
    other: Option<Move>,
) -> Option<[(Move, BestLine); 2]> {
    let search = PositionFeatures::searching(position, Settings::default().nodes).search;
    let other = other.or_else(|| search.best_besides(chosen)).filter(|other| *other != chosen)?;
    // What the search finds out about one of them helps it with the other: which is asked about must not matter.
    let place = |m: Move| position.legal_moves().iter().position(|legal| *legal == m);
    let mut moves = [chosen, other];
    moves.sort_by_key(|m| place(*m));
    let [first, second] = moves.map(|m| (m, search.play_of(m)));
    Some(if first.0 == chosen { [first, second] } else { [second, first] })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::chess::{legal_move, position_from_fen, san};
    use crate::units::Score;

    fn calculated(fen: &str, moves: &[&str]) -> [(String, Score, usize); 2] {
        let position = position_from_fen(fen).unwrap();
        let mut moves = moves.iter().map(|text| legal_move(&position, text).unwrap());
        let found = calculate(&position, moves.next().unwrap(), moves.next()).unwrap();
        found.map(|(m, best)| {
            assert_eq!(best.line.first(), Some(&m));
            (san(&position, m).to_string(), best.score, best.line.len())
        })
    }

    #[test]
    fn the_other_move_is_the_best_one() {
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
        let [(_, hangs, _), (other, mates, _)] = calculated(fen, &["Nc3"]);
        assert!(hangs.clamped() < -400, "{hangs:?}");
        assert_eq!((other.as_str(), mates), ("Qxf7#", Score::Mates(1)));
        let [(_, mates, length), (other, _, _)] = calculated(fen, &["Qxf7#"]);
        assert_eq!((mates, length), (Score::Mates(1), 1));
        assert_ne!(other, "Qxf7#");
    }

    #[test]
    fn the_order_of_the_moves_changes_nothing() {
        let fen = "6k1/5ppp/8/8/3q4/8/5PPP/3R2K1 w - - 0 1";
        let [takes, gives] = calculated(fen, &["Rxd4", "Re1"]);
        let [gives_first, takes_second] = calculated(fen, &["Re1", "Rxd4"]);
        assert_eq!((takes.1, gives.1), (takes_second.1, gives_first.1));
        assert!(takes.1.clamped() > 400 && gives.1.clamped() < -200, "{takes:?} {gives:?}");
    }

    #[test]
    fn a_game_that_ends_is_worth_its_result() {
        // Stalemate, or the queen keeps winning.
        let fen = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1";
        let [stalemate, mates] = calculated(fen, &["Qg6"]);
        assert_eq!(stalemate.1, Score::Centipawns(0));
        assert!(matches!(mates.1, Score::Mates(_)), "{mates:?}");
    }
}
