//! The shipped advice tables, proved over every position of their endings.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use morph::chess::tablebase::DistanceToMate;
use morph::endgame::advisor::Advisor;
use morph::endgame::interpreter::SubgameSearch;
use morph::endgame::proof::{DrawProof, Proof, prove};

fn proof(name: &str, search: SubgameSearch) -> Proof {
    let advisor = Advisor::load_shipped().unwrap();
    let table = advisor.table(name).unwrap();
    let perfect = DistanceToMate::generate(&table.endgame);
    prove(table, advisor.tables(), search, &perfect, &mut |_, _| ())
}

fn uses(proof: &Proof) -> Vec<usize> {
    proof.rules.iter().map(|used| used.positions).collect()
}

/// A rule of the stronger side applies in won positions only, and one of the defence in drawn ones: what `proven` says.
fn keeps_results(proof: &Proof) -> bool {
    let defended = proof.defence.as_ref().is_none_or(|defence| {
        let uses: usize = defence.rules.iter().map(|used| used.positions).sum();
        uses == defence.held && defence.held == defence.drawn
    });
    uses(proof).iter().sum::<usize>() == proof.won && proof.won == proof.winnable && defended
}

/// Repetitions, pieces lost, stalemates, positions without advice.
fn failures(proof: &Proof) -> [usize; 4] {
    [proof.repetitions, proof.pieces_lost, proof.stalemates, proof.without_advice]
}

#[test]
fn the_table_of_1980_at_full_depth_can_postpone_dividing_for_ever() {
    let proof = proof("krk-1980", SubgameSearch::FullDepth);
    assert_eq!((proof.positions, proof.won, proof.longest_mate), (175_168, 163_830, 38));
    assert_eq!(failures(&proof), [11_338, 0, 0, 0]);
    assert_eq!(proof.failures.len(), 11_338);
    assert_eq!(format!("{:.2}", proof.mean_mate), "20.04");
}

#[test]
fn the_table_of_1980_with_deepening_always_wins() {
    let proof = proof("krk-1980", SubgameSearch::Deepening);
    assert_eq!((proof.won, proof.longest_mate), (175_168, 37));
    assert!(keeps_results(&proof));
    assert_eq!(format!("{:.2}", proof.mean_mate), "20.33");
    assert_eq!(uses(&proof), [3_728, 115_884, 17_908, 3_712, 33_936]);
    assert_eq!(
        (proof.perfect_longest_mate, format!("{:.3}", proof.perfect_mean_mate)),
        (16, "9.865".into())
    );
}

#[test]
fn five_rules_win_every_rook_endgame_in_at_most_24_moves() {
    let proof = proof("krk", SubgameSearch::Deepening);
    assert!(proof.rules.len() <= 8);
    assert_eq!((proof.positions, proof.won, proof.longest_mate), (175_168, 175_168, 24));
    assert_eq!(failures(&proof), [0; 4]);
    assert!(keeps_results(&proof));
    assert_eq!(format!("{:.3}", proof.mean_mate), "11.876");
}

#[test]
fn the_queen_table_wins_every_position() {
    let proof = proof("kqk", SubgameSearch::Deepening);
    assert_eq!((proof.positions, proof.winnable, proof.won), (144_508, 144_508, 144_508));
    assert!(keeps_results(&proof));
    assert_eq!(failures(&proof), [0; 4]);
}

/// The figures of the shipped tables, one line each.
///
/// `UPDATE_GOLDEN=1 cargo test --test advice_proof -- --include-ignored --test-threads 1` rewrites the lines; review
/// the diff, and state the same figures in patterns/advice/README.md.
const GOLDEN: &str = "tests/golden/advice-proofs.txt";

fn figures(proof: &Proof) -> String {
    let [repetitions, lost, stalemates, without_advice] = failures(proof);
    format!(
        "{}: {} rules win {} of {} won positions ({} in all) in at most {} moves, {:.2} on average; repetitions \
         {repetitions}, pieces lost {lost}, stalemates {stalemates}, without advice {without_advice}{}",
        proof.table,
        proof.rules.len(),
        proof.won,
        proof.winnable,
        proof.positions,
        proof.longest_mate,
        proof.mean_mate,
        [("stronger", &proof.draws), ("weaker", &proof.defence)]
            .into_iter()
            .filter_map(|(side, draws)| Some((side, draws.as_ref()?)))
            .map(|(side, DrawProof { held, drawn, .. })| {
                format!("; the {side} side holds {held} of {drawn} draws")
            })
            .collect::<String>()
    )
}

