use morph::opponent_model::opening_tree::OpeningTree;
use morph::opponent_model::packed_game::PackedGame;
use shakmaty::{Chess, Color, Position};

use super::{LEARNED, games, model, unfitted_model};

/// A game of Anna Model with White.
fn with_white(round: u32, moves: &str, result: &str) -> String {
    format!(
        "[Round \"{round}\"]\n[White \"Model, Anna\"]\n[Black \"Ben\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
    )
}

fn tree(text: &str) -> OpeningTree {
    OpeningTree::new(&unfitted_model(false, &games(text)), Color::White)
}

/// Games in which Anna wins with 1. d4, and loses five of six with 1. e4 e5 and all of five that go on with 2. f4.
fn lost_gambits() -> String {
    let mut text = String::new();
    for round in 0..16 {
        text += &match round {
            0..5 => with_white(round, "1. e4 e5 2. f4 d5", "0-1"),
            5 => with_white(round, "1. e4 e5 2. Nf3 Nc6", "1-0"),
            _ => with_white(round, "1. d4 d5 2. c4 e6", "1-0"),
        };
    }
    text
}

#[test]
fn every_position_has_its_games_results_and_moves() {
    let tree = tree(&lost_gambits());
    let start = tree.node(&Chess::default());
    assert_eq!((start.games.len(), start.results.won, start.results.lost), (16, 11, 5));
    let counts: Vec<u32> = start.branches.iter().map(|branch| branch.games).collect();
    assert_eq!(counts, [10, 6]);
    let mut after = Chess::default();
    after.play_unchecked(start.branches[1].m);
    let node = tree.node(&after);
    assert_eq!((node.results.won, node.results.lost), (1, 5));
    // The games know no further move after the last.
    let (mut end, mut depth) = (Chess::default(), 0);
    while let Some(branch) = tree.node(&end).branches.first().copied() {
        end.play_unchecked(branch.m);
        depth += 1;
    }
    assert_eq!((depth, tree.node(&end).games.len()), (4, 10));
    let black = OpeningTree::new(&unfitted_model(false, &games(&lost_gambits())), Color::Black);
    assert!(black.node(&Chess::default()).games.is_empty());
}

#[test]
fn the_weakest_line_comes_first_and_none_continues_another() {
    let weak = tree(&lost_gambits()).weak_lines();
    let [line] = weak.as_slice() else { panic!("{weak:?}") };
    assert_eq!((line.moves.len(), line.results.lost, line.results.won), (4, 5, 0));
    assert!(line.is_below_usual);
    assert!(tree(LEARNED).weak_lines().is_empty(), "too few games");
}

#[test]
fn a_repeated_position_counts_once_a_game() {
    let text = with_white(1, "1. Nf3 Nf6 2. Ng1 Ng8 3. d4 d5", "1-0");
    let node = tree(&text).node(&Chess::default());
    assert_eq!((node.games.len(), node.branches.len()), (1, 1));
}

#[test]
fn a_game_comes_back_as_pgn() {
    for (game, _) in model().games() {
        let read = games(&game.to_pgn());
        let [PackedGame { moves, white, white_half_points, event, date, .. }] = read.as_slice()
        else {
            panic!("{}", game.to_pgn())
        };
        assert_eq!((moves, white), (&game.moves, &game.white));
        assert_eq!(*white_half_points, game.white_half_points);
        assert_eq!((event, date), (&game.event, &game.date));
    }
}
