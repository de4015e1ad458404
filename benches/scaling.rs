//! Cost of a position against the size of the memory, from a thousand to 300,000 patterns.
//!
//! All methods are timed on positions of the same games, from which no memory has learned, and must agree before they are
//! timed. The table is printed; it and a log-log plot are written to `plots/retrieval`.
//!
//! `cargo bench --bench scaling -- --once 100000` only retrieves the patterns of 10,000 successors once, for
//! `valgrind --tool=callgrind --toggle-collect='scaling::retrieve_all'`.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "support/log_plot.rs"]
mod log_plot;
#[path = "support/memories.rs"]
#[allow(dead_code, reason = "each bench uses a part of it")]
mod memories;
#[path = "../tests/common/vf2_host.rs"]
mod vf2_host;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use morph::chess::Oriented;
use morph::evaluation::Evaluator;
use morph::graph::{Graph, PositionGraph};
use morph::memory::{Memory, PositionFeatures, Retriever, Snapshot};
use morph::pattern::{embed, is_embedded};
use shakmaty::Chess;

use log_plot::{Curve, Plot};
use memories::{TrainingSetup, positions, successors, unseen_games};
use vf2_host::{Vf2Host, vf2_maps};

/// Sizes of the memories and how they are trained; the default plan does not create enough patterns for the largest.
const SUBJECTS: [(TrainingSetup, usize); 7] = [
    (TrainingSetup::Default, 1_000),
    (TrainingSetup::Default, 3_000),
    (TrainingSetup::Default, 10_000),
    (TrainingSetup::Default, 30_000),
    (TrainingSetup::Default, 100_000),
    (TrainingSetup::Everything, 100_000),
    (TrainingSetup::Everything, 300_000),
];
/// Scanning all patterns takes too long above this size.
const LARGEST_SCAN: usize = 100_000;
const SUCCESSORS: usize = 10_000;
const POSITIONS: usize = 32;
const ROUNDS: usize = 7;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let games = unseen_games(TrainingSetup::Default, &TrainingSetup::Default.memory(10_000), 8);
    let mut successors = successors(&games);
    successors.truncate(SUCCESSORS);
    if let [once, size] = &arguments[..]
        && once == "--once"
    {
        return ask_once(size.parse().unwrap(), &successors);
    }
    let chosen = positions(&games, POSITIONS);
    let rows: Vec<Row> = SUBJECTS
        .into_iter()
        .map(|(setup, size)| {
            let row = Row::measure(setup, size, &chosen, &successors);
            row.print();
            row
        })
        .collect();
    report(&rows);
}

/// Microseconds, medians over rounds.
struct Row {
    setup: TrainingSetup,
    size: usize,
    occurrences: f64,
    /// Successors in turn: graph and occurrences, with a cache.
    cached: f64,
    /// Successors in turn: the value.
    value: f64,
    /// Successors in turn: graph and occurrences, without a cache.
    uncached: f64,
    descend: Option<f64>,
    embed: Option<f64>,
    vf2: Option<f64>,
    load_ms: f64,
    bytes_per_pattern: usize,
}

impl Row {
    fn measure(
        setup: TrainingSetup,
        size: usize,
        chosen: &[Chess],
        successors: &[Oriented],
    ) -> Row {
        let memory = setup.memory(size);
        let snapshot = memory.snapshot();
        let count = successors.len() as f64;
        let mut retriever = Retriever::default();
        let mut occurrences = 0;
        let cached = median(ROUNDS, || {
            retriever = Retriever::default();
            let mut features = PositionFeatures::default();
            occurrences = 0;
            for position in successors {
                features.rebuild(position, !snapshot.moves.is_empty());
                occurrences += retriever.activations(&snapshot, &features).graphs.len();
            }
        });
        let mut graph = PositionGraph::default();
        let mut again = 0;
        let uncached = median(ROUNDS, || {
            again = 0;
            for position in successors {
                graph.rebuild(position);
                snapshot.graphs.index().walk(graph.graph(), |_, _| again += 1);
            }
        });
        assert_eq!(again, occurrences);
        let value = median(ROUNDS, || {
            let mut evaluator = Evaluator::new(setup.plan().evaluation);
            for position in successors {
                black_box(evaluator.value(&snapshot, position));
            }
        });
        let hosts: Vec<PositionGraph> = chosen.iter().map(PositionGraph::new).collect();
        let scans = size <= LARGEST_SCAN && setup == TrainingSetup::Default;
        let of_one = |seconds: f64| seconds / hosts.len() as f64 * 1e6;
        let scan = |method: &mut dyn FnMut(&Graph) -> usize| {
            scans.then(|| {
                let mut all = || hosts.iter().map(|host| method(host.graph())).sum::<usize>();
                let expected: usize = hosts.iter().map(|host| present(&snapshot, host)).sum();
                assert_eq!(all(), expected);
                of_one(median(3, || assert_eq!(black_box(all()), expected)))
            })
        };
        let descend =
            scan(&mut |host| snapshot.graphs.descend(|pattern| is_embedded(pattern, host)).0.len());
        let by_embedding = scan(&mut |host| scan_by_embedding(&memory, host));
        let vf2_patterns: Vec<Vf2Host> = if scans {
            let graphs = memory.graphs.ids().filter_map(|id| memory.graphs.get(id));
            graphs.map(|pattern| Vf2Host::new(pattern.graph())).collect()
        } else {
            Vec::new()
        };
        let vf2 = scan(&mut |host| scan_by_vf2(&vf2_patterns, host));
        let bytes = memory.to_bytes().unwrap();
        let load =
            median(3, || drop(black_box(Memory::from_bytes(&bytes, Path::new("")).unwrap())));
        let trie = snapshot.graphs.index().statistics();
        Row {
            setup,
            size,
            occurrences: occurrences as f64 / count,
            cached: cached / count * 1e6,
            value: value / count * 1e6,
            uncached: uncached / count * 1e6,
            descend,
            embed: by_embedding,
            vf2,
            load_ms: load * 1e3,
            bytes_per_pattern: (trie.tree_bytes + trie.postings_bytes) / trie.patterns,
        }
    }

