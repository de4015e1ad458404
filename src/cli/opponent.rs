use std::num::{NonZeroU32, NonZeroU64};

use clap::Args;

use crate::arena::Opponent;
use crate::uci::GoLimit;

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

/// A player of `match` in place of the memory.
#[derive(Clone, Debug, Args)]
pub(super) struct PlayerArguments {
    /// Player in place of the memory: the command line of a UCI engine, or a sparring partner
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["path", "advice", "coach", "explain"])]
    player: Option<String>,
    /// Search depth of this engine, in plies [default: 1 if there is no other limit]
    #[arg(long, value_name = "PLIES", group = "player_limit", requires = "player")]
    player_depth: Option<NonZeroU32>,
    /// Nodes this engine searches for each move
    #[arg(long, value_name = "NODES", group = "player_limit", requires = "player")]
    player_nodes: Option<NonZeroU64>,
    /// Time of this engine for each move, in milliseconds
    #[arg(long, value_name = "MS", group = "player_limit", requires = "player")]
    player_movetime: Option<NonZeroU64>,
    /// UCI option of this engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE", requires = "player")]
    player_option: Vec<String>,
}

impl PlayerArguments {
    /// The same as those of an opponent.
    pub(super) fn arguments(&self) -> OpponentArguments {
        OpponentArguments {
            opponent: self.player.clone(),
            depth: self.player_depth,
            nodes: self.player_nodes,
            movetime: self.player_movetime,
            option: self.player_option.clone(),
        }
    }
}

impl OpponentArguments {
    /// The search limit, if one is given.
    pub(super) fn limit(&self) -> Option<GoLimit> {
        let limit = self.depth.map(GoLimit::Depth).or(self.nodes.map(GoLimit::Nodes));
        limit.or(self.movetime.map(GoLimit::MoveTime))
    }

    /// The opponent, if one is given.
    pub(super) fn opponent(&self) -> anyhow::Result<Option<Opponent>> {
        let named = |name: &String| Opponent::named(name, self.limit(), &self.option);
        self.opponent.as_ref().map(named).transpose().map_err(anyhow::Error::msg)
    }
}
