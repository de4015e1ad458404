//! What counts of the material is what stands when the captures are over, and what is won is what a second search confirms.

use shakmaty::{Chess, Color, Position};

use super::detectors::forced::size;
use super::fact::{Fact, FactFinder};
use super::features::PositionFeatures;
use super::kind::FamilyKind;
use super::selection::{LeftOut, Selection, WhyNot};
use super::tree::EvaluationTree;
use crate::chess::search::MATE;
use crate::chess::{after_line, material_balance};

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
    let gain = features.search.gain();
    if !found.facts.iter().any(is_searched) || gain.abs() > MATE / 2 {
        return found;
    }
    let end = after_line(position, features.search.quiet_line());
    if !lasts(position, features, &end) || !features.search.is_confirmed() {
        found.leave_out(WhyNot::Answered, is_searched);
        return found;
    }
    let winner = if gain > 0 { position.turn() } else { !position.turn() };
    with_settled_material(tree, finder, position.turn(), winner, &end, found)
}

/// In the quiet position at the end the winner still has at least half of a gain.
fn lasts(position: &Chess, features: &PositionFeatures, end: &Chess) -> bool {
    let gain = features.search.gain();
    let won = position.turn().fold_wb(1, -1) * (material_balance(end) - material_balance(position));
    let is_winner_mated = end.is_checkmate() && (end.turn() == position.turn()) == (gain > 0);
    2 * won * gain.signum() >= gain.abs() && !is_winner_mated
}

/// The facts of a position, the material facts among them those of the quiet position that ends the forced line.
///
/// Only where the line gives material to the side that has less: a knight ahead that is taken back is no advantage, and
/// taking it back wins nothing. Of the gain what is left over stays. The squares of a settled fact are not those of the
/// board, so it names none.
fn with_settled_material(
    tree: &EvaluationTree,
    finder: &FactFinder,
    turn: Color,
    winner: Color,
    end: &Chess,
    mut found: Selection,
) -> Selection {
    let is_material_family = |family: usize| tree.families()[family].id.starts_with("material/");
    let is_material = |fact: &Fact| is_material_family(tree.leaf(fact.leaf).family);
    let value_for = |side: Color, fact: &Fact| side.fold_wb(fact.value, -fact.value);
    let is_behind = found.facts.iter().any(|f| is_material(f) && value_for(!winner, f) > 0.0);
    if !is_behind {
        return found;
    }
    let mut after = finder.all_of(tree, &PositionFeatures::new(end), is_material_family);
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
