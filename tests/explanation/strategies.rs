//! What the case base learns: insertion, generalisation, and what it is reminded of.

use morph::explanation::cases::{Case, CaseBase, LEAST_LIKE};
use morph::explanation::explainer::{Algorithm, Explainer, Settings};
use morph::explanation::facts::tree::EvaluationTree;
use morph::explanation::reason::{Source, Xp};

use crate::position;

const POSITION_1: &str = "r5k1/pr4pp/3p1p2/3Pp3/RpP1P3/1P3P2/R5PP/6K1 w - - 0 1";
const POSITION_2: &str = "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1";

fn shipped() -> (EvaluationTree, CaseBase) {
    let tree = EvaluationTree::load_shipped().unwrap();
    let base = CaseBase::load_shipped(&tree).unwrap();
    (tree, base)
}

/// Position 1 as a case of another name, its weak pawn of another leaf.
fn case(base: &CaseBase, id: &str, leaf: &str, approved_by: &str) -> Case {
    let mut case = base.find("kerner-position-1").unwrap().clone();
    case.id = id.to_owned();
    case.approved_by = approved_by.to_owned();
    case.fen = POSITION_1.to_owned();
    case.xps.truncate(1);
    case.xps[0].leaf = leaf.to_owned();
    case
}

fn weak_pawn(tree: EvaluationTree, cases: Vec<Case>) -> Xp {
    let explainer = Explainer::new(tree, CaseBase { cases });
    // Without retrieval: what is general is all there is.
    let settings = Settings { algorithm: Algorithm::General, ..Settings::default() };
    let explanation = explainer.explain(&position(POSITION_2), settings, None).unwrap();
    explanation.mxp.xps.into_iter().find(|xp| xp.leaf.contains("backward")).unwrap()
}

#[test]
fn what_three_cases_plan_alike_becomes_a_plan_of_their_concept() {
    let (tree, base) = shipped();
    let leaves = [
        "pawn/weak/backward/e/one-semi-open",
        "pawn/weak/isolated/e/one",
        "pawn/weak/isolated/ne/one",
    ];
    let cases = |approved: [&str; 3]| -> Vec<Case> {
        let ids = ["first", "second", "third"];
        let each = ids.iter().zip(leaves).zip(approved);
        each.map(|((id, leaf), by)| case(&base, id, leaf, by)).collect()
    };
    let learned = weak_pawn(tree.clone(), cases(["a", "b", "c"]));
    let Source::Adapted { case, operators } = &learned.source else { panic!("{learned:?}") };
    assert_eq!(case, "pawn/weak (generalised from first, second, third)");
    assert!(operators.iter().any(|o| o.contains("elaboration")), "{operators:?}");
    assert!(learned.plan.contains("both the a-file"), "{}", learned.plan);
    // Two cases are not enough, nor is one that nobody approved.
    assert_eq!(weak_pawn(tree.clone(), cases(["a", "b", ""])).source, Source::Tree);
}

#[test]
fn a_step_of_a_case_that_holds_here_is_inserted() {
    let (tree, mut base) = shipped();
    // The case would advance its weak pawn's neighbour; here the step is to blockade the pawn.
    let mut with = case(&base, "blockader", "pawn/weak/backward/e/one-semi-open", "a trainer");
    with.xps[0].goals = vec![["BLOCKADE".to_owned(), "front:a7".to_owned(), String::new()]];
    base.cases = vec![with];
    let explainer = Explainer::new(tree, base);
    let explanation = explainer.explain(&position(POSITION_2), Settings::default(), None).unwrap();
    let xp = explanation.mxp.xps.iter().find(|xp| xp.leaf.contains("backward")).unwrap();
    let Source::Adapted { case, operators } = &xp.source else { panic!("{xp:?}") };
    assert_eq!(case, "blockader");
    assert!(
        operators.iter().any(|o| o.starts_with("I3 insertion: to blockade a6")),
        "{operators:?}"
    );
    let plan = xp.validation.as_ref().unwrap();
    assert_eq!((plan.verb, plan.target), ("BLOCKADE", shakmaty::Square::A6));
    assert!(xp.plan.ends_with(&operators[1]["I3 insertion: ".len()..]), "{}", xp.plan);
}

#[test]
fn without_itself_a_case_is_reminded_of_its_kin() {
    let (tree, base) = shipped();
    let mut reminded = Vec::new();
    for case in &base.cases {
        let rest = base.cases.iter().filter(|other| other.id != case.id).cloned().collect();
        let explainer = Explainer::new(tree.clone(), CaseBase { cases: rest });
        let explanation =
            explainer.explain(&position(&case.fen), Settings::default(), None).unwrap();
        if let Some(best) = explanation.retrieved.first().filter(|best| best.sm >= LEAST_LIKE) {
            let id = best.id.replace(" (colours exchanged)", "");
            reminded.push((case.id.as_str(), id));
        }
    }
    let is_reminded = |of: &str, by: &str| reminded.iter().any(|(a, b)| *a == of && b == by);
    assert!(is_reminded("kerner-position-2", "kerner-position-1"), "{reminded:?}");
    assert!(is_reminded("kerner-position-1", "kerner-position-2"), "{reminded:?}");
    assert!(reminded.len() >= 6, "{reminded:?}");
}

#[test]
fn a_goal_in_front_of_a_pawn_goes_with_the_pawn() {
    let explainer = Explainer::load_shipped().unwrap();
    // The case blocks a pawn on d5, this one stands on h4.
    let fen = "5r2/8/4p1p1/p1k5/P3RP1p/5Kb1/8/3R4 w - - 0 1";
    let explanation = explainer.explain(&position(fen), Settings::default(), None).unwrap();
    let passed = explanation.mxp.xps.iter().find(|xp| xp.leaf.contains("passed/plain")).unwrap();
    assert!(matches!(passed.source, Source::Adapted { .. }), "{:?}", passed.source);
    assert!(passed.plan.ends_with("to blockade h3 with the rook (d1-h1-h3)"), "{}", passed.plan);
}
