//! How often tests that kill processes or race them are repeated, and when they kill.

/// How often to repeat a test: `usual`, unless the environment variable `MORPH_ROUNDS` has another number.
pub fn rounds(usual: usize) -> usize {
    std::env::var("MORPH_ROUNDS").ok().map_or(usual, |text| text.parse().unwrap())
}

/// The moment of a kill, as a share of the time a process takes: golden-section steps spread the moments evenly, however
/// many there are.
pub fn moment(kill: usize) -> f64 {
    (kill as f64 * 0.618_034).fract()
}
