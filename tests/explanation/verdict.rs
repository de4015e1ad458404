//! The verdict, what is forced, and the errors of detectors that readers found: each position is one of theirs.

use morph::chess::{legal_move, material_balance};
use morph::explanation::compare::compare;
use morph::explanation::explained::Explanation;
use morph::explanation::explainer::{Explainer, Settings};
use morph::explanation::facts::assessment::Assessment;
use morph::explanation::facts::{Fact, WhyNot};
use morph::explanation::force::Prize;
use morph::explanation::motif::{Motif, motifs};
use morph::render::explanation::{ComparisonRecord, coach, plan};
use morph::units::Score;
use shakmaty::{Chess, Color, Move, Position, Square, uci::UciMove};

use crate::{position, random_positions};

/// With a quarter of the usual search, which tells these examples.
fn explained(fen: &str) -> (Explainer, Explanation) {
    let explainer = Explainer::load_shipped().unwrap();
    let settings = Settings { reasons: usize::MAX, nodes: 50_000, ..Settings::default() };
    let explanation = explainer.explain(&position(fen), settings, None).unwrap();
    (explainer, explanation)
}

/// The squares of the facts of a family, owner by owner.
fn squares(fen: &str, family: &str) -> Vec<(Color, String)> {
    let (explainer, explanation) = explained(fen);
    let facts = explainer.all_facts(&explanation.position);
    let of = facts.iter().filter(|f| explainer.tree.family_of(f.leaf).id == family);
    let names =
        |fact: &Fact| fact.squares().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    of.map(|fact| (fact.owner, names(fact))).collect()
}

#[test]
fn a_piece_that_had_moved_for_castling_is_back_not_undeveloped() {
    let told = |fen| {
        let (explainer, explanation) = explained(fen);
        let leaves = explainer.all_facts(&explanation.position).into_iter().map(|fact| fact.leaf);
        let family = "development/undeveloped";
        let of = leaves.filter(|leaf| explainer.tree.family_of(*leaf).id == family);
        of.map(|leaf| explainer.tree.leaf(leaf).variant.clone()).collect::<Vec<_>>()
    };
    // Back on f8 behind a rook; the same with the king uncastled; castled to the other wing.
    let back = "r2qrbk1/1p1n1ppp/p4n2/3p2B1/8/1N1Q1N2/PPP2PPP/R4RK1 w - - 2 14";
    assert_eq!(told(back), ["returned"]);
    let at_home = "r2qkb1r/1pp2ppp/p1npbn2/4p3/4P3/2PPBN2/PPBN1PPP/R2QR1K1 w kq - 0 1";
    assert_eq!(told(at_home), ["one"]);
    let other_wing = "2krqb1r/pppn1ppp/3pbn2/4p3/4P3/2PPBN2/PPBN1PPP/R2QR1K1 w - - 0 1";
    assert_eq!(told(other_wing), ["one"]);
}

#[test]
fn a_pawn_that_is_taken_back_is_neither_won_nor_counted() {
    for (fen, line) in [
        ("rnbqk2r/pp2bppp/4pn2/3P4/3P4/2N2N2/PP3PPP/R1BQKB1R b KQkq - 0 7", "7... exd5."),
        ("3n1b1k/2n4p/p3qpp1/1Pp1p3/4P3/2P1BQPP/1PB2PN1/6K1 b - - 0 29", "29... axb5."),
    ] {
        let text = coach(&explained(fen).1, None).to_string();
        assert!(text.contains(&format!("Black wins back a pawn: {line}")), "{text}");
        assert!(!text.contains("a pawn up") && !text.contains("a pawn ahead"), "{text}");
    }
}

#[test]
fn who_is_not_behind_takes_nothing_back() {
    // A queen and three pawns are more than a rook and two bishops by the usual count only.
    let fen = "7k/3B2pp/p5p1/1p6/8/3p1PB1/Pq2r1P1/3R1R1K b - - 0 29";
    let text = coach(&explained(fen).1, None).to_string();
    assert!(text.contains(" Black wins a pawn: 29... "), "{text}");
}

