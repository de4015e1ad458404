//! Boards as vector graphics: the origin position of a pattern with its squares and edges, and others like it.
//!
//! The pieces are drawn as paths and need no font. Red arrows are attacks, green ones defences, dashed if they are not
//! direct; a blue ring is an empty square next to a king that belongs to the pattern.

mod arrow;
mod board;
mod gallery;
mod layout;
mod pieces;
mod scene;

pub use gallery::{write_board, write_gallery};
pub use scene::{Scene, diagram, piece_shapes, write_scene};
