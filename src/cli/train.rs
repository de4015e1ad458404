use std::io::{self, StdoutLock, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use super::opponent::OpponentArguments;
use super::progress::Progress;
use super::{plot, stop};
use crate::memory::Memory;
use crate::render::patterns;
use crate::training::run_folder::RunPaths;
use crate::training::{Plan, PlanFile, Run, Series, Summary, TrainingError};

/// Without any option: the built-in plan, about two minutes on two cores.
#[derive(Debug, Args)]
pub(super) struct TrainArguments {
    /// What to do; see training/plans. A plan of several runs ends with their memories merged.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    plan: Option<PathBuf>,
    #[command(flatten)]
    opponent: OpponentArguments,
    /// Games to play, in place of the plan's; in each run, if there are several.
    #[arg(long, conflicts_with = "resume", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Seed of all chance, in place of the plan's; if there are several runs, the first one's, the next having the
    /// next one.
    #[arg(long, conflicts_with = "resume")]
    seed: Option<u64>,
    /// Folder of the run; a new one in training/runs if not given.
    #[arg(long, value_name = "FOLDER", conflicts_with = "resume")]
    run: Option<PathBuf>,
    /// Go on with a run that was stopped or killed.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["opponent", "depth", "nodes", "movetime", "option"])]
    resume: Option<PathBuf>,
    /// Games played at the same time; as many as there are processors if not given.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Keep the checkpoints of every so-manieth game, for a learning curve with `morph ladder`, in place of what the plan says.
    #[arg(long, value_name = "GAMES", conflicts_with = "resume")]
    keep_every: Option<NonZero<u32>>,
    /// No progress, no summary.
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: TrainArguments) -> anyhow::Result<()> {
    let trainer = Trainer { stop: stop::on_interrupt()?, arguments: &arguments };
    if let Some(root) = &arguments.resume {
        if Series::is_in(root) {
            return trainer.series(root, &Series::resume(root)?);
        }
        let planned = Plan::load(&RunPaths::new(root).plan()).map_or(0, |plan| plan.games);
        return trainer.single(root, planned, |progress| Run::resume(root, progress));
    }
    let (file, path) = match &arguments.plan {
        Some(path) => (PlanFile::load(path)?, path.clone()),
        None => {
            let path = PathBuf::from("the built-in plan");
            (PlanFile::Run(Box::new(Plan::parse(Plan::DEFAULT, &path)?)), path)
        }
    };
    match file {
        PlanFile::Run(plan) => {
            let plan = arguments.change(*plan, 0)?.check(&path)?;
            let root = arguments.root(&plan.name);
            let begin = |_: &mut Progress| Run::begin(&root, plan.clone(), command());
            trainer.single(&root, plan.games, begin)
        }
        PlanFile::Series(name, plans) => {
            let plans = (0..).zip(plans).map(|(index, plan)| arguments.change(plan, index));
            let plans = plans.collect::<anyhow::Result<_>>()?;
            let root = arguments.root(&name);
            trainer.series(&root, &Series::begin(&root, &name, plans, &path)?)
        }
    }
}

impl TrainArguments {
    /// A plan with what the command line says in place of what it says itself. The runs of a series have seeds one
    /// after the other, so that no two of them are the same.
    fn change(&self, mut plan: Plan, index: u64) -> anyhow::Result<Plan> {
        if let Some(opponent) = self.opponent.opponent()? {
            plan.opponents = vec![opponent];
        }
        plan.games = self.games.unwrap_or(plan.games);
        plan.keep_every = self.keep_every.or(plan.keep_every);
        plan.seed = self.seed.map_or(plan.seed, |seed| seed.wrapping_add(index));
        Ok(plan)
    }

    fn root(&self, name: &str) -> PathBuf {
        self.run.clone().unwrap_or_else(|| new_folder(name))
    }
}

fn command() -> Vec<String> {
    std::env::args().collect()
}

/// Plays runs as the command line wants them.
struct Trainer<'a> {
    arguments: &'a TrainArguments,
    stop: Arc<AtomicBool>,
}

