//! Move patterns in English.

use shakmaty::Role;

use super::phrase::{Words, attack_balance, guards, join};
use crate::graph::{
    Arrival, AttackerSummary, Check, EnPrise, MoveComponent, MoveLabel, Mover, RoleSet, role_name,
};

/// Says what White could do: first the move, then what is known of it.
pub(super) fn phrase(label: MoveLabel) -> String {
    let mut parts = vec![the_move(label)];
    if let Some(arrival) = label.arrival() {
        parts.push(arrives(arrival).to_owned());
    }
    if let Some(recapturers) = label.recapturers() {
        parts.push(match recapturers {
            None => "nothing could take it there".to_owned(),
            Some(squad) => format!("{} could take it there", men(squad)),
        });
    }
    if let Some(supporters) = label.supporters() {
        parts.push(match supporters {
            None => "no friend would stand by it".to_owned(),
            Some(squad) => format!("{} would stand by it", men(squad)),
        });
    }
    let words = Words::of_men();
    if let Some(how) = label.attack_balance() {
        parts.push(format!("now it {}", attack_balance(how, &words)));
    }
    if let Some((attackers, defenders)) = label.guards() {
        parts.push(format!("now it {}", join(&guards(Some(attackers), Some(defenders), &words))));
    }
    if let Some((attackers, defenders)) = label.victim() {
        let victim = label
            .captured()
            .flatten()
            .map_or("what it takes".to_owned(), |role| format!("the {}", role_name(role)));
        let said = join(&guards(Some(attackers), Some(defenders), &words));
        parts.push(format!("{victim} {said}"));
    }
    parts.extend(label.check().map(check));
    if let Some((threatened, undefended)) = label.threats() {
        let open = match undefended.iter().count() {
            0 => String::new(),
            _ => format!(", where nothing defends {}", listed("the", undefended)),
        };
        parts.push(format!("it would attack {}{open}", listed("a", threatened)));
    }
    for (component, says) in [
        (MoveComponent::Traps, "it would trap"),
        (MoveComponent::AbandonedDefences, "it would leave undone a needed defence of"),
        (MoveComponent::DiscoveredAttacks, "it would open a line of its own side to"),
        (MoveComponent::ExposedLines, "it would open a line of the enemy to"),
    ] {
        parts.extend(label.roles(component).map(|roles| format!("{says} {}", listed("a", roles))));
    }
    if let Some(left) = label.en_prise() {
        parts.push(en_prise("of its own side", "no other man of its side would be en prise", left));
    }
    if let Some(menaced) = label.attacked_enemies() {
        parts.push(en_prise("of the enemy", "no enemy man would be en prise", menaced));
    }
    if let Some(moves) = label.king_distance() {
        let (more, plural) =
            (if moves == 5 { " or more" } else { "" }, if moves == 1 { "" } else { "s" });
        parts.push(format!("it would stand {moves}{more} king's move{plural} from the enemy king"));
    }
    parts.join("; ")
}

fn the_move(label: MoveLabel) -> String {
    let kind = match (label.passed(), label.mover()) {
        (Some(true), _) => "passed white pawn".to_owned(),
        (Some(false), _) => "white pawn that is not passed".to_owned(),
        (None, Some(Mover::Piece(role))) => format!("white {}", role_name(role)),
        (None, Some(Mover::Promoting)) => "white pawn".to_owned(),
        (None, None) => "white piece".to_owned(),
    };
    let becomes = match label.mover() {
        Some(Mover::Promoting) => " and become a queen",
        _ => "",
    };
    let square = label.square();
    let what = match label.captured() {
        Some(Some(role)) => {
            let there = square.map_or(String::new(), |square| format!(" on {square}"));
            format!("take a {}{there}", role_name(role))
        }
        taken => {
            let there = square.map_or(String::new(), |square| format!(" to {square}"));
            let nothing = if taken.is_some() { " without taking anything" } else { "" };
            let verb = if square.is_some() { "go" } else { "move" };
            format!("{verb}{there}{nothing}")
        }
    };
    let article = if matches!(label.mover(), Some(Mover::Piece(Role::King))) { "The" } else { "A" };
    format!("{article} {kind} can {what}{becomes}")
}

fn arrives(arrival: Arrival) -> &'static str {
    match arrival {
        Arrival::Loose => "nothing could take it there and no friend would stand by it",
        Arrival::Protected => "nothing could take it there and a friend would stand by it",
        Arrival::Hanging => "it could be taken there and no friend would stand by it",
        Arrival::Contested => "it could be taken there and a friend would stand by it",
    }
}

/// For example "a pawn and two or more others".
fn men(squad: AttackerSummary) -> String {
    let lightest = match squad.lightest {
        Role::King => "the king".to_owned(),
        role => format!("a {}", role_name(role)),
    };
    match squad.number {
        1 => lightest,
        2 => format!("{lightest} and another"),
        _ => format!("{lightest} and two or more others"),
    }
}

fn check(check: Check) -> String {
    let gives = match (check.direct, check.discovered) {
        (true, true) => "it would give double check",
        (false, _) => "it would uncover a check",
        (true, false) => "it would give check",
    };
    let king = match check.flight_squares {
        0 => "the king could not go away",
        1 => "the king would have one square to go to",
        2 => "the king would have two squares to go to",
        _ => "the king would have three or more squares to go to",
    };
    let taken = match check.can_be_captured {
        true => "another man could take it",
        false => "no other man could take it",
    };
    let closed = check.can_be_blocked.map(|can| match can {
        true => "another piece could come between",
        false => "no other piece could come between",
    });
    let parts = [gives, king, taken].into_iter().chain(closed);
    join(&parts.map(str::to_owned).collect::<Vec<_>>())
}

/// For example "of its side, a knight would hang and a rook would be attacked by lighter or by more men than defend it".
fn en_prise(whose: &str, none: &str, en_prise: EnPrise) -> String {
    let (hanging, underdefended) = (en_prise.hanging, en_prise.underdefended);
    let hang = format!("{} would hang", listed("a", hanging));
    let outdone = format!(
        "{} would be defended, but attacked by lighter or by more men",
        listed("a", underdefended)
    );
    let said = match (hanging.is_empty(), underdefended.is_empty()) {
        (true, true) => return none.to_owned(),
        (false, true) => hang,
        (true, false) => outdone,
        (false, false) => format!("{hang} and {outdone}"),
    };
    format!("{whose} {said}")
}

/// For example "a pawn and a rook".
fn listed(article: &str, roles: RoleSet) -> String {
    join(&roles.iter().map(|role| format!("{article} {}", role_name(role))).collect::<Vec<_>>())
}
