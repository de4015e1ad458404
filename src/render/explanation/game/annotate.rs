//! Games with comments by the explainer.

use std::fmt;

use shakmaty::{Chess, Color, Move, Position};

use super::GameError;
use crate::arena::GameRecord;
use crate::arena::pgn::{Annotation, PgnGame};
use crate::chess::{Game, Start, line_text};
use crate::explanation::annotation::{GameNotes, Judge, Mark, PlyNote};
use crate::explanation::learned::MemoryExplainer;
use crate::library::{Departure, Library, LibraryGame};
use crate::render::explanation::cost::cost;
use crate::render::explanation::memory;
use crate::render::library::new_move;
use crate::units::Value;

/// Comments games: the moves that gave something away, with what was better, and why a memory played its moves.
pub struct Annotator<'a, J> {
    judge: J,
    library: Option<&'a Library>,
    /// Scores of the judge are written after each move, as `[%eval 0.35]`.
    writes_scores: bool,
}

/// A change of the expected score that is worth reasons: with them at each move nobody would find the turning points.
const TURN: f64 = 0.1;

/// What is to be said of a game.
#[derive(Clone, Debug)]
pub struct AnnotatedGame {
    /// Of its moves.
    pub notes: GameNotes,
    /// The same in words, for each half-move.
    pub annotations: Vec<Annotation>,
    /// Where it leaves the games of a library; `None`: it does not, or there is none.
    pub departure: Option<Departure>,
}

impl<J> fmt::Debug for Annotator<'_, J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Annotator").finish_non_exhaustive()
    }
}

impl<'a, J: Judge> Annotator<'a, J> {
    /// An annotator who takes the judge's word.
    #[must_use]
    pub fn new(judge: J) -> Annotator<'a, J> {
        Annotator { judge, library: None, writes_scores: false }
    }

    /// Writes the judge's scores after each move as well.
    #[must_use]
    pub fn with_scores(self) -> Annotator<'a, J> {
        Annotator { writes_scores: true, ..self }
    }

    /// Says where a game leaves those of a library, and how they went on.
    #[must_use]
    pub fn with_library(self, library: Option<&'a Library>) -> Annotator<'a, J> {
        Annotator { library, ..self }
    }

    /// What is to be said of a game.
    ///
    /// # Errors
    ///
    /// The judge fails, or the library is damaged.
    pub fn annotate(&mut self, game: &PgnGame) -> Result<AnnotatedGame, GameError>
    where
        GameError: From<J::Error>,
    {
        let moves = game.moves();
        let notes = self.notes(&game.start, &moves)?;
        let mut annotations = self.annotations(&game.start, &moves, &notes);
        // Otherwise it would look as if nobody had looked.
        if notes.plies.iter().all(|note| note.mark.is_none())
            && let Some(Annotation { comment, .. }) = annotations.last_mut()
        {
            NO_MISTAKE.clone_into(comment);
        }
        let departure = match self.library {
            Some(library) => library.departure(&LibraryGame::from_pgn(game))?,
            None => None,
        };
        if let Some(departure) = &departure
            && let Some(Annotation { comment, .. }) = annotations.get_mut(departure.ply)
        {
            *comment = format!("{} {comment}", new_move(departure)).trim_end().to_owned();
        }
        Ok(AnnotatedGame { notes, annotations, departure })
    }

    /// What is to be said of the moves of a game.
    ///
    /// # Errors
    ///
    /// The judge fails.
    pub fn notes(&mut self, start: &Start, moves: &[Move]) -> Result<GameNotes, J::Error> {
        GameNotes::new(start, moves, &mut self.judge)
    }

    /// An annotation for each half-move of a match game. The memory that played it gives its reasons for moves of `own` that were
    /// its choice, those behind the opening, where its expectation has changed since it gave them last.
    ///
    /// # Errors
    ///
    /// The judge fails.
    pub fn annotate_own(
        &mut self,
        record: &GameRecord,
        own: Color,
        learned: &mut MemoryExplainer,
    ) -> Result<Vec<Annotation>, J::Error> {
        let moves: Vec<Move> = record.plies.iter().map(|ply| ply.m).collect();
        let notes = self.notes(&record.start, &moves)?;
        let mut annotations = self.annotations(&record.start, &moves, &notes);
        let mut game = Game::new(record.start.clone());
        let mut last_told: Option<f64> = None;
        for (place, (ply, annotation)) in record.plies.iter().zip(&mut annotations).enumerate() {
            let has_turned =
                |value: Value| last_told.is_none_or(|last| (value.get() - last).abs() >= TURN);
            if game.position().turn() == own
                && place >= record.opening_plies
                && ply.value.is_none_or(has_turned)
                && let Some(reasons) = learned.compare_moves(&game, ply.m, None)
                && has_turned(reasons.expected)
            {
                last_told = Some(reasons.expected.get());
                let text = format!("{} {}", memory::choice_in_brief(&reasons), annotation.comment);
                text.trim_end().clone_into(&mut annotation.comment);
            }
            if game.play(ply.m).is_err() {
                break;
            }
        }
        Ok(annotations)
    }

    /// The notes in words.
    #[must_use]
    pub fn annotations(&self, start: &Start, moves: &[Move], notes: &GameNotes) -> Vec<Annotation> {
        let mut position = start.position();
        let mut annotations = Vec::with_capacity(moves.len());
        for (m, note) in moves.iter().zip(&notes.plies) {
            let mut annotation = Annotation::default();
            if self.writes_scores {
                annotation.evaluation = Some(note.for_white(position.turn()));
            }
            if let Some(mark) = note.mark {
                annotation.nags.push(mark.nag());
                annotation.better.clone_from(&note.better);
                // An engine marks so many inaccuracies that nobody would read a comment on each.
                if mark > Mark::Inaccuracy || !self.writes_scores {
                    annotation.comment = comment(&position, *m, note);
                }
            }
            position.play_unchecked(*m);
            if position.is_checkmate() {
                annotation.evaluation = None;
            }
            annotations.push(annotation);
        }
        annotations
    }
}

/// What is said of a game in which no move is marked.
const NO_MISTAKE: &str = "No move of this game was found to be a mistake.";

/// What a marked move costs, and what was better.
fn comment(position: &Chess, m: Move, note: &PlyNote) -> String {
    let cost = cost(position, m, note);
    match note.better.as_slice() {
        [] => cost,
        better => format!("{cost} Better was {}.", line_text(position, better)),
    }
}
