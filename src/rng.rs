//! Seeding: every stage and game derives its own seed from the one in the plan.
//!
//! A game uses `seeded(seed, stage, index)`, so that it can be replayed without the games before it and does not depend on
//! the thread that plays it.

use std::hash::{BuildHasher, RandomState};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The seed of item `index` of a stage, for example of game 17 of stage `"self-play"`.
///
/// FNV-1a of the stage's name, mixed with seed and index by SplitMix64's finaliser. The same on every platform and
/// in every version: recorded runs depend on it.
///
/// # Example
///
/// ```
/// use morph::rng::derive_seed;
/// assert_eq!(derive_seed(1, "match", 0), derive_seed(1, "match", 0));
/// assert_ne!(derive_seed(1, "match", 0), derive_seed(1, "match", 1));
/// assert_ne!(derive_seed(1, "match", 0), derive_seed(1, "opening", 0));
/// ```
#[must_use]
pub fn derive_seed(seed: u64, stage: &str, index: u64) -> u64 {
    split_mix(split_mix(split_mix(seed) ^ fnv_1a(stage.as_bytes())) ^ index)
}

/// A generator seeded with [`derive_seed`].
#[must_use]
pub fn seeded(seed: u64, stage: &str, index: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(derive_seed(seed, stage, index))
}

/// A generator that differs from run to run, for what need not be repeated. Seeded by the keys of the standard library's hash
/// maps, which come from the operating system where there is one.
#[must_use]
pub fn unpredictable() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(RandomState::new().hash_one(0))
}

fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// One step of SplitMix64 from state `x`; a bijection.
fn split_mix(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;

    #[test]
    fn hashes_agree_with_their_published_values() {
        assert_eq!(fnv_1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv_1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv_1a(b"foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(split_mix(0), 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn neighbouring_indices_give_unrelated_streams() {
        let firsts: std::collections::BTreeSet<u64> =
            (0..1000).map(|index| seeded(7, "match", index).next_u64()).collect();
        assert_eq!(firsts.len(), 1000);
    }

    #[test]
    fn swapping_seed_and_index_gives_another_seed() {
        assert_ne!(derive_seed(3, "match", 4), derive_seed(4, "match", 3));
    }
}
