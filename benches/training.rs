//! Games a second of training: a run with one thread, a run with all processors, and runs at the same time where there are processors
//! for several.
//!
//!     cargo bench --bench training                                 # 300 games of the built-in plan each
//!     cargo bench --bench training -- player-continued 1000        # of another plan
//!
//! They are measured in turns; medians of three.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use morph::arena::processors;
use morph::training::{MemberPlan, Plan, PlanFile, PlanOverrides, Session, Workforce};

const ROUNDS: usize = 3;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let name = arguments.next().unwrap_or_else(|| "default".to_owned());
    let games = arguments.next().map_or(300, |games| games.parse().expect("a number of games"));
    let PlanFile::Run(mut plan) = PlanFile::find(Path::new(&name)).unwrap() else {
        panic!("{name} is the plan of a series: name one of a run");
    };
    plan.games = games;
    let all = processors();
    let mut ways =
        vec![("one run, one thread", 1, 1), ("one run, a thread on each processor", 1, all)];
    let runs = Workforce::Processors(all).runs_at_a_time();
    if runs > 1 {
        ways.push(("runs at the same time", runs, all));
    }
    let mut rates = vec![Vec::new(); ways.len()];
    for _ in 0..ROUNDS {
        for ((_, runs, threads), rates) in ways.iter().zip(&mut rates) {
            rates.push(games_per_second(&plan, *runs, *threads));
        }
    }
    println!("{name}, {games} games a run, {all} processors; games a second");
    let median = |mut rates: Vec<f64>| {
        rates.sort_by(f64::total_cmp);
        rates[ROUNDS / 2]
    };
    let medians: Vec<f64> = rates.into_iter().map(median).collect();
    for ((way, ..), rate) in ways.iter().zip(&medians) {
        println!("{way:36} {rate:7.1}  {:5.2} times", rate / medians[0]);
    }
}

fn games_per_second(plan: &Plan, runs: usize, threads: usize) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let member = |seed| MemberPlan { round: 1, plan: Plan { seed, ..plan.clone() } };
    let file = match runs {
        1 => PlanFile::Run(Box::new(plan.clone())),
        _ => PlanFile::Series("bench".to_owned(), (1..=runs as u64).map(member).collect()),
    };
    let (root, path) = (Some(folder.path().join("runs")), Path::new("bench"));
    let session = Session::begin(file, &PlanOverrides::default(), root, path).unwrap();
    let start = Instant::now();
    let stop = AtomicBool::new(false);
    session.play(&[], &Workforce::Threads(threads), &stop, &mut |_| Box::new(())).unwrap();
    (runs as u32 * plan.games) as f64 / start.elapsed().as_secs_f64()
}
