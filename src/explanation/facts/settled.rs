//! What counts of the material is what stands when the captures are over, and what is won is what a second search confirms.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Chess, Color, Move, Position, Square};

use super::detectors::forced::size;
use super::detectors::{Detection, LineMove};
use super::fact::{Fact, FactFinder};
use super::features::PositionFeatures;
use super::kind::FamilyKind;
use super::selection::{LeftOut, Selection, WhyNot};
use super::tree::{EvaluationTree, LeafId};
use crate::chess::search::MATE;
use crate::chess::{after_line, material_balance, piece_moves};

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
    let Some(line) = features.search.forced_line() else {
        found.leave_out(WhyNot::Answered, is_searched);
        return found;
    };
    let winner = if gain > 0 { position.turn() } else { !position.turn() };
    let end = after_line(position, line);
    let own = |position: &Chess| winner.fold_wb(1, -1) * material_balance(position);
    let won = own(&end) - own(position);
    for fact in found.facts.iter_mut().filter(|fact| is_searched(fact)) {
        show(tree, fact, line, won);
    }
    let gone = captured(position, line);
    found.leave_out(WhyNot::Gone, |fact| {
        let mut pieces = fact.squares().iter().chain(&fact.detection.targets);
        is_lasting(tree, fact) && pieces.any(|s| gone.contains(*s))
    });
    let seen = winner.fold_wb(1.0, -1.0) * features.search.for_white();
    with_settled_material(tree, finder, position.turn(), (winner, seen), &end, found)
}

/// It is about the pieces where they stand: neither a threat nor a balance.
fn is_lasting(tree: &EvaluationTree, fact: &Fact) -> bool {
    let family = tree.family_of(fact.leaf);
    let is_feature = matches!(family.kind, FamilyKind::Feature | FamilyKind::PawnWeakness);
    is_feature && !family.id.starts_with("material/")
}

/// The squares of a position whose pieces are captured in a line, wherever they have gone by then.
fn captured(position: &Chess, line: &[Move]) -> Bitboard {
    let mut position = position.clone();
    // Where the pieces that have moved came from, by where they are.
    let mut origins: FxHashMap<Square, Square> = FxHashMap::default();
    let mut gone = Bitboard::EMPTY;
    for m in line {
        let victim = match m {
            Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
            _ => m.is_capture().then(|| m.to()),
        };
        if let Some(victim) = victim {
            gone.add(origins.remove(&victim).unwrap_or(victim));
        }
        for (from, to) in piece_moves(*m, position.turn()) {
            let origin = origins.remove(&from).unwrap_or(from);
            origins.insert(to, origin);
        }
        position.play_unchecked(*m);
    }
    gone
}

/// A gain by force becomes what its line wins, in pawns.
fn show(tree: &EvaluationTree, fact: &mut Fact, line: &[Move], won: i32) {
    let Detection { squares, to, piece, line: shown, .. } = &mut fact.detection;
    *shown = line.iter().copied().filter_map(LineMove::new).collect();
    if tree.family_of(fact.leaf).kind == FamilyKind::ForcedGain
        && let Some(first) = shown.first()
    {
        (*squares, *to, *piece) = (vec![first.from], Some(first.to), Some(first.role));
    }
    if let Some(leaf) = of_size(tree, fact, won) {
        fact.leaf = leaf;
        fact.value = fact.owner.fold_wb(1.0, -1.0) * tree.leaf(leaf).value;
    }
}

/// The leaf of a fact's family for so many pawns.
fn of_size(tree: &EvaluationTree, fact: &Fact, pawns: i32) -> Option<LeafId> {
    tree.find(&format!("{}/{}", tree.family_of(fact.leaf).id, size(pawns)?))
}

/// The facts of a position, the material facts among them those of the quiet position that ends the forced line.
///
/// Only where the line gives material to the side that has less: a knight ahead that is taken back is no advantage, and
/// taking it back wins nothing. Of the gain what is left over stays, if the search with positional terms has half of it in what
/// it sees, in pawns for the winner. The squares of a settled fact are not those of the board, so it names none.
fn with_settled_material(
    tree: &EvaluationTree,
    finder: &FactFinder,
    turn: Color,
    (winner, seen): (Color, f64),
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
    if net < MIN_NET || seen < net / 2.0 {
        found.leave_out(WhyNot::Regained, is_forced);
        found.facts.append(&mut after);
        return found;
    }
    // What is won beyond what is taken back.
    let is_line = |fact: &Fact| tree.family_of(fact.leaf).kind.is_searched();
    found.leave_out(WhyNot::Explained, |fact| is_forced(fact) && !is_line(fact));
    for fact in found.facts.iter_mut().filter(|fact| is_line(fact)) {
        fact.leaf = of_size(tree, fact, net.round() as i32).unwrap_or(fact.leaf);
        fact.value = winner.fold_wb(net, -net);
    }
    let covered = after.into_iter().map(|fact| LeftOut { fact, why: WhyNot::Explained });
    found.left_out.extend(covered);
    found
}
