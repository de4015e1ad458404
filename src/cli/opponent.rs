use std::num::{NonZeroU32, NonZeroU64};

use clap::Args;

use crate::arena::Opponent;
use crate::player::SparringLevel;
use crate::uci::{EngineSettings, GoLimit};

/// Who is played against, as a command line says it.
#[derive(Clone, Debug, Args)]
pub(super) struct OpponentArguments {
    /// `self`, a built-in partner (`random`, `greedy`, `search-1` … `search-6`), or the command line of a UCI engine.
    #[arg(long, value_name = "WHO")]
    pub(super) opponent: Option<String>,
    /// The engine searches so many plies; 1 if no limit is given.
    #[arg(long, value_name = "PLIES", group = "limit")]
    depth: Option<NonZeroU32>,
    /// The engine searches so many nodes.
    #[arg(long, value_name = "NODES", group = "limit")]
    nodes: Option<NonZeroU64>,
    /// The engine thinks so many milliseconds a move.
    #[arg(long, value_name = "MS", group = "limit")]
    movetime: Option<NonZeroU64>,
    /// An option of the engine; may be given several times.
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
}

impl OpponentArguments {
    /// The opponent that is named, if one is.
    pub(super) fn opponent(&self) -> anyhow::Result<Option<Opponent>> {
        let Some(name) = &self.opponent else {
            let stray = self.limit().is_some() || !self.option.is_empty();
            anyhow::ensure!(!stray, "--depth, --nodes, --movetime and --option need --opponent");
            return Ok(None);
        };
        let built_in = if name == "self" {
            Some(Opponent::SelfPlay { share: 1 })
        } else {
            let level = name.parse::<SparringLevel>().ok();
            level.map(|level| Opponent::Sparring { share: 1, level })
        };
        if let Some(opponent) = built_in {
            let stray = self.limit().is_some() || !self.option.is_empty();
            anyhow::ensure!(!stray, "limits and options are for engines, not for `{name}`");
            return Ok(Some(opponent));
        }
        let limit = self.limit().unwrap_or(GoLimit::Depth(NonZeroU32::MIN));
        let mut engine = EngineSettings::new(name.clone(), limit);
        for option in &self.option {
            let Some((name, value)) = option.split_once('=') else {
                anyhow::bail!("--option {option}: expected NAME=VALUE");
            };
            engine.options.push((name.trim().to_owned(), value.trim().to_owned()));
        }
        Ok(Some(Opponent::Engine { share: 1, engine }))
    }

    fn limit(&self) -> Option<GoLimit> {
        let depth = self.depth.map(GoLimit::Depth);
        let nodes = self.nodes.map(GoLimit::Nodes);
        let movetime = self.movetime.map(GoLimit::MoveTime);
        depth.or(nodes).or(movetime)
    }
}
