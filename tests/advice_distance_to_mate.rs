//! The distance-to-mate tables against published figures, and the compact board against the rules of chess.
#![allow(clippy::unwrap_used)]

use morph::chess::bare_king::DistanceToMate;
use morph::chess::bare_king::Endgame;
use morph::chess::bare_king::EndgameSide;
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

/// Legal positions, won positions, greatest and summed plies over the wins.
fn census(name: &str, turn: EndgameSide) -> (usize, usize, u8, u64) {
    let endgame = Endgame::parse(name).unwrap();
    let table = DistanceToMate::generate(&endgame);
    let (mut legal, mut won, mut worst, mut sum) = (0, 0, 0, 0);
    for position in (0..endgame.size()).filter_map(|index| endgame.position(index, turn)) {
        legal += 1;
        if let Some(plies) = table.plies(&position) {
            won += 1;
            worst = worst.max(plies);
            sum += u64::from(plies);
        }
    }
    (legal, won, worst, sum)
}

#[test]
fn rook_endgames_agree_with_the_known_totals() {
    let (legal, won, worst, sum) = census("KRK", EndgameSide::Strong);
    assert_eq!((legal, won, worst), (175_168, 175_168, 31));
    assert_eq!(format!("{:.3}", sum as f64 / won as f64), "18.730");
    let (legal, won, worst, sum) = census("KRK", EndgameSide::Weak);
    assert_eq!((legal, won, worst), (223_944, 201_700, 32));
    assert_eq!(format!("{:.3}", sum as f64 / won as f64), "23.004");
}

#[test]
fn queen_and_pawn_endgames_agree_with_the_known_totals() {
    let (legal, won, worst, _) = census("KQK", EndgameSide::Strong);
    assert_eq!((legal, won, worst), (144_508, 144_508, 19));
    let (legal, won, worst, _) = census("KPK", EndgameSide::Strong);
    assert_eq!((legal, won, worst), (163_328, 124_960, 55));
}

/// Positions are recovered from their index, with pieces of one role and of several.
#[test]
fn every_index_is_the_index_of_its_position() {
    for (name, step) in [("KPK", 7), ("KBBK", 1009), ("KBNK", 1009)] {
        let endgame = Endgame::parse(name).unwrap();
        assert_eq!(endgame.to_string(), name);
        for index in (0..endgame.size()).step_by(step) {
            if let Some(position) = endgame.position(index, EndgameSide::Weak) {
                assert_eq!(endgame.index(&position), index);
                assert!(endgame.covers(&position));
            }
        }
    }
}

/// The compact board has the legal moves of chess.
#[test]
fn moves_agree_with_the_rules_of_chess() {
    for (name, step) in [("KPK", 31), ("KQK", 31), ("KBNK", 9973), ("KBBK", 9973)] {
        let endgame = Endgame::parse(name).unwrap();
        for turn in [EndgameSide::Strong, EndgameSide::Weak] {
            for index in (0..endgame.size()).step_by(step) {
                let Some(small) = endgame.position(index, turn) else { continue };
                let fen: Fen = small.fen().parse().unwrap();
                let Ok(position) = fen.into_position::<Chess>(CastlingMode::Standard) else {
                    continue;
                };
                let mut ours: Vec<String> =
                    small.legal_moves().iter().map(|m| small.after(*m).fen()).collect();
                let mut theirs: Vec<String> = position
                    .legal_moves()
                    .iter()
                    .map(|m| {
                        let after = position.clone().play(*m).unwrap();
                        let turn = if turn == EndgameSide::Strong { 'b' } else { 'w' };
                        format!("{} {turn} - - 0 1", after.board().board_fen())
                    })
                    .collect();
                ours.sort();
                theirs.sort();
                assert_eq!(ours, theirs, "{}", small.fen());
            }
        }
    }
}
