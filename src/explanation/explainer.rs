//! The three algorithms of Kerner 1994, Section 5.

use std::cell::RefCell;

use shakmaty::{Chess, Color, Move, Position, Square, san::SanPlus};

use crate::chess::fen;
use crate::explanation::cases::adapt::{adapted, copied, kept, rebound_goals};
use crate::explanation::cases::generalise::{Concept, generalised};
use crate::explanation::cases::{
    Case, CaseBase, CaseError, LEAST_LIKE, Likeness, nearest, retrieve,
};
use crate::explanation::compare::value_after;
use crate::explanation::facts::bind::{Binding, fact_text, side_name};
use crate::explanation::facts::features::{LazySearch, PositionFeatures, Stage};
use crate::explanation::facts::tree::{EvaluationTree, Goal, TreeError};
use crate::explanation::facts::{Fact, FactFinder, FamilyKind, independent};
use crate::explanation::learned::{Learned, LearnedFact};
use crate::explanation::plans::outlook::{Outlook, step};
use crate::explanation::plans::{approach, validate};
use crate::explanation::reason::{Mxp, Second, Source, StoredXp, Xp};

/// Which algorithm explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// General explanation patterns only.
    General,
    /// The explanation of the most similar case is adapted.
    OneCase,
    /// FactFinder that the most similar case leaves open are looked for in the next ones.
    SeveralCases,
}

/// How to explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Which algorithm.
    pub algorithm: Algorithm,
    /// How many explanation patterns, at least 1; the paper has three.
    pub xps: usize,
    /// Who is spoken to; `None`: the side to move.
    pub viewpoint: Option<Color>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { algorithm: Algorithm::SeveralCases, xps: 3, viewpoint: None }
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

/// Why there is nothing to explain in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// This side is checkmated.
    Mate(Color),
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can ever checkmate.
    DeadDraw,
}

/// An explained position.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The position.
    pub fen: String,
    /// The same.
    pub position: Chess,
    /// Who is spoken to.
    pub viewpoint: Color,
    /// Stage of the game.
    pub stage: Stage,
    /// The facts that count, the most important first.
    pub facts: Vec<Fact>,
    /// What is said.
    pub mxp: Mxp,
    /// The cases that were looked at, the most similar first.
    pub retrieved: Vec<Likeness>,
    /// What overrides static reasons: check, a mate in one.
    pub alerts: Vec<String>,
    /// What the next moves decide.
    pub search: LazySearch,
}

impl Explanation {
    /// The sum of all facts that count, in pawns for White.
    #[must_use]
    pub fn total(&self) -> f64 {
        crate::explanation::facts::assessment::rounded(
            self.facts.iter().map(|fact| fact.value).sum(),
        )
    }

    /// A plan was adapted and held on the board: the explanation is worth storing.
    #[must_use]
    pub fn taught_something(&self) -> bool {
        self.mxp.xps.iter().any(|xp| matches!(xp.source, Source::Adapted { .. }))
    }

    /// The explanation as a case that nobody has approved yet.
    #[must_use]
    pub fn to_case(&self, id: &str, title: &str) -> Case {
        let stored = |xp: &Xp| StoredXp {
            leaf: xp.leaf.clone(),
            owner: side_name(xp.owner).to_owned(),
            viewpoint: side_name(self.viewpoint).to_owned(),
            squares: xp.squares.iter().map(Square::to_string).collect(),
            fact: xp.fact.clone(),
            belief: xp.belief.clone(),
            purpose: xp.purpose.clone(),
            plan: xp.plan.clone(),
            nm: xp.nm,
            goals: xp.goals.clone(),
        };
        let from_tree = |xp: &&Xp| !matches!(xp.source, Source::Learned { .. });
        Case {
            id: id.to_owned(),
            title: title.to_owned(),
            fen: self.fen.clone(),
            source: "morph explain".to_owned(),
            approved_by: String::new(),
            uses: 0,
            note: String::new(),
            xps: self.mxp.xps.iter().filter(from_tree).map(stored).collect(),
        }
    }
}

impl Explainer {
    /// With the shipped tree and cases.
    ///
    /// # Errors
    ///
    /// The shipped files are broken; the tests rule that out.
    pub fn load_shipped() -> Result<Explainer, LoadError> {
        let tree = EvaluationTree::load_shipped()?;
        let base = CaseBase::load_shipped(&tree)?;
        Ok(Explainer::new(tree, base))
    }

