//! What a benchmark is asked on the command line.

use std::str::FromStr;

use rand::SeedableRng;
use rand::rngs::StdRng;

/// Words and options, in any order.
pub struct Arguments {
    pub words: Vec<String>,
}

impl Arguments {
    /// Those of this process; `cargo bench` adds one of its own.
    pub fn of_process() -> Arguments {
        Arguments { words: std::env::args().skip(1).filter(|a| a != "--bench").collect() }
    }

    /// The value after an option.
    pub fn option<T: FromStr>(&self, name: &str, default: T) -> T {
        let at = self.words.iter().position(|word| word == name);
        let value = at.and_then(|at| self.words.get(at + 1));
        value.map_or(default, |text| text.parse().ok().unwrap_or_else(|| panic!("{name} {text}")))
    }

    /// Random numbers from `--seed`.
    pub fn rng(&self) -> StdRng {
        StdRng::seed_from_u64(self.option("--seed", 1))
    }
}
