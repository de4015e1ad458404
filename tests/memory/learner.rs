use morph::evaluation::EvaluationSettings;
use morph::learning::{Learner, TargetSettings, TrainingSample};
use morph::memory::Memory;
use morph::rng;
use morph::units::Value;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess};

use crate::learned::settings;

/// After an explored move the target is the true value of the best move, which may end the game: with an empty memory all
/// other values are ½.
#[test]
fn the_best_move_in_place_of_an_explored_one_may_end_the_game() {
    let mate = "7k/8/8/8/8/8/R7/1R5K w - - 0 1";
    let mate_in_one = "7k/R7/8/8/8/8/8/1R5K w - - 0 1";
    for (fen, error) in [(mate_in_one, 0.5), (mate, 0.0)] {
        let start = fen.parse::<Fen>().unwrap();
        let start: Chess = start.into_position(CastlingMode::Standard).unwrap();
        let m = "h1g2".parse::<UciMove>().unwrap().to_move(&start).unwrap();
        let sample = TrainingSample::new(1, start, vec![m], vec![true], Value::DRAW).unwrap();
        let mut settings = settings(1);
        settings.targets = TargetSettings::Lambda { lambda: 0.0, discount: 1.0 };
        let evaluation = EvaluationSettings::default();
        let mut learner = Learner::new(Memory::default(), settings, evaluation, 10);
        let report = learner.learn(&sample, &mut rng::seeded(1, "test", 0));
        assert_eq!(report.td_error, error, "{fen}");
    }
}
