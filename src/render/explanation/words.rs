//! What is said of the parts of an explanation.

use shakmaty::{Chess, Role, Square};

use super::memory;
use crate::chess::san;
use crate::explanation::explained::{Alert, Precedent};
use crate::explanation::facts::assessment::Assessment;
use crate::explanation::facts::bind::fact_phrase;
use crate::explanation::facts::features::Stage;
use crate::explanation::facts::tree::EvaluationTree;
use crate::explanation::facts::{Fact, WhyNot};
use crate::explanation::goal::{Line, Verb};
use crate::explanation::motif::{Motif, Placed};
use crate::explanation::phrase::{list, rank_name, side_name};
use crate::explanation::plans::{Route, Validation, Verdict};
use crate::explanation::reason::{Operator, Plan, Source, Step};
use crate::graph::role_name;
use crate::render::library::citation;

/// A game with a position like this one, and the move here that does the same.
#[must_use]
pub fn precedent(position: &Chess, precedent: &Precedent) -> String {
    let Precedent { neighbour, step } = precedent;
    let cited = citation(&neighbour.game, &neighbour.place);
    let percent = 100.0 * neighbour.score;
    let step = step.map_or_else(String::new, |m| format!(" Here that is {}.", san(position, m)));
    format!("Precedent ({percent:.0} % alike): {cited}.{step}")
}

/// What overrides static reasons.
#[must_use]
pub fn alert(alert: &Alert) -> String {
    match alert {
        Alert::Check(side) => format!("{} is in check", side_name(*side)),
        Alert::MateInOne { side, san } => {
            format!("{} mates in one: {san}; nothing else counts", side_name(*side))
        }
        Alert::FiftyMoves(left) => fifty_moves(*left),
        Alert::NoSearch => {
            "too many captures to search: what is won or lost by force is not known".to_owned()
        }
    }
}

/// When a draw can be claimed by the fifty-move rule.
#[must_use]
pub fn fifty_moves(left: u32) -> String {
    match left {
        0 => "a draw can be claimed: fifty moves without a capture or a pawn move".to_owned(),
        1 => "any move but a capture or a pawn move makes it a draw by the fifty-move rule"
            .to_owned(),
        _ => format!(
            "{left} more half-moves without a capture or a pawn move make it a draw by the fifty-move rule"
        ),
    }
}

/// Who stands better.
#[must_use]
pub fn assessment(assessment: Assessment) -> &'static str {
    match assessment {
        Assessment::WhiteWins => "White is winning",
        Assessment::WhiteBig => "White has a big advantage",
        Assessment::WhiteSmall => "White has a small advantage",
        Assessment::Even => "The game is about equal",
        Assessment::BlackSmall => "Black has a small advantage",
        Assessment::BlackBig => "Black has a big advantage",
        Assessment::BlackWins => "Black is winning",
    }
}

/// Name of a stage.
#[must_use]
pub fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Middlegame => "opening or middlegame",
        Stage::Endgame => "endgame",
    }
}

/// Who has which pattern where in a position.
#[must_use]
pub fn fact(tree: &EvaluationTree, fact: &Fact, position: &Chess) -> String {
    fact_phrase(tree, fact, position).to_string()
}

fn way(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join("-")
}

/// `rook on c7`, or `rook c5-a5`.
fn moving(role: Role, squares: &[Square]) -> String {
    let link = if squares.len() > 1 { " " } else { " on " };
    format!("{}{link}{}", role_name(role), way(squares))
}

/// How a purpose is to be reached.
#[must_use]
pub fn plan(plan: &Plan) -> String {
    match plan {
        Plan::Stated(phrase) => phrase.to_string(),
        Plan::Attack { target, is_weak_pawn, routes } => attack(*target, *is_weak_pawn, routes),
        Plan::Extended { plan, step } if plan.parts.is_empty() => added(step),
        Plan::Extended { plan, step } => format!("{plan}, and {}", added(step)),
    }
}

fn attack(target: Square, is_weak_pawn: bool, routes: &[Route]) -> String {
    let (mut lines, mut pieces) = (Vec::new(), Vec::new());
    for route in routes {
        let by = moving(route.role, &route.squares);
        match route.line {
            Line::File => lines.push(format!("the {}-file ({by})", target.file())),
            Line::Rank => lines.push(format!("the {} rank ({by})", rank_name(target.rank()))),
            Line::Any => pieces.push(format!("with the {by}")),
        }
    }
    if !lines.is_empty() {
        let both = if lines.len() == 2 { "both " } else { "" };
        pieces.insert(0, format!("through {both}{}", list(&lines)));
    }
    let what = if is_weak_pawn { "the weak pawn on " } else { "" };
    format!("attack {what}{target} {}", list(&pieces))
}

