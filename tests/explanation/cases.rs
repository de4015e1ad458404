//! Case files: both versions are read, and what they say is mirrored by its squares and sides.

use morph::explanation::cases::{Case, CaseBase};
use morph::explanation::facts::tree::EvaluationTree;
use morph::explanation::goal::{Goal, Target, Verb};
use morph::explanation::phrase::Phrase;
use morph::render::explanation::plan;
use shakmaty::{Color, Square};

/// A case as the first version of the format had it.
const PLAIN: &str = r#"{
 "schema": "cases-1",
 "cases": [{
  "id": "mine",
  "title": "A blockade",
  "fen": "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1",
  "source": "a book",
  "approved_by": "a trainer",
  "uses": 2,
  "note": "",
  "xps": [{
   "leaf": "pawn/weak/backward/e/one-closed",
   "owner": "Black",
   "viewpoint": "White",
   "squares": ["a7"],
   "fact": "Black's backward pawn (a7) on the closed a-file",
   "belief": "the pawn on a7 can be protected by the black rooks only",
   "purpose": "to keep White's pressure on the 7th rank",
   "plan": "Rc5-a5, then Ra6 on the light square in front of the pawn",
   "nm": 0.3,
   "goals": [["BLOCKADE", "front:a7", "by=rook"], ["ATTACK", "a7", "via=file"]]
  }]
 }]
}"#;

fn read(text: &str) -> CaseBase {
    CaseBase::parse(&EvaluationTree::load_shipped().unwrap(), "cases.json", text).unwrap()
}

fn only(base: &CaseBase) -> &Case {
    &base.cases[0]
}

#[test]
fn a_file_of_the_first_version_is_read_and_written_in_the_second() {
    let base = read(PLAIN);
    let reason = &only(&base).reasons[0];
    assert_eq!((reason.owner, reason.viewpoint, reason.value), (Color::Black, Color::White, 0.3));
    assert_eq!(reason.goals[0].target, Target::Front(Square::A7));
    assert_eq!(reason.goals[1].verb, Verb::Attack);
    let text = base.to_text().unwrap();
    assert!(text.contains("\"schema\": \"cases-2\""), "{text}");
    assert!(text.contains("{Black}'s backward pawn ({a7})"), "{text}");
    assert!(text.contains("R{c5}-{a5}, then R{a6} on the {light} square"), "{text}");
    let again = read(&text);
    assert_eq!(only(&again).reasons, only(&base).reasons);
}

#[test]
fn a_mirrored_case_says_the_same_of_the_other_side() {
    let base = read(PLAIN);
    let tree = EvaluationTree::load_shipped().unwrap();
    let mirrored = only(&base).mirrored(&tree).unwrap();
    let reason = &mirrored.reasons[0];
    assert_eq!((reason.owner, reason.viewpoint, reason.value), (Color::White, Color::Black, -0.3));
    assert_eq!(reason.squares, [Square::A2]);
    assert_eq!(reason.fact.to_string(), "White's backward pawn (a2) on the closed a-file");
    assert_eq!(
        reason.belief.to_string(),
        "the pawn on a2 can be protected by the white rooks only"
    );
    assert_eq!(reason.purpose.to_string(), "to keep Black's pressure on the 2nd rank");
    // The squares that moves end on are mirrored too.
    assert_eq!(plan(&reason.plan), "Rc4-a4, then Ra3 on the dark square in front of the pawn");
    assert_eq!(reason.goals[0].target, Target::Front(Square::A2));
    assert_eq!(mirrored.mirrored(&tree).unwrap().reasons, only(&base).reasons);
}

#[test]
fn an_unknown_word_in_braces_is_an_error_that_names_it() {
    let tree = EvaluationTree::load_shipped().unwrap();
    let text = read(PLAIN).to_text().unwrap().replacen("{a7}", "{a9}", 1);
    let error = CaseBase::parse(&tree, "cases.json", &text).unwrap_err();
    let source = std::error::Error::source(&error).unwrap().to_string();
    assert!(source.contains("'{a9}': expected a square"), "{source}");
}

#[test]
fn a_phrase_survives_its_file() {
    for text in
        ["White doubles the rooks on the 7th rank", "exd5, Ba4 and e8=Q+", "", "a queen, 2 kings"]
    {
        let phrase = Phrase::recognised(text);
        assert_eq!(phrase.to_string(), text);
        let json = serde_json::to_string(&phrase).unwrap();
        assert_eq!(serde_json::from_str::<Phrase>(&json).unwrap(), phrase, "{json}");
    }
    let goal = Goal::on(Verb::MoveKing, Square::E4);
    let json = serde_json::to_string(&goal).unwrap();
    assert_eq!(json, r#"["MOVE-KING","e4",""]"#);
    assert_eq!(serde_json::from_str::<Goal>(&json).unwrap(), goal);
}

#[test]
fn a_brace_that_someone_writes_leaves_the_case_base_readable() {
    // Found by fuzzing: the file was written, and could not be read again.
    let sentence = Phrase::recognised("push {a4, then the {rook} to a8");
    assert_eq!(sentence.to_string(), "push (a4, then the (rook) to a8");
    let text = serde_json::to_string(&sentence).unwrap();
    assert_eq!(serde_json::from_str::<Phrase>(&text).unwrap(), sentence);
}
