//! Prediction as in 1990: the move that completes an almost complete chunk, and the opening from words.
//!
//! Walczak (1990), section 3.4 and 4.1.2. The thesis names its heuristics but gives no weights; the numbers here
//! are ours and stand together below.

use shakmaty::{Bitboard, Board, Chess, Color, Move, MoveList, Piece, Position, Role, Square};

use super::chunk::base::{ChunkBase, ChunkRecord};
use super::chunk::shape::{Chunk, Placed};
use super::opening::{OPENING_TURNS, OpeningMemory};
use super::ranker::scene::Scene;
use crate::chess::{Oriented, exchange_of_move};

/// A chunk of so many pieces is neither favoured nor held back.
const USUAL_SIZE: f64 = 3.0;
const WITH_MAJOR_PIECE: f64 = 1.3;
const ONLY_LOST: f64 = 0.5;
const GAINS_MATERIAL: f64 = 1.5;
const OTHER_COLOUR_ONLY: f64 = 0.6;
/// Turns outside the chunk's time after which its belief is halved.
const TURNS_TO_HALF: f64 = 5.0;
const TWO_PIECES_IN_MIDDLE_GAME: f64 = 0.3;
const OPENING_CHUNK: f64 = 0.3;
/// What every further chunk adds of its own belief.
const FURTHER_CHUNK: f64 = 0.5;
/// An opening move that answered another white move than the one just made (the "response code").
const OTHER_RESPONSE: f64 = 0.03;

/// A move with what speaks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// The move.
    pub m: Move,
    /// The thesis's "probability": at least 0, not normalised.
    pub belief: f64,
    /// The chunks it completes, the strongest first, with the squares they would occupy on the real board.
    pub chunks: Vec<(Chunk, Bitboard)>,
    /// How often it was played in the opening, at which mean turn.
    pub opening: Option<(u32, f64)>,
}

/// What the 1990 system knows of the player.
pub struct Knowledge<'a> {
    /// His induced chunks.
    pub chunks: &'a ChunkBase,
    /// His opening moves.
    pub opening: &'a OpeningMemory,
    /// Games studied.
    pub games: u32,
}

/// Suggested moves, the most believed first; none when the position resembles nothing that was learned.
#[must_use]
pub fn suggest(scene: &Scene<'_>, played: &[String], knowledge: &Knowledge<'_>) -> Vec<Suggestion> {
    let moves = scene.position.legal_moves();
    let mut found = if scene.turn <= OPENING_TURNS {
        from_opening(scene, &moves, played, knowledge)
    } else {
        from_chunks(scene, &moves, knowledge)
    };
    found.sort_by(|a, b| b.belief.total_cmp(&a.belief));
    found
}

fn from_opening(
    scene: &Scene<'_>,
    moves: &MoveList,
    played: &[String],
    knowledge: &Knowledge<'_>,
) -> Vec<Suggestion> {
    let is_white = scene.us.is_white();
    // His own moves of this game are every second one before this turn.
    let own = || played.iter().rev().skip(1).step_by(2);
    let answered = played.last().filter(|_| !is_white);
    let mut found = Vec::new();
    for m in moves {
        let san = san(scene.position, *m);
        if own().any(|earlier| *earlier == san) {
            continue;
        }
        let (mut belief, mut count, mut turns) = (0.0, 0, 0);
        let records = knowledge.opening.moves();
        for (opening, record) in records.filter(|(o, _)| o.with_white == is_white && o.san == san) {
            let away = (record.mean_turn() - f64::from(scene.turn)).abs();
            let response = match (&opening.answered, answered) {
                (Some(then), Some(now)) if then != now => OTHER_RESPONSE,
                _ => 1.0,
            };
            belief += f64::from(record.count) * response / (1.0 + away).powi(2);
            count += record.count;
            turns += record.turns;
        }
        if count > 0 {
            let opening = Some((count, f64::from(turns) / f64::from(count)));
            found.push(Suggestion { m: *m, belief, chunks: Vec::new(), opening });
        }
    }
    // His opening moves of this moment share what he is expected to do.
    let all: f64 = found.iter().map(|suggestion| suggestion.belief).sum();
    found.iter_mut().for_each(|suggestion| suggestion.belief /= all);
    found
}

