//! Positions of games, judged by an engine.

use std::num::NonZeroU32;
use std::path::Path;
use std::time::{Duration, Instant};

use morph::arena::pgn::GameReader;
use morph::chess::{Game, Start, material_balance};
use morph::explanation::explainer::{Algorithm, Settings};
use morph::explanation::facts::FamilyKind;
use morph::explanation::facts::assessment::Assessment;
use morph::explanation::phrase::Part;
use morph::explanation::reason::Reason;
use morph::uci::{AnalysisEngine, EngineSettings, GoLimit};
use rand::RngExt;
use rand::seq::SliceRandom;
use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position, Role};

use super::table::{Share, correlation};
use super::{Arguments, Teller};

/// Half-moves of theory that are not asked about.
const OPENING: usize = 12;

/// One position of each of `count` games, and the move that was played in it.
pub fn sample(file: &str, arguments: &Arguments) -> Vec<(Chess, Move)> {
    let mut rng = arguments.rng();
    let mut games: Vec<_> =
        GameReader::open(Path::new(file)).unwrap().filter_map(Result::ok).collect();
    games.shuffle(&mut rng);
    let positions = games.into_iter().filter_map(|game| {
        let length = game.plies.len();
        let place = (length > OPENING).then(|| rng.random_range(OPENING..length))?;
        let mut position = game.start.position();
        game.plies[..place].iter().for_each(|ply| position.play_unchecked(ply.m));
        (!position.is_game_over()).then(|| (position, game.plies[place].m))
    });
    positions.take(arguments.option("--count", 250)).collect()
}

/// A move that gives away no more is as good as the best one.
const HALF_A_PAWN: f64 = 0.5;

/// Pawns beyond which the engine's scores are not told apart.
const MAX_VALUE: f64 = 10.0;

/// A deep search may take a while.
const PATIENCE: Duration = Duration::from_secs(300);

/// An engine's opinion in pawns for White.
pub struct Judge(AnalysisEngine);

impl Judge {
    pub fn start(arguments: &Arguments) -> Judge {
        Judge::at_depth(arguments, arguments.option("--depth", 14))
    }

    /// For what is claimed of single moves, where a second thought counts.
    fn of_claims(arguments: &Arguments) -> Judge {
        Judge::at_depth(arguments, arguments.option("--claims-depth", 18))
    }

    fn at_depth(arguments: &Arguments, depth: u32) -> Judge {
        let depth = GoLimit::Depth(NonZeroU32::new(depth).unwrap());
        let name = arguments.option("--engine", "stockfish".to_owned());
        let settings =
            EngineSettings { move_timeout: PATIENCE, ..EngineSettings::new(name, depth) };
        Judge(AnalysisEngine::start(settings).unwrap())
    }

    /// The score, and the best line if the game goes on.
    fn analyse(&mut self, position: &Chess) -> (f64, Vec<Move>) {
        if position.is_checkmate() {
            return (position.turn().fold_wb(-MAX_VALUE, MAX_VALUE), Vec::new());
        }
        if position.is_game_over() {
            return (0.0, Vec::new());
        }
        let game = Game::new(Start::Position(Box::new(position.clone())));
        // With what it remembers of other positions the same one gets another score each time.
        self.0.forget().unwrap();
        let found = self.0.analyse(&game).unwrap();
        let score = f64::from(found.score.clamped()) / 100.0;
        (position.turn().fold_wb(score, -score), found.line)
    }

    /// The score, and the best move if the game goes on.
    pub fn score(&mut self, position: &Chess) -> (f64, Option<Move>) {
        let (score, line) = self.analyse(position);
        (score, line.first().copied())
    }

    /// A side wins at least half of so many pawns: the score says so, or there is so much more on the board at the end of the best
    /// line, as where much else is won already.
    fn confirms(&mut self, position: &Chess, side: Color, gain: f64) -> bool {
        let material = |position: &Chess| for_side(side, f64::from(material_balance(position)));
        let least = material(position) + gain / 2.0;
        let (score, line) = self.analyse(position);
        let mut reached = position.clone();
        let after_each: Vec<f64> = line
            .into_iter()
            .map(|m| {
                reached.play_unchecked(m);
                material(&reached)
            })
            .collect();
        // The last move may take what is taken back.
        let at_the_end = after_each.len().saturating_sub(2);
        let is_on_board =
            !after_each.is_empty() && after_each[at_the_end..].iter().all(|m| *m >= least);
        is_on_board || for_side(side, score) >= least.min(MAX_VALUE)
    }

    /// The score after a move, for the mover.
    pub fn score_after(&mut self, position: &Chess, m: Move) -> f64 {
        let mut after = position.clone();
        after.play_unchecked(m);
        for_side(position.turn(), self.score(&after).0)
    }

    /// What a move gives away, for the mover.
    fn loss(&mut self, position: &Chess, m: Move) -> f64 {
        for_side(position.turn(), self.score(position).0) - self.score_after(position, m)
    }
}

pub fn fen(position: &Chess) -> Fen {
    Fen::from_position(position, EnPassantMode::Legal)
}

pub fn for_side(side: Color, value: f64) -> f64 {
    side.fold_wb(value, -value)
}

/// Pawns that a reason says are won by force.
fn gain(reason: &Reason) -> Option<f64> {
    let size = match reason.leaf.rsplit('/').next()? {
        "pawn" => 1.0,
        "exchange" => 2.0,
        "piece" => 3.0,
        "rook" => 5.0,
        "queen" => 8.0,
        _ => return None,
    };
    (reason.kind == FamilyKind::ForcedGain).then_some(size)
}

