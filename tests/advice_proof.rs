//! The shipped advice tables, proved over every position of their endings.
#![allow(clippy::unwrap_used)]

use morph::endgame::advisor::Advisor;
use morph::endgame::interpreter::Reading;
use morph::endgame::oracle::DistanceToMate;
use morph::endgame::proof::{Proof, prove};

fn proof(name: &str, reading: Reading) -> Proof {
    let advisor = Advisor::load_shipped().unwrap();
    let table = advisor.table(name).unwrap();
    let oracle = DistanceToMate::generate(&table.ending);
    prove(table, advisor.tables(), reading, &oracle, &mut |_, _| ())
}

fn uses(proof: &Proof) -> Vec<usize> {
    proof.rules.iter().map(|used| used.positions).collect()
}

/// Repetitions, men lost, stalemates, positions without advice.
fn failures(proof: &Proof) -> [usize; 4] {
    [proof.repetitions, proof.lost, proof.stalemates, proof.unadvised]
}

#[test]
fn the_table_of_1980_as_printed_puts_dividing_off_for_ever() {
    let proof = proof("krk-1980", Reading::AsPrinted);
    assert_eq!((proof.total, proof.won, proof.worst), (175_168, 163_830, 38));
    assert_eq!(failures(&proof), [11_338, 0, 0, 0]);
    assert_eq!(proof.failures.len(), 11_338);
    assert_eq!(format!("{:.2}", proof.mean), "20.04");
}

#[test]
fn the_table_of_1980_deepened_always_wins() {
    let proof = proof("krk-1980", Reading::Deepened);
    assert_eq!((proof.won, proof.worst), (175_168, 37));
    assert_eq!(format!("{:.2}", proof.mean), "20.33");
    assert_eq!(uses(&proof), [3_728, 115_884, 17_908, 3_712, 33_936]);
    assert_eq!((proof.perfect_worst, format!("{:.3}", proof.perfect_mean)), (16, "9.865".into()));
}

#[test]
fn five_rules_win_every_rook_ending_in_twenty_four_moves() {
    let proof = proof("krk", Reading::Deepened);
    assert!(proof.rules.len() <= 8);
    assert_eq!((proof.total, proof.won, proof.worst), (175_168, 175_168, 24));
    assert_eq!(failures(&proof), [0; 4]);
    assert_eq!(format!("{:.3}", proof.mean), "11.876");
}

#[test]
fn the_queen_wins_every_position() {
    let proof = proof("kqk", Reading::Deepened);
    assert_eq!((proof.total, proof.winnable, proof.won), (144_508, 144_508, 144_508));
    assert_eq!(failures(&proof), [0; 4]);
}

#[test]
fn the_pawn_wins_what_is_won_and_the_king_holds_what_is_drawn() {
    let proof = proof("kpk", Reading::Deepened);
    assert_eq!((proof.total, proof.winnable, proof.won), (163_328, 124_960, 124_960));
    assert_eq!(failures(&proof), [0; 4]);
    let defence = proof.defence.unwrap();
    assert_eq!((defence.drawn, defence.held), (70_402, 70_402));
    assert!(defence.failures.is_empty());
}