    fn print(&self) {
        let optional = |time: Option<f64>| time.map_or("-".to_owned(), |t| format!("{t:.0}"));
        println!(
            "{:>10} {:>9} | occurrences {:>4.0} | cached {:>6.2} uncached {:>6.2} value {:>6.2} µs | descend {:>6} embed {:>7} vf2 {:>8} µs | load {:>6.1} ms, {} bytes a pattern",
            self.setup.name(),
            self.size,
            self.occurrences,
            self.cached,
            self.uncached,
            self.value,
            optional(self.descend),
            optional(self.embed),
            optional(self.vf2),
            self.load_ms,
            self.bytes_per_pattern
        );
    }
}

fn ask_once(size: usize, successors: &[Oriented]) {
    let setup =
        if size > LARGEST_SCAN { TrainingSetup::Everything } else { TrainingSetup::Default };
    let snapshot = setup.memory(size).snapshot();
    println!(
        "{} successors, {} occurrences",
        successors.len(),
        retrieve_all(&snapshot, successors)
    );
}

/// A function of its own, so that callgrind can count its instructions.
#[inline(never)]
fn retrieve_all(snapshot: &Snapshot, successors: &[Oriented]) -> usize {
    let mut retriever = Retriever::default();
    let mut features = PositionFeatures::default();
    let mut occurrences = 0;
    for position in successors {
        features.rebuild(position, !snapshot.moves.is_empty());
        occurrences += retriever.activations(snapshot, &features).graphs.len();
    }
    occurrences
}

/// The patterns that occur.
fn present(snapshot: &Snapshot, host: &PositionGraph) -> usize {
    let mut rows = Vec::new();
    snapshot.graphs.index().walk(host.graph(), |row, _| rows.push(row));
    rows.sort_unstable();
    rows.dedup();
    rows.len()
}

fn scan_by_embedding(memory: &Memory, host: &Graph) -> usize {
    let patterns = memory.graphs.ids().filter_map(|id| memory.graphs.get(id));
    let occurs = |pattern: &&morph::pattern::GraphPattern| {
        let mut found = false;
        embed(pattern, host, |_| {
            found = true;
            ControlFlow::Break(())
        });
        found
    };
    patterns.filter(occurs).count()
}

fn scan_by_vf2(patterns: &[Vf2Host], host: &Graph) -> usize {
    let host = Vf2Host::new(host);
    let occurs = |pattern: &&Vf2Host| {
        let mut found = false;
        vf2_maps(pattern, &host, |_| {
            found = true;
            false
        });
        found
    };
    patterns.iter().filter(occurs).count()
}

/// Median in seconds, after one warm-up round.
fn median(rounds: usize, mut step: impl FnMut()) -> f64 {
    step();
    let mut times: Vec<f64> = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            step();
            start.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[rounds / 2]
}

fn report(rows: &[Row]) {
    let learned: Vec<&Row> =
        rows.iter().filter(|row| row.setup == TrainingSetup::Default).collect();
    let slope = |time: fn(&Row) -> f64| {
        let point = |row: &&&Row| (libm::log(row.size as f64), libm::log(time(row)));
        let points: Vec<(f64, f64)> = learned.iter().map(|row| point(&row)).collect();
        let n = points.len() as f64;
        let (x, y): (f64, f64) = points.iter().fold((0.0, 0.0), |(a, b), (x, y)| (a + x, b + y));
        let (x, y) = (x / n, y / n);
        let above: f64 = points.iter().map(|(a, b)| (a - x) * (b - y)).sum();
        above / points.iter().map(|(a, _)| (a - x).powi(2)).sum::<f64>()
    };
    println!(
        "exponent from 1,000 to 100,000: cached {:.2}, uncached {:.2}",
        slope(|r| r.cached),
        slope(|r| r.uncached)
    );
    let curve = |name: &'static str, time: &dyn Fn(&Row) -> Option<f64>| Curve {
        name,
        points: learned.iter().filter_map(|row| Some((row.size as f64, time(row)?))).collect(),
    };
    let everything = rows.iter().filter(|row| row.setup == TrainingSetup::Everything);
    let curves = [
        curve("vf2, all patterns", &|row| row.vf2),
        curve("own matcher, all patterns", &|row| row.embed),
        curve("hierarchy, a pattern at a time", &|row| row.descend),
        curve("trie, no cache", &|row| Some(row.uncached)),
        curve("trie with cache", &|row| Some(row.cached)),
        Curve {
            name: "trie with cache, all candidates",
            points: everything.map(|row| (row.size as f64, row.cached)).collect(),
        },
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("plots/retrieval");
    std::fs::create_dir_all(&folder).unwrap();
    let plot = Plot {
        caption: "Finding the stored patterns of a position",
        sizes: "patterns in the memory",
        size_range: 800.0..1.3e6,
        time_range: 1.0..3e5,
    };
    log_plot::write(&folder, &plot, &curves);
    println!("written: {}", folder.display());
}
