//! Patterns, their order, their retrieval and their files, against brute force.
#![allow(clippy::unwrap_used)]

#[path = "../common/games.rs"]
mod games;
#[path = "../common/vf2_host.rs"]
mod vf2_host;

mod brute;
mod canonical;
mod compaction;
mod database;
mod embedding;
mod evaluation;
mod graphs;
mod learned;
mod limits;
mod material;
mod merge;
mod moves;
mod phrases;
mod plan;
mod retriever;
mod store;
mod updates;
