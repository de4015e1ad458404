use std::path::Path;

use morph::chess::Oriented;
use morph::evaluation::{EvaluationSettings, Evaluator};
use morph::memory::{Database, Memory, Tombstone};
use morph::pattern::Pattern;

use crate::database::check_order;
use crate::games::random_game;
use crate::learned::learned;

/// Not the value itself, which is pressed into [0, 1], but what is added up.
fn log_odds(memory: &Memory, position: &Oriented) -> f64 {
    Evaluator::new(EvaluationSettings::default()).value(&memory.snapshot(), position).log_odds()
}

#[test]
fn log_odds_of_a_merged_memory_are_the_mean_of_its_parts() {
    let mut parts: Vec<Memory> = (11..14).map(|seed| learned(seed, 5)).collect();
    let whole = Memory::merged(parts.clone()).unwrap();
    for id in whole.moves.ids() {
        let pattern = whole.moves.get(id).unwrap();
        let log_odds = |memory: &Memory| {
            memory.moves.find(pattern).map_or(0.0, |id| memory.moves.log_odds(id))
        };
        let mean = parts.iter().map(log_odds).sum::<f32>() / 3.0;
        assert!((log_odds(&whole) - mean).abs() < 1e-6);
    }
    // Of moves only the most promising one counts, which need not be the same for all.
    parts.iter_mut().for_each(|part| part.moves = Database::default());
    let merged = Memory::merged(parts.clone()).unwrap();
    for position in random_game(90, 80).0.iter().step_by(3) {
        let position = Oriented::new(position);
        let mean = parts.iter().map(|part| log_odds(part, &position)).sum::<f64>() / 3.0;
        assert!((log_odds(&merged, &position) - mean).abs() < 1e-3, "{mean}");
    }
    check_order(&merged.graphs);
    assert_eq!(merged.games, parts.iter().map(|part| part.games).sum::<u32>());
    let mut all_uses = 0;
    for id in merged.graphs.ids() {
        let pattern = merged.graphs.get(id).unwrap();
        let known: Vec<_> =
            parts.iter().filter_map(|part| Some((part, part.graphs.find(pattern)?))).collect();
        assert!(!known.is_empty(), "{}", pattern.phrase());
        let uses: u32 = known.iter().map(|(part, id)| part.graphs.statistics(*id).uses).sum();
        assert_eq!(merged.graphs.statistics(id).uses, uses);
        all_uses += uses;
    }
    assert!(all_uses > 100, "{all_uses}");
    let again = Memory::from_bytes(&merged.to_bytes().unwrap(), Path::new("merged")).unwrap();
    assert_eq!(again.graphs.len(), merged.graphs.len());
}

#[test]
fn what_runs_began_with_counts_once() {
    let start = Memory::merged((31..33).map(|seed| learned(seed, 5)).collect()).unwrap();
    // Two runs that began with it: each forgets something, learns something new, and goes on with the rest.
    let parts: Vec<Memory> = (41..43)
        .map(|seed| {
            let mut part = start.clone();
            let forgotten: Vec<_> = part.graphs.ids().skip(seed as usize).step_by(7).collect();
            for id in forgotten {
                part.graphs.remove(id, Tombstone { game: 0, utility: 0.0 });
            }
            part = Memory::merged(vec![part, learned(seed, 3)]).unwrap();
            part.games = 3;
            part
        })
        .collect();
    let merged = Memory::merged_since(&start, parts.clone()).unwrap();
    assert_eq!(merged.games, start.games + 6);
    let twice = Memory::merged(parts.clone()).unwrap();
    let mut known_before = 0;
    for id in merged.graphs.ids() {
        let pattern = merged.graphs.get(id).unwrap();
        let of =
            |memory: &Memory| memory.graphs.find(pattern).map(|id| memory.graphs.statistics(id));
        let updates = |memory: &Memory| of(memory).map_or(0, |statistics| statistics.updates);
        let before = updates(&start);
        // Who has forgotten it and learned it again, has it anew.
        let went_on = |part: &&Memory| {
            let here = start.graphs.find(pattern);
            here.is_some_and(|id| part.graphs.get(id).is_some())
        };
        let repeated = before * parts.iter().filter(went_on).count() as u32;
        let all: u32 = parts.iter().map(updates).sum();
        assert_eq!(
            merged.graphs.statistics(id).updates,
            all - repeated + before,
            "{}",
            pattern.phrase()
        );
        assert_eq!(
            merged.graphs.log_odds(id),
            twice.graphs.log_odds(twice.graphs.find(pattern).unwrap())
        );
        let age = merged.graphs.statistics(id).age(merged.games);
        match of(&start) {
            Some(then) => assert_eq!(age, then.age(start.games) + 6),
            None => assert!(age <= 6),
        }
        known_before += u32::from(before > 0);
    }
    let (merged_count, before) = (merged.graphs.len(), start.graphs.len());
    assert!(
        known_before > 100 && merged_count > before,
        "{known_before}, {merged_count}, {before}"
    );
    let again = Memory::from_bytes(&merged.to_bytes().unwrap(), Path::new("merged")).unwrap();
    assert_eq!(again.graphs.len(), merged.graphs.len());
}

#[test]
fn parents_are_the_same_patterns_in_a_merged_memory() {
    let parts: Vec<Memory> = (21..23).map(|seed| learned(seed, 2)).collect();
    let merged = Memory::merged(parts.clone()).unwrap();
    let [first, second] = &parts[..] else { unreachable!() };
    let mut children = 0;
    for id in second.graphs.ids() {
        let pattern = second.graphs.get(id).unwrap();
        if first.graphs.find(pattern).is_some() {
            continue;
        }
        // Those that were forgotten have no name here.
        let before = second.graphs.origin(id).unwrap().parents.iter();
        let before: Vec<_> = before.filter_map(|parent| second.graphs.get(*parent)).collect();
        let here = merged.graphs.find(pattern).unwrap();
        let after = merged.graphs.origin(here).unwrap().parents.iter();
        let after: Vec<_> = after.map(|parent| merged.graphs.get(*parent).unwrap()).collect();
        assert!(before == after, "{}", pattern.phrase());
        children += usize::from(!after.is_empty());
    }
    assert!(children > 10, "{children}");
}

#[test]
fn merging_one_memory_changes_nothing_and_merging_none_gives_none() {
    assert!(Memory::merged(Vec::new()).is_none());
    let memory = learned(15, 2);
    let merged = Memory::merged(vec![memory.clone()]).unwrap();
    let twice = Memory::merged(vec![memory.clone(), memory.clone()]).unwrap();
    for id in memory.graphs.ids() {
        assert_eq!(merged.graphs.statistics(id), memory.graphs.statistics(id));
        for other in [&merged, &twice] {
            let weights = (other.graphs.weight(id), memory.graphs.weight(id));
            assert!((weights.0 - weights.1).abs() < 1e-6, "{weights:?}");
        }
    }
}