impl Trainer<'_> {
    /// One run.
    fn single(
        &self,
        root: &Path,
        planned: u32,
        open: impl FnOnce(&mut Progress) -> Result<Run, TrainingError>,
    ) -> anyhow::Result<()> {
        let summary = self.play(planned, open)?;
        self.report(root, &[root.to_owned()], &summary.memory, |out| {
            write_games(out, root, &summary)
        })
    }

    /// The runs of a series that are not finished, and all of them merged.
    fn series(&self, root: &Path, series: &Series) -> anyhow::Result<()> {
        let count = series.runs().len();
        for (number, run) in (1..).zip(series.runs()) {
            if run.is_finished()? {
                continue;
            }
            let plan = run.plan();
            if !self.arguments.quiet {
                let mut err = io::stderr();
                writeln!(err, "run {number} of {count}: {}, seed {}", plan.name, plan.seed)?;
            }
            let summary = self.play(plan.games, |progress| run.open(command(), progress))?;
            if summary.games < summary.planned {
                if !self.arguments.quiet {
                    write_games(&mut io::stdout(), root, &summary)?;
                }
                return Ok(());
            }
        }
        let memory = series.merge()?;
        let roots: Vec<PathBuf> = series.runs().iter().map(|run| run.root().to_owned()).collect();
        self.report(root, &roots, &memory, |out| {
            writeln!(out, "\n{} games in {count} runs, merged", memory.games)
        })
    }

    fn play(
        &self,
        planned: u32,
        open: impl FnOnce(&mut Progress) -> Result<Run, TrainingError>,
    ) -> anyhow::Result<Summary> {
        let mut progress = Progress::new(planned, self.arguments.quiet);
        let run = open(&mut progress)?;
        let lag = run.plan().policy_lag as usize;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.arguments.threads.map_or(cores.min(lag + 1), usize::from);
        let summary = run.play(threads, &self.stop, &mut progress)?;
        progress.finish();
        Ok(summary)
    }

    /// Draws the curves of runs and says what came out.
    fn report(
        &self,
        root: &Path,
        runs: &[PathBuf],
        memory: &Memory,
        games: impl FnOnce(&mut StdoutLock<'static>) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let pictures = plot::draw(runs, &root.join("plots"))?;
        if self.arguments.quiet {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        games(&mut out)?;
        write_knowledge(&mut out, memory)?;
        let path = RunPaths::new(root).memory();
        let path = path.display();
        writeln!(out, "\nLearning curves: {}", pictures.display())?;
        writeln!(out, "Memory:          {path}")?;
        writeln!(out, "See what it learned:  morph patterns list --memory {path}")?;
        Ok(())
    }
}

/// `training/runs/NAME`, or the first of `NAME-2`, `NAME-3` … that does not exist.
fn new_folder(name: &str) -> PathBuf {
    let runs = Path::new("training/runs");
    let numbered = (2..).map(|n| runs.join(format!("{name}-{n}")));
    std::iter::once(runs.join(name))
        .chain(numbered)
        .find(|path| !path.exists())
        .unwrap_or_else(|| runs.join(name))
}

fn write_games(out: &mut impl Write, root: &Path, summary: &Summary) -> io::Result<()> {
    let stopped = if summary.games < summary.planned {
        format!(" of {}; go on with: morph train --resume {}", summary.planned, root.display())
    } else {
        String::new()
    };
    writeln!(out, "\n{} games{stopped}", summary.games)?;
    for (opponent, tally) in &summary.scores {
        writeln!(out, "  against {opponent}: {tally}")?;
    }
    Ok(())
}

fn write_knowledge(out: &mut impl Write, memory: &Memory) -> io::Result<()> {
    writeln!(
        out,
        "  {} graph patterns, {} material patterns and {} move patterns known; {} forgotten",
        memory.graphs.len(),
        memory.materials.len(),
        memory.moves.len(),
        memory.graphs.forgotten_count()
            + memory.materials.forgotten_count()
            + memory.moves.forgotten_count()
    )?;
    writeln!(
        out,
        "\nMaterial, side to move minus the other side (the layout of the paper's Table 1)"
    )?;
    let mut rows = patterns::material_rows(memory);
    rows.retain(|row| patterns::paper_weight(row.vector()).is_some());
    patterns::write_material_table(out, &rows)
}
