//! Features from prior games: moves in the same and in similar positions, and the player's chunks.

use shakmaty::{Board, Color, MoveList, Square};

use super::candidate::{Candidate, FeatureBuilder};
use super::context::MoveContext;
use super::feature::FeatureGroup as Group;
use super::position_index::{GamePly, PositionIndex, SimilarMoves};
use crate::chess::Oriented;
use crate::opponent_model::chunks::chunk::Chunk;
use crate::opponent_model::chunks::groups::{MAX_CHUNK_SIZE, connected, fits};
use crate::opponent_model::chunks::table::ChunkTable;
use crate::opponent_model::packed_game::PackedMove;

/// The games that features are computed from.
pub struct PriorGames<'a> {
    /// The player's moves; absent in the model of other players.
    pub player: Option<&'a PositionIndex>,
    /// Other players' moves.
    pub general: &'a PositionIndex,
    /// The player's chunks; absent in the model of other players.
    pub chunks: Option<&'a ChunkTable>,
    /// The game being fitted, which is left out (as in leave-one-out cross-validation).
    pub excluded_game: Option<u32>,
}

/// The feature groups of one index.
struct IndexGroups {
    book: Group,
    book_other: Group,
    book_share: Group,
    similar: Group,
    similar_best: Group,
}

const PLAYER: IndexGroups = IndexGroups {
    book: Group::PlayerBook,
    book_other: Group::PlayerBookOther,
    book_share: Group::PlayerBookShare,
    similar: Group::PlayerSimilar,
    similar_best: Group::PlayerSimilarBest,
};

const GENERAL: IndexGroups = IndexGroups {
    book: Group::GeneralBook,
    book_other: Group::GeneralBookOther,
    book_share: Group::GeneralBookShare,
    similar: Group::GeneralSimilar,
    similar_best: Group::GeneralSimilarBest,
};

/// Adds these features to the vectors of all legal moves.
pub(super) fn add(
    context: &MoveContext<'_>,
    candidates: &[Candidate<'_>],
    moves: &MoveList,
    games: &PriorGames<'_>,
    vectors: &mut [FeatureBuilder],
) {
    let position = &context.state.position;
    let indexes = [(Some(games.general), &GENERAL), (games.player, &PLAYER)];
    for (index, groups) in indexes.into_iter().filter_map(|(index, g)| Some((index?, g))) {
        let played = index.moves_in(position, games.excluded_game);
        if !played.is_empty() {
            add_book(moves, &played, groups, vectors);
        }
        add_similar(&index.similar_moves(position, moves, games.excluded_game), groups, vectors);
    }
    if let Some(chunks) = games.chunks {
        for (candidate, features) in candidates.iter().zip(vectors) {
            add_chunks(candidate, chunks, games.excluded_game, features);
        }
    }
}

fn add_book(
    moves: &MoveList,
    played: &[(GamePly, PackedMove)],
    groups: &IndexGroups,
    vectors: &mut [FeatureBuilder],
) {
    let total = played.len();
    let total_class = match total {
        1 => 0,
        2..=4 => 1,
        _ => 2,
    };
    for (m, features) in moves.iter().zip(vectors) {
        let packed = PackedMove::new(*m);
        let count = played.iter().filter(|(_, other)| *other == packed).count();
        let share_class = match count as f32 / total as f32 {
            s if s > 0.75 => 3,
            s if s > 0.4 => 2,
            s if s > 0.15 => 1,
            _ => 0,
        };
        if count > 0 {
            features.add(groups.book, share_class * 3 + total_class);
        } else {
            features.add(groups.book_other, total_class);
        }
        let smoothed = (count as f32 + 0.1) / (total as f32 + 1.0);
        features.add_value(groups.book_share, 0, libm::logf(smoothed) + 2.0);
    }
}

fn add_similar(similar: &SimilarMoves, groups: &IndexGroups, vectors: &mut [FeatureBuilder]) {
    let best = similar.shares.iter().map(|shares| shares[1]).fold(0.0, f32::max);
    for (shares, features) in similar.shares.iter().zip(vectors) {
        for (kernel, share) in (0..).zip(shares) {
            features.add_value(groups.similar, kernel, libm::logf(share + 0.01) + 3.0);
        }
        if shares[1] > 0.05 && shares[1] == best {
            features.add(groups.similar_best, ((shares[1] * 5.0) as u32).min(4));
        }
    }
}

fn add_chunks(
    candidate: &Candidate<'_>,
    chunks: &ChunkTable,
    excluded_game: Option<u32>,
    features: &mut FeatureBuilder,
) {
    let us = candidate.context.us;
    let mut add = |board: &Board, square: Square, group| {
        let oriented = Oriented::of_board(board, us);
        let square = us.fold_wb(square, square.flip_vertical());
        let classes = chunk_classes(oriented.board(), square, chunks, excluded_game);
        if let Some((frequency, size)) = classes {
            features.add(group, frequency * 3 + size);
        }
    };
    add(candidate.after(), candidate.m.to(), Group::ChunkCompleted);
    if let Some(from) = candidate.m.from() {
        add(candidate.before, from, Group::ChunkBroken);
    }
}

/// Frequency class and size class of the chunk around a square; `None` if it is not a chunk of the player.
fn chunk_classes(
    board: &Board,
    square: Square,
    chunks: &ChunkTable,
    excluded_game: Option<u32>,
) -> Option<(u32, u32)> {
    let members = board.by_color(Color::White);
    if !members.contains(square) {
        return None;
    }
    let group = connected(board, members, square);
    if !group.more_than_one() || !fits(group, MAX_CHUNK_SIZE) {
        return None;
    }
    let games = &chunks.get(&Chunk::of(board, group)?)?.games;
    let is_in_excluded = excluded_game.is_some_and(|game| games.binary_search(&game).is_ok());
    let frequency = match games.len() - usize::from(is_in_excluded) {
        0 => return None,
        1 => 0,
        2..=4 => 1,
        5..=12 => 2,
        _ => 3,
    };
    Some((frequency, (group.count() as u32 - 2).min(2)))
}
