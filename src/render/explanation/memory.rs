//! What a memory knows of a pattern and of a move, in words.

use shakmaty::san::SanPlus;

use super::sentence::uncapitalised;
use crate::chess::Ending;
use crate::explanation::compare::{MoveChoice, PatternDifference, PlainReason};
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

/// The next best move and what is expected after that; or what is said where there is nothing to choose.
fn next_best(choice: &MoveChoice) -> Result<&(SanPlus, Value), String> {
    let chosen = &choice.chosen;
    if choice.ending == Some(Ending::Checkmate) {
        return Err(format!("{chosen} is checkmate"));
    }
    choice.other.as_ref().ok_or_else(|| format!("{chosen} is the only legal move"))
}

/// Why a memory prefers a move, or does not: the patterns in which the two best differ, one a line.
#[must_use]
pub fn choice_in_full(choice: &MoveChoice) -> String {
    let chosen = &choice.chosen;
    let (other, value) = match next_best(choice) {
        Ok(next) => next,
        Err(said) => return format!("{said}.\n"),
    };
    let mut text = format!(
        "Expected score: {} after {chosen}, {} after {other}\n",
        percent(choice.expected),
        percent(*value)
    );
    for m in &choice.repeating {
        text.push_str(&format!("{m} repeats a position, which counts as a draw.\n"));
    }
    for (word, differences) in ["For", "Against"].into_iter().zip(choice.weightiest()) {
        if !differences.is_empty() {
            text.push_str(&format!("{word} {chosen}, in points of a hundred:\n"));
        }
        for found in differences {
            text.push_str(&difference(choice, found));
        }
    }
    text
}

/// The same in a sentence or two, for the moves of a game.
#[must_use]
pub fn choice_in_brief(choice: &MoveChoice) -> String {
    let (other, value) = match next_best(choice) {
        Ok(next) => next,
        Err(said) => return format!("{said}."),
    };
    let mut text = format!("Expected score: {}", percent(choice.expected));
    if choice.is_close() {
        text.push_str(&format!("; {other} is about as good."));
        return text;
    }
    text.push_str(&format!("; {} after {other}", percent(*value)));
    for m in &choice.repeating {
        text.push_str(&format!("; {m} repeats a position, which counts as a draw"));
    }
    text.push('.');
    if let Some(reason) = plain_reason(choice) {
        text.push_str(&format!(" {reason}"));
    }
    text
}

/// What a memory expects of two moves, from the side of the one that it prefers, in a sentence or two.
pub(super) fn preference(choice: &MoveChoice) -> String {
    let (other, value) = match next_best(choice) {
        Ok(next) => next,
        Err(said) => return format!("{said}."),
    };
    let (chosen, expected) = (&choice.chosen, percent(choice.expected));
    let mut text = if choice.is_close() {
        format!(
            "What was learned sees no difference between {chosen} and {other}: an expected score of {expected}"
        )
    } else {
        let next = percent(*value);
        format!(
            "What was learned prefers {chosen}: an expected score of {expected}, {next} after {other}"
        )
    };
    for m in &choice.repeating {
        text.push_str(&format!("; {m} repeats a position, which counts as a draw"));
    }
    text.push('.');
    if let Some(reason) = plain_reason(choice) {
        text.push_str(&format!(" {reason}"));
    }
    text
}

/// What speaks most for the chosen move among the differences that can be told without the others, as a sentence.
#[must_use]
pub fn plain_reason(choice: &MoveChoice) -> Option<String> {
    let brief = |reason: &PatternDifference| uncapitalised(&reason.brief.to_string());
    Some(match choice.plain_reason()? {
        PlainReason::Attack(reason) => {
            format!("After {}, {}.", choice.move_of(reason), brief(reason))
        }
        PlainReason::LeftHanging(reason) => {
            format!("{} would leave the {} hanging.", choice.move_of(reason), brief(reason))
        }
        PlainReason::Allows(reason, reply) => {
            format!("{} would allow {reply}.", choice.move_of(reason))
        }
    })
}

/// An expected score.
fn percent(value: Value) -> String {
    format!("{:.0} %", 100.0 * value.get())
}

