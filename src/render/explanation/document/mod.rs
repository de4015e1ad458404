//! An explanation as JSON; its schema is derived from the types here and described in `patterns/EXPLANATION.md`.

mod build;

use std::fmt;

use schemars::{JsonSchema, generate::SchemaSettings};
use serde::Serialize;
use serde_json::Value;

use super::coach::CoachText;
use super::side::Side;
use crate::explanation::goal::{Line, Verb};
use crate::render::patterns::PatternRecord;

/// Name and version of the format: raised when a program that reads an older version would misunderstand a newer one.
pub const SCHEMA: &str = "explanation-3";

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

/// What `morph explain` prints.
impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Document::Explained(explained) => {
                let sentences = explained.text.with_advice(explained.advice.as_deref());
                write!(f, "{}\n{sentences}", explained.fen)
            }
            Document::Over(finished) => writeln!(f, "{}\n{}", finished.fen, finished.over),
        }
    }
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
    /// Facts that were found and do not count.
    pub left_out: Vec<LeftOutRecord>,
    /// What the next moves decide, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<ForceRecord>,
    /// What `morph explain` says, sentence by sentence.
    pub text: CoachText,
    /// The verdict, and the reasons that the sentences are made of.
    pub explanation: ExplanationRecord,
    /// Cases of the case base that were looked at, the most similar first.
    pub retrieved: Vec<SimilarityRecord>,
    /// Squares and arrows for a board.
    pub shapes: Shapes,
    /// With a library: a game with a position like this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precedent: Option<PrecedentRecord>,
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

/// A game with a position like the one explained.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct PrecedentRecord {
    /// Players, year and move, or the id of a puzzle, with what was played and how it ended.
    pub citation: String,
    /// How much it is alike, in `[0, 1]`.
    pub score: f32,
    /// The position there.
    pub fen: String,
    /// The move here that does what was played there, if it holds on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
}

/// A square as `a7`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct SquareName(#[schemars(regex(pattern = r"^[a-h][1-8]$"))] String);

/// A move as its two squares: `c5a5`. Castling goes to the rook; a pawn that arrives becomes what wins most.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct MoveName(#[schemars(regex(pattern = r"^[a-h][1-8][a-h][1-8]$"))] String);

/// A move in UCI notation: `c5a5`, `e7e8q`, `e1g1` for castling.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct UciMove(#[schemars(regex(pattern = r"^[a-h][1-8][a-h][1-8][nbrq]?$"))] String);

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

/// A fact that does not count.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct LeftOutRecord {
    /// Leaf of the evaluation tree.
    pub leaf: String,
    /// Who has the pattern.
    pub owner: Side,
    /// Witnesses, the most important first.
    pub squares: Vec<SquareName>,
    /// Pawns for White that do not count.
    pub value: f64,
    /// Why.
    pub why: String,
}

/// A line that one side cannot escape.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ForceRecord {
    /// Who mates or wins.
    pub winner: Side,
    /// Pawns that are won beyond what is taken back, 0 if nothing is; none for a mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pawns: Option<f64>,
    /// Best play of both sides, from the side to move on.
    pub line: Vec<UciMove>,
    /// By what means: forks, pins and the like, with their squares.
    pub motifs: Vec<String>,
}

/// The reasons and the verdict.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ExplanationRecord {
    /// Reasons for the most important facts.
    pub reasons: Vec<ReasonRecord>,
    /// The verdict in pawns for White: a forced mate (±100), or what a search says and what a memory expects.
    pub value: f64,
    /// The verdict as a symbol of chess books: `+-`, `±`, `⩲`, `=`, `⩱`, `∓`, `-+`.
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
    /// The first move of what is forced, and moves of the plans.
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
