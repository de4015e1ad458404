//! The distance-to-mate oracle against published figures.
#![allow(clippy::unwrap_used)]

use morph::endgame::ending::Ending;
use morph::endgame::oracle::DistanceToMate;
use morph::endgame::situation::Side;
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

/// Legal positions, won positions, greatest and summed plies over the wins.
fn census(name: &str, turn: Side) -> (usize, usize, u8, u64) {
    let ending = Ending::parse(name).unwrap();
    let oracle = DistanceToMate::generate(&ending);
    let (mut legal, mut won, mut worst, mut sum) = (0, 0, 0, 0);
    for situation in (0..ending.size()).filter_map(|index| ending.situation(index, turn)) {
        legal += 1;
        if let Some(plies) = oracle.plies(&situation) {
            won += 1;
            worst = worst.max(plies);
            sum += u64::from(plies);
        }
    }
    (legal, won, worst, sum)
}

#[test]
fn king_and_rook_agree_with_the_known_totals() {
    let (legal, won, worst, sum) = census("KRK", Side::Strong);
    assert_eq!((legal, won, worst), (175_168, 175_168, 31));
    assert_eq!(format!("{:.3}", sum as f64 / won as f64), "18.730");
    let (legal, won, worst, sum) = census("KRK", Side::Weak);
    assert_eq!((legal, won, worst), (223_944, 201_700, 32));
    assert_eq!(format!("{:.3}", sum as f64 / won as f64), "23.004");
}

#[test]
fn queen_and_pawn_agree_with_the_known_totals() {
    let (legal, won, worst, _) = census("KQK", Side::Strong);
    assert_eq!((legal, won, worst), (144_508, 144_508, 19));
    let (legal, won, worst, _) = census("KPK", Side::Strong);
    assert_eq!((legal, won, worst), (163_328, 124_960, 55));
}

/// Positions survive the way to their index and back, for men of one kind and of several.
#[test]
fn every_index_is_the_index_of_its_position() {
    for (name, step) in [("KPK", 7), ("KBBK", 1009), ("KBNK", 1009)] {
        let ending = Ending::parse(name).unwrap();
        assert_eq!(ending.to_string(), name);
        for index in (0..ending.size()).step_by(step) {
            if let Some(situation) = ending.situation(index, Side::Weak) {
                assert_eq!(ending.index(&situation), index);
                assert!(ending.covers(&situation));
            }
        }
    }
}

/// The small board has the legal moves of chess.
#[test]
fn moves_agree_with_the_rules_of_chess() {
    for (name, step) in [("KPK", 31), ("KQK", 31), ("KBNK", 9973), ("KBBK", 9973)] {
        let ending = Ending::parse(name).unwrap();
        for turn in [Side::Strong, Side::Weak] {
            for index in (0..ending.size()).step_by(step) {
                let Some(situation) = ending.situation(index, turn) else { continue };
                let fen: Fen = situation.fen().parse().unwrap();
                let Ok(position) = fen.into_position::<Chess>(CastlingMode::Standard) else {
                    continue;
                };
                let mut ours: Vec<String> =
                    situation.steps().iter().map(|step| situation.after(*step).fen()).collect();
                let mut theirs: Vec<String> = position
                    .legal_moves()
                    .iter()
                    .map(|m| {
                        let after = position.clone().play(*m).unwrap();
                        let turn = if turn == Side::Strong { 'b' } else { 'w' };
                        format!("{} {turn} - - 0 1", after.board().board_fen())
                    })
                    .collect();
                ours.sort();
                theirs.sort();
                assert_eq!(ours, theirs, "{}", situation.fen());
            }
        }
    }
}
