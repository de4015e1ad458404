use std::io::{self, Write};

use serde::Serialize;
use shakmaty::{Chess, Square};

use super::LibraryReport;
use super::alike::{Likeness, likenesses};
use super::found::title;
use crate::chess::{fen, san, uci};
use crate::graph::role_name;
use crate::library::{
    GamePosition, LibraryGame, Neighbour, Occurrences, PlayedPlan, Similar, Statistics,
};
use crate::render::patterns::write_pretty;

/// Likenesses of each position.
const TOLD: usize = 10;

pub(super) fn write(out: &mut impl Write, answer: &impl Serialize, pretty: bool) -> io::Result<()> {
    if pretty {
        return write_pretty(out, answer);
    }
    serde_json::to_writer(&mut *out, answer)?;
    writeln!(out)
}

#[derive(Serialize)]
pub(super) struct Answer<'a> {
    fen: String,
    neighbours: Vec<NeighbourJson<'a>>,
    /// Of all positions that are similar enough.
    statistics: StatisticsJson,
    plans: Vec<PlanJson>,
}

#[derive(Serialize)]
struct NeighbourJson<'a> {
    #[serde(flatten)]
    place: PlaceJson<'a>,
    /// In `[0, 1]`.
    score: f32,
    shared: Vec<LikenessJson>,
}

#[derive(Serialize)]
struct PlaceJson<'a> {
    /// The id of a puzzle, or players, year and move.
    source: String,
    /// Half-moves before it.
    ply: u16,
    fen: String,
    played: Option<String>,
    game: &'a LibraryGame,
}

#[derive(Serialize)]
struct LikenessJson {
    word: String,
    /// Of the score, in `[0, 1]`.
    share: f32,
    text: String,
    here: Vec<String>,
    there: Vec<String>,
}

/// For the side to move.
#[derive(Serialize)]
struct StatisticsJson {
    games: usize,
    won: usize,
    drawn: usize,
    lost: usize,
    /// Mean result in `[0, 1]` with its 95 % interval.
    score: Option<[f64; 3]>,
}

#[derive(Serialize)]
struct PlanJson {
    piece: &'static str,
    /// As White sees it.
    to: String,
    #[serde(flatten)]
    statistics: StatisticsJson,
}

#[derive(Serialize)]
struct MoveJson {
    san: String,
    uci: String,
    #[serde(flatten)]
    statistics: StatisticsJson,
    mean_elo: Option<f64>,
}

#[derive(Serialize)]
pub(super) struct OccurrencesJson<'a> {
    what: &'a str,
    statistics: StatisticsJson,
    moves: Vec<MoveJson>,
    plans: Vec<PlanJson>,
    examples: Vec<PlaceJson<'a>>,
}

impl<'a> Answer<'a> {
    pub(super) fn new(
        report: &LibraryReport<'_>,
        position: &Chess,
        similar: &'a Similar,
    ) -> Answer<'a> {
        let neighbour = |neighbour: &'a Neighbour| NeighbourJson {
            place: PlaceJson::new(&neighbour.game, &neighbour.place),
            score: neighbour.score,
            shared: likenesses(report, position, neighbour, TOLD)
                .into_iter()
                .map(likeness)
                .collect(),
        };
        Answer {
            fen: fen(position),
            neighbours: similar.neighbours.iter().map(neighbour).collect(),
            statistics: statistics(&similar.statistics),
            plans: plans(&similar.plans),
        }
    }
}

impl<'a> OccurrencesJson<'a> {
    pub(super) fn new(what: &'a str, found: &'a Occurrences) -> OccurrencesJson<'a> {
        let position = found.examples.first().map(|(_, place)| &place.position);
        let moves =
            found.moves.iter().zip(std::iter::repeat(position)).filter_map(|(played, p)| {
                Some(MoveJson {
                    san: san(p?, played.m).to_string(),
                    uci: uci(played.m),
                    statistics: statistics(&played.statistics),
                    mean_elo: played.elo,
                })
            });
        OccurrencesJson {
            what,
            statistics: statistics(&found.statistics),
            moves: moves.collect(),
            plans: plans(&found.plans),
            examples: found
                .examples
                .iter()
                .map(|(game, place)| PlaceJson::new(game, place))
                .collect(),
        }
    }
}

impl<'a> PlaceJson<'a> {
    fn new(game: &'a LibraryGame, place: &GamePosition) -> PlaceJson<'a> {
        let position = &place.position;
        PlaceJson {
            source: title(game, place),
            ply: place.ply,
            fen: fen(position),
            played: place.next.map(|m| san(position, m).to_string()),
            game,
        }
    }
}

fn likeness(likeness: Likeness) -> LikenessJson {
    let names = |squares: Vec<Square>| squares.into_iter().map(|s| s.to_string()).collect();
    LikenessJson {
        word: likeness.word.to_string(),
        share: likeness.share,
        text: likeness.text,
        here: names(likeness.here),
        there: names(likeness.there),
    }
}

fn statistics(statistics: &Statistics) -> StatisticsJson {
    let [won, drawn, lost] = statistics.results;
    let score = statistics.score().map(|score| [score.mean, score.low, score.high]);
    StatisticsJson { games: statistics.positions, won, drawn, lost, score }
}

fn plans(plans: &[PlayedPlan]) -> Vec<PlanJson> {
    let plan = |plan: &PlayedPlan| PlanJson {
        piece: role_name(plan.role),
        to: plan.to.to_string(),
        statistics: statistics(&plan.statistics),
    };
    plans.iter().take(10).map(plan).collect()
}
