use std::collections::{BTreeMap, HashSet};

use shakmaty::{Chess, Move};

use super::filter::Filter;
use super::game::{GamePosition, LibraryGame};
use super::index::{Condition, KeyKind, Row};
use super::key::{MoveCode, PositionKeys};
use super::statistics::{self, PlayedPlan, Statistics};
use super::{Library, LibraryError};
use crate::memory::AnyId;

/// What the positions of a library are looked up by.
#[derive(Clone, Debug)]
pub enum Criterion {
    /// This very position.
    Exact(Chess),
    /// The same pieces on both sides, wherever they stand; colours may be reversed.
    Material(Chess),
    /// The same places of all pawns; colours may be reversed.
    Structure(Chess),
    /// A learned pattern that is one of those that say most about the position.
    Pattern(AnyId),
}

/// Positions that have something in common.
#[derive(Clone, Debug)]
pub struct Occurrences {
    /// How the side to move fared in all of them.
    pub statistics: Statistics,
    /// The moves that were played, the most frequent first; only where all positions are equal.
    pub moves: Vec<PlayedMove>,
    /// The pieces that were moved and where to, the most frequent first.
    pub plans: Vec<PlayedPlan>,
    /// Some of them, no two equal and none from the same game as another.
    pub examples: Vec<(LibraryGame, GamePosition)>,
}

/// A move and how it fared.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMove {
    /// The move.
    pub m: Move,
    /// How the side that played it fared.
    pub statistics: Statistics,
    /// Mean Elo of the games with known ratings.
    pub elo: Option<f64>,
}

/// Positions looked at for examples.
const LOOKED_AT: usize = 500;

impl Library {
    /// The positions that meet a criterion.
    ///
    /// # Errors
    ///
    /// The index is damaged.
    ///
    /// # Cost
    ///
    /// Proportional to their number.
    pub fn occurrences(
        &self,
        criterion: &Criterion,
        filter: &Filter,
        examples: usize,
    ) -> Result<Occurrences, LibraryError> {
        let searcher = &self.searcher;
        let keys = PositionKeys::new;
        let mut conditions = filter.0.clone();
        conditions.push(match criterion {
            Criterion::Exact(position) => {
                Condition::Key(KeyKind::Position, keys(position).position)
            }
            Criterion::Material(position) => {
                Condition::Key(KeyKind::Material, keys(position).material)
            }
            Criterion::Structure(position) => Condition::Key(KeyKind::Pawns, keys(position).pawns),
            Criterion::Pattern(id) => Condition::Word(id.to_string()),
        });
        let rows = searcher.rows(&conditions)?;
        let is_exact = matches!(criterion, Criterion::Exact(_));
        let moves = match criterion {
            Criterion::Exact(position) => played_moves(position, &rows),
            _ => Vec::new(),
        };
        let (mut games, mut positions) = (HashSet::new(), HashSet::new());
        let mut found = Vec::new();
        for hit in searcher.some(&conditions, LOOKED_AT)? {
            let is_new = games.insert(hit.row.game) && (positions.insert(hit.position) || is_exact);
            if found.len() < examples
                && is_new
                && let Some(game) = searcher.game(hit.row.game)?
                && let Some(place) = game.position(hit.row.ply)
            {
                found.push((game, place));
            }
        }
        let (statistics, plans) = (Statistics::of(&rows), statistics::plans(&rows));
        Ok(Occurrences { statistics, moves, plans, examples: found })
    }
}

/// The moves of equal positions, the most frequent first.
pub(super) fn played_moves(position: &Chess, rows: &[Row]) -> Vec<PlayedMove> {
    let mut by_move: BTreeMap<MoveCode, Vec<Row>> = BTreeMap::new();
    for row in rows {
        if let Some(code) = row.next {
            by_move.entry(code).or_default().push(*row);
        }
    }
    let mut moves: Vec<PlayedMove> = by_move
        .into_iter()
        .filter_map(|(code, rows)| {
            let ratings: Vec<f64> = rows.iter().filter_map(|row| row.elo.map(f64::from)).collect();
            let mean = ratings.iter().sum::<f64>() / ratings.len() as f64;
            let elo = (!ratings.is_empty()).then_some(mean);
            Some(PlayedMove { m: code.find(position)?, statistics: Statistics::of(&rows), elo })
        })
        .collect();
    moves.sort_by_key(|played| std::cmp::Reverse(played.statistics.positions));
    moves
}
