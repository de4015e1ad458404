use rand::{Rng, RngExt};
use rustc_hash::FxHashMap;

use super::credit::{StepSchedule, Used, credit};
use super::forget::forget;
use super::lookahead::Lesson;
use super::occurring::Occurring;
use super::prepared::{GraphCandidate, MoveCandidate};
use super::recall::Recall;
use super::{
    LearningSettings, Preparation, PreparedGame, TrainingSample, UpdateSettings, generalisations,
    specialisations, targets,
};
use crate::chess::Oriented;
use crate::evaluation::{EvaluationSettings, Evaluator};
use crate::graph::{Graph, MoveLabel};
use crate::memory::{
    Fingerprint, Insertion, Lineage, Memory, Operator, Origin, PatternId, Retriever, Snapshot,
};
use crate::pattern::{GraphPattern, MaterialPattern, MovePattern};
use crate::units::{Ply, Value};

/// What was learned from a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LearningReport {
    /// Mean |target − value| over the positions learned, in `[0, 1]`.
    pub td_error: f64,
    /// New patterns.
    pub created: u32,
    /// Forgotten patterns.
    pub forgotten: u32,
    /// Candidates that were too large, or too symmetrical to be stored.
    pub refused: u32,
}

/// Learns from games, one at a time. Owns the memory.
#[derive(Debug)]
pub struct Learner {
    memory: Memory,
    settings: LearningSettings,
    recall: Recall,
    /// Adds up what was recalled with the present weights.
    evaluator: Evaluator,
    /// A buffer for the log-odds of move patterns.
    log_odds: Vec<f64>,
    /// Graphs that were found to be patterns, by fingerprint: the same ones are proposed again and again.
    stored: FxHashMap<u64, Graph>,
    planned_games: u32,
}

impl Learner {
    /// A learner. `planned_games` is the length of the plan, over which step sizes fall.
    #[must_use]
    pub fn new(
        memory: Memory,
        settings: LearningSettings,
        evaluation: EvaluationSettings,
        planned_games: u32,
    ) -> Learner {
        let (recall, evaluator) = (Recall::new(evaluation), Evaluator::new(evaluation));
        let (log_odds, stored) = (Vec::new(), FxHashMap::default());
        Learner { memory, settings, recall, evaluator, log_odds, stored, planned_games }
    }

    /// Asks the memory about the positions of a game on so many threads, one at least and to begin with. The steps that follow
    /// from what it says stay on one. What is learned is the same.
    pub fn set_threads(&mut self, threads: usize) {
        self.recall.set_threads(threads);
    }

    /// The memory.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// States from which games of which run the memory has learned.
    pub fn set_lineage(&mut self, lineage: Lineage) {
        self.memory.lineage = Some(lineage);
    }

    /// The memory, consuming the learner.
    #[must_use]
    pub fn into_memory(self) -> Memory {
        self.memory
    }

    /// Learns from a game. All chance comes from `rng`.
    pub fn learn(&mut self, sample: &TrainingSample, rng: &mut dyn Rng) -> LearningReport {
        let preparation = Preparation::new(&self.settings, &self.memory);
        self.learn_prepared(&preparation.prepare(sample.clone()), rng)
    }

    /// Learns from a game that was prepared for this learner.
    pub fn learn_prepared(&mut self, game: &PreparedGame, rng: &mut dyn Rng) -> LearningReport {
        let sample = &game.sample;
        let snapshot = self.memory.snapshot();
        let recalled = self.recall.game(&snapshot, game);
        let mut values: Vec<Value> = recalled.iter().map(|position| position.value).collect();
        let last = values.len() - 1;
        let outcome = sample.outcome;
        if !self.settings.targets.learns_last_position() {
            values[last] = outcome;
        }
        let lessons = self.lookahead(&snapshot, sample, rng);
        drop(snapshot);
        let targets = targets(self.settings.targets, &values, outcome, |ply| recalled[ply].best);
        let learned = if self.settings.targets.learns_last_position() { last + 1 } else { last };
        let schedule = StepSchedule { game: sample.game, planned: self.planned_games };
        let update = self.settings.update;
        let mut total_error = 0.0;
        for ply in (0..learned).rev() {
            total_error += (targets[ply].get() - values[ply].get()).abs();
            self.adjust(&recalled[ply].occurring, targets[ply], update, schedule);
        }
        let update =
            self.settings.lookahead.map_or(update, |lookahead| update.scaled(lookahead.step));
        for Lesson { occurring, target } in lessons {
            self.adjust(&occurring, target, update, schedule);
        }
        self.memory.games = sample.game;
        let mut report = LearningReport {
            td_error: total_error / learned.max(1) as f64,
            ..LearningReport::default()
        };
        self.create_material(game, &mut report);
        let creation = &self.settings.creation;
        if creation.count_half_life.is_some_and(|games| sample.game.is_multiple_of(games.get())) {
            self.memory.graph_candidates.decay();
            self.memory.move_candidates.decay();
        }
        if sample.game.is_multiple_of(creation.every) {
            let errors: Vec<f64> =
                (0..learned).map(|ply| targets[ply].get() - values[ply].get()).collect();
            self.create(game, &errors, rng, &mut report);
            self.create_moves(game, &mut report);
        }
        self.forget(&mut report);
        report
    }