fn difference(choice: &MoveChoice, found: &PatternDifference) -> String {
    let name = choice.move_of(found);
    let reply = found.reply.as_ref().map_or(String::new(), |m| format!(" and the best reply {m}"));
    let phrase = uncapitalised(&found.phrase.to_string());
    format!("  {:>+3.0}  after {name}{reply}: {phrase}\n", found.points)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use shakmaty::Color;

    use super::*;
    use crate::explanation::phrase::Phrase;
    use crate::memory::{AnyId, PatternId};

    fn reply(chosen: &str, other: &str, values: [f64; 2], reply: &str, points: f64) -> MoveChoice {
        let phrase = Phrase::recognised("White can take the rook");
        let difference = PatternDifference {
            id: AnyId::Move(PatternId(1)),
            brief: phrase.clone(),
            phrase,
            reply: Some(reply.parse().unwrap()),
            after_chosen: false,
            part: points / 25.0,
            points,
        };
        let [expected, next] = values.map(Value::new);
        MoveChoice {
            mover: Color::White,
            chosen: chosen.parse().unwrap(),
            expected,
            ending: None,
            repeating: Vec::new(),
            other: Some((other.parse().unwrap(), next)),
            patterns: vec![difference],
        }
    }

    #[test]
    fn a_move_in_a_game_is_told_with_the_next_best_and_what_that_allows() {
        let told = choice_in_brief(&reply("Qxd4", "Bf5+", [0.85, 0.66], "Rxa8", 12.0));
        assert_eq!(told, "Expected score: 85 %; 66 % after Bf5+. Bf5+ would allow Rxa8.");
    }

    #[test]
    fn a_piece_that_the_other_move_leaves_hanging_is_a_reason() {
        let mut choice = reply("Qxd4", "Bf5+", [0.85, 0.66], "Rxa8", 12.0);
        let found = &mut choice.patterns[0];
        found.reply = None;
        found.phrase = Phrase::recognised("Hanging white rook on d4 with 2–3 safe moves");
        found.brief = Phrase::recognised("White rook on d4");
        let told = choice_in_brief(&choice);
        assert_eq!(
            told,
            "Expected score: 85 %; 66 % after Bf5+. Bf5+ would leave the white rook on d4 hanging."
        );
        choice.patterns[0].after_chosen = true;
        assert_eq!(choice_in_brief(&choice), "Expected score: 85 %; 66 % after Bf5+.");
        // That the enemy's piece hangs is no reason against a move.
        (choice.patterns[0].after_chosen, choice.mover) = (false, Color::Black);
        assert_eq!(choice_in_brief(&choice), "Expected score: 85 %; 66 % after Bf5+.");
    }

    #[test]
    fn an_attack_is_a_reason_for_the_side_that_attacks() {
        let attack = |sentence: &str, after_chosen| {
            let mut choice = reply("d3", "c4", [0.6, 0.5], "Nb4", 3.0);
            let found = &mut choice.patterns[0];
            (found.reply, found.after_chosen) = (None, after_chosen);
            found.brief = Phrase::recognised(sentence);
            found.phrase = found.brief.clone();
            choice_in_brief(&choice)
        };
        let told = |sentence| format!("Expected score: 60 %; 50 % after c4.{sentence}");
        let own = "The white pawn on c4 attacks the black queen on d5";
        assert_eq!(attack(own, false), told(""));
        assert_eq!(
            attack(own, true),
            told(" After d3, the white pawn on c4 attacks the black queen on d5.")
        );
        let enemy = "The black king on c4 has a safe move that attacks the white pawn on a6";
        assert_eq!(attack(enemy, true), told(""));
        assert!(attack(enemy, false).contains(" After c4, the black king on c4 has a safe move "));
    }

    #[test]
    fn neither_taking_back_nor_a_small_difference_is_a_reason() {
        let told = choice_in_brief(&reply("a6", "Nxc6", [0.61, 0.52], "bxc6", 12.0));
        assert_eq!(told, "Expected score: 61 %; 52 % after Nxc6.");
        let told = choice_in_brief(&reply("a6", "Kf7", [0.61, 0.55], "exd5", 2.0));
        assert_eq!(told, "Expected score: 61 %; 55 % after Kf7.");
        let told = choice_in_brief(&reply("a6", "Kf7", [0.61, 0.6], "exd5", 12.0));
        assert_eq!(told, "Expected score: 61 %; Kf7 is about as good.");
    }
}
