//! The basic patterns of a position: what the evaluation tree knows, what the detectors see, and what counts once.
//!
//! ```text
//! Chess ─ features ─────► PositionFeatures { the board as each side sees it }
//!       ─ detectors ─► Detection { variant, witnesses }     one detector for each family of the tree
//!       ─ fact ──────► Fact { leaf, owner, value }      every one
//!       ─ settled ───► material as it stands when the captures under way are over
//!       ─ selection ─► Selection { facts, left_out }     those that count, by importance, and why the others do not
//! ```

pub mod assessment;
pub mod bind;
pub mod detectors;
mod fact;
pub mod features;
mod kind;
mod selection;
mod settled;
pub mod tree;
mod tree_text;

pub use fact::{Fact, FactFinder};
pub use kind::{FamilyKind, KingOf};
pub use selection::{LeftOut, Selection, WhyNot, independent};
pub use settled::settled;
