//! The patterns of one kind, as columns.
//!
//! Neighbours have much in common: ids and games grow, patterns that are born together come from one position, and the order
//! joins patterns of about the same age. So numbers are stored as steps from the ones before, positions once, and each kind of
//! number in a column of its own, which a general compressor shrinks further.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::encoded::Encoded;
use super::restored::{StoredPattern, database};
use super::tombstones::{Forgotten, forgotten, tombstones};
use crate::memory::origin::{Operator, Origin, PackedBoard};
use crate::memory::{Database, PatternId, Statistics};
use crate::units::Ply;

#[derive(Serialize, Deserialize)]
pub(super) struct Section<R> {
    /// One more than the largest id ever given.
    bound: u32,
    /// Of each pattern: by how much its id is larger than the one before.
    ids: Vec<u32>,
    patterns: Vec<R>,
    /// Weight and log-odds.
    numbers: [Vec<f32>; 2],
    statistics: StatisticsColumns,
    origins: OriginColumns,
    /// The immediately more special patterns of each pattern, ascending: steps in the list of patterns, the first from the
    /// pattern itself.
    order: Lists<i64>,
    forgotten: Vec<Forgotten>,
}

#[derive(Default, Serialize, Deserialize)]
struct StatisticsColumns {
    updates: Vec<u32>,
    uses: Vec<u32>,
    /// By how many games after the origin it was born; not 0 in merged memories.
    born: Vec<i64>,
    variance: Vec<f32>,
    squared_error: Vec<f32>,
    error: Vec<f32>,
}

#[derive(Default, Serialize, Deserialize)]
struct OriginColumns {
    scenes: Vec<Scene>,
    /// The scene of each pattern: steps from that of the one before.
    scene: Vec<i32>,
    operator: Vec<Operator>,
    squares: Lists<u8>,
    /// By how much the ids of the parents are smaller than that of the pattern.
    parents: Lists<i64>,
}

/// A position in which patterns were first seen.
#[derive(Serialize, Deserialize)]
struct Scene {
    /// Games after that of the scene before.
    game: i64,
    ply: Ply,
    /// The occupied squares, and four bits for each piece in their order.
    occupied: [u8; 8],
    pieces: Vec<u8>,
}

/// Lists one after the other.
#[derive(Serialize, Deserialize)]
struct Lists<T> {
    lengths: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Lists<T> {
        Lists { lengths: Vec::new(), items: Vec::new() }
    }
}

impl<T> Lists<T> {
    fn push(&mut self, list: impl IntoIterator<Item = T>) {
        let before = self.items.len();
        self.items.extend(list);
        self.lengths.push((self.items.len() - before) as u32);
    }

    /// Calls `take` for each list.
    fn into_lists(self) -> impl Iterator<Item = Result<Vec<T>, String>> {
        let mut items = self.items.into_iter();
        self.lengths.into_iter().map(move |length| {
            let list: Vec<T> = items.by_ref().take(length as usize).collect();
            if list.len() == length as usize {
                Ok(list)
            } else {
                Err("a list is cut off".to_owned())
            }
        })
    }
}

impl<R> Section<R> {
    pub(super) fn new<P: Encoded<Record = R>>(database: &Database<P>) -> Section<R> {
        let ids: Vec<PatternId> = database.ids().collect();
        let mut section = Section {
            bound: database.id_bound(),
            ids: steps(0, ids.iter().map(|id| i64::from(id.0))).map(|step| step as u32).collect(),
            patterns: ids.iter().filter_map(|id| Some(database.get(*id)?.to_record())).collect(),
            numbers: [
                ids.iter().map(|id| database.weight(*id)).collect(),
                ids.iter().map(|id| database.log_odds(*id)).collect(),
            ],
            statistics: StatisticsColumns::default(),
            origins: OriginColumns::default(),
            order: Lists::default(),
            forgotten: forgotten(database.tombstones()),
        };
        let mut origins = OriginWriter::default();
        for (place, id) in (0..).zip(&ids) {
            if let Some(origin) = database.origin(*id) {
                origins.push(*id, origin);
                section.statistics.push(database.statistics(*id), origin.game);
            }
            let mut special: Vec<i64> = database
                .hierarchy()
                .successors(*id)
                .filter_map(|special| Some(ids.binary_search(&special).ok()? as i64))
                .collect();
            special.sort_unstable();
            section.order.push(steps(place, special.into_iter()));
        }
        section.origins = origins.columns;
        section
    }

    pub(super) fn restore<P: Encoded<Record = R>>(self) -> Result<Database<P>, String> {
        let Section { bound, ids, patterns, numbers, statistics, origins, order, forgotten } = self;
        let mut last = 0_u32;
        let ids: Option<Vec<PatternId>> = ids
            .into_iter()
            .map(|step| {
                last = last.checked_add(step)?;
                Some(PatternId(last))
            })
            .collect();
        let ids = ids.ok_or("an id out of range")?;
        let [weights, log_odds] = numbers;
        let lengths = [patterns.len(), weights.len(), log_odds.len(), order.lengths.len()];
        let columns = [statistics.lengths(), origins.lengths()].concat();
        if lengths.iter().chain(&columns).any(|length| *length != ids.len()) {
            return Err("columns of different lengths".to_owned());
        }
        let order = pairs(&ids, order)?;
        let statistics = statistics.rows();
        let mut origins = origins.rows(&ids);
        let patterns = P::from_records(patterns).into_iter().flatten().enumerate();
        let patterns = patterns.map(|(place, pattern)| {
            let origin = origins.next().ok_or("an origin is missing")??;
            let statistics = statistics(place, &origin)?;
            let numbers = [weights[place], log_odds[place]];
            Ok(StoredPattern { id: ids[place], pattern: pattern?, origin, numbers, statistics })
        });
        database(bound, patterns, order, tombstones(forgotten)?)
    }
}

