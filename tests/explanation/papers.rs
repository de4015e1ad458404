//! The worked example of Kerner 1994, Section 6, and what the program says of both positions.
//!
//! `UPDATE_GOLDEN=1 cargo test --test explanation` writes the files anew; the diff is the review.

use morph::explanation::cases::CaseBase;
use morph::explanation::explainer::{Explainer, Over, Settings};
use morph::explanation::facts::assessment::Assessment;
use morph::explanation::facts::tree::EvaluationTree;
use morph::explanation::reason::Source;
use morph::explanation::{document, narrate};

use crate::position;

const POSITION_1: &str = "r5k1/pr4pp/3p1p2/3Pp3/RpP1P3/1P3P2/R5PP/6K1 w - - 0 1";
const POSITION_2: &str = "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1";

/// The shipped cases without the one that the example learns.
fn explainer() -> Explainer {
    let tree = EvaluationTree::load_shipped().unwrap();
    let mut base = CaseBase::load_shipped(&tree).unwrap();
    base.cases.retain(|case| case.id != "kerner-position-2");
    Explainer::new(tree, base)
}

fn golden(name: &str, text: &str) {
    let path = format!("tests/golden/{name}");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&path).unwrap());
}

#[test]
fn the_worked_example_goes_as_in_the_paper() {
    let explainer = explainer();
    let explanation = explainer.explain(&position(POSITION_2), Settings::default(), None).unwrap();
    let best = &explanation.retrieved[0];
    assert_eq!(best.id, "kerner-position-1");
    assert!((best.sm - 0.443).abs() < 0.05, "{best:?}");
    let xp = explanation.mxp.xps.iter().find(|xp| xp.leaf.contains("backward")).unwrap();
    assert_eq!(xp.leaf, "pawn/weak/backward/e/one-closed");
    assert!(matches!(&xp.source, Source::Adapted { case, .. } if case == "kerner-position-1"));
    assert_eq!(
        xp.plan,
        "to attack the weak pawn on a7 through both the a-file (rook c5-a5) and the 7th rank (rook c2-c7)"
    );
    let plan = xp.validation.as_ref().unwrap();
    assert_eq!((plan.attackers, plan.defenders), (2, 1));
    assert_eq!(plan.board.to_string(), "r2r2k1/p1Rp2pp/3Pp3/R3Pp2/1p3P2/1P6/P5PP/6K1");
    assert_eq!(explanation.mxp.nm(), 1.25);
    assert_eq!(explanation.mxp.measure(), Assessment::WhiteBig);
    assert!(explanation.taught_something());
}

#[test]
fn both_positions_are_explained_as_recorded() {
    let explainer = explainer();
    let mut text = String::new();
    for fen in [POSITION_1, POSITION_2] {
        let explanation = explainer.explain(&position(fen), Settings::default(), None).unwrap();
        text.push_str(&narrate::text(&explanation));
        text.push('\n');
    }
    golden("explanation-kerner.txt", &text);
    let explanation = explainer.explain(&position(POSITION_2), Settings::default(), None).unwrap();
    let json = document::json(&explainer, &explanation);
    golden("explanation-kerner-2.json", &format!("{:#}\n", json));
}

#[test]
fn what_is_over_is_said_to_be_over() {
    let explainer = explainer();
    let explain = |fen: &str| explainer.explain(&position(fen), Settings::default(), None);
    let mate = explain("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    assert_eq!(mate.unwrap_err(), Over::Mate(shakmaty::Color::White));
    assert_eq!(explain("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap_err(), Over::Stalemate);
    assert_eq!(explain("7k/8/6K1/8/8/8/8/8 b - - 0 1").unwrap_err(), Over::DeadDraw);
}

#[test]
fn table_1_of_the_paper() {
    let signs = [
        (3.01, "+-"),
        (3.0, "±"),
        (1.01, "±"),
        (1.0, "⩲"),
        (0.01, "⩲"),
        (0.0, "="),
        (0.004, "="),
        (-0.01, "⩱"),
        (-1.0, "⩱"),
        (-1.01, "∓"),
        (-3.0, "∓"),
        (-3.01, "-+"),
    ];
    for (nm, sign) in signs {
        assert_eq!(Assessment::of(nm).symbol(), sign, "{nm}");
    }
}
