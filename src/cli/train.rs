use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::opponent::OpponentArguments;
use super::progress::Progress;
use super::{plot, stop};
use crate::export;
use crate::training::{CheckedPlan, Plan, Run, Summary};

/// Without any option: the built-in plan, about two minutes on two cores.
#[derive(Debug, Args)]
pub(super) struct TrainArguments {
    /// What to do; see training/plans.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    plan: Option<PathBuf>,
    #[command(flatten)]
    opponent: OpponentArguments,
    /// Games to play, in place of the plan's.
    #[arg(long, conflicts_with = "resume", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Seed of all chance, in place of the plan's.
    #[arg(long, conflicts_with = "resume")]
    seed: Option<u64>,
    /// Folder of the run; a new one in training/runs if not given.
    #[arg(long, value_name = "FOLDER", conflicts_with = "resume")]
    run: Option<PathBuf>,
    /// Go on with a run that was stopped or killed.
    #[arg(long, value_name = "FOLDER", conflicts_with = "opponent")]
    resume: Option<PathBuf>,
    /// Games played at the same time; as many as there are processors if not given.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Keep the checkpoints of every so-manieth game, for a learning curve with `morph ladder`.
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u32).range(1..))]
    keep_every: Option<u32>,
    /// No progress, no summary.
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: TrainArguments) -> anyhow::Result<()> {
    let mut progress;
    let (root, mut run) = match &arguments.resume {
        Some(root) => {
            let planned = Plan::load(&root.join("plan.toml")).map_or(0, |plan| plan.games);
            progress = Progress::new(planned, arguments.quiet);
            (root.clone(), Run::resume(root, &mut progress)?)
        }
        None => {
            let plan = plan(&arguments)?;
            progress = Progress::new(plan.games, arguments.quiet);
            let root = arguments.run.clone().unwrap_or_else(|| new_folder(&plan.name));
            let run = Run::begin(&root, plan, std::env::args().collect())?;
            (root, run)
        }
    };
    if let Some(games) = arguments.keep_every {
        run.keep_every(games);
    }
    let lag = run.plan().lag as usize;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.map_or(cores.min(lag + 1), usize::from);
    let stop = stop::on_interrupt()?;
    let summary = run.play(threads, &stop, &mut progress)?;
    progress.finish();
    let pictures = plot::draw(std::slice::from_ref(&root), &root.join("plots"))?;
    if !arguments.quiet {
        let mut out = std::io::stdout().lock();
        print_summary(&mut out, &root, &summary)?;
        writeln!(out, "\nLearning curves: {}", pictures.display())?;
        let memory = root.join("memory.morph");
        writeln!(out, "Memory:          {}", memory.display())?;
        writeln!(out, "See what it learned:  morph patterns list --memory {}", memory.display())?;
    }
    Ok(())
}

fn plan(arguments: &TrainArguments) -> anyhow::Result<CheckedPlan> {
    let (mut plan, path) = match &arguments.plan {
        Some(path) => (Plan::load(path)?, path.clone()),
        None => {
            let path = PathBuf::from("the built-in plan");
            (Plan::parse(Plan::DEFAULT, &path)?, path)
        }
    };
    if let Some(opponent) = arguments.opponent.opponent()? {
        plan.opponents = vec![opponent];
    }
    plan.games = arguments.games.unwrap_or(plan.games);
    plan.seed = arguments.seed.unwrap_or(plan.seed);
    Ok(plan.check(&path)?)
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

fn print_summary(out: &mut impl Write, root: &Path, summary: &Summary) -> std::io::Result<()> {
    let stopped = if summary.games < summary.planned {
        format!(" of {}; go on with: morph train --resume {}", summary.planned, root.display())
    } else {
        String::new()
    };
    writeln!(out, "\n{} games{stopped}", summary.games)?;
    for (opponent, tally) in &summary.scores {
        writeln!(out, "  against {opponent}: {tally}")?;
    }
    let memory = &summary.memory;
    writeln!(
        out,
        "  {} graph patterns and {} material patterns known; {} forgotten",
        memory.graphs.len(),
        memory.materials.len(),
        memory.graphs.removed_count() + memory.materials.removed_count()
    )?;
    writeln!(
        out,
        "\nMaterial, side to move minus the other side (the layout of the paper's Table 1)"
    )?;
    let mut rows = export::material_rows(memory);
    rows.retain(|row| export::paper_weight(row.vector()).is_some());
    export::write_material_table(out, &rows)
}
