use std::num::NonZero;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use strum::VariantNames;

use super::opponent::OpponentArguments;
use super::output::{FormatArgument, ThreadsArgument, print, print_json};
use super::{plot, serve, stop};
use crate::render::patterns::TrainingReport;
use crate::render::progress::SessionProgress;
#[cfg(feature = "nats")]
use crate::training::cluster::ClusterRun;
use crate::training::log::{LogFormat, TrainingLogs};
use crate::training::{Observers, PlanFile, PlanOverrides, RunObserver, Session, Workforce};

/// Without options: the built-in plan, about two minutes on two cores.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit code: 0 when all games are played, 130 after an interrupt, 1 after a failure"
)]
pub(super) struct TrainArguments {
    /// Built-in plan (default, morph-1991, player-continued, player-merged, player-moves) or file with a plan, of one run or of
    /// several whose memories are merged
    #[arg(long, value_name = "PLAN", default_value = "default", conflicts_with = "resume")]
    plan: PathBuf,
    #[command(flatten)]
    opponent: OpponentArguments,
    /// Games of each run [default: as in the plan]
    #[arg(long, conflicts_with = "resume", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Seed of all random choices; each further run takes the next number [default: as in the plan]
    #[arg(long, conflicts_with = "resume")]
    seed: Option<u64>,
    /// Begin with this memory, a file or `built-in` [default: as in the plan, mostly an empty one]
    #[arg(long, value_name = "MEMORY", conflicts_with = "resume")]
    start: Option<PathBuf>,
    /// Folder of the run [default: a new folder in training/runs]
    #[arg(long, value_name = "FOLDER", conflicts_with = "resume")]
    run: Option<PathBuf>,
    /// Resume the run in this folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["opponent", "depth", "nodes", "movetime", "option"])]
    resume: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArgument,
    /// Let `morph worker` play the games, on any number of machines that reach this NATS server: nats://HOST, or
    /// tls://USER:PASSWORD@HOST:PORT
    #[cfg(feature = "nats")]
    #[arg(long, value_name = "URL", conflicts_with = "threads")]
    nats: Option<String>,
    #[cfg(feature = "nats")]
    #[command(flatten)]
    cluster: super::cluster::ClusterArguments,
    /// Write and keep a checkpoint every N games, for a learning curve with `morph gauntlet` [default: as in the plan]
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    keep_every: Option<NonZero<u32>>,
    /// Show the run in a browser while it trains, at this port of this machine [default port: 8642]
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "8642")]
    serve: Option<u16>,
    /// Write a log beside the journal while the run goes on, for other programs: log.csv, or event files in the folder
    /// `tensorboard`
    #[arg(long, value_parser = PossibleValuesParser::new(LogFormat::VARIANTS).try_map(|name| name.parse::<LogFormat>()))]
    log_format: Option<LogFormat>,
    /// Do not show progress and summary
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    format: FormatArgument,
}

impl TrainArguments {
    #[cfg(feature = "nats")]
    fn workforce(&self, progress: &SessionProgress) -> Workforce {
        let Some(url) = &self.nats else { return self.threads.workforce() };
        let (address, notify) = (self.cluster.on(url), progress.line_printer());
        Workforce::Cluster(ClusterRun { address, notify })
    }

    #[cfg(not(feature = "nats"))]
    fn workforce(&self, _: &SessionProgress) -> Workforce {
        self.threads.workforce()
    }
}

pub(super) fn run(arguments: TrainArguments) -> anyhow::Result<()> {
    // Huge pages hold half as much again as a run needs, and make it no faster (training/HISTORY.md, 2026-11-24).
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_thp_disable(true);
    let stop = stop::on_interrupt()?;
    let session = match &arguments.resume {
        Some(root) => Session::resume(root)?,
        None => {
            let path = &arguments.plan;
            let file = PlanFile::find(path)?;
            let overrides = PlanOverrides {
                opponent: arguments.opponent.opponent()?,
                games: arguments.games,
                seed: arguments.seed,
                keep_every: arguments.keep_every,
                start: arguments.start.clone(),
            };
            Session::begin(file, &overrides, arguments.run.clone(), path)?
        }
    };
    let progress = SessionProgress::new(arguments.quiet);
    let logs = arguments.log_format.map(TrainingLogs::new);
    let mut observe = |place| -> Box<dyn RunObserver> {
        let bar: Box<dyn RunObserver> = Box::new(progress.of_run(place));
        let log = logs.as_ref().map(|logs| Box::new(logs.of_run()) as Box<dyn RunObserver>);
        Box::new(Observers([bar].into_iter().chain(log).collect()))
    };
    let command: Vec<_> = std::env::args().collect();
    let workforce = arguments.workforce(&progress);
    let mut play = || session.play(&command, &workforce, &stop, &mut observe);
    let summary = match arguments.serve {
        Some(port) => serve::session_page(session.root(), port)?.run_during(play)?,
        None => play(),
    }?;
    let (path, plots) = (session.memory_path(), session.root().join("plots"));
    if summary.memory.is_some() {
        plot::draw(&summary.runs, &plots)?;
    }
    let report = TrainingReport::new(&summary, &path, &plots);
    if arguments.format.is_json() {
        print_json(&report)?;
    } else if !arguments.quiet {
        print(&format!("\n{}", report.text()))?;
    }
    logs.map_or(Ok(()), TrainingLogs::finish).context("the log is not whole")?;
    Ok(stop::check(&stop, summary.is_finished)?)
}
