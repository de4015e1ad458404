//! Cost of finding the stored patterns that occur in a position, of a move decision, and of learning from a game.
//!
//! All methods of retrieval must agree on all positions before they are timed, and their work is counted. Every sample is
//! the mean over the same 64 positions. Results are in `RESULTS.md`.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "support/memories.rs"]
#[allow(dead_code, reason = "each bench uses a part of it")]
mod memories;
#[path = "../tests/common/vf2_host.rs"]
mod vf2_host;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use divan::{Bencher, black_box};
use morph::chess::{Game, Oriented, Start};
use morph::evaluation::Evaluator;
use morph::graph::{Graph, PositionGraph};
use morph::learning::{Learner, TrainingSample};
use morph::memory::{Memory, PatternId, PositionFeatures, Retriever, Snapshot};
use morph::pattern::{embed, is_embedded};
use morph::player::{Exploration, PatternPlayer};
use morph::rng;
use shakmaty::Chess;

use memories::{TrainingSetup, positions, unseen_games};
use vf2_host::{Vf2Host, vf2_maps};

/// Counts allocations in every benchmark.
#[global_allocator]
static ALLOCATOR: divan::AllocProfiler = divan::AllocProfiler::system();

const SIZES: [usize; 3] = [600, 5_000, 50_000];
const POSITIONS: usize = 64;

/// A memory with its patterns as graphs of the `vf2` crate.
struct Subject {
    setup: TrainingSetup,
    memory: Memory,
    snapshot: Snapshot,
    vf2: Vec<(PatternId, Vf2Host)>,
}

impl Subject {
    fn new(setup: TrainingSetup, size: usize) -> Subject {
        let memory = setup.memory(size);
        let snapshot = memory.snapshot();
        let vf2 = memory
            .graphs
            .ids()
            .map(|id| (id, Vf2Host::new(memory.graphs.get(id).unwrap().graph())))
            .collect();
        Subject { setup, memory, snapshot, vf2 }
    }

    /// All occurrences, by testing one pattern after another.
    fn scan(&self, host: &Graph, found: &mut Vec<PatternId>) {
        for id in self.memory.graphs.ids() {
            embed(self.memory.graphs.get(id).unwrap(), host, |_| {
                found.push(id);
                ControlFlow::Continue(())
            });
        }
    }

    /// All patterns that occur, by testing one pattern after another with the `vf2` crate.
    fn scan_by_vf2(&self, host: &Graph) -> Vec<PatternId> {
        let host = Vf2Host::new(host);
        let occurs = |pattern: &Vf2Host| {
            let mut found = false;
            vf2_maps(pattern, &host, |_| {
                found = true;
                false
            });
            found
        };
        self.vf2.iter().filter(|(_, pattern)| occurs(pattern)).map(|(id, _)| *id).collect()
    }

    fn descend(&self, host: &Graph) -> (Vec<PatternId>, usize) {
        self.snapshot.graphs.descend(|pattern| is_embedded(pattern, host))
    }
}

static SUBJECTS: LazyLock<BTreeMap<usize, Subject>> =
    LazyLock::new(|| SIZES.map(|size| (size, Subject::new(TrainingSetup::Default, size))).into());

static GAMES: LazyLock<Vec<TrainingSample>> =
    LazyLock::new(|| unseen_games(TrainingSetup::Default, &SUBJECTS[&SIZES[1]].memory, 16));

static CHOSEN: LazyLock<Vec<Chess>> = LazyLock::new(|| positions(&GAMES, POSITIONS));

static HOSTS: LazyLock<Vec<PositionGraph>> =
    LazyLock::new(|| CHOSEN.iter().map(PositionGraph::new).collect());

fn main() {
    println!("patterns      occurring  occurrences   comparisons     trie look-ups");
    println!("              median p95 median   p95  median    p95    median    p95");
    for subject in SUBJECTS.values() {
        count(subject, &HOSTS);
    }
    let ebg = Subject::new(TrainingSetup::Ebg1991, SIZES[0]);
    count(&ebg, &HOSTS);
    divan::main();
}

