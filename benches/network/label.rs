//! Positions with what an engine says of them.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::num::NonZeroU64;
use std::path::Path;

use morph::arena::pgn::{PgnGame, PgnReader};
use morph::chess::{Game, Start, exchange_of_move};
use morph::uci::{AnalysisEngine, EngineSettings, GoLimit};
use morph::units::Score;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, IteratorRandom};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

use crate::arguments::Arguments;

/// Half-moves of a game before its first position that is drawn.
const OPENING: usize = 6;
/// Positions from which pieces are taken away, and those that are changed in no way.
const BARER: f64 = 0.2;
const AS_PLAYED: f64 = 0.3;
/// Positions in which one random move is played, of the others two or three.
const ONE_MOVE: f64 = 0.3;
/// Most pieces that are taken away, or pairs of them.
const MAX_TAKEN: usize = 6;

/// A position drawn from a game, changed in some way; `None`: no legal position comes out of it.
fn change(position: &Chess, rng: &mut StdRng) -> Option<Chess> {
    let kind: f64 = rng.random();
    let mut position = position.clone();
    let moves = if kind < BARER {
        position = barer(&position, rng)?;
        rng.random_range(0..=1)
    } else if kind < BARER + AS_PLAYED {
        0
    } else if kind < BARER + AS_PLAYED + ONE_MOVE {
        1
    } else {
        rng.random_range(2..=3)
    };
    for _ in 0..moves {
        let m = *position.legal_moves().choose(rng)?;
        position.play_unchecked(m);
    }
    Some(position)
}

/// Without some pieces of one side, or as many of the same kind of both.
fn barer(position: &Chess, rng: &mut StdRng) -> Option<Chess> {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    let is_even: bool = rng.random();
    for _ in 0..rng.random_range(1..=MAX_TAKEN) {
        let board = &mut setup.board;
        let Some(square) = (board.occupied() & !board.kings()).into_iter().choose(rng) else {
            break;
        };
        let piece = board.remove_piece_at(square)?;
        let alike = board.by_role(piece.role) & board.by_color(!piece.color);
        if is_even && let Some(square) = alike.into_iter().choose(rng) {
            board.discard_piece_at(square);
        }
    }
    setup.ep_square = None;
    setup.castling_rights &= setup.board.rooks();
    setup.position(CastlingMode::Standard).ok()
}

/// Material can be won by exchanges, or a pawn promoted.
fn is_noisy(position: &Chess) -> bool {
    let wins = |m: &Move| {
        m.is_promotion()
            || m.is_capture() && exchange_of_move(position.board(), position.turn(), *m) > 0
    };
    position.legal_moves().iter().any(wins)
}

fn positions(game: &PgnGame) -> Vec<Chess> {
    let mut position = game.start.position();
    let after = |m| {
        position.play_unchecked(m);
        position.clone()
    };
    game.moves().into_iter().map(after).skip(OPENING).collect()
}

/// Labels positions of games.
pub fn label(games: &str, positions_file: &str, arguments: &Arguments) {
    let mut rng = arguments.rng();
    let share = arguments.option("--share", 0.5);
    let command = arguments.option("--engine", "stockfish".to_string());
    let nodes = NonZeroU64::new(arguments.option("--nodes", 100)).unwrap();
    let settings = EngineSettings::new(&command, GoLimit::Nodes(nodes));
    let mut engine = AnalysisEngine::start(settings).unwrap();
    let mut out = BufWriter::new(File::create(positions_file).unwrap());
    let mut reader = PgnReader::open(Path::new(games)).unwrap();
    while let Some(game) = reader.next_game(&mut |_| true, Ok) {
        let Some(game) = game.ok().flatten() else { continue };
        for position in positions(&game) {
            if !rng.random_bool(share) {
                continue;
            }
            let Some(position) = change(&position, &mut rng) else { continue };
            if position.is_check() || position.is_game_over() || is_noisy(&position) {
                continue;
            }
            let analysis =
                engine.analyse(&Game::new(Start::Position(Box::new(position.clone())))).unwrap();
            let takes = analysis.line.first().is_none_or(|m| m.is_capture() || m.is_promotion());
            // Not clamped: how won a position is matters beyond the winning chances.
            if !takes && let Score::Centipawns(centipawns) = analysis.score {
                let fen = Fen::from_position(&position, EnPassantMode::Legal);
                writeln!(out, "{fen};{centipawns}").unwrap();
            }
        }
    }
}
