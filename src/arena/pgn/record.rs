use shakmaty::{Color, KnownOutcome, Position};

use super::{ABANDONMENT, ENDING, OPENING_PLIES, PgnFault, PgnGame, Tags};
use crate::arena::record::ABANDONED;
use crate::arena::{GameEnd, GameRecord, PlyRecord};
use crate::chess::{Ending, Game};

impl PgnGame {
    /// The record of the game.
    ///
    /// # Errors
    ///
    /// There is no result, it contradicts the board, or a tag contradicts the moves.
    pub fn into_record(self) -> Result<GameRecord, PgnFault> {
        let PgnGame { tags, start, plies, outcome, text: _ } = self;
        let mut game = Game::new(start);
        for (ply, PlyRecord { m, .. }) in (1..).zip(&plies) {
            game.play(*m).map_err(|illegal| PgnFault::Syntax(format!("ply {ply}: {illegal}")))?;
        }
        let outcome = outcome.ok_or(PgnFault::NoResult { plies: plies.len() })?;
        if let Some(count) = tags.parsed::<usize>("PlyCount")?.filter(|n| *n != plies.len()) {
            let what = format!("{} plies are given", plies.len());
            return Err(PgnFault::tag("PlyCount", &count.to_string(), what));
        }
        let opening_plies = tags.parsed::<usize>(OPENING_PLIES)?.unwrap_or(0);
        if opening_plies > plies.len() {
            let what = format!("the game has {} plies", plies.len());
            return Err(PgnFault::tag(OPENING_PLIES, &opening_plies.to_string(), what));
        }
        let result = outcome.known();
        let name = |tag| tags.get(tag).unwrap_or("?").to_owned();
        Ok(GameRecord {
            white: name("White"),
            black: name("Black"),
            start: game.start().clone(),
            ending: ending(&tags, &game, result)?,
            plies,
            opening_plies,
            result,
            events: Vec::new(),
        })
    }
}

/// How the game ended: by the rules of chess if they give the result, otherwise as the program's own tags say.
fn ending(tags: &Tags, game: &Game, result: Option<KnownOutcome>) -> Result<GameEnd, PgnFault> {
    let by_rule = game.ending().map(GameEnd::Rule);
    match (by_rule, result) {
        (Some(ending), Some(_)) if game.outcome() == result => return Ok(ending),
        (Some(ending @ GameEnd::Rule(Ending::Checkmate | Ending::Stalemate)), Some(result)) => {
            return Err(PgnFault::Contradiction { result, ending: ending.name() });
        }
        _ => {}
    }
    Ok(match (tags.get(ENDING), tags.get(ABANDONMENT), result) {
        (Some(name), _, Some(KnownOutcome::Draw)) if name == GameEnd::PlyCap.name() => {
            GameEnd::PlyCap
        }
        (name, Some(text), result) if result.is_none() || name == Some(ABANDONED) => {
            let (by, why) = abandonment(text)?;
            let fits = result.is_none_or(|result| result.winner() == Some(!by));
            let abandoned = GameEnd::Abandoned { by, why: why.to_owned(), recovered: true };
            if fits { abandoned } else { GameEnd::Unstated }
        }
        // The side to move is the one that has not moved in time.
        (Some(name), _, Some(result)) => {
            let by = game.position().turn();
            let forfeit = GameEnd::TimeForfeit { by };
            let fits = result.winner().is_none_or(|winner| winner != by);
            if name == forfeit.name() && fits { forfeit } else { GameEnd::Unstated }
        }
        _ => GameEnd::Unstated,
    })
}

/// The side that failed, and why.
fn abandonment(text: &str) -> Result<(Color, &str), PgnFault> {
    let parts = text.split_once(": ");
    let abandoned = parts.and_then(|(by, why)| Some((by.parse::<Color>().ok()?, why)));
    abandoned.ok_or_else(|| {
        PgnFault::tag(ABANDONMENT, text, "should read `white: reason` or `black: reason`")
    })
}
