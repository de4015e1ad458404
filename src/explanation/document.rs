//! An explanation as JSON, schema `mxp-1`: described in `patterns/EXPLANATION.md`.

use serde_json::{Value, json};
use shakmaty::Square;

use crate::explanation::compare::reasons::Reasons;
use crate::explanation::explainer::{Explainer, Explanation, Over};
use crate::explanation::facts::Fact;
use crate::explanation::facts::assessment::rounded;
use crate::explanation::facts::bind::side_name;
use crate::explanation::narrate;
use crate::explanation::plans::Validation;
use crate::explanation::reason::{Source, Xp};

/// Name and version of the format.
pub const SCHEMA: &str = "mxp-1";

fn names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(Square::to_string).collect()
}

fn fact(explainer: &Explainer, fact: &Fact) -> Value {
    let mut value = json!({
        "leaf": explainer.tree.leaf(fact.leaf).id,
        "owner": side_name(fact.owner),
        "squares": names(&fact.detection.squares),
        "targets": names(&fact.detection.targets),
        "nm": fact.value,
        "rho": fact.relevance,
    });
    if !fact.detection.line.is_empty() {
        let line: Vec<String> =
            fact.detection.line.iter().map(|step| format!("{}{}", step.from, step.to)).collect();
        value["line"] = json!(line);
    }
    value
}

fn validation(plan: &Validation) -> Value {
    let routes: Vec<Value> = plan
        .routes
        .iter()
        .map(|route| json!({ "option": route.option, "squares": names(&route.squares) }))
        .collect();
    json!({
        "verb": plan.verb,
        "target": plan.target.to_string(),
        "routes": routes,
        "attackers": plan.attackers,
        "defenders": plan.defenders,
        "placement_after": plan.board.to_string(),
        "says": narrate::checked(plan),
    })
}

fn xp(xp: &Xp) -> Value {
    let mut value = json!({
        "leaf": xp.leaf,
        "owner": side_name(xp.owner),
        "squares": names(&xp.squares),
        "targets": names(&xp.targets),
        "fact": xp.fact,
        "belief": xp.belief,
        "purpose": xp.purpose,
        "plan": xp.plan,
        "goals": xp.goals,
        "nm": xp.nm,
        "lm": xp.measure().symbol(),
        "source": xp.source.name(),
        "depends_on_first_witness": !xp.doubtful,
    });
    match &xp.source {
        Source::Tree => {}
        Source::Case { case } => value["case"] = json!(case),
        Source::Adapted { case, operators } => {
            value["case"] = json!(case);
            value["operators"] = json!(operators);
        }
        Source::Learned { pattern, evidence } => {
            value["pattern"] = json!(pattern);
            value["evidence"] = json!(evidence);
        }
    }
    if let Some(seconded) = &xp.seconded {
        value["memory"] = json!({
            "pattern": seconded.pattern,
            "nm": seconded.nm,
            "agrees": seconded.agrees,
            "evidence": seconded.evidence,
        });
    }
    if let Some(plan) = &xp.validation {
        value["validation"] = validation(plan);
    }
    value
}

/// What a memory would play in the position: the move, what it expects, in `[0, 1]` for the side to move, of it and of the
/// next best one, and the learned patterns that are told, with the points of a hundred by which each speaks for the move.
#[must_use]
pub fn choice(reasons: &Reasons) -> Value {
    let told = reasons.weightiest().into_iter().flatten().map(|reason| {
        let mut value = json!({
            "pattern": reason.id.to_string(),
            "says": reason.phrase,
            "after": reasons.belongs_to(reason),
            "points": rounded(reason.points),
        });
        if let Some(reply) = &reason.reply {
            value["reply"] = json!(reply);
        }
        value
    });
    let mut value = json!({
        "move": reasons.chosen,
        "expected": rounded(reasons.expected.get()),
        "patterns": told.collect::<Vec<_>>(),
        "says": reasons.text(),
    });
    if let Some((other, expected)) = &reasons.other {
        value["other"] = json!({ "move": other, "expected": rounded(expected.get()) });
    }
    value
}

/// Coloured squares and arrows, named as lichess does: red what is aimed at, blue witnesses, green the plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shapes {
    /// Squares of men under attack.
    pub red: Vec<Square>,
    /// Squares of the other witnesses.
    pub blue: Vec<Square>,
    /// Moves of the plans.
    pub green: Vec<(Square, Square)>,
}

/// The shapes that go with an explanation.
#[must_use]
pub fn shapes(explanation: &Explanation) -> Shapes {
    let mut shapes = Shapes::default();
    for xp in &explanation.mxp.xps {
        if let Some(plan) = &xp.validation {
            push(&mut shapes.red, plan.target);
            for route in &plan.routes {
                for step in route.squares.windows(2) {
                    if let &[from, to] = step
                        && !shapes.green.contains(&(from, to))
                    {
                        shapes.green.push((from, to));
                    }
                }
            }
        }
        let hostile = xp.owner != explanation.viewpoint;
        for square in &xp.squares {
            push(if hostile { &mut shapes.red } else { &mut shapes.blue }, *square);
        }
    }
    let red = shapes.red.clone();
    shapes.blue.retain(|square| !red.contains(square));
    shapes
}

fn push(list: &mut Vec<Square>, square: Square) {
    if !list.contains(&square) {
        list.push(square);
    }
}

/// The explanation as one object.
#[must_use]
pub fn json(explainer: &Explainer, explanation: &Explanation) -> Value {
    let mxp = &explanation.mxp;
    let facts: Vec<Value> = explanation.facts.iter().map(|f| fact(explainer, f)).collect();
    let xps: Vec<Value> = mxp.xps.iter().map(xp).collect();
    let retrieved: Vec<Value> = explanation
        .retrieved
        .iter()
        .map(|l| {
            let round = |x: f64| (x * 1000.0).round() / 1000.0;
            json!({ "id": l.id, "sm": round(l.sm), "ifs": round(l.ifs), "ps": round(l.ps), "ips": round(l.ips) })
        })
        .collect();
    let shapes = shapes(explanation);
    let arrows: Vec<String> = shapes.green.iter().map(|(a, b)| format!("{a}{b}")).collect();
    json!({
        "schema": SCHEMA,
        "fen": explanation.fen,
        "viewpoint": side_name(explanation.viewpoint),
        "stage": explanation.stage.name(),
        "alerts": explanation.alerts,
        "facts": facts,
        "total": rounded(explanation.total()),
        "mxp": {
            "viewpoint": side_name(explanation.viewpoint),
            "xps": xps,
            "nm": mxp.nm(),
            "lm": mxp.measure().symbol(),
            "meaning": mxp.measure().meaning(),
            "nag": mxp.measure().nag(),
        },
        "retrieved": retrieved,
        "shapes": {
            "squares": { "red": names(&shapes.red), "blue": names(&shapes.blue) },
            "arrows": { "green": arrows },
        },
    })
}

/// A position that has no explanation because the game is over.
#[must_use]
pub fn over_json(fen: &str, over: Over) -> Value {
    json!({ "schema": SCHEMA, "fen": fen, "over": narrate::over(over) })
}