/// Proves these tables and compares with their lines of the golden file.
fn are_as_recorded(names: &[&str]) -> Vec<Proof> {
    let proofs: Vec<Proof> =
        names.iter().map(|name| proof(name, SubgameSearch::Deepening)).collect();
    let golden = std::fs::read_to_string(GOLDEN).unwrap();
    let mut lines: BTreeMap<String, String> = golden
        .lines()
        .map(|line| (line.split(':').next().unwrap().to_owned(), line.to_owned()))
        .collect();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        lines.extend(proofs.iter().map(|proof| (proof.table.clone(), figures(proof))));
        let text: String = lines.values().map(|line| format!("{line}\n")).collect();
        std::fs::write(GOLDEN, text).unwrap();
    }
    for proof in &proofs {
        assert_eq!(Some(&figures(proof)), lines.get(&proof.table));
    }
    proofs
}

#[test]
fn the_tables_of_three_pieces_win_as_recorded() {
    are_as_recorded(&["kpk", "kqk", "krk", "krk-1980"]);
}

#[test]
fn the_golden_file_has_a_line_for_every_shipped_table() {
    let golden = std::fs::read_to_string(GOLDEN).unwrap();
    for table in Advisor::load_shipped().unwrap().tables() {
        let start = format!("{}: ", table.name);
        assert!(golden.lines().any(|line| line.starts_with(&start)), "{start}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn the_table_of_two_bishops_wins_every_won_position() {
    let proof = &are_as_recorded(&["kbbk"])[0];
    assert_eq!((proof.positions, proof.winnable), (5_082_028, 2_503_608));
    assert!(keeps_results(proof));
    assert_eq!((proof.longest_mate, failures(proof)), (29, [0; 4]));
}

/// Two positions in three: what can be forced within seven moves.
#[test]
#[ignore = "takes minutes"]
fn the_table_of_queen_against_rook_wins_as_recorded() {
    let proof = &are_as_recorded(&["kqkr"])[0];
    assert_eq!((proof.positions, proof.winnable), (8_952_608, 8_863_768));
    assert_eq!((proof.pieces_lost, proof.stalemates), (0, 0));
}

/// Positions that are not won are those in which a pawn becomes a knight or a queen that cannot be captured at once.
#[test]
#[ignore = "takes minutes"]
fn the_table_of_rook_against_pawn_wins_and_holds_as_recorded() {
    let proof = &are_as_recorded(&["krkp"])[0];
    assert_eq!((proof.positions, proof.winnable), (8_100_040, 7_406_204));
    assert!(proof.won as f64 > 0.998 * proof.winnable as f64);
    assert_eq!(failures(proof), [0, 0, 0, proof.winnable - proof.won]);
    for (draws, share) in [(&proof.draws, 0.99), (&proof.defence, 0.997)] {
        let draws = draws.as_ref().unwrap();
        assert!(draws.held as f64 > share * draws.drawn as f64, "{} {}", draws.held, draws.drawn);
    }
}

/// The fifty-move rule never takes the win away.
#[test]
#[ignore = "takes minutes"]
fn the_table_of_bishop_and_knight_wins_in_at_most_fifty_moves() {
    let proof = &are_as_recorded(&["kbnk"])[0];
    assert!(proof.rules.len() <= 12);
    assert!(keeps_results(proof));
    assert!(proof.longest_mate <= 50);
}

#[test]
fn the_pawn_table_wins_every_won_position_and_holds_every_draw() {
    let proof = proof("kpk", SubgameSearch::Deepening);
    assert_eq!((proof.positions, proof.winnable, proof.won), (163_328, 124_960, 124_960));
    assert!(keeps_results(&proof));
    assert_eq!(failures(&proof), [0; 4]);
    let defence = proof.defence.unwrap();
    assert_eq!((defence.drawn, defence.held), (70_402, 70_402));
    assert!(defence.failures.is_empty());
}