#[test]
fn whoever_is_better_plans_with_that_and_not_for_the_pawn_that_is_missing() {
    let text = coach(&explained("8/pppk3p/3b1p2/3P2p1/1P1P4/P4NP1/4r1PP/2R3K1 b - - 0 22").1, None);
    assert!(text.verdict.contains("Black has a small advantage"), "{text}");
    assert!(text.plan.as_ref().is_some_and(|plan| !plan.contains("fortress")), "{text}");
}

#[test]
fn who_loses_a_piece_by_force_is_told_no_plan() {
    let text = coach(&explained("6k1/5p2/b5pp/P1b1p3/4P3/3n1PN1/2r3PP/R2R2K1 w - - 0 30").1, None);
    assert!(text.verdict.contains("whatever White plays; the least evil is 30. Kh1"), "{text}");
    assert_eq!(text.plan, None);
}

#[test]
fn a_capture_that_was_not_found_good_is_no_plan() {
    // Stockfish 15.1 at depth 18: +1.1 after Be7, +2.5 after exd5.
    let fen = "r2qkb1r/1b3ppp/p2ppn2/1pnB2B1/3NP3/2N5/PPP2PPP/R2QR1K1 b kq - 7 11";
    let text = coach(&explained(fen).1, None);
    assert!(!text.plan.as_ref().is_some_and(|plan| plan.contains("capture on d5")), "{text}");
}

#[test]
fn a_king_before_which_no_pawns_stand_has_no_shield() {
    let fen = "1k2r3/p2q2p1/1p2b1Np/3pPp1P/1Q1P1P2/8/PP6/2R3K1 b - - 0 33";
    let explanation = explained(fen).1;
    let bare = "king/castled/kingside/ne/no-shield";
    let reason = explanation.reasons.iter().find(|reason| reason.leaf == bare).unwrap();
    assert_eq!(reason.belief.to_string(), "no pawns stand before White's castled king on g1");
    assert!(!plan(&reason.plan).contains("shield"), "{}", plan(&reason.plan));
}

#[test]
fn squares_that_are_named_are_counted() {
    let text = coach(&explained("2r5/2q1p1n1/3p3R/p2k2P1/1p3Q2/8/PPP5/2K3N1 w - - 7 32").1, None)
        .to_string();
    assert!(text.contains("; three weak squares beside the enemy king (c4, d4 and e4)"), "{text}");
}

#[test]
fn a_plan_keeps_its_verb_where_a_piece_is_missing() {
    let text = coach(&explained("6k1/6p1/7p/5p2/r3p3/P7/R1K2PPP/8 b - - 1 35").1, None).to_string();
    assert!(text.contains("Black should blockade a3 with a piece or the king and keep"), "{text}");
}

#[test]
fn a_king_is_in_the_centre_on_two_files_while_there_are_queens() {
    let of = |fen| squares(fen, "king/uncastled");
    assert_eq!(of("3nr3/1bn1r3/p4pk1/1pPp1p2/1P3Pp1/PNR1P2p/5K1P/2BR3B b - - 19 52"), []);
    // Without queens it is well placed there.
    assert_eq!(of("r3k2r/1b3ppp/p3pn2/1p2b3/1P6/P1NBP3/1B2KPPP/R6R w kq - 0 15"), []);
    let shut_in = "5k1r/ppq3p1/1b5p/2p1R3/2Bp4/1QP3P1/P4P1P/6K1 w - - 3 26";
    assert_eq!(of(shut_in), [(Color::Black, "f8".to_owned())]);
}

