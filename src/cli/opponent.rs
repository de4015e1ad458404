use std::num::{NonZeroU32, NonZeroU64};

use anyhow::{Context, ensure};
use clap::Args;

use crate::arena::Opponent;
use crate::uci::{Engine, EngineSettings, GoLimit};

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
        let built_in = if name == "self" {
            Some(Opponent::SelfPlay { share: 1 })
        } else {
            name.parse().ok().map(|level| Opponent::Sparring { share: 1, level })
        };
        if built_in.is_some() {
            let is_plain = limit.is_none() && self.option.is_empty();
            ensure!(is_plain, "limits and options are for engines, not for `{name}`");
            return Ok(built_in);
        }
        ensure!(
            name.contains(char::is_whitespace) || Engine::is_installed(name),
            "--opponent {name}: expected self, random, greedy, search-1 to search-6, or the command of an engine; no program of \
             this name is on the PATH, in /usr/games or in /usr/local/games"
        );
        let limit = limit.unwrap_or(GoLimit::Depth(NonZeroU32::MIN));
        let mut engine = EngineSettings::new(name.clone(), limit);
        for option in &self.option {
            let pair = option.split_once('=');
            let (name, value) =
                pair.with_context(|| format!("--option {option}: expected NAME=VALUE"))?;
            engine.options.push((name.trim().to_owned(), value.trim().to_owned()));
        }
        Ok(Some(Opponent::Engine { share: 1, engine }))
    }
}
