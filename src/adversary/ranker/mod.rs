//! The move model: how likely each legal move is, and why.

pub mod exchange;
pub mod extract;
mod history;
pub mod layout;
pub mod library;
pub mod logit;
pub mod memory;
pub mod model;
mod pawns;
pub mod phrase;
pub mod scene;