#[test]
fn of_two_ways_to_take_back_the_better_one_is_told() {
    // Stockfish 15.1 at depth 13: 1... bxa5 costs four pawns, 1... gxf5 three, 1. gxf3 two.
    for (fen, line) in [
        ("r2qkbnr/3n1ppp/1pp1p3/P1PpPb2/3P4/2N5/P4PPP/R1BQKBNR b KQkq - 0 1", "a pawn: 1... bxc5."),
        ("r2q1rk1/pp2n1bp/3p2p1/1PpPnP2/2P5/2N5/1P2N1PP/R1BQ1RK1 b - - 0 1", "a pawn: 1... Nxf5."),
        (
            "rn1q1rk1/ppp2pp1/3p1n1p/2b1p3/2B1P2B/3P1b1P/PPP2PP1/RN1Q1RK1 w - - 0 1",
            "a bishop: 1. Qxf3.",
        ),
    ] {
        let text = coach(&explained(fen).1, None).to_string();
        assert!(text.contains(&format!(" wins back {line}")), "{text}");
    }
}

#[test]
fn what_is_left_of_a_gain_must_be_in_the_verdict() {
    // Black takes a knight and is level; a material search went on to win a piece.
    let fen = "r2q1rk1/1b1n1ppp/p2p1N1Q/1p2pP2/4P3/3B1Np1/PPP4P/2K3RR b - - 0 18";
    assert_eq!(explained(fen).1.force.unwrap().prize, Prize::TakenBack);
}

