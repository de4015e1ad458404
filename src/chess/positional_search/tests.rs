#![allow(clippy::unwrap_used)]

use rand::RngExt;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, EnPassantMode};

use super::*;
use crate::chess::position_from_fen;

const NODES: u32 = 20_000;

fn best(fen: &str) -> (Chess, BestLine) {
    let position = position_from_fen(fen).unwrap();
    let best = PositionalSearch::new().best(&position, NODES);
    (position, best)
}

fn value_of(fen: &str, uci: &str) -> Score {
    let position = position_from_fen(fen).unwrap();
    let m = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
    PositionalSearch::new().value_of(&position, m, 6, NODES)
}

#[test]
fn mates_are_counted_in_moves_of_the_side_that_mates() {
    let in_one = "6k1/5ppp/8/8/8/8/q7/3R2K1 w - - 0 1";
    assert_eq!(best(in_one).1.score, Score::Mates(1));
    assert_eq!(value_of(in_one, "d1d8"), Score::Mates(1));
    // 1.Qf6 and 2.Qg7#.
    let in_two = "6k1/5p1p/6pB/8/8/2Q5/8/6K1 w - - 0 1";
    assert_eq!(best(in_two).1.score, Score::Mates(1));
    let smothered = "5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1";
    let (position, found) = best(smothered);
    assert_eq!(found.score, Score::Mates(2));
    let line = crate::chess::line_text(&position, &found.line);
    assert_eq!(line, "1. Qg8+ Rxg8 2. Nf7#");
    let is_mated = "7k/5K2/8/8/8/8/8/6R1 b - - 0 1";
    assert_eq!(best(is_mated).1.score, Score::IsMated(1));
}

#[test]
fn a_piece_given_away_costs_about_a_piece() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let Score::Centipawns(best) = best(fen).1.score else { panic!("no mate") };
    assert!((-50..120).contains(&best), "{best}");
    let Score::Centipawns(given) = value_of(fen, "f3g5") else { panic!("no mate") };
    assert!((-480..-300).contains(&given), "{given}");
    let position = position_from_fen(fen).unwrap();
    let m = "f3g5".parse::<UciMove>().unwrap().to_move(&position).unwrap();
    let mut search = PositionalSearch::for_one_position(NODES);
    // To six plies a search with a narrow window takes White's lead in development for two pawns.
    assert!(!search.is_worth(&position, m, best - 100, 7, NODES));
    assert!(search.is_worth(&position, m, given - 100, 7, NODES));
}

#[test]
fn both_sides_see_the_same() {
    let positions = [
        "r1bq1rk1/pp1n1pbp/2pp2p1/4p2n/2PPP3/2N2NPP/PP3PB1/R1BQ1RK1 w - - 0 1",
        "8/5p2/2nr4/5k2/5Pp1/P5B1/3p3P/3R2K1 b - - 0 1",
        "4rr1k/1pR3bp/p4npN/2p2pB1/3p4/3P3Q/PPP2PPP/4R1K1 b - - 0 24",
    ];
    for fen in positions {
        let position = position_from_fen(fen).unwrap();
        let mut setup = position.to_setup(EnPassantMode::Legal);
        setup.mirror();
        let other_colors: Chess = setup.clone().position(CastlingMode::Standard).unwrap();
        setup.board.flip_horizontal();
        let other_wing: Chess = setup.position(CastlingMode::Standard).unwrap();
        let mut views = Views::new(1);
        let values = [&position, &other_colors, &other_wing].map(|p| evaluate(p, &mut views, 0));
        assert_eq!(values, [values[0]; 3], "{fen}");
    }
}

#[test]
fn pieces_that_cannot_win_are_nearly_worthless() {
    for fen in ["8/6k1/8/8/8/8/5N2/6K1 w - - 0 1", "8/6k1/6p1/8/5B2/8/8/6K1 w - - 0 1"] {
        let (_, found) = best(fen);
        assert!(found.score.clamped().abs() < 60, "{fen}: {:?}", found.score);
    }
}

#[test]
fn the_best_of_some_moves_is_that_of_all_if_it_is_one_of_them() {
    let fen = "rnbqkb1r/pppp1ppp/5n2/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3";
    let position = position_from_fen(fen).unwrap();
    let [takes, retreats] =
        ["h5e5", "h5h4"].map(|text| text.parse::<UciMove>().unwrap().to_move(&position).unwrap());
    let all = PositionalSearch::new().best(&position, NODES);
    assert_eq!(all.line.first(), Some(&takes));
    let mut others = position.legal_moves().to_vec();
    others.retain(|m| *m != retreats);
    let mut search = PositionalSearch::new();
    let best = search.best_among(&position, others, NODES);
    assert_eq!(best.line.first(), Some(&takes));
    assert!((best.score.clamped() - all.score.clamped()).abs() < 30, "{best:?} {all:?}");
    let only = search.best_among(&position, vec![retreats], NODES);
    assert_eq!(only.line.first(), Some(&retreats));
    assert!(only.score.clamped() < best.score.clamped() - 50, "{only:?}");
}

#[test]
fn a_best_move_that_turns_out_bad_is_not_the_last_word() {
    // Ne5 is best to six plies; to seven it loses the bishop, when 50,000 positions are nearly used up.
    let fen = "r1b1kb1r/pp2pppp/1qn2n2/1Bpp4/8/1P2PN2/P1PP1PPP/RNBQK2R w KQkq - 1 5";
    let position = position_from_fen(fen).unwrap();
    for nodes in (40_000..=60_000).step_by(5_000) {
        let best = PositionalSearch::for_one_position(nodes).best(&position, nodes);
        assert!(best.score.clamped() > -100, "{nodes}: {best:?}");
    }
}

#[test]
fn perpetual_check_is_a_draw() {
    // White is a rook behind, and would be mated.
    let (_, found) = best("6k1/6p1/8/7Q/8/r7/2q5/6K1 w - - 0 1");
    assert_eq!(found.score, Score::Centipawns(0));
}

#[test]
fn many_queens_take_bounded_time() {
    let fen = "6qq/1pnk1PP1/b1qn1rQ1/KQ2B3/1Q6/1RQr2Qp/3N1Q2/1q2Bq2 w - - 0 1";
    let position = position_from_fen(fen).unwrap();
    let mut search = PositionalSearch::new();
    let found = search.best(&position, NODES);
    assert!(search.nodes <= PositionalSearch::FIRST_PLY + 1, "{}", search.nodes);
    assert!(found.line.iter().take(1).all(|m| position.is_legal(*m)));
}

#[test]
fn what_is_kept_of_other_positions_changes_nothing() {
    const PLIES: usize = 5;
    let mut kept = Views::new(PLIES);
    let mut position = Chess::default();
    let mut rng = crate::rng::seeded(1, "network", 0);
    for _ in 0..400 {
        let moves = position.legal_moves();
        let Some(m) = rand::seq::IndexedRandom::choose(&moves[..], &mut rng) else { break };
        position.play_unchecked(*m);
        let anew = evaluate(&position, &mut Views::new(1), 0);
        let ply = rng.random_range(0..PLIES);
        assert_eq!(evaluate(&position, &mut kept, ply), anew, "{}", crate::chess::fen(&position));
    }
}