    /// With a tree and a case base.
    #[must_use]
    pub fn new(tree: EvaluationTree, base: CaseBase) -> Explainer {
        let facts = FactFinder::new(&tree);
        let concepts = generalised(&base.cases);
        let images: Vec<Case> = base.cases.iter().filter_map(Case::mirrored).collect();
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
        self.counting(position, &PositionFeatures::new(position))
    }

    /// The same as far as it is seen without a search: what hangs counts whether or not there is an answer to it.
    #[must_use]
    pub fn static_facts(&self, position: &Chess) -> Vec<Fact> {
        let seen = self.facts.static_facts(&self.tree, &PositionFeatures::new(position));
        independent(&self.tree, position.turn(), seen, can_be_attacked(position), |_| true)
    }

    fn counting(&self, position: &Chess, features: &PositionFeatures) -> Vec<Fact> {
        let all = self.facts.all(&self.tree, features);
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
            steps.any(|step| !features.search.loses(step))
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
        learned: Option<&mut Learned>,
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
        let viewpoint = settings.viewpoint.unwrap_or(position.turn());
        let features = PositionFeatures::new(position);
        let facts = self.counting(position, &features);
        let value_after = |m: Move| value_after(self, position, m);
        let learned = learned.map(RefCell::new);
        let decide = || learned.as_ref()?.borrow_mut().decide(position);
        let outlook = Outlook::new(position, &features.search, &decide, &value_after);
        let important = &facts[..settings.xps.max(1).min(facts.len())];
        let retrieved = match settings.algorithm {
            Algorithm::General => Vec::new(),
            _ => retrieve(&self.tree, &self.cases, position, important),
        };
        let usable = retrieved.iter().filter(|likeness| likeness.sm >= LEAST_LIKE);
        let cases: Vec<&Case> = match settings.algorithm {
            Algorithm::SeveralCases => usable.filter_map(|l| self.case(&l.id)).collect(),
            _ => usable.take(1).filter_map(|l| self.case(&l.id)).collect(),
        };
        let mut xps: Vec<Xp> =
            important.iter().map(|fact| self.xp(&outlook, viewpoint, fact, &cases)).collect();
        if let Some(learned) = &learned {
            let found = learned.borrow_mut().facts(position);
            merge_learned(&mut xps, found, settings.xps.max(1));
        }
        Ok(Explanation {
            fen: fen(position),
            position: position.clone(),
            viewpoint,
            stage: Stage::of(position),
            alerts: self.alerts(position, &facts),
            facts,
            mxp: Mxp { xps },
            retrieved,
            search: features.search,
        })
    }

    fn case(&self, id: &str) -> Option<&Case> {
        self.cases.iter().find(|case| case.id == id)
    }

    fn alerts(&self, position: &Chess, facts: &[Fact]) -> Vec<String> {
        let mut alerts = Vec::new();
        if position.is_check() {
            alerts.push(format!("{} is in check", side_name(position.turn())));
        }
        for fact in facts {
            if self.tree.family_of(fact.leaf).kind == FamilyKind::MateInOne {
                let (from, to) = (fact.squares().first(), fact.detection.to);
                if let (Some(from), Some(to)) = (from, to) {
                    let m = mate_by(position, *from, to);
                    let told = m.map_or(format!("{from}-{to}"), |m| {
                        SanPlus::from_move(position.clone(), m).to_string()
                    });
                    alerts.push(format!(
                        "{} mates in one: {told}; static reasons do not count",
                        side_name(fact.owner)
                    ));
                }
            }
        }
        alerts
    }

    /// The explanation of one fact: kept, adapted, or general.
    fn xp(&self, outlook: &Outlook<'_>, viewpoint: Color, fact: &Fact, cases: &[&Case]) -> Xp {
        let general = self.general(outlook, viewpoint, fact);
        // A line that decides the game is a plan already.
        if !fact.detection.line.is_empty() {
            return general;
        }
        let id = &self.tree.leaf(fact.leaf).id;
        for case in cases {
            let Some((stored, _)) = nearest(&self.tree, fact, case) else { continue };
            if stored.viewpoint != side_name(viewpoint) {
                continue;
            }
            let goals = self.stored_goals(outlook, viewpoint, fact, &general, stored);
            let board = outlook.position().board();
            let xp = if stored.leaf == *id {
                copied(outlook, viewpoint, &general, stored, &goals, case)
            } else {
                adapted(outlook, viewpoint, &general, &goals, &case.id).map(|xp| Xp {
                    belief: kept(board, &general, stored, &stored.belief)
                        .unwrap_or(xp.belief.clone()),
                    purpose: kept(board, &general, stored, &stored.purpose)
                        .unwrap_or(xp.purpose.clone()),
                    ..xp
                })
            };
            if let Some(xp) = xp {
                return xp;
            }
        }
        self.by_concept(outlook, viewpoint, &general).unwrap_or(general)
    }

