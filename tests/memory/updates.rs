//! A memory that follows another by updates plays like it.

use std::path::Path;

use morph::chess::Oriented;
use morph::evaluation::{EvaluationSettings, Evaluator};
use morph::learning::{Learner, TrainingSample};
use morph::memory::{IndexedPattern, Memory, PatternTable, Snapshot, SnapshotUpdate};
use morph::rng;
use morph::units::Value;

use crate::games::random_game;
use crate::learned::{evaluations, learned, settings};

/// The snapshots after each game of a run that forgets.
fn snapshots(games: u32) -> Vec<Snapshot> {
    let evaluation = EvaluationSettings::default();
    let mut learner = Learner::new(Memory::default(), settings(1), evaluation, games);
    let learn = |game| {
        let (positions, moves) = random_game(81_000 + u64::from(game), 30);
        let explored = vec![false; moves.len()];
        let outcome = [Value::LOSS, Value::DRAW, Value::WIN][game as usize % 3];
        let sample = TrainingSample::new(game, positions[0].clone(), moves, explored, outcome);
        learner.learn(&sample.unwrap(), &mut rng::seeded(3, "learning", u64::from(game)));
        learner.memory().snapshot()
    };
    (1..=games).map(learn).collect()
}

fn sent(before: &Snapshot, after: &Snapshot, with_order: bool) -> Vec<u8> {
    SnapshotUpdate::between(before, after, with_order).to_bytes().unwrap()
}

fn received(bytes: &[u8], before: &Snapshot) -> Result<Snapshot, String> {
    let update = SnapshotUpdate::from_bytes(bytes, Path::new("update"));
    update.map_err(|error| error.to_string())?.apply(before)
}

fn assert_same_table<P: IndexedPattern + PartialEq>(one: &PatternTable<P>, two: &PatternTable<P>) {
    assert!(one.ids().eq(two.ids()));
    for id in one.ids() {
        assert_eq!(one.get(id), two.get(id));
        assert_eq!(one.weight(id).to_bits(), two.weight(id).to_bits());
        assert_eq!(one.log_odds(id).to_bits(), two.log_odds(id).to_bits());
        assert_eq!(two.find(two.get(id).unwrap()), Some(id));
    }
}

#[test]
fn a_follower_values_every_position_as_the_memory_does() {
    let original = snapshots(24);
    assert!(original[8].graphs.ids().any(|id| original[23].graphs.row(id).is_none()));
    for with_order in [false, true] {
        let (mut follower, mut known) = (Snapshot::default(), Snapshot::default());
        // Every game, every third, and a step over many.
        for game in [0, 1, 2, 3, 6, 9, 10, 23] {
            let after = &original[game];
            follower = received(&sent(&known, after, with_order), &follower).unwrap();
            known = after.clone();
            assert_same_table(&follower.graphs, &after.graphs);
            assert_same_table(&follower.materials, &after.materials);
            assert_same_table(&follower.moves, &after.moves);
            let all = evaluations().into_iter();
            let settings: Vec<EvaluationSettings> = if with_order {
                all.collect()
            } else {
                all.filter(|s| s.patterns == morph::evaluation::Selection::All).collect()
            };
            let (positions, _) = random_game(82_000, 40);
            for settings in settings {
                let [mut one, mut two] = [Evaluator::new(settings), Evaluator::new(settings)];
                for position in positions.iter().step_by(7) {
                    let position = Oriented::new(position);
                    let value = one.value(after, &position);
                    assert_eq!(two.value(&follower, &position), value, "{settings:?}");
                }
            }
        }
    }
}

#[test]
fn an_update_of_another_snapshot_is_refused() {
    let original = snapshots(6);
    let bytes = sent(&original[2], &original[5], false);
    assert!(received(&bytes, &Snapshot::default()).is_err());
    // What it brings is there already.
    assert!(received(&bytes, &original[5]).is_err());
    let mut damaged = bytes.clone();
    let place = damaged.len() / 2;
    damaged[place] ^= 1;
    assert!(received(&damaged, &original[2]).unwrap_err().contains("checksum"));
    assert!(received(&learned(1, 1).to_bytes().unwrap(), &original[2]).is_err());
}
