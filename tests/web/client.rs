//! A server in this process, and a client that can also send what browsers do not.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::Duration;

use morph::memory::Memory;
use morph::web::{Server, Settings};
use serde_json::Value;

/// A server on a free port of this machine, with a folder of runs.
pub struct Site {
    pub address: SocketAddr,
    /// The folder of its only run, which has three games.
    pub run: PathBuf,
}

pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

static SITE: LazyLock<Site> = LazyLock::new(Site::with_run);

/// The server that most tests share.
pub fn site() -> &'static Site {
    &SITE
}

impl Site {
    /// A server whose run looks as if it went on: its plan asks for more games than it has.
    pub fn with_run() -> Site {
        let folder = tempfile::tempdir().unwrap().keep();
        let run = folder.join("a");
        let mut train = Command::new(env!("CARGO_BIN_EXE_morph"));
        let train = train.args(["train", "--games", "3", "--quiet", "--run"]).arg(&run);
        assert!(train.status().unwrap().success());
        ask_for_more_games(&run);
        let model = folder.join("model.adv");
        let mut learn = Command::new(env!("CARGO_BIN_EXE_morph"));
        learn.args(["opponent", "learn", "--player", "Anna", "--draws", "-o"]).arg(&model);
        learn.arg(preparation_games(&folder));
        assert!(learn.output().unwrap().status.success());
        let plans = folder.join("plans");
        std::fs::create_dir(&plans).unwrap();
        std::fs::write(plans.join("own.toml"), morph::training::Plan::DEFAULT).unwrap();
        Site::new(Memory::load_shipped().unwrap(), vec![model], folder, Some(plans), run)
    }

    /// A server with the memory of a run of 30 games that keeps a checkpoint every 10.
    pub fn with_checkpoints() -> Site {
        let folder = tempfile::tempdir().unwrap().keep();
        let run = folder.join("kept");
        let mut train = Command::new(env!("CARGO_BIN_EXE_morph"));
        let train =
            train.args(["train", "--games", "30", "--keep-every", "10", "--quiet", "--run"]);
        assert!(train.arg(&run).status().unwrap().success());
        let memory = Memory::load(&run.join("memory.morph")).unwrap();
        Site::new(memory, Vec::new(), folder, None, run)
    }

    fn new(
        memory: Memory,
        opponents: Vec<PathBuf>,
        folder: PathBuf,
        plans: Option<PathBuf>,
        run: PathBuf,
    ) -> Site {
        let server = Server::bind(Settings {
            memory,
            memory_name: "a memory".to_owned(),
            library: None,
            opponents,
            runs: vec![folder.clone()],
            new_runs: Some(folder),
            plans,
            bind: [127, 0, 0, 1].into(),
            port: 0,
        });
        let server = server.unwrap();
        let address = server.address();
        std::thread::spawn(move || server.run().unwrap());
        Site { address, run }
    }

    /// Sends a request; a header given replaces that of the client.
    pub fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let mut stream = self.send(method, path, headers, body);
        let mut bytes = Vec::new();
        // A refused body may end the connection before all of it was sent.
        let _ = stream.read_to_end(&mut bytes);
        Answer::read(&bytes)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[], b"")
    }

    pub fn try_post(&self, path: &str, body: &Value) -> Answer {
        let kind = [("Content-Type", "application/json")];
        self.request("POST", path, &kind, body.to_string().as_bytes())
    }

    /// The answer to a request that succeeds.
    pub fn post(&self, path: &str, body: &Value) -> Value {
        let answer = self.try_post(path, body);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    /// A stream of events, after the one with this id.
    pub fn events(&self, path: &str, last: Option<&str>) -> Events {
        let last = last.map(|id| ("Last-Event-ID", id));
        Events(BufReader::new(self.send("GET", path, last.as_slice(), b"")))
    }

    fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!("Content-Length: {}\r\n\r\n", body.len());
        stream.write_all(head.as_bytes()).unwrap();
        let _ = stream.write_all(body);
        stream
    }
}

/// Games of a player who loses the King's Gambit with Black and wins everything else, against players whose names are markup.
fn preparation_games(folder: &Path) -> PathBuf {
    let mut text = String::new();
    for round in 1..=12 {
        let (moves, result) = match round {
            1..=6 => ("1. e4 e5 2. f4 exf4 3. Nf3 g5 4. h4 g4 5. Ne5", "1-0"),
            7..=9 => ("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6", "0-1"),
            _ => ("1. d4 d5 2. c4 e6 3. Nc3 Nf6", "0-1"),
        };
        text += &format!(
            "[Event \"<i>Club</i>\"]\n[Round \"{round}\"]\n[White \"<b>Ben\"]\n[Black \"Anna\"]\n\
             [Result \"{result}\"]\n\n{moves} {result}\n\n"
        );
    }
    let path = folder.join("games-to-learn.pgn");
    std::fs::write(&path, text).unwrap();
    path
}

fn ask_for_more_games(run: &Path) {
    let plan = run.join("plan.toml");
    let text = std::fs::read_to_string(&plan).unwrap();
    assert!(text.contains("\ngames = 3\n"), "{text}");
    std::fs::write(plan, text.replace("\ngames = 3\n", "\ngames = 1000\n")).unwrap();
}

impl Answer {
    fn read(bytes: &[u8]) -> Answer {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let header = |line: &str| {
            let (name, value) = line.split_once(": ").unwrap();
            (name.to_lowercase(), value.to_owned())
        };
        Answer { status, headers: lines.map(header).collect(), body: bytes[end + 4..].to_vec() }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        assert!(self.status < 500, "{}", self.text());
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{}", self.text()))
    }
}

/// Server-sent events as they arrive.
pub struct Events(BufReader<TcpStream>);

impl Events {
    /// The id of the next event.
    pub fn next_id(&mut self) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the stream has ended");
            if let Some(id) = line.strip_prefix("id: ").or(line.strip_prefix("id:")) {
                return id.trim().to_owned();
            }
        }
    }
}