/// Asserts that all methods agree, and prints how much they compare.
fn count(subject: &Subject, hosts: &[PositionGraph]) {
    let mut retriever = Retriever::default();
    let (mut present, mut occurrences) = (Vec::new(), Vec::new());
    let (mut comparisons, mut look_ups) = (Vec::new(), Vec::new());
    for (host, position) in hosts.iter().zip(CHOSEN.iter()) {
        let features = PositionFeatures::new(&Oriented::new(position));
        let active = retriever.activations(&subject.snapshot, &features);
        let mut found = subject.snapshot.graphs.ids_of(&active.graphs);
        found.sort_unstable();
        let mut scanned = Vec::new();
        subject.scan(host.graph(), &mut scanned);
        assert_eq!(found, scanned);
        occurrences.push(found.len());
        found.dedup();
        present.push(found.len());
        assert_eq!(found, subject.scan_by_vf2(host.graph()));
        let (descended, compared) = subject.descend(host.graph());
        assert_eq!(found, descended);
        comparisons.push(compared);
        look_ups.push(subject.snapshot.graphs.index().walk(host.graph(), |_, _| {}) as usize);
    }
    let [present, occurrences, comparisons, look_ups] =
        [present, occurrences, comparisons, look_ups].map(median_and_p95);
    let memory = &subject.memory;
    let largest = memory.graphs.ids().map(|id| memory.graphs.get(id).unwrap().graph().len()).max();
    let is_root = |id| memory.graphs.hierarchy().predecessors(id).next().is_none();
    println!(
        "{:>6} {:8} {present} {occurrences} {comparisons} {look_ups}   ({} without predecessor, {} relations, {} games, up to {} nodes)",
        memory.graphs.len(),
        subject.setup.name(),
        memory.graphs.ids().filter(|id| is_root(*id)).count(),
        memory.graphs.hierarchy().edge_count(),
        memory.games,
        largest.unwrap_or(0),
    );
    println!("       {:?}", memory.graphs.index().statistics());
}

fn median_and_p95(mut numbers: Vec<usize>) -> String {
    numbers.sort_unstable();
    format!("{:6} {:6}", numbers[numbers.len() / 2], numbers[numbers.len() * 95 / 100])
}

/// Runs `step` on the positions in turn.
fn each_position<T>(bencher: Bencher, mut step: impl FnMut(usize) -> T) {
    let mut next = (0..POSITIONS).cycle();
    bencher.bench_local(|| step(next.next().unwrap()));
}

#[divan::bench(sample_size = 640, sample_count = 30)]
fn graph_build(bencher: Bencher) {
    let mut graph = PositionGraph::default();
    let oriented: Vec<Oriented> = CHOSEN.iter().map(Oriented::new).collect();
    each_position(bencher, |i| graph.rebuild(black_box(&oriented[i])));
}

#[divan::bench_group(sample_size = 64, sample_count = 20, max_time = 20)]
mod one_position {
    use super::*;

    /// The trie without a cache; `scaling` times the cached retrieval over successors.
    #[divan::bench(args = SIZES)]
    fn a_net(bencher: Bencher, size: usize) {
        let (subject, mut graph) = (&SUBJECTS[&size], PositionGraph::default());
        let oriented: Vec<Oriented> = CHOSEN.iter().map(Oriented::new).collect();
        let mut found = Vec::new();
        each_position(bencher, |i| {
            found.clear();
            graph.rebuild(&oriented[i]);
            subject.snapshot.graphs.index().walk(graph.graph(), |row, _| found.push(row));
            found.len()
        });
    }

    #[divan::bench(args = SIZES)]
    fn b_descend(bencher: Bencher, size: usize) {
        let subject = &SUBJECTS[&size];
        each_position(bencher, |i| subject.descend(HOSTS[i].graph()));
    }

