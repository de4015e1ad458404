use morph::chess::Oriented;
use morph::opponent_model::chunk::base::ChunkBase;
use morph::opponent_model::chunk::gather::gather;
use morph::opponent_model::chunk::group::{pawn_groups, piece_groups};
use morph::opponent_model::chunk::shape::Chunk;
use morph::opponent_model::score::GameResult;
use proptest::prelude::*;
use shakmaty::{Bitboard, Board, Chess, Color, Position, Square};

use super::{LEARNED, games, taught};

fn board(placement: &str) -> Board {
    placement.parse().unwrap()
}

fn squares(groups: &[Bitboard]) -> Vec<Vec<Square>> {
    groups.iter().map(|group| group.into_iter().collect()).collect()
}

#[test]
fn the_castled_king_behind_a_fianchetto_is_one_chunk() {
    use Square::{F1, F2, G1, G2, G3, H2};
    let groups = piece_groups(&board("8/8/8/8/8/6P1/5PBP/5RK1"));
    assert_eq!(squares(&groups), [vec![F1, G1, F2, G2, H2, G3]]);
}

#[test]
fn diagonals_join_bishop_queen_king_and_the_pawn_behind() {
    // A knight and a rook on a diagonal are apart; a pawn diagonally behind the knight belongs to it.
    assert!(piece_groups(&board("8/8/8/8/3R4/4N3/8/8")).is_empty());
    assert_eq!(piece_groups(&board("8/8/8/8/3N4/2P5/8/8")).len(), 1);
    assert!(piece_groups(&board("8/8/8/2P5/3N4/8/8/8")).is_empty());
    assert_eq!(piece_groups(&board("8/8/8/8/3B4/4N3/8/8")).len(), 1);
}

#[test]
fn a_chunk_is_no_larger_than_four_by_four_and_a_structure_than_six_by_six() {
    assert!(piece_groups(&board("8/8/8/8/8/8/8/RRRRR3")).is_empty());
    assert_eq!(piece_groups(&board("8/8/8/8/8/8/8/RRRR4")).len(), 1);
    assert_eq!(pawn_groups(&board("8/8/8/8/8/8/PPPPPP2/8")).len(), 1);
    assert!(pawn_groups(&board("8/8/8/8/8/8/PPPPPPP1/8")).is_empty());
}

#[test]
fn pawn_structures_hold_both_colours() {
    let groups = pawn_groups(&board("8/8/4p3/3pP3/3P4/8/8/8"));
    assert_eq!(groups.iter().map(|group| group.count()).collect::<Vec<_>>(), [4]);
}

#[test]
fn chunks_of_a_game_know_when_they_came_and_went() {
    let games = games(LEARNED);
    let chunks = gather(&games[0], Color::White);
    // King g1, rook f1, pawns f2 g2 h2, knight f3, bishop e2, pawn e3: too wide with the rest, so look at spans only.
    assert!(chunks.pieces.len() as u32 <= chunks.spells && chunks.spells <= chunks.sightings);
    for span in chunks.pieces.values() {
        assert!((1..=14).contains(&span.inception) && span.inception <= span.dissolution);
        assert!(span.dissolution <= 14);
    }
}

#[test]
fn two_games_make_a_chunk_known_and_adding_games_later_changes_nothing() {
    let games = games(LEARNED);
    let mut base = ChunkBase::default();
    for (number, score) in (0..).zip(&games[..2]) {
        let chunks = gather(score, Color::White);
        let found = chunks.pieces.iter().map(|(chunk, span)| (chunk, *span));
        base.add(found, number, Color::White, GameResult::Won);
    }
    assert!(base.induced().count() > 0 && base.induced().count() < base.len());
    assert!(base.induced().all(|(_, record)| record.games == [0, 1] && record.with_white == 2));

    let at_once = taught(true, &games);
    let mut in_parts = taught(true, &games[..3]);
    for score in &games[3..5] {
        in_parts.learn(score.clone());
        in_parts.learn(score.clone());
    }
    assert_eq!(at_once.pieces, in_parts.pieces);
    assert_eq!(at_once.pawns, in_parts.pawns);
    assert_eq!(at_once.opening, in_parts.opening);
    assert_eq!(at_once.counters, in_parts.counters);
}

#[test]
fn the_same_chunk_is_found_with_either_colour_and_on_either_side() {
    let king_side = board("8/8/8/8/8/6P1/5PBP/5RK1");
    let queen_side = board("8/8/8/8/8/1P6/PBP5/1KR5");
    let mut black = king_side.clone();
    black.mirror();
    let black = Oriented::of_board(&black, Color::Black).board().clone();
    let chunk = |board: &Board| Chunk::of(board, piece_groups(board)[0]).unwrap();
    assert_eq!(chunk(&king_side), chunk(&queen_side));
    assert_eq!(chunk(&king_side), chunk(&black));
    assert_eq!(chunk(&king_side).drawing().len(), 3);
}

fn reached(choices: &[usize]) -> Chess {
    let mut position = Chess::default();
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[choice % moves.len()]);
    }
    position
}

proptest! {
    #[test]
    fn chunks_do_not_depend_on_side_or_colour(choices in prop::collection::vec(0usize..1000, 0..100)) {
        let position = reached(&choices);
        let board = position.board().clone();
        let mut flipped = board.clone();
        flipped.flip_horizontal();
        let chunks = |board: &Board, groups: fn(&Board) -> Vec<Bitboard>| {
            let mut found: Vec<Chunk> =
                groups(board).into_iter().map(|group| Chunk::of(board, group).unwrap()).collect();
            found.sort();
            found
        };
        prop_assert_eq!(chunks(&board, piece_groups), chunks(&flipped, piece_groups));
        prop_assert_eq!(chunks(&board, pawn_groups), chunks(&flipped, pawn_groups));
        for group in piece_groups(&board) {
            let chunk = Chunk::of(&board, group).unwrap();
            prop_assert!(chunk.width() <= 4 && chunk.height() <= 4 && chunk.len() >= 2);
            prop_assert_eq!(chunk.len(), group.count());
        }
    }
}
