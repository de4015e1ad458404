use crate::opponent_model::mistakes::{
    FrequentPattern, MistakeExample, SideCounts, Tendency, TypicalMistakes,
};
use crate::opponent_model::tactic::Tactic;

/// The tactics that a player allows: how often they err, and which kinds they allow more or less often than others of their
/// strength; a sentence each.
#[must_use]
pub fn mistakes_text(mistakes: &TypicalMistakes) -> Vec<String> {
    mistakes_with_examples(mistakes).map(|(sentence, _)| sentence).collect()
}

/// The sentences of [`mistakes_text`], each with mistakes of the kind of which it speaks.
pub fn mistakes_with_examples(
    mistakes: &TypicalMistakes,
) -> impl Iterator<Item = (String, &[MistakeExample])> {
    let in_all = mistakes_in_all(mistakes).into_iter().map(|sentence| (sentence, &[][..]));
    let tendencies = mistakes.tendencies.iter();
    in_all.chain(tendencies.map(|tendency| (tendency_text(tendency), examples(tendency))))
}

/// How often they err, and how many kinds stand out.
pub(super) fn mistakes_in_all(mistakes: &TypicalMistakes) -> Vec<String> {
    let TypicalMistakes { games, player, opponents, compared, tendencies } = mistakes;
    if *games == 0 {
        return vec![
            "Not looked for yet: this model was learned by a former version; `morph opponent learn` with the same games adds them."
                .to_owned(),
        ];
    }
    let stand_out = match tendencies.len() {
        0 => format!(
            "Of {compared} kinds of tactics they allow none clearly more or less often than others of their strength."
        ),
        n => format!(
            "{n} of {compared} kinds of tactics they allow clearly more or less often than others of their strength (their opponents \
             in the same games); of ten such, one is expected to be chance. A sacrifice whose point a small search does not \
             see counts as a mistake."
        ),
    };
    vec![allowed_text(*player, *opponents), missed_text(*player, *opponents), stand_out]
}

fn allowed_text(player: SideCounts, opponents: SideCounts) -> String {
    let rate = |side: SideCounts| 1000.0 * f64::from(side.mistakes) / f64::from(side.moves.max(1));
    format!(
        "They allow a tactic that wins two pawns or more {} times, {:.1} times in 1000 moves; their opponents {} times, {:.1} in 1000.",
        player.mistakes,
        rate(player),
        opponents.mistakes,
        rate(opponents),
    )
}

fn missed_text(player: SideCounts, opponents: SideCounts) -> String {
    let share = |side: SideCounts| 100.0 * f64::from(side.missed) / f64::from(side.chances.max(1));
    format!(
        "Of {} such chances of their own they miss {:.0} %; their opponents {:.0} % of {}.",
        player.chances,
        share(player),
        share(opponents),
        opponents.chances,
    )
}

/// `More often than others they allow a discovered attack: 40 times, 21 expected. Most often …`.
pub(super) fn tendency_text(tendency: &Tendency) -> String {
    let Tendency { tactic, player, opponents, expected, z, pattern, .. } = tendency;
    let (often, what) = (if *z > 0.0 { "More" } else { "Less" }, tactic_text(*tactic));
    let counts = format!(
        "{often} often than others they allow {what}: {player} times, where {expected:.0} would be expected (their opponents: {opponents})."
    );
    match pattern {
        Some(FrequentPattern { id, phrase, mistakes }) if *z > 0.0 => {
            format!(
                "{counts} The pattern seen most ({mistakes} times, {id}; White is the side that wins): {phrase}."
            )
        }
        _ => counts,
    }
}

/// The examples of what they allow more often; of the rest there is nothing to aim for.
pub(super) fn examples(tendency: &Tendency) -> &[MistakeExample] {
    if tendency.z > 0.0 { &tendency.examples } else { &[] }
}

/// What they allow.
fn tactic_text(tactic: Tactic) -> &'static str {
    match tactic {
        Tactic::CheckWithoutFlight => "a check that leaves their king no square",
        Tactic::Check => "a check that leaves their king a square",
        Tactic::Capture => "a capture",
        Tactic::DoubleAttack => "an attack on two pieces at once",
        Tactic::DiscoveredAttack => "a discovered attack",
        Tactic::Trap => "an attack on a piece that has no safe square",
        Tactic::QuietMove => "a quiet move, neither check nor capture",
    }
}
