#![allow(clippy::unwrap_used)]

use rand::RngExt;

use super::*;
use crate::rng;

fn test(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
    Sprt::new([elo0, elo1], [0.05, 0.05], model).unwrap()
}

#[test]
fn ratios_agree_with_those_that_fastchess_expects() {
    use EloModel::{Logistic, Normalized};
    for (pairs, elo0, elo1, model, expected) in [
        ([365, 16618, 36229, 16974, 390], 0.0, 2.0, Normalized, 2.25),
        ([127, 4883, 10712, 5150, 104], -1.75, 0.25, Normalized, 3.01),
        ([0, 0, 0, 0, 5550], 0.0, 5.0, Normalized, 111.82),
        ([223, 9863, 21279, 10037, 246], 0.5, 2.5, Logistic, -3.07),
        ([871, 26175, 55983, 26678, 821], 0.0, 2.0, Logistic, -4.98),
    ] {
        let llr = test(elo0, elo1, model).result(&Pairs(pairs)).llr;
        assert!((llr - expected).abs() < 0.03, "{pairs:?}: {llr}");
    }
}

#[test]
fn small_and_one_sided_samples_have_finite_ratios_of_the_right_sign() {
    let five = test(0.0, 5.0, EloModel::Normalized);
    assert_eq!(five.result(&Pairs::default()).llr, 0.0);
    assert_eq!(five.result(&Pairs::default()).state, SprtState::Continue);
    // Values of an independent program, with bisection to the last bit.
    for (pairs, expected) in [
        ([0, 0, 1000, 0, 0], -0.407_915),
        ([0, 0, 1, 0, 0], -0.000_215),
        ([1, 0, 0, 0, 0], -0.020_569),
        ([500, 0, 0, 0, 500], -0.207_063),
        ([0, 0, 500, 30, 0], 1.720_863),
    ] {
        let llr = five.result(&Pairs(pairs)).llr;
        assert!((llr - expected).abs() < 1e-6, "{pairs:?}: {llr}");
    }
    for model in [EloModel::Normalized, EloModel::Logistic] {
        let widest = test(-200.0, 200.0, model);
        for place in 0..5 {
            for count in [1, 10, 1_000_000] {
                let mut pairs = Pairs::default();
                pairs.0[place] = count;
                let llr = widest.result(&pairs).llr;
                assert!(llr.is_finite(), "{pairs:?}");
                match place {
                    0 | 1 => assert!(llr < 0.0),
                    2 => assert!(llr.abs() < 1e-6 * count as f64, "{llr}"),
                    _ => assert!(llr > 0.0),
                }
            }
        }
    }
}

#[test]
fn the_ratio_of_exchanged_players_is_the_opposite() {
    for model in [EloModel::Normalized, EloModel::Logistic] {
        let pairs = [3, 40, 77, 52, 9];
        let exchanged = [9, 52, 77, 40, 3];
        let llr = test(-1.0, 4.0, model).result(&Pairs(pairs)).llr;
        let other = test(-4.0, 1.0, model).result(&Pairs(exchanged)).llr;
        assert!((llr + other).abs() < 1e-9, "{llr} {other}");
    }
}

