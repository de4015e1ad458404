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
use crate::render::progress::RunProgress;
#[cfg(feature = "nats")]
use crate::training::cluster::ClusterRun;
use crate::training::log::{LogFormat, Observers, TrainingLog};
use crate::training::{CheckedPlan, PlanFile, PlanOverrides, Players, Session};

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
    /// Who plays the games of a plan.
    #[cfg(feature = "nats")]
    fn players(&self, progress: &RunProgress) -> impl Fn(&CheckedPlan) -> Players + use<> {
        let threads = self.threads;
        let cluster = self.nats.as_ref().map(|url| self.cluster.on(url));
        let notify = progress.line_printer();
        move |plan| match &cluster {
            Some(address) => {
                let (address, notify) = (address.clone(), notify.clone());
                Players::Cluster(ClusterRun { address, notify })
            }
            None => Players::Threads(threads.count(plan.max_threads())),
        }
    }

    #[cfg(not(feature = "nats"))]
    fn players(&self, _: &RunProgress) -> impl Fn(&CheckedPlan) -> Players + use<> {
        let threads = self.threads;
        move |plan| Players::Threads(threads.count(plan.max_threads()))
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
    let mut progress = RunProgress::new(arguments.quiet);
    let command: Vec<_> = std::env::args().collect();
    let players = arguments.players(&progress);
    let mut log = arguments.log_format.map(TrainingLog::new);
    let mut play = || match &mut log {
        Some(log) => session.play(&command, &players, &stop, &mut Observers([&mut progress, log])),
        None => session.play(&command, &players, &stop, &mut progress),
    };
    let summary = match arguments.serve {
        Some(port) => serve::session_page(session.root(), port)?.run_during(play)?,
        None => play(),
    }?;
    progress.finish();
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
    log.map_or(Ok(()), TrainingLog::finish).context("the log is not whole")?;
    Ok(stop::check(&stop, summary.is_finished)?)
}
