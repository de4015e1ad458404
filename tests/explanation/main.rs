//! The explainer: tree, detectors, cases, and what it says.
#![allow(clippy::unwrap_used)]

mod leaves;
