//! Words that phrases of all kinds of patterns share.

use shakmaty::{Color, Role};

use crate::graph::{AttackBalance, RoleCounts, role_name};

/// `a`, `a and b`, `a, b and c`; empty for nothing.
pub(super) fn join(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A number: in words up to twelve, and `no` for none.
#[must_use]
pub fn number_word(number: u32) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(number as usize).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// With `a` or `an`.
pub(super) fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// With its first letter as a capital.
pub(super) fn capitalised(mut text: String) -> String {
    if let Some(first) = text.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// A piece of a side: `a rook`, but `the queen`, of which there is one as a rule.
pub(super) fn a_piece(role: Role) -> String {
    match role {
        Role::Queen | Role::King => format!("the {}", role_name(role)),
        _ => with_article(role_name(role)),
    }
}

/// `next to the black king`, `4 or more king moves from the black king`.
pub(super) fn near_king(range: &str, color: Color) -> String {
    let king = color.fold_wb("the white king", "the black king");
    match range {
        "1" => format!("next to {king}"),
        _ => format!("{range} king moves from {king}"),
    }
}

/// The words for attackers of a piece that can be captured, for [`guards`].
pub(super) const ATTACKED: (&str, &str) = ("attacked only by", "not attacked");

/// How attackers and defenders of a piece compare, after "is", in the order of [`AttackBalance`].
pub(super) const BALANCES: [&str; AttackBalance::ALL.len()] = [
    "loose",
    "protected and not attacked",
    "hanging",
    "attacked but defended often enough",
    "attacked more often than defended",
];

/// Who attacks and who defends, as a predicate after "is". The lists are complete, hence "only". `(attacked, not_attacked)` are
/// the words for attackers: a king is in check.
pub(super) fn guards(
    attackers: Option<RoleCounts>,
    defenders: Option<RoleCounts>,
    (attacked, not_attacked): (&str, &str),
) -> String {
    let list = |verb: &str, none: &str, counts: RoleCounts| match counts.is_empty() {
        true => none.to_owned(),
        false => format!("{verb} {}", pieces(counts)),
    };
    let attacked = attackers.map(|counts| list(attacked, not_attacked, counts));
    let defended = defenders.map(|counts| list("defended only by", "undefended", counts));
    join(&attacked.into_iter().chain(defended).collect::<Vec<_>>())
}

/// For example `a pawn, two rooks and the king`. Three stand for all larger numbers.
fn pieces(counts: RoleCounts) -> String {
    let part = |(role, number): (Role, u16)| match (role, number) {
        (Role::King | Role::Queen, _) | (_, 1) => a_piece(role),
        (_, 2) => format!("two {}s", role_name(role)),
        _ => format!("three or more {}s", role_name(role)),
    };
    join(&counts.iter().map(part).collect::<Vec<_>>())
}
