//! What the case base learns: insertion, generalisation, retrieval.

use morph::explanation::cases::{Case, CaseBase, MIN_SIMILARITY};
use morph::explanation::explainer::{Algorithm, Explainer, Settings};
use morph::explanation::facts::tree::EvaluationTree;
use morph::explanation::goal::{Goal, Line, Manner, Target, Verb};
use morph::explanation::reason::{Operator, Plan, Reason, Source};
use morph::render::explanation::plan;
use shakmaty::Square;

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
    case.reasons.truncate(1);
    case.reasons[0].leaf = leaf.to_owned();
    case
}

fn weak_pawn(tree: EvaluationTree, cases: Vec<Case>) -> Reason {
    let explainer = Explainer::new(tree, CaseBase { cases });
    // Without retrieval: what is general is all there is.
    let settings = Settings { algorithm: Algorithm::General, ..Settings::default() };
    let explanation = explainer.explain(&position(POSITION_2), settings, None).unwrap();
    explanation.reasons.into_iter().find(|reason| reason.leaf.contains("backward")).unwrap()
}

#[test]
fn a_plan_that_three_cases_share_becomes_a_plan_of_their_concept() {
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
    assert!(
        operators.contains(&Operator::Elaborate(vec![Line::File, Line::Rank])),
        "{operators:?}"
    );
    assert!(matches!(&learned.plan, Plan::Attack { routes, .. } if routes.len() == 2));
    // Two cases are not enough, nor is one that nobody approved.
    assert_eq!(weak_pawn(tree.clone(), cases(["a", "b", ""])).source, Source::Tree);
}

#[test]
fn a_step_of_a_case_that_holds_here_is_inserted() {
    let (tree, mut base) = shipped();
    // The case would advance its weak pawn's neighbour; here the step is to blockade the pawn.
    let mut with = case(&base, "blockader", "pawn/weak/backward/e/one-semi-open", "a trainer");
    let target = Target::Front(Square::A7);
    with.reasons[0].goals = vec![Goal { verb: Verb::Blockade, target, manner: Manner::Free }];
    base.cases = vec![with];
    let explainer = Explainer::new(tree, base);
    let explanation = explainer.explain(&position(POSITION_2), Settings::default(), None).unwrap();
    let reason = explanation.reasons.iter().find(|r| r.leaf.contains("backward")).unwrap();
    let Source::Adapted { case, operators } = &reason.source else { panic!("{reason:?}") };
    assert_eq!(case, "blockader");
    let Plan::Extended { step, .. } = &reason.plan else { panic!("{reason:?}") };
    assert!(operators.contains(&Operator::Insert(step.clone())), "{operators:?}");
    assert_eq!((step.verb, step.target), (Verb::Blockade, Square::A6));
    let tried = reason.validation.as_ref().unwrap();
    assert_eq!((tried.verb, tried.target), (Verb::Blockade, Square::A6));
    assert!(plan(&reason.plan).contains(", and blockade a6 with the rook ("));
}

#[test]
fn a_left_out_case_retrieves_a_similar_one() {
    let (tree, base) = shipped();
    let mut reminded = Vec::new();
    for case in &base.cases {
        let rest = base.cases.iter().filter(|other| other.id != case.id).cloned().collect();
        let explainer = Explainer::new(tree.clone(), CaseBase { cases: rest });
        let explanation =
            explainer.explain(&position(&case.fen), Settings::default(), None).unwrap();
        if let Some(best) =
            explanation.retrieved.first().filter(|best| best.total >= MIN_SIMILARITY)
        {
            let id = best.case.replace(" (colours exchanged)", "");
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
    // The case blocks a pawn on d5, this one stands on a6.
    let fen = "8/2pk4/P1p5/3p1Pp1/1P1K2Pp/7P/8/8 b - - 0 41";
    let explanation = explainer.explain(&position(fen), Settings::default(), None).unwrap();
    let passed = explanation.reasons.iter().find(|r| r.leaf.contains("passed/plain")).unwrap();
    assert!(matches!(passed.source, Source::Adapted { .. }), "{:?}", passed.source);
    let plan = plan(&passed.plan);
    assert!(plan.ends_with("blockade a7 with the king (d7-c8-b8-a7)"), "{plan}");
}
