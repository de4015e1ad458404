//! The move that counts: of all that the side to move could do it does one thing.

/// How sharply the most extreme move stands out, in 1 / log-odds.
const INVERSE_TEMPERATURE: f64 = 8.0;

/// What the moves of a position are worth together, in log-odds: ln(mean of e^(β·T)) / β over what the patterns of each move
/// come to, a soft maximum. Of three men that hang only one is taken: threats do not add up, the most extreme one counts
/// (the part that extremeness plays in Levinson and Snyder 1991, "Evaluation Function").
///
/// At least the mean of the numbers and at most the largest; 0 without moves.
pub(crate) fn log_mean_exp(sums: &[f64]) -> f64 {
    let largest = largest(sums);
    let total: f64 = sums.iter().map(|sum| weight(*sum, largest)).sum();
    if sums.is_empty() {
        0.0
    } else {
        largest + (total / sums.len() as f64).ln() / INVERSE_TEMPERATURE
    }
}

/// How much each move counts in [`log_mean_exp`]: how far that moves when one of the numbers does. They sum to 1.
pub(crate) fn shares(sums: &[f64], shares: &mut Vec<f64>) {
    let largest = largest(sums);
    shares.clear();
    shares.extend(sums.iter().map(|sum| weight(*sum, largest)));
    let total: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= total);
}

fn largest(sums: &[f64]) -> f64 {
    sums.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

fn weight(sum: f64, largest: f64) -> f64 {
    (INVERSE_TEMPERATURE * (sum - largest)).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_lies_between_mean_and_maximum_and_shares_are_its_slopes() {
        let sums = [0.3, -0.2, 0.9, 0.7];
        let value = log_mean_exp(&sums);
        assert!(value > sums.iter().sum::<f64>() / 4.0 && value < 0.9, "{value}");
        let mut found = Vec::new();
        shares(&sums, &mut found);
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        for (i, share) in found.iter().enumerate() {
            let mut moved = sums;
            moved[i] += 1e-6;
            assert!(((log_mean_exp(&moved) - value) / 1e-6 - share).abs() < 1e-4);
        }
    }

    #[test]
    fn no_moves_and_equal_moves_say_nothing_of_their_number() {
        assert_eq!(log_mean_exp(&[]), 0.0);
        assert!(log_mean_exp(&[0.0; 30]).abs() < 1e-12);
        assert!((log_mean_exp(&[0.4; 7]) - 0.4).abs() < 1e-12);
    }
}
