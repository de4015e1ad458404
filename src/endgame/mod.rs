//! Endgame advice: rules that play, prove themselves and read like a textbook.
//!
//! After M. H. van Emden, *Chess-Endgame Advice* (1980), and the advice tables of D. Michie and I. Bratko.
//! A [`Table`](table::Table) is data in `patterns/advice/`; its README teaches the language.
//!
//! ```text
//! text of a table ─ language, phrase ─► Table { rules of clauses over measures and facts }
//! Situation       ─ interpreter ──────► Decision { rule, move, depth }
//! Game            ─ player ───────────► Choice, by advice where a table speaks
//! every Situation ─ proof, oracle ────► Proof { won, worst, mean, failures }
//! ```

pub mod advisor;
pub mod condition;
pub mod ending;
pub mod interpreter;
pub mod language;
pub mod measure;
pub mod oracle;
pub mod phrase;
pub mod play;
pub mod player;
pub mod proof;
pub mod rejection;
pub mod silence;
pub mod situation;
pub mod table;
