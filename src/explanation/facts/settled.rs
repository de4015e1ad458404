//! What counts of the material is what stands when the captures are over.

use shakmaty::{Chess, Color, Position};

use super::detectors::forced::{decisive_length, size};
use super::fact::{Fact, FactFinder};
use super::features::PositionFeatures;
use super::kind::FamilyKind;
use super::selection::{LeftOut, Selection, WhyNot};
use super::tree::EvaluationTree;
use crate::chess::MaterialVector;
use crate::chess::search::{MATE, MaterialSearch, SearchBudget};

/// Less than this many pawns left over, and the forced line only takes back.
const MIN_NET: f64 = 0.8;

/// The facts of a position, with what is won or lost by force only where it lasts, and material as it stands when the
/// captures are over.
#[must_use]
pub fn settled(
    tree: &EvaluationTree,
    finder: &FactFinder,
    position: &Chess,
    features: &PositionFeatures,
    facts: Vec<Fact>,
) -> Selection {
    let mut found = Selection { facts, left_out: Vec::new() };
    let is_searched = |fact: &Fact| tree.family_of(fact.leaf).kind.is_searched();
    if found.facts.iter().any(is_searched) && !lasts(position, features) {
        found.leave_out(WhyNot::Answered, is_searched);
        return found;
    }
    with_settled_material(tree, finder, position, features, found)
}

/// At the end of its line a second search leaves the winner at least half of a gain.
fn lasts(position: &Chess, features: &PositionFeatures) -> bool {
    let gain = features.search.gain();
    if gain.abs() > MATE / 2 {
        return true;
    }
    let mut end = position.clone();
    features.search.real_line().iter().for_each(|m| end.play_unchecked(*m));
    if end.is_game_over() {
        return !end.is_checkmate() || (end.turn() == position.turn()) == (gain < 0);
    }
    let balance = |position: &Chess| MaterialVector::of_board(position.board()).traditional();
    let further = MaterialSearch::new(&end, SearchBudget::FORCE).gain();
    let side = |color: Color, value: i32| color.fold_wb(value, -value);
    let won = balance(&end) - balance(position) + side(end.turn(), further);
    2 * side(position.turn(), won) * gain.signum() >= gain.abs()
}

/// The facts of a position, the material facts among them those of the quiet position that ends the forced line.
///
/// Only where the line gives material to the side that has less: a knight ahead that is taken back is no advantage, and
/// taking it back wins nothing. Of the gain what is left over stays. The squares of a settled fact are not those of the
/// board, so it names none.
fn with_settled_material(
    tree: &EvaluationTree,
    finder: &FactFinder,
    position: &Chess,
    features: &PositionFeatures,
    mut found: Selection,
) -> Selection {
    let turn = position.turn();
    let is_material_family = |family: usize| tree.families()[family].id.starts_with("material/");
    let is_material = |fact: &Fact| is_material_family(tree.leaf(fact.leaf).family);
    let value_for = |side: Color, fact: &Fact| side.fold_wb(fact.value, -fact.value);
    // The search costs more than all other features: it is asked only where somebody has more.
    if !found.facts.iter().any(is_material) {
        return found;
    }
    let gain = features.search.gain();
    let winner = if gain > 0 { turn } else { !turn };
    let is_behind = found.facts.iter().any(|f| is_material(f) && value_for(!winner, f) > 0.0);
    if gain == 0 || gain.abs() > MATE / 2 || !is_behind {
        return found;
    }
    let mut quiet = position.clone();
    let line = features.search.real_line();
    line.iter().take(decisive_length(&line)).for_each(|m| quiet.play_unchecked(*m));
    let mut after = finder.all_of(tree, &PositionFeatures::new(&quiet), is_material_family);
    after.iter_mut().for_each(|fact| fact.detection.squares.clear());
    let net: f64 = after.iter().map(|fact| value_for(winner, fact)).sum();
    found.leave_out(WhyNot::Regained, is_material);
    let is_forced = |fact: &Fact| {
        let kind = tree.family_of(fact.leaf).kind;
        kind.is_searched() || kind == FamilyKind::Threat && fact.owner == turn && winner == turn
    };
    if net < MIN_NET {
        found.leave_out(WhyNot::Regained, is_forced);
        found.facts.append(&mut after);
        return found;
    }
    // What is won beyond what is taken back.
    let is_line = |fact: &Fact| tree.family_of(fact.leaf).kind.is_searched();
    found.leave_out(WhyNot::Explained, |fact| is_forced(fact) && !is_line(fact));
    for fact in found.facts.iter_mut().filter(|fact| is_line(fact)) {
        let family = &tree.family_of(fact.leaf).id;
        let leaf = size(net.round() as i32).and_then(|size| tree.find(&format!("{family}/{size}")));
        fact.leaf = leaf.unwrap_or(fact.leaf);
        fact.value = winner.fold_wb(net, -net);
    }
    let covered = after.into_iter().map(|fact| LeftOut { fact, why: WhyNot::Explained });
    found.left_out.extend(covered);
    found
}
