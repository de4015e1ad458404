//! The three algorithms of Kerner 1994, Section 5.

use std::cell::RefCell;
use std::path::Path;

use shakmaty::{Chess, Color, Move, Position, Square};

use crate::chess::{FIFTY_MOVES, SEVENTY_FIVE_MOVES, fen, san};
use crate::explanation::cases::adapt::{adapted, copied, rebound_goals};
use crate::explanation::cases::generalise::{Concept, generalised};
use crate::explanation::cases::{Case, CaseBase, CaseError, MIN_SIMILARITY, nearest, retrieve};
use crate::explanation::explained::{Alert, Explanation, Over};
use crate::explanation::facts::assessment::rounded;
use crate::explanation::facts::bind::{Binding, fact_phrase};
use crate::explanation::facts::features::{self, LazySearch, PositionFeatures, Stage};
use crate::explanation::facts::tree::{EvaluationTree, TreeError};
use crate::explanation::facts::{Fact, FactFinder, FamilyKind, Selection, independent, settled};
use crate::explanation::force::Force;
use crate::explanation::goal::{Goal, Line};
use crate::explanation::learned::{LearnedFact, MemoryExplainer};
use crate::explanation::plans::move_quality::{KnownQuality, MAX_COST, MoveQuality, step};
use crate::explanation::plans::{approach, possible, validate};
use crate::explanation::reason::{Plan, Reason, SecondOpinion, Source, StoredReason};
use crate::explanation::recommendation::recommend;
use crate::explanation::verdict::{DECIDED, Verdict};

/// Which algorithm explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// General reasons only.
    General,
    /// The explanation of the most similar case is adapted.
    OneCase,
    /// Facts that the most similar case leaves open are looked for in the next ones.
    SeveralCases,
}

impl Algorithm {
    /// As the paper numbers them.
    pub const ALL: [Algorithm; 3] =
        [Algorithm::General, Algorithm::OneCase, Algorithm::SeveralCases];
}

/// How to explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Which algorithm.
    pub algorithm: Algorithm,
    /// How many reasons, at least 1; the paper has three.
    pub reasons: usize,
    /// Whose plans are told; `None`: those of the side to move.
    pub viewpoint: Option<Color>,
    /// Positions that the search behind the verdict and the recommended move may look at; at most four times as many for each of
    /// the moves that it is asked about.
    pub nodes: u32,
}

impl Settings {
    /// For many positions, one after the other.
    pub const QUICK: Settings = Settings {
        algorithm: Algorithm::SeveralCases,
        reasons: 3,
        viewpoint: None,
        nodes: features::QUICK,
    };
}

/// Positions for somebody who waits for the answer: some 150 ms. A quarter of them finds fewer even positions and sound moves
/// (training/HISTORY.md, 2026-11-30).
const THOROUGH: u32 = 200_000;

impl Default for Settings {
    fn default() -> Settings {
        Settings { nodes: THOROUGH, ..Settings::QUICK }
    }
}

/// Everything the explainer knows of chess.
#[derive(Clone, Debug)]
pub struct Explainer {
    /// The evaluation tree.
    pub tree: EvaluationTree,
    facts: FactFinder,
    /// The cases, each with its mirror image.
    cases: Vec<Case>,
    /// What several cases have in common.
    concepts: Vec<Concept>,
}

/// The program cannot start explaining.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The evaluation tree is broken.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The case base is broken.
    #[error(transparent)]
    Cases(#[from] CaseError),
}

/// Pawns between the value of a threat and what the search says is won: more, and the threat is not what wins it.
const ABOUT: f64 = 1.5;

/// So few half-moves until a draw can be claimed are told.
const FEW_LEFT: u32 = 10;

impl Explainer {
    /// With the shipped tree and cases.
    ///
    /// # Errors
    ///
    /// The shipped files are broken; the tests rule that out.
    pub fn load_shipped() -> Result<Explainer, LoadError> {
        Explainer::load_or_shipped(None)
    }

    /// With the shipped tree and the cases of a file, or the shipped ones.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is no case base.
    pub fn load_or_shipped(cases: Option<&Path>) -> Result<Explainer, LoadError> {
        let tree = EvaluationTree::load_shipped()?;
        let base = match cases {
            Some(path) => CaseBase::load(&tree, path)?,
            None => CaseBase::load_shipped(&tree)?,
        };
        Ok(Explainer::new(tree, base))
    }

    /// With a tree and a case base.
    #[must_use]
    pub fn new(tree: EvaluationTree, base: CaseBase) -> Explainer {
        let facts = FactFinder::new(&tree);
        let concepts = generalised(&base.cases);
        let images: Vec<Case> = base.cases.iter().filter_map(|case| case.mirrored(&tree)).collect();
        let cases = base.cases.into_iter().chain(images).collect();
        Explainer { tree, facts, cases, concepts }
    }

