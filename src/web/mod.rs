//! The program in a browser: a local server with the page, and the same data as JSON under `/api/v1`.
//!
//! ```text
//! request ─ guard ──────► Host, Origin and token are checked, and how many requests there are
//!         ─ assets ─────► the page, from the program itself
//!         ─ api ────────► JSON in, JSON out; described by /api/v1/openapi.json
//!             ─ pool ───► heavy work, on threads of its own, each with an explainer
//! ```
//!
//! The sources of the page are in `front`; `npm ci && npm run build` there writes its bundle into `dist`, which is committed
//! and becomes part of the program.
//!
//! No part of a request becomes the name of a file: assets are looked up in a table, runs among those that were found.

mod api;
mod assets;
mod error;
mod guard;
mod knowledge;
mod opponents;
mod patterns;
mod pool;
mod runs;

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

pub use error::StartError;
pub use guard::Token;

use crate::memory::Memory;
use guard::Policy;
use knowledge::Knowledge;
use pool::Pool;
use runs::RunShelf;

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
    /// Address to listen at. Beyond loopback every request needs a token.
    pub bind: IpAddr,
    /// Port; 0 for any. One of the next ones is taken if it is not free.
    pub port: u16,
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
    policy: Policy,
}

impl Server {
    /// Begins to listen.
    ///
    /// # Errors
    ///
    /// No port is free, the library does not belong to the memory, or a file is no model of an opponent.
    pub fn bind(settings: Settings) -> Result<Server, StartError> {
        let Settings { memory, memory_name, library, opponents, runs, bind, port } = settings;
        let listener = listen(bind, port)?;
        let address = listener.local_addr().map_err(StartError::Listen)?;
        let policy = Policy::for_address(bind);
        let knowledge = Knowledge::new(memory, memory_name, library.as_deref(), &opponents)?;
        let pool = Pool::new(Arc::new(knowledge));
        let state = Arc::new(State { pool, runs: RunShelf::new(runs), policy });
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

    /// The token that requests need, if any.
    #[must_use]
    pub fn token(&self) -> Option<&Token> {
        self.state.policy.token()
    }

    /// Answers requests until Ctrl-C.
    ///
    /// # Errors
    ///
    /// The threads or the socket cannot be made ready.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        self.listener.set_nonblocking(true)?;
        let done = runtime.block_on(async move {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            self.state.pool.prepare();
            let app = guard::guarded(api::router().merge(assets::router()), self.state);
            tokio::select! {
                done = async { axum::serve(listener, app).await } => done,
                done = tokio::signal::ctrl_c() => done,
            }
        });
        // Work under way has nobody left to answer.
        runtime.shutdown_background();
        done
    }
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
