use std::collections::BTreeSet;

use morph::chess::Oriented;
use morph::evaluation::{EvaluationSettings, Evaluator};
use morph::graph::{MoveComponent, MoveLabel, PositionGraph, PositionMove, PositionMoves};
use morph::memory::{AnyId, Database, Memory, PatternId};
use morph::pattern::{MaterialPattern, MovePattern, Pattern};
use proptest::prelude::*;
use shakmaty::Chess;

use crate::database::{check_index, origin, remove};
use crate::games::random_game;
use crate::learned::learned;

fn moves_of(position: &Chess) -> Vec<PositionMove> {
    let mut moves = PositionMoves::default();
    moves.rebuild(&Oriented::new(position), &PositionGraph::new(position));
    moves.iter().copied().collect()
}

fn labels(position: &Chess) -> Vec<MoveLabel> {
    moves_of(position).into_iter().map(|m| m.label).collect()
}

/// By the components one by one.
fn is_contained(a: &MovePattern, b: &MovePattern) -> bool {
    MoveComponent::ALL.iter().copied().all(|component| {
        let one = [component].into_iter().collect();
        a.0.keep(one) == MoveLabel::default() || a.0.keep(one) == b.0.keep(one)
    })
}

fn any_label() -> impl Strategy<Value = MoveLabel> {
    (0..6u64, 0..60usize, any::<prop::sample::Index>()).prop_map(|(seed, ply, which)| {
        let positions = random_game(seed, 60).0;
        let labels = labels(&positions[ply.min(positions.len() - 2)]);
        labels[which.index(labels.len())]
    })
}

fn any_pattern() -> impl Strategy<Value = MovePattern> {
    use MoveComponent::{Arrival, AttackedEnemies, Captured, Check, EnPrise, Mover, Threats};
    let components = vec![Mover, Captured, Arrival, Threats, Check, EnPrise, AttackedEnemies];
    let components = prop::sample::subsequence(components, 1..4);
    (any_label(), components).prop_filter_map("says nothing", |(label, components)| {
        label.keep_all(components.into_iter().collect()).map(MovePattern)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn order_and_index_are_right_after_any_insertions_and_removals(
        choices in prop::collection::vec((any_pattern(), 0..3u8), 1..40),
        others in prop::collection::vec(any_label(), 1..8),
    ) {
        let mut database: Database<MovePattern> = Database::default();
        for (pattern, action) in choices {
            match database.find(&pattern) {
                Some(id) if action == 0 => remove(&mut database, id),
                _ => _ = database.insert(pattern, origin()),
            }
            check_index(&database, is_contained);
        }
        for label in others {
            let mut found = Vec::new();
            database.index().walk(label, |row| found.push(database.id(row)));
            found.sort();
            let occurs = |id: &PatternId| is_contained(database.get(*id).unwrap(), &MovePattern(label));
            prop_assert_eq!(found, database.ids().filter(occurs).collect::<Vec<_>>());
        }
    }
}

/// ln(mean(exp(8·T))) / 8 over the moves: T adds up every pattern that is more general than the move, less every pattern of
/// the material that the other side has then.
fn prospects(memory: &Memory, position: &Chess) -> f64 {
    let (moves, materials) = (&memory.moves, &memory.materials);
    let sums = moves_of(position).into_iter().map(|m| {
        let occurs = |id: &PatternId| is_contained(moves.get(*id).unwrap(), &MovePattern(m.label));
        let of_move = moves.ids().filter(occurs).map(|id| f64::from(moves.log_odds(id)));
        let theirs = MaterialPattern(m.material.flipped());
        let holds = |id: &PatternId| {
            let pattern = materials.get(*id).unwrap();
            *pattern == theirs || pattern.is_more_general_than(&theirs)
        };
        let of_material = materials.ids().filter(holds).map(|id| f64::from(materials.log_odds(id)));
        of_move.sum::<f64>() - of_material.sum::<f64>()
    });
    let sums: Vec<f64> = sums.collect();
    libm::log(sums.iter().map(|t| libm::exp(8.0 * t)).sum::<f64>() / sums.len() as f64) / 8.0
}

#[test]
fn the_best_move_dominates_the_prospects() {
    let mut memory = learned(41, 3);
    for id in memory.moves.ids().collect::<Vec<_>>() {
        memory.moves.set_log_odds(id, f64::from(id.0 % 17) / 20.0 - 0.4);
    }
    for id in memory.materials.ids().collect::<Vec<_>>() {
        memory.materials.set_log_odds(id, f64::from(id.0 % 5) / 10.0 - 0.2);
    }
    let without =
        Memory { moves: Database::default(), materials: Database::default(), ..memory.clone() };
    let mut evaluator = Evaluator::new(EvaluationSettings::default());
    let positions = random_game(900, 70).0;
    for position in &positions[..positions.len() - 1] {
        let oriented = Oriented::new(position);
        let rest = evaluator.value(&without.snapshot(), &oriented).log_odds();
        let evaluation = evaluator.explain(&memory.snapshot(), &oriented);
        let expected = prospects(&memory, position);
        assert!((evaluation.value.log_odds() - rest - expected).abs() < 1e-3, "{expected}");
        let of = |is_meant: fn(&AnyId) -> bool| {
            let parts = evaluation.contributions.iter().filter(move |c| is_meant(&c.id));
            parts.map(|c| c.part).collect::<Vec<f64>>()
        };
        assert!(!of(|id| matches!(id, AnyId::Move(_))).is_empty());
        assert!(
            evaluation
                .contributions
                .iter()
                .all(|c| c.after_moves == matches!(c.id, AnyId::Material(_)))
        );
        let material: f64 = of(|id| matches!(id, AnyId::Material(_))).into_iter().sum();
        let log_odds = evaluation.prospects.unwrap().log_odds;
        assert!((log_odds + material - expected).abs() < 1e-3, "{log_odds} {material} {expected}");
    }
}

#[test]
fn the_phrase_of_a_move_pattern_is_a_sentence() {
    let mut phrases = BTreeSet::new();
    for position in random_game(5, 80).0.iter().step_by(3) {
        for label in labels(position) {
            for &component in MoveComponent::ALL {
                let kept = [MoveComponent::Mover, component].into_iter().collect();
                phrases.extend(label.keep_all(kept).map(|label| MovePattern(label).phrase()));
            }
        }
    }
    assert!(phrases.len() > 300, "{}", phrases.len());
    for phrase in &phrases {
        assert!(phrase.starts_with("White "), "{phrase}");
        assert!(!phrase.contains("  ") && !phrase.ends_with(' '), "{phrase}");
    }
}
