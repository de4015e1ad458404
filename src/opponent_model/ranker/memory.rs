//! Features from the games: exact and similar positions, and the player's chunks.

use shakmaty::{Bitboard, Color, MoveList, Position};

use super::extract::Sheet;
use super::layout::Family;
use super::library::{Library, Place, Votes};
use super::scene::Scene;
use crate::chess::Oriented;
use crate::opponent_model::chunk::base::ChunkBase;
use crate::opponent_model::chunk::group::{PIECE_SPAN, grown, is_within};
use crate::opponent_model::chunk::shape::Chunk;
use crate::opponent_model::score::PackedMove;

/// What is remembered, and which games of it must not be looked at.
pub struct Memories<'a> {
    /// The player's own moves; absent in a model of other players.
    pub own: Option<&'a Library>,
    /// Other players' moves.
    pub general: &'a Library,
    /// The player's chunks; absent in a model of other players.
    pub chunks: Option<&'a ChunkBase>,
    /// A game of the own library that is being learned from, and so must not be known.
    pub hidden_own: Option<u32>,
    /// The same for the general library.
    pub hidden_general: Option<u32>,
}

/// Features of one kind of library.
struct Families {
    book: Family,
    other: Family,
    share: Family,
    similar: Family,
    best: Family,
}

const OWN: Families = Families {
    book: Family::BookOwn,
    other: Family::BookOwnOther,
    share: Family::BookOwnShare,
    similar: Family::SimilarOwn,
    best: Family::SimilarOwnBest,
};

const GENERAL: Families = Families {
    book: Family::BookGeneral,
    other: Family::BookGeneralOther,
    share: Family::BookGeneralShare,
    similar: Family::SimilarGeneral,
    best: Family::SimilarGeneralBest,
};

pub(super) fn add(
    scene: &Scene<'_>,
    moves: &MoveList,
    memories: &Memories<'_>,
    sheets: &mut [Sheet],
) {
    let hidden = memories.hidden_general;
    consult(scene, moves, memories.general, hidden, &GENERAL, sheets);
    if let Some(own) = memories.own {
        consult(scene, moves, own, memories.hidden_own, &OWN, sheets);
    }
    if let Some(chunks) = memories.chunks {
        for (m, sheet) in moves.iter().zip(sheets) {
            chunk_features(scene, *m, chunks, memories.hidden_own, sheet);
        }
    }
}

fn consult(
    scene: &Scene<'_>,
    moves: &MoveList,
    library: &Library,
    hidden: Option<u32>,
    families: &Families,
    sheets: &mut [Sheet],
) {
    let is_hidden = |game: u32| Some(game) == hidden;
    let played = library.played(scene.position, &is_hidden);
    if !played.is_empty() {
        book(moves, &played, families, sheets);
    }
    let votes = library.votes(scene.position, moves, &is_hidden);
    similar(&votes, families, sheets);
}

fn book(
    moves: &MoveList,
    played: &[(Place, PackedMove)],
    families: &Families,
    sheets: &mut [Sheet],
) {
    let all = played.len();
    let often = match all {
        1 => 0,
        2..=4 => 1,
        _ => 2,
    };
    for (m, sheet) in moves.iter().zip(sheets) {
        let packed = PackedMove::new(*m);
        let count = played.iter().filter(|(_, other)| *other == packed).count();
        let share = count as f32 / all as f32;
        let grade = match share {
            s if s > 0.75 => 3,
            s if s > 0.4 => 2,
            s if s > 0.15 => 1,
            _ => 0,
        };
        if count > 0 {
            sheet.mark(families.book, grade * 3 + often);
        } else {
            sheet.mark(families.other, often);
        }
        let smoothed = (count as f32 + 0.1) / (all as f32 + 1.0);
        sheet.amount(families.share, 0, smoothed.ln() + 2.0);
    }
}

fn similar(votes: &Votes, families: &Families, sheets: &mut [Sheet]) {
    let best = votes.shares.iter().map(|shares| shares[1]).fold(0.0, f32::max);
    for (shares, sheet) in votes.shares.iter().zip(sheets) {
        for (grade, share) in (0..).zip(shares) {
            sheet.amount(families.similar, grade, (share + 0.01).ln() + 3.0);
        }
        if shares[1] > 0.05 && shares[1] == best {
            sheet.mark(families.best, ((shares[1] * 5.0) as u32).min(4));
        }
    }
}

fn chunk_features(
    scene: &Scene<'_>,
    m: shakmaty::Move,
    chunks: &ChunkBase,
    hidden: Option<u32>,
    sheet: &mut Sheet,
) {
    let mut after = scene.position.clone();
    after.play_unchecked(m);
    let turned = |board| Oriented::of_board(board, scene.us);
    let seen = |square: shakmaty::Square| scene.us.fold_wb(square, square.flip_vertical());
    let (then, now) = (turned(scene.position.board()), turned(after.board()));
    let mut mark = |board: &shakmaty::Board, square, family| {
        if let Some((known, size)) = known_chunk(board, square, chunks, hidden) {
            sheet.mark(family, known * 3 + size);
        }
    };
    mark(now.board(), seen(m.to()), Family::ChunkBuilt);
    if let Some(from) = m.from() {
        mark(then.board(), seen(from), Family::ChunkLeft);
    }
}

/// How common the player's chunk around a square is, and how large, both in grades; `None` if he has no such chunk.
fn known_chunk(
    board: &shakmaty::Board,
    square: shakmaty::Square,
    chunks: &ChunkBase,
    hidden: Option<u32>,
) -> Option<(u32, u32)> {
    let members = board.by_color(Color::White);
    if !members.contains(square) {
        return None;
    }
    let group: Bitboard = grown(board, members, square);
    if !group.more_than_one() || !is_within(group, PIECE_SPAN) {
        return None;
    }
    let record = chunks.get(&Chunk::of(board, group)?)?;
    let is_from_hidden = hidden.is_some_and(|game| record.games.binary_search(&game).is_ok());
    let games = record.games.len() - usize::from(is_from_hidden);
    let often = match games {
        0 => return None,
        1 => 0,
        2..=4 => 1,
        5..=12 => 2,
        _ => 3,
    };
    Some((often, (group.count() as u32 - 2).min(2)))
}
