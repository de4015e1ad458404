//! What a move gives away, in words.

use shakmaty::{Chess, Move, Position};

use crate::chess::{MaterialVector, after_line, line_text};
use crate::explanation::annotation::{Cost, Mark, PlyNote};
use crate::explanation::phrase::side_name;
use crate::pattern::pieces_in_words;
use crate::units::Score;

/// Of a knight or bishop, in pawns.
const PIECE: i32 = 3;

/// What a marked move costs: `Loses a rook for a bishop: 17... Bxf1 18. Kxf1.`
pub(super) fn cost(position: &Chess, m: Move, note: &PlyNote) -> String {
    let after = after_line(position, &[m]);
    let answer = line_text(&after, note.refutation.get(1..).unwrap_or_default());
    let shown = if answer.is_empty() { ".".to_owned() } else { format!(": {answer}.") };
    let number = |moves: Option<u32>| moves.map_or_else(String::new, |n| format!(" in {n}"));
    let percent = |score: Score| 50.0 + 50.0 * score.winning_chance();
    let side = side_name(position.turn());
    let (before, now) = (percent(note.best), percent(note.played));
    let fall = |only| format!("{side}'s winning chances fall{only} from {before:.0} to {now:.0} %");
    // A piece lost sounds worse than an inaccuracy: what it changes has to be said.
    let effect = |material: MaterialVector| match note.mark {
        Some(Mark::Inaccuracy) if material.traditional().abs() >= PIECE => {
            format!(", though {}", fall(" only"))
        }
        _ => String::new(),
    };
    match note.cost(position) {
        Cost::AllowsMate(moves) => format!("Allows mate{}{shown}", number(moves)),
        Cost::MissesMate(moves) => format!("Misses mate{}.", number(moves)),
        Cost::Loses(material) => {
            format!("Loses {}{}{shown}", exchanged(material), effect(material))
        }
        Cost::MissesGain(material) => {
            let gain = exchanged(material.flipped());
            format!("Misses the gain of {gain}{}.", effect(material))
        }
        Cost::Chances => format!("{}{shown}", fall("")),
    }
}

/// What is lost, and what for: `a rook for a bishop`.
fn exchanged(won: MaterialVector) -> String {
    let (gained, lost) = pieces_in_words(won);
    if gained.is_empty() { lost } else { format!("{lost} for {gained}") }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::chess::{legal_move, position_from_fen};

    #[test]
    fn an_inaccuracy_that_loses_a_piece_says_how_little_it_changes() {
        let position = position_from_fen("4k3/8/8/1p6/8/2N5/8/4K3 w - - 0 1").unwrap();
        let legal = |position: &Chess, text: &str| {
            let moves = position.legal_moves();
            *moves.iter().find(|m| m.to_string() == text).unwrap()
        };
        let lost = legal(&position, "Nc3-a4");
        let mut after = position.clone();
        after.play_unchecked(lost);
        let (best, played) = (Score::Centipawns(-500), Score::Centipawns(-650));
        let note = PlyNote {
            best,
            played,
            mark: Mark::new(best, played),
            better: Vec::new(),
            refutation: vec![lost, legal(&after, "b5xa4")],
        };
        assert_eq!(
            cost(&position, lost, &note),
            "Loses a knight, though White's winning chances fall only from 14 to 8 %: 1... bxa4."
        );
        let note = PlyNote { mark: Some(Mark::Blunder), ..note };
        assert_eq!(cost(&position, lost, &note), "Loses a knight: 1... bxa4.");
    }

    #[test]
    fn a_queen_that_is_taken_back_is_no_gain_that_was_missed() {
        let fen = "3r3k/ppp3p1/4r3/5q1p/PP3p1N/R1Pp4/3R2P1/4Q1K1 w - - 3 32";
        let position = position_from_fen(fen).unwrap();
        let moves = ["Qf2", "Nxf5"].map(|text| legal_move(&position, text).unwrap());
        let (best, played) = (Score::Centipawns(30), Score::Centipawns(-80));
        let [m, better] = moves.map(|m| [m]);
        let mark = Some(Mark::Mistake);
        let note = PlyNote::new(&position, mark, (best, &better), (played, &m));
        assert_eq!(cost(&position, m[0], &note), "White's winning chances fall from 53 to 43 %.");
    }
}
