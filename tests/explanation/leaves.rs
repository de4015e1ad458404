//! Every leaf fires on its example, and its neighbours do not.

use std::collections::BTreeSet;

use morph::explanation::explainer::Explainer;
use morph::explanation::facts::detectors::{
    DETECTORS, Detection, Detections, Perspectives, detector,
};
use morph::explanation::facts::features::PositionFeatures;
use morph::explanation::facts::tree::{EvaluationTree, Leaf};
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position, Role, Square};

use crate::{position, random_positions};

/// What the family of a leaf sees for an owner.
fn found(family: &str, features: &PositionFeatures, owner: Color) -> Vec<Detection> {
    let mut finds = Detections::default();
    detector(family).unwrap()(Perspectives::of(features, owner), &mut finds);
    finds.list
}

fn fires(
    tree: &EvaluationTree,
    leaf: &Leaf,
    features: &PositionFeatures,
    owner: Color,
) -> Vec<Detection> {
    if leaf.stage.is_some_and(|stage| stage != features.stage) {
        return Vec::new();
    }
    let family = &tree.families()[leaf.family].id;
    found(family, features, owner).into_iter().filter(|f| f.variant == leaf.variant).collect()
}

#[test]
fn the_shipped_tree_is_complete() {
    let tree = EvaluationTree::load_shipped().unwrap();
    assert_eq!(tree.node_count(), 1079);
    assert_eq!(tree.leaves().len(), 661);
    let families: BTreeSet<&str> = tree.families().iter().map(|f| f.id.as_str()).collect();
    let detectors: BTreeSet<&str> = DETECTORS.iter().map(|(id, _)| *id).collect();
    assert_eq!(families, detectors);
}

#[test]
fn every_leaf_fires_on_its_example() {
    let tree = EvaluationTree::load_shipped().unwrap();
    let mut missing = Vec::new();
    let mut other_squares = Vec::new();
    for leaf in tree.leaves() {
        let features = PositionFeatures::new(&position(&leaf.example.fen));
        let owner = leaf.example.owner;
        let found = fires(&tree, leaf, &features, owner);
        if found.is_empty() {
            missing.push(format!("{} {} {}", leaf.id, leaf.example.fen, owner));
            continue;
        }
        let expected: BTreeSet<Square> = leaf.example.squares.iter().copied().collect();
        let turn = |s: &Square| owner.fold_wb(*s, s.flip_vertical());
        let same = |f: &Detection| f.squares.iter().map(turn).collect::<BTreeSet<_>>() == expected;
        if !found.iter().any(same) && !expected.is_empty() {
            let seen: Vec<Vec<Square>> =
                found.iter().map(|f| f.squares.iter().map(turn).collect()).collect();
            other_squares.push(format!("{} {} {:?} {seen:?}", leaf.id, leaf.example.fen, expected));
        }
    }
    assert!(missing.is_empty(), "missing: {}\n{}", missing.len(), missing.join("\n"));
    assert!(other_squares.is_empty(), "{}\n{}", other_squares.len(), other_squares.join("\n"));
}

#[test]
fn no_two_leaves_share_a_phrase() {
    let tree = EvaluationTree::load_shipped().unwrap();
    let mut seen = BTreeSet::new();
    for leaf in tree.leaves() {
        let phrase = leaf.phrase.with_number(1);
        let is_new = seen.insert((leaf.stage.map(|stage| stage.name()), phrase.clone()));
        assert!(is_new, "{}: {phrase}", leaf.id);
    }
}

/// A phrase begins with what it is about: its number has to be that of the squares, wherever the leaf occurs.
#[test]
fn phrases_agree_with_the_number_of_their_squares() {
    const ROLES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    let tree = EvaluationTree::load_shipped().unwrap();
    let explainer = Explainer::load_shipped().unwrap();
    let examples = tree.leaves().iter().map(|leaf| position(&leaf.example.fen));
    let mut told = 0;
    for position in examples.chain(random_positions(300)) {
        for fact in explainer.all_facts(&position) {
            let leaf = tree.leaf(fact.leaf);
            let pieces = fact
                .squares()
                .iter()
                .filter(|s| position.board().color_at(**s) == Some(fact.owner));
            let phrase = leaf.phrase.with_number(fact.squares().len());
            let words: Vec<&str> = phrase.split(' ').collect();
            // An "extra rook" is a difference; its squares are those of all rooks.
            let is_one = !phrase.starts_with("extra ")
                && ROLES.contains(words.last().unwrap())
                && words.len() <= 2;
            if is_one && pieces.count() > 1 {
                panic!("{}: {phrase} ({:?})", leaf.id, fact.squares());
            }
            assert!(!phrase.contains(['{', '}', '|']), "{}: {phrase}", leaf.id);
            told += 1;
        }
    }
    assert!(told > 5000, "{told}");
}

#[test]
fn sentences_use_words_of_the_game() {
    let tree = EvaluationTree::load_shipped().unwrap();
    for leaf in tree.leaves() {
        let general = leaf.general.iter().flat_map(|g| [&g.belief, &g.purpose, &g.plan]);
        for template in general.chain([&leaf.phrase]) {
            for text in [1, 2].map(|number| template.with_number(number)) {
                let mut words = text.split(|c: char| !c.is_alphanumeric());
                let private = ["man", "men", "officer", "officers", "he", "his", "him"];
                assert!(!words.any(|word| private.contains(&word)), "{}: {text}", leaf.id);
                assert!(!text.contains("(s)") && !text.contains("  "), "{}: {text}", leaf.id);
            }
        }
    }
}

