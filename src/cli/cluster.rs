use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::output::{FormatArgument, ThreadsArgument};
use super::stop;
use crate::render::cluster;
use crate::render::progress::print_line;
use crate::training::cluster::{
    ClusterAddress, ClusterName, ClusterStatus, ClusterWorker, WorkerSettings,
};

/// Which cluster of a server is meant, and how to be let in.
#[derive(Debug, Args)]
pub(super) struct ClusterArguments {
    /// Name of the cluster, by which several share a NATS server
    #[arg(long, value_name = "NAME", default_value_t)]
    cluster: ClusterName,
    /// File with credentials for the NATS server (JWT and NKey)
    #[arg(long, value_name = "FILE")]
    nats_creds: Option<PathBuf>,
}

impl ClusterArguments {
    /// The cluster on the server with this URL.
    pub(super) fn on(&self, url: &str) -> ClusterAddress {
        let (name, credentials) = (self.cluster.clone(), self.nats_creds.clone());
        ClusterAddress { url: url.to_owned(), name, credentials }
    }
}

/// A cluster, by default on this machine.
#[derive(Debug, Args)]
struct AddressArguments {
    /// NATS server with JetStream, also tls://USER:PASSWORD@HOST:PORT; several with commas
    #[arg(long, value_name = "URL", default_value = "nats://localhost:4222")]
    nats: String,
    #[command(flatten)]
    cluster: ClusterArguments,
}

impl AddressArguments {
    fn address(&self) -> ClusterAddress {
        self.cluster.on(&self.nats)
    }
}

/// Plays games of the run that `morph train --nats` trains; any number of machines can.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit code: 0 when the run has ended (--once), 130 after an interrupt, 1 after a failure"
)]
pub(super) struct WorkerArguments {
    #[command(flatten)]
    cluster: AddressArguments,
    #[command(flatten)]
    threads: ThreadsArgument,
    /// Name of the worker, different from all others [default: name of the machine and number of the process]
    #[arg(long, value_name = "NAME")]
    name: Option<ClusterName>,
    /// End with the run, in place of waiting for the next
    #[arg(long)]
    once: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum ClusterCommand {
    /// Show the run, what waits, and the workers with their speed
    Status(StatusArguments),
}

#[derive(Debug, Args)]
pub(super) struct StatusArguments {
    #[command(flatten)]
    cluster: AddressArguments,
    #[command(flatten)]
    format: FormatArgument,
}

pub(super) fn work(arguments: &WorkerArguments) -> anyhow::Result<()> {
    let stop = stop::on_interrupt()?;
    let settings = WorkerSettings {
        address: arguments.cluster.address(),
        name: arguments.name.clone().unwrap_or_else(ClusterName::of_this_process),
        threads: arguments.threads.count(256),
        once: arguments.once,
        notify: print_line(arguments.quiet),
    };
    let games = ClusterWorker::run(settings, &stop)?;
    print_line(arguments.quiet)(&format!("{games} games played"));
    Ok(stop::check(&stop, false)?)
}

pub(super) fn run(command: &ClusterCommand) -> anyhow::Result<()> {
    let ClusterCommand::Status(arguments) = command;
    let status = ClusterStatus::ask(&arguments.cluster.address())?;
    arguments.format.print(|| cluster::text(&status), &status)
}
