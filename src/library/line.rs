use std::fmt;

use shakmaty::{Chess, Position, Role};

use crate::chess::search::{MATE, MaterialSearch, SearchBudget};

/// What a position's best line of play looks like, as the small search for material sees it. Squares are left out:
/// combinations that are alike happen anywhere on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineWord {
    /// What the side to move wins by force, in pawns, from −5 to 9.
    Gain(i8),
    /// The side to move mates by force.
    Mates,
    /// The side to move is mated by force.
    IsMated,
    /// A move of the line.
    Move(LineMove),
}

/// A move of the best line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineMove {
    /// Its place in the line, from 0; even places are the side to move's.
    pub ply: u8,
    /// The piece that moves.
    pub role: Role,
    /// What it captures.
    pub captured: Option<Role>,
    /// It gives check.
    pub check: bool,
    /// It promotes.
    pub promotes: bool,
}

/// Enough to find the key move of four puzzles out of five, in half a millisecond.
const BUDGET: SearchBudget = SearchBudget { depth: 4, nodes: 1_500 };

impl LineWord {
    /// The words of a position with legal moves; none where nothing is won or lost by force, because then the best line is
    /// one of many.
    #[must_use]
    pub fn of_position(position: &Chess) -> Vec<LineWord> {
        let search = MaterialSearch::new(position, BUDGET);
        let gain = search.gain();
        let outcome = match gain {
            0 => return Vec::new(),
            _ if gain > MATE / 2 => LineWord::Mates,
            _ if gain < -MATE / 2 => LineWord::IsMated,
            _ => LineWord::Gain(gain.clamp(-5, 9) as i8),
        };
        let mut words = vec![outcome];
        let mut position = position.clone();
        for (ply, m) in (0..).zip(search.line()) {
            let (role, captured, promotes) = (m.role(), m.capture(), m.is_promotion());
            position.play_unchecked(*m);
            let check = position.is_check();
            words.push(LineWord::Move(LineMove { ply, role, captured, check, promotes }));
        }
        words
    }
}

/// As the index has it: `gain3`, `mates`, `mated`, and for moves the place in the line, the piece, `x` with what it
/// captures, `=` for a promotion and `+` for check: `0NxR+`.
impl fmt::Display for LineWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineWord::Gain(gain) => write!(f, "gain{gain}"),
            LineWord::Mates => f.write_str("mates"),
            LineWord::IsMated => f.write_str("mated"),
            LineWord::Move(LineMove { ply, role, captured, check, promotes }) => {
                write!(f, "{ply}{}", role.upper_char())?;
                if let Some(captured) = captured {
                    write!(f, "x{}", captured.upper_char())?;
                }
                let sign = |is: bool, sign| if is { sign } else { "" };
                write!(f, "{}{}", sign(*promotes, "="), sign(*check, "+"))
            }
        }
    }
}