/// Reasons are told as `belief: White should plan`, and the clauses of a plan that cannot be carried out are left out.
#[test]
fn beliefs_have_no_colon_and_clauses_do_not_begin_with_a_piece() {
    const PIECES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    let tree = EvaluationTree::load_shipped().unwrap();
    for leaf in tree.leaves() {
        for general in &leaf.general {
            let belief = general.belief.with_number(1);
            let line = ["by force: ", "the opponent wins it by force: "];
            let is_clear =
                !belief.contains(": ") || line.iter().any(|text| belief.starts_with(text));
            assert!(is_clear, "{}: {belief}", leaf.id);
            let plan = general.plan.with_number(1);
            for clause in plan.split([',', ';', ':']) {
                let mut words = clause.split_whitespace().filter(|w| !["and", "or"].contains(w));
                let first = words.next().unwrap_or_default();
                assert!(!PIECES.contains(&first), "{}: {plan}", leaf.id);
            }
        }
    }
}

#[test]
fn an_unknown_attribute_is_an_error_that_names_its_leaf() {
    let shipped = include_str!("../../patterns/evaluation-tree.toml");
    let variant = "variant = \"four-or-more\"\nphrase = \"is four or more pawns up\"\n";
    let text = shipped.replacen(variant, &format!("{variant}treat = true\n"), 1);
    let error = EvaluationTree::parse("tree.toml", &text).unwrap_err().to_string();
    assert!(error.starts_with("tree.toml: material/pawns/four-or-more: unknown field"), "{error}");
    let text = shipped.replacen("kind = \"threat\"", "kind = \"treat\"", 1);
    let error = EvaluationTree::parse("tree.toml", &text).unwrap_err().to_string();
    assert!(error.starts_with("tree.toml: threats/hanging/on-move: unknown variant"), "{error}");
}

#[test]
fn leaves_of_coloured_squares_change_their_colour_when_mirrored() {
    let tree = EvaluationTree::load_shipped().unwrap();
    let mut changed = 0;
    for leaf in tree.leaves() {
        let mirrored = tree.leaf(tree.find(&leaf.mirrored).unwrap());
        assert_eq!((&mirrored.mirrored, mirrored.value), (&leaf.id, leaf.value), "{}", leaf.id);
        changed += usize::from(mirrored.id != leaf.id);
    }
    // Weak squares of either colour in both stages, and round the enemy king.
    assert_eq!(changed, 6);
    let shipped = include_str!("../../patterns/evaluation-tree.toml");
    let text = shipped.replacen("mirrored = \"dark\"", "mirrored = \"grey\"", 1);
    let error = EvaluationTree::parse("tree.toml", &text).unwrap_err().to_string();
    assert!(error.contains("/light: its mirrored leaf pawn/weak/colour-complex/"), "{error}");
}

/// Near misses made from the example: the first witness is taken away. What is reported then must not be the same fact.
#[test]
fn a_leaf_does_not_fire_without_its_first_piece() {
    let tree = EvaluationTree::load_shipped().unwrap();
    let mut tried = 0;
    let mut still = Vec::new();
    for leaf in tree.leaves() {
        let position = position(&leaf.example.fen);
        let owner = leaf.example.owner;
        let before = fires(&tree, leaf, &PositionFeatures::new(&position), owner);
        let turn = |s: &Square| owner.fold_wb(*s, s.flip_vertical());
        for found in &before {
            let mut squares = found.squares.iter().map(turn);
            let is_piece =
                |s: &Square| position.board().role_at(*s).is_some_and(|role| role != Role::King);
            let Some(witness) = squares.find(is_piece) else { continue };
            let mut setup = position.to_setup(EnPassantMode::Legal);
            setup.board.discard_piece_at(witness);
            setup.castling_rights.discard(witness);
            let Ok(without) = Chess::from_setup(setup, CastlingMode::Standard) else { continue };
            tried += 1;
            let after = fires(&tree, leaf, &PositionFeatures::new(&without), owner);
            if after.iter().any(|f| f.squares == found.squares) {
                still.push(format!("{} {} {witness}", leaf.id, leaf.example.fen));
            }
        }
    }
    assert!(tried > 400, "{tried}");
    // Facts about squares, not pieces: what happens to stand there does not matter.
    let of_squares = ["pawn/weak/holes", "king/attack/weak-ring"];
    let allowed = |line: &&String| of_squares.iter().any(|family| line.starts_with(family));
    let wrong: Vec<&String> = still.iter().filter(|line| !allowed(line)).collect();
    assert!(wrong.is_empty(), "{} of {tried}:\n{wrong:#?}", wrong.len());
}

#[test]
fn a_leaf_does_not_fire_for_the_other_side() {
    // With the other side as owner the same squares are never the witnesses of a fact about own pieces.
    let tree = EvaluationTree::load_shipped().unwrap();
    for leaf in tree.leaves() {
        let position = position(&leaf.example.fen);
        let features = PositionFeatures::new(&position);
        let owner = leaf.example.owner;
        let first = |f: &Detection, side: Color| {
            f.squares.first().map(|s| side.fold_wb(*s, s.flip_vertical()))
        };
        let seen: Vec<_> =
            fires(&tree, leaf, &features, owner).iter().filter_map(|f| first(f, owner)).collect();
        for other in fires(&tree, leaf, &features, !owner) {
            let square = first(&other, !owner);
            let occupied = square.is_some_and(|s| position.board().occupied().contains(s));
            assert!(
                !(occupied && seen.contains(&square.unwrap())),
                "{} {}",
                leaf.id,
                leaf.example.fen
            );
        }
    }
}
