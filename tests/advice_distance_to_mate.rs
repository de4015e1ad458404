//! The distance-to-mate tables against published figures, and the compact board against the rules of chess.
#![allow(clippy::unwrap_used)]

use morph::chess::tablebase::{DistanceToMate, Endgame, EndgamePosition, EndgameSide, PerfectPlay};
use shakmaty::{CastlingMode, Chess, Color, Position, fen::Fen};

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
    for (name, step) in [("KPK", 7), ("KBBK", 1009), ("KBNK", 1009), ("KRKP", 1009)] {
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
    let endgames = [
        ("KPK", 31),
        ("KQK", 31),
        ("KBNK", 9973),
        ("KBBK", 9973),
        ("KQKR", 9973),
        ("KQKP", 9973),
        ("KRKP", 9973),
        ("KRKN", 9973),
    ];
    for (name, step) in endgames {
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

/// Legal positions, those that the stronger side wins and loses, and the most plies that a win and a loss take.
fn armed_census(table: &DistanceToMate, endgame: &Endgame, turn: EndgameSide) -> [usize; 5] {
    let [mut legal, mut won, mut lost, mut longest_win, mut longest_loss] = [0; 5];
    for position in (0..endgame.size()).filter_map(|index| endgame.position(index, turn)) {
        legal += 1;
        match table.perfect_play(&position) {
            PerfectPlay::Win(plies) => {
                won += 1;
                longest_win = longest_win.max(usize::from(plies));
            }
            PerfectPlay::Loss(plies) => {
                lost += 1;
                longest_loss = longest_loss.max(usize::from(plies));
            }
            PerfectPlay::Draw => {}
        }
    }
    [legal, won, lost, longest_win, longest_loss]
}

/// The value of a position for White by the rules of chess and the values one ply later.
fn one_ply_search(table: &DistanceToMate, position: &Chess) -> PerfectPlay {
    if position.is_checkmate() {
        return if position.turn().is_white() { PerfectPlay::Loss(0) } else { PerfectPlay::Win(0) };
    }
    let value = |play: PerfectPlay| match play {
        PerfectPlay::Win(plies) => 1000 - i32::from(plies),
        PerfectPlay::Draw => 0,
        PerfectPlay::Loss(plies) => i32::from(plies) - 1000,
    };
    let after = position.legal_moves().into_iter().map(|m| {
        let after = position.clone().play(m).unwrap();
        let seen = EndgamePosition::seen_from(Color::White, &after);
        // White has only its king left.
        let seen = seen.or_else(|| EndgamePosition::seen_from(Color::Black, &after)?.exchanged());
        seen.map_or(PerfectPlay::Draw, |after| table.perfect_play(&after))
    });
    let best = if position.turn().is_white() {
        after.max_by_key(|play| value(*play))
    } else {
        after.min_by_key(|play| value(*play))
    };
    match best {
        Some(PerfectPlay::Win(plies)) => PerfectPlay::Win(plies + 1),
        Some(PerfectPlay::Loss(plies)) => PerfectPlay::Loss(plies + 1),
        Some(PerfectPlay::Draw) | None => PerfectPlay::Draw,
    }
}

/// A position in five hundred against the rules of chess.
fn agrees_with_a_search(table: &DistanceToMate, endgame: &Endgame) {
    for turn in [EndgameSide::Strong, EndgameSide::Weak] {
        for index in (0..endgame.size()).step_by(499) {
            let Some(small) = endgame.position(index, turn) else { continue };
            let fen: Fen = small.fen().parse().unwrap();
            let position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
            let expected = one_ply_search(table, &position);
            assert_eq!(table.perfect_play(&small), expected, "{}", small.fen());
        }
    }
}

/// [`armed_census`] with either side to move, and positions against the rules of chess.
fn agrees_with_the_known_totals(name: &str, strong: [usize; 5], weak: [usize; 5]) {
    let endgame = Endgame::parse(name).unwrap();
    let table = DistanceToMate::generate(&endgame);
    for (turn, totals) in [(EndgameSide::Strong, strong), (EndgameSide::Weak, weak)] {
        assert_eq!(armed_census(&table, &endgame, turn), totals, "{name} {turn:?}");
    }
    agrees_with_a_search(&table, &endgame);
}

/// The longest win is 35 moves of the queen's side (K. Thompson 1986).
#[test]
#[ignore = "takes minutes"]
fn queen_against_rook_agrees_with_the_known_totals() {
    let strong = [8_952_608, 8_863_768, 17_136, 69, 36];
    agrees_with_the_known_totals("KQKR", strong, [10_780_728, 7_062_680, 3_090_088, 70, 37]);
}

/// The longest win is 26 moves of the rook's side, or 43 of the pawn's (K. Thompson 1986).
#[test]
#[ignore = "takes minutes"]
fn rook_against_pawn_agrees_with_the_known_totals() {
    let strong = [8_100_040, 7_406_204, 13_454, 51, 84];
    agrees_with_the_known_totals("KRKP", strong, [9_963_008, 6_585_490, 1_633_620, 64, 85]);
}
