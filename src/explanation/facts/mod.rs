//! The basic patterns of a position: what the evaluation tree knows, what the detectors see, and what counts once.
//!
//! ```text
//! Chess ─ study ─────► Study { the board as each side sees it }
//!       ─ detectors ─► Found { variant, witnesses }     one detector for each family of the tree
//!       ─ fact ──────► Fact { leaf, owner, value }      those that count, by importance
//! ```

pub mod bind;
pub mod detectors;
mod fact;
pub mod measure;
pub mod study;
pub mod tree;
mod tree_text;

pub use fact::{Fact, Facts, independent, is_pawn_weakness};
