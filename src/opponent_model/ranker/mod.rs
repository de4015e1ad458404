//! The move model: how likely each legal move is, and why.
//!
//! ```text
//! position ─ scene ───► Scene: phase, what hangs, the last moves
//! move     ─ extract ─► Features: danger (exchange), pawns, history, memory (library, chunks)
//! games    ─ library ─► Library: what was played in this and in similar positions
//! choices  ─ logit ───► weights, fitted by model for others and then for him; phrase puts them into words
//! ```

mod danger;
pub mod extract;
mod history;
pub mod layout;
pub mod library;
pub mod logit;
pub mod memory;
pub mod model;
mod pawns;
pub mod phrase;
pub mod scene;
