use std::time::Instant;

use rand::Rng;
use serde::{Deserialize, Serialize};
use shakmaty::{Color, KnownOutcome, Position};

use super::{GameEnd, GameRecord, Opening, PlyRecord};
use crate::chess::Game;
use crate::player::{Choice, Clocks, Player, PlayerError, TimeControl};

/// Rules beyond those of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// Plies after which a game is drawn, including the opening; ≥ 1.
    pub ply_cap: usize,
}

impl Default for Rules {
    /// Draw after 300 plies.
    fn default() -> Rules {
        Rules { ply_cap: 300 }
    }
}

/// Plays one game from `opening` to its end.
///
/// If a player fails or plays an illegal move, the game has no result and ends with [`GameEnd::Abandoned`];
/// [`GameRecord::forfeit`] makes it a loss. The ply cap and failures are also recorded as events. All random numbers come from `rng`.
pub fn play_game(
    white: &mut dyn Player,
    black: &mut dyn Player,
    opening: &Opening,
    rules: &Rules,
    rng: &mut dyn Rng,
) -> GameRecord {
    play_timed_game(white, black, opening, rules, None, rng)
}

/// The same with clocks, if there is a time control: a player whose move comes too late loses, or draws where the other one
/// has too little material to mate. The clocks start after the opening. Such games cannot be repeated.
pub fn play_timed_game(
    white: &mut dyn Player,
    black: &mut dyn Player,
    opening: &Opening,
    rules: &Rules,
    time_control: Option<TimeControl>,
    rng: &mut dyn Rng,
) -> GameRecord {
    let mut clocks = time_control.map(Clocks::new);
    let mut game = opening.game().clone();
    let mut plies: Vec<PlyRecord> = game.moves().iter().map(|m| PlyRecord::plain(*m)).collect();
    let opening_plies = plies.len();
    let ending = prepare(white, black).err().unwrap_or_else(|| {
        loop {
            if let Some(ending) = end_of(&game, rules) {
                break ending;
            }
            let white_moves = game.position().turn().is_white();
            let player: &mut dyn Player = if white_moves { white } else { black };
            match one_ply(player, &mut game, clocks.as_mut(), rng) {
                Ok(ply) => plies.push(ply),
                Err(ending) => break ending,
            }
        }
    });
    let result = match &ending {
        GameEnd::PlyCap => Some(KnownOutcome::Draw),
        GameEnd::TimeForfeit { by } if game.position().has_insufficient_material(!*by) => {
            Some(KnownOutcome::Draw)
        }
        GameEnd::TimeForfeit { by } => Some(KnownOutcome::Decisive { winner: !*by }),
        _ => game.outcome(),
    };
    GameRecord {
        white: white.name(),
        black: black.name(),
        start: game.start().clone(),
        plies,
        opening_plies,
        events: events(&ending, rules),
        ending,
        result,
    }
}

fn prepare(white: &mut dyn Player, black: &mut dyn Player) -> Result<(), GameEnd> {
    white.new_game().map_err(|error| abandoned(Color::White, error))?;
    black.new_game().map_err(|error| abandoned(Color::Black, error))
}

fn end_of(game: &Game, rules: &Rules) -> Option<GameEnd> {
    let by_rule = game.ending().map(GameEnd::Rule);
    by_rule.or_else(|| (game.plies() >= rules.ply_cap).then_some(GameEnd::PlyCap))
}

fn one_ply(
    player: &mut dyn Player,
    game: &mut Game,
    clocks: Option<&mut Clocks>,
    rng: &mut dyn Rng,
) -> Result<PlyRecord, GameEnd> {
    let side = game.position().turn();
    let choice = match clocks {
        None => player.choose(game, rng),
        Some(clocks) => {
            let start = Instant::now();
            let choice = player.choose_on_clock(game, clocks, rng);
            // A late failure, of an engine that hangs, is a late move.
            if !clocks.of_mut(side).count_move(start.elapsed()) {
                return Err(GameEnd::TimeForfeit { by: side });
            }
            choice
        }
    };
    let choice = choice.map_err(|error| abandoned(side, error))?;
    game.play(choice.m).map_err(|illegal| {
        let what = illegal.to_string();
        abandoned(side, PlayerError { player: player.name(), what, recovered: true })
    })?;
    let Choice { m, value, explored, best } = choice;
    Ok(PlyRecord { m, value, explored, best })
}

fn abandoned(by: Color, error: PlayerError) -> GameEnd {
    GameEnd::Abandoned { by, why: error.to_string(), recovered: error.recovered }
}

fn events(ending: &GameEnd, rules: &Rules) -> Vec<String> {
    match ending {
        GameEnd::PlyCap => vec![format!("draw by the cap of {} plies", rules.ply_cap)],
        GameEnd::Abandoned { by, why, recovered } => {
            let after = if *recovered { "recovered" } else { "not recovered" };
            vec![format!("abandoned by {by}, {after}: {why}")]
        }
        GameEnd::TimeForfeit { by } => vec![format!("{by} overstepped the time")],
        GameEnd::Rule(_) | GameEnd::Unstated => Vec::new(),
    }
}
