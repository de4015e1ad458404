//! Fixed-depth alpha-beta search for [`SparringLevel::Search`](super::level::SparringLevel::Search).
//!
//! Scores are in centipawns for the side to move. Not [`MaterialSearch`](crate::chess::search::MaterialSearch): a sparring
//! partner chooses at random among all moves with the exactly best score, so that nothing may be pruned by null moves or a
//! bound on nodes, and knows positional terms and draws by the rules.

use shakmaty::{Bitboard, Board, Chess, Color, Move, MoveList, Position, Role};

use super::level::SearchDepth;
use crate::chess::{Ending, FIFTY_MOVES, Game, traditional_total};

/// Score of checkmate, less one for each ply to it.
const MATE: i32 = 1_000_000;
/// Above every score.
const INFINITE: i32 = 2 * MATE;

const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
const INNER_BOARD: Bitboard = Bitboard(0x0000_3c3c_3c3c_0000);

/// All moves with the best score.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Best {
    pub(super) moves: Vec<Move>,
    pub(super) score: i32,
}

/// Searches every move to `depth` plies. Draws by repetition are recognised directly after the move only.
pub(super) fn best_moves(game: &Game, depth: SearchDepth) -> Best {
    let mut moves = game.position().legal_moves();
    order(&mut moves);
    let mut best = Best { moves: Vec::new(), score: -INFINITE };
    for m in moves {
        let successor = after(game.position(), m);
        let score = match game.ending_after(&successor) {
            Some(Ending::Checkmate) => MATE - 1,
            Some(_) => 0,
            // The window includes the best score, so that the score of an equally good move is exact.
            None => -negamax(&successor, depth.get() - 1, 1, -INFINITE, 1 - best.score),
        };
        if score > best.score {
            best = Best { moves: Vec::new(), score };
        }
        if score == best.score {
            best.moves.push(m);
        }
    }
    best
}

/// Score of `position`, exact between `alpha` and `beta`, otherwise a bound on the same side of the window (fail-soft).
///
/// At depth 0 a quiescence search follows: captures, promotions, and all replies to a check.
fn negamax(position: &Chess, depth: u8, ply: i32, mut alpha: i32, beta: i32) -> i32 {
    let mut moves = position.legal_moves();
    if let Some(score) = final_score(position, &moves, ply) {
        return score;
    }
    let mut best = -INFINITE;
    if depth == 0 && !position.is_check() {
        best = evaluate(position);
        moves.retain(|m| m.is_conversion());
    }
    order(&mut moves);
    for m in moves {
        if best >= beta {
            break;
        }
        alpha = alpha.max(best);
        let successor = after(position, m);
        best = best.max(-negamax(&successor, depth.saturating_sub(1), ply + 1, -beta, -alpha));
    }
    best
}

/// The score of a position in which the game is over.
fn final_score(position: &Chess, moves: &MoveList, ply: i32) -> Option<i32> {
    if moves.is_empty() {
        return Some(if position.is_check() { ply - MATE } else { 0 });
    }
    (position.halfmoves() >= FIFTY_MOVES || position.is_insufficient_material()).then_some(0)
}

fn after(position: &Chess, m: Move) -> Chess {
    let mut successor = position.clone();
    successor.play_unchecked(m);
    successor
}

/// Most valuable victim first, then least valuable attacker (MVV-LVA); promotions before quiet moves.
fn order(moves: &mut MoveList) {
    moves.sort_by_key(|m| {
        let victim = m.capture().map_or(0, i32::from);
        let promotion = m.promotion().map_or(0, i32::from);
        -(16 * (victim + promotion) - i32::from(m.role()))
    });
}

fn evaluate(position: &Chess) -> i32 {
    let (board, us) = (position.board(), position.turn());
    side_score(board, us) - side_score(board, !us)
}

/// Material, 2 for each square a piece attacks, 4 for a piece on the 16 central squares, 10 more on the 4 central squares.
fn side_score(board: &Board, side: Color) -> i32 {
    let own = board.by_color(side).without(board.kings());
    let mobility: usize = MOBILE
        .iter()
        .flat_map(|role| own & board.by_role(*role))
        .map(|square| board.attacks_from(square).without(own).count())
        .sum();
    let placement = 4 * (own & INNER_BOARD).count() + 10 * (own & CENTRE).count();
    100 * traditional_total(board, side) as i32 + (2 * mobility + placement) as i32
}

