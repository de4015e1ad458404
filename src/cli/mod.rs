//! The command line: one file for each subcommand. Only here are arguments read and results printed.

mod adversary;
pub mod advise;
mod bench;
mod cases;
mod explain;
mod gauntlet;
mod matches;
mod opponent;
mod output;
mod patterns;
mod plot;
mod stop;
mod train;
mod trained;
mod uci;
mod why;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A chess program that learns patterns from its own games and can say what it learned.
#[derive(Debug, Parser)]
#[command(name = "morph", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Learn to play from an empty memory.
    Train(train::TrainArguments),
    /// Draw the learning curves of one or several runs.
    Plot(plot::PlotArguments),
    /// Look at what a memory has learned.
    Patterns(patterns::PatternsArguments),
    /// Play a match between a memory and an opponent.
    Match(matches::MatchArguments),
    /// Play a gauntlet: matches of a memory against opponents of increasing strength.
    #[command(alias = "ladder")]
    Gauntlet(gauntlet::GauntletArguments),
    /// Endgame advice: the rule for a position, a tutor, and proofs of the tables.
    Advise(advise::AdviseArguments),
    /// Know your opponent: learn a player from his games, predict his next move.
    Adversary(adversary::AdversaryArguments),
    /// Say why a position is good or bad; annotate games.
    Explain(explain::ExplainArguments),
    /// Say why this move and not that one.
    Why(why::WhyArguments),
    /// The cases that explanations are adapted from.
    Cases(cases::CasesArguments),
    /// Evaluate fixed positions: speed, and a signature of every value and choice.
    Bench(bench::BenchArguments),
    /// Be a UCI engine, for any chess program.
    Uci(uci::UciArguments),
}

/// Reads the command line, does what it says, and reports failure on standard error.
///
/// Exit code 0: done; 1: it failed; 2: the command line makes no sense.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    log_if_asked();
    let done = match arguments.command {
        Command::Train(arguments) => train::run(arguments),
        Command::Plot(arguments) => plot::run(&arguments),
        Command::Patterns(arguments) => patterns::run(arguments),
        Command::Match(arguments) => matches::run(&arguments),
        Command::Gauntlet(arguments) => gauntlet::run(&arguments),
        Command::Advise(arguments) => advise::run(arguments),
        Command::Adversary(arguments) => adversary::run(arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Why(arguments) => why::run(&arguments),
        Command::Cases(arguments) => cases::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Uci(arguments) => uci::run(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "morph: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// `MORPH_LOG=debug` (or any filter of `tracing`: `morph::uci=trace` for what engines say and hear) logs to standard error.
fn log_if_asked() {
    if let Ok(filter) = tracing_subscriber::EnvFilter::try_from_env("MORPH_LOG") {
        let colours = std::io::IsTerminal::is_terminal(&std::io::stderr());
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours);
        log.with_writer(std::io::stderr).init();
    }
}

/// Whoever reads our output has seen enough (`morph … | head`).
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
