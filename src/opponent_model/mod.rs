//! Know your opponent: a player learned from his games, and his next move predicted.
//!
//! After S. Walczak, *Induction-based adversary modeling* (1990), called IAM; with a move model above it that is
//! fitted to what he chose among the legal moves.
//!
//! ```text
//! PGN ─ read ─────────────► GameScore of each game of the player (identity)
//! GameScore ─ chunk ──────► ChunkBase: groups of pieces that come back in other games
//!           ─ opening ────► OpeningMemory: his first five moves as words
//!           ─ counters ───► Counters ─ style ─► Style: open, closed, each rule's vote
//!           ─ ranker ─────► Ranker: weights of a conditional logit over the legal moves
//! all of them ─ model ────► Model ─ store ─► a file
//! Model + position ─ predict ─► moves with probability and reasons; iam: the rules of 1990
//! Model + later games ─ evaluate ─► top-1, top-3, log-loss, precision, beside baselines
//! Model + player ─ coach ─► a player who leaves his chunks
//! Model ─ report ─────────► a preparation sheet
//! ```

pub mod chunk;
pub mod coach;
pub mod counters;
pub mod evaluate;
pub mod iam;
pub mod identity;
pub mod model;
pub mod opening;
pub mod predict;
pub mod ranker;
pub mod report;
pub mod score;
pub mod store;
pub mod style;
