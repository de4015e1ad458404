//! Morph: a chess program that learns patterns from its own games and can say what it learned.
//!
//! It does not search: it looks at each legal move, recognises the patterns it knows in the resulting position, and plays
//! the move that leaves the opponent worst off. Each pattern can be read as a sentence. This crate is the program and a small
//! interface to what it can do; a trained memory is built in.
//!
//! ```
//! use morph::{Morph, position_from_fen};
//!
//! let mut morph = Morph::built_in()?;
//! let position = position_from_fen("r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1")?;
//!
//! println!("{}", morph.explain(&position).verdict());
//! for found in morph.moves(&position).iter().take(3) {
//!     println!("{:6} {:.0} %", found.san, 100.0 * found.value);
//! }
//! # assert!(morph.explain(&position).pawns() > Some(0.0));
//! # Ok::<(), morph::Error>(())
//! ```
//!
//! # What it does
//!
//! | task | begin with |
//! |---|---|
//! | load a memory, built in or from a file | [`Morph::built_in`], [`Morph::load`] |
//! | value a position and its moves, and choose one | [`Morph::evaluate`], [`Morph::moves`], [`Morph::choose`] |
//! | explain a position, compare two moves, annotate a game | [`Morph::explain`], [`Morph::compare`], [`Morph::annotate`] |
//! | train a memory, stop and resume | [`TrainingPlan`], [`TrainingRun`] |
//! | find positions like a given one in games | [`Library`] |
//!
//! Each of them has an example that runs. Values are expected scores from 0 (a loss) over ½ (a draw) to 1 (a win), for the
//! side to move unless something else is said; pawns are for White. Nothing is printed, and no other program is started
//! except the opponents of a training plan. Positions and moves are those of [shakmaty](https://docs.rs/shakmaty), which is
//! re-exported.
//!
//! # What is stable
//!
//! The items on this page follow [Semantic Versioning](https://semver.org/); another version of shakmaty breaks them. The crate
//! has more public modules, which the program, its tests and its measurements need: they are hidden here, **may change in
//! any version**, and are described for those who change the program itself by `RUSTDOCFLAGS="--cfg internals" cargo doc`.
//! What the commands print with `--format json` is for programs too, and described in `patterns/`.

mod api;

pub use api::*;
pub use shakmaty;

