//! Positions of games are alike if the same move is played in them, and if they are worth the same.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use morph::library::Source;
use rand::{RngExt, SeedableRng};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Move, Position, Square};

use super::Yardstick;

const GAMES: usize = 20_000;
/// Half-moves that are theory, and half-moves before the end.
const OPENING: usize = 16;

struct Sample {
    position: Chess,
    played: Move,
}

pub struct Games {
    samples: Vec<Sample>,
    engine: Option<Engine>,
}

impl Games {
    /// One position of each of the first games of a half, odd or even ones.
    pub fn read(path: &str, half: u32, engine: Option<&str>) -> Games {
        let mut rng = rand::rngs::StdRng::seed_from_u64(1);
        let games = Source::open(Path::new(path)).unwrap().filter_map(Result::ok);
        let games = games.skip(half as usize - 1).step_by(2);
        let samples = games.filter_map(|game| {
            let positions: Vec<_> = game.positions().skip(OPENING).collect();
            let place = positions.get(rng.random_range(0..positions.len().max(1)))?;
            Some(Sample { position: place.position.clone(), played: place.next? })
        });
        let samples = samples.take(GAMES).collect();
        Games { samples, engine: engine.map(Engine::start) }
    }
}

impl Yardstick for Games {
    fn positions(&self) -> Vec<&Chess> {
        self.samples.iter().map(|sample| &sample.position).collect()
    }

    fn columns(&self) -> Vec<&'static str> {
        vec!["same piece moved", "to the same zone", "pawns apart"]
    }

    fn judge(&mut self, number: usize, query: usize, found: usize) -> Vec<Option<f64>> {
        let (one, other) = (&self.samples[query], &self.samples[found]);
        let piece = one.played.role() == other.played.role();
        let target = |sample: &Sample| -> Square {
            let to = sample.played.to();
            sample.position.turn().fold_wb(to, to.flip_vertical())
        };
        let zone = piece && target(one).distance(target(other)) <= 1;
        let apart = self
            .engine
            .as_mut()
            .filter(|_| number.is_multiple_of(8))
            .map(|engine| (engine.value(&one.position) - engine.value(&other.position)).abs());
        let is = |is: bool| Some(f64::from(u8::from(is)));
        vec![is(piece), is(zone), apart]
    }
}

/// A UCI engine that values positions.
struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    known: HashMap<String, f64>,
}

impl Engine {
    fn start(command: &str) -> Engine {
        let process = Command::new(command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = process.unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        Engine { input: process.stdin.take().unwrap(), output, known: HashMap::new(), process }
    }

    /// In pawns for the side to move, from −10 to 10.
    fn value(&mut self, position: &Chess) -> f64 {
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        if let Some(value) = self.known.get(&fen) {
            return *value;
        }
        writeln!(self.input, "ucinewgame\nposition fen {fen}\ngo depth 10").unwrap();
        let mut value = 0.0_f64;
        for line in self.output.by_ref().lines() {
            let line = line.unwrap();
            if line.starts_with("bestmove") {
                break;
            }
            let mut words = line.split(' ').skip_while(|word| *word != "score").skip(1);
            if let (Some(kind), Some(Ok(number))) =
                (words.next(), words.next().map(str::parse::<f64>))
            {
                value = if kind == "mate" { 10.0 * number.signum() } else { number / 100.0 };
            }
        }
        let value = value.clamp(-10.0, 10.0);
        self.known.insert(fen, value);
        value
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
