//! Memories of given sizes, trained in seeded self-play and cached in the target directory.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use morph::arena::{GameEnd, GameRecord, Openings, play_game};
use morph::chess::{Ending, Oriented};
use morph::evaluation::Evaluator;
use morph::learning::{Learner, TrainingSample};
use morph::memory::{Memory, PatternId, Tombstone};
use morph::player::{Exploration, PatternPlayer, Player, Sparring, SparringLevel};
use morph::rng;
use morph::training::Plan;
use morph::units::Value;
use shakmaty::{Chess, Position};

/// Games between two snapshots for the players.
const GAMES_PER_SNAPSHOT: u32 = 10;
/// More games than any memory here needs.
const PLANNED_GAMES: u32 = 10_000;

/// How a memory is trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainingSetup {
    /// The default plan.
    Default,
    /// The 1991 system: explanation-based patterns of up to 48 nodes, and generalisations.
    Ebg1991,
    /// Every candidate becomes a pattern at once. Games of the greedy partner, which is fast.
    Everything,
}

impl TrainingSetup {
    pub fn name(self) -> &'static str {
        match self {
            TrainingSetup::Default => "default",
            TrainingSetup::Ebg1991 => "EBG 1991",
            TrainingSetup::Everything => "everything",
        }
    }

    pub fn plan(self) -> Plan {
        let (text, file) = self.source();
        Plan::parse(text, Path::new(file)).unwrap()
    }

    fn source(self) -> (&'static str, &'static str) {
        match self {
            TrainingSetup::Default => (Plan::DEFAULT, "default.toml"),
            TrainingSetup::Ebg1991 => {
                (include_str!("../../training/plans/morph-1991.toml"), "morph-1991.toml")
            }
            TrainingSetup::Everything => (include_str!("everything.toml"), "everything.toml"),
        }
    }

    fn path(self, size: usize) -> PathBuf {
        let (text, file) = self.source();
        let plan = crc32fast::hash(text.as_bytes());
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{file}-{plan:08x}-{size}.morph"))
    }

    /// A memory of exactly `size` graph patterns.
    pub fn memory(self, size: usize) -> Memory {
        let path = self.path(size);
        if let Ok(memory) = Memory::load(&path)
            && memory.graphs.len() == size
        {
            return memory;
        }
        std::fs::write(&path, self.learn(size).to_bytes().unwrap()).unwrap();
        // Loaded again, because a memory grown piece by piece is scattered in the heap and slower to scan.
        Memory::load(&path).unwrap()
    }

    fn learn(self, size: usize) -> Memory {
        let plan = self.plan();
        let mut learner =
            Learner::new(Memory::default(), plan.learning.clone(), plan.evaluation, PLANNED_GAMES);
        let openings = plan.openings.load().unwrap();
        let mut players = Players::new(&plan, &Memory::default(), plan.exploration);
        let mut game = 0;
        while learner.memory().graphs.len() < size {
            if self == TrainingSetup::Everything {
                players = Players::greedy();
            } else if game % GAMES_PER_SNAPSHOT == 0 {
                players = Players::new(&plan, learner.memory(), plan.exploration);
            }
            game += 1;
            let record = players.play(&openings, "bench training", game);
            learner.learn(&sample(game, &record), &mut rng::seeded(1, "learn", u64::from(game)));
        }
        let mut memory = learner.into_memory();
        let ids: Vec<PatternId> = memory.graphs.ids().collect();
        for id in &ids[size..] {
            memory.graphs.remove(*id, Tombstone { game, utility: 0.0 });
        }
        memory
    }
}

/// The same player on both sides of the board.
struct Players {
    sides: [Box<dyn Player>; 2],
}

impl Players {
    fn new(plan: &Plan, memory: &Memory, exploration: Exploration) -> Players {
        let snapshot = Arc::new(memory.snapshot());
        let player = || -> Box<dyn Player> {
            let evaluator = Evaluator::new(plan.evaluation);
            Box::new(PatternPlayer::new(Arc::clone(&snapshot), evaluator, exploration))
        };
        Players { sides: [player(), player()] }
    }

    fn greedy() -> Players {
        let player = || Box::new(Sparring::new(SparringLevel::Greedy));
        Players { sides: [player(), player()] }
    }

    fn play(&mut self, openings: &Openings, stage: &str, game: u32) -> GameRecord {
        let [white, black] = self.sides.each_mut().map(|side| side.as_mut());
        let opening = openings.opening(u64::from(game), 1);
        let mut rng = rng::seeded(1, stage, u64::from(game));
        play_game(white, black, &opening, &morph::arena::Rules::default(), &mut rng)
    }
}

fn sample(game: u32, record: &GameRecord) -> TrainingSample {
    let outcome = match record.ending {
        GameEnd::Rule(Ending::Checkmate) => Value::LOSS,
        _ => Value::DRAW,
    };
    let moves = record.plies.iter().map(|ply| ply.m).collect();
    let explored = record.plies.iter().map(|ply| ply.explored).collect();
    TrainingSample::new(game, record.start.position(), moves, explored, outcome).unwrap()
}

/// Self-play games from which the memory has not learned.
pub fn unseen_games(setup: TrainingSetup, memory: &Memory, games: u32) -> Vec<TrainingSample> {
    let plan = setup.plan();
    let openings = plan.openings.load().unwrap();
    let mut players = Players::new(&plan, memory, Exploration::default());
    (1..=games).map(|game| sample(game, &players.play(&openings, "bench", game))).collect()
}

/// `count` positions in which the game is not over, evenly from all games.
pub fn positions(games: &[TrainingSample], count: usize) -> Vec<Chess> {
    let all: Vec<&Chess> =
        games.iter().flat_map(|game| &game.positions[..game.positions.len() - 1]).collect();
    (0..count).map(|i| all[i * all.len() / count].clone()).collect()
}

/// The successors of all positions, position by position.
pub fn successors(games: &[TrainingSample]) -> Vec<Oriented> {
    let positions = games.iter().flat_map(|game| &game.positions[..game.positions.len() - 1]);
    positions
        .flat_map(|position| {
            position.legal_moves().into_iter().map(|m| {
                let mut successor = position.clone();
                successor.play_unchecked(m);
                Oriented::new(&successor)
            })
        })
        .collect()
}
