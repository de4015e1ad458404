//! The tutor: a person defends with the bare king, the tables play and explain.

use std::io::{BufRead, Write};

use anyhow::bail;
use shakmaty::attacks::king_attacks;
use shakmaty::{Chess, Color, Move, Position, Role, Square, san::San, uci::UciMove};

use super::{diagram, explain, san};
use crate::chess::{Ending, Game, Start};
use crate::endgame::advisor::{Advice, small_board};
use crate::endgame::silence::Silence;

const HELP: &str =
    "Write a move as Kd5, d5 or e6d5; or 'moves' for all you have, 'hint' for advice, 'quit'.";

/// What the tutor asks the tables.
pub trait Tables {
    /// The advice for a position.
    ///
    /// # Errors
    ///
    /// Why there is none.
    fn ask(&self, position: &Chess) -> Result<Advice, Silence>;
}

/// Plays the stronger side against moves read from `input`, until the game is over, someone quits or the input ends.
///
/// # Errors
///
/// One side is no bare king, or the terminal fails.
pub fn tutor(
    start: Chess,
    tables: &dyn Tables,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Some((_, strong)) = small_board(&start) else {
        bail!("there is no bare king for you to play");
    };
    let weak = !strong;
    writeln!(out, "You are {weak} and defend; {strong} follows the tables.\n{HELP}")?;
    writeln!(out, "\n{}", diagram(&start))?;
    let mut game = Game::new(Start::Position(Box::new(start)));
    let mut moves = 0;
    while game.ending().is_none() {
        let m = if game.position().turn() == strong {
            moves += 1;
            let advice = match tables.ask(game.position()) {
                Ok(advice) => advice,
                Err(silence) => {
                    writeln!(out, "\nHere the advice ends: {silence}.")?;
                    return Ok(());
                }
            };
            write!(out, "\n{moves}. ")?;
            explain(game.position(), &advice, out)?;
            advice.m
        } else {
            match read_move(&game, tables, input, out)? {
                Some(m) => m,
                None => {
                    writeln!(out, "Good-bye.")?;
                    return Ok(());
                }
            }
        };
        game.play(m)?;
        if game.position().turn() == weak || game.ending().is_some() {
            writeln!(out, "\n{}", diagram(game.position()))?;
        }
    }
    writeln!(out, "\n{}", verdict(&game, strong, moves))?;
    Ok(())
}

fn verdict(game: &Game, strong: Color, moves: u32) -> String {
    match game.ending() {
        Some(Ending::Checkmate) if moves == 1 => format!("Checkmate in one move of {strong}."),
        Some(Ending::Checkmate) => format!("Checkmate in {moves} moves of {strong}."),
        Some(Ending::Stalemate) => "Stalemate: a draw.".to_owned(),
        Some(Ending::InsufficientMaterial) => "Nobody can mate any more: a draw.".to_owned(),
        Some(Ending::FiftyMoves) => "Fifty moves without progress: a draw.".to_owned(),
        Some(Ending::Repetition) => "The position is there for the third time: a draw.".to_owned(),
        None => String::new(),
    }
}

/// The person's move, `None` to stop.
fn read_move(
    game: &Game,
    tables: &dyn Tables,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> anyhow::Result<Option<Move>> {
    let position = game.position();
    loop {
        write!(out, "your move: ")?;
        out.flush()?;
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        match text.trim() {
            "quit" | "exit" | "q" => return Ok(None),
            "" | "help" | "?" => writeln!(out, "{HELP}")?,
            "moves" => writeln!(out, "You have {}.", all(position))?,
            "hint" => match tables.ask(position) {
                Ok(advice) => explain(position, &advice, out)?,
                Err(silence) => writeln!(out, "There is no hint: {silence}.")?,
            },
            text => match understand(text, position) {
                Ok(m) => return Ok(Some(m)),
                Err(why) => writeln!(out, "{why}")?,
            },
        }
    }
}

/// A legal move, or what to tell the person.
fn understand(text: &str, position: &Chess) -> Result<Move, String> {
    let bare = text.trim_end_matches(['+', '#', '!', '?', '.']);
    let legal = position.legal_moves();
    let meant = bare.trim_start_matches(['K', 'k']).replace('-', "").to_lowercase();
    if let Some(to) = target(bare, &meant, position) {
        return legal
            .iter()
            .find(|m| m.to() == to)
            .copied()
            .ok_or_else(|| format!("{}; you have {}.", hindrance(to, position), all(position)));
    }
    let begun: Vec<String> = legal
        .iter()
        .filter(|m| !meant.is_empty() && meant.len() == 1 && m.to().to_string().contains(&meant))
        .map(|m| san(position, *m))
        .collect();
    match begun.as_slice() {
        [] => Err(format!("'{text}' is no move of a king. {HELP}")),
        moves => Err(format!("'{text}' is not clear: do you mean {}?", moves.join(" or "))),
    }
}

/// The square the king shall go to, if that is what the text says.
fn target(text: &str, meant: &str, position: &Chess) -> Option<Square> {
    if let Ok(square) = meant.trim_start_matches('x').parse() {
        return Some(square);
    }
    if let Ok(San::Normal { role: Role::King, to, .. }) = text.parse() {
        return Some(to);
    }
    let king = position.board().king_of(position.turn());
    match meant.parse() {
        Ok(UciMove::Normal { from, to, promotion: None }) if Some(from) == king => Some(to),
        _ => None,
    }
}

/// Why the king of the side to move cannot go there.
fn hindrance(to: Square, position: &Chess) -> String {
    let board = position.board();
    let (us, them) = (position.turn(), !position.turn());
    let king = board.king_of(us);
    if king == Some(to) {
        return format!("Your king stands on {to} already");
    }
    if !king.is_some_and(|king| king_attacks(king).contains(to)) {
        return format!("{to} is more than one step from your king");
    }
    if board.king_of(them).is_some_and(|king| king_attacks(king).contains(to)) {
        return format!("{to} is next to the other king");
    }
    if board.color_at(to) == Some(them) {
        return format!("What stands on {to} is protected");
    }
    format!("{to} is attacked")
}

fn all(position: &Chess) -> String {
    let moves: Vec<String> = position.legal_moves().iter().map(|m| san(position, *m)).collect();
    moves.join(", ")
}