/// A kind of piece, not a queen that a pawn may become, that stands nowhere on the board.
fn names_absent_piece(position: &Chess, reason: &Reason) -> bool {
    reason.plan.parts().iter().any(|part| match part {
        Part::Piece { role: Role::Queen, plural: false } => false,
        Part::Piece { role, .. } => position.board().by_role(*role).is_empty(),
        _ => false,
    })
}

/// The rows about positions of games.
#[derive(Default)]
struct Rows {
    side: Share,
    total_side: Share,
    even: Share,
    pairs: Vec<(f64, f64)>,
    mate_contradicted: Share,
    material_in_exchange: Share,
    /// By the claims' judge, and by that of the rest.
    first_step: [Share; 2],
    recommended: Share,
    /// The engine's own best move, as the recommended one.
    engines_own: Share,
    wins: [Share; 2],
    absent: Share,
    words: Vec<usize>,
    /// For the texts.
    seconds: f64,
}

pub fn measure(file: &str, arguments: &Arguments) {
    let mut teller = Teller::new(arguments);
    let mut judges = [Judge::of_claims(arguments), Judge::start(arguments)];
    let mut rows = Rows::default();
    for (position, _) in sample(file, arguments) {
        rows.judge(&position, &mut teller, &mut judges);
    }
    rows.print();
}

impl Rows {
    fn judge(&mut self, position: &Chess, teller: &mut Teller, judges: &mut [Judge; 2]) {
        let start = Instant::now();
        self.words.push(teller.text(position).split_whitespace().count());
        self.seconds += start.elapsed().as_secs_f64();
        let (score, best) = judges[1].score(position);
        let settings = teller.settings;
        let told = teller.explainer.explain(position, settings, Some(&mut teller.learned)).unwrap();
        let value = told.value();
        if score.abs() > 0.5 {
            self.side.count(value * score > 0.0);
            self.total_side.count(told.total() * score > 0.0);
        }
        if score.abs() <= 0.3 {
            self.even.count(told.assessment() == Assessment::Even);
        }
        self.pairs.push((value.clamp(-MAX_VALUE, MAX_VALUE), score));
        let is_mate = |r: &&Reason| r.kind == FamilyKind::MateInOne || r.leaf.ends_with("/mate");
        if let Some(mate) = told.reasons.iter().find(is_mate) {
            self.mate_contradicted.count(for_side(mate.owner, value) <= 0.0);
        }
        if let (Some(found), Some(best)) = (&told.recommended, best) {
            let mut is_good = |m: Move| {
                let after = judges[1].score_after(position, m);
                for_side(position.turn(), score) - after <= HALF_A_PAWN
            };
            self.recommended.count(is_good(found.m));
            self.engines_own.count(is_good(best));
        }
        for reason in &told.reasons {
            if reason.leaf.starts_with("material/") && reason.value.abs() >= 0.9 {
                let is_capture = best.is_some_and(|m| m.is_capture());
                let value = for_side(reason.owner, score);
                let is_gone = value < 0.3 * reason.value.abs() && is_capture;
                self.material_in_exchange.count(is_gone);
            }
            if let Some(gain) = gain(reason) {
                for (judge, row) in judges.iter_mut().zip(&mut self.wins) {
                    let is_won = judge.confirms(position, reason.owner, gain);
                    row.count(is_won);
                    if !is_won {
                        println!("not won: {} {}", fen(position), reason.leaf);
                    }
                }
            }
            let step = reason.validation.as_ref().and_then(|plan| plan.first_step());
            if told.viewpoint == position.turn()
                && let Some((from, to)) = step
            {
                let is_it = |m: &&Move| m.from() == Some(from) && m.to() == to;
                let m = position.legal_moves().into_iter().find(|m| is_it(&m)).unwrap();
                for (judge, row) in judges.iter_mut().zip(&mut self.first_step) {
                    let loss = judge.loss(position, m);
                    row.count(loss <= HALF_A_PAWN);
                    if loss > HALF_A_PAWN {
                        println!("no good step: {} {m} -{loss:.2}", fen(position));
                    }
                }
            }
        }
        let all =
            Settings { algorithm: Algorithm::General, reasons: usize::MAX, ..Settings::QUICK };
        let all = teller.explainer.explain(position, all, None).unwrap();
        all.reasons.iter().for_each(|r| self.absent.count(names_absent_piece(position, r)));
    }

    fn print(&self) {
        println!("| positions of games | {} |\n|---|---|", self.pairs.len());
        self.side.row("side of the headline right where the engine says more than ±0.5");
        self.total_side.row("the same by the sum of all facts");
        println!(
            "| correlation of the headline with the engine | {:.3} |",
            correlation(&self.pairs)
        );
        self.even.row("even positions (at most ±0.3) called even");
        self.mate_contradicted.row("told mates that the headline contradicts");
        self.material_in_exchange.row("told material that is not there when the captures are over");
        let [first_step, soon] = &self.first_step;
        first_step.row("checked first steps within half a pawn of the best move");
        soon.row("the same at the depth of the other rows");
        self.recommended.row("recommended moves within half a pawn of the best move");
        self.engines_own.row("the same of the engine's own best move");
        let [wins, soon] = &self.wins;
        wins.row("told gains by force that the engine confirms");
        soon.row("the same at the depth of the other rows");
        self.absent.row("plans that name a piece nobody has");
        let mut words = self.words.clone();
        words.sort_unstable();
        let mean = words.iter().sum::<usize>() as f64 / words.len() as f64;
        let most = words.last().copied().unwrap_or_default();
        let at_most_120 = words.iter().filter(|w| **w <= 120).count();
        println!(
            "| words a position | mean {mean:.0}, most {most}, at most 120 in {at_most_120} |"
        );
        println!("| time for a text | {:.1} ms |", 1000.0 * self.seconds / words.len() as f64);
    }
}