#[test]
fn fitted_distributions_keep_the_constraint() {
    let observed = [0.05, 0.25, 0.3, 0.3, 0.1];
    for lead in [-0.8, -0.1, 0.0, 0.02, 0.8] {
        let fitted = fit_lead(&observed, lead);
        let (mean, variance) = moments(&fitted);
        assert!((fitted.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(((mean - 0.5) / variance.sqrt() - lead).abs() < 1e-8, "{lead}");
    }
    for mean in [0.25, 0.5, 0.7] {
        assert!((moments(&fit_mean(&observed, mean)).0 - mean).abs() < 1e-12);
    }
}

/// How many of 400 tests accept H1 when each pair is drawn from `distribution`, and the mean number of pairs.
fn accepted(test: &Sprt, distribution: Distribution) -> (usize, f64) {
    const TESTS: u64 = 400;
    let (mut accepted, mut pairs_played) = (0, 0);
    for index in 0..TESTS {
        let mut rng = rng::seeded(7, "sprt", index);
        let mut pairs = Pairs::default();
        let state = loop {
            let draw: f64 = rng.random();
            let mut sum = 0.0;
            let place = distribution.iter().position(|p| {
                sum += p;
                draw < sum
            });
            pairs.0[place.unwrap_or(4)] += 1;
            match test.result(&pairs).state {
                SprtState::Continue => {}
                state => break state,
            }
        };
        accepted += usize::from(state == SprtState::H1);
        pairs_played += pairs.count();
    }
    (accepted, pairs_played as f64 / TESTS as f64)
}

#[test]
fn errors_are_as_rare_as_was_asked_for() {
    // With 400 tests and an error of 5 %, more than 33 wrong ones have a probability of 0.1 %.
    for model in [EloModel::Normalized, EloModel::Logistic] {
        let test = test(0.0, 60.0, model);
        let observed = [0.1, 0.2, 0.4, 0.2, 0.1];
        let truth = |elo: f64| match model {
            EloModel::Normalized => fit_lead(&observed, elo / NORMALIZED_ELO * 2_f64.sqrt()),
            EloModel::Logistic => fit_mean(&observed, expected_share(elo)),
        };
        let (wrong, pairs) = accepted(&test, truth(0.0));
        assert!(wrong <= 33, "{model:?}: {wrong} of 400 accept H1 though H0 is true");
        assert!((10.0..200.0).contains(&pairs), "{pairs}");
        let (right, _) = accepted(&test, truth(60.0));
        assert!(right >= 400 - 33, "{model:?}: {right} of 400 accept H1 that is true");
    }
}

#[test]
fn bounds_are_walds() {
    let [low, high] = test(0.0, 5.0, EloModel::Normalized).bounds();
    assert!((low + 2.944_439).abs() < 1e-6 && (high - 2.944_439).abs() < 1e-6);
    let result = test(0.0, 5.0, EloModel::Normalized).result(&Pairs([2, 10, 21, 12, 5]));
    assert_eq!(result.to_string(), "0.15 (5.2%) (-2.94, 2.94) [0.00, 5.00]");
}

fn parse(text: &str) -> Result<Sprt, String> {
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    Sprt::parse(&words).map_err(|error| error.to_string())
}

#[test]
fn settings_are_read_and_wrong_ones_named() {
    let sprt = parse("beta=0.1 elo1=2.5 elo0=-1 alpha=.02 model=logistic").unwrap();
    assert_eq!(sprt.to_string(), "elo0=-1 elo1=2.5 alpha=0.02 beta=0.1 model=logistic");
    for (text, expected) in [
        ("elo0=0", "`elo1` is missing"),
        ("elo1=5 alpha=0.05", "`elo0` is missing"),
        ("elo0=0 elo1=5 gamma=1", "`gamma=1`: expected elo0="),
        ("elo0=0 elo1", "`elo1`: expected elo0="),
        ("elo0=0 elo1=five", "`elo1=five`: expected a number"),
        ("elo0=0 elo1=5 elo0=1", "`elo0` is given twice"),
        ("elo0=0 elo1=5 model=bayesian", "`model=bayesian`: expected"),
        ("elo0=5 elo1=5", "elo0=5 elo1=5: expected elo0 less than elo1"),
        ("elo0=0 elo1=201", "elo1=201: expected -200 to 200"),
        ("elo0=nan elo1=5", "elo0=NaN: expected -200 to 200"),
        ("elo0=0 elo1=5 alpha=0", "alpha=0: expected a probability"),
        ("elo0=0 elo1=5 beta=0.5", "beta=0.5: expected a probability"),
        ("elo0=0 elo1=5 alpha=nan", "alpha=NaN: expected a probability"),
    ] {
        let error = parse(text).unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
