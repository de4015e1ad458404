use morph::chess::Oriented;
use morph::opponent_model::chunks::chunk::Chunk;
use morph::opponent_model::chunks::groups::{pawn_groups, piece_groups};
use morph::opponent_model::chunks::in_game::GameChunks;
use morph::opponent_model::chunks::table::ChunkTable;
use morph::opponent_model::packed_game::GameResult;
use proptest::prelude::*;
use shakmaty::{Bitboard, Board, Chess, Color, Position, Square};

use super::{LEARNED, games, unfitted_model};

fn board(placement: &str) -> Board {
    placement.parse().unwrap()
}

fn squares(groups: &[Bitboard]) -> Vec<Vec<Square>> {
    groups.iter().map(|group| group.into_iter().collect()).collect()
}

#[test]
fn a_castled_king_with_a_fianchettoed_bishop_is_one_chunk() {
    use Square::{F1, F2, G1, G2, G3, H2};
    let groups = piece_groups(&board("8/8/8/8/8/6P1/5PBP/5RK1"));
    assert_eq!(squares(&groups), [vec![F1, G1, F2, G2, H2, G3]]);
}

#[test]
fn only_bishop_queen_king_and_pawn_connect_diagonally() {
    // A pawn connects to the pieces it defends; knight and rook do not connect diagonally.
    assert!(piece_groups(&board("8/8/8/8/3R4/4N3/8/8")).is_empty());
    assert_eq!(piece_groups(&board("8/8/8/8/3N4/2P5/8/8")).len(), 1);
    assert!(piece_groups(&board("8/8/8/2P5/3N4/8/8/8")).is_empty());
    assert_eq!(piece_groups(&board("8/8/8/8/3B4/4N3/8/8")).len(), 1);
}

#[test]
fn chunks_are_at_most_four_by_four_and_pawn_structures_six_by_six() {
    assert!(piece_groups(&board("8/8/8/8/8/8/8/RRRRR3")).is_empty());
    assert_eq!(piece_groups(&board("8/8/8/8/8/8/8/RRRR4")).len(), 1);
    assert_eq!(pawn_groups(&board("8/8/8/8/8/8/PPPPPP2/8")).len(), 1);
    assert!(pawn_groups(&board("8/8/8/8/8/8/PPPPPPP1/8")).is_empty());
}

#[test]
fn pawn_structures_include_both_colours() {
    let groups = pawn_groups(&board("8/8/4p3/3pP3/3P4/8/8/8"));
    assert_eq!(groups.iter().map(|group| group.count()).collect::<Vec<_>>(), [4]);
}

#[test]
fn chunks_of_a_game_have_their_first_and_last_move_number() {
    let games = games(LEARNED);
    let chunks = GameChunks::of(&games[0], Color::White);
    assert!(
        chunks.pieces.len() as u32 <= chunks.appearances
            && chunks.appearances <= chunks.occurrences
    );
    for lifespan in chunks.pieces.values() {
        assert!((1..=14).contains(&lifespan.first_move));
        assert!(lifespan.first_move <= lifespan.last_move && lifespan.last_move <= 14);
    }
}

#[test]
fn a_chunk_of_two_games_is_induced_and_the_order_of_learning_does_not_matter() {
    let games = games(LEARNED);
    let mut table = ChunkTable::default();
    for (number, game) in (0..).zip(&games[..2]) {
        let chunks = GameChunks::of(game, Color::White);
        table.add(&chunks.pieces, number, Color::White, GameResult::Won);
    }
    assert!(table.induced().count() > 0 && table.induced().count() < table.iter().count());
    assert!(table.induced().all(|(_, chunk)| chunk.games == [0, 1] && chunk.with_white == 2));

    let at_once = unfitted_model(true, &games);
    let mut in_parts = unfitted_model(true, &games[..3]);
    for game in &games[3..5] {
        in_parts.learn(game.clone());
        in_parts.learn(game.clone());
    }
    assert_eq!(at_once.pieces, in_parts.pieces);
    assert_eq!(at_once.pawns, in_parts.pawns);
    assert_eq!(at_once.repertoire, in_parts.repertoire);
    assert_eq!(at_once.statistics, in_parts.statistics);
}

#[test]
fn a_chunk_is_the_same_for_both_colours_and_both_wings() {
    let king_side = board("8/8/8/8/8/6P1/5PBP/5RK1");
    let queen_side = board("8/8/8/8/8/1P6/PBP5/1KR5");
    let mut black = king_side.clone();
    black.mirror();
    let black = Oriented::of_board(&black, Color::Black).board().clone();
    let chunk = |board: &Board| Chunk::of(board, piece_groups(board)[0]).unwrap();
    assert_eq!(chunk(&king_side), chunk(&queen_side));
    assert_eq!(chunk(&king_side), chunk(&black));
    assert_eq!(chunk(&king_side).diagram().len(), 3);
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
    fn chunks_are_invariant_under_left_right_reflection(choices in prop::collection::vec(0usize..1000, 0..100)) {
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
