use std::num::{NonZeroU32, NonZeroU64};

use anyhow::Context;
use clap::Args;

use crate::arena::Opponent;
use crate::uci::{AnalysisEngine, EngineSettings, GoLimit};

/// The opponent of `train` and `match`.
#[derive(Clone, Debug, Args)]
pub(super) struct OpponentArguments {
    /// `self`, a sparring partner (`random`, `greedy`, `search-1` to `search-6`), or the command line of a UCI engine
    #[arg(long, value_name = "OPPONENT")]
    opponent: Option<String>,
    /// Search depth of the engine, in plies [default: 1 if there is no other limit]
    #[arg(long, value_name = "PLIES", group = "limit", requires = "opponent")]
    depth: Option<NonZeroU32>,
    /// Nodes the engine searches for each move
    #[arg(long, value_name = "NODES", group = "limit", requires = "opponent")]
    nodes: Option<NonZeroU64>,
    /// Time of the engine for each move, in milliseconds
    #[arg(long, value_name = "MS", group = "limit", requires = "opponent")]
    movetime: Option<NonZeroU64>,
    /// UCI option of the engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE", requires = "opponent")]
    option: Vec<String>,
}

impl OpponentArguments {
    /// The opponent, if one is given.
    pub(super) fn opponent(&self) -> anyhow::Result<Option<Opponent>> {
        let Some(name) = &self.opponent else { return Ok(None) };
        let depth = self.depth.map(GoLimit::Depth);
        let limit = depth.or(self.nodes.map(GoLimit::Nodes));
        let limit = limit.or(self.movetime.map(GoLimit::MoveTime));
        Ok(Some(Opponent::named(name, limit, &self.option).map_err(anyhow::Error::msg)?))
    }
}

/// An engine that judges positions at a depth, if one is asked for.
pub(super) fn analysis_engine(
    command: Option<&str>,
    depth: NonZeroU32,
) -> anyhow::Result<Option<AnalysisEngine>> {
    let start = |command: &str| {
        let settings = EngineSettings::new(command, GoLimit::Depth(depth));
        AnalysisEngine::start(settings).with_context(|| command.to_owned())
    };
    command.map(start).transpose()
}
