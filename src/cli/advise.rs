//! `morph advise`: the rule for a position, a tutor, games played out, and proofs of the tables.

mod prove;
mod tables;

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, Subcommand};
use shakmaty::Position;

use tables::load;

use crate::chess::bare_king::EndgamePosition;
use crate::chess::position_from_fen;
use crate::endgame::advisor::Advisor;
use crate::endgame::no_advice::{is_covered, why_no_advice};
use crate::render::endgame::{advice_text, played_out};
use crate::render::tutor::tutor;

/// Arguments of `morph advise`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct AdviseArguments {
    #[command(subcommand)]
    task: Option<Task>,

    /// The position in Forsyth-Edwards notation (FEN), quoted or not
    #[arg(value_name = "FEN")]
    position: Vec<String>,

    /// Play the defence yourself; every move of the program is explained
    #[arg(long)]
    tutor: bool,

    /// Print the game against the longest defence, with the rule behind each move
    #[arg(long, conflicts_with = "tutor")]
    play_out: bool,

    /// Use this table only
    #[arg(long, value_name = "NAME")]
    table: Option<String>,

    /// Read the tables from the *.toml files of a folder instead of the built-in ones
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Play a table from every position of its endgame against every defence
    Prove(prove::ProveArguments),
    /// List the tables
    List {
        /// Read the tables from the *.toml files of a folder instead of the built-in ones
        #[arg(long, value_name = "FOLDER")]
        tables: Option<PathBuf>,
    },
}

/// Runs `morph advise`.
///
/// # Errors
///
/// An invalid table or position, a position without advice, an unknown table.
pub fn run(arguments: AdviseArguments) -> anyhow::Result<()> {
    match arguments.task {
        Some(Task::Prove(prove)) => prove::run(&prove),
        Some(Task::List { tables }) => list(&load(tables.as_deref())?),
        None => advise(&arguments),
    }
}

fn list(advisor: &Advisor) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    for table in advisor.tables() {
        writeln!(out, "{:<10} {:<5} {}", table.name, table.endgame, table.title)?;
    }
    Ok(())
}

fn advise(arguments: &AdviseArguments) -> anyhow::Result<()> {
    let text = arguments.position.join(" ");
    let first = text.split_whitespace().next().unwrap_or_default();
    if ["", "prove", "list"].contains(&first) {
        bail!("expected a position in FEN; subcommands (prove, list) come before all options");
    }
    let all = load(arguments.tables.as_deref())?;
    let position = position_from_fen(&text)
        .map_err(|error| anyhow::anyhow!("'{text}' is not a legal position: {error}"))?;
    let advisor = match &arguments.table {
        Some(name) => all.only(name)?,
        None => all.clone(),
    };
    let mut out = std::io::stdout();
    if !(arguments.tutor || arguments.play_out) {
        let advice = advisor.ask(&position)?;
        return Ok(write!(out, "{}", advice_text(&position, &advice))?);
    }
    let strong = EndgamePosition::from_chess(&position).map(|(_, strong)| strong);
    let is_playable = !position.is_game_over() && is_covered(advisor.tables(), &position);
    let Some(strong) = strong.filter(|_| is_playable) else {
        return Err(why_no_advice(advisor.tables(), &position).into());
    };
    if arguments.tutor {
        return Ok(tutor(position, strong, &advisor, &mut std::io::stdin().lock(), &mut out)?);
    }
    Ok(write!(out, "{}", played_out(&all, &advisor, &position)?)?)
}
