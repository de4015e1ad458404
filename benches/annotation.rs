//! Which moves of games are marked, and what did they cost? Judged by a UCI engine.
//!
//! `cargo bench --bench annotation -- FILE.pgn ENGINE [GAMES] [SEED] [DEPTH] [NODES]` draws games of at least 30 half-moves, by
//! default 25, lets the engine judge every position at a depth, by default 14, and annotates the games twice: with the program's
//! own search (as `explain --nodes`), and with the engine as the judge at three plies less, so that it does not only agree with itself; what seems to be
//! a mistake it looks at again at the full depth. It prints:
//!
//! - how many of the moves that cost two pawns or more are marked (blunders; scores within ±10 pawns, neither side 7 pawns
//!   ahead already); those that are not,
//! - how many of the marked moves cost less than half a pawn, and which,
//! - how many marks name a better move, and how much less than the move played that costs,
//! - how many half-moves have a comment,
//! - half-moves annotated a second, without the engine.
//!
//! Moves come with the position, what the best one is worth for the engine, and what they cost, in centipawns.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::num::NonZeroU32;
use std::path::Path;
use std::time::Instant;

use morph::arena::pgn::{PgnGame, PgnReader};
use morph::chess::Game;
use morph::explanation::annotation::{Judge, SearchJudge};
use morph::render::explanation::game::Annotator;
use morph::rng;
use morph::uci::{AnalysisEngine, EngineSettings, GoLimit};
use morph::units::Score;
use rand::seq::IteratorRandom;
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Move, Position};

/// Half-moves of the shortest game that is drawn.
const MIN_PLIES: usize = 30;
/// Centipawns of a blunder.
const BLUNDER: i32 = 200;
/// A marked move that costs less did not deserve it.
const NOTHING: i32 = 50;
/// Beyond this many centipawns a game is decided, and no loss counts.
const DECIDED: i32 = 700;

/// A game with what the engine says of its moves.
struct Reference {
    game: PgnGame,
    /// By half-move: what the best move is worth to the mover, and what the one played costs, in centipawns.
    losses: Vec<(i32, i32)>,
}

/// After a move, in centipawns for the side that plays it.
fn value_after(engine: &mut AnalysisEngine, before: &Game, m: Move) -> i32 {
    let mut after = before.clone();
    after.play(m).unwrap();
    match after.ending() {
        Some(_) if after.position().is_checkmate() => Score::DECIDED,
        Some(_) => 0,
        None => -engine.analyse(&after).unwrap().score.clamped(),
    }
}

fn fen(game: &Game) -> Fen {
    Fen::from_position(game.position(), EnPassantMode::Legal)
}

fn reference(engine: &mut AnalysisEngine, game: PgnGame) -> Reference {
    let mut before = Game::new(game.start.clone());
    let mut losses = Vec::new();
    for m in game.moves() {
        let best = engine.analyse(&before).unwrap().score.clamped();
        losses.push((best, (best - value_after(engine, &before, m)).max(0)));
        before.play(m).unwrap();
    }
    Reference { game, losses }
}

fn report<J: Judge<Error: std::fmt::Debug>>(
    name: &str,
    annotator: &mut Annotator<'_, J>,
    references: &[Reference],
    engine: &mut AnalysisEngine,
) {
    let [mut blunders, mut found, mut marks, mut undeserved, mut better, mut comments, mut plies] =
        [0; 7];
    let mut saved = 0;
    let start = Instant::now();
    let notes: Vec<_> = references
        .iter()
        .map(|reference| annotator.notes(&reference.game.start, &reference.game.moves()).unwrap())
        .collect();
    let seconds = start.elapsed().as_secs_f64();
    for (reference, notes) in references.iter().zip(&notes) {
        let moves = reference.game.moves();
        let annotations = annotator.annotations(&reference.game.start, &moves, notes);
        let mut before = Game::new(reference.game.start.clone());
        for (place, m) in moves.iter().enumerate() {
            let (best, loss) = reference.losses[place];
            let note = &notes.plies[place];
            let counts = best > -DECIDED && best - loss < DECIDED;
            plies += 1;
            comments += usize::from(!annotations[place].comment.is_empty());
            if counts && loss >= BLUNDER {
                blunders += 1;
                match note.mark {
                    Some(_) => found += 1,
                    None => println!("{name}, not marked: {} {m} {best} -{loss}", fen(&before)),
                }
            }
            if note.mark.is_some() {
                marks += 1;
                if loss < NOTHING {
                    undeserved += 1;
                    println!("{name}, undeserved: {} {m} {best} -{loss}", fen(&before));
                }
                if let Some(instead) = note.better.first() {
                    better += 1;
                    saved += loss - (best - value_after(engine, &before, *instead)).max(0);
                }
            }
            before.play(*m).unwrap();
        }
    }
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    println!(
        "{name}: {found} of {blunders} blunders marked ({:.0} %); {undeserved} of {marks} marks cost less than half a pawn \
         ({:.1} %); {better} of {marks} marks name a better move, which saves {:.2} pawns on average; {comments} of {plies} \
         half-moves have a comment ({:.1} %); {:.0} half-moves a second",
        percent(found, blunders),
        percent(undeserved, marks),
        f64::from(saved) / 100.0 / better.max(1) as f64,
        percent(comments, plies),
        plies as f64 / seconds,
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let [file, command, rest @ ..] = &arguments[..] else {
        println!("arguments: FILE.pgn ENGINE [GAMES] [SEED] [DEPTH] [NODES]");
        return;
    };
    let number =
        |at: usize, default: u32| rest.get(at).map_or(default, |text| text.parse().unwrap());
    let (games, seed, depth) = (number(0, 25), number(1, 1), number(2, 14));
    let mut reader = PgnReader::open(Path::new(file)).unwrap();
    let mut all = Vec::new();
    while let Some(game) = reader.next_game(&mut |_| true, Ok) {
        all.extend(game.ok().flatten().filter(|game| game.plies.len() >= MIN_PLIES));
    }
    let mut rng = rng::seeded(u64::from(seed), "annotation", 0);
    let drawn = all.into_iter().sample(&mut rng, games as usize);
    let start = |depth| {
        let limit = GoLimit::Depth(NonZeroU32::new(depth).unwrap());
        AnalysisEngine::start(EngineSettings::new(command, limit)).unwrap()
    };
    let mut engine = start(depth);
    let references: Vec<Reference> =
        drawn.into_iter().map(|game| reference(&mut engine, game)).collect();
    let nodes = |text: &String| SearchJudge::with_nodes(text.parse().unwrap());
    let mut own = Annotator::new(rest.get(3).map_or_else(SearchJudge::default, nodes));
    report("own search", &mut own, &references, &mut engine);
    let mut judged = Annotator::new(start(depth - 3));
    report("the engine", &mut judged, &references, &mut engine);
}
