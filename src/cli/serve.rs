//! `morph serve`: the program in a browser.

use std::io::{self, Write};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;

use super::memory_argument::{self, MemoryArgument};
use crate::web::{Server, Settings};

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

/// Runs `morph serve` until Ctrl-C.
///
/// # Errors
///
/// The memory or the library cannot be read, or no port is free.
pub(super) fn run(arguments: ServeArguments) -> anyhow::Result<()> {
    let ServeArguments { memory, library, opponents, runs, plans, port, bind, open } = arguments;
    let settings = Settings {
        memory_name: memory.name(),
        memory: memory.load()?,
        library,
        opponents,
        new_runs: runs.first().cloned(),
        runs,
        plans,
        bind,
        port,
    };
    let server = Server::bind(settings)?;
    let url = server.url();
    let mut out = io::stdout();
    writeln!(out, "Morph is at {url} until Ctrl-C")?;
    if server.token().is_some() {
        writeln!(out, "Other machines can reach it: whoever has the token can use it")?;
    }
    out.flush()?;
    if open && open_in_browser(&url).is_err() {
        writeln!(io::stderr(), "morph: no browser could be started; open the page yourself")?;
    }
    Ok(server.run()?)
}

/// The page of a session that is about to be trained, with the built-in memory.
pub(super) fn session_page(root: &Path, port: u16) -> anyhow::Result<Server> {
    let server = Server::bind(Settings {
        memory_name: memory_argument::name(None),
        memory: memory_argument::load(None)?,
        library: None,
        opponents: Vec::new(),
        runs: vec![root.to_owned()],
        new_runs: None,
        plans: None,
        bind: [127, 0, 0, 1].into(),
        port,
    })?;
    writeln!(io::stderr(), "The run is at {}#/training until it ends", server.url())?;
    Ok(server)
}

fn open_in_browser(url: &str) -> io::Result<()> {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "windows" => ("cmd", &["/C", "start", ""]),
        "macos" => ("open", &[]),
        _ => ("xdg-open", &[]),
    };
    let mut browser = Command::new(program);
    browser.args(before).arg(url).stdout(Stdio::null()).stderr(Stdio::null());
    browser.spawn().map(|_| ())
}
