use std::sync::LazyLock;

use morph::explanation::cases::{CaseBase, retrieve};
use morph::explanation::explainer::{Explainer, Settings};
use morph::explanation::facts::Fact;
use morph::explanation::facts::tree::EvaluationTree;
use morph::render::explanation::{CaseReport, details};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode};

use super::{NAME, check_refusal, position};

static TREE: LazyLock<EvaluationTree> = LazyLock::new(|| EvaluationTree::load_shipped().unwrap());

/// A pawn ending: its search is short.
static POSITION: LazyLock<Chess> =
    LazyLock::new(|| position("8/p4k2/3p4/3Pp3/1pP1P3/1P3P2/6PP/6K1 w - - 0 1"));
static FACTS: LazyLock<Vec<Fact>> =
    LazyLock::new(|| Explainer::load_shipped().unwrap().facts(&POSITION));

/// A case base.
pub fn cases(bytes: &[u8]) {
    let Ok(json) = std::str::from_utf8(bytes) else { return };
    let base = match CaseBase::parse(&TREE, NAME, json) {
        Ok(base) => base,
        Err(error) => return check_refusal(&error, NAME, bytes),
    };
    let saved = base.to_text().unwrap();
    let again = CaseBase::parse(&TREE, NAME, &saved).expect("what was saved loads");
    assert_eq!(again.to_text().unwrap(), saved);
    for case in &base.cases {
        let _ = CaseReport::whole(case);
        let turned = case.mirrored(&TREE).expect("its position is legal");
        assert!(turned.has_same_facts(&turned));
        assert_eq!(turned.mirrored(&TREE).unwrap().fen, position_text(&case.fen));
    }
    let similar = retrieve(&TREE, &again.cases, &POSITION, &FACTS);
    assert!(similar.iter().all(|similarity| similarity.total.is_finite()), "{similar:?}");
    let explainer = Explainer::new(TREE.clone(), base);
    let explanation = explainer.explain(&POSITION, Settings::default(), None).unwrap();
    assert!(explanation.value().is_finite());
    assert!(details(&explanation).len() < 100_000 + 10 * bytes.len());
}

/// A FEN as the program writes it.
fn position_text(fen: &str) -> String {
    Fen::from_position(&position(fen), EnPassantMode::Legal).to_string()
}
