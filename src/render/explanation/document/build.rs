//! From explanations to their documents.

use shakmaty::Square;

use super::*;
use crate::chess::{fen, san, uci};
use crate::explanation::cases::Similarity;
use crate::explanation::compare::MoveChoice;
use crate::explanation::explained::{Explanation, Over};
use crate::explanation::facts::assessment::rounded;
use crate::explanation::facts::tree::EvaluationTree;
use crate::explanation::facts::{Fact, LeftOut};
use crate::explanation::force::{Force, Prize};
use crate::explanation::goal::{Goal, Manner};
use crate::explanation::plans::Validation;
use crate::explanation::reason::{Reason, SecondOpinion, Source};
use crate::render::explanation::board::marks;
use crate::render::explanation::coach::coach;
use crate::render::explanation::memory;
use crate::render::explanation::words;
use crate::render::library::citation;

fn names(squares: &[Square]) -> Vec<SquareName> {
    squares.iter().map(|square| SquareName(square.to_string())).collect()
}

impl Document {
    /// What is said of a position; `name` stands for the position of a finished game.
    #[must_use]
    pub fn new(tree: &EvaluationTree, name: &str, answer: &Result<Explanation, Over>) -> Document {
        match answer {
            Ok(explanation) => Document::Explained(Box::new(Explained::new(tree, explanation))),
            Err(over) => {
                let (fen, over) = (name.to_owned(), over.to_string());
                Document::Over(Finished { schema: SCHEMA, fen, over, advice: None })
            }
        }
    }
}

impl Explained {
    fn new(tree: &EvaluationTree, explanation: &Explanation) -> Explained {
        let assessment = explanation.assessment();
        let marks = marks(explanation);
        let arrow = |(from, to): &(Square, Square)| MoveName(format!("{from}{to}"));
        Explained {
            schema: SCHEMA,
            fen: explanation.fen.clone(),
            viewpoint: explanation.viewpoint.into(),
            stage: explanation.stage.name(),
            alerts: explanation.alerts.iter().map(words::alert).collect(),
            facts: explanation.facts.iter().map(|fact| FactRecord::new(tree, fact)).collect(),
            total: explanation.total(),
            left_out: explanation.left_out.iter().map(|o| LeftOutRecord::new(tree, o)).collect(),
            force: explanation.force.as_ref().map(ForceRecord::new),
            text: coach(explanation, None),
            explanation: ExplanationRecord {
                reasons: explanation.reasons.iter().map(ReasonRecord::new).collect(),
                value: explanation.value(),
                symbol: assessment.symbol(),
                meaning: words::assessment(assessment),
                nag: assessment.nag(),
            },
            retrieved: explanation.retrieved.iter().map(SimilarityRecord::new).collect(),
            shapes: Shapes {
                squares: ColouredSquares { red: names(&marks.red), blue: names(&marks.blue) },
                arrows: ColouredArrows { green: marks.green.iter().map(arrow).collect() },
            },
            precedent: explanation.precedent.as_ref().map(|found| PrecedentRecord {
                citation: citation(&found.neighbour.game, &found.neighbour.place),
                score: found.neighbour.score,
                fen: fen(&found.neighbour.place.position),
                step: found.step.map(|m| san(&explanation.position, m).to_string()),
            }),
            choice: None,
            patterns: None,
            advice: None,
        }
    }
}

impl FactRecord {
    fn new(tree: &EvaluationTree, fact: &Fact) -> FactRecord {
        let line = fact.detection.line.iter();
        FactRecord {
            leaf: tree.leaf(fact.leaf).id.clone(),
            owner: fact.owner.into(),
            squares: names(&fact.detection.squares),
            targets: names(&fact.detection.targets),
            value: fact.value,
            relevance: fact.relevance,
            line: line.map(|step| MoveName(format!("{}{}", step.from, step.to))).collect(),
        }
    }
}

impl LeftOutRecord {
    fn new(tree: &EvaluationTree, LeftOut { fact, why }: &LeftOut) -> LeftOutRecord {
        LeftOutRecord {
            leaf: tree.leaf(fact.leaf).id.clone(),
            owner: fact.owner.into(),
            squares: names(&fact.detection.squares),
            value: fact.value,
            why: words::why_not(tree, *why),
        }
    }
}

