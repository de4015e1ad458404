//! The program in a browser: a local server with the page, and the same data as JSON under `/api/v1`.
//!
//! ```text
//! request ─ guard ──────► Host, Origin and token are checked, and how many requests there are
//!         ─ assets ─────► the page, from the program itself
//!         ─ api ────────► JSON in, JSON out, by the functions of `page`; described by /api/v1/openapi.json
//!             ─ pool ───► heavy work, on threads of its own, each with an explainer
//!             ─ trainer ► a training that was started from the page, on a thread of its own
//! ```
//!
//! The sources of the page are in `front`; `npm ci && npm run build` there writes its bundle into `dist`, which is committed
//! and becomes part of the program.
//!
//! No part of a request becomes the name of a file: assets are looked up in a table, runs among those that were found, plans
//! and opponents among those that were read at the start.

mod api;
mod assets;
mod error;
mod guard;
mod pool;
mod run_memory;
mod runs;
mod trainer;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

pub use error::StartError;
pub use guard::Token;

use crate::file_format::LoadError;
use crate::memory::Memory;
use crate::page::knowledge::Knowledge;
use guard::Policy;
use pool::Pool;
use run_memory::RunMemories;
use runs::RunShelf;
use trainer::Trainer;

/// What is served, and where.
#[derive(Debug)]
pub struct Settings {
    /// The memory that plays and explains.
    pub memory: Memory,
    /// Its name for readers.
    pub memory_name: String,
    /// Folder of a library of games, if there is one.
    pub library: Option<PathBuf>,
    /// Files with models of opponents.
    pub opponents: Vec<PathBuf>,
    /// Folders of training runs, or folders that hold such folders; they need not exist.
    pub runs: Vec<PathBuf>,
    /// Folder into which runs are put that are started from the page; none can be started without, or if it is a run itself.
    pub new_runs: Option<PathBuf>,
    /// Folder of plans that can be started from the page, besides the built-in ones.
    pub plans: Option<PathBuf>,
    /// Address to listen at. Beyond loopback every request needs a token.
    pub bind: IpAddr,
    /// Port; 0 for any. One of the next ones is taken if it is not free.
    pub port: u16,
}

impl Settings {
    /// The runs in a folder are watched on this machine, with the built-in memory; none can be started.
    ///
    /// # Errors
    ///
    /// As [`Memory::load_shipped`].
    pub fn of_runs(folder: &Path, port: u16) -> Result<Settings, LoadError> {
        Ok(Settings {
            memory: Memory::load_shipped()?,
            memory_name: Memory::name_of(None),
            library: None,
            opponents: Vec::new(),
            runs: vec![folder.to_owned()],
            new_runs: None,
            plans: None,
            bind: Ipv4Addr::LOCALHOST.into(),
            port,
        })
    }
}

/// Ports that are tried, one after the other.
const PORTS_TRIED: u16 = 20;

/// A server that listens and has not answered yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    state: Arc<State>,
}

/// What the handlers share.
#[derive(Debug)]
struct State {
    pool: Pool,
    runs: RunShelf,
    memories: RunMemories,
    trainer: Trainer,
    policy: Policy,
}

