//! Positions explained, games annotated.

use serde::{Deserialize, Serialize};
use shakmaty::Position;
use utoipa::ToSchema;

use super::game_text::{GameRequest, shown_tags};
use super::knowledge::Knowledge;
use super::{Fault, read_position};
use crate::arena::pgn::{PgnGame, format_annotated_text};
use crate::chess::{Game, fen, line_san, san, uci};
use crate::explanation::annotation::SearchJudge;
use crate::explanation::explainer::Settings;
use crate::explanation::learned::MemoryExplainer;
use crate::explanation::precedent::PrecedentFinder;
use crate::player::{Alternative, Exploration};
use crate::render::explanation::game::{Annotator, GameFormat, GameWriter};
use crate::render::explanation::{Format, Report};

/// A position to explain.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ExplainRequest {
    /// In Forsyth-Edwards notation.
    fen: String,
}

/// Explains a position: the object that `morph explain --format json` writes.
///
/// # Errors
///
/// The position is illegal.
pub fn explain(
    knowledge: &Knowledge,
    learned: &mut MemoryExplainer,
    request: &ExplainRequest,
) -> Result<Vec<u8>, Fault> {
    let position = read_position(&request.fen)?;
    let library = knowledge.library.as_ref();
    let mut report = Report {
        explainer: &knowledge.explainer,
        settings: Settings::default(),
        learned: Some(learned),
        precedents: library.map(|(library, words)| PrecedentFinder::new(library, words)),
        advisor: knowledge.advisor.clone(),
        exponents: knowledge.exponents,
        format: Format::Json,
        full: false,
    };
    let mut json = Vec::new();
    let done = report.write(&mut json, &[(fen(&position), position)]);
    done.map(|()| json).map_err(Fault::internal)
}

/// A game with what the memory expects.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameAnswer {
    /// Its tags `White`, `Black`, `WhiteElo`, `BlackElo`, `Event`, `Site`, `Date` and `Result`, those that it has. Text
    /// of others: never to be shown as markup.
    #[schema(value_type = Object)]
    tags: Vec<(&'static str, String)>,
    /// The position it begins with.
    fen: String,
    /// The half-moves.
    plies: Vec<PlyAnswer>,
}

/// A half-move.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlyAnswer {
    san: String,
    uci: String,
    /// The position after it.
    fen: String,
    /// What the memory expects after it for White, in `[0, 1]`.
    expected: f64,
    /// The move that the memory prefers, if it is another one.
    better: Option<BetterMove>,
}

/// A move that was not played.
#[derive(Debug, Serialize, ToSchema)]
pub struct BetterMove {
    san: String,
    uci: String,
    /// What the memory expects after it for White, in `[0, 1]`.
    expected: f64,
}

/// Reads a game, and values its moves.
///
/// # Errors
///
/// There is no game, or it cannot be read.
pub fn game(knowledge: &Knowledge, request: &GameRequest) -> Result<GameAnswer, Fault> {
    Ok(valued(knowledge, &request.read()?))
}

fn valued(knowledge: &Knowledge, read: &PgnGame) -> GameAnswer {
    let mut player = knowledge.player(Exploration::NONE);
    let mut game = Game::new(read.start.clone());
    let start = fen(game.position());
    let mut plies = Vec::with_capacity(read.plies.len());
    for ply in &read.plies {
        let before = game.position().clone();
        let for_white = |alternative: &Alternative| {
            before.turn().fold_wb(alternative.value, alternative.value.flipped()).get()
        };
        let Some(decision) = player.decide(&game) else { break };
        let played = decision.alternatives.iter().find(|alternative| alternative.m == ply.m);
        let best = decision.best();
        let better = played.is_none_or(|played| played.value < best.value).then(|| BetterMove {
            san: san(&before, best.m),
            uci: uci(best.m),
            expected: for_white(best),
        });
        if game.play(ply.m).is_err() {
            break;
        }
        plies.push(PlyAnswer {
            san: san(&before, ply.m),
            uci: uci(ply.m),
            fen: fen(game.position()),
            expected: played.map_or(0.5, for_white),
            better,
        });
    }
    GameAnswer { tags: shown_tags(read), fen: start, plies }
}

/// A game with comments.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnnotatedGame {
    /// The game with its comments, as `morph explain game.pgn` writes it.
    pgn: String,
    /// One for each half-move.
    plies: Vec<PlyComment>,
}

/// The comment on a half-move.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlyComment {
    /// Numeric annotation glyphs of the PGN standard: 6 dubious, 2 mistake, 4 blunder.
    nags: Vec<u8>,
    /// What the move costs and what was better; empty: nothing is said.
    comment: String,
    /// The better move and what follows it, as `Nf3`; empty where the move has no mark or none is known.
    better: Vec<String>,
    /// The move itself and the play that shows what it costs; empty where the move has no mark.
    refutation: Vec<String>,
}

/// Annotates a game.
///
/// # Errors
///
/// There is no game, or it cannot be read.
///
/// # Cost
///
/// Some 10 ms for each half-move.
pub fn annotate(knowledge: &Knowledge, request: &GameRequest) -> Result<AnnotatedGame, Fault> {
    let game = request.read()?;
    let annotated = annotator(knowledge).annotate(&game).map_err(Fault::internal)?;
    let pgn = format_annotated_text(&game, "Morph", &annotated.annotations);
    let mut position = game.start.position();
    let notes = annotated.notes.plies.iter().zip(annotated.annotations);
    let mut plies = Vec::new();
    for (m, (note, annotation)) in game.moves().into_iter().zip(notes) {
        plies.push(PlyComment {
            nags: annotation.nags,
            comment: annotation.comment,
            better: line_san(&position, &note.better),
            refutation: line_san(&position, &note.refutation),
        });
        position.play_unchecked(m);
    }
    Ok(AnnotatedGame { pgn, plies })
}

fn annotator(knowledge: &Knowledge) -> Annotator<'_, SearchJudge> {
    let library = knowledge.library.as_ref().map(|(library, _)| library);
    Annotator::new(SearchJudge::default()).with_library(library)
}

/// Annotates a game and writes it as a page that needs nothing else, as `morph explain game.pgn --format html` does.
///
/// # Errors
///
/// There is no game, or it cannot be read.
///
/// # Cost
///
/// As [`annotate`].
pub fn annotated_page(knowledge: &Knowledge, request: &GameRequest) -> Result<Vec<u8>, Fault> {
    let game = request.read()?;
    let annotated = annotator(knowledge).annotate(&game).map_err(Fault::internal)?;
    let mut html = Vec::new();
    let mut writer = GameWriter::new(GameFormat::Html);
    let written = writer.write(&mut html, &game, &annotated);
    written.and_then(|()| writer.finish(&mut html)).map_err(Fault::internal)?;
    Ok(html)
}
