//! The graph of a position against a second, slower way of building it.
#![allow(clippy::unwrap_used)]

#[path = "../common/games.rs"]
mod games;

mod build;
mod label;
mod moves;
mod oracle;
mod visit;