impl Server {
    /// Begins to listen.
    ///
    /// # Errors
    ///
    /// No port is free, the library does not belong to the memory, or a file is no model of an opponent or no plan.
    pub fn bind(settings: Settings) -> Result<Server, StartError> {
        let Settings { memory, memory_name, library, opponents, bind, port, .. } = settings;
        let listener = listen(bind, port)?;
        let address = listener.local_addr().map_err(StartError::Listen)?;
        let policy = Policy::for_address(bind);
        let knowledge = Knowledge::new(memory, memory_name, library.as_deref(), &opponents)?;
        let pool = Pool::new(Arc::new(knowledge));
        let trainer = Trainer::new(settings.plans.as_deref(), settings.new_runs)?;
        let (runs, memories) = (RunShelf::new(settings.runs), RunMemories::default());
        let state = Arc::new(State { pool, runs, memories, trainer, policy });
        Ok(Server { listener, address, state })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the page, with the token if one is needed.
    #[must_use]
    pub fn url(&self) -> String {
        // Nobody can open 0.0.0.0.
        let address = match self.address.ip() {
            ip if ip.is_unspecified() => {
                SocketAddr::new([127, 0, 0, 1].into(), self.address.port())
            }
            _ => self.address,
        };
        match self.state.policy.token() {
            Some(token) => format!("http://{address}/?token={token}"),
            None => format!("http://{address}/"),
        }
    }

    /// Where the page is, and who can open it; every line ended.
    #[must_use]
    pub fn greeting(&self) -> String {
        let mut text = format!("Morph is at {} until Ctrl-C\n", self.url());
        if self.token().is_some() {
            text.push_str("Other machines can reach it: whoever has the token can use it\n");
        }
        text
    }

    /// The token that requests need, if any.
    #[must_use]
    pub fn token(&self) -> Option<&Token> {
        self.state.policy.token()
    }

    /// Answers requests until Ctrl-C or a termination signal. A training that was started from the page is stopped then, and
    /// saved; a second signal does not wait for it.
    ///
    /// # Errors
    ///
    /// The threads or the socket cannot be made ready.
    pub fn run(self) -> io::Result<()> {
        let state = Arc::clone(&self.state);
        self.serve(async move {
            interrupted().await?;
            let saved = tokio::task::spawn_blocking(move || state.trainer.finish());
            tokio::select! {
                _ = saved => Ok(()),
                done = interrupted() => done,
            }
        })
    }

    /// Answers requests while `work` is done, which handles signals itself.
    ///
    /// # Errors
    ///
    /// The threads or the socket cannot be made ready.
    pub fn run_during<T>(self, work: impl FnOnce() -> T) -> io::Result<T> {
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let state = Arc::clone(&self.state);
        let serving = std::thread::spawn(move || {
            self.serve(async move {
                // An error means that the work has panicked.
                let _ = ended.await;
                Ok(())
            })
        });
        let result = work();
        state.trainer.finish();
        let _ = end.send(());
        serving.join().map_err(|_| io::Error::other("the server has failed"))??;
        Ok(result)
    }

    fn serve(self, until: impl Future<Output = io::Result<()>>) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        self.listener.set_nonblocking(true)?;
        let done = runtime.block_on(async move {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            self.state.pool.prepare();
            let app = guard::guarded(api::router().merge(assets::router()), self.state);
            tokio::select! {
                done = async { axum::serve(listener, app).await } => done,
                done = until => done,
            }
        });
        // Work under way has nobody left to answer.
        runtime.shutdown_background();
        done
    }
}

/// Opens a page in the browser that the system has for pages.
///
/// # Errors
///
/// It cannot be started.
pub fn open_in_browser(url: &str) -> io::Result<()> {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "windows" => ("cmd", &["/C", "start", ""]),
        "macos" => ("open", &[]),
        _ => ("xdg-open", &[]),
    };
    let mut browser = Command::new(program);
    browser.args(before).arg(url).stdout(Stdio::null()).stderr(Stdio::null());
    browser.spawn().map(|_| ())
}

/// Ctrl-C or a termination signal.
async fn interrupted() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminated = signal(SignalKind::terminate())?;
        tokio::select! {
            done = tokio::signal::ctrl_c() => done,
            _ = terminated.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

/// A socket at this port, or at one of the next.
fn listen(ip: IpAddr, port: u16) -> Result<TcpListener, StartError> {
    let mut tried = port..=port.saturating_add(PORTS_TRIED - 1);
    let mut next = tried.next().unwrap_or(port);
    loop {
        match TcpListener::bind((ip, next)) {
            Ok(listener) => return Ok(listener),
            Err(fault) if fault.kind() == io::ErrorKind::AddrInUse => match tried.next() {
                Some(port) => next = port,
                None => return Err(StartError::Listen(fault)),
            },
            Err(fault) => return Err(StartError::Listen(fault)),
        }
    }
}
