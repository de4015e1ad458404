//! Geometric chunks: found on the board, coalesced within a game, induced over games.
//!
//! ```text
//! board ─ group ──► groups of squares ─ shape ──► Chunk (canonical)
//! game  ─ gather ─► GameChunks { chunk → inception, dissolution }
//! games ─ base ───► ChunkBase { chunk → games, results, turns }; induced where games ≥ 2
//! ```

pub mod base;
pub mod gather;
pub mod group;
pub mod shape;
