//! Games with comments by the explainer.

use shakmaty::{Chess, Color, Move, Position};

use super::board::marks;
use super::pgn::news;
use super::words;
use crate::arena::GameRecord;
use crate::arena::pgn::Annotation;
use crate::chess::Game;
use crate::chess::search::MATE;
use crate::explanation::explained::Explanation;
use crate::explanation::explainer::{Explainer, Settings};
use crate::explanation::facts::assessment::Assessment;
use crate::explanation::facts::features::{LazySearch, PositionFeatures};
use crate::explanation::facts::{Fact, FamilyKind};
use crate::explanation::learned::MemoryExplainer;
use crate::explanation::phrase::side_name;

/// A loss of material against the best move, in pawns, that is a dubious move, a mistake, a blunder. One pawn may be a
/// gambit, or come back beyond the end of the search.
const LOSSES: [i32; 3] = [2, 3, 5];

/// Comments games: what matters where that changes, moves that lose material, and why the memory played its moves.
#[derive(Debug)]
pub struct Annotator<'a> {
    explainer: &'a Explainer,
    settings: Settings,
    learned: Option<&'a mut MemoryExplainer>,
}

/// What was told last.
struct Told {
    reasons: Vec<(String, Color)>,
    measure: Assessment,
    /// What the next moves decided in the position that was explained last.
    search: Option<LazySearch>,
}

impl<'a> Annotator<'a> {
    /// An annotator; without a memory the tree speaks alone.
    #[must_use]
    pub fn new(
        explainer: &'a Explainer,
        settings: Settings,
        learned: Option<&'a mut MemoryExplainer>,
    ) -> Annotator<'a> {
        Annotator { explainer, settings, learned }
    }

    /// An annotation for each half-move of a game. The memory gives its reasons for the moves of `own` that were its
    /// choice: those behind the opening.
    ///
    /// A loss is checked by a search of a few plies and the captures after them; facts alone mark no move as a mistake.
    pub fn annotations(&mut self, record: &GameRecord, own: Option<Color>) -> Vec<Annotation> {
        let mut game = Game::new(record.start.clone());
        let mut told = Told { reasons: Vec::new(), measure: Assessment::Even, search: None };
        let mut annotations = Vec::with_capacity(record.plies.len());
        for (place, ply) in record.plies.iter().enumerate() {
            let side = game.position().turn();
            let is_own = own == Some(side) && place >= record.opening_plies;
            let reasons = match &mut self.learned {
                Some(learned) if is_own => learned.compare_moves(&game, ply.m, None),
                _ => None,
            };
            let mut annotation = self.annotation(game.position(), ply.m, &mut told);
            if let Some(reasons) = reasons {
                let text = format!("{}. {}", super::memory::choice(&reasons), annotation.comment);
                text.trim().clone_into(&mut annotation.comment);
            }
            annotations.push(annotation);
            if game.play(ply.m).is_err() {
                break;
            }
        }
        annotations
    }

    fn annotation(&mut self, before: &Chess, m: Move, told: &mut Told) -> Annotation {
        // What was looked ahead before this move is used up, whatever comes of it.
        let search = told.search.take();
        let side = before.turn();
        let mut after = before.clone();
        after.play_unchecked(m);
        let viewpoint = self.settings.viewpoint.unwrap_or(side);
        let seen = Settings { viewpoint: Some(viewpoint), ..self.settings };
        let mut annotation = Annotation::default();
        let explanation = match self.explainer.explain(&after, seen, self.learned.as_deref_mut()) {
            Ok(explanation) => explanation,
            Err(over) => {
                annotation.comment = words::over(over);
                return annotation;
            }
        };
        let loss = search.unwrap_or_else(|| PositionFeatures::new(before).search).loss(m);
        let mark = LOSSES.iter().filter(|bound| loss >= **bound).count();
        annotation.nags.extend([None, Some(6), Some(2), Some(4)][mark]);
        let key: Vec<(String, Color)> =
            explanation.reasons.iter().map(|reason| (reason.leaf.clone(), reason.owner)).collect();
        let is_tempo = explanation.reasons.first().is_some_and(|r| r.kind == FamilyKind::Tempo);
        let is_new = key.first().is_some_and(|f| !told.reasons.contains(f)) && !is_tempo;
        if is_new || mark > 0 {
            if mark > 0 {
                let cost = if loss > MATE / 2 {
                    "allows or misses mate".to_owned()
                } else {
                    format!("loses {loss} against the best move")
                };
                let given_up = given_up(self.explainer, before, &explanation, side);
                annotation.comment = format!("{} {cost}{given_up}. ", side_name(side));
            }
            let now = explanation.assessment();
            if now != told.measure {
                annotation.nags.push(now.nag());
                told.measure = now;
            }
            let news = news(&explanation, &told.reasons);
            annotation.comment.push_str(&format!("{news} {}", marks(&explanation).in_comment()));
            told.reasons = key;
        }
        told.search = Some(explanation.search);
        annotation
    }
}

/// What the mover had before the move and has no longer, the dearest first.
fn given_up(explainer: &Explainer, before: &Chess, after: &Explanation, side: Color) -> String {
    let tree = &explainer.tree;
    let mut lost: Vec<_> = explainer
        .facts(before)
        .into_iter()
        .filter(|fact| {
            let is_tempo = tree.family_of(fact.leaf).kind == FamilyKind::Tempo;
            let is_kept = |other: &Fact| other.leaf == fact.leaf && other.owner == fact.owner;
            side.fold_wb(fact.value, -fact.value) > 0.0
                && !is_tempo
                && !after.facts.iter().any(is_kept)
        })
        .collect();
    lost.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
    let names: Vec<String> = lost.iter().take(2).map(|fact| words::fact(tree, fact)).collect();
    if names.is_empty() { String::new() } else { format!("; given up: {}", names.join(", ")) }
}
