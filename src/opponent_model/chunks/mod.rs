//! Geometric chunks: found on the board, coalesced within a game, induced over games (Walczak 1990, chapter 3).
//!
//! ```text
//! board ─ groups ──► groups of connected squares ─ chunk ──► Chunk (canonical form)
//! game  ─ in_game ─► GameChunks { chunk → first and last move number }
//! games ─ table ───► ChunkTable { chunk → games, results, move numbers }; induced from two games on
//! ```

pub mod chunk;
pub mod groups;
pub mod in_game;
pub mod table;
