//! What to know about a player before a game, with the number of games beside every figure.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use shakmaty::{Bitboard, Chess, Color, Piece, Position, Square};

use super::chunks::chunk::{Chunk, ChunkPiece};
use super::chunks::table::{ChunkStatistics, ChunkTable};
use super::cited_game::{CitedGame, cited};
use super::insights::Insights;
use super::mistakes::TypicalMistakes;
use super::model::OpponentModel;
use super::opening_tree::{OpeningTree, WeakLine};
use super::packed_game::{GameResult, PackedGame, ResultCounts, with_score};
use super::style::Style;
use crate::chess::{OpeningName, after_line, line_text, san};
use crate::memory::Memory;
use crate::terminal_text::{MAX_NAME, printable};

/// Gain to expect of a line that is worth aiming for, in expected score: half a point of a hundred is told as one.
const MIN_TARGET_GAIN: f64 = 0.005;
/// Length of an opening line, in half-moves.
const LINE_PLIES: usize = 6;
/// Maximum number of lines for each colour.
const MAX_LINES: usize = 8;
/// Maximum number of chunks and of pawn structures.
const MAX_CHUNKS: usize = 9;
/// Smaller chunks are too common to characterise a player (section 3.1.1).
const MIN_PIECES: usize = 3;
/// Minimum number of games of a weak chunk.
const MIN_GAMES: u32 = 5;
/// Maximum number of weak chunks.
const MAX_WEAK_CHUNKS: usize = 3;
/// Maximum number of recent losses.
const MAX_LOSSES: usize = 5;

/// The results of games that have something in common.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReportRow {
    /// What they have in common: a colour, opening moves, or a length.
    pub title: String,
    /// The player's results.
    #[serde(serialize_with = "with_score")]
    pub results: ResultCounts,
    /// Numbers of some of the games, the newest first; only for opening moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<u32>,
}

/// A line to aim for against the player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TargetLine {
    /// The name and code of the opening, where it has one: `Slav Defence (D10)`.
    pub opening: Option<String>,
    /// The moves, such as `1. d4 d5 2. c4 c6`.
    pub line: String,
    /// The player's results after it.
    #[serde(serialize_with = "with_score")]
    pub results: ResultCounts,
    /// What the player scores with this colour in all games, in `[0, 1]`.
    pub usual_score: f64,
    /// The score to expect after it, in `[0, 1]`; see [`WeakLine::expected_score`].
    pub expected_score: f64,
    /// Numbers of some of the games, lost ones first, then the newest.
    pub games: Vec<u32>,
}

impl TargetLine {
    /// What the opponents of the player can expect to score more than usual after it.
    #[must_use]
    pub fn gain(&self) -> f64 {
        self.usual_score - self.expected_score
    }
}

/// A chunk on a board, turned so that the player is White.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChunkRow {
    /// The ranks from the top, one text each; capitals are the player's pieces.
    pub diagram: Vec<String>,
    /// Pieces and squares in the last game it occurred in, such as `Pa2`.
    pub placement: Vec<String>,
    /// The same for a diagram.
    #[serde(skip)]
    pub placed: Vec<(Square, Piece)>,
    /// The player's results in the studied games with it.
    #[serde(serialize_with = "with_score")]
    pub results: ResultCounts,
    /// How many of these games the player had White in.
    pub with_white: u32,
    /// The smallest and the largest move number after which it was on the board.
    pub move_numbers: [u16; 2],
}

/// A lost game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LostGame {
    /// Its number in the model, from 0: [`OpponentModel::game`].
    pub number: u32,
    /// Players, date and round.
    pub title: String,
    /// The player's colour, `white` or `black`.
    pub colour: String,
    /// Number of moves.
    pub moves: usize,
    /// The first three moves.
    pub opening: String,
}

/// The report on a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The player.
    pub player: String,
    /// Spellings of the player's name, with the number of games.
    pub spellings: BTreeMap<String, u32>,
    /// The earliest and the latest date of the games.
    pub dates: [String; 2],
    /// All games with a result, and those with White and with Black.
    pub results: [ReportRow; 3],
    /// What stands out in the results.
    pub insights: Insights,
    /// Kinds of tactics that the player allows more, or less, often than others of their strength.
    pub mistakes: TypicalMistakes,
    /// Lines in which the player, with White and with Black, scores least ([`OpeningTree::weak_lines`]), the largest
    /// gain first.
    pub targets: [Vec<TargetLine>; 2],
    /// Number of games that chunks, style and castling rest on.
    pub studied: u32,
    /// Preference for open or closed positions.
    pub style: Style,
    /// Studied games in which the player castled kingside and queenside.
    pub castled: [u32; 2],
    /// Mean move number of castling.
    pub castling_move: Option<f64>,
    /// First moves with White.
    pub first_moves: Vec<ReportRow>,
    /// Openings with White, by name; three moves where they have none.
    pub openings_white: Vec<ReportRow>,
    /// Replies with Black.
    pub replies: Vec<ReportRow>,
    /// Openings with Black, by name; three moves where they have none.
    pub openings_black: Vec<ReportRow>,
    /// Chunks of at least three pieces, the most frequent first.
    pub chunks: Vec<ChunkRow>,
    /// Pawn structures of at least three pawns, the most frequent first.
    pub structures: Vec<ChunkRow>,
    /// Chunks with at least five games and a loss, the lowest score first.
    pub weak_chunks: Vec<ChunkRow>,
    /// Results by the length of the game.
    pub lengths: Vec<ReportRow>,
    /// The most recent losses.
    pub losses: Vec<LostGame>,
    /// The games that the rest cites by their numbers, in the order of these.
    pub games: Vec<CitedGame>,
}