/// A step of a plan with its route.
fn added(step: &Step) -> String {
    let (piece, way, target) = (role_name(step.role), way(&step.squares), step.target);
    match step.verb {
        Verb::Attack => format!("attack {target} with the {piece} ({way})"),
        Verb::Capture => format!("take on {target} with the {piece} ({way})"),
        Verb::Advance => format!("advance the pawn ({way})"),
        Verb::Blockade => format!("blockade {target} with the {piece} ({way})"),
        Verb::Protect => format!("protect {target} with the {piece} ({way})"),
        Verb::Control => format!("control {target} with the {piece} ({way})"),
        Verb::Behind => format!("put the {piece} behind the pawn on {target} ({way})"),
        Verb::Double => format!("double on the {}-file ({piece} {way})", target.file()),
        _ => format!("bring the {piece} to {target} ({way})"),
    }
}

/// What the limited search found about a plan.
#[must_use]
pub fn validation(plan: &Validation) -> String {
    let routes: Vec<String> = plan
        .routes
        .iter()
        .map(|route| match route.squares.as_slice() {
            [at] => format!("{} on {at} already attacks", role_name(route.role)),
            way => format!("{} can be played safely", moving(route.role, way)),
        })
        .collect();
    let routes = routes.join(", ");
    let (target, attackers, defenders) = (plan.target, plan.attackers, plan.defenders);
    let times = |count| match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    };
    match (plan.verb, plan.verdict) {
        // The square is left, or the piece on it is gone.
        (Verb::Advance | Verb::Capture, _) => routes,
        (Verb::Attack, Verdict::Works) => format!(
            "{routes}; {target} is then attacked {} and defended {}",
            times(attackers),
            times(defenders)
        ),
        (Verb::Attack, Verdict::Possible) => format!(
            "{routes}; {target} stays protected (attacked {}, defended {})",
            times(attackers),
            times(defenders)
        ),
        _ => format!(
            "{routes}; {target} is then controlled by {attackers} own and {defenders} enemy pieces"
        ),
    }
}

/// What adaptation did, with the operator's number in the papers' strategies.
#[must_use]
pub fn operator(operator: &Operator) -> String {
    match operator {
        Operator::BindSquares => "S1 squares bound".to_owned(),
        Operator::BindRoutes => "S2 routes bound by limited search".to_owned(),
        Operator::Elaborate(lines) => {
            let lines: Vec<String> = lines.iter().map(Line::to_string).collect();
            format!("S4 elaboration: {}", lines.join(" and "))
        }
        Operator::Insert(step) => format!("I3 insertion: {}", added(step)),
        Operator::TakeValue => "R5 value of the new leaf".to_owned(),
    }
}

/// By what means a line wins.
#[must_use]
pub fn motif(motif: &Motif) -> String {
    match motif {
        Motif::Fork { by, targets } => {
            let targets: Vec<String> = targets.iter().map(the).collect();
            format!("{} forks {}", the(by), list(&targets))
        }
        Motif::Skewer { by, behind } => {
            format!("a skewer by {}, with {} behind", the(by), the(behind))
        }
        Motif::DiscoveredAttack { by, target } => {
            format!("a discovered attack by {} on {}", the(by), the(target))
        }
        Motif::DoubleCheck => "a double check".to_owned(),
        Motif::Pin { pinned } => format!("{} is pinned", the(pinned)),
        Motif::RemovedDefender { defender, target: (role, square) } => {
            let target = role
                .map_or_else(|| square.to_string(), |role| the(&Placed { role, square: *square }));
            format!("{}, the defender of {target}, is taken", the(defender))
        }
        Motif::BackRankMate => "a back-rank mate".to_owned(),
        Motif::SmotheredMate => "a smothered mate".to_owned(),
        Motif::Promotion => "a promotion".to_owned(),
    }
}

/// `the rook on c1`.
fn the(piece: &Placed) -> String {
    format!("the {} on {}", role_name(piece.role), piece.square)
}

/// Why a fact that was found does not count.
#[must_use]
pub fn why_not(tree: &EvaluationTree, why: WhyNot) -> String {
    match why {
        WhyNot::Answered => "the opponent has an answer, or it wins something else".to_owned(),
        WhyNot::Gone => "a piece of it is gone when the forced line is over".to_owned(),
        WhyNot::Regained => "the exchange is not over: it is taken back".to_owned(),
        WhyNot::Explained => "another fact that counts explains it".to_owned(),
        WhyNot::Shared => "both sides have it".to_owned(),
        WhyNot::OtherThreat => "one move carries out one threat, and another wins more".to_owned(),
        WhyNot::Outweighed(leaf) => format!("{} says more about it", tree.leaf(leaf).id),
    }
}

/// Where a reason comes from.
#[must_use]
pub fn source(source: &Source) -> String {
    match source {
        Source::Tree => "evaluation tree".to_owned(),
        Source::Case { case } => format!("case {case}"),
        Source::Adapted { case, operators } => {
            let operators: Vec<String> = operators.iter().map(operator).collect();
            format!("adapted from case {case} ({})", operators.join("; "))
        }
        Source::Learned(evidence) => memory::evidence(evidence),
    }
}
