use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{Write, stderr, stdout};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use super::opponent::OpponentArguments;
use super::output::{Progress, ThreadsArgument};
use super::{plot, stop};
use crate::memory::Memory;
use crate::render::patterns::write_memory_summary;
use crate::training::journal::JournalEntry;
use crate::training::run_folder::{RunPaths, new_folder};
use crate::training::{Plan, PlanFile, Run, RunObserver, RunSummary, Series, TrainingError};

/// Without options: the built-in plan, about two minutes on two cores.
#[derive(Debug, Args)]
pub(super) struct TrainArguments {
    /// Plan of one or several runs, see training/plans; the memories of several runs are merged [default: built-in plan]
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    plan: Option<PathBuf>,
    #[command(flatten)]
    opponent: OpponentArguments,
    /// Games of each run [default: as in the plan]
    #[arg(long, conflicts_with = "resume", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Seed of all random choices; each further run takes the next number [default: as in the plan]
    #[arg(long, conflicts_with = "resume")]
    seed: Option<u64>,
    /// Folder of the run [default: a new folder in training/runs]
    #[arg(long, value_name = "FOLDER", conflicts_with = "resume")]
    run: Option<PathBuf>,
    /// Resume the run in this folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["opponent", "depth", "nodes", "movetime", "option"])]
    resume: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArgument,
    /// Keep a checkpoint every N games, for a learning curve with `morph gauntlet` [default: as in the plan]
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    keep_every: Option<NonZero<u32>>,
    /// Do not show progress and summary
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: TrainArguments) -> anyhow::Result<()> {
    let trainer = Trainer { stop: stop::on_interrupt()?, arguments: &arguments };
    if let Some(root) = &arguments.resume {
        if Series::is_in(root) {
            return trainer.series(root, &Series::resume(root)?);
        }
        let games = Plan::load(&RunPaths::new(root).plan()).map_or(0, |plan| plan.games);
        return trainer.run(root, games, |watch| Run::resume(root, watch));
    }
    let opponent = arguments.opponent.opponent()?;
    let change = |mut plan: Plan, index: u64| {
        plan.opponents = opponent.clone().map_or(plan.opponents, |opponent| vec![opponent]);
        plan.games = arguments.games.unwrap_or(plan.games);
        plan.keep_every = arguments.keep_every.or(plan.keep_every);
        plan.seed = arguments.seed.map_or(plan.seed, |seed| seed.wrapping_add(index));
        plan
    };
    let root = |name: &str| arguments.run.clone().unwrap_or_else(|| new_folder(name));
    let path = arguments.plan.clone().unwrap_or_else(|| "the built-in plan".into());
    let file = match &arguments.plan {
        Some(path) => PlanFile::load(path)?,
        None => PlanFile::Run(Box::new(Plan::parse(Plan::DEFAULT, &path)?)),
    };
    match file {
        PlanFile::Run(plan) => {
            let plan = change(*plan, 0).check(&path)?;
            let root = root(&plan.name);
            trainer.run(&root, plan.games, |_| Run::begin(&root, plan.clone(), command()))
        }
        PlanFile::Series(name, plans) => {
            let plans = plans.into_iter().zip(0..).map(|(plan, i)| change(plan, i)).collect();
            let root = root(&name);
            trainer.series(&root, &Series::begin(&root, &name, plans, &path)?)
        }
    }
}

fn command() -> Vec<String> {
    std::env::args().collect()
}

struct Trainer<'a> {
    arguments: &'a TrainArguments,
    stop: Arc<AtomicBool>,
}

type OpenRun<'a> = &'a mut dyn FnMut(&mut Watch) -> Result<Run, TrainingError>;

impl Trainer<'_> {
    fn run(
        &self,
        root: &Path,
        games: u32,
        mut open: impl FnMut(&mut Watch) -> Result<Run, TrainingError>,
    ) -> anyhow::Result<()> {
        let summary = self.play(games, &mut open)?;
        self.report(root, &[root.to_owned()], &summary.memory, &summary.text(root))
    }

    /// The unfinished runs of a series, then the merged memory.
    fn series(&self, root: &Path, series: &Series) -> anyhow::Result<()> {
        let count = series.runs().len();
        for (number, run) in (1..).zip(series.runs()) {
            if run.is_finished()? {
                continue;
            }
            let plan = run.plan();
            if !self.arguments.quiet {
                writeln!(stderr(), "run {number} of {count}: {}, seed {}", plan.name, plan.seed)?;
            }
            let summary = self.play(plan.games, &mut |watch| run.open(command(), watch))?;
            if summary.games < summary.planned {
                if !self.arguments.quiet {
                    writeln!(stdout(), "\n{}", summary.text(root))?;
                }
                return Ok(());
            }
        }
        let memory = series.merge()?;
        let roots: Vec<PathBuf> = series.runs().iter().map(|run| run.root().to_owned()).collect();
        let games = format!("{} games in {count} runs, merged", memory.games);
        self.report(root, &roots, &memory, &games)
    }

    fn play(&self, games: u32, open: OpenRun<'_>) -> anyhow::Result<RunSummary> {
        let progress = Progress::new(games, self.arguments.quiet);
        let mut watch = Watch { progress, recent: VecDeque::new() };
        let run = open(&mut watch)?;
        let threads = self.arguments.threads.count(run.plan().max_threads());
        let summary = run.play(threads, &self.stop, &mut watch)?;
        watch.progress.finish();
        Ok(summary)
    }

    fn report(
        &self,
        root: &Path,
        runs: &[PathBuf],
        memory: &Memory,
        games: &dyn Display,
    ) -> anyhow::Result<()> {
        let pictures = plot::draw(runs, &root.join("plots"))?;
        if self.arguments.quiet {
            return Ok(());
        }
        let mut out = stdout().lock();
        writeln!(out, "\n{games}")?;
        write_memory_summary(&mut out, memory)?;
        let path = RunPaths::new(root).memory();
        let path = path.display();
        writeln!(out, "\nLearning curves: {}", pictures.display())?;
        writeln!(out, "Memory:          {path}")?;
        writeln!(out, "Learned patterns: morph patterns list --memory {path}")?;
        Ok(())
    }
}

/// Shows the progress of a run with the score of the last games.
struct Watch {
    progress: Progress,
    recent: VecDeque<f64>,
}

/// Games of the score that is shown.
const RECENT_GAMES: usize = 100;

impl RunObserver for Watch {
    fn game(&mut self, entry: &JournalEntry) {
        self.recent.extend(entry.score);
        if self.recent.len() > RECENT_GAMES {
            self.recent.pop_front();
        }
        for event in entry.events.iter().filter(|_| entry.ending == "abandoned") {
            self.progress.line(&format!("game {}: {event}", entry.game));
        }
        let mut message = format!("{} patterns", entry.patterns());
        if !self.recent.is_empty() {
            let mean = self.recent.iter().sum::<f64>() / self.recent.len() as f64;
            message = format!("score {:.0} %  {message}", 100.0 * mean);
        }
        self.progress.games(entry.game, message);
    }

    fn resumed(&mut self, games: u32, relearned: u32) {
        self.progress.resume(games);
        let text = format!("resumed after game {games}; learned the last {relearned} games again");
        self.progress.line(&text);
    }
}
