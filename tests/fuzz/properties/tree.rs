use std::sync::LazyLock;

use morph::explanation::cases::CaseBase;
use morph::explanation::explainer::{Explainer, Settings};
use morph::explanation::facts::tree::{EvaluationTree, TreeError};
use morph::render::explanation::details;

use super::{NAME, check_refusal, position};

const SHIPPED: &str = include_str!("../../../patterns/evaluation-tree.toml");

static CASES: LazyLock<CaseBase> =
    LazyLock::new(|| CaseBase::load_shipped(&EvaluationTree::load_shipped().unwrap()).unwrap());

/// An evaluation tree. What would be one if it were larger grows by the families of the shipped tree.
pub fn tree(bytes: &[u8]) {
    let Ok(input) = std::str::from_utf8(bytes) else { return };
    let Err(error) = EvaluationTree::parse(NAME, input) else { return check_tree(input) };
    check_refusal(&error, NAME, bytes);
    if matches!(error, TreeError::Small { .. }) {
        let (_, families) = SHIPPED.split_once("[[family]]").unwrap();
        let grown = format!("{input}\n[[family]]{families}");
        if EvaluationTree::parse(NAME, &grown).is_ok() {
            check_tree(&grown);
        }
    }
}

/// A tree that can be used can be explained with.
fn check_tree(text_of_tree: &str) {
    let tree = EvaluationTree::parse(NAME, text_of_tree).unwrap();
    for id in tree.ids() {
        let leaf = tree.leaf(id);
        assert_eq!(tree.find(&leaf.id), Some(id));
        assert!(tree.find(&leaf.mirrored).is_some(), "{}", leaf.id);
        assert!(leaf.value.is_finite() && (0.0..=1.0).contains(&leaf.relevance));
    }
    let explainer = Explainer::new(tree, CASES.clone());
    let position = position("r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1");
    let explanation = explainer.explain(&position, Settings::QUICK, None).unwrap();
    assert!(explanation.total().is_finite());
    assert!(details(&explanation).len() < 100_000 + 10 * text_of_tree.len());
}
