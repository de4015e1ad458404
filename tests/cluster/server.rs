//! A NATS server on a free port of this machine.

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The configuration of a server that anybody may use.
pub const OPEN: &str = "jetstream { store_dir: \"/var/lib/nats\" }\n";

/// A server with JetStream, in a folder of its own.
pub struct NatsServer {
    folder: TempDir,
    port: u16,
    url: String,
    process: Child,
}

impl NatsServer {
    /// Starts a server with this configuration; its data are in a folder of the test in place of /var/lib/nats. `None` where it is not installed; an error in CI.
    pub fn start(configuration: &str) -> Option<NatsServer> {
        if Command::new("nats-server").arg("--version").output().is_err() {
            assert!(std::env::var_os("CI").is_none(), "nats-server is not installed");
            eprintln!("skipped: nats-server is not installed");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let configuration = configuration.replace("/var/lib/nats", data.to_str().unwrap());
        std::fs::write(folder.path().join("nats.conf"), configuration).unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let process = NatsServer::spawn(&folder, port);
        Some(NatsServer { folder, port, url: format!("nats://127.0.0.1:{port}"), process })
    }

    fn spawn(folder: &TempDir, port: u16) -> Child {
        let process = Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", &port.to_string()])
            .arg("-c")
            .arg(folder.path().join("nats.conf"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(30), "nats-server does not start");
            sleep(Duration::from_millis(20));
        }
        process
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    pub fn url_of(&self, user: &str, password: &str) -> String {
        format!("nats://{user}:{password}@127.0.0.1:{}", self.port)
    }

    pub fn address(&self) -> (&str, u16) {
        ("127.0.0.1", self.port)
    }

    /// Kills it and starts it again with what it has on the disk.
    pub fn restart(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        self.process = NatsServer::spawn(&self.folder, self.port);
    }

    /// The same, its disk emptied.
    pub fn restart_empty(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        std::fs::remove_dir_all(self.folder.path().join("data")).unwrap();
        self.process = NatsServer::spawn(&self.folder, self.port);
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
