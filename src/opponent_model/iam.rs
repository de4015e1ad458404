//! IAM, the Inductive Adversary Modeler of Walczak (1990), sections 3.4 and 4.1.2: opening moves from the repertoire, then
//! moves that complete an almost complete chunk.
//!
//! The thesis names its heuristics but gives no weights; the factors below are ours.

use shakmaty::{Bitboard, Board, Color, Move, MoveList, Piece, Position, Role, Square};

use super::chunks::chunk::{Chunk, ChunkPiece};
use super::chunks::table::{ChunkStatistics, ChunkTable};
use super::model::OpponentModel;
use super::move_model::context::{MoveContext, Phase};
use super::repertoire::{OPENING_MOVES, OpeningMove, OpeningRepertoire, OpeningStatistics};
use crate::chess::{Oriented, exchange_of_move, san};

/// Number of pieces of a chunk that has factor 1.
const REFERENCE_SIZE: f64 = 3.0;
const WITH_MAJOR_PIECE: f64 = 1.3;
const ONLY_LOST_GAMES: f64 = 0.5;
const GAINS_MATERIAL: f64 = 1.5;
const ONLY_OTHER_COLOR: f64 = 0.6;
/// Moves outside the chunk's range of move numbers after which its score is halved.
const HALVING_MOVES: f64 = 5.0;
const TWO_PIECES_IN_MIDDLEGAME: f64 = 0.3;
const OPENING_CHUNK: f64 = 0.3;
/// Share of its score that every further chunk adds.
const FURTHER_CHUNK: f64 = 0.5;
/// An opening move that answered another white move than the last one (the "response code").
const OTHER_REPLY: f64 = 0.03;

/// A suggested move.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// The move.
    pub m: Move,
    /// The thesis's "probability": at least 0, not normalised.
    pub score: f64,
    /// The chunks it completes, the highest score first.
    pub chunks: Vec<Chunk>,
    /// How it was played in the opening.
    pub opening: Option<OpeningStatistics>,
}

/// What IAM knows of the player.
pub struct IamKnowledge<'a> {
    /// The player's chunks.
    pub chunks: &'a ChunkTable,
    /// The player's first moves.
    pub repertoire: &'a OpeningRepertoire,
    /// Number of studied games.
    pub games: u32,
}

impl<'a> IamKnowledge<'a> {
    /// The parts of a model that IAM uses.
    #[must_use]
    pub fn of(model: &'a OpponentModel) -> IamKnowledge<'a> {
        let OpponentModel { pieces: chunks, repertoire, statistics, .. } = model;
        IamKnowledge { chunks, repertoire, games: statistics.games }
    }
}

/// Suggested moves, the highest score first; none if the position resembles nothing that was learned.
#[must_use]
pub fn suggest(context: &MoveContext<'_>, knowledge: &IamKnowledge<'_>) -> Vec<Suggestion> {
    let moves = context.state.position.legal_moves();
    let mut found = if context.move_number <= OPENING_MOVES {
        from_repertoire(context, &moves, knowledge)
    } else {
        from_chunks(context, &moves, knowledge)
    };
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    found
}

fn from_repertoire(
    context: &MoveContext<'_>,
    moves: &MoveList,
    knowledge: &IamKnowledge<'_>,
) -> Vec<Suggestion> {
    let played = &context.state.sans;
    // The player's own moves of this game.
    let own = || played.iter().rev().skip(1).step_by(2);
    let last = played.last().filter(|_| context.us.is_black());
    let mut found = Vec::new();
    for m in moves {
        let san = san(&context.state.position, *m);
        if own().any(|earlier| *earlier == san) {
            continue;
        }
        let entries = || knowledge.repertoire.entries(context.us, &san);
        let score = |(opening, statistics): &(OpeningMove, OpeningStatistics)| {
            let away = (statistics.mean_move_number() - f64::from(context.move_number)).abs();
            let reply = match (&opening.reply_to, last) {
                (Some(then), Some(now)) if then != now => OTHER_REPLY,
                _ => 1.0,
            };
            f64::from(statistics.count) * reply / (1.0 + away).powi(2)
        };
        let opening: OpeningStatistics = entries().map(|(_, statistics)| *statistics).sum();
        if opening.count > 0 {
            let score = entries().map(score).sum();
            found.push(Suggestion { m: *m, score, chunks: Vec::new(), opening: Some(opening) });
        }
    }
    // Normalised: the player is expected to play one of the learned moves.
    let total: f64 = found.iter().map(|suggestion| suggestion.score).sum();
    found.iter_mut().for_each(|suggestion| suggestion.score /= total);
    found
}

/// A chunk placed on the board, turned so that the player is White, with pieces missing.
struct PartialMatch<'a> {
    chunk: &'a Chunk,
    statistics: &'a ChunkStatistics,
    pieces: Vec<(Square, Piece)>,
    missing: Vec<(Square, Piece)>,
}

