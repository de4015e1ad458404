//! Move patterns in English.

use shakmaty::{Color, Role};

use super::english::{ATTACKED, BALANCES, a_piece, guards, join, near_king, with_article};
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
        clauses.push(format!(
            "the {victim} is {}",
            guards(Some(attackers), Some(defenders), ATTACKED)
        ));
    }
    let now = now(label);
    let then = of_the_piece(label);
    clauses.extend(match (now.is_empty(), then.is_empty()) {
        (true, _) => sentence(&format!("the {noun}"), &then),
        (false, true) => Some(format!("the {noun} is now {}", join(&now))),
        (false, false) => sentence(&format!("the {noun}, now {},", join(&now)), &then),
    });
    if let Some(recapturers) = label.recapturers() {
        clauses.push(summary(recapturers, &format!("capture the {noun} there")));
    }
    if let Some(supporters) = label.supporters() {
        clauses.push(summary(supporters, "recapture for White"));
    }
    clauses.extend(sentence("the move", &of_the_move(label)));
    let the_move = the_move(label);
    match clauses.as_slice() {
        [] => the_move,
        [only] if the_move.ends_with(" move") && only.starts_with("the move ") => {
            only.replacen("the move", &format!("{the_move} that"), 1)
        }
        _ => format!("{the_move}: {}", clauses.join("; ")),
    }
}

fn sentence(subject: &str, predicates: &[String]) -> Option<String> {
    (!predicates.is_empty()).then(|| format!("{subject} {}", join(predicates)))
}

/// For example `White can take a rook on e8 with a knight` or `White has a quiet knight move to e5`.
fn the_move(label: MoveLabel) -> String {
    let promotes = matches!(label.mover(), Some(Mover::Promoting));
    let (mover, with) = match (label.passed(), label.mover()) {
        (Some(true), _) => ("passed-pawn", Some("a passed pawn".to_owned())),
        (Some(false), _) => ("non-passed-pawn", Some("a non-passed pawn".to_owned())),
        (None, Some(Mover::Piece(role))) => (role_name(role), Some(a_piece(role))),
        (None, _) => ("", None),
    };
    let with = with.map_or(String::new(), |piece| format!(" with {piece}"));
    let check = label.check().map(|check| match (check.direct, check.discovered) {
        (true, true) => "double check",
        (false, _) => "discovered check",
        (true, false) => "check",
    });
    let on = label.square().map_or(String::new(), |square| format!(" on {square}"));
    let captured = label.captured();
    if let Some(victim) = captured.flatten() {
        let promotes = if promotes { " and promote" } else { "" };
        let check = check.map_or(String::new(), |check| format!(" with {check}"));
        return format!("White can take {}{on}{with}{promotes}{check}", a_piece(victim));
    }
    let quiet = if captured.is_some() { "quiet " } else { "" };
    let what = match (promotes, check) {
        (true, None) => format!("{quiet}promotion{on}"),
        (true, Some(check)) => format!("{quiet}promotion{on} with {check}"),
        (false, Some(check)) => format!("{quiet}{check}{with}{on}"),
        (false, None) => {
            let mover = if mover.is_empty() { String::new() } else { format!("{mover} ") };
            format!("{quiet}{mover}move{}", on.replacen("on", "to", 1))
        }
    };
    format!("White has {}", with_article(&what))
}

/// The safety of the piece before the move.
fn now(label: MoveLabel) -> Vec<String> {
    let balance = label.attack_balance().map(|balance| BALANCES[balance as usize].to_owned());
    let guards = label
        .guards()
        .map(|(attackers, defenders)| guards(Some(attackers), Some(defenders), ATTACKED));
    balance.into_iter().chain(guards).collect()
}

/// The safety of the piece after the move, and what it does there.
fn of_the_piece(label: MoveLabel) -> Vec<String> {
    let mut predicates = Vec::new();
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
                false => a_piece(role),
            })
            .collect();
        format!("newly attacks {}", join(&victims))
    }));
    let traps = label.roles(MoveComponent::Traps);
    predicates.extend(traps.map(|roles| format!("traps {}", listed(roles, a_piece))));
    predicates.extend(label.king_distance().map(|moves| {
        let range = if moves == 5 { "5 or more".to_owned() } else { moves.to_string() };
        format!("will stand {}", near_king(&range, Color::Black))
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

/// For example `White's queen hanging` and `a white rook underdefended`.
fn en_prise_of(EnPrise { hanging, underdefended }: EnPrise, color: Color) -> Vec<String> {
    if hanging.is_empty() && underdefended.is_empty() {
        return vec![format!("no {} piece en prise", color.fold_wb("other white", "black"))];
    }
    [(hanging, "hanging"), (underdefended, "underdefended")]
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
    let lightest = a_piece(lightest);
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
    listed(roles, |role| match role {
        Role::Queen => format!("{owner} queen"),
        _ => format!("a {adjective} {}", role_name(role)),
    })
}

fn listed(roles: RoleSet, name: impl Fn(Role) -> String) -> String {
    join(&roles.iter().map(name).collect::<Vec<_>>())
}
