//! The dialogue of the tutor: a person defends, the tables play and explain.

use std::io::{self, BufRead, Read, Write};

use shakmaty::{Chess, Color, Move, Position};

use super::endgame::{
    TUTOR_HELP, advice_text, color_name, diagram, illegal_text, san_list, verdict,
};
use crate::chess::{Game, Start};
use crate::endgame::advisor::Advisor;
use crate::endgame::tutor::TutorInput;
use crate::terminal_text::{MAX_NAME, printable};

/// Bytes of a line that a person types.
const MAX_LINE: u64 = 4096;

/// Plays the `strong` side against moves read from `input`, until the game is over, the person quits or the input ends.
///
/// # Errors
///
/// Reading or writing fails.
pub fn tutor(
    start: Chess,
    strong: Color,
    advisor: &Advisor,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (you, opponent) = (color_name(!strong), color_name(strong));
    writeln!(out, "You are {you} and defend; {opponent} follows the tables.\n{TUTOR_HELP}")?;
    writeln!(out, "\n{}", diagram(&start))?;
    let mut game = Game::new(Start::Position(Box::new(start)));
    let mut moves = 0;
    while game.ending().is_none() {
        let m = if game.position().turn() == strong {
            moves += 1;
            let advice = match advisor.ask(game.position()) {
                Ok(advice) => advice,
                Err(why) => return writeln!(out, "\nNo further advice: {why}."),
            };
            write!(out, "\n{moves}. {}", advice_text(game.position(), &advice))?;
            advice.m
        } else {
            let Some(m) = read_move(game.position(), advisor, input, out)? else {
                return writeln!(out, "Goodbye.");
            };
            m
        };
        game.play(m).map_err(io::Error::other)?;
        if game.position().turn() != strong || game.ending().is_some() {
            writeln!(out, "\n{}", diagram(game.position()))?;
        }
    }
    writeln!(out, "\n{}", verdict(&game, strong, moves))
}

/// The person's move, `None` to stop.
fn read_move(
    position: &Chess,
    advisor: &Advisor,
    mut input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> io::Result<Option<Move>> {
    let all = san_list(position, &position.legal_moves(), ", ");
    let has_king_only = position.us().count() == 1;
    loop {
        write!(out, "your move: ")?;
        out.flush()?;
        let mut line = Vec::new();
        let read = Read::by_ref(&mut input).take(MAX_LINE).read_until(b'\n', &mut line)?;
        // At the end of the input, or of a line that nobody has typed.
        if read == 0 || (read as u64 == MAX_LINE && line.last() != Some(&b'\n')) {
            writeln!(out)?;
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        let text = printable(text.trim(), MAX_NAME);
        let text = &*text;
        match TutorInput::parse(text, position) {
            TutorInput::Quit => return Ok(None),
            TutorInput::Move(m) => return Ok(Some(m)),
            TutorInput::Help => writeln!(out, "{TUTOR_HELP}")?,
            TutorInput::ListMoves => writeln!(out, "Your moves: {all}.")?,
            TutorInput::Hint => match advisor.ask(position) {
                Ok(advice) => write!(out, "{}", advice_text(position, &advice))?,
                Err(why) => writeln!(out, "No hint: {why}.")?,
            },
            TutorInput::Illegal(to, why) => {
                writeln!(out, "{}; your moves: {all}.", illegal_text(to, why))?;
            }
            TutorInput::Incomplete(moves) => {
                let moves = san_list(position, &moves, " or ");
                writeln!(out, "'{text}' is incomplete: {moves}?")?;
            }
            TutorInput::Unknown => {
                let what = if has_king_only { "a king move" } else { "a legal move" };
                writeln!(out, "'{text}' is not {what}. {TUTOR_HELP}")?;
            }
        }
    }
}
