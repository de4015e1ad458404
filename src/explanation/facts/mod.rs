//! The basic patterns of a position: what the evaluation tree knows, what the detectors see, and what counts once.
//!
//! ```text
//! Chess ─ features ─────► PositionFeatures { the board as each side sees it }
//!       ─ detectors ─► Detection { variant, witnesses }     one detector for each family of the tree
//!       ─ fact ──────► Fact { leaf, owner, value }      those that count, by importance
//! ```

pub mod assessment;
pub mod bind;
pub mod detectors;
mod fact;
pub mod features;
mod kind;
pub mod tree;
mod tree_text;

pub use fact::{Fact, FactFinder, independent};
pub use kind::{FamilyKind, KingOf};
