use std::fs;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::arena::processors;
use crate::memory::HistoryDigest;

/// How a run was made: with the plan, enough to repeat it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Version of the program.
    pub version: String,
    /// Commit of the program, if the build had it in the variable `MORPH_COMMIT`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The seed of the plan.
    pub seed: u64,
    /// Digest of the plan, without `keep_every`, with which the chain of the games begins; `None` in runs of former
    /// versions of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan_digest: Option<HistoryDigest>,
    /// When the run began: RFC 3339, UTC, whole seconds.
    pub started: String,
    /// The command line, program first.
    pub command: Vec<String>,
    /// Where it ran.
    pub machine: Machine,
}

impl Manifest {
    /// The manifest of a run that this program begins now on this machine.
    #[must_use]
    pub fn of_this_program(seed: u64, plan: HistoryDigest, command: Vec<String>) -> Manifest {
        Manifest {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: option_env!("MORPH_COMMIT").map(str::to_owned),
            seed,
            plan_digest: Some(plan),
            started: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            command,
            machine: Machine::here(),
        }
    }

    /// Whether the run began with this plan, as far as the manifest says.
    #[must_use]
    pub fn fits(&self, seed: u64, plan: HistoryDigest) -> bool {
        self.seed == seed && self.plan_digest.is_none_or(|digest| digest == plan)
    }
}

/// The machine a run began on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// Operating system, such as `linux`.
    pub os: String,
    /// Instruction set, such as `x86_64`.
    pub arch: String,
    /// Number of logical processors; 1 if unknown.
    pub cores: usize,
    /// Name of the processor, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<String>,
}

impl Machine {
    /// The machine this process runs on.
    #[must_use]
    pub fn here() -> Machine {
        Machine {
            os: std::env::consts::OS.to_owned(),
            arch: std::env::consts::ARCH.to_owned(),
            cores: processors(),
            cpu: fs::read_to_string("/proc/cpuinfo").ok().as_deref().and_then(processor_name),
        }
    }
}

/// The first `model name` of Linux's list of processors.
fn processor_name(cpuinfo: &str) -> Option<String> {
    let (_, name) = cpuinfo
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.trim() == "model name")?;
    Some(name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_processor_name_where_there_is_one() {
        let text = "processor\t: 0\nmodel name\t: Some CPU: 3 GHz\n\nmodel name\t: Other\n";
        assert_eq!(processor_name(text).as_deref(), Some("Some CPU: 3 GHz"));
        assert_eq!(processor_name("processor\t: 0\n"), None);
    }

    #[test]
    fn a_manifest_is_toml_and_comes_back() {
        let manifest = Manifest::of_this_program(
            7,
            HistoryDigest::of(b"seed = 7"),
            vec!["morph".to_owned(), "train \"x\"".to_owned()],
        );
        assert!(humantime::parse_rfc3339(&manifest.started).is_ok(), "{}", manifest.started);
        let text = toml::to_string(&manifest).unwrap_or_default();
        assert_eq!(toml::from_str::<Manifest>(&text).ok().as_ref(), Some(&manifest), "{text}");
    }
}