    /// Every basic pattern of a position, whether it counts or not.
    #[must_use]
    pub fn all_facts(&self, position: &Chess) -> Vec<Fact> {
        self.facts.all(&self.tree, &PositionFeatures::new(position))
    }

    /// The facts that count, the most important first.
    #[must_use]
    pub fn facts(&self, position: &Chess) -> Vec<Fact> {
        self.select(position, &PositionFeatures::new(position)).facts
    }

    /// The same as far as it is seen without a search: what hangs counts whether or not there is an answer to it.
    #[must_use]
    pub fn static_facts(&self, position: &Chess) -> Vec<Fact> {
        let facts = self.facts.static_facts(&self.tree, &PositionFeatures::new(position));
        let seen = Selection { facts, left_out: Vec::new() };
        independent(&self.tree, position.turn(), seen, can_be_attacked(position), |_| true).facts
    }

    /// The sum of the facts after a move that are seen without a search, in pawns for the mover; ±100 for mate.
    #[must_use]
    pub fn value_after(&self, position: &Chess, m: Move) -> f64 {
        let mut after = position.clone();
        after.play_unchecked(m);
        self.value_for_mover(&after, |after| self.static_facts(after)).1
    }

    /// The facts of a position, as `facts` finds them, and their sum for the side that has just moved; a finished game
    /// has no facts.
    pub(super) fn value_for_mover(
        &self,
        after: &Chess,
        facts: impl FnOnce(&Chess) -> Vec<Fact>,
    ) -> (Vec<Fact>, f64) {
        if after.is_checkmate() {
            return (Vec::new(), DECIDED);
        }
        if after.is_stalemate() || after.is_insufficient_material() {
            return (Vec::new(), 0.0);
        }
        let facts = facts(after);
        let sum =
            after.turn().fold_wb(-1.0, 1.0) * facts.iter().map(|fact| fact.value).sum::<f64>();
        (facts, rounded(sum))
    }

    fn select(&self, position: &Chess, features: &PositionFeatures) -> Selection {
        let all = self.facts.all(&self.tree, features);
        let all = settled(&self.tree, &self.facts, position, features, all);
        let holds = |threat: &Fact| self.is_carried_out(position, features, threat);
        independent(&self.tree, position.turn(), all, can_be_attacked(position), holds)
    }

    /// A threat of the side to move wins about what the tree says, whatever the opponent plays.
    fn is_carried_out(&self, position: &Chess, features: &PositionFeatures, threat: &Fact) -> bool {
        let gain = f64::from(features.search.gain());
        if gain <= 0.0 || (threat.value.abs() - gain).abs() > ABOUT {
            return false;
        }
        let found = &threat.detection;
        let strikers = found.attacker.into_iter().chain(found.squares.first().copied());
        strikers.into_iter().any(|from| {
            let targets = found.to.iter().chain(&found.targets);
            let mut steps = targets.filter_map(|to| step(position, from, *to));
            steps.any(|step| features.search.loses(step) == Some(false))
        })
    }

    /// Explains a position.
    ///
    /// # Errors
    ///
    /// The game is over: there is nothing to explain.
    pub fn explain(
        &self,
        position: &Chess,
        settings: Settings,
        learned: Option<&mut MemoryExplainer>,
    ) -> Result<Explanation, Over> {
        if position.is_checkmate() {
            return Err(Over::Mate(position.turn()));
        }
        if position.is_stalemate() {
            return Err(Over::Stalemate);
        }
        if position.is_insufficient_material() {
            return Err(Over::DeadDraw);
        }
        if position.halfmoves() >= SEVENTY_FIVE_MOVES {
            return Err(Over::SeventyFiveMoves);
        }
        let viewpoint = settings.viewpoint.unwrap_or(position.turn());
        let features = PositionFeatures::searching(position, settings.nodes);
        let selection = self.select(position, &features);
        let force = Force::of(&self.tree, position, &features.search, &selection);
        let Selection { facts, left_out } = selection;
        let value_after = |m: Move| self.value_after(position, m);
        let learned = learned.map(RefCell::new);
        let decide = || learned.as_ref()?.borrow_mut().decide(position);
        let known = KnownQuality::default();
        let quality = MoveQuality::new(position, &features.search, &known, &decide, &value_after);
        let important = &facts[..settings.reasons.max(1).min(facts.len())];
        let retrieved = match settings.algorithm {
            Algorithm::General => Vec::new(),
            _ => retrieve(&self.tree, &self.cases, position, important),
        };
        let usable = retrieved.iter().filter(|similarity| similarity.total >= MIN_SIMILARITY);
        let cases: Vec<&Case> = match settings.algorithm {
            Algorithm::SeveralCases => usable.filter_map(|s| self.case(&s.case)).collect(),
            _ => usable.take(1).filter_map(|s| self.case(&s.case)).collect(),
        };
        let mut reasons: Vec<Reason> =
            important.iter().map(|fact| self.reason(&quality, viewpoint, fact, &cases)).collect();
        if let Some(learned) = &learned {
            let found = learned.borrow_mut().facts(position);
            merge_learned(&mut reasons, found, settings.reasons.max(1));
        }
        let decision = quality.decision().cloned();
        let mut explanation = Explanation {
            fen: fen(position),
            position: position.clone(),
            viewpoint,
            stage: Stage::of(position),
            alerts: self.alerts(position, &facts, &features.search),
            verdict: Verdict::new(force.as_ref(), features.search.for_white()),
            force,
            facts,
            left_out,
            recommended: None,
            reasons,
            retrieved,
            search: features.search,
            known,
            precedent: None,
        };
        let forced = explanation.force.as_ref().and_then(|force| force.line.first().copied());
        let preferred: Vec<Move> = forced.into_iter().chain(explanation.planned_moves()).collect();
        explanation.recommended =
            decision.and_then(|decision| recommend(&explanation.search, &decision, &preferred));
        Ok(explanation)
    }

