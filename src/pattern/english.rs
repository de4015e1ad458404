//! Words that phrases of all kinds of patterns share.

use shakmaty::Role;

use crate::graph::{AttackBalance, RoleCounts, role_name};

/// `a`, `a and b`, `a, b and c`; empty for nothing.
pub(super) fn join(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// With `a` or `an`.
pub(super) fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// With its first letter as a capital.
pub(super) fn capitalised(mut text: String) -> String {
    if let Some(first) = text.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// `1 king move`, `4 or more king moves`.
pub(super) fn king_moves(range: &str) -> String {
    format!("{range} king move{}", if range == "1" { "" } else { "s" })
}

/// How attackers and defenders compare, as a predicate after "is".
pub(super) fn balance(balance: AttackBalance) -> &'static str {
    match balance {
        AttackBalance::Loose => "loose",
        AttackBalance::Protected => "protected and not attacked",
        AttackBalance::Hanging => "hanging",
        AttackBalance::Defended => "attacked but defended often enough",
        AttackBalance::Outnumbered => "attacked more often than defended",
    }
}

/// Who attacks and who defends, as a predicate after "is". The lists are complete, hence "only".
pub(super) fn guards(attackers: Option<RoleCounts>, defenders: Option<RoleCounts>) -> String {
    let list = |verb: &str, none: &str, counts: RoleCounts| match counts.is_empty() {
        true => none.to_owned(),
        false => format!("{verb} only by {}", pieces(counts)),
    };
    let attacked = attackers.map(|counts| list("attacked", "attacked by nothing", counts));
    let defended = defenders.map(|counts| list("defended", "defended by nothing", counts));
    join(&attacked.into_iter().chain(defended).collect::<Vec<_>>())
}

/// For example `a pawn, two rooks and the king`. Three stand for all larger numbers.
fn pieces(counts: RoleCounts) -> String {
    let part = |(role, number): (Role, u16)| match (role, number) {
        (Role::King | Role::Queen, _) => format!("the {}", role_name(role)),
        (_, 1) => format!("a {}", role_name(role)),
        (_, 2) => format!("two {}s", role_name(role)),
        _ => format!("three or more {}s", role_name(role)),
    };
    join(&counts.iter().map(part).collect::<Vec<_>>())
}