/// The source, for those who change it. After Levinson and Snyder, *Adaptive Pattern-Oriented Chess* (1991). The program
/// evaluates the legal successors of a position and searches no further. Its knowledge consists of patterns in a graph of
/// attacks and defences, of material differences, and of features of possible moves, all learned from games.
///
/// # How a position is processed
///
/// Each arrow yields a plain value that can be printed and tested.
///
/// ```text
/// shakmaty::Chess
///   ─ chess::Oriented ──────────► the board with the side to move as White
///   ─ graph::PositionGraph ─────► labelled nodes, attack and defence edges   + chess::MaterialVector
///   ─ graph::PositionMoves ─────► the legal moves of the side to move: feature labels, and the material after each
///   ─ memory::Retriever ────────► Activations { graph, material and move patterns that occur }
///   ─ evaluation::Evaluator ────► Evaluation { value, contributions, prospects }
///   ─ player::PatternPlayer ────► Decision { every legal move with its value }
///   ─ explanation::Explainer ───► Explanation { verdict, force, facts, reasons }
///   ─ arena::play_game ─────────► GameRecord
///   ─ learning::Learner ────────► target values, new weights, new patterns, removed patterns
///   ─ training::Run ────────────► journal, games, checkpoints, memory file
///   ─ render ───────────────────► text, PGN, JSON, HTML, SVG, PNG, CSV
/// ```
///
/// # Modules
///
/// In order of dependence: a module uses only modules above it (checked by `tests/layering`).
///
/// | module | content |
/// |---|---|
/// | [`units`] | quantities: value, ply, Elo |
/// | [`rng`] | seeding: each stage and game derives its seed from one |
/// | [`terminal_text`] | names of others made fit for the terminal |
/// | `parallel` | a stream of items worked on by several threads, with the results in order |
/// | [`file_format`] | atomic writes, checked binary files, decompression |
/// | [`chess`] | over shakmaty: game with history, orientation, material, exchanges, small searches, distance to mate |
/// | [`graph`] | a position as a graph, its possible moves, and the labels of both |
/// | [`pattern`] | graph, material and move patterns: canonical form, "more general than", phrases in English |
/// | [`memory`] | pattern hierarchy, retrieval, weights, provenance; memory files |
/// | [`evaluation`] | from the patterns that occur to a value |
/// | [`player`] | players: the memory at 1 ply, built-in sparring partners; their clocks |
/// | [`uci`] | both sides of UCI: external engines as players, a memory as an engine |
/// | [`arena`] | referee, openings, PGN, the pool that plays games, matches and their sequential tests, gauntlets, ratings |
/// | [`library`] | games in which positions like a given one are found; learned patterns are the words of its index |
/// | [`learning`] | temporal-difference learning, pattern creation and forgetting from one game |
/// | [`endgame`] | advice tables: endgame rules that play, teach and are proved against all defences |
/// | [`opponent_model`] | a model of one opponent, learned from their games: style, recurring chunks, typical mistakes, predictions of the next move |
/// | [`explanation`] | facts of a position, reasons, plans, adapted cases, comparison of moves |
/// | [`training`] | plans, runs, series; games played on other machines |
/// | [`verify`] | whether files are whole, and what can be saved |
/// | [`render`] | typed values to text, pictures and documents |
/// | [`page`] | what the page in a browser asks, and what it is answered |
/// | `api` | what other programs use, re-exported at the root |
/// | [`web`] | the server of `morph serve`: the page, and its data as JSON |
/// | [`cli`] | arguments and dispatch, one file per command |
///
/// Only `parallel`, `file_format`, `uci`, `arena`, `library`, `training`, `verify`, `render`, `api`, `web`, `cli` and the file formats of `memory`,
/// `opponent_model` and `explanation` touch files, threads, processes or the terminal; all other modules take and
/// return values.
///
/// `page` and all that it uses also compile for a browser (`wasm32-unknown-unknown`, no default features), without plots and the
/// search engine of `library`; `src/web/wasm` is the page without a server.
///
/// # Terms
///
/// - **Value**: expected result in `[0, 1]` for the side to move. **Weight**: the same for one pattern.
/// - **Pattern**: a connected subgraph of a position graph whose labels may be partly open, a material difference, or a
///   set of features of a possible move. **Occurrence**: a place where it is found; further edges may be there too.
/// - **Most specific**: not part of an occurrence of a more special pattern.
/// - **Extremeness**: |w − ½|, the distance of a weight from a draw.
/// - **Target**: the value that learning moves a position's value towards.
#[cfg(internals)]
pub mod map {}

#[cfg(all(feature = "nats", target_arch = "wasm32"))]
compile_error!(
    "the feature `nats` needs sockets: build for a browser with `default-features = false`"
);

#[cfg_attr(not(internals), doc(hidden))]
pub mod arena;
#[cfg_attr(not(internals), doc(hidden))]
pub mod chess;
#[cfg(not(target_arch = "wasm32"))]
#[cfg_attr(not(internals), doc(hidden))]
pub mod cli;
#[cfg_attr(not(internals), doc(hidden))]
pub mod endgame;
#[cfg_attr(not(internals), doc(hidden))]
pub mod evaluation;
#[cfg_attr(not(internals), doc(hidden))]
pub mod explanation;
#[cfg_attr(not(internals), doc(hidden))]
pub mod file_format;
#[cfg_attr(not(internals), doc(hidden))]
pub mod graph;
#[cfg_attr(not(internals), doc(hidden))]
pub mod learning;
#[cfg_attr(not(internals), doc(hidden))]
pub mod library;
#[cfg_attr(not(internals), doc(hidden))]
pub mod memory;
#[cfg_attr(not(internals), doc(hidden))]
pub mod opponent_model;
#[cfg_attr(not(internals), doc(hidden))]
pub mod page;
mod parallel;
#[cfg_attr(not(internals), doc(hidden))]
pub mod pattern;
#[cfg_attr(not(internals), doc(hidden))]
pub mod player;
#[cfg_attr(not(internals), doc(hidden))]
pub mod render;
#[cfg_attr(not(internals), doc(hidden))]
pub mod rng;
#[cfg_attr(not(internals), doc(hidden))]
pub mod terminal_text;
#[cfg_attr(not(internals), doc(hidden))]
pub mod training;
#[cfg_attr(not(internals), doc(hidden))]
pub mod uci;
#[cfg_attr(not(internals), doc(hidden))]
pub mod units;
#[cfg_attr(not(internals), doc(hidden))]
pub mod verify;
#[cfg(not(target_arch = "wasm32"))]
#[cfg_attr(not(internals), doc(hidden))]
pub mod web;
