//! A model of one opponent, learned from their games: style, recurring chunks of pieces, and predictions of the next move.
//!
//! After S. Walczak, *Using inductive inference of past performance to build strategic cognitive adversary models* (1990),
//! whose program is called IAM; with a move model added: a softmax regression over the legal moves, for which the built-in memory
//! judges each of them at one ply. Whoever has an engine can add its opinion; everything works without one.
//!
//! ```text
//! PGN ─ import ─────────────────► PackedGame: the player's games (player_name), and a sample of others
//! PackedGame ─ chunks ──────────► ChunkTable: groups of pieces that recur in several games
//!            ─ repertoire ──────► OpeningRepertoire: the player's first five moves
//!            ─ statistics ──────► PlayerStatistics ─ style ─► Style: open or closed, with the vote of each rule
//!            ─ move_model ──────► MoveModel: weights of the softmax regression
//!            ─ chances ─────────► chances to win material by force, taken, missed and allowed
//! all of these ─ model, file ───► OpponentModel, a file
//! OpponentModel + position ─ predict ──► moves with probabilities and reasons (iam: the rules of 1990)
//! OpponentModel + later games ─ evaluate ─► top-1, top-3, log-loss, precision, beside baselines
//! OpponentModel + player ─ coach ──────► a player that avoids the opponent's chunks
//! OpponentModel ─ report ───────► what to know before a game
//! … + memory    ─ mistakes ─────► the tactics that they allow more often than others of their strength
//!               ─ opening_tree ─► what was played in each position, and where the player scores least
//! ```

pub mod chances;
pub mod chunks;
pub mod cited_game;
pub mod coach;
pub mod evaluate;
pub mod file;
pub mod iam;
pub mod imitation;
pub mod import;
pub mod insights;
pub mod mistakes;
pub mod model;
pub mod move_model;
pub mod opening_tree;
pub mod packed_game;
pub mod player_name;
pub mod predict;
pub mod repertoire;
pub mod report;
pub mod statistics;
pub mod style;
pub mod tactic;