type FinishedGame<'a> = (u32, &'a PackedGame, Color, GameResult);

impl Report {
    /// Reports on a player; typical mistakes are told by the patterns of a memory.
    #[must_use]
    pub fn of(model: &OpponentModel, memory: &Memory) -> Report {
        let games: Vec<FinishedGame<'_>> = (0..)
            .zip(model.games())
            .filter_map(|(n, (game, color))| Some((n, game, *color, game.result_for(*color)?)))
            .collect();
        let row = |title: &str, color: Option<Color>| ReportRow {
            title: title.to_owned(),
            results: games
                .iter()
                .filter(|game| color.is_none_or(|color| color == game.2))
                .map(|game| game.3)
                .collect(),
            games: Vec::new(),
        };
        let top = |color: Color, title: &dyn Fn(&PackedGame) -> String| {
            let games = games.iter().filter(|game| game.2 == color);
            let mut rows =
                by_title(games.map(|(number, game, _, result)| (title(game), *number, *result)));
            rows.truncate(MAX_LINES);
            rows.iter_mut().for_each(|row| row.games = cited(model, &row.games, false));
            rows
        };
        let mut dates: Vec<&str> = games.iter().map(|(_, game, ..)| game.date.as_str()).collect();
        dates.sort_unstable();
        let statistics = &model.statistics;
        let castled: u32 = statistics.castled.iter().sum();
        let chunks = chunk_rows(&model.pieces, |chunk| chunk.has_non_pawn());
        let spellings = model.spellings();
        let mut report = Report {
            player: model.player.to_string(),
            spellings: spellings.into_iter().map(|(name, n)| (name.to_owned(), n)).collect(),
            dates: [dates.first(), dates.last()]
                .map(|date| printable(date.copied().unwrap_or(""), MAX_NAME).into_owned()),
            results: [
                row("All", None),
                row("White", Some(Color::White)),
                row("Black", Some(Color::Black)),
            ],
            insights: Insights::of(
                games.iter().map(|(_, game, color, result)| (*game, *color, *result)),
            ),
            mistakes: TypicalMistakes::of(model, memory),
            targets: [Color::White, Color::Black].map(|color| targets(model, color)),
            studied: statistics.games,
            style: Style::of(statistics),
            castled: statistics.castled,
            castling_move: (castled > 0)
                .then(|| f64::from(statistics.castling_moves) / f64::from(castled)),
            first_moves: top(Color::White, &|game| opening(game, 1)),
            openings_white: top(Color::White, &opening_title),
            replies: top(Color::Black, &|game| opening(game, 2)),
            openings_black: top(Color::Black, &opening_title),
            weak_chunks: weak_chunks(chunks.clone()),
            chunks: chunks.into_iter().take(MAX_CHUNKS).collect(),
            structures: chunk_rows(&model.pawns, |_| true).into_iter().take(MAX_CHUNKS).collect(),
            lengths: lengths(&games),
            losses: losses(&games),
            games: Vec::new(),
        };
        let numbers: BTreeSet<u32> = report.cited_numbers().collect();
        let games = numbers.into_iter().filter_map(|number| CitedGame::new(model, number));
        report.games = games.collect();
        report
    }
}

impl Report {
    /// The numbers of the games that are cited, as often as they are.
    fn cited_numbers(&self) -> impl Iterator<Item = u32> {
        let openings =
            [&self.first_moves, &self.openings_white, &self.replies, &self.openings_black];
        let rows = openings.into_iter().flatten().flat_map(|row| &row.games);
        let targets = self.targets.iter().flatten().flat_map(|target| &target.games);
        let examples = self.mistakes.tendencies.iter().flat_map(|tendency| &tendency.examples);
        let losses = self.losses.iter().map(|game| game.number);
        rows.chain(targets).copied().chain(examples.map(|example| example.game)).chain(losses)
    }
}

/// The first half-moves of a game, such as `1.d4 Nf6 2.c4`.
fn opening(game: &PackedGame, plies: usize) -> String {
    let mut words = Vec::new();
    for (position, m) in game.plies().take(plies) {
        let number = position.turn().is_white().then(|| format!("{}.", position.fullmoves()));
        words.push(number.unwrap_or_default() + &san(&position, m));
    }
    words.join(" ")
}

/// The name of a game's opening, or its first three moves.
fn opening_title(game: &PackedGame) -> String {
    let name = OpeningName::of(game.plies().map(|(position, _)| position));
    name.map_or_else(|| opening(game, LINE_PLIES), |name| name.to_string())
}

