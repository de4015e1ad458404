//! Morph: a chess program that learns patterns from its own games and can say what it learned.
//!
//! After Levinson and Snyder, *Adaptive Pattern-Oriented Chess* (1991). It looks at the legal successors of a position
//! and no further; what it knows are patterns in the graph of attacks and defences, learned from games and nothing
//! else.
//!
//! # The way a position travels
//!
//! Each arrow is a plain value that can be printed and tested.
//!
//! ```text
//! shakmaty::Chess
//!   ─ chess::Oriented ──────────► the board with the side to move as White
//!   ─ graph::PositionGraph ─────► labelled nodes, attack and defend edges   + chess::MaterialVector
//!   ─ graph::PositionMoves ─────► what the side to move could do, labelled
//!   ─ memory::Retriever ────────► Activations { graph, material and move patterns that occur }
//!   ─ evaluation::Evaluator ────► Evaluation { value, contributions, prospects }
//!   ─ explanation::Explainer ───► Explanation { facts, explanation patterns, sum }
//!   ─ player::PatternPlayer ────► Decision { every legal move with its value }
//!   ─ arena::play_game ─────────► GameRecord                                  (PGN on disk)
//!   ─ learning::Learner ────────► target values, weights, new patterns, forgotten patterns
//!   ─ training::Run ────────────► journal, checkpoints, memory file
//! ```
//!
//! # Rooms
//!
//! In the order of dependence: a room uses only rooms above it. `tests/layering.rs` holds the code to it.
//!
//! | room | what it is for |
//! |---|---|
//! | [`units`] | quantities: value, ply, Elo |
//! | [`rng`] | seeding: each stage and game derives its seed from one |
//! | [`file_format`] | atomic writes, checked binary files, decompression |
//! | [`chess`] | game with history, orientation, material; thin, over shakmaty |
//! | [`graph`] | a position as a graph, what could be done in it, and the lattices of their labels |
//! | [`pattern`] | graph, material and move patterns: canonical form, "more general than", English |
//! | [`memory`] | hierarchy, retrieval, weights, origin of patterns; memory files |
//! | [`evaluation`] | from recognised patterns to a value |
//! | [`player`] | whoever chooses moves: the memory at 1 ply, the sparring partners |
//! | [`uci`] | both sides of UCI: external engines as players, a memory as an engine |
//! | [`arena`] | referee, openings, PGN, the pool that plays games, matches, gauntlets, ratings |
//! | [`learning`] | what a game teaches |
//! | [`endgame`] | endgame knowledge as rules that play, prove themselves and read like a textbook |
//! | [`opponent_model`] | a model of one opponent, learned from their games: style, recurring chunks, predictions of the next move |
//! | [`explanation`] | why a position is good or bad: evaluation tree, detectors, explanation patterns, cases |
//! | [`training`] | plans, runs, series |
//! | [`render`] | patterns for people and other programs, learning curves |
//! | [`cli`] | one file for each subcommand |
//!
//! Files, threads, processes and the terminal are touched by `file_format`, `uci`, `arena`, `training`, `render`,
//! `cli` and the file formats of `memory` and `opponent_model` only; everything else takes and returns values.
//!
//! # Words
//!
//! - **Value**: expected result in `[0, 1]` for the side to move. **Weight**: the same for a pattern.
//! - **Pattern**: a connected subgraph of a position's graph with labels that may be left open, a difference in
//!   material, or something said of a move that is possible. **Occurrence**: a place where it is found; other edges may be
//!   there too.
//! - **Most specific**: not part of an occurrence of a more special pattern.
//! - **Extremeness**: |w − ½|, how much a weight has to say.
//! - **Target**: the value a position should have had, from what came after it.

pub mod arena;
pub mod chess;
pub mod cli;
pub mod endgame;
pub mod evaluation;
pub mod explanation;
pub mod file_format;
pub mod graph;
pub mod learning;
pub mod memory;
pub mod opponent_model;
pub mod pattern;
pub mod player;
pub mod render;
pub mod rng;
pub mod training;
pub mod uci;
pub mod units;