    fn case(&self, id: &str) -> Option<&Case> {
        self.cases.iter().find(|case| case.id == id)
    }

    fn alerts(&self, position: &Chess, facts: &[Fact], search: &LazySearch) -> Vec<Alert> {
        let mut alerts = Vec::new();
        if position.is_check() {
            alerts.push(Alert::Check(position.turn()));
        }
        for fact in facts {
            if self.tree.family_of(fact.leaf).kind == FamilyKind::MateInOne {
                let (from, to) = (fact.squares().first(), fact.detection.to);
                if let (Some(from), Some(to)) = (from, to) {
                    let m = mate_by(position, *from, to);
                    let san = m.map_or(format!("{from}-{to}"), |m| san(position, m));
                    alerts.push(Alert::MateInOne { side: fact.owner, san });
                }
            }
        }
        let left = FIFTY_MOVES.saturating_sub(position.halfmoves());
        if left <= FEW_LEFT {
            alerts.push(Alert::FiftyMoves(left));
        }
        if !search.is_conclusive() {
            alerts.push(Alert::NoSearch);
        }
        alerts
    }

    /// The explanation of one fact: kept, adapted, or general.
    fn reason(
        &self,
        quality: &MoveQuality<'_>,
        viewpoint: Color,
        fact: &Fact,
        cases: &[&Case],
    ) -> Reason {
        let general = self.general(quality, viewpoint, fact);
        // A line that decides the game is a plan already.
        if !fact.detection.line.is_empty() {
            return general;
        }
        let id = &self.tree.leaf(fact.leaf).id;
        for case in cases {
            let Some((stored, _)) = nearest(&self.tree, fact, case) else { continue };
            if stored.viewpoint != viewpoint {
                continue;
            }
            let goals = self.stored_goals(quality, viewpoint, fact, &general, stored);
            let reason = if stored.leaf == *id {
                copied(quality, viewpoint, &general, stored, &goals, case)
            } else {
                adapted(quality, viewpoint, &general, &goals, &case.id)
            };
            if let Some(reason) = reason {
                return reason;
            }
        }
        self.by_concept(quality, viewpoint, &general).unwrap_or(general)
    }

    /// The goals of a stored pattern for the squares of a new fact; where it has none of its own, those of its leaf.
    fn stored_goals(
        &self,
        quality: &MoveQuality<'_>,
        viewpoint: Color,
        fact: &Fact,
        general: &Reason,
        stored: &StoredReason,
    ) -> Vec<Goal> {
        let own = rebound_goals(general, stored);
        let Some(leaf) = self.tree.find(&stored.leaf).filter(|_| own.is_empty()) else {
            return own;
        };
        let template = &self.tree.leaf(leaf).general[usize::from(fact.owner != viewpoint)];
        Binding::new(&self.tree, fact, quality.position()).goals(template)
    }

    /// What several cases of one concept had in common, tried on this fact.
    fn by_concept(
        &self,
        quality: &MoveQuality<'_>,
        viewpoint: Color,
        general: &Reason,
    ) -> Option<Reason> {
        let square = general.squares.first()?;
        let is_own = general.owner == viewpoint;
        let known = self.concepts.iter().filter(|concept| concept.covers(&general.leaf, is_own));
        known.into_iter().find_map(|concept| {
            let goals = concept.goals_on(*square);
            adapted(quality, viewpoint, general, &goals, &concept.name())
        })
    }