impl ForceRecord {
    fn new(force: &Force) -> ForceRecord {
        ForceRecord {
            winner: force.winner.into(),
            pawns: match force.prize {
                Prize::Mate => None,
                Prize::Material(pawns) => Some(rounded(pawns)),
                Prize::TakenBack => Some(0.0),
            },
            line: force.line.iter().map(|m| UciMove(uci(*m))).collect(),
            motifs: force.motifs.iter().map(words::motif).collect(),
        }
    }
}

impl ReasonRecord {
    fn new(reason: &Reason) -> ReasonRecord {
        ReasonRecord {
            leaf: reason.leaf.clone(),
            owner: reason.owner.into(),
            squares: names(&reason.squares),
            targets: names(&reason.targets),
            fact: reason.fact.to_string(),
            belief: reason.belief.to_string(),
            purpose: reason.purpose.to_string(),
            plan: words::plan(&reason.plan),
            goals: reason.goals.iter().map(GoalRecord::new).collect(),
            value: reason.value,
            symbol: reason.assessment().symbol(),
            source: SourceRecord::new(&reason.source),
            depends_on_first_witness: reason.depends_on_first_witness,
            memory: reason.second_opinion.as_ref().map(MemoryRecord::new),
            validation: reason.validation.as_ref().map(ValidationRecord::new),
        }
    }
}

impl GoalRecord {
    fn new(goal: &Goal) -> GoalRecord {
        let manner = (goal.manner != Manner::Free).then(|| goal.manner.to_string());
        GoalRecord { verb: goal.verb, target: goal.target.to_string(), manner }
    }
}

impl SourceRecord {
    fn new(source: &Source) -> SourceRecord {
        match source.clone() {
            Source::Tree => SourceRecord::Tree,
            Source::Case { case } => SourceRecord::Case { case },
            Source::Adapted { case, operators } => SourceRecord::Adapted {
                case,
                operators: operators.iter().map(words::operator).collect(),
            },
            Source::Learned(evidence) => SourceRecord::Learned {
                pattern: format!("g{}", evidence.pattern.0),
                evidence: memory::evidence(&evidence),
            },
        }
    }
}

impl MemoryRecord {
    fn new(second: &SecondOpinion) -> MemoryRecord {
        let SecondOpinion { value, agrees, evidence } = second;
        let pattern = format!("g{}", evidence.pattern.0);
        let (value, agrees, evidence) = (*value, *agrees, memory::evidence(evidence));
        MemoryRecord { pattern, value, agrees, evidence }
    }
}

impl ValidationRecord {
    fn new(plan: &Validation) -> ValidationRecord {
        let routes = plan.routes.iter();
        let route = routes.map(|r| RouteRecord { line: r.line, squares: names(&r.squares) });
        ValidationRecord {
            verb: plan.verb,
            target: SquareName(plan.target.to_string()),
            routes: route.collect(),
            attackers: plan.attackers,
            defenders: plan.defenders,
            placement_after: plan.board.to_string(),
            text: words::validation(plan),
        }
    }
}

impl SimilarityRecord {
    fn new(found: &Similarity) -> SimilarityRecord {
        let round = |x: f64| (x * 1000.0).round() / 1000.0;
        SimilarityRecord {
            case: found.case.clone(),
            similarity: round(found.total),
            facts: round(found.facts),
            position: round(found.position),
            identical_pieces: round(found.identical_pieces),
        }
    }
}

impl Choice {
    /// What a memory would play, with the patterns that are told.
    #[must_use]
    pub fn new(choice: &MoveChoice) -> Choice {
        let patterns = choice.weightiest().into_iter().flatten().map(|reason| ChoicePattern {
            pattern: reason.id.to_string(),
            phrase: reason.phrase.to_string(),
            after: choice.move_of(reason).to_string(),
            points: rounded(reason.points),
            reply: reason.reply.as_ref().map(ToString::to_string),
        });
        let other = choice.other.as_ref().map(|(other, expected)| Other {
            other: other.to_string(),
            expected: rounded(expected.get()),
        });
        Choice {
            chosen: choice.chosen.to_string(),
            expected: rounded(choice.expected.get()),
            other,
            patterns: patterns.collect(),
            text: memory::preference(choice),
        }
    }
}
