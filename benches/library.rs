//! What a question to a library costs, and how that grows with the number of positions.
//!
//! `cargo bench --bench library -- positions.epd LIBRARY ...` asks each library for positions like those of a file (which
//! should not be in it) and prints percentiles of the time; the baseline is a scan that replays the games and compares
//! what the pawns look like, as a program without an index has to. Writes `plots/library/cost.svg` and `cost.csv`.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "support/log_plot.rs"]
mod log_plot;

use std::path::Path;
use std::time::Instant;

use log_plot::{Curve, Plot};
use morph::library::{Analyser, Criterion, Filter, Library, SimilarityKind, Source, Vocabulary};
use morph::memory::Memory;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

/// Games replayed by the scan; its time is scaled to the whole library.
const SCANNED: usize = 2_000;

fn positions(path: &str) -> Vec<Chess> {
    let text = std::fs::read_to_string(path).unwrap();
    let first_four = |line: &str| line.split(' ').take(4).collect::<Vec<_>>().join(" ");
    let lines = text.lines().filter(|line| !line.is_empty());
    let parse = |line: &str| first_four(line).parse::<Fen>().unwrap();
    lines.map(|line| parse(line).into_position(CastlingMode::Standard).unwrap()).collect()
}

/// Microseconds that each of the positions takes, sorted.
fn times(positions: &[Chess], mut ask: impl FnMut(&Chess)) -> Vec<f64> {
    // The first pass fills the cache of the operating system.
    positions.iter().for_each(&mut ask);
    let mut times: Vec<f64> = positions
        .iter()
        .map(|position| {
            let start = Instant::now();
            ask(position);
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times
}

fn folder_bytes(path: &Path) -> u64 {
    let entries = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap());
    entries
        .map(
            |e| {
                if e.path().is_dir() {
                    folder_bytes(&e.path())
                } else {
                    e.metadata().unwrap().len()
                }
            },
        )
        .sum()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let Some((file, libraries)) = arguments.split_first() else {
        println!("usage: cargo bench --bench library -- positions.epd LIBRARY ...");
        return;
    };
    let positions = positions(file);
    let vocabulary = Vocabulary::new(&Memory::load_shipped().unwrap());
    let mut analyser = Analyser::new(&vocabulary);
    let filter = Filter::default();
    let names = ["similar, median", "similar, 99 %", "exact, median", "scan of all games"];
    let mut curves = names.map(|name| Curve { name, points: Vec::new() });
    println!("| positions | bytes a position | similar p50 | p99 | exact p50 | scan |");
    println!("|---|---|---|---|---|---|");
    for path in libraries {
        let path = Path::new(path);
        let library = Library::open(path, &vocabulary).unwrap();
        let (games, size) = library.size().unwrap();
        let similar = times(&positions, |position| {
            library.similar(&mut analyser, position, SimilarityKind::All, &filter, 10).unwrap();
        });
        let exact = times(&positions, |position| {
            library.occurrences(&Criterion::Exact(position.clone()), &filter, 10).unwrap();
        });
        let start = Instant::now();
        let mut scanned = 0;
        let wanted = positions[0].board().pawns();
        for game in Source::open(path).unwrap().take(SCANNED) {
            scanned += 1;
            let game = game.unwrap();
            let same = game.positions().filter(|p| p.position.board().pawns() == wanted);
            std::hint::black_box(same.count());
        }
        let scan = start.elapsed().as_secs_f64() * 1e6 * games as f64 / f64::from(scanned);
        let of = |times: &[f64], share: usize| times[(times.len() - 1) * share / 100];
        let numbers = [of(&similar, 50), of(&similar, 99), of(&exact, 50), scan];
        let bytes = folder_bytes(path) as f64 / size as f64;
        let ms = numbers.map(|number| format!("{:.2} ms", number / 1e3));
        println!("| {size} | {bytes:.0} | {} |", ms.join(" | "));
        for (curve, number) in curves.iter_mut().zip(numbers) {
            curve.points.push((size as f64, number));
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("plots/library");
    std::fs::create_dir_all(&folder).unwrap();
    let plot = Plot {
        caption: "Asking a library",
        sizes: "positions in the library",
        size_range: 2e4..2e7,
        time_range: 1e1..1e9,
    };
    log_plot::write(&folder, &plot, &curves);
}