    #[divan::bench(args = SIZES)]
    fn c_scan_with_embed(bencher: Bencher, size: usize) {
        let (subject, mut found) = (&SUBJECTS[&size], Vec::new());
        each_position(bencher, |i| {
            found.clear();
            subject.scan(HOSTS[i].graph(), &mut found);
            found.len()
        });
    }

    #[divan::bench(args = SIZES)]
    fn d_scan_with_vf2(bencher: Bencher, size: usize) {
        let subject = &SUBJECTS[&size];
        each_position(bencher, |i| subject.scan_by_vf2(HOSTS[i].graph()));
    }

    #[divan::bench(args = SIZES)]
    fn e_matches(bencher: Bencher, size: usize) {
        let (subject, mut retriever) = (&SUBJECTS[&size], Retriever::default());
        let features: Vec<PositionFeatures> =
            CHOSEN.iter().map(|p| PositionFeatures::new(&Oriented::new(p))).collect();
        each_position(bencher, |i| retriever.matches(&subject.snapshot, &features[i]));
    }
}

#[divan::bench(args = SIZES, sample_size = 64, sample_count = 10, max_time = 10)]
fn move_decision(bencher: Bencher, size: usize) {
    let subject = &SUBJECTS[&size];
    let evaluator = Evaluator::new(subject.setup.plan().evaluation);
    let snapshot = Arc::new(subject.snapshot.clone());
    let mut player = PatternPlayer::new(snapshot, evaluator, Exploration::NONE);
    let games: Vec<Game> =
        CHOSEN.iter().map(|p| Game::new(Start::Position(Box::new(p.clone())))).collect();
    each_position(bencher, |i| player.decide(&games[i]));
}

#[divan::bench_group(sample_size = 1, sample_count = 16, max_time = 10)]
mod one_game {
    use super::*;

    fn learner(setup: TrainingSetup, memory: Memory) -> Learner {
        let plan = setup.plan();
        let games = memory.games + 1000;
        Learner::new(memory, plan.learning, plan.evaluation, games)
    }

    /// A game after which patterns are created; nothing else uses the memory.
    #[divan::bench(args = SIZES)]
    fn learn(bencher: Bencher, size: usize) {
        let subject = &SUBJECTS[&size];
        let bytes = subject.memory.to_bytes().unwrap();
        run(bencher, subject.setup, || Memory::from_bytes(&bytes, Path::new("")).unwrap());
    }

    /// The same while a player has a snapshot, so that the memory is copied first.
    #[divan::bench(args = SIZES)]
    fn learn_while_shared(bencher: Bencher, size: usize) {
        let subject = &SUBJECTS[&size];
        run(bencher, subject.setup, || subject.memory.clone());
    }

    fn run(bencher: Bencher, setup: TrainingSetup, memory: impl Fn() -> Memory) {
        let mut next = GAMES.iter().cycle();
        let inputs = || {
            let mut sample = next.next().unwrap().clone();
            // An even number, so that the plan creates patterns.
            sample.game = 2;
            (learner(setup, memory()), sample)
        };
        bencher.with_inputs(inputs).bench_local_values(|(mut learner, sample)| {
            learner.learn(&sample, &mut rng::seeded(1, "bench", 0));
            learner
        });
    }
}

#[divan::bench(args = SIZES, sample_size = 1, sample_count = 10)]
fn file_load(bencher: Bencher, size: usize) {
    let bytes = SUBJECTS[&size].memory.to_bytes().unwrap();
    bencher.bench(|| Memory::from_bytes(&bytes, Path::new("")).unwrap());
}

#[divan::bench(args = SIZES, sample_size = 1, sample_count = 10)]
fn file_store(bencher: Bencher, size: usize) {
    bencher.bench(|| SUBJECTS[&size].memory.to_bytes().unwrap());
}