fn from_chunks(
    context: &MoveContext<'_>,
    moves: &MoveList,
    knowledge: &IamKnowledge<'_>,
) -> Vec<Suggestion> {
    let oriented = Oriented::new(&context.state.position);
    let board = oriented.board();
    let mut complete: Vec<Bitboard> = Vec::new();
    let mut partial: Vec<PartialMatch<'_>> = Vec::new();
    for (chunk, statistics) in knowledge.chunks.induced() {
        let mirrored: Vec<ChunkPiece> = chunk.mirrored().collect();
        let plain: Vec<ChunkPiece> = chunk.pieces().collect();
        let is_symmetric = mirrored.iter().all(|placed| plain.contains(placed));
        let variants = [Some(plain), (!is_symmetric).then_some(mirrored)];
        for variant in variants.into_iter().flatten() {
            for (corner, missing) in placements(board, &variant) {
                let pieces: Vec<(Square, Piece)> = placed(&variant, corner).collect();
                if missing == 0 {
                    complete.push(pieces.iter().map(|(square, _)| *square).collect());
                    continue;
                }
                let lacks =
                    |(square, piece): &&(Square, Piece)| board.piece_at(*square) != Some(*piece);
                let missing = pieces.iter().filter(lacks).copied().collect();
                partial.push(PartialMatch { chunk, statistics, pieces, missing });
            }
        }
    }
    let games = f64::from(knowledge.games.max(1));
    let mut found: Vec<(Move, Vec<(f64, &PartialMatch<'_>)>)> = Vec::new();
    for m in moves {
        if undoes_last_move(context, *m) {
            continue;
        }
        let completed: Vec<(f64, &PartialMatch<'_>)> = partial
            .iter()
            .filter(|p| completes(*m, p, &oriented) && !breaks_larger(*m, p, &complete, &oriented))
            .map(|p| (chunk_score(context, *m, p, games), p))
            .collect();
        if !completed.is_empty() {
            found.push((*m, completed));
        }
    }
    let suggestion = |(m, mut matches): (Move, Vec<(f64, &PartialMatch<'_>)>)| {
        matches.sort_by(|a, b| b.0.total_cmp(&a.0));
        let further: f64 = matches[1..].iter().map(|(score, _)| FURTHER_CHUNK * score).sum();
        Suggestion {
            m,
            score: matches[0].0 + further,
            chunks: matches.iter().map(|(_, p)| p.chunk.clone()).collect(),
            opening: None,
        }
    };
    found.into_iter().map(suggestion).collect()
}

/// Squares and pieces of a chunk whose lower left corner is on `corner`.
fn placed(chunk: &[ChunkPiece], corner: Square) -> impl Iterator<Item = (Square, Piece)> + '_ {
    chunk.iter().filter_map(move |piece| {
        let index = corner.to_u32() + u32::from(piece.file) + 8 * u32::from(piece.rank);
        Square::try_from(index).ok().map(|square| (square, piece.piece))
    })
}

/// Corners at which at most two pieces of a chunk are missing, and how many; bitboards try all corners at once.
fn placements(board: &Board, chunk: &[ChunkPiece]) -> Vec<(Square, u32)> {
    let width = chunk.iter().map(|p| u32::from(p.file)).max().unwrap_or(0);
    let height = chunk.iter().map(|p| u32::from(p.rank)).max().unwrap_or(0);
    let mut corners = Bitboard::FULL;
    for square in Square::ALL {
        if square.file().to_u32() + width > 7 || square.rank().to_u32() + height > 7 {
            corners.discard(square);
        }
    }
    // Corners at which none, one or two pieces are missing so far.
    let mut missing = [corners, Bitboard::EMPTY, Bitboard::EMPTY];
    for piece in chunk {
        let offset = i32::from(piece.file) + 8 * i32::from(piece.rank);
        let present = board.by_piece(piece.piece).shift(-offset);
        let [none, one, two] = missing;
        missing = [
            none & present,
            (one & present) | (none & !present),
            (two & present) | (one & !present),
        ];
        if missing.iter().all(|squares| squares.is_empty()) {
            break;
        }
    }
    let corners_with =
        |(count, corners): (u32, Bitboard)| corners.into_iter().map(move |s| (s, count));
    (0..).zip(missing).flat_map(corners_with).collect()
}

/// Whether a move completes a chunk: the missing piece, or king and rook by castling.
fn completes(m: Move, chunk: &PartialMatch<'_>, oriented: &Oriented) -> bool {
    let us = oriented.color(Color::White);
    match (&chunk.missing[..], m) {
        ([(square, piece)], _) if !m.is_castle() => {
            let role = m.promotion().unwrap_or(m.role());
            let from = m.from().map(|from| oriented.map(from));
            oriented.map(m.to()) == *square
                && role == piece.role
                && !chunk.pieces.iter().any(|(other, _)| Some(*other) == from)
        }
        (missing, Move::Castle { king, rook }) => {
            let wing = shakmaty::CastlingSide::from_king_side(king < rook);
            let after = [
                (oriented.map(wing.king_to(us)), Role::King),
                (oriented.map(wing.rook_to(us)), Role::Rook),
            ];
            let left = [oriented.map(king), oriented.map(rook)];
            missing.iter().all(|(square, piece)| after.contains(&(*square, piece.role)))
                && !chunk.pieces.iter().any(|(square, _)| left.contains(square))
        }
        _ => false,
    }
}

/// Whether the piece would leave a complete chunk that is larger.
fn breaks_larger(
    m: Move,
    chunk: &PartialMatch<'_>,
    complete: &[Bitboard],
    oriented: &Oriented,
) -> bool {
    let Some(from) = m.from().map(|from| oriented.map(from)) else { return false };
    complete.iter().any(|squares| squares.contains(from) && squares.count() > chunk.pieces.len())
}

/// Whether a move takes back the player's last move, and so rebuilds a chunk just broken up.
fn undoes_last_move(context: &MoveContext<'_>, m: Move) -> bool {
    context.state.last_moves[1]
        .is_some_and(|last| last.from() == Some(m.to()) && m.from() == Some(last.to()))
}

fn chunk_score(context: &MoveContext<'_>, m: Move, chunk: &PartialMatch<'_>, games: f64) -> f64 {
    let statistics = chunk.statistics;
    let mut score = statistics.games.len() as f64 / games;
    score *= chunk.pieces.len() as f64 / REFERENCE_SIZE;
    if chunk.pieces.iter().any(|(_, piece)| matches!(piece.role, Role::Queen | Role::Rook)) {
        score *= WITH_MAJOR_PIECE;
    }
    if statistics.results.won == 0 && statistics.results.drawn == 0 {
        score *= ONLY_LOST_GAMES;
    }
    let position = &context.state.position;
    let is_quiet = !position.is_check() && context.max_loss == 0;
    if is_quiet && exchange_of_move(position.board(), context.us, m) > 0 {
        score *= GAINS_MATERIAL;
    }
    let games_with_color = match context.us {
        Color::White => statistics.with_white,
        Color::Black => statistics.games.len() as u32 - statistics.with_white,
    };
    if games_with_color == 0 {
        score *= ONLY_OTHER_COLOR;
    }
    let now = context.move_number as u16;
    let before = statistics.first_move.saturating_sub(now);
    let after = now.saturating_sub(statistics.last_move);
    score /= 1.0 + f64::from(before.max(after)) / HALVING_MOVES;
    if chunk.pieces.len() == 2 && context.phase == Phase::Middlegame {
        score *= TWO_PIECES_IN_MIDDLEGAME;
    }
    if u32::from(statistics.last_move) <= OPENING_MOVES {
        score *= OPENING_CHUNK;
    }
    score
}
