//! Morph: a chess program that learns patterns from its own games and can say what it learned.
//!
//! After Levinson and Snyder, *Adaptive Pattern-Oriented Chess* (1991). The program evaluates the legal successors of a
//! position and searches no further. Its knowledge consists of patterns in a graph of attacks and defences, of material
//! differences, and of features of possible moves, all learned from games.
//!
//! # How a position is processed
//!
//! Each arrow yields a plain value that can be printed and tested.
//!
//! ```text
//! shakmaty::Chess
//!   ─ chess::Oriented ──────────► the board with the side to move as White
//!   ─ graph::PositionGraph ─────► labelled nodes, attack and defence edges   + chess::MaterialVector
//!   ─ graph::PositionMoves ─────► the legal moves of the side to move, with feature labels
//!   ─ memory::Retriever ────────► Activations { graph, material and move patterns that occur }
//!   ─ evaluation::Evaluator ────► Evaluation { value, contributions, prospects }
//!   ─ player::PatternPlayer ────► Decision { every legal move with its value }
//!   ─ explanation::Explainer ───► Explanation { verdict, force, facts, reasons }
//!   ─ arena::play_game ─────────► GameRecord
//!   ─ learning::Learner ────────► target values, new weights, new patterns, removed patterns
//!   ─ training::Run ────────────► journal, games, checkpoints, memory file
//!   ─ render ───────────────────► text, PGN, JSON, HTML, SVG, PNG, CSV
//! ```
//!
//! # Modules
//!
//! In order of dependence: a module uses only modules above it (checked by `tests/layering`).
//!
//! | module | content |
//! |---|---|
//! | [`units`] | quantities: value, ply, Elo |
//! | [`rng`] | seeding: each stage and game derives its seed from one |
//! | [`terminal_text`] | names of others made fit for the terminal |
//! | [`file_format`] | atomic writes, checked binary files, decompression |
//! | [`chess`] | over shakmaty: game with history, orientation, material, exchanges, a small search, distance to mate |
//! | [`graph`] | a position as a graph, its possible moves, and the labels of both |
//! | [`pattern`] | graph, material and move patterns: canonical form, "more general than", phrases in English |
//! | [`memory`] | pattern hierarchy, retrieval, weights, provenance; memory files |
//! | [`evaluation`] | from the patterns that occur to a value |
//! | [`player`] | players: the memory at 1 ply, built-in sparring partners; their clocks |
//! | [`uci`] | both sides of UCI: external engines as players, a memory as an engine |
//! | [`arena`] | referee, openings, PGN, the pool that plays games, matches and their sequential tests, gauntlets, ratings |
//! | [`library`] | games in which positions like a given one are found; learned patterns are the words of its index |
//! | [`learning`] | temporal-difference learning, pattern creation and forgetting from one game |
//! | [`endgame`] | advice tables: endgame rules that play, teach and are proved against all defences |
//! | [`opponent_model`] | a model of one opponent, learned from their games: style, recurring chunks, predictions of the next move |
//! | [`explanation`] | facts of a position, reasons, plans, adapted cases, comparison of moves |
//! | [`training`] | plans, runs, series |
//! | [`verify`] | whether files are whole, and what can be saved |
//! | [`render`] | typed values to text, pictures and documents |
//! | [`page`] | what the page in a browser asks, and what it is answered |
//! | [`web`] | the server of `morph serve`: the page, and its data as JSON |
//! | [`cli`] | arguments and dispatch, one file per command |
//!
//! Only `file_format`, `uci`, `arena`, `library`, `training`, `verify`, `render`, `web`, `cli` and the file formats of `memory`
//! and `opponent_model` touch files, threads, processes or the terminal; all other modules take and return values.
//!
//! `page` and all that it uses also compile for a browser (`wasm32-unknown-unknown`), without plots and the search engine of
//! `library`; `src/web/wasm` is the page without a server.
//!
//! # Terms
//!
//! - **Value**: expected result in `[0, 1]` for the side to move. **Weight**: the same for one pattern.
//! - **Pattern**: a connected subgraph of a position graph whose labels may be partly open, a material difference, or a
//!   set of features of a possible move. **Occurrence**: a place where it is found; further edges may be there too.
//! - **Most specific**: not part of an occurrence of a more special pattern.
//! - **Extremeness**: |w − ½|, the distance of a weight from a draw.
//! - **Target**: the value that learning moves a position's value towards.

pub mod arena;
pub mod chess;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod endgame;
pub mod evaluation;
pub mod explanation;
pub mod file_format;
pub mod graph;
pub mod learning;
pub mod library;
pub mod memory;
pub mod opponent_model;
pub mod page;
pub mod pattern;
pub mod player;
pub mod render;
pub mod rng;
pub mod terminal_text;
pub mod training;
pub mod uci;
pub mod units;
pub mod verify;
#[cfg(not(target_arch = "wasm32"))]
pub mod web;
