//! What a memory knows of a pattern and of a move, in words.

use crate::chess::Ending;
use crate::explanation::compare::{MoveChoice, PatternDifference};
use crate::explanation::learned::Evidence;
use crate::memory::Operator;
use crate::units::Value;

/// The figures behind a learned pattern.
#[must_use]
pub fn evidence(evidence: &Evidence) -> String {
    let apart = if evidence.material == 0.0 {
        String::new()
    } else {
        format!(", {:+.1} of it material", evidence.material)
    };
    let others = match evidence.others {
        0 => String::new(),
        1 => "with another pattern on the same pieces ".to_owned(),
        n => format!("with {n} other patterns on the same pieces "),
    };
    let statistics = &evidence.statistics;
    let mut text = format!(
        "learned pattern g{}: weight {:.2} ({others}about {:+.1} pawns{apart}), {} updates, variance {:.2}, in {} \
         positions, age {} games, reliability {:.2}; created {} in game {} after {} half-moves",
        evidence.pattern.0,
        evidence.weight,
        evidence.pawns,
        statistics.updates,
        statistics.variance,
        statistics.uses,
        statistics.age,
        statistics.reliability,
        created(evidence.operator),
        evidence.game,
        evidence.ply
    );
    let seen: Vec<String> = evidence
        .occurrences
        .iter()
        .map(|seen| format!("game {} ({}, ply {})", seen.game, seen.result, seen.ply))
        .collect();
    if !seen.is_empty() {
        text.push_str(&format!("; seen in {}", seen.join(", ")));
    }
    text
}

/// What created a pattern.
fn created(operator: Operator) -> &'static str {
    match operator {
        Operator::Material => "from a difference in material",
        Operator::EbgBefore => "from what a move took away",
        Operator::EbgAfter => "from what a move brought about",
        Operator::Edge => "from an attack or defence that a move changed",
        Operator::Place => "from the square a piece moved to",
        Operator::Guard => "from attackers and defenders that a move changed",
        Operator::Mobility => "from mobility that a move changed",
        Operator::Pair => "from two attacks or defences that a move combined",
        Operator::Generalise => "by generalising another pattern",
        Operator::Specialise => "by specialising another pattern",
        Operator::Move => "from a possible move",
    }
}

/// Why a memory prefers a move, or does not.
#[must_use]
pub fn choice(choice: &MoveChoice) -> String {
    let percent = |value: Value| format!("{:.0} %", 100.0 * value.get());
    let chosen = &choice.chosen;
    if choice.ending == Some(Ending::Checkmate) {
        return format!("{chosen} is checkmate");
    }
    let Some((other, value)) = &choice.other else {
        return format!("{chosen} is the only legal move");
    };
    let mut text = format!(
        "Expected score: {} after {chosen}, {} after {other}",
        percent(choice.expected),
        percent(*value)
    );
    for m in &choice.repeating {
        text.push_str(&format!(". {m} repeats a position, which counts as a draw"));
    }
    for (word, differences) in ["For", "Against"].into_iter().zip(choice.weightiest()) {
        let told: Vec<String> =
            differences.into_iter().map(|found| difference(choice, found)).collect();
        if !told.is_empty() {
            text.push_str(&format!(". {word} {chosen}: {}", told.join("; ")));
        }
    }
    text
}

fn difference(choice: &MoveChoice, found: &PatternDifference) -> String {
    let name = choice.move_of(found);
    let reply = found.reply.as_ref().map_or(String::new(), |m| format!(" and the best reply {m}"));
    let (phrase, points) = (&found.phrase, found.points);
    format!("after {name}{reply} \"{phrase}\" ({points:+.0} % expected score)")
}