    /// The goals of a stored pattern for the squares of a new fact; where it has none of its own, those of its leaf.
    fn stored_goals(
        &self,
        outlook: &Outlook<'_>,
        viewpoint: Color,
        fact: &Fact,
        general: &Xp,
        stored: &StoredXp,
    ) -> Vec<Goal> {
        let own = rebound_goals(general, stored);
        let Some(leaf) = self.tree.find(&stored.leaf).filter(|_| own.is_empty()) else {
            return own;
        };
        let template = &self.tree.leaf(leaf).xps[usize::from(fact.owner != viewpoint)];
        Binding::new(&self.tree, fact, outlook.position().board()).goals(template)
    }

    /// What several cases of one concept had in common, tried on this fact.
    fn by_concept(&self, outlook: &Outlook<'_>, viewpoint: Color, general: &Xp) -> Option<Xp> {
        let square = general.squares.first()?;
        let is_own = general.owner == viewpoint;
        let known = self.concepts.iter().filter(|concept| concept.covers(&general.leaf, is_own));
        known.into_iter().find_map(|concept| {
            let goals = concept.goals_on(*square);
            adapted(outlook, viewpoint, general, &goals, &concept.name())
        })
    }

    /// The general explanation pattern of a fact, its plan tried on the board where it says what to attack.
    fn general(&self, outlook: &Outlook<'_>, viewpoint: Color, fact: &Fact) -> Xp {
        let position = outlook.position();
        let leaf = self.tree.leaf(fact.leaf);
        let template = &leaf.xps[usize::from(fact.owner != viewpoint)];
        let binding = Binding::new(&self.tree, fact, position.board());
        let goals = binding.goals(template);
        let validation = validate(outlook, viewpoint, &goals);
        Xp {
            leaf: leaf.id.clone(),
            owner: fact.owner,
            squares: fact.detection.squares.clone(),
            targets: fact
                .detection
                .to
                .into_iter()
                .chain(fact.detection.targets.iter().copied())
                .collect(),
            fact: fact_text(&self.tree, fact),
            belief: binding.fill(&template.belief),
            purpose: binding.fill(&template.purpose),
            plan: binding.fill(&template.plan),
            goals,
            nm: fact.value,
            source: Source::Tree,
            validation,
            seconded: None,
            doubtful: !self.depends_on_witness(position, fact),
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
        let men = fact.squares().iter().copied();
        let men = men.filter(|s| position.board().role_at(*s).is_some_and(|r| r != Role::King));
        let Some(witness) = men.clone().next() else { return true };
        let mut setup = position.to_setup(EnPassantMode::Legal);
        setup.board.discard_piece_at(witness);
        setup.castling_rights.discard(witness);
        // Where the witness shields a king there is no position to look at.
        let Ok(without) = Chess::from_setup(setup, CastlingMode::Standard) else { return true };
        let still = self.facts.all_of(&self.tree, &PositionFeatures::new(&without), family);
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
            approach(position, !fact.owner, s, &["file", "rank"])
                .or_else(|| approach(position, !fact.owner, s, &["any"]))
                .is_some()
        })
    }
}

/// A learned pattern seconds what the tree says on the same squares, or comes in as an explanation of its own. Whether
/// an attacked man is won the search has said already.
fn merge_learned(xps: &mut Vec<Xp>, found: Vec<LearnedFact>, most: usize) {
    let mut own = None;
    for fact in found {
        let same = xps.iter_mut().find(|xp| {
            !xp.squares.is_empty() && xp.squares.iter().all(|s| fact.xp.squares.contains(s))
        });
        match same {
            Some(xp) if xp.seconded.is_none() => {
                let Source::Learned { pattern, .. } = fact.xp.source else { continue };
                xp.seconded = Some(Second {
                    pattern,
                    nm: fact.xp.nm,
                    agrees: xp.nm.signum() == fact.xp.nm.signum(),
                    evidence: fact.evidence,
                });
            }
            Some(_) => {}
            None if own.is_none() && !fact.is_about_a_capture => own = Some(fact.xp),
            None => {}
        }
    }
    let Some(xp) = own else { return };
    let place = xps.iter().position(|other| other.nm.abs() < xp.nm.abs());
    match place {
        Some(place) => xps.insert(place, xp),
        None => xps.push(xp),
    }
    xps.truncate(most);
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