/// The weak lines of the player with this colour.
fn targets(model: &OpponentModel, color: Color) -> Vec<TargetLine> {
    let start = Chess::default();
    let tree = OpeningTree::new(model, color);
    let target = |line: &WeakLine| TargetLine {
        opening: OpeningName::of(
            (1..=line.moves.len()).map(|n| after_line(&start, &line.moves[..n])),
        )
        .map(|name| name.to_string()),
        line: line_text(&start, &line.moves),
        results: line.results,
        usual_score: line.usual_score,
        expected_score: line.expected_score,
        games: cited(model, &tree.node(&after_line(&start, &line.moves)).games, true),
    };
    let weak = tree.weak_lines();
    let mut targets: Vec<TargetLine> = weak.iter().map(target).collect();
    targets.retain(|target| target.gain() >= MIN_TARGET_GAIN);
    targets.sort_by(|a, b| b.gain().total_cmp(&a.gain()));
    targets
}

/// The most frequent title first.
fn by_title(games: impl Iterator<Item = (String, u32, GameResult)>) -> Vec<ReportRow> {
    let mut by_title: BTreeMap<String, (ResultCounts, Vec<u32>)> = BTreeMap::new();
    for (title, number, result) in games {
        let (results, numbers) = by_title.entry(title).or_default();
        results.add(result);
        numbers.push(number);
    }
    let row = |(title, (results, games))| ReportRow { title, results, games };
    let mut rows: Vec<ReportRow> = by_title.into_iter().map(row).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.results.games()));
    rows
}

/// Chunks with enough games and a loss, the lowest score first.
fn weak_chunks(mut rows: Vec<ChunkRow>) -> Vec<ChunkRow> {
    rows.retain(|row| row.results.games() >= MIN_GAMES && row.results.lost > 0);
    rows.sort_by(|a, b| a.results.score().total_cmp(&b.results.score()));
    rows.truncate(MAX_WEAK_CHUNKS);
    rows
}

/// Induced chunks of enough pieces, the most frequent first.
fn chunk_rows(table: &ChunkTable, filter: impl Fn(&Chunk) -> bool) -> Vec<ChunkRow> {
    let mut induced: Vec<_> =
        table.induced().filter(|(chunk, _)| chunk.len() >= MIN_PIECES && filter(chunk)).collect();
    induced.sort_by_key(|(chunk, statistics)| {
        std::cmp::Reverse((statistics.games.len(), chunk.len()))
    });
    induced.into_iter().map(|(chunk, statistics)| chunk_row(chunk, statistics)).collect()
}

fn chunk_row(chunk: &Chunk, statistics: &ChunkStatistics) -> ChunkRow {
    let squares = Bitboard(statistics.squares);
    let left = squares.into_iter().map(|s| s.file().to_u32()).min().unwrap_or(0);
    let bottom = squares.into_iter().map(|s| s.rank().to_u32()).min().unwrap_or(0);
    let place = |piece: ChunkPiece| {
        let index = left + u32::from(piece.file) + 8 * (bottom + u32::from(piece.rank));
        Square::try_from(index).ok().map(|square| (square, piece.piece))
    };
    let mut placed: Vec<(Square, Piece)> = chunk.pieces().filter_map(place).collect();
    // The canonical form may be the mirror image of what was on the board.
    if placed.iter().any(|(square, _)| !squares.contains(*square)) {
        placed = chunk.mirrored().filter_map(place).collect();
    }
    ChunkRow {
        diagram: chunk.diagram(),
        placement: placed.iter().map(|(s, piece)| format!("{}{s}", piece.char())).collect(),
        placed,
        results: statistics.results,
        with_white: statistics.with_white,
        move_numbers: [statistics.first_move, statistics.last_move],
    }
}

fn lengths(games: &[FinishedGame<'_>]) -> Vec<ReportRow> {
    let ranges = [
        (1..=25, "up to 25 moves"),
        (26..=40, "26 to 40 moves"),
        (41..=usize::MAX, "over 40 moves"),
    ];
    let row = |(range, title): (std::ops::RangeInclusive<usize>, &str)| {
        let games = games.iter().filter(|game| range.contains(&game.1.full_moves()));
        let results = games.map(|game| game.3).collect();
        ReportRow { title: title.to_owned(), results, games: Vec::new() }
    };
    ranges.into_iter().map(row).collect()
}

fn losses(games: &[FinishedGame<'_>]) -> Vec<LostGame> {
    let mut lost: Vec<_> = games.iter().filter(|game| game.3 == GameResult::Lost).collect();
    lost.sort_by(|a, b| b.1.date.cmp(&a.1.date));
    let row = |(number, game, color, _): &FinishedGame<'_>| LostGame {
        number: *number,
        title: game.title(),
        colour: color.to_string(),
        moves: game.full_moves(),
        opening: opening(game, LINE_PLIES),
    };
    lost.into_iter().take(MAX_LOSSES).map(row).collect()
}