    /// The general reason for a fact, its plan tried on the board where it says what to attack.
    fn general(&self, quality: &MoveQuality<'_>, viewpoint: Color, fact: &Fact) -> Reason {
        let position = quality.position();
        let leaf = self.tree.leaf(fact.leaf);
        let template = &leaf.general[usize::from(fact.owner != viewpoint)];
        let binding = Binding::new(&self.tree, fact, position);
        let goals = binding.goals(template);
        let validation = validate(quality, viewpoint, &goals, MAX_COST);
        let plan = possible(
            position,
            viewpoint,
            fact.squares().first().copied(),
            &binding.phrase(&template.plan),
        );
        Reason {
            leaf: leaf.id.clone(),
            kind: self.tree.family_of(fact.leaf).kind,
            owner: fact.owner,
            squares: fact.detection.squares.clone(),
            targets: fact
                .detection
                .to
                .into_iter()
                .chain(fact.detection.targets.iter().copied())
                .collect(),
            fact: fact_phrase(&self.tree, fact, position),
            belief: binding.phrase(&template.belief),
            purpose: binding.phrase(&template.purpose),
            plan: Plan::Stated(plan),
            goals,
            value: fact.value,
            source: Source::Tree,
            validation,
            second_opinion: None,
            depends_on_first_witness: self.depends_on_witness(position, fact),
        }
    }

    /// Without its first witness the fact is gone.
    fn depends_on_witness(&self, position: &Chess, fact: &Fact) -> bool {
        use shakmaty::{CastlingMode, EnPassantMode, FromSetup, Role};
        let family = self.tree.leaf(fact.leaf).family;
        // Without who moves first the line is another one.
        if self.tree.families()[family].kind.is_searched() {
            return true;
        }
        let pieces = fact.squares().iter().copied();
        let pieces =
            pieces.filter(|s| position.board().role_at(*s).is_some_and(|r| r != Role::King));
        let Some(witness) = pieces.clone().next() else { return true };
        let mut setup = position.to_setup(EnPassantMode::Legal);
        setup.board.discard_piece_at(witness);
        setup.castling_rights.discard(witness);
        // Where the witness shields a king there is no position to look at.
        let Ok(without) = Chess::from_setup(setup, CastlingMode::Standard) else { return true };
        let still =
            self.facts.all_of(&self.tree, &PositionFeatures::new(&without), |of| of == family);
        !still.iter().any(|other| {
            other.leaf == fact.leaf
                && other.owner == fact.owner
                && other.detection.squares == fact.detection.squares
        })
    }
}

/// Whether the side that profits from a weakness can get at it.
fn can_be_attacked(position: &Chess) -> impl FnMut(&Fact) -> bool + '_ {
    |fact| {
        let first = fact.squares().first().copied();
        first.is_some_and(|s| {
            approach(position, !fact.owner, s, &[Line::File, Line::Rank])
                .or_else(|| approach(position, !fact.owner, s, &[Line::Any]))
                .is_some()
        })
    }
}

/// A learned pattern gives a second opinion on a fact on the same squares, or is a reason of its own. Whether an attacked
/// piece is won the search has said already.
fn merge_learned(reasons: &mut Vec<Reason>, found: Vec<LearnedFact>, max: usize) {
    let mut own = None;
    for fact in found {
        let same = reasons.iter_mut().find(|reason| {
            !reason.squares.is_empty()
                && reason.squares.iter().all(|s| fact.reason.squares.contains(s))
        });
        match same {
            Some(reason) if reason.second_opinion.is_none() => {
                let Source::Learned(evidence) = fact.reason.source else { continue };
                reason.second_opinion = Some(SecondOpinion {
                    value: fact.reason.value,
                    agrees: reason.value.signum() == fact.reason.value.signum(),
                    evidence: *evidence,
                });
            }
            Some(_) => {}
            None if own.is_none() && !fact.is_about_a_capture => own = Some(fact.reason),
            None => {}
        }
    }
    let Some(reason) = own else { return };
    let place = reasons.iter().position(|other| other.value.abs() < reason.value.abs());
    reasons.insert(place.unwrap_or(reasons.len()), reason);
    reasons.truncate(max);
}

/// The move between two squares that mates: of a pawn that promotes it may be one only.
fn mate_by(position: &Chess, from: Square, to: Square) -> Option<Move> {
    let mates = |m: &Move| {
        let mut after = position.clone();
        after.play_unchecked(*m);
        after.is_checkmate()
    };
    let moves = position.legal_moves().into_iter();
    moves.filter(|m| m.from() == Some(from) && m.to() == to).find(mates)
}
