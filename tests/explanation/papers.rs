//! The worked example of Kerner 1994, Section 6, and what the program says of both positions.
//!
//! `UPDATE_GOLDEN=1 cargo test --test explanation` writes the files anew; the diff is the review.

use morph::explanation::cases::CaseBase;
use morph::explanation::explained::Over;
use morph::explanation::explainer::{Explainer, Settings};
use morph::explanation::facts::assessment::Assessment;
use morph::explanation::facts::tree::EvaluationTree;
use morph::explanation::reason::Source;
use morph::render::explanation::{Document, coach, details, plan};

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

pub(crate) fn golden(name: &str, text: &str) {
    let path = format!("tests/golden/{name}");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&path).unwrap());
}

#[test]
fn the_worked_example_of_the_paper_is_reproduced() {
    let explainer = explainer();
    let explanation = explainer.explain(&position(POSITION_2), Settings::default(), None).unwrap();
    let best = &explanation.retrieved[0];
    assert_eq!(best.case, "kerner-position-1");
    assert!((best.total - 0.443).abs() < 0.05, "{best:?}");
    let reason = explanation.reasons.iter().find(|r| r.leaf.contains("backward")).unwrap();
    assert_eq!(reason.leaf, "pawn/weak/backward/e/one-closed");
    assert!(matches!(&reason.source, Source::Adapted { case, .. } if case == "kerner-position-1"));
    assert_eq!(
        plan(&reason.plan),
        "attack the weak pawn on a7 through both the a-file (rook c5-a5) and the 7th rank (rook c2-c7)"
    );
    let tried = reason.validation.as_ref().unwrap();
    assert_eq!((tried.attackers, tried.defenders), (2, 1));
    assert_eq!(tried.board.to_string(), "r2r2k1/p1Rp2pp/3Pp3/R3Pp2/1p3P2/1P6/P5PP/6K1");
    let sum: f64 = explanation.reasons.iter().map(|reason| reason.value).sum();
    assert!((sum - 1.25).abs() < 0.005, "{sum}");
    assert_eq!(Assessment::of(sum), Assessment::WhiteBig);
    assert!(explanation.taught_something());
}

#[test]
fn the_papers_positions_are_explained_as_in_the_golden_files() {
    let explainer = explainer();
    let mut both = String::new();
    for fen in [POSITION_1, POSITION_2] {
        let explanation = explainer.explain(&position(fen), Settings::default(), None).unwrap();
        both.push_str(&(coach(&explanation, None).to_string() + &details(&explanation)));
        both.push('\n');
    }
    golden("explanation-kerner.txt", &both);
    let answer = explainer.explain(&position(POSITION_2), Settings::default(), None);
    let document = Document::new(&explainer.tree, POSITION_2, &answer);
    let json = serde_json::to_string_pretty(&document).unwrap();
    golden("explanation-kerner-2.json", &(json + "\n"));
}

#[test]
fn finished_games_have_no_explanation() {
    let explainer = explainer();
    let explain = |fen: &str| explainer.explain(&position(fen), Settings::default(), None);
    let mate = explain("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    assert_eq!(mate.unwrap_err(), Over::Mate(shakmaty::Color::White));
    assert_eq!(explain("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap_err(), Over::Stalemate);
    assert_eq!(explain("7k/8/6K1/8/8/8/8/8 b - - 0 1").unwrap_err(), Over::DeadDraw);
}

#[test]
fn table_1_of_the_paper_with_an_even_band() {
    let signs = [
        (3.01, "+-"),
        (3.0, "±"),
        (1.01, "±"),
        (1.0, "⩲"),
        (0.3, "⩲"),
        (0.29, "="),
        (0.0, "="),
        (0.004, "="),
        (-0.29, "="),
        (-0.3, "⩱"),
        (-1.0, "⩱"),
        (-1.01, "∓"),
        (-3.0, "∓"),
        (-3.01, "-+"),
    ];
    for (nm, sign) in signs {
        assert_eq!(Assessment::of(nm).symbol(), sign, "{nm}");
    }
}
