//! Cases from games: positions whose plan was carried out by the side that then won. After the learning strategies of
//! Kerner 1994, Section 5.2.3; a person still has to approve each.

use shakmaty::{Color, Position, Square};

use super::cases::{Case, CaseBase};
use super::explainer::{Explainer, Settings};
use super::facts::tree::EvaluationTree;
use super::plans::Validation;
use crate::library::{GamePosition, LibraryError, LibraryGame, Source};

/// Half-moves that are opening theory.
const OPENING: u16 = 16;
/// Half-moves from one position that is looked at to the next: plans change slowly.
const STEP: u16 = 3;
/// Half-moves in which a plan has to be carried out.
const WITHIN: usize = 12;

/// How many games were read and cases stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LearnedCases {
    /// Games that could be read.
    pub games: usize,
    /// New cases, at the end of the base.
    pub stored: usize,
}

/// Adds cases from games to a base, at most `count`; a case whose facts the base has counts as a use of that one. `cite` names
/// where a case comes from; a game that cannot be read is left out and given to `skipped`.
///
/// # Errors
///
/// The games cannot be read on.
pub fn learn_cases(
    tree: &EvaluationTree,
    base: &mut CaseBase,
    source: &mut Source,
    count: usize,
    cite: &dyn Fn(&LibraryGame, &GamePosition) -> String,
    skipped: &mut dyn FnMut(LibraryError),
) -> Result<LearnedCases, LibraryError> {
    let explainer = Explainer::new(tree.clone(), base.clone());
    let mut learned = LearnedCases { games: 0, stored: 0 };
    while learned.stored < count
        && let Some(game) = source.next()
    {
        let game = match game {
            Ok(game) => game,
            Err(error) if source.is_over() => return Err(error),
            Err(error) => {
                skipped(error);
                continue;
            }
        };
        learned.games += 1;
        let Some(case) = case_of_game(&explainer, &game, cite) else { continue };
        if let Some(known) = base.cases.iter_mut().find(|other| other.has_same_facts(&case)) {
            known.uses += 1;
        } else if base.find(&case.id).is_none() {
            base.cases.push(case);
            learned.stored += 1;
        }
    }
    Ok(learned)
}

/// The first position of a game in which the plan of a reason takes several moves and is then carried out by the side to move,
/// which wins; as a case that nobody has approved yet, `cite` naming its source.
fn case_of_game(
    explainer: &Explainer,
    game: &LibraryGame,
    cite: &dyn Fn(&LibraryGame, &GamePosition) -> String,
) -> Option<Case> {
    let places = game.positions().filter(|place| place.ply >= OPENING && place.ply % STEP == 0);
    for place in places {
        let side = place.position.turn();
        if game.half_points(side) != Some(2) {
            continue;
        }
        let Ok(explanation) = explainer.explain(&place.position, Settings::QUICK, None) else {
            continue;
        };
        let carried = explanation.reasons.iter().position(|reason| {
            let plan = reason.validation.as_ref();
            plan.is_some_and(|plan| is_carried_out(plan, side, game, &place))
        });
        let Some(carried) = carried else { continue };
        let mut case = explanation.to_case(&case_id(game, &place), "");
        case.source = cite(game, &place);
        case.note = format!("The plan of reason {} was carried out in the game.", carried + 1);
        return Some(case);
    }
    None
}

/// Each piece of the plan arrives where it does its work, on the squares of its route, within [`WITHIN`] half-moves. A plan
/// of one move is none: a move may be played for many reasons.
fn is_carried_out(
    plan: &Validation,
    side: Color,
    game: &LibraryGame,
    place: &GamePosition,
) -> bool {
    let routes: Vec<&[Square]> = plan.routes.iter().map(|route| route.squares.as_slice()).collect();
    let steps: usize = routes.iter().map(|route| route.len() - 1).sum();
    if steps < 2 {
        return false;
    }
    let mut at = vec![0; routes.len()];
    for GamePosition { position, next, .. } in game.continuation(place.ply).take(WITHIN) {
        let Some(m) = next.filter(|_| position.turn() == side) else { continue };
        for (route, at) in routes.iter().zip(&mut at) {
            if m.from() == Some(route[*at])
                && let Some(further) = route[*at + 1..].iter().position(|square| *square == m.to())
            {
                *at += further + 1;
                break;
            }
        }
    }
    routes.iter().zip(at).all(|(route, at)| at + 1 == route.len())
}

/// The players' family names, the year and the move: `botvinnik-sorokin-1931-20w`.
fn case_id(game: &LibraryGame, place: &GamePosition) -> String {
    let family = |name: &str| -> String {
        let name = name.split(',').next().unwrap_or(name).to_lowercase();
        let kept = name.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        if kept.is_empty() { "unknown".to_owned() } else { kept }
    };
    let year = game.year().map_or_else(String::new, |year| format!("-{year}"));
    let number = place.position.fullmoves();
    let side = place.position.turn().fold_wb("w", "b");
    format!("{}-{}{year}-{number}{side}", family(&game.white), family(&game.black))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::chess::position_from_fen;
    use crate::explanation::goal::{Line, Verb};
    use crate::explanation::plans::{Route, Verdict};
    use shakmaty::Role;

    #[test]
    fn a_plan_is_carried_out_when_every_piece_arrives() {
        let fen = "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1";
        let board = position_from_fen(fen).unwrap().board().clone();
        let route = |squares: &[Square]| Route {
            line: Line::File,
            role: Role::Rook,
            squares: squares.to_vec(),
        };
        let plan = |squares: &[Square]| Validation {
            verb: Verb::Attack,
            target: Square::A7,
            routes: vec![route(squares)],
            attackers: 1,
            defenders: 0,
            verdict: Verdict::Works,
            board: board.clone(),
        };
        let game = LibraryGame {
            start: fen.to_owned(),
            moves: "a1b1 e8d8 b1b7 d8c8 b7a7".to_owned(),
            ..LibraryGame::default()
        };
        let place = game.position(0).unwrap();
        let holds =
            |squares: &[Square]| is_carried_out(&plan(squares), Color::White, &game, &place);
        assert!(holds(&[Square::A1, Square::B1, Square::B7]));
        assert!(holds(&[Square::A1, Square::B1, Square::B7, Square::A7]));
        assert!(!holds(&[Square::A1, Square::B1, Square::B8]));
        assert!(!holds(&[Square::A1, Square::B1]), "one move is no plan");
        assert!(!holds(&[Square::E1, Square::D2, Square::D3]));
    }
}
