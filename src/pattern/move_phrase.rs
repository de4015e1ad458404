//! Move patterns in English.

use shakmaty::{Color, Role};

use super::english::{balance, guards, join, king_moves, with_article};
use crate::graph::{
    Arrival, AttackerSummary, Check, EnPrise, MoveComponent, MoveLabel, Mover, RoleSet, role_name,
};

/// What White can play, then what is known of that move: `White has a check: the king has no flight square …`.
pub(super) fn phrase(label: MoveLabel) -> String {
    let noun = match label.mover() {
        Some(Mover::Piece(role)) => role_name(role),
        Some(Mover::Promoting) => "queen",
        None if label.passed().is_some() => "pawn",
        None => "piece",
    };
    let mut clauses: Vec<String> = label.check().map(check).into_iter().collect();
    if let Some((attackers, defenders)) = label.victim() {
        let victim = label.captured().flatten().map_or("captured piece", role_name);
        clauses.push(format!("the {victim} is {}", guards(Some(attackers), Some(defenders))));
    }
    clauses.extend(sentence(&format!("the {noun}"), &of_the_piece(label)));
    if let Some(recapturers) = label.recapturers() {
        clauses.push(summary(recapturers, "capture it there"));
    }
    if let Some(supporters) = label.supporters() {
        clauses.push(summary(supporters, "recapture for White"));
    }
    clauses.extend(sentence("the move", &of_the_move(label)));
    let the_move = the_move(label);
    match clauses.as_slice() {
        [] => the_move,
        [only] if the_move == "White has a move" && only.starts_with("the move ") => {
            only.replacen("the move", "White has a move that", 1)
        }
        _ => format!("{the_move}: {}", clauses.join("; ")),
    }
}

fn sentence(subject: &str, predicates: &[String]) -> Option<String> {
    (!predicates.is_empty()).then(|| format!("{subject} {}", join(predicates)))
}

/// For example `White can take a rook on e8 with a knight` or `White has a quiet knight move to e5`.
fn the_move(label: MoveLabel) -> String {
    let mover = match (label.passed(), label.mover()) {
        (Some(true), _) => "passed pawn",
        (Some(false), _) => "non-passed pawn",
        (None, Some(Mover::Piece(role))) => role_name(role),
        (None, _) => "",
    };
    let promotes = matches!(label.mover(), Some(Mover::Promoting));
    let (verb, how) = match label.check() {
        Some(Check { direct: true, discovered: true, .. }) => {
            ("double check", " with double check")
        }
        Some(Check { direct: false, .. }) => ("discovered check", " with discovered check"),
        Some(_) => ("check", " with check"),
        None => ("move", ""),
    };
    let (on, to) = label
        .square()
        .map_or_else(Default::default, |square| (format!(" on {square}"), format!(" to {square}")));
    match label.captured() {
        Some(Some(victim)) => {
            let victim = with_article(role_name(victim));
            let mover = match (mover, promotes) {
                (_, true) => " and promote".to_owned(),
                ("", _) => String::new(),
                ("king", _) => " with the king".to_owned(),
                _ => format!(" with {}", with_article(mover)),
            };
            format!("White can take {victim}{on}{mover}{how}")
        }
        captured => {
            let quiet = if captured.is_some() { "quiet" } else { "" };
            let mover = if promotes { "promotion" } else { mover };
            let verb = if promotes && verb == "move" { "" } else { verb };
            let words: Vec<&str> =
                [quiet, mover, verb].into_iter().filter(|word| !word.is_empty()).collect();
            format!("White has {}{to}", with_article(&words.join(" ")))
        }
    }
}

