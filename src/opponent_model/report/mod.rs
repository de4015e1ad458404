//! A preparation sheet: what to know of a player before the game, with the sample size beside every number.

mod text;

use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::{Color, Piece, Position, Square};

use crate::opponent_model::chunk::base::{ChunkBase, ChunkRecord};
use crate::opponent_model::chunk::shape::Chunk;
use crate::opponent_model::iam::san;
use crate::opponent_model::model::Model;
use crate::opponent_model::score::{GameResult, GameScore};
use crate::opponent_model::style::{Style, style};

/// Half-moves of an opening line.
const LINE: usize = 6;
/// Lines shown for each colour.
const LINES: usize = 8;
/// Chunks of pieces and pawn structures shown.
const CHUNKS: usize = 9;
/// Chunks of fewer pieces are too common to be telling (section 3.1.1).
const FEWEST_PIECES: usize = 3;
/// With fewer games nothing is said about where he loses.
const FEWEST_GAMES: u32 = 5;
/// Lost games named.
const LOSSES: usize = 5;

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// All of them.
    pub games: u32,
    /// Won by the player.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost by the player.
    pub lost: u32,
}

impl Results {
    fn add(&mut self, result: GameResult) {
        self.games += 1;
        match result {
            GameResult::Won => self.won += 1,
            GameResult::Drawn => self.drawn += 1,
            GameResult::Lost => self.lost += 1,
        }
    }

    /// His share of the points, from 0 to 1; ½ without games.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.games == 0 {
            return 0.5;
        }
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.games)
    }
}

/// Games that have something in common.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// What: opening moves, or a length of games.
    pub title: String,
    /// How they went for him.
    pub results: Results,
}

/// A chunk on a board, as he sees it when he has White.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChunkCard {
    /// A small drawing, top rank first; capitals are his pieces.
    pub drawing: Vec<String>,
    /// Where it stood the last time it was formed.
    pub placement: Vec<String>,
    /// The same, to be drawn.
    #[serde(skip)]
    pub placed: Vec<(Square, Piece)>,
    /// How the games with it went for him, of those studied.
    pub results: Results,
    /// Of these, games with White.
    pub with_white: u32,
    /// The turns between which it stood on the board in any game.
    pub turns: [u16; 2],
}

/// The sheet.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The player.
    pub player: String,
    /// Names under which he was found, with the number of games.
    pub names: BTreeMap<String, u32>,
    /// First and last date in the games.
    pub dates: [String; 2],
    /// All games, and with either colour.
    pub results: Results,
    /// With White.
    pub white: Results,
    /// With Black.
    pub black: Results,
    /// Games that chunks, style and habits rest on.
    pub studied: u32,
    /// Open or closed.
    pub style: Style,
    /// Castled on the king's side, on the queen's side, in games studied.
    pub castled: [u32; 2],
    /// Mean turn of castling, over the games in which he castled.
    pub castling_turn: Option<f64>,
    /// His first move with White.
    pub first_moves: Vec<Line>,
    /// His openings with White, three moves deep.
    pub openings_white: Vec<Line>,
    /// His answers with Black.
    pub answers: Vec<Line>,
    /// His openings with Black.
    pub openings_black: Vec<Line>,
    /// Chunks of three pieces or more, the most common ones first.
    pub chunks: Vec<ChunkCard>,
    /// Pawn structures.
    pub structures: Vec<ChunkCard>,
    /// Openings that cost him most: the lowest scores among those with five games or more.
    pub weak_openings: Vec<Line>,
    /// Chunks in whose games he scored least, with five games or more.
    pub weak_chunks: Vec<ChunkCard>,
    /// By length of the game.
    pub lengths: Vec<Line>,
    /// The newest games he lost.
    pub losses: Vec<String>,
}

/// Writes the sheet.
#[must_use]
pub fn report(model: &Model) -> Report {
    let all: Vec<(&GameScore, Color, GameResult)> = model
        .games()
        .iter()
        .filter_map(|(score, colour)| Some((score, *colour, score.result_for(*colour)?)))
        .collect();
    let sum = |chosen: &dyn Fn(Color) -> bool| {
        let mut results = Results::default();
        all.iter().filter(|game| chosen(game.1)).for_each(|game| results.add(game.2));
        results
    };
    let grouped = |colour: Color, plies: usize| {
        let games = all.iter().filter(|game| game.1 == colour);
        group(games.map(|(score, _, result)| (opening(score, plies), *result)))
    };
    let most = |mut lines: Vec<Line>| {
        lines.truncate(LINES);
        lines
    };
    let (white, black) = (grouped(Color::White, LINE), grouped(Color::Black, LINE));
    let mut dates: Vec<&str> = all.iter().map(|(score, ..)| score.date.as_str()).collect();
    dates.sort_unstable();
    let counters = &model.counters;
    let castled: u32 = counters.castled.iter().sum();
    let telling = |c: &Chunk| c.len() >= FEWEST_PIECES && c.has_piece();
    let structure = |c: &Chunk| c.len() >= FEWEST_PIECES;
    Report {
        player: model.player.name.clone(),
        names: model.names().into_iter().map(|(name, n)| (name.to_owned(), n)).collect(),
        dates: [dates.first(), dates.last()]
            .map(|date| date.map_or(String::new(), |d| (*d).to_owned())),
        results: sum(&|_| true),
        white: sum(&|colour| colour.is_white()),
        black: sum(&|colour| colour.is_black()),
        studied: counters.games,
        style: style(counters),
        castled: counters.castled,
        castling_turn: (castled > 0)
            .then(|| f64::from(counters.castling_turns) / f64::from(castled)),
        first_moves: most(grouped(Color::White, 1)),
        openings_white: most(white.clone()),
        answers: most(grouped(Color::Black, 2)),
        openings_black: most(black.clone()),
        chunks: cards(&model.pieces, &telling, CHUNKS),
        structures: cards(&model.pawns, &structure, CHUNKS),
        weak_openings: weakest(white, black),
        weak_chunks: weak_cards(&model.pieces, &telling),
        lengths: lengths(&all),
        losses: losses(&all),
    }
}

