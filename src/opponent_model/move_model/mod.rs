//! The move model: a softmax regression over the legal moves, fitted to the moves that were played.
//!
//! ```text
//! position + history ─ context ──► MoveContext: phase, hanging pieces, recent moves
//! legal move ─ extract ──────────► FeatureVector: tactics, pawns, recent moves, prior games (position index, chunks), opinion
//!                                          (what the memory, and if there is one an engine, thinks of the moves)
//! games ─ position_index ────────► PositionIndex: moves played in the same and in similar positions
//! moves played ─ fit ────────────► MoveModel: weights (softmax_regression) for other players, then for this one
//! ```

pub mod category;
pub mod context;
pub mod engine_opinion;
pub mod extract;
pub mod feature;
pub mod fit;
pub mod memory_opinion;
pub mod opinion;
pub mod position_index;
pub mod softmax_regression;

mod candidate;
mod pawns;
mod prior_games;
mod recent_moves;
mod tactics;

pub use engine_opinion::EngineOpinion;
pub use memory_opinion::MemoryOpinion;
pub use opinion::Opinions;
pub use prior_games::PriorGames;
