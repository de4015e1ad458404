//! An explanation as JSON; its schema is derived from the types here and described in `patterns/EXPLANATION.md`.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde::Serialize;
use serde_json::Value;
use shakmaty::{Color, Square};

use super::board::marks;
use super::memory;
use super::words;
use crate::explanation::cases::Similarity;
use crate::explanation::compare::MoveChoice;
use crate::explanation::explained::{Explanation, Over};
use crate::explanation::facts::Fact;
use crate::explanation::facts::assessment::rounded;
use crate::explanation::facts::tree::EvaluationTree;
use crate::explanation::goal::{Goal, Line, Manner, Verb};
use crate::explanation::plans::Validation;
use crate::explanation::reason::{Reason, SecondOpinion, Source};
use crate::render::patterns::PatternRecord;

/// Name and version of the format: raised when a program that reads an older version would misunderstand a newer one.
pub const SCHEMA: &str = "explanation-2";

/// The JSON Schema (draft 2020-12) of [`Document`].
#[must_use]
pub fn schema() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<Document>();
    schema.insert("$id".to_owned(), SCHEMA.into());
    schema.to_value()
}

/// An explained position: one object that `morph explain --format json` writes. Values are in pawns, for White.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Document {
    /// The game goes on.
    Explained(Box<Explained>),
    /// The game is over: there is nothing to explain.
    Over(Finished),
}

/// A position that has no explanation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Finished {
    /// Name and version of the format.
    #[schemars(extend("const" = SCHEMA))]
    pub schema: &'static str,
    /// The position.
    pub fen: String,
    /// Why: mate, stalemate, or too little material.
    pub over: String,
    /// The rule of an endgame table that covers the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
}

/// A position with its reasons.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Explained {
    /// Name and version of the format.
    #[schemars(extend("const" = SCHEMA))]
    pub schema: &'static str,
    /// The position.
    pub fen: String,
    /// Whose plans are told.
    pub viewpoint: Side,
    /// `e`: endgame; `ne`: not the endgame.
    pub stage: &'static str,
    /// What overrides static reasons: check, a mate in one.
    pub alerts: Vec<String>,
    /// The facts that count, the most important first.
    pub facts: Vec<FactRecord>,
    /// Sum of the values of all facts.
    pub total: f64,
    /// What is told.
    pub explanation: ExplanationRecord,
    /// Cases of the case base that were looked at, the most similar first.
    pub retrieved: Vec<SimilarityRecord>,
    /// Squares and arrows for a board.
    pub shapes: Shapes,
    /// With a memory: the move it would play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
    /// With a memory: the learned patterns that the reasons name, as `morph patterns export` writes them (FORMAT.md).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<serde_json::Map<String, Value>>>")]
    pub patterns: Option<Vec<PatternRecord>>,
    /// The rule of an endgame table that covers the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
}

/// White or Black.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[allow(missing_docs)]
pub enum Side {
    White,
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        color.fold_wb(Side::White, Side::Black)
    }
}

/// A square as `a7`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct SquareName(#[schemars(regex(pattern = r"^[a-h][1-8]$"))] String);

fn names(squares: &[Square]) -> Vec<SquareName> {
    squares.iter().map(|square| SquareName(square.to_string())).collect()
}

/// A move as its two squares: `c5a5`. Castling goes to the rook; a pawn that arrives becomes what wins most.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct MoveName(#[schemars(regex(pattern = r"^[a-h][1-8][a-h][1-8]$"))] String);

/// A basic pattern with its witnesses.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct FactRecord {
    /// Leaf of the evaluation tree.
    pub leaf: String,
    /// Who has the pattern.
    pub owner: Side,
    /// Witnesses, the most important first.
    pub squares: Vec<SquareName>,
    /// Pieces or squares aimed at.
    pub targets: Vec<SquareName>,
    /// Pawns for White.
    pub value: f64,
    /// How far it can be made to count; importance is the absolute value times the relevance.
    #[schemars(range(min = 0, max = 1))]
    pub relevance: f64,
    /// Best play of both sides that proves the pattern, from the side to move on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<MoveName>,
}

/// The reasons and their sum.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ExplanationRecord {
    /// Reasons for the most important facts.
    pub reasons: Vec<ReasonRecord>,
    /// Sum of their values.
    pub value: f64,
    /// The sum as a symbol of chess books: `+-`, `±`, `⩲`, `=`, `⩱`, `∓`, `-+`.
    pub symbol: &'static str,
    /// The symbol in words.
    pub meaning: &'static str,
    /// Numeric annotation glyph of the PGN standard.
    pub nag: u8,
}

