//! A NATS server on a free port of this machine.

use std::fs::File;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The configuration of a server that anybody may use.
pub const OPEN: &str = "jetstream { store_dir: \"/var/lib/nats\" }\n";

/// What the server says, in its folder.
const LOG: &str = "nats.log";

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
        let (process, port) = NatsServer::spawn(&folder, None);
        Some(NatsServer { folder, port, url: format!("nats://127.0.0.1:{port}"), process })
    }

    /// A server that answers, and its port: this one, or a free one of its own choice. A port chosen here could be another test's by the time the server takes it.
    fn spawn(folder: &TempDir, port: Option<u16>) -> (Child, u16) {
        let log = File::options().create(true).append(true).open(folder.path().join(LOG));
        let log = log.unwrap();
        let mut process = Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", &port.map_or("-1".to_owned(), |port| port.to_string())])
            .arg("--ports_file_dir")
            .arg(folder.path())
            .arg("-c")
            .arg(folder.path().join("nats.conf"))
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        let ports = folder.path().join(format!("nats-server_{}.ports", process.id()));
        let begun = Instant::now();
        loop {
            assert!(process.try_wait().unwrap().is_none(), "nats-server ends at once");
            let text = std::fs::read_to_string(&ports).unwrap_or_default();
            if let Some(port) = port_in(&text) {
                return (process, port);
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "nats-server does not start");
            sleep(Duration::from_millis(20));
        }
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

    /// Stops it, as a machine is that is suspended, or lets it go on.
    pub fn suspend(&self, suspended: bool) {
        let signal = if suspended { "-STOP" } else { "-CONT" };
        let sent = Command::new("kill").args([signal, &self.process.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    /// Kills it and starts it again with what it has on the disk.
    pub fn restart(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        (self.process, _) = NatsServer::spawn(&self.folder, Some(self.port));
    }

    /// The same, its disk emptied.
    pub fn restart_empty(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        std::fs::remove_dir_all(self.folder.path().join("data")).unwrap();
        (self.process, _) = NatsServer::spawn(&self.folder, Some(self.port));
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = std::fs::read_to_string(self.folder.path().join(LOG)).unwrap_or_default();
            eprintln!("nats-server: {:?}\n{log}", self.process.try_wait());
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The port in what the server writes about itself; `None` while that is not complete.
fn port_in(text: &str) -> Option<u16> {
    let ports: serde_json::Value = serde_json::from_str(text).ok()?;
    ports["nats"][0].as_str()?.rsplit(':').next()?.parse().ok()
}
