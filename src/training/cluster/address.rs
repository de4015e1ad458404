use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Where a cluster is found.
#[derive(Clone, Debug)]
pub struct ClusterAddress {
    /// One or more URLs of one NATS server or cluster of servers, with commas between them:
    /// `nats://host:4222`, `tls://user:password@host`.
    pub url: String,
    /// Its name on the server.
    pub name: ClusterName,
    /// A file with credentials, a JWT and an NKey, as `nsc` writes them; absent: what the URL has.
    pub credentials: Option<PathBuf>,
}

/// The name of a cluster, by which several can share a server: 1 to 32 letters, digits, `-` and `_`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterName(String);

impl Default for ClusterName {
    /// `morph`.
    fn default() -> ClusterName {
        ClusterName("morph".to_owned())
    }
}

impl ClusterName {
    /// The name of the machine and the number of this process.
    #[must_use]
    pub fn of_this_process() -> ClusterName {
        let is_plain = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
        let host: String = host_name().chars().filter(is_plain).take(20).collect();
        let host = if host.is_empty() { "worker" } else { &host };
        ClusterName(format!("{host}-{}", std::process::id()))
    }
}

#[cfg(unix)]
fn host_name() -> String {
    nix::unistd::gethostname().map_or_else(|_| String::new(), |name| name.to_string_lossy().into())
}

#[cfg(not(unix))]
fn host_name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

/// A name that NATS does not take for a stream or in a subject.
#[derive(Clone, Debug, thiserror::Error)]
#[error("`{0}`: expected 1 to 32 letters, digits, - and _")]
pub struct BadClusterName(String);

impl FromStr for ClusterName {
    type Err = BadClusterName;

    fn from_str(name: &str) -> Result<ClusterName, BadClusterName> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let fits = (1..=32).contains(&name.len()) && name.chars().all(is_plain);
        if fits { Ok(ClusterName(name.to_owned())) } else { Err(BadClusterName(name.to_owned())) }
    }
}

impl fmt::Display for ClusterName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl ClusterAddress {
    /// The URLs without passwords, for messages.
    pub(super) fn shown(&self) -> String {
        let hidden = self.url.split(',').map(|url| match (url.find("://"), url.rfind('@')) {
            (Some(scheme), Some(at)) if scheme + 3 <= at => {
                format!("{}{}", &url[..scheme + 3], &url[at + 1..])
            }
            (None, Some(at)) => url[at + 1..].to_owned(),
            _ => url.to_owned(),
        });
        hidden.collect::<Vec<_>>().join(",")
    }
}

/// The streams and subjects of a cluster.
#[derive(Clone, Debug)]
pub(super) struct Names(ClusterName);

impl Names {
    pub(super) fn of(address: &ClusterAddress) -> Names {
        Names(address.name.clone())
    }

    pub(super) fn cluster(&self) -> &ClusterName {
        &self.0
    }

    /// The stream of this kind of messages: `head`, `jobs`, `games`, `memory` or `status`.
    pub(super) fn stream(&self, kind: &str) -> String {
        format!("{}-{kind}", self.0)
    }

    /// All subjects of a stream.
    pub(super) fn subjects(&self, kind: &str) -> Vec<String> {
        let own = format!("{}.{kind}", self.0);
        if matches!(kind, "head" | "jobs") { vec![own] } else { vec![format!("{own}.>")] }
    }

    pub(super) fn head(&self) -> String {
        format!("{}.head", self.0)
    }

    pub(super) fn jobs(&self) -> String {
        format!("{}.jobs", self.0)
    }

    pub(super) fn games(&self, worker: &ClusterName) -> String {
        format!("{}.games.{worker}", self.0)
    }

    pub(super) fn status(&self, worker: &ClusterName) -> String {
        format!("{}.status.{worker}", self.0)
    }

    /// A part of a snapshot; `kind` is `key` or `step`.
    pub(super) fn memory(&self, games: u32, kind: &str, part: u32) -> String {
        format!("{}.memory.{games}.{kind}.{part}", self.0)
    }

    /// All parts of a snapshot.
    pub(super) fn memory_of(&self, games: u32) -> String {
        format!("{}.memory.{games}.>", self.0)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn names_are_those_that_a_subject_can_hold() {
        for name in ["morph", "a", "night-run_2"] {
            assert_eq!(name.parse::<ClusterName>().unwrap().to_string(), name);
        }
        for name in ["", "a.b", "a b", "*", ">", "é", &"a".repeat(33)] {
            assert!(name.parse::<ClusterName>().is_err(), "{name}");
        }
    }

    #[test]
    fn passwords_are_not_shown() {
        let shown = |url: &str| {
            let (url, name) = (url.to_owned(), ClusterName::default());
            ClusterAddress { url, name, credentials: None }.shown()
        };
        assert_eq!(shown("nats://host:4222"), "nats://host:4222");
        assert_eq!(shown("tls://a:s@cret@host,nats://b:x@other"), "tls://host,nats://other");
        assert_eq!(shown("a:secret@host"), "host");
    }
}
