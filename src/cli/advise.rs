//! `morph advise`: the rule for a position, a tutor, games played out, and proofs of the tables.

mod prove;

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, Subcommand};

use super::output::FormatArgument;
use crate::arena::Subject;
use crate::chess::{Game, Start};
use crate::endgame::advisor::Advisor;
use crate::render::endgame::{
    AdviceRecord, PlayedOut, PlayedOutRecord, TableRecord, advice_text, played_out_text, table_list,
};
use crate::render::tutor::tutor;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct AdviseArguments {
    #[command(subcommand)]
    task: Option<Task>,

    /// The position in Forsyth-Edwards notation (FEN), quoted or not, or `-` for standard input
    #[arg(value_name = "FEN")]
    position: Vec<String>,

    /// Play the defence yourself; every move of the program is explained
    #[arg(long, conflicts_with = "format")]
    tutor: bool,

    /// Print the game against the longest defence, with the rule behind each move
    #[arg(long, conflicts_with = "tutor")]
    play_out: bool,

    /// Use this table only
    #[arg(long, value_name = "NAME")]
    table: Option<String>,

    #[command(flatten)]
    tables: TablesArgument,

    #[command(flatten)]
    format: FormatArgument,
}

/// The option `--tables`.
#[derive(Debug, Args)]
struct TablesArgument {
    /// Read the tables from the *.toml files of a folder instead of the built-in ones
    #[arg(long = "tables", value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

impl TablesArgument {
    fn load(&self) -> anyhow::Result<Advisor> {
        Ok(Advisor::load_or_shipped(self.folder.as_deref())?)
    }
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Play a table from every position of its endgame against every defence
    Prove(prove::ProveArguments),
    /// List the tables
    List {
        #[command(flatten)]
        tables: TablesArgument,
        #[command(flatten)]
        format: FormatArgument,
    },
}

pub(super) fn run(arguments: AdviseArguments) -> anyhow::Result<()> {
    match arguments.task {
        Some(Task::Prove(prove)) => prove::run(&prove),
        Some(Task::List { tables, format }) => {
            let advisor = tables.load()?;
            let records: Vec<_> = advisor.tables().iter().map(TableRecord::new).collect();
            format.print(|| table_list(advisor.tables()), &records)
        }
        None => advise(&arguments),
    }
}

fn advise(arguments: &AdviseArguments) -> anyhow::Result<()> {
    let first = arguments.position.first().map_or("", String::as_str);
    if ["", "prove", "list"].contains(&first) {
        bail!("expected a position in FEN; subcommands (prove, list) come before all options");
    }
    let all = arguments.tables.load()?;
    let position = Subject::position_of(&arguments.position)?;
    let advisor = match &arguments.table {
        Some(name) => all.only(name)?,
        None => all.clone(),
    };
    if arguments.tutor {
        let strong = advisor.stronger_side(&position)?;
        let (input, out) = (&mut std::io::stdin().lock(), &mut std::io::stdout());
        return Ok(tutor(position, strong, &advisor, input, out)?);
    }
    if arguments.play_out {
        let played = PlayedOut::new(&all, &advisor, &position)?;
        let text = played_out_text(&played);
        return arguments.format.print(|| text, &PlayedOutRecord::new(played));
    }
    let advice = advisor.ask(&position)?;
    let game = Game::new(Start::Position(Box::new(position.clone())));
    let record = AdviceRecord::new(&game, advice.clone());
    arguments.format.print(|| advice_text(&position, &advice), &record)
}