#[test]
fn gains_are_told_by_their_pieces() {
    for (fen, words) in [
        (
            "r1bq1rk1/p2n1pp1/1p5p/1BbQN3/8/2N1P3/PP3PPP/2R2RK1 w - - 0 1",
            "White wins a bishop by force: 1. Nxd7 Bxd7 2. Qxd7.",
        ),
        (
            "r4rk1/pp4pp/1qnb2p1/3pp1B1/3P4/P1P3P1/4PPBP/1R1QR1K1 w - - 0 1",
            "White wins a queen and a pawn for a rook by force: 1. Rxb6 axb6",
        ),
        // Black is a knight for three pawns behind.
        (
            "4rrk1/5p1p/p2p2p1/1p5n/1P1qB3/P3b2P/3N2PB/2R2QRK b - - 0 1",
            "Black comes out with a rook and two pawns for a bishop by force: 1... Bxd2 ",
        ),
    ] {
        let text = coach(&explained(fen).1, None).to_string();
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn an_even_game_is_told_in_less_than_three_tenths() {
    use morph::explanation::facts::assessment::{EVEN, told_tenths};
    let values = (-200..=200).map(|hundredths| f64::from(hundredths) / 100.0);
    for value in values {
        let is_even = Assessment::of(value) == Assessment::Even;
        assert_eq!(told_tenths(value).abs() < EVEN, is_even, "{value}");
    }
    assert_eq!(told_tenths(-0.04).to_string(), "0");
}

#[test]
fn a_forced_mate_decides_the_verdict() {
    let fen = "4rr1k/1pR3bp/p4npN/2p2pB1/3p4/3P3Q/PPP2PPP/4R1K1 b - - 0 24";
    let (_, explanation) = explained(fen);
    assert_eq!(explanation.assessment(), Assessment::BlackWins);
    let text = coach(&explanation, None).to_string();
    assert!(text.contains("Black mates in one: 24... Rxe1# (a back-rank mate)."), "{text}");
    assert!(!text.contains("White"), "{text}");
}

#[test]
fn a_piece_that_costs_the_game_is_not_won() {
    // 1... Kxg6 or 1... fxg6 takes a rook; the attack after it brings more back.
    let (_, told) = explained("5r2/1pr1ppk1/1n4R1/p1qP3p/P4R1P/1BP2Q2/5PP1/6K1 b - - 0 1");
    assert!(told.force.is_none(), "{:?}", told.force);
}

#[test]
fn a_verdict_is_as_thorough_as_it_is_asked_to_be() {
    let explainer = Explainer::load_shipped().unwrap();
    // What White has for the rook is seen late. Stockfish 15.1 at depth 14: White is six pawns ahead.
    let position = position("5r2/1pr1ppk1/1n4R1/p1qP3p/P4R1P/1BP2Q2/5PP1/6K1 b - - 0 1");
    let value = |nodes| {
        let settings = Settings { nodes, ..Settings::default() };
        explainer.explain(&position, settings, None).unwrap().value()
    };
    let [hasty, thorough] = [1_000, 200_000].map(value);
    assert!(hasty + 0.5 < thorough, "{hasty} {thorough}");
}

#[test]
fn what_is_won_is_shown_by_its_line() {
    let (_, one) =
        explained("r1bqk2r/pp2bppp/2n1pn2/2pp2B1/2PP4/2N1PN2/PP3PPP/R2QKB1R w KQkq - 1 7");
    let explainer = Explainer::load_shipped().unwrap();
    let others = random_positions(200)
        .into_iter()
        .map(|position| explainer.explain(&position, Settings::QUICK, None).unwrap());
    let mut gains = 0;
    for Explanation { fen, position, force, .. } in std::iter::once(one).chain(others) {
        let Some(force) = force.filter(|force| force.prize != Prize::Mate) else { continue };
        let own = |position: &Chess| force.winner.fold_wb(1, -1) * material_balance(position);
        assert!(own(&force.end(&position)) > own(&position), "{fen} {:?}", force.line);
        assert!(force.line.len() <= 12, "{fen} {:?}", force.line);
        gains += 1;
    }
    assert!(gains > 40, "{gains}");
}

#[test]
fn material_is_counted_when_the_captures_are_over() {
    // White has just taken a knight on e5, and d6 takes back.
    let fen = "r1bqkb1r/ppp2ppp/2np4/4N3/4P3/8/PPPP1PPP/RNBQKB1R b KQkq - 0 5";
    let (explainer, explanation) = explained(fen);
    let is_material = |leaf: &str| leaf.starts_with("material/");
    let leaf = |fact: &Fact| explainer.tree.leaf(fact.leaf).id.clone();
    let told: Vec<String> = explanation.facts.iter().map(leaf).collect();
    assert!(!told.iter().any(|leaf| leaf.contains("piece-ahead")), "{told:?}");
    let regained = explanation.left_out.iter().filter(|out| out.why == WhyNot::Regained);
    let regained: Vec<String> = regained.map(|out| leaf(&out.fact)).collect();
    assert!(regained.iter().any(|leaf| is_material(leaf)), "{regained:?}");
    assert_eq!(explanation.force.as_ref().unwrap().prize, Prize::TakenBack);
    let text = coach(&explanation, None).to_string();
    assert!(text.contains("Black wins back a knight: 5... "), "{text}");
}

#[test]
fn a_mate_is_told_to_its_end_and_not_by_what_is_taken_on_the_way() {
    let (_, in_four) = explained("3r2k1/5pp1/p6p/1p2R3/1P5q/P4Q2/3r2PP/4R1K1 w - - 2 26");
    let text = coach(&in_four, None).to_string();
    assert!(text.contains("White mates in 4: 26. Re8+ "), "{text}");
    // The bishop on h5 is pinned, and taken; the rook mates.
    let (_, in_three) = explained("5r2/p4p1k/1qr2Bp1/1p1p2Pb/4P3/1B6/PPP4R/2K4R w - - 0 24");
    let text = coach(&in_three, None).to_string();
    assert!(text.contains("mates in 3") && !text.contains("pinned"), "{text}");
}

#[test]
fn what_falls_in_the_forced_line_is_no_reason() {
    // The rook on a3 takes the pawn on a4, whatever is played.
    let (explainer, explanation) = explained("8/6k1/5p2/3Bn2p/P3P2P/r4PP1/6K1/5R2 w - - 3 42");
    let line = &explanation.force.as_ref().unwrap().line;
    assert!(line.iter().any(|m| m.is_capture() && m.to() == Square::A4), "{line:?}");
    let family = |fact: &Fact| explainer.tree.family_of(fact.leaf).id.clone();
    let is_about = |fact: &&Fact| {
        fact.squares().contains(&Square::A4) || fact.detection.targets.contains(&Square::A4)
    };
    let mut counted = explanation.facts.iter().filter(is_about).map(family);
    assert!(counted.all(|family| family.starts_with("threats/")));
    let gone = explanation.left_out.iter().filter(|out| out.why == WhyNot::Gone);
    let gone: Vec<String> = gone.map(|out| family(&out.fact)).collect();
    assert!(gone.iter().any(|family| family.starts_with("pawn/passed")), "{gone:?}");
}

#[test]
fn two_moves_are_worth_what_the_position_is_worth() {
    // Lasker and Reichhelm, 1901: only Kb1 wins.
    let position = position("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
    let explainer = Explainer::load_shipped().unwrap();
    let explanation = explainer.explain(&position, Settings::default(), None).unwrap();
    let [wins, draws] = ["Kb1", "Kb2"].map(|m| legal_move(&position, m).unwrap());
    for [first, second] in [[wins, draws], [draws, wins]] {
        let compared = compare(&explainer, &position, first, Some(second)).unwrap();
        let [better, worse] = compared.ranked();
        assert_eq!(better.san.to_string(), "Kb1");
        let value = |told: Score| f64::from(told.clamped()) / 100.0;
        assert!((value(better.told) - explanation.value()).abs() < 0.01, "{:?}", better.told);
        assert!(value(worse.told) < 0.8, "{:?}", worse.told);
    }
}

#[test]
fn moves_are_compared_when_the_captures_after_them_are_over() {
    let fen = "r2q1rk1/1b2bppp/ppn1pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/R2Q1RK1 w - - 0 1";
    let position = position(fen);
    let explainer = Explainer::load_shipped().unwrap();
    let [takes, waits] = ["dxc5", "Rc1"].map(|m| legal_move(&position, m).unwrap());
    let compared = compare(&explainer, &position, takes, Some(waits)).unwrap();
    for outcome in &compared.outcomes {
        let next = outcome.line.get(outcome.until_settled);
        assert!(next.is_none_or(|m| !m.is_capture()), "{outcome:?}");
        let played = &outcome.line[..outcome.until_settled];
        assert!(played[1..].iter().all(|m| m.is_capture()), "{played:?}");
        for (fact, _) in &outcome.only_facts {
            let stands = |s: &Square| outcome.settled.board().piece_at(*s).is_some();
            let is_structure = explainer.tree.family_of(fact.leaf).id.starts_with("pawn/majority");
            assert!(!is_structure || fact.squares().iter().all(stands), "{fact:?}");
        }
    }
    let record = ComparisonRecord::<()>::new(&explainer.tree, &compared, None, None);
    assert!(record.text.contains("Only after dxc5 (1... bxc5"), "{}", record.text);
}

#[test]
fn motifs_are_named_from_the_moves_of_the_line() {
    let told = |fen: &str, line: &[&str]| -> Vec<Motif> {
        let start = position(fen);
        let mut board = start.clone();
        let mut moves: Vec<Move> = Vec::new();
        for uci in line {
            let m = uci.parse::<UciMove>().unwrap().to_move(&board).unwrap();
            board.play_unchecked(m);
            moves.push(m);
        }
        motifs(&start, &moves, start.turn())
    };
    let fork = told("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", &["d5c7", "e8d7", "c7a8"]);
    assert!(matches!(&fork[..], [Motif::Fork { .. }]), "{fork:?}");
    let skewer = told("4k2r/8/8/8/8/8/8/B3K3 w k - 0 1", &["a1h8"]);
    assert!(skewer.is_empty(), "{skewer:?}");
    let skewer = told("7q/8/8/4k3/8/8/8/1BB1K3 w - - 0 1", &["c1b2", "e5d6", "b2h8"]);
    assert!(matches!(&skewer[..], [Motif::Skewer { .. }, ..]), "{skewer:?}");
    let back_rank = told("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", &["a1a8"]);
    assert_eq!(back_rank, [Motif::BackRankMate]);
    let smothered = told("6rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1", &["g5f7"]);
    assert!(smothered.contains(&Motif::SmotheredMate), "{smothered:?}");
    // Mate takes nothing, and pins nothing that could still move.
    let scholars = "rnbqkb1r/pppp1ppp/5n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1";
    assert_eq!(told(scholars, &["h5f7"]), []);
    let discovered = told("3qk3/8/8/8/3N4/8/8/3RK3 w - - 0 1", &["d4b5", "e8e7", "d1d8"]);
    assert!(discovered.iter().any(|m| matches!(m, Motif::DiscoveredAttack { .. })));
    // A rook that can take is no pin: what wins is the mate behind it.
    let traded = "4rrk1/pp3ppp/2p5/8/3P4/2P1R1P1/P4P1P/4R1K1 w - - 0 25";
    assert_eq!(told(traded, &["e3e8"]), []);
    let queen = "4k3/8/2q5/8/P7/8/4BPP1/6K1 w - - 0 1";
    let pinned = told(queen, &["e2b5", "c6b5"]);
    assert!(matches!(&pinned[..], [Motif::Pin { .. }]), "{pinned:?}");
    let removed = told("4k3/8/2n5/8/3b4/8/8/2RR3K w - - 0 1", &["c1c6", "e8e7", "d1d4"]);
    assert!(removed.iter().any(|m| matches!(m, Motif::RemovedDefender { .. })), "{removed:?}");
}

/// White is in check, and its queen may not take; the rook on d1 is pinned.
#[test]
fn a_check_that_is_not_legal_is_not_told() {
    let legal = "6k1/5ppp/8/8/8/2N5/1Q3PPP/q2R2K1 w - - 0 1";
    let found = squares(legal, "king/attack/safe-checks");
    assert!(found.iter().any(|(owner, _)| owner.is_white()), "{found:?}");
    let in_check = "6k1/5ppp/8/8/8/8/1Q3PPP/r5K1 w - - 0 1";
    for (fen, at) in [(in_check, "b2"), ("6k1/5ppp/8/8/8/8/1P3PPP/q2R2K1 w - - 0 1", "d1")] {
        let found = squares(fen, "king/attack/safe-checks");
        let is_own = |(owner, squares): &(Color, String)| owner.is_white() && squares.contains(at);
        assert!(!found.iter().any(is_own), "{fen}: {found:?}");
    }
}

#[test]
fn a_text_is_short_unless_more_reasons_are_asked_for() {
    let explainer = Explainer::load_shipped().unwrap();
    let words = |reasons, fen: &str| {
        let settings = Settings { reasons, ..Settings::QUICK };
        let explanation = explainer.explain(&position(fen), settings, None).unwrap();
        coach(&explanation, None).to_string().split_whitespace().count()
    };
    let mut longest = 0;
    for fen in [
        "r1bqkb1r/pp1n1ppp/2p1pn2/3p4/2PP4/2N1PN2/PPQ2PPP/R1B1KB1R b KQkq - 0 6",
        "6k1/p4bpp/2p1qpn1/8/2pQ4/3B4/PP1B1PPP/6K1 w - - 0 23",
        "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1",
    ] {
        let usual = words(3, fen);
        assert!(usual <= 109, "{usual}");
        longest = longest.max(words(usize::MAX, fen));
    }
    assert!(longest > 120, "{longest}");
}

#[test]
fn a_pawn_does_not_stand_on_its_own_hole() {
    let fen = "r1bq1rk1/pp1n1pbp/2pp2p1/4p2n/2PPP3/2N2NPP/PP3PB1/R1BQ1RK1 w - - 0 1";
    let holes = squares(fen, "pawn/weak/holes");
    assert!(!holes.iter().any(|(owner, at)| owner.is_white() && at.contains("d4")), "{holes:?}");
}

#[test]
fn a_rook_behind_its_passed_pawn_is_not_shut_in() {
    let fen = "8/5p2/2nr4/5k2/5Pp1/P5B1/3p3P/3R2K1 b - - 0 1";
    for family in ["pieces/rook/file/semi-closed", "pieces/rook/file/closed"] {
        let passive = squares(fen, family);
        assert!(!passive.iter().any(|(_, at)| at.contains("d6")), "{passive:?}");
    }
}

#[test]
fn a_passed_queens_pawn_is_no_isolated_queens_pawn() {
    let fen = "4k3/8/8/3P4/2p5/8/8/4K3 w - - 0 1";
    assert!(squares(fen, "pawn/weak/isolated-queen-pawn").is_empty());
}

#[test]
fn a_king_that_may_castle_is_not_short_of_cover() {
    for (rights, found) in [("KQkq", false), ("kq", true)] {
        let fen = format!("r1bqkb1r/1p2pppp/p1np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w {rights} - 0 6");
        for family in ["king/exposed/cover", "king/exposed/files"] {
            let places = squares(&fen, family);
            let of_white = places.iter().any(|(owner, _)| owner.is_white());
            assert_eq!(of_white, found, "{family} {rights}: {places:?}");
        }
    }
}

#[test]
fn a_pawn_more_in_a_rook_ending_on_one_wing_is_no_big_advantage() {
    let (_, explanation) = explained("8/8/4r1pp/6k1/5R2/6PK/8/8 b - - 1 46");
    assert!(explanation.value().abs() < 0.7, "{}", explanation.value());
    // With pawns on the other wing it is one.
    let (_, explanation) = explained("8/pp6/4r1pp/6k1/5R2/6PK/PP6/8 b - - 1 46");
    assert!(explanation.value() < -0.7, "{}", explanation.value());
}

#[test]
fn a_bishop_that_can_move_is_not_walled_in() {
    let fen = "4k3/8/8/2P5/1P6/B7/8/4K3 w - - 0 1";
    assert!(squares(fen, "pieces/bishop/walled-in").is_empty());
}

#[test]
fn squares_stand_in_the_order_of_the_pieces_named() {
    let fen = "5rk1/p2QRpbp/1p1N1qp1/8/2P5/6P1/5PKP/8 w - - 0 1";
    let seventh = squares(fen, "pieces/rook/seventh");
    assert_eq!(seventh, [(Color::White, "e7 d7".to_owned())]);
}

#[test]
fn nobody_is_told_to_castle_who_must_not() {
    let fen = "r3k2r/ppp2ppp/8/4R3/8/8/PPP2PPP/4R1K1 b kq - 0 40";
    let (_, explanation) = explained(fen);
    for reason in &explanation.reasons {
        assert!(!plan(&reason.plan).contains("castle"), "{}", plan(&reason.plan));
    }
}

#[test]
fn no_plan_needs_a_piece_that_is_not_there() {
    // A passed pawn without rooks and knights.
    let (_, explanation) = explained("8/5p2/4k3/8/2P5/4K3/5P2/8 w - - 0 1");
    for reason in &explanation.reasons {
        let plan = plan(&reason.plan);
        assert!(!plan.contains("rook") && !plan.contains("knight"), "{}: {plan}", reason.leaf);
    }
}

#[test]
fn nothing_is_said_of_a_passed_pawn_that_is_none() {
    let (_, explanation) = explained("8/8/4r1pp/6k1/5R2/6PK/8/8 b - - 1 46");
    let text = coach(&explanation, None).to_string();
    assert!(!text.contains("already passed"), "{text}");
}

#[test]
fn small_differences_are_about_equal() {
    assert_eq!(Assessment::of(0.29), Assessment::Even);
    assert_eq!(Assessment::of(0.3), Assessment::WhiteSmall);
    assert_eq!(Assessment::of(-0.3), Assessment::BlackSmall);
}
