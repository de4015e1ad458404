//! Weights that say what an engine says.

use std::fs;
use std::io::{BufRead, BufReader};
use std::thread;
use std::time::Instant;

use morph::chess::positional_search::network::CENTIPAWNS;
use morph::units::Score;
use rand::seq::SliceRandom;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use crate::arguments::Arguments;
use crate::model::{Example, WEIGHTS, add_gradient, limit, output, random_weights, to_bytes};

/// Examples between two changes of the weights.
const BATCH: usize = 4096;
/// Parts of a batch: the sums are the same whatever the number of processors.
const PARTS: usize = 2;
/// One of so many examples is kept for the test.
const TESTED: usize = 100;
/// Changes of the weights until the rate is reached.
const WARM_UP: f32 = 200.0;
/// Of the last change, to the first.
const LAST_RATE: f32 = 0.01;
/// Beyond this a position is won, in centipawns.
const WON: f32 = 2500.0;

fn chance(output: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-output))
}

fn read(file: &str) -> impl Iterator<Item = Example> {
    let lines = BufReader::new(fs::File::open(file).unwrap()).lines();
    lines.map(|line| {
        let line = line.unwrap();
        let (fen, centipawns) = line.split_once(';').unwrap();
        let fen: Fen = fen.parse().unwrap();
        let position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let centipawns: f32 = centipawns.parse().unwrap();
        Example::new(&position, centipawns.clamp(-WON, WON))
    })
}

/// The gradient of the squared error, and its sum.
fn gradient(weights: &[f32], examples: &[Example]) -> (Vec<f32>, f32) {
    let mut gradient = vec![0.0; WEIGHTS];
    let mut error = 0.0;
    for example in examples {
        let (output, sums) = output(weights, example);
        let is = chance(output);
        let difference = is - chance(example.centipawns / CENTIPAWNS);
        error += difference.powi(2);
        let of_output = 2.0 * difference * is * (1.0 - is);
        add_gradient(&mut gradient, weights, example, &sums, of_output);
    }
    (gradient, error)
}

/// Adam, with the constants of the paper.
struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    const MEAN: f32 = 0.9;
    const SQUARE: f32 = 0.999;

    fn step(&mut self, weights: &mut [f32], gradients: &[Vec<f32>], rate: f32) {
        self.steps += 1;
        let [mean_scale, square_scale] =
            [Adam::MEAN, Adam::SQUARE].map(|decay| 1.0 / (1.0 - decay.powi(self.steps)));
        for (place, weight) in weights.iter_mut().enumerate() {
            let gradient = gradients.iter().map(|part| part[place]).sum::<f32>() / BATCH as f32;
            let (mean, square) = (&mut self.means[place], &mut self.squares[place]);
            *mean += (1.0 - Adam::MEAN) * (gradient - *mean);
            *square += (1.0 - Adam::SQUARE) * (gradient.powi(2) - *square);
            *weight -= rate * *mean * mean_scale / ((*square * square_scale).sqrt() + 1e-8);
        }
        limit(weights);
    }
}

/// The mean squared error of winning chances.
fn error(weights: &[f32], examples: &[Example]) -> f64 {
    let error = |example: &Example| {
        let chance = |centipawns: f32| Score::Centipawns(centipawns as i32).winning_chance();
        let found = chance(output(weights, example).0 * CENTIPAWNS);
        (found - chance(example.centipawns)).powi(2)
    };
    examples.iter().map(error).sum::<f64>() / examples.len() as f64
}

/// Fits a network to the positions of some files, and writes it.
pub fn fit<'a>(network: &str, files: impl Iterator<Item = &'a String>, arguments: &Arguments) {
    let mut rng = arguments.rng();
    let mut examples: Vec<Example> = files.flat_map(|file| read(file)).collect();
    examples.shuffle(&mut rng);
    let tested = examples.split_off(examples.len() - examples.len() / TESTED);
    println!("{} positions, {} for the test", examples.len(), tested.len());
    let (epochs, rate) = (arguments.option("--epochs", 20), arguments.option("--rate", 0.004));
    let last = (epochs * (examples.len() / BATCH)) as f32;
    let mut weights = random_weights(&mut rng);
    let mut adam = Adam { means: vec![0.0; WEIGHTS], squares: vec![0.0; WEIGHTS], steps: 0 };
    let start = Instant::now();
    for epoch in 1..=epochs {
        examples.shuffle(&mut rng);
        let mut sum = 0.0;
        for batch in examples.chunks_exact(BATCH) {
            let parts: Vec<_> = thread::scope(|scope| {
                let weights = &weights[..];
                let part = |part| scope.spawn(move || gradient(weights, part));
                let parts: Vec<_> = batch.chunks(BATCH / PARTS).map(part).collect();
                parts.into_iter().map(|part| part.join().unwrap()).collect()
            });
            let (gradients, errors): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
            sum += errors.iter().sum::<f32>();
            // Falls along half a cosine (Loshchilov and Hutter 2017).
            let done = adam.steps as f32 / last;
            let fall = (1.0 + libm::cosf(done * std::f32::consts::PI)) / 2.0;
            let warm = (adam.steps as f32 / WARM_UP).min(1.0);
            adam.step(
                &mut weights,
                &gradients,
                rate * warm * (LAST_RATE + (1.0 - LAST_RATE) * fall),
            );
        }
        println!(
            "epoch {epoch}: squared error of the chances fitted {:.5}, of winning chances on the others {:.5}, {:.0} s",
            sum / examples.len() as f32,
            error(&weights, &tested),
            start.elapsed().as_secs_f32(),
        );
    }
    fs::write(network, to_bytes(&weights)).unwrap();
}
