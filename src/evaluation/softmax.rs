//! From the log-odds of each move to those of the position: the side to move makes only one of its moves.

/// How sharply the best move stands out, in 1 / log-odds.
const INVERSE_TEMPERATURE: f64 = 8.0;

/// The log-odds of all moves together: ln(mean of e^(β·T)) / β over the log-odds T of each move, a soft maximum. Of three
/// hanging pieces only one is taken: threats do not add up, the most extreme one counts (the part of extremeness in Levinson
/// and Snyder 1991, "Evaluation Function").
///
/// At least the mean and at most the maximum of the numbers; 0 without moves.
pub(crate) fn log_mean_exp(sums: &[f64]) -> f64 {
    let max = max(sums);
    let total: f64 = sums.iter().map(|sum| relative_weight(*sum, max)).sum();
    log_of_mean(sums, max, total)
}

/// The same, and its gradient: how much each move counts. The weights sum to 1.
pub(crate) fn softmax(sums: &[f64], weights: &mut Vec<f64>) -> f64 {
    let max = max(sums);
    weights.clear();
    weights.extend(sums.iter().map(|sum| relative_weight(*sum, max)));
    let total: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= total);
    log_of_mean(sums, max, total)
}

fn log_of_mean(sums: &[f64], max: f64, total: f64) -> f64 {
    if sums.is_empty() {
        0.0
    } else {
        max + libm::log(total / sums.len() as f64) / INVERSE_TEMPERATURE
    }
}

fn max(sums: &[f64]) -> f64 {
    sums.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

fn relative_weight(sum: f64, max: f64) -> f64 {
    libm::exp(INVERSE_TEMPERATURE * (sum - max))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_mean_exp_lies_between_mean_and_maximum_and_its_gradient_is_the_softmax() {
        let sums = [0.3, -0.2, 0.9, 0.7];
        let value = log_mean_exp(&sums);
        assert!(value > sums.iter().sum::<f64>() / 4.0 && value < 0.9, "{value}");
        let mut found = Vec::new();
        assert_eq!(softmax(&sums, &mut found), value);
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        for (i, weight) in found.iter().enumerate() {
            let mut moved = sums;
            moved[i] += 1e-6;
            assert!(((log_mean_exp(&moved) - value) / 1e-6 - weight).abs() < 1e-4);
        }
    }

    #[test]
    fn the_number_of_equal_moves_does_not_matter() {
        assert_eq!(log_mean_exp(&[]), 0.0);
        assert!(log_mean_exp(&[0.0; 30]).abs() < 1e-12);
        assert!((log_mean_exp(&[0.4; 7]) - 0.4).abs() < 1e-12);
    }
}
