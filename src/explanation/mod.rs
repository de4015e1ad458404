//! Why a position is good or bad: the case-based explainer.
//!
//! After Y. Kerner, *Case-Based Evaluation in Computer Chess* (1994). Basic patterns are recognised, the most important
//! ones explained, and the sum of their values is the general evaluation. Explanations of similar positions are reused
//! where they hold on the board; what the memory learned comes in beside what the tree knows.
//!
//! ```text
//! Chess ─ study ──────────► Study { the board as each side sees it }
//!       ─ detectors ──────► Found { variant, witnesses }          one detector for each family of the tree
//!       ─ search ─────────► what the next moves win or lose by force
//!       ─ facts ──────────► Facts that count once, by importance
//!       ─ cases ──────────► similar positions
//!       ─ outlook ────────► which moves are good, by that search, by the memory and by the facts after each
//!       ─ adapt, plan ────► Xp { fact, belief, purpose, plan, value, source }, plans tried on the board
//!       ─ explainer ──────► Explanation { Mxp, sum }
//!       ─ narrate, document ► text, JSON
//! ```

pub mod adapt;
pub mod bind;
pub mod cases;
pub mod compare;
pub mod detectors;
pub mod document;
pub mod explainer;
pub mod facts;
pub mod generalise;
pub mod learned;
pub mod measure;
pub mod narrate;
pub mod outlook;
pub mod plan;
pub mod reasons;
pub mod search;
pub mod study;
pub mod tree;
pub mod tree_text;
pub mod xp;
