//! One detector for each family of the evaluation tree, in folders by theme.
//!
//! A detector gets the position from both sides' [`Perspectives`] and adds a [`Detection`] for each variant that holds
//! for the owner. It works in the owner's perspective: the owner is White and moves up the board, so that "rank 7" is the
//! seventh from the owner's side. Squares are listed the most important first, otherwise from a1 to h8.
//!
//! The exact definitions are in `patterns/evaluation-tree.toml`, under the family's id; [`registry`](DETECTORS) pairs ids
//! with functions. Sources: Y. Kerner, *Case-Based Evaluation in Computer Chess* (1994), for concepts and stages; the
//! variants are this project's.

mod centre;
mod detection;
mod development;
mod endings;
mod king;
mod material;
mod mobility;
mod pawns;
mod pieces;
mod registry;
mod tactics;

pub use detection::{Detection, Detections, LineMove, Perspectives};
pub use registry::{DETECTORS, Detector, detector};
pub(super) use tactics::forced;

use detection::variant_by_count;
