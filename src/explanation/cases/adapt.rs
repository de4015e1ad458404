//! Keeping and adapting stored reasons (Kerner 1994, Section 5.2.2, steps 6 and 7).

use shakmaty::{Color, Position};

use super::base::Case;
use crate::chess::position_from_fen;
use crate::explanation::facts::FamilyKind;
use crate::explanation::goal::{Goal, Line, Verb};
use crate::explanation::plans::move_quality::{MAX_COST_OF_CASE, MoveQuality};
use crate::explanation::plans::{Validation, tasks, validate};
use crate::explanation::reason::{Operator, Plan, Reason, Source, Step, StoredReason};

/// The stored reason for the same leaf: as it is in the same position, elsewhere its attack where it holds on the board.
/// `old`: its goals on the squares of the new fact.
///
/// What a stored sentence says of other pieces nobody checks, so it is said of its own position only.
#[must_use]
pub fn copied(
    quality: &MoveQuality<'_>,
    viewpoint: Color,
    general: &Reason,
    stored: &StoredReason,
    old: &[Goal],
    case: &Case,
) -> Option<Reason> {
    let goals = merged(general, old);
    let validation = validate(quality, viewpoint, &goals, MAX_COST_OF_CASE);
    let board = quality.position().board();
    let is_same_board = position_from_fen(&case.fen).is_ok_and(|p| p.board() == board);
    let source = Source::Case { case: case.id.clone() };
    if is_same_board && general.squares == stored.squares {
        let (belief, purpose) = (stored.belief.clone(), stored.purpose.clone());
        let plan = stored.plan.clone();
        return Some(Reason {
            belief,
            purpose,
            plan,
            goals,
            validation,
            source,
            ..general.clone()
        });
    }
    let found = validation.as_ref().filter(|found| found.verb == Verb::Attack)?;
    let plan = attack_plan(general, found);
    Some(Reason { plan, goals, validation, source, ..general.clone() })
}

/// The general reason for a fact with its plan changed by the goals of a case (or concept) called `name`.
///
/// An attack by the same pieces' lines is merged with the general one (elaboration); another goal that holds on the board
/// is added to the general plan (insertion). `None` when nothing of the case holds, so that nothing would be learned.
#[must_use]
pub fn adapted(
    quality: &MoveQuality<'_>,
    viewpoint: Color,
    general: &Reason,
    old: &[Goal],
    name: &str,
) -> Option<Reason> {
    let goals = merged(general, old);
    let board = quality.position().board();
    let own = tasks(board, viewpoint, &general.goals);
    let is_foreign = |goal: &&Goal| {
        let task = tasks(board, viewpoint, std::slice::from_ref(goal));
        task.iter().any(|task| !own.contains(task)) && goals.contains(goal)
    };
    let foreign: Vec<&Goal> = old.iter().filter(is_foreign).collect();
    if foreign.is_empty() {
        return None;
    }
    // Beside the goals of the case, those of the general reason for the same targets take part.
    let same =
        |goal: &&Goal| foreign.iter().any(|f| f.verb == goal.verb && f.target == goal.target);
    let tried: Vec<Goal> = goals.iter().filter(same).cloned().collect();
    let found = validate(quality, viewpoint, &tried, MAX_COST_OF_CASE)?;
    let lines: Vec<Line> = found.routes.iter().map(|route| route.line).collect();
    let is_found = |goal: &Goal| {
        goal.verb == found.verb
            && (found.verb != Verb::Attack
                || goal.attack().is_some_and(|(square, line)| {
                    square == found.target && lines.contains(&line.unwrap_or(Line::Any))
                }))
    };
    if !foreign.into_iter().any(is_found) {
        return None;
    }
    let is_elaboration = found.verb == Verb::Attack && lines.len() >= 2;
    let (plan, change) = if is_elaboration {
        (attack_plan(general, &found), Operator::Elaborate(lines.clone()))
    } else {
        let route = found.routes.first()?;
        let (role, squares) = (route.role, route.squares.clone());
        let step = Step { verb: found.verb, target: found.target, role, squares };
        let Plan::Stated(plan) = general.plan.clone() else { return None };
        (Plan::Extended { plan, step: step.clone() }, Operator::Insert(step))
    };
    let kept_goals: Vec<Goal> = goals
        .into_iter()
        .filter(|goal| general.goals.contains(goal) || is_found(goal))
        .filter(|goal| match goal.attack() {
            Some((_, Some(line))) if is_elaboration => lines.contains(&line),
            _ => true,
        })
        .collect();
    let operators = vec![Operator::BindSquares, change, Operator::BindRoutes, Operator::TakeValue];
    Some(Reason {
        plan,
        goals: kept_goals,
        validation: Some(found),
        source: Source::Adapted { case: name.to_owned(), operators },
        ..general.clone()
    })
}

fn attack_plan(general: &Reason, found: &Validation) -> Plan {
    Plan::Attack {
        target: found.target,
        is_weak_pawn: general.kind == FamilyKind::PawnWeakness,
        routes: found.routes.clone(),
    }
}

/// The goals of a stored reason with its first witness replaced by that of the new fact.
#[must_use]
pub fn rebound_goals(general: &Reason, stored: &StoredReason) -> Vec<Goal> {
    match (stored.squares.first(), general.squares.first()) {
        (Some(old), Some(new)) => {
            stored.goals.iter().map(|goal| goal.rebound(*old, *new)).collect()
        }
        _ => Vec::new(),
    }
}

/// Both plans together. Where they contradict each other the general plan stays.
fn merged(general: &Reason, old: &[Goal]) -> Vec<Goal> {
    let contradicts = |a: &Goal, b: &Goal| a.target == b.target && a.verb.contradicts(b.verb);
    let mut goals: Vec<Goal> = Vec::new();
    let fits = |goal: &&Goal| !general.goals.iter().any(|other| contradicts(other, goal));
    for goal in old.iter().filter(fits).chain(&general.goals) {
        if !goals.contains(goal) {
            goals.push(goal.clone());
        }
    }
    goals
}