/// The first half-moves of a game.
fn opening(score: &GameScore, plies: usize) -> String {
    let mut words = Vec::new();
    for (position, m) in score.plies().take(plies) {
        let number = position.turn().is_white().then(|| format!("{}.", position.fullmoves()));
        words.push(number.unwrap_or_default() + &san(&position, m));
    }
    words.join(" ")
}

/// The most common title first.
fn group(games: impl Iterator<Item = (String, GameResult)>) -> Vec<Line> {
    let mut found: BTreeMap<String, Results> = BTreeMap::new();
    for (title, result) in games {
        found.entry(title).or_default().add(result);
    }
    let mut lines: Vec<Line> =
        found.into_iter().map(|(title, results)| Line { title, results }).collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.results.games));
    lines
}

fn weakest(white: Vec<Line>, black: Vec<Line>) -> Vec<Line> {
    let titled =
        |(colour, line): (&str, Line)| Line { title: format!("{colour}: {}", line.title), ..line };
    let white = white.into_iter().map(|line| ("White", line));
    let black = black.into_iter().map(|line| ("Black", line));
    let enough = |line: &Line| line.results.games >= FEWEST_GAMES && line.results.lost > 0;
    let mut lines: Vec<Line> = white.chain(black).map(titled).filter(enough).collect();
    lines.sort_by(|a, b| a.results.score().total_cmp(&b.results.score()));
    lines.truncate(LOSSES);
    lines
}

fn card(chunk: &Chunk, record: &ChunkRecord) -> ChunkCard {
    let squares: Vec<Square> = shakmaty::Bitboard(record.squares).into_iter().collect();
    let (left, bottom) = (
        squares.iter().map(|s| s.file().to_u32()).min().unwrap_or(0),
        squares.iter().map(|s| s.rank().to_u32()).min().unwrap_or(0),
    );
    let place = |placed: crate::opponent_model::chunk::shape::Placed| {
        let index = left + u32::from(placed.file) + 8 * (bottom + u32::from(placed.rank));
        Square::try_from(index).ok().map(|square| (square, placed.piece))
    };
    let as_it_is: Vec<(Square, Piece)> = chunk.pieces().filter_map(place).collect();
    // The canonical form may be the mirror image of what stood there.
    let fits = as_it_is.iter().all(|(square, _)| squares.contains(square));
    let placed: Vec<(Square, Piece)> =
        if fits { as_it_is } else { chunk.mirrored().filter_map(place).collect() };
    ChunkCard {
        drawing: chunk.drawing(),
        placement: placed
            .iter()
            .map(|(square, piece)| format!("{}{square}", piece.char()))
            .collect(),
        placed,
        results: Results {
            games: record.games.len() as u32,
            won: record.won,
            drawn: record.drawn,
            lost: record.lost,
        },
        with_white: record.with_white,
        turns: [record.inception, record.dissolution],
    }
}

fn cards(base: &ChunkBase, chosen: &dyn Fn(&Chunk) -> bool, most: usize) -> Vec<ChunkCard> {
    let mut induced: Vec<_> = base.induced().filter(|(chunk, _)| chosen(chunk)).collect();
    induced.sort_by_key(|(chunk, record)| std::cmp::Reverse((record.games.len(), chunk.len())));
    induced.into_iter().take(most).map(|(chunk, record)| card(chunk, record)).collect()
}

fn weak_cards(base: &ChunkBase, chosen: &dyn Fn(&Chunk) -> bool) -> Vec<ChunkCard> {
    let mut found = cards(base, chosen, usize::MAX);
    found.retain(|card| card.results.games >= FEWEST_GAMES && card.results.lost > 0);
    found.sort_by(|a, b| a.results.score().total_cmp(&b.results.score()));
    found.truncate(3);
    found
}

fn lengths(all: &[(&GameScore, Color, GameResult)]) -> Vec<Line> {
    let bounds =
        [(1, 25, "up to move 25"), (26, 40, "moves 26 to 40"), (41, usize::MAX, "after move 40")];
    let line = |(from, to, title): (usize, usize, &str)| {
        let mut results = Results::default();
        let within = |score: &GameScore| (from..=to).contains(&score.moves.len().div_ceil(2));
        all.iter().filter(|game| within(game.0)).for_each(|game| results.add(game.2));
        Line { title: format!("decided {title}"), results }
    };
    bounds.into_iter().map(line).collect()
}

fn losses(all: &[(&GameScore, Color, GameResult)]) -> Vec<String> {
    let mut lost: Vec<_> = all.iter().filter(|game| game.2 == GameResult::Lost).collect();
    lost.sort_by(|a, b| b.0.date.cmp(&a.0.date));
    let title = |(score, colour, _): &&(&GameScore, Color, GameResult)| {
        format!(
            "{} ({}, {} moves): {}",
            score.title(),
            crate::opponent_model::predict::colour_name(*colour),
            score.moves.len().div_ceil(2),
            opening(score, LINE)
        )
    };
    lost.iter().take(LOSSES).map(title).collect()
}
