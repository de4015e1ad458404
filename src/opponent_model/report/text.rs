//! The sheet for a terminal.

use std::fmt;

use super::{ChunkCard, Report, Results};

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Results { games, won, drawn, lost } = self;
        match games {
            0 => write!(f, "no games"),
            _ => write!(f, "+{won} ={drawn} -{lost}, {:.0} % of {games}", 100.0 * self.score()),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { player, dates: [first, last], results, white, black, .. } = self;
        writeln!(f, "{player}: {results} games, {first} to {last}")?;
        let names: Vec<String> =
            self.names.iter().map(|(name, n)| format!("{name} ({n})")).collect();
        writeln!(f, "  found as {}", names.join(", "))?;
        writeln!(f, "  White {white}\n  Black {black}")?;
        write!(f, "\nStyle: {}", self.style)?;
        let [short, long] = self.castled;
        write!(
            f,
            "  castled {short} times short, {long} times long in {} games studied",
            self.studied
        )?;
        match self.castling_turn {
            Some(turn) => writeln!(f, ", at turn {turn:.1} on average")?,
            None => writeln!(f)?,
        }
        let sections = [
            ("First moves with White", &self.first_moves),
            ("Openings with White", &self.openings_white),
            ("Answers with Black", &self.answers),
            ("Openings with Black", &self.openings_black),
            (
                "Where he loses: openings with five games or more, the worst first",
                &self.weak_openings,
            ),
            ("How long his games last", &self.lengths),
        ];
        for (title, lines) in sections {
            writeln!(f, "\n{title}")?;
            for line in lines {
                writeln!(f, "  {:<44} {}", line.title, line.results)?;
            }
        }
        let chunks = [
            ("Favourite chunks", &self.chunks),
            ("Favourite pawn structures", &self.structures),
            ("Chunks he does badly with", &self.weak_chunks),
        ];
        for (title, cards) in chunks {
            writeln!(f, "\n{title} (of {} games studied; capitals are his)", self.studied)?;
            for card in cards {
                writeln!(f, "  {card}")?;
            }
        }
        writeln!(f, "\nHis newest losses")?;
        for loss in &self.losses {
            writeln!(f, "  {loss}")?;
        }
        Ok(())
    }
}

impl fmt::Display for ChunkCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, last] = self.turns;
        let placement = self.placement.join(" ");
        write!(
            f,
            "{placement:<30} {}, {} with White, turns {first} to {last}",
            self.results, self.with_white
        )
    }
}
