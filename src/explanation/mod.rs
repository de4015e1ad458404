//! Why a position is good or bad: the case-based explainer.
//!
//! After Y. Kerner, *Case-Based Evaluation in Computer Chess* (1994). Basic patterns are recognised, the most important
//! ones explained, and the sum of their values is the general evaluation. Explanations of similar positions are reused
//! where they hold on the board; what the memory learned comes in beside what the tree knows.
//!
//! | folder | what it holds |
//! |---|---|
//! | [`facts`] | the evaluation tree, one detector for each of its families, and which facts count |
//! | [`plans`] | goals tried on the board: reachable, effective, not refuted |
//! | [`cases`] | positions with their explanations: similarity, adaptation, generalisation |
//! | [`acquire`], [`carried_out`] | new cases, from explanations and from plans that games carried out |
//! | [`learned`] | patterns of a memory as facts, with their evidence |
//! | [`compare`] | why one move and not another: by facts, by learned patterns |
//! | [`annotation`] | what the moves of a game gave away, by the program's own search or by an engine |
//! | [`precedent`] | games of a library in which a position like this one occurred, and what was played there |
//! | [`explainer`] | all of them together: a position in, an [`Explanation`](explained::Explanation) out |
//! | [`recommendation`] | the move to play: what the memory likes, as far as a search agrees |
//! | [`force`], [`motif`], [`verdict`] | what the next moves decide, by what means, and who stands better |
//! | [`reason`], [`goal`], [`phrase`] | what a reason is made of: typed until `render::explanation` writes it down |

pub mod acquire;
pub mod annotation;
pub mod carried_out;
pub mod cases;
pub mod compare;
pub mod explained;
pub mod explainer;
pub mod facts;
pub mod force;
pub mod goal;
pub mod learned;
pub mod motif;
pub mod phrase;
pub mod plans;
pub mod precedent;
pub mod reason;
pub mod recommendation;
mod serial;
pub mod verdict;