/// The order as pairs of ids.
fn pairs(ids: &[PatternId], order: Lists<i64>) -> Result<Vec<(PatternId, PatternId)>, String> {
    let mut pairs = Vec::with_capacity(order.items.len());
    for (place, list) in order.into_lists().enumerate() {
        let mut other = place as i64;
        for step in list? {
            other = other.saturating_add(step);
            let special = usize::try_from(other).ok().and_then(|other| ids.get(other));
            pairs.push((ids[place], *special.ok_or("the order contains unknown patterns")?));
        }
    }
    Ok(pairs)
}

/// Each number less the one before, the first less `last`.
fn steps(mut last: i64, numbers: impl Iterator<Item = i64>) -> impl Iterator<Item = i64> {
    numbers.map(move |number| number - std::mem::replace(&mut last, number))
}

impl StatisticsColumns {
    fn push(&mut self, statistics: Statistics, game: u32) {
        let Statistics { updates, uses, variance, born, squared_error, error } = statistics;
        self.updates.push(updates);
        self.uses.push(uses);
        self.born.push(i64::from(born) - i64::from(game));
        self.variance.push(variance);
        self.squared_error.push(squared_error);
        self.error.push(error);
    }

    fn lengths(&self) -> Vec<usize> {
        let StatisticsColumns { updates, uses, born, variance, squared_error, error } = self;
        let floats = [variance.len(), squared_error.len(), error.len()];
        [&[updates.len(), uses.len(), born.len()], &floats[..]].concat()
    }

    /// The statistics of the pattern at a place, with its origin.
    fn rows(self) -> impl Fn(usize, &Origin) -> Result<Statistics, String> {
        move |place, origin| {
            let born = u32::try_from(i64::from(origin.game).saturating_add(self.born[place]));
            Ok(Statistics {
                updates: self.updates[place],
                uses: self.uses[place],
                variance: self.variance[place],
                born: born.map_err(|_| "a game out of range")?,
                squared_error: self.squared_error[place],
                error: self.error[place],
            })
        }
    }
}

#[derive(Default)]
struct OriginWriter {
    columns: OriginColumns,
    /// The places of the scenes.
    known: HashMap<(u32, Ply, PackedBoard), i32>,
    last_game: u32,
    last_scene: i32,
}

impl OriginWriter {
    fn push(&mut self, id: PatternId, origin: &Origin) {
        let columns = &mut self.columns;
        let next = columns.scenes.len() as i32;
        let scene = *self.known.entry((origin.game, origin.ply, origin.position)).or_insert(next);
        if scene == next {
            let (occupied, pieces) = origin.position.to_bytes();
            let game = i64::from(origin.game) - i64::from(self.last_game);
            columns.scenes.push(Scene { game, ply: origin.ply, occupied, pieces });
            self.last_game = origin.game;
        }
        columns.scene.push(scene - self.last_scene);
        self.last_scene = scene;
        columns.operator.push(origin.operator);
        columns.squares.push(origin.square_bytes().iter().copied());
        let parents = origin.parents.iter();
        columns.parents.push(parents.map(|parent| i64::from(id.0) - i64::from(parent.0)));
    }
}

impl OriginColumns {
    fn lengths(&self) -> Vec<usize> {
        let OriginColumns { scene, operator, squares, parents, .. } = self;
        vec![scene.len(), operator.len(), squares.lengths.len(), parents.lengths.len()]
    }

    /// The origins of the patterns with these ids.
    fn rows(self, ids: &[PatternId]) -> impl Iterator<Item = Result<Origin, String>> {
        let mut game = 0_i64;
        let scenes: Vec<(Option<u32>, Ply, PackedBoard)> = self
            .scenes
            .iter()
            .map(|scene| {
                game = game.saturating_add(scene.game);
                let board = PackedBoard::from_bytes(scene.occupied, &scene.pieces);
                (u32::try_from(game).ok(), scene.ply, board)
            })
            .collect();
        let mut place = 0_i64;
        let lists = self.squares.into_lists().zip(self.parents.into_lists());
        let columns = self.scene.into_iter().zip(self.operator).zip(lists).zip(ids);
        columns.map(move |(((step, operator), (squares, parents)), id)| {
            place += i64::from(step);
            let scene = usize::try_from(place).ok().and_then(|place| scenes.get(place));
            let (game, ply, board) = *scene.ok_or("an unknown position")?;
            let parent = |step| u32::try_from(i64::from(id.0).saturating_sub(step)).ok();
            let parents: Option<Vec<PatternId>> =
                parents?.into_iter().map(|step| parent(step).map(PatternId)).collect();
            let origin = Origin::from_parts(
                (operator, game.ok_or("a game out of range")?, ply),
                board,
                squares?,
            );
            Ok(origin.with_parents(parents.ok_or("a parent out of range")?))
        })
    }
}
