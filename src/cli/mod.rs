//! The command line: arguments and dispatch, one file for each subcommand.

mod advise;
mod bench;
mod cases;
#[cfg(feature = "nats")]
mod cluster;
mod explain;
mod gauntlet;
mod genfens;
mod library;
mod matches;
mod memory_argument;
mod opponent;
mod opponent_model;
mod output;
mod patterns;
mod plot;
mod serve;
mod shell;
mod train;
mod uci;
mod verify;
mod why;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::arena::Genfens;
use crate::render::output::is_closed_pipe;
use crate::render::stop;

/// A chess program that learns patterns from its own games and explains what it learned
#[derive(Debug, Parser)]
#[command(bin_name = "morph")] // On Windows, too.
#[command(name = "morph", version, arg_required_else_help = true, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Open the program in a browser: play it, ask it, watch it learn
    Serve(serve::ServeArguments),
    /// Train a memory by playing games
    Train(train::TrainArguments),
    /// Play games of a training run on this machine for a learner elsewhere
    #[cfg(feature = "nats")]
    Worker(cluster::WorkerArguments),
    /// Look after training on many machines
    #[cfg(feature = "nats")]
    #[command(subcommand)]
    Cluster(cluster::ClusterCommand),
    /// Draw the learning curves of one or more runs
    Plot(plot::PlotArguments),
    /// Play a match between a memory and an opponent
    Match(Box<matches::MatchArguments>),
    /// Play matches against a series of opponents, the weakest first
    #[command(alias = "ladder")]
    Gauntlet(gauntlet::GauntletArguments),
    /// Inspect, export and merge learned patterns
    #[command(subcommand)]
    Patterns(patterns::PatternsCommand),
    /// Explain positions; annotate games
    Explain(explain::ExplainArguments),
    /// Find positions like a given one in games
    Library(library::LibraryArguments),
    /// Compare two moves
    Why(why::WhyArguments),
    /// Manage the cases from which explanations are adapted
    Cases(cases::CasesArguments),
    /// Look up, practise and prove endgame advice
    Advise(advise::AdviseArguments),
    /// Learn a player from their games and predict their next move
    #[command(alias = "adversary")]
    Opponent(opponent_model::OpponentModelArguments),
    /// Check whether runs, memories and other files are whole, and say what can be saved
    Verify(verify::VerifyArguments),
    /// Run as a UCI engine
    Uci(uci::UciArguments),
    /// Measure evaluation speed and print a checksum of all values and choices
    Bench(bench::BenchArguments),
    /// Print start positions for OpenBench
    Genfens(genfens::GenfensArguments),
    /// Print what a shell needs to complete commands and options
    Completions(shell::CompletionsArguments),
    /// Write manual pages
    Man(shell::ManArguments),
}

/// Runs the command on the command line and reports errors on standard error.
///
/// Exit codes: 0 for success, 1 for failure, 2 for an invalid command line, 130 for a command that was interrupted.
pub fn main() -> ExitCode {
    let arguments = Genfens::separated(std::env::args_os().collect());
    let arguments = Arguments::parse_from(uci::without_arguments(arguments));
    init_logging();
    let done = match arguments.command {
        Command::Serve(arguments) => serve::run(arguments),
        Command::Train(arguments) => train::run(arguments),
        #[cfg(feature = "nats")]
        Command::Worker(arguments) => cluster::work(&arguments),
        #[cfg(feature = "nats")]
        Command::Cluster(command) => cluster::run(&command),
        Command::Plot(arguments) => plot::run(&arguments),
        Command::Patterns(command) => patterns::run(command),
        Command::Match(arguments) => matches::run(&arguments),
        Command::Gauntlet(arguments) => gauntlet::run(&arguments),
        Command::Advise(arguments) => advise::run(arguments),
        Command::Opponent(arguments) => opponent_model::run(arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Library(arguments) => library::run(arguments),
        Command::Why(arguments) => why::run(&arguments),
        Command::Cases(arguments) => cases::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Genfens(arguments) => genfens::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Completions(arguments) => shell::complete(&arguments, Arguments::command()),
        Command::Man(arguments) => shell::manual(&arguments, Arguments::command()),
        Command::Uci(arguments) => uci::run(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(error.chain()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "morph: {error:#}");
            if error.is::<stop::Interrupted>() { ExitCode::from(130) } else { ExitCode::FAILURE }
        }
    }
}

/// Logs to standard error if `MORPH_LOG` holds a `tracing` filter: `debug`, or `morph::uci=trace` for engine traffic.
fn init_logging() {
    if let Ok(filter) = tracing_subscriber::EnvFilter::try_from_env("MORPH_LOG") {
        let is_terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(is_terminal);
        log.with_writer(std::io::stderr).init();
    }
}