/// What the piece does, and how it stands now and after the move.
fn of_the_piece(label: MoveLabel) -> Vec<String> {
    let mut predicates = Vec::new();
    predicates.extend(label.attack_balance().map(|how| format!("is now {}", balance(how))));
    predicates.extend(label.guards().map(|(attackers, defenders)| {
        format!("is now {}", guards(Some(attackers), Some(defenders)))
    }));
    predicates.extend(label.arrival().map(|arrival| {
        match arrival {
            Arrival::Loose => "will be loose",
            Arrival::Protected => "will be protected and not attacked",
            Arrival::Hanging => "will hang",
            Arrival::Contested => "will be attacked and protected",
        }
        .to_owned()
    }));
    predicates.extend(label.threats().map(|(threatened, undefended)| {
        let victims: Vec<String> = threatened
            .iter()
            .map(|role| match undefended.iter().any(|other| other == role) {
                true => format!("an undefended {}", role_name(role)),
                false => with_article(role_name(role)),
            })
            .collect();
        format!("newly attacks {}", join(&victims))
    }));
    let traps = label.roles(MoveComponent::Traps);
    predicates.extend(traps.map(|roles| format!("traps {}", listed(roles, with_article))));
    predicates.extend(label.king_distance().map(|moves| {
        let range = if moves == 5 { "5 or more".to_owned() } else { moves.to_string() };
        format!("will stand {} from the black king", king_moves(&range))
    }));
    predicates
}

/// What the move does to the other pieces.
fn of_the_move(label: MoveLabel) -> Vec<String> {
    const EFFECTS: [(MoveComponent, &str, Color); 3] = [
        (MoveComponent::AbandonedDefences, "gives up a needed defence of", Color::White),
        (MoveComponent::DiscoveredAttacks, "discovers an attack on", Color::Black),
        (MoveComponent::ExposedLines, "opens an enemy line to", Color::White),
    ];
    let mut predicates = Vec::new();
    for (component, verb, color) in EFFECTS {
        let roles = label.roles(component);
        predicates.extend(roles.map(|roles| format!("{verb} {}", owned(roles, color))));
    }
    let en_prise = [(label.en_prise(), Color::White), (label.attacked_enemies(), Color::Black)];
    let left: Vec<String> = en_prise
        .into_iter()
        .filter_map(|(pieces, color)| pieces.map(|pieces| en_prise_of(pieces, color)))
        .flatten()
        .collect();
    predicates.extend(sentence("leaves", &left));
    predicates
}

/// For example `White's queen hanging` and `a white rook insufficiently defended`.
fn en_prise_of(EnPrise { hanging, underdefended }: EnPrise, color: Color) -> Vec<String> {
    if hanging.is_empty() && underdefended.is_empty() {
        return vec![format!("no {} piece en prise", color.fold_wb("other white", "black"))];
    }
    [(hanging, "hanging"), (underdefended, "insufficiently defended")]
        .into_iter()
        .filter(|(roles, _)| !roles.is_empty())
        .map(|(roles, how)| format!("{} {how}", owned(roles, color)))
        .collect()
}

/// For example `only a pawn can capture it there`.
fn summary(summary: Option<AttackerSummary>, does: &str) -> String {
    let Some(AttackerSummary { lightest, count }) = summary else {
        return format!("nothing can {does}");
    };
    let lightest = match lightest {
        Role::King | Role::Queen => format!("the {}", role_name(lightest)),
        role => with_article(role_name(role)),
    };
    match count {
        1 => format!("only {lightest} can {does}"),
        2 => format!("{lightest} and one other piece can {does}"),
        _ => format!("{lightest} and at least two other pieces can {does}"),
    }
}

fn check(check: Check) -> String {
    let king = match check.flight_squares {
        0 => "no flight square",
        1 => "one flight square",
        2 => "two flight squares",
        _ => "three or more flight squares",
    };
    let piece = if check.direct { "checking" } else { "moved" };
    let capture = match check.can_be_captured {
        true => format!("another piece can capture the {piece} piece"),
        false => format!("nothing else can capture the {piece} piece"),
    };
    let block = check.can_be_blocked.map(|can| match can {
        true => "a piece can block the check",
        false => "no piece can block the check",
    });
    let parts = [format!("the king has {king}"), capture];
    join(&parts.into_iter().chain(block.map(str::to_owned)).collect::<Vec<_>>())
}

/// For example `White's queen and a white pawn`: of queens there is one as a rule.
fn owned(roles: RoleSet, color: Color) -> String {
    let (owner, adjective) = color.fold_wb(("White's", "white"), ("Black's", "black"));
    listed(roles, |name| match name {
        "queen" => format!("{owner} {name}"),
        _ => format!("a {adjective} {name}"),
    })
}

fn listed(roles: RoleSet, name: impl Fn(&str) -> String) -> String {
    join(&roles.iter().map(|role| name(role_name(role))).collect::<Vec<_>>())
}
