//! Names of openings with their codes in the *Encyclopaedia of Chess Openings*.

use std::fmt;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use shakmaty::san::San;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position};

/// Code, name and moves, one opening a line.
const TABLE: &str = include_str!("opening_names.tsv");

/// An opening that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OpeningName {
    /// The name, such as `Caro-Kann Defence, Advance`.
    pub name: &'static str,
    /// Its code, `A00` to `E99`.
    pub eco: &'static str,
}

impl OpeningName {
    /// The opening of a game with these positions, in order: the last one that has a name, however it came about.
    #[must_use]
    pub fn of(positions: impl IntoIterator<Item = Chess>) -> Option<OpeningName> {
        let named = |position: Chess| NAMES.get(&key(&position)).copied();
        positions.into_iter().filter_map(named).last()
    }

    /// The name without the variation: `Caro-Kann Defence`.
    #[must_use]
    pub fn family(&self) -> &'static str {
        self.name.split_once(',').map_or(self.name, |(family, _)| family)
    }
}

impl fmt::Display for OpeningName {
    /// `Caro-Kann Defence, Advance (B12)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.eco)
    }
}

static NAMES: LazyLock<FxHashMap<u64, OpeningName>> =
    LazyLock::new(|| TABLE.lines().filter_map(named_position).collect());

/// The position of a line of the table.
fn named_position(line: &'static str) -> Option<(u64, OpeningName)> {
    let mut fields = line.split('\t');
    let (eco, name, moves) = (fields.next()?, fields.next()?, fields.next()?);
    let mut position = Chess::default();
    for word in moves.split(' ') {
        let m = San::from_ascii(word.as_bytes()).ok()?.to_move(&position).ok()?;
        position.play_unchecked(m);
    }
    Some((key(&position), OpeningName { name, eco }))
}

fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn opening(moves: &str) -> Option<OpeningName> {
        let mut position = Chess::default();
        let mut positions = vec![position.clone()];
        for word in moves.split(' ') {
            let san = San::from_ascii(word.as_bytes()).unwrap();
            position.play_unchecked(san.to_move(&position).unwrap());
            positions.push(position.clone());
        }
        OpeningName::of(positions)
    }

    #[test]
    fn every_line_of_the_table_names_a_position_of_its_own() {
        let codes = TABLE.lines().filter_map(|line| line.split('\t').next());
        assert!(
            codes
                .clone()
                .all(|code| code.len() == 3 && code.starts_with(['A', 'B', 'C', 'D', 'E']))
        );
        assert_eq!(NAMES.len(), TABLE.lines().count());
    }

    #[test]
    fn the_last_named_position_counts_however_it_came_about() {
        let slav = opening("d4 d5 c4 c6 Nf3 Nf6").unwrap();
        assert_eq!((slav.name, slav.eco), ("Slav Defence", "D10"));
        assert_eq!(opening("c4 c6 d4 d5"), Some(slav));
        let najdorf = opening("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5").unwrap();
        assert_eq!(
            (najdorf.name, najdorf.family()),
            ("Sicilian Defence, Najdorf", "Sicilian Defence")
        );
        assert_eq!(opening("h3 h6"), None);
    }
}
