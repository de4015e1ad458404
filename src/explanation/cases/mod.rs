//! The case base: positions with their explanations, retrieved by similarity and adapted to a new position.

pub mod adapt;
mod base;
pub mod generalise;

pub use base::{
    Case, CaseBase, CaseEditError, CaseError, MIN_SIMILARITY, Similarity, UnknownCase, nearest,
    nearness, retrieve, similarity,
};
