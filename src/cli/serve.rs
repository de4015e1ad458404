//! `morph serve`: the program in a browser.

use std::net::IpAddr;
use std::path::{Path, PathBuf};

use clap::Args;

use super::memory_argument::MemoryArgument;
use super::output::{note, print};
use crate::web::{Server, Settings, open_in_browser};

#[derive(Debug, Args)]
pub(super) struct ServeArguments {
    #[command(flatten)]
    memory: MemoryArgument,
    /// Library of games to search for positions like the one on the board
    #[arg(long, value_name = "LIBRARY")]
    library: Option<PathBuf>,
    /// Model of an opponent, written by `morph opponent learn`, to prepare for; can be given several times
    #[arg(long = "opponent", value_name = "MODEL")]
    opponents: Vec<PathBuf>,
    /// Folder of training runs, or of one, to watch; can be given several times. New runs go into the first
    #[arg(long = "runs", value_name = "FOLDER", default_value = "training/runs")]
    runs: Vec<PathBuf>,
    /// Folder of plans that can be started from the page, besides the built-in ones
    #[arg(long, value_name = "FOLDER")]
    plans: Option<PathBuf>,
    /// Port; one of the next if it is taken, any free one for 0
    #[arg(long, value_name = "N", default_value_t = 8642)]
    port: u16,
    /// Address to listen at; beyond this machine everybody needs the token that is printed
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

/// Serves until Ctrl-C.
pub(super) fn run(arguments: ServeArguments) -> anyhow::Result<()> {
    let ServeArguments { memory, library, opponents, runs, plans, port, bind, open } = arguments;
    let server = Server::bind(Settings {
        memory_name: memory.name(),
        memory: memory.load()?,
        library,
        opponents,
        new_runs: runs.first().cloned(),
        runs,
        plans,
        bind,
        port,
    })?;
    print(&server.greeting())?;
    if open && open_in_browser(&server.url()).is_err() {
        note("morph: no browser could be started; open the page yourself");
    }
    Ok(server.run()?)
}

/// The page of a session that is about to be trained, with the built-in memory.
pub(super) fn session_page(root: &Path, port: u16) -> anyhow::Result<Server> {
    let server = Server::bind(Settings::of_runs(root, port)?)?;
    note(&format!("The run is at {}#/training until it ends", server.url()));
    Ok(server)
}