/// The move in algebraic notation.
#[must_use]
pub fn san(position: &Chess, m: Move) -> String {
    shakmaty::san::SanPlus::from_move(position.clone(), m).to_string()
}

/// A placement of a chunk on the board, turned to the player.
struct Fit<'a> {
    chunk: &'a Chunk,
    record: &'a ChunkRecord,
    pieces: Vec<(Square, Piece)>,
    missing: Vec<(Square, Piece)>,
}

fn from_chunks(scene: &Scene<'_>, moves: &MoveList, knowledge: &Knowledge<'_>) -> Vec<Suggestion> {
    let turned = Oriented::new(scene.position);
    let board = turned.board();
    let mut complete: Vec<Bitboard> = Vec::new();
    let mut almost: Vec<Fit<'_>> = Vec::new();
    for (chunk, record) in knowledge.chunks.induced() {
        let mirrored: Vec<Placed> = chunk.mirrored().collect();
        let plain: Vec<Placed> = chunk.pieces().collect();
        let is_symmetric = mirrored.iter().all(|placed| plain.contains(placed));
        let forms = [Some(plain), (!is_symmetric).then_some(mirrored)];
        for form in forms.into_iter().flatten() {
            for (corner, missing) in placements(board, &form) {
                let pieces: Vec<(Square, Piece)> = at(&form, corner).collect();
                if missing == 0 {
                    complete.push(pieces.iter().map(|(square, _)| *square).collect());
                    continue;
                }
                let lacks =
                    |(square, piece): &&(Square, Piece)| board.piece_at(*square) != Some(*piece);
                let missing = pieces.iter().filter(lacks).copied().collect();
                almost.push(Fit { chunk, record, pieces, missing });
            }
        }
    }
    let games = f64::from(knowledge.games.max(1));
    let mut found: Vec<(Move, Vec<(f64, &Fit<'_>)>)> = Vec::new();
    for m in moves {
        if takes_back(scene, *m) {
            continue;
        }
        let completed: Vec<(f64, &Fit<'_>)> = almost
            .iter()
            .filter(|fit| completes(*m, fit, &turned) && !borrows(*m, fit, &complete, &turned))
            .map(|fit| (belief(scene, *m, fit, games), fit))
            .collect();
        if !completed.is_empty() {
            found.push((*m, completed));
        }
    }
    let suggestion = |(m, mut fits): (Move, Vec<(f64, &Fit<'_>)>)| {
        fits.sort_by(|a, b| b.0.total_cmp(&a.0));
        let further: f64 = fits[1..].iter().map(|(belief, _)| FURTHER_CHUNK * belief).sum();
        let real =
            |fit: &Fit<'_>| fit.pieces.iter().map(|(square, _)| turned.map(*square)).collect();
        Suggestion {
            m,
            belief: fits[0].0 + further,
            chunks: fits.iter().map(|(_, fit)| (fit.chunk.clone(), real(fit))).collect(),
            opening: None,
        }
    };
    found.into_iter().map(suggestion).collect()
}

/// Squares and pieces of a chunk put with its corner on a square.
fn at(form: &[Placed], corner: Square) -> impl Iterator<Item = (Square, Piece)> + '_ {
    form.iter().filter_map(move |placed| {
        let index = corner.to_u32() + u32::from(placed.file) + 8 * u32::from(placed.rank);
        Square::try_from(index).ok().map(|square| (square, placed.piece))
    })
}

/// Corners at which a chunk lacks at most two pieces, and how many; all corners are tried at once.
fn placements(board: &Board, form: &[Placed]) -> Vec<(Square, u32)> {
    let width = form.iter().map(|p| u32::from(p.file)).max().unwrap_or(0);
    let height = form.iter().map(|p| u32::from(p.rank)).max().unwrap_or(0);
    let mut corners = Bitboard::FULL;
    for square in Square::ALL {
        if square.file().to_u32() + width > 7 || square.rank().to_u32() + height > 7 {
            corners.discard(square);
        }
    }
    // Corners that lack none, one, two pieces so far.
    let mut lacking = [corners, Bitboard::EMPTY, Bitboard::EMPTY];
    for placed in form {
        let offset = i32::from(placed.file) + 8 * i32::from(placed.rank);
        let there = board.by_piece(placed.piece).shift(-offset);
        let [none, one, two] = lacking;
        lacking = [none & there, (one & there) | (none & !there), (two & there) | (one & !there)];
        if lacking.iter().all(|squares| squares.is_empty()) {
            break;
        }
    }
    let counted =
        |(missing, squares): (u32, Bitboard)| squares.into_iter().map(move |s| (s, missing));
    (0..).zip(lacking).flat_map(counted).collect()
}

/// Whether a move puts the missing piece in its place, or king and rook by castling.
fn completes(m: Move, fit: &Fit<'_>, turned: &Oriented) -> bool {
    let side = turned.color(Color::White);
    match (&fit.missing[..], m) {
        ([(square, piece)], _) if !m.is_castle() => {
            let role = m.promotion().unwrap_or(m.role());
            let from = m.from().map(|from| turned.map(from));
            turned.map(m.to()) == *square
                && role == piece.role
                && !fit.pieces.iter().any(|(other, _)| Some(*other) == from)
        }
        (missing, Move::Castle { king, rook }) => {
            let wing = shakmaty::CastlingSide::from_king_side(king < rook);
            let after = [
                (turned.map(wing.king_to(side)), Role::King),
                (turned.map(wing.rook_to(side)), Role::Rook),
            ];
            let left = [turned.map(king), turned.map(rook)];
            missing.iter().all(|(square, piece)| after.contains(&(*square, piece.role)))
                && !fit.pieces.iter().any(|(square, _)| left.contains(square))
        }
        _ => false,
    }
}

/// Whether the moving piece would be taken out of a larger chunk that stands complete.
fn borrows(m: Move, fit: &Fit<'_>, complete: &[Bitboard], turned: &Oriented) -> bool {
    let Some(from) = m.from().map(|from| turned.map(from)) else { return false };
    complete.iter().any(|squares| squares.contains(from) && squares.count() > fit.pieces.len())
}

/// Whether a move undoes the player's last one, and so builds what he has just dissolved.
fn takes_back(scene: &Scene<'_>, m: Move) -> bool {
    scene.history.last[1]
        .is_some_and(|last| last.from() == Some(m.to()) && m.from() == Some(last.to()))
}

fn belief(scene: &Scene<'_>, m: Move, fit: &Fit<'_>, games: f64) -> f64 {
    let record = fit.record;
    let mut belief = record.games.len() as f64 / games;
    belief *= fit.pieces.len() as f64 / USUAL_SIZE;
    if fit.pieces.iter().any(|(_, piece)| matches!(piece.role, Role::Queen | Role::Rook)) {
        belief *= WITH_MAJOR_PIECE;
    }
    if record.won == 0 && record.drawn == 0 {
        belief *= ONLY_LOST;
    }
    let is_quiet = !scene.position.is_check() && scene.most_exposed == 0;
    if is_quiet && exchange_of_move(scene.position.board(), scene.us, m) > 0 {
        belief *= GAINS_MATERIAL;
    }
    let same_colour = match scene.us {
        Color::White => record.with_white,
        Color::Black => record.games.len() as u32 - record.with_white,
    };
    if same_colour == 0 {
        belief *= OTHER_COLOUR_ONLY;
    }
    let turn = scene.turn as u16;
    let away = record.inception.saturating_sub(turn).max(turn.saturating_sub(record.dissolution));
    belief /= 1.0 + f64::from(away) / TURNS_TO_HALF;
    if fit.pieces.len() == 2 && scene.phase == 1 {
        belief *= TWO_PIECES_IN_MIDDLE_GAME;
    }
    if u32::from(record.dissolution) <= OPENING_TURNS {
        belief *= OPENING_CHUNK;
    }
    belief
}
