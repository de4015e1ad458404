//! An explanation as text for a student.

use std::fmt::Write;

use shakmaty::{Color, Square};

use crate::explanation::explainer::{Explanation, Over};
use crate::explanation::facts::bind::side_name;
use crate::explanation::facts::features::Stage;
use crate::explanation::plans::{Validation, Verdict};
use crate::explanation::reason::{Source, Xp};
use crate::graph::role_name;

/// What a finished game is, in a sentence.
#[must_use]
pub fn over(over: Over) -> String {
    match over {
        Over::Mate(side) => format!("{} is checkmated: the game is over", side_name(side)),
        Over::Stalemate => "Stalemate: the game is drawn".to_owned(),
        Over::DeadDraw => "Neither side can checkmate: the game is drawn".to_owned(),
    }
}

/// Name of a stage in a sentence.
#[must_use]
pub fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Middlegame => "not the endgame",
        Stage::Endgame => "endgame",
    }
}

fn names(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join("-")
}

/// What was tried on the board, in a sentence.
#[must_use]
pub fn checked(plan: &Validation) -> String {
    let ways: Vec<String> = plan
        .routes
        .iter()
        .map(|route| match route.squares.as_slice() {
            [at] => format!("{} on {at} already attacks", role_name(route.role)),
            way => format!("{} {} can be played safely", role_name(route.role), names(way)),
        })
        .collect();
    let (target, ours, theirs) = (plan.target, plan.attackers, plan.defenders);
    let effect = match (plan.verb, plan.verdict) {
        ("ATTACK", Verdict::Works) => {
            format!("{target} is then more often attacked than defended ({ours} against {theirs})")
        }
        ("ATTACK", Verdict::Possible) => {
            format!("{target} stays defended often enough ({ours} against {theirs})")
        }
        // The square is left, or the man on it gone.
        ("ADVANCE" | "CAPTURE", _) => return ways.join(", "),
        _ => format!("then {ours} of the own men and {theirs} of the opponent's bear on {target}"),
    };
    format!("{}; {effect}", ways.join(", "))
}

/// Where an explanation pattern comes from, in a phrase.
#[must_use]
pub fn source(source: &Source) -> String {
    match source {
        Source::Tree => "evaluation tree".to_owned(),
        Source::Case { case } => format!("case {case}"),
        Source::Adapted { case, operators } => {
            format!("adapted from case {case} ({})", operators.join("; "))
        }
        Source::Learned { evidence, .. } => evidence.clone(),
    }
}

fn write_xp(text: &mut String, number: usize, xp: &Xp) -> std::fmt::Result {
    writeln!(text, "XP-{number}")?;
    writeln!(text, "  Fact:       {}", xp.fact)?;
    writeln!(text, "  Belief:     {}", xp.belief)?;
    writeln!(text, "  Purpose:    {}", xp.purpose)?;
    writeln!(text, "  Plan:       {}", xp.plan)?;
    writeln!(text, "  Evaluation: NM {:+.2}  LM {}", xp.nm, xp.measure().symbol())?;
    writeln!(text, "  Source:     {}", source(&xp.source))?;
    if let Some(seconded) = &xp.seconded {
        let word = if seconded.agrees { "agrees" } else { "disagrees" };
        writeln!(text, "  Memory:     {word} ({:+.2}): {}", seconded.nm, seconded.evidence)?;
    }
    if let Some(plan) = &xp.validation {
        writeln!(text, "  Checked:    {}", checked(plan))?;
    }
    if xp.doubtful {
        writeln!(text, "  Note:       the pattern does not hang on its first witness alone")?;
    }
    Ok(())
}

/// The whole explanation.
#[must_use]
pub fn text(explanation: &Explanation) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_text(&mut text, explanation);
    text
}

fn write_text(text: &mut String, explanation: &Explanation) -> std::fmt::Result {
    use shakmaty::Position;
    let mxp = &explanation.mxp;
    let nm = mxp.nm();
    writeln!(
        text,
        "{} ({} to move, {}), seen by {}",
        explanation.fen,
        side_name(explanation.position.turn()),
        stage_name(explanation.stage),
        side_name(explanation.viewpoint)
    )?;
    writeln!(
        text,
        "General evaluation: NM {nm:+.2}  LM {}  {}",
        mxp.measure().symbol(),
        mxp.measure().meaning()
    )?;
    for alert in &explanation.alerts {
        writeln!(text, "First of all: {alert}")?;
    }
    for (place, xp) in mxp.xps.iter().enumerate() {
        writeln!(text)?;
        write_xp(text, place + 1, xp)?;
    }
    writeln!(text)?;
    let count = explanation.facts.len();
    let side = |side: Color| explanation.facts.iter().filter(|f| f.owner == side).count();
    writeln!(
        text,
        "{count} {} ({} of White, {} of Black), in sum {:+.2}",
        if count == 1 { "fact counts" } else { "facts count" },
        side(Color::White),
        side(Color::Black),
        explanation.total()
    )?;
    if let Some(best) = explanation.retrieved.first() {
        writeln!(text, "Most similar case: {} (sm {:.3})", best.id, best.sm)?;
    }
    Ok(())
}

/// A fact without the stage, which a reader of a game knows.
#[must_use]
pub fn short(fact: &str) -> String {
    fact.replace(" not in the endgame stage", "").replace(" in the endgame stage", "")
}

/// What an explanation says that was not told yet, with the plan of the most important news and the verdict.
#[must_use]
pub fn news(explanation: &Explanation, told: &[(String, Color)]) -> String {
    let mut text = String::new();
    let is_new =
        |xp: &&Xp| !told.iter().any(|(leaf, owner)| *leaf == xp.leaf && *owner == xp.owner);
    for (place, xp) in explanation.mxp.xps.iter().filter(is_new).enumerate() {
        text.push_str(&format!("{} ({:+.2})", short(&xp.fact), xp.nm));
        text.push_str(&if place == 0 { format!("; plan: {}. ", xp.plan) } else { ". ".to_owned() });
    }
    let mxp = &explanation.mxp;
    text.push_str(&format!("{} ({:+.2}).", mxp.measure().meaning(), mxp.nm()));
    text
}

/// The explanation as one comment of a game: reasons first, the verdict last.
#[must_use]
pub fn comment(explanation: &Explanation) -> String {
    let mxp = &explanation.mxp;
    let reasons: Vec<String> = mxp
        .xps
        .iter()
        .map(|xp| format!("{} ({:+.2}); plan: {}.", xp.fact, xp.nm, xp.plan))
        .collect();
    format!("{} {:+.2}: {}.", reasons.join(" "), mxp.nm(), mxp.measure().meaning())
}