    /// Counts a game from which nothing can be learned.
    pub fn skip(&mut self, game: u32) {
        self.memory.games = game;
    }

    /// What is to be learned from moves that were not played.
    fn lookahead(
        &mut self,
        snapshot: &Snapshot,
        sample: &TrainingSample,
        rng: &mut dyn Rng,
    ) -> Vec<Lesson> {
        let Some(lookahead) = self.settings.lookahead else { return Vec::new() };
        let positions = lookahead.draw(&sample.positions[..sample.moves.len()], rng);
        self.recall.lessons(snapshot, &positions, lookahead, self.settings.targets)
    }

    /// Moves the weights of the patterns of a position towards its target. With the present weights, so that what other
    /// positions of this game have taught is not learned twice.
    fn adjust(
        &mut self,
        occurring: &Occurring,
        target: Value,
        update: UpdateSettings,
        schedule: StepSchedule,
    ) {
        let weights = self.memory.weights();
        let moves = occurring.move_sums(weights, &mut self.log_odds);
        let Occurring { graphs, materials, graph_counts, .. } = occurring;
        let (value, move_weights) =
            self.evaluator.combine_sums(weights, [graphs, materials], moves);
        let moves = occurring.move_counts(move_weights);
        let materials = occurring.material_counts(move_weights);
        let used = Used { graphs: graph_counts, materials: &materials, moves: &moves };
        credit(&mut self.memory, &used, update, value, target, schedule);
    }

    fn create_material(&mut self, game: &PreparedGame, report: &mut LearningReport) {
        for (ply, position) in game.positions.iter().enumerate() {
            let vector = position.features.material();
            if vector.size() > self.settings.creation.max_material {
                continue;
            }
            let origin = self.origin(Operator::Material, game, ply, []);
            if let Insertion::New(_) = self.memory.materials.insert(MaterialPattern(vector), origin)
            {
                report.created += 1;
            }
        }
    }

    /// Creates patterns of all moves that were possible in the positions of a game.
    fn create_moves(&mut self, game: &PreparedGame, report: &mut LearningReport) {
        let min_count = self.settings.creation.min_count;
        let is_known =
            |(label, _): &(MoveLabel, u64)| self.memory.moves.find(&MovePattern(*label)).is_some();
        let mut known: Vec<bool> = game.move_labels.iter().map(is_known).collect();
        for MoveCandidate { ply, label, squares } in &game.moves {
            let known = &mut known[*label as usize];
            let (label, fingerprint) = game.move_labels[*label as usize];
            if !*known && self.memory.move_candidates.observe(fingerprint, min_count) {
                let origin = self.origin(Operator::Move, game, *ply as usize, *squares);
                let inserted = self.memory.moves.insert(MovePattern(label), origin);
                *known = !matches!(inserted, Insertion::Full);
                report.created += 1;
            }
        }
    }

    fn create(
        &mut self,
        game: &PreparedGame,
        errors: &[f64],
        rng: &mut dyn Rng,
        report: &mut LearningReport,
    ) {
        let mut new = Vec::new();
        let min_count = self.settings.creation.min_count;
        report.refused += game.too_large;
        for GraphCandidate { ply, fingerprint, candidate } in &game.graphs {
            let graph = &candidate.graph;
            if !self.memory.graph_candidates.observe(*fingerprint, min_count)
                || self.stored.get(fingerprint) == Some(graph)
            {
                continue;
            }
            let make = |learner: &Learner, squares: Vec<shakmaty::Square>| {
                learner.origin(candidate.operator, game, *ply, squares)
            };
            match self.store(graph, &candidate.squares, make, report) {
                Some(Insertion::New(id)) => new.push(id),
                Some(Insertion::Known(_)) => {}
                Some(Insertion::Full) | None => continue,
            }
            self.stored.insert(*fingerprint, graph.clone());
        }
        self.generalise(&game.sample, &new, rng, report);
        self.specialise(game, errors, rng, report);
    }

    fn origin(
        &self,
        operator: Operator,
        game: &PreparedGame,
        ply: usize,
        squares: impl IntoIterator<Item = shakmaty::Square>,
    ) -> Origin {
        let board = game.positions[ply].oriented.board();
        Origin::new(operator, game.sample.game, Ply(ply as u32), board, squares)
    }

    /// Stores a graph as a pattern; `None` if it cannot be one. `squares` are those of the graph's nodes.
    fn store(
        &mut self,
        graph: &Graph,
        squares: &[shakmaty::Square],
        origin: impl FnOnce(&Learner, Vec<shakmaty::Square>) -> Origin,
        report: &mut LearningReport,
    ) -> Option<Insertion> {
        let Ok(canonised) = GraphPattern::canonise(graph) else {
            report.refused += 1;
            return None;
        };
        if let Some(id) = self.memory.graphs.find(&canonised.pattern) {
            return Some(Insertion::Known(id));
        }
        let by_slot = canonised.nodes.iter().filter_map(|n| squares.get(usize::from(*n)).copied());
        let origin = origin(self, by_slot.collect());
        let inserted = self.memory.graphs.insert(canonised.pattern, origin);
        report.created += u32::from(matches!(inserted, Insertion::New(_)));
        Some(inserted)
    }

