//! Inputs that are almost like those of a corpus: the same in every run.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// Changes of one input.
const MAX_CHANGES: usize = 4;
/// Bytes that one change takes away, repeats or takes over.
const MAX_LENGTH: usize = 64;

/// An input with some bytes changed, removed, repeated, or taken over from another input of the corpus.
pub fn mutant(rng: &mut impl Rng, input: &[u8], corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..rng.random_range(1..=MAX_CHANGES) {
        let at = rng.random_range(0..=bytes.len());
        match rng.random_range(0..5) {
            0 if at < bytes.len() => bytes[at] ^= 1 << rng.random_range(0..8),
            1 if at < bytes.len() => bytes[at] = rng.random(),
            2 => drop(bytes.drain(at..end(rng, at, bytes.len()))),
            3 => {
                let again = bytes[at..end(rng, at, bytes.len())].to_vec();
                bytes.splice(at..at, again);
            }
            _ => {
                let other = corpus.choose(rng).map_or(&[][..], Vec::as_slice);
                let from = rng.random_range(0..=other.len());
                bytes.splice(at..at, other[from..end(rng, from, other.len())].iter().copied());
            }
        }
    }
    bytes
}

/// Where a part that begins at `start` ends.
fn end(rng: &mut impl Rng, start: usize, length: usize) -> usize {
    rng.random_range(start..=length.min(start + MAX_LENGTH))
}