/// One fact with what follows from it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ReasonRecord {
    /// Leaf of the evaluation tree, or the id of a learned pattern.
    pub leaf: String,
    /// Who has the pattern.
    pub owner: Side,
    /// Witnesses, the most important first.
    pub squares: Vec<SquareName>,
    /// Pieces or squares aimed at.
    pub targets: Vec<SquareName>,
    /// Who has what where.
    pub fact: String,
    /// Why it is good or bad.
    pub belief: String,
    /// What to strive for.
    pub purpose: String,
    /// How.
    pub plan: String,
    /// The plan as steps.
    pub goals: Vec<GoalRecord>,
    /// Pawns for White.
    pub value: f64,
    /// The value as a symbol.
    pub symbol: &'static str,
    /// Where it comes from.
    pub source: SourceRecord,
    /// False: the fact would hold without its first witness. Not asked of a line of play.
    pub depends_on_first_witness: bool,
    /// A learned pattern about the same pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemoryRecord>,
    /// The plan as it was tried on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation: Option<ValidationRecord>,
}

/// One step of a plan.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct GoalRecord {
    /// What is to be done.
    pub verb: Verb,
    /// To what: a square, `front:` and the square of a pawn, or a word of chess books.
    pub target: String,
    /// How: `via=` and a line, `by=` and a piece, or words of chess books.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manner: Option<String>,
}

/// Where a reason comes from.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum SourceRecord {
    /// The general explanation of the leaf.
    Tree,
    /// A stored reason for the same leaf.
    Case {
        /// Its case.
        case: String,
    },
    /// A stored reason for a near leaf.
    Adapted {
        /// Its case, or the cases of its concept.
        case: String,
        /// What was done to it.
        operators: Vec<String>,
    },
    /// A pattern the memory learned.
    Learned {
        /// Its id.
        pattern: String,
        /// What experience says of it.
        evidence: String,
    },
}

/// A learned pattern about the same pieces as a fact of the tree.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct MemoryRecord {
    /// Its id.
    pub pattern: String,
    /// Pawns for White.
    pub value: f64,
    /// It favours the same side as the fact.
    pub agrees: bool,
    /// What experience says of it.
    pub evidence: String,
}

/// A plan that was tried on the board while the opponent passed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ValidationRecord {
    /// What is to be done.
    pub verb: Verb,
    /// About which square.
    pub target: SquareName,
    /// Who goes where.
    pub routes: Vec<RouteRecord>,
    /// Attackers of the target afterwards.
    pub attackers: usize,
    /// Its defenders then.
    pub defenders: usize,
    /// The board afterwards: the first field of a FEN.
    pub placement_after: String,
    /// The result in a sentence.
    pub text: String,
}

/// The way of a piece to its work.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct RouteRecord {
    /// How it gets at the target.
    pub line: Line,
    /// From where it stands to where it does its work.
    pub squares: Vec<SquareName>,
}

/// How similar a case is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct SimilarityRecord {
    /// The case.
    pub case: String,
    /// The weighted sum of the next two.
    pub similarity: f64,
    /// Of the important facts.
    pub facts: f64,
    /// Of the positions.
    pub position: f64,
    /// Share of identical pieces and pawns on the same squares.
    pub identical_pieces: f64,
}

/// Squares and arrows by colour.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Shapes {
    /// Squares.
    pub squares: ColouredSquares,
    /// Arrows.
    pub arrows: ColouredArrows,
}

/// Squares by colour.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ColouredSquares {
    /// What is aimed at.
    pub red: Vec<SquareName>,
    /// The other witnesses.
    pub blue: Vec<SquareName>,
}

/// Arrows by colour.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ColouredArrows {
    /// Moves of the plans.
    pub green: Vec<MoveName>,
}

/// What a memory would play.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Choice {
    /// The move, as a game score has it.
    #[serde(rename = "move")]
    pub chosen: String,
    /// The expected result after it for the side to move.
    #[schemars(range(min = 0, max = 1))]
    pub expected: f64,
    /// The next best move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<Other>,
    /// The learned patterns that make the difference, the weightiest first.
    pub patterns: Vec<ChoicePattern>,
    /// The same in sentences.
    pub text: String,
}

/// Another move and the expected result after it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Other {
    /// The move, as a game score has it.
    #[serde(rename = "move")]
    pub other: String,
    /// The expected result after it for the side to move.
    #[schemars(range(min = 0, max = 1))]
    pub expected: f64,
}

/// A learned pattern that speaks for or against a move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ChoicePattern {
    /// Its id.
    pub pattern: String,
    /// What it shows.
    pub phrase: String,
    /// The move after which it stands on the board.
    pub after: String,
    /// Percentage points of the expected result by which it speaks for the chosen move.
    pub points: f64,
    /// The opponent's most promising reply, where the pattern is about replies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
}

impl Document {
    /// What is said of a position; `name` stands for the position of a finished game.
    #[must_use]
    pub fn new(tree: &EvaluationTree, name: &str, answer: &Result<Explanation, Over>) -> Document {
        match answer {
            Ok(explanation) => Document::Explained(Box::new(Explained::new(tree, explanation))),
            Err(over) => {
                let (fen, over) = (name.to_owned(), words::over(*over));
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
            text: memory::choice(choice),
        }
    }
}