    /// Creates one-step generalisations of new patterns.
    fn generalise(
        &mut self,
        sample: &TrainingSample,
        new: &[PatternId],
        rng: &mut dyn Rng,
        report: &mut LearningReport,
    ) {
        for _ in 0..self.settings.creation.generalise {
            if new.is_empty() {
                return;
            }
            let parent = new[rng.random_range(0..new.len())];
            let Some(pattern) = self.memory.graphs.get(parent).cloned() else { continue };
            let Some(birth) = self.memory.graphs.origin(parent).cloned() else { continue };
            let options = generalisations(&pattern);
            if options.is_empty() {
                continue;
            }
            let graph = &options[rng.random_range(0..options.len())];
            let made = |_: &Learner, squares| {
                Origin::new(Operator::Generalise, sample.game, birth.ply, &birth.board(), squares)
                    .with_parents(vec![parent])
            };
            // Found again, since nodes may be missing.
            let squares = generalised_squares(graph, &birth);
            self.store(graph, &squares, made, report);
        }
    }

    /// In the positions with the largest errors, specialises the pattern with the largest mean squared error.
    fn specialise(
        &mut self,
        game: &PreparedGame,
        errors: &[f64],
        rng: &mut dyn Rng,
        report: &mut LearningReport,
    ) {
        let mut plies: Vec<usize> = (0..errors.len()).collect();
        plies.sort_by(|a, b| errors[*b].abs().total_cmp(&errors[*a].abs()).then(a.cmp(b)));
        let mut retriever = Retriever::default();
        for ply in plies.into_iter().take(self.settings.creation.specialise as usize) {
            let features = &game.positions[ply].features;
            let matches = retriever.matches(&self.memory.snapshot(), features);
            let mean_error = |id: PatternId| {
                let s = self.memory.graphs.statistics(id);
                if s.updates < MIN_UPDATES { 0.0 } else { s.squared_error / s.updates as f32 }
            };
            let small = |id: PatternId| {
                let nodes = self.memory.graphs.get(id).map_or(usize::MAX, |p| p.graph().len());
                nodes < self.settings.creation.max_nodes
            };
            let worst = matches
                .graphs
                .iter()
                .filter(|o| small(o.id) && mean_error(o.id) > 0.0)
                .max_by(|a, b| mean_error(a.id).total_cmp(&mean_error(b.id)));
            let Some(occurrence) = worst else { continue };
            let Some(pattern) = self.memory.graphs.get(occurrence.id) else { continue };
            let options = specialisations(pattern, &occurrence.nodes, features.graph());
            if options.is_empty() {
                continue;
            }
            let (graph, nodes) = &options[rng.random_range(0..options.len())];
            let squares: Vec<_> = nodes.iter().map(|node| features.graph().square(*node)).collect();
            let parent = occurrence.id;
            let made = |learner: &Learner, squares| {
                learner.origin(Operator::Specialise, game, ply, squares).with_parents(vec![parent])
            };
            self.store(graph, &squares, made, report);
        }
    }

    fn forget(&mut self, report: &mut LearningReport) {
        let Some(settings) = self.settings.forgetting else { return };
        let games = self.memory.games;
        if games.is_multiple_of(settings.every) {
            let forgotten = forget(&mut self.memory.graphs, &settings, games);
            report.forgotten += forgotten.len() as u32;
            for pattern in &forgotten {
                self.memory.graph_candidates.forget(pattern.graph());
                self.stored.remove(&pattern.graph().fingerprint());
            }
            let forgotten = forget(&mut self.memory.moves, &settings, games);
            report.forgotten += forgotten.len() as u32;
            for pattern in &forgotten {
                self.memory.move_candidates.forget(&pattern.0);
            }
        }
    }
}

/// Updates before the mean error of a pattern is used.
const MIN_UPDATES: u32 = 30;

/// Squares of a graph's nodes in the position in which its parent was created; empty if it does not occur there.
fn generalised_squares(graph: &Graph, birth: &Origin) -> Vec<shakmaty::Square> {
    let Ok(canonised) = GraphPattern::canonise(graph) else { return Vec::new() };
    let mut position = crate::graph::PositionGraph::default();
    position.rebuild(&Oriented::of_board(&birth.board(), shakmaty::Color::White));
    let Some(map) = crate::pattern::find_embedding(&canonised.pattern, position.graph()) else {
        return Vec::new();
    };
    let mut squares = vec![shakmaty::Square::A1; map.len()];
    for (slot, node) in canonised.nodes.iter().enumerate() {
        squares[usize::from(*node)] = position.square(map[slot]);
    }
    squares
}