/// Without the queen, which would be developed too early.
const MOBILE: [Role; 3] = [Role::Knight, Role::Bishop, Role::Rook];

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rand::seq::IndexedRandom;
    use shakmaty::uci::UciMove;

    use super::*;
    use crate::chess::{Start, position_from_fen};
    use crate::rng;

    fn game(fen: &str) -> Game {
        Game::new(Start::Position(Box::new(position_from_fen(fen).unwrap())))
    }

    fn best(game: &Game, depth: u8) -> (Vec<String>, i32) {
        let best = best_moves(game, SearchDepth::new(depth).unwrap());
        let mut moves: Vec<String> =
            best.moves.iter().map(|m| UciMove::from_standard(*m).to_string()).collect();
        moves.sort();
        (moves, best.score)
    }

    /// The same tree by plain minimax.
    fn minimax(position: &Chess, depth: u8, ply: i32) -> i32 {
        let moves = position.legal_moves();
        if let Some(score) = final_score(position, &moves, ply) {
            return score;
        }
        let quiet = depth == 0 && !position.is_check();
        let stand = if quiet { evaluate(position) } else { -INFINITE };
        moves
            .into_iter()
            .filter(|m| !quiet || m.is_conversion())
            .map(|m| -minimax(&after(position, m), depth.saturating_sub(1), ply + 1))
            .fold(stand, i32::max)
    }

    #[test]
    fn pruning_changes_neither_the_score_nor_the_set_of_best_moves() {
        for seed in 0..30 {
            let mut rng = rng::seeded(seed, "test", 0);
            let mut game = Game::default();
            // Few pieces keep the unpruned capture tree small.
            while game.ending().is_none() && game.position().board().occupied().count() > 9 {
                let m = *game.position().legal_moves().choose(&mut rng).unwrap();
                game.play(m).unwrap();
            }
            if game.ending().is_some() {
                continue;
            }
            for depth in 1..=2 {
                let found = best_moves(&game, SearchDepth::new(depth).unwrap());
                let scores: Vec<(Move, i32)> = game
                    .position()
                    .legal_moves()
                    .into_iter()
                    .map(|m| {
                        let successor = after(game.position(), m);
                        let score = match game.ending_after(&successor) {
                            Some(Ending::Checkmate) => MATE - 1,
                            Some(_) => 0,
                            None => -minimax(&successor, depth - 1, 1),
                        };
                        (m, score)
                    })
                    .collect();
                let expected = scores.iter().map(|(_, score)| *score).max().unwrap();
                assert_eq!(found.score, expected, "seed {seed}, depth {depth}");
                for (m, score) in scores {
                    assert_eq!(found.moves.contains(&m), score == expected, "{m:?}");
                }
            }
        }
    }

    #[test]
    fn the_score_is_the_same_for_both_colours() {
        let white = game("r3k2r/pp1n1ppp/2p1p3/8/3P4/2N1P3/PP3PPP/R3K2R w KQkq - 0 1");
        let black = game("r3k2r/pp3ppp/2n1p3/3p4/8/2P1P3/PP1N1PPP/R3K2R b KQkq - 0 1");
        assert_eq!(best(&white, 2).1, best(&black, 2).1);
    }

    #[test]
    fn the_shortest_mate_is_preferred() {
        let two_rooks = game("7k/8/8/8/8/8/R7/1R5K w - - 0 1");
        let (moves, score) = best(&two_rooks, 3);
        assert_eq!(score, MATE - 3);
        assert!(moves.contains(&"a2a7".to_owned()), "{moves:?}");
        let one_move = game("7k/R7/8/8/8/8/8/1R5K w - - 0 1");
        assert_eq!(best(&one_move, 3), (vec!["b1b8".to_owned()], MATE - 1));
    }

    #[test]
    fn a_defended_pawn_is_not_captured_by_the_queen_at_depth_one() {
        let game = game("7k/8/4p3/3p4/8/8/8/3Q3K w - - 0 1");
        assert!(!best(&game, 1).0.contains(&"d1d5".to_owned()));
    }

    #[test]
    fn the_losing_side_repeats_the_position_a_third_time() {
        // Black is a queen down; the king moves between g8 and h8 while White shuffles.
        let mut game = game("7k/5ppp/8/8/8/8/Q4PPP/6K1 w - - 0 1");
        for text in ["g1f1", "h8g8", "f1g1", "g8h8", "g1f1", "h8g8", "f1g1"] {
            let m = text.parse::<UciMove>().unwrap().to_move(game.position()).unwrap();
            game.play(m).unwrap();
        }
        let (moves, score) = best(&game, 2);
        assert_eq!(score, 0);
        assert_eq!(moves, ["g8h8"]);
    }
}
