//! Typed values in, text and pictures out.

mod board_text;
#[cfg(feature = "nats")]
pub mod cluster;
pub mod endgame;
pub mod explanation;
pub mod library;
mod match_display;
pub mod numbers;
pub mod opponent_model;
pub mod output;
mod page_frame;
pub mod patterns;
#[cfg(not(target_arch = "wasm32"))]
pub mod plots;
pub mod progress;
#[cfg(not(target_arch = "wasm32"))]
pub mod redraw;
#[cfg(not(target_arch = "wasm32"))]
pub mod stop;
pub mod table;
pub mod tutor;

pub use match_display::MatchDisplay;
