//! Endgame advice tables: rules in a readable language that choose moves, explain them and can be proved.
//!
//! After M. H. van Emden, *Chess-Endgame Advice* (1980), and the advice tables of D. Michie and I. Bratko.
//! An [`AdviceTable`](table::AdviceTable) is data in `patterns/advice/`; the README there teaches the language.
//!
//! ```text
//! text of a table       ─ table_reader, line_parser ─► AdviceTable { rules of clauses over measures and predicates }
//! EndgamePosition       ─ interpreter ───────────────► RuleChoice { rule, move, depth }
//! every EndgamePosition ─ retrograde ────────────────► AllChoices, the same for the whole endgame
//!                       ─ proof ─────────────────────► Proof { won, longest mate, mean, failures }
//! chess::Game           ─ player ────────────────────► Choice, from a table if one applies
//! ```

pub mod advisor;
pub mod condition;
pub mod game_graph;
pub mod interpreter;
pub mod line_parser;
pub mod measure;
pub mod no_advice;
pub mod player;
pub mod proof;
pub mod rejection;
pub mod retrograde;
pub mod table;
pub mod table_reader;
pub mod tutor;
