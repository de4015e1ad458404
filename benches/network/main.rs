//! Makes the network that says how good positions are (`morph::chess::positional_search::network`).
//!
//! `cargo bench --bench network -- label GAMES.pgn POSITIONS [--engine stockfish] [--nodes 100] [--seed 1] [--share 0.5]` draws
//! a share of the positions of games, changes half of them by random moves and takes pieces away from a fifth, leaves out checks
//! and those in which an exchange wins material, and asks the engine what they are worth. It writes a line for each in which the
//! engine neither takes something nor sees a mate: the FEN, `;`, centipawns for the side to move. Some 1,400 positions a second.
//!
//! `cargo bench --bench network -- fit NETWORK POSITIONS… [--epochs 20] [--rate 0.004] [--seed 1]` fits the weights by Adam
//! (Kingma and Ba 2015) to the winning chances of 99 positions in a hundred, prints the mean squared error of winning chances in
//! `[-1, 1]` on the others, and writes the network. Five million positions take seven minutes on two processors and 1 GB.

#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

#[path = "../support/arguments.rs"]
mod arguments;
mod fit;
mod label;
mod model;

use arguments::Arguments;

fn main() {
    let arguments = Arguments::of_process();
    match &arguments.words[..] {
        [what, games, positions, ..] if what == "label" => {
            label::label(games, positions, &arguments)
        }
        [what, network, files @ ..] if what == "fit" => {
            let files = files.iter().take_while(|word| !word.starts_with("--"));
            fit::fit(network, files, &arguments);
        }
        _ => println!(
            "usage: cargo bench --bench network -- label GAMES.pgn POSITIONS | fit NETWORK POSITIONS…"
        ),
    }
}
