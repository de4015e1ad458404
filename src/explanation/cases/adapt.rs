//! Keeping and adapting stored explanation patterns (Kerner 1994, Section 5.2.2, steps 6 and 7).

use shakmaty::{Board, Color, File, Position, Square};

use crate::chess::position_from_fen;
use crate::explanation::cases::Case;
use crate::explanation::facts::bind::list;
use crate::explanation::facts::tree::Goal;
use crate::explanation::plans::outlook::Outlook;
use crate::explanation::plans::{FRONT, Route, Validation, attack_goal, tasks, validate};
use crate::explanation::reason::{Source, StoredXp, Xp};
use crate::graph::role_name;

/// The stored pattern of the same leaf: its slots as they are when they speak of the same squares, else re-bound.
/// `old`: its goals on the squares of the new fact.
#[must_use]
pub fn copied(
    outlook: &Outlook<'_>,
    viewpoint: Color,
    general: &Xp,
    stored: &StoredXp,
    old: &[Goal],
    case: &Case,
) -> Option<Xp> {
    let goals = merged(general, old);
    let validation = validate(outlook, viewpoint, &goals);
    let board = outlook.position().board();
    let is_same_board = position_from_fen(&case.fen).is_ok_and(|p| p.board() == board);
    // A stored plan must not speak of squares that mean nothing here.
    let plan = if is_same_board && same_squares(general, stored) {
        stored.plan.clone()
    } else if let Some(plan) = validation.as_ref().filter(|plan| plan.verb == "ATTACK") {
        wording(general, plan)
    } else {
        kept(board, general, stored, &stored.plan)?
    };
    Some(Xp {
        belief: kept(board, general, stored, &stored.belief)
            .unwrap_or_else(|| general.belief.clone()),
        purpose: kept(board, general, stored, &stored.purpose)
            .unwrap_or_else(|| general.purpose.clone()),
        plan,
        goals,
        validation,
        source: Source::Case { case: case.id.clone() },
        ..general.clone()
    })
}

/// The general pattern of a fact with its plan changed by the goals of a case (or concept) called `name`.
///
/// An attack by the same men's lines is merged with the general one (elaboration); another goal that holds on the board
/// is added to the general plan (insertion). `None` when nothing of the case holds, so that nothing would be learned.
#[must_use]
pub fn adapted(
    outlook: &Outlook<'_>,
    viewpoint: Color,
    general: &Xp,
    old: &[Goal],
    name: &str,
) -> Option<Xp> {
    let goals = merged(general, old);
    let board = outlook.position().board();
    let own = tasks(board, viewpoint, &general.goals);
    let foreign: Vec<Goal> = old
        .iter()
        .filter(|goal| {
            tasks(board, viewpoint, std::slice::from_ref(goal)).iter().any(|t| !own.contains(t))
        })
        .filter(|goal| goals.contains(goal))
        .cloned()
        .collect();
    if foreign.is_empty() {
        return None;
    }
    // Beside the goals of the case, those of the general pattern for the same targets take part.
    let same = |goal: &&Goal| foreign.iter().any(|f| f[0] == goal[0] && f[1] == goal[1]);
    let tried: Vec<Goal> = goals.iter().filter(same).cloned().collect();
    let validation = validate(outlook, viewpoint, &tried)?;
    let options: Vec<&str> = validation.routes.iter().map(|r| r.option.as_str()).collect();
    let is_found = |goal: &Goal| {
        goal[0] == validation.verb
            && (validation.verb != "ATTACK"
                || attack_goal(goal).is_some_and(|(square, via)| {
                    square == validation.target && options.contains(&via.unwrap_or("any"))
                }))
    };
    if !foreign.iter().any(is_found) {
        return None;
    }
    let is_elaboration = validation.verb == "ATTACK" && options.len() >= 2;
    let (plan, change) = if is_elaboration {
        (wording(general, &validation), format!("S4 elaboration: {}", options.join(" and ")))
    } else {
        let step = step_wording(&validation);
        (format!("{}; and {step}", general.plan), format!("I3 insertion: {step}"))
    };
    let kept_goals: Vec<Goal> = goals
        .into_iter()
        .filter(|goal| general.goals.contains(goal) || is_found(goal))
        .filter(|goal| match attack_goal(goal) {
            Some((_, Some(via))) if is_elaboration => options.contains(&via),
            _ => true,
        })
        .collect();
    let operators = vec![
        "S1 squares bound".to_owned(),
        change,
        "S2 routes bound by limited search".to_owned(),
        "R5 value of the new leaf".to_owned(),
    ];
    Some(Xp {
        plan,
        goals: kept_goals,
        validation: Some(validation),
        source: Source::Adapted { case: name.to_owned(), operators },
        ..general.clone()
    })
}

/// A step of a plan in words, with its route.
fn step_wording(plan: &Validation) -> String {
    let Some(route) = plan.routes.first() else { return String::new() };
    let way: Vec<String> = route.squares.iter().map(Square::to_string).collect();
    let (man, way, target) = (role_name(route.role), way.join("-"), plan.target);
    match plan.verb {
        "ATTACK" => format!("to attack {target} with the {man} ({way})"),
        "CAPTURE" => format!("to take on {target} with the {man} ({way})"),
        "ADVANCE" => format!("to advance the pawn ({way})"),
        "BLOCKADE" => format!("to blockade {target} with the {man} ({way})"),
        "PROTECT" => format!("to protect {target} with the {man} ({way})"),
        "CONTROL" => format!("to control {target} with the {man} ({way})"),
        "BEHIND" => format!("to put the {man} behind the pawn on {target} ({way})"),
        "DOUBLE" => format!("to double on the {}-file ({man} {way})", target.file()),
        _ => format!("to bring the {man} to {target} ({way})"),
    }
}

fn same_squares(general: &Xp, stored: &StoredXp) -> bool {
    let names: Vec<String> = general.squares.iter().map(Square::to_string).collect();
    names == stored.squares
}

/// The goals of a stored pattern with its first witness replaced by that of the new fact.
#[must_use]
pub fn rebound_goals(general: &Xp, stored: &StoredXp) -> Vec<Goal> {
    let (Some(old), Some(new)) = (stored.squares.first(), general.squares.first()) else {
        return Vec::new();
    };
    let new = new.to_string();
    // What is in front of a pawn goes with the pawn.
    let rebind = |part: String| match part.strip_suffix(old.as_str()) {
        Some(before @ ("" | FRONT)) => format!("{before}{new}"),
        _ => part,
    };
    stored.goals.iter().map(|goal| goal.clone().map(rebind)).collect()
}

/// Both plans together. Where they contradict each other the general plan stays.
fn merged(general: &Xp, old: &[Goal]) -> Vec<Goal> {
    const CONTRARY: [(&str, &str); 3] =
        [("ADVANCE", "BLOCKADE"), ("EXCHANGE", "AVOID-EXCHANGE"), ("OPEN", "CLOSE")];
    let contradicts = |a: &Goal, b: &Goal| {
        a[1] == b[1]
            && CONTRARY
                .iter()
                .any(|(x, y)| (a[0] == *x && b[0] == *y) || (a[0] == *y && b[0] == *x))
    };
    let mut goals: Vec<Goal> = Vec::new();
    let welcome = |goal: &&Goal| !general.goals.iter().any(|other| contradicts(other, goal));
    for goal in old.iter().filter(welcome).chain(&general.goals) {
        if !goals.contains(goal) {
            goals.push(goal.clone());
        }
    }
    goals
}

/// A slot of the stored pattern, if it means something here: every square it names belongs to the new fact too, the men it
/// names stand on the board, and a wing is the same.
#[must_use]
pub fn kept(board: &Board, general: &Xp, stored: &StoredXp, text: &str) -> Option<String> {
    let known: Vec<String> = general.squares.iter().map(Square::to_string).collect();
    // "Ba4" and "exd5" name squares too.
    let square = |word: &str| {
        word.get(word.len().saturating_sub(2)..)
            .filter(|end| end.parse::<Square>().is_ok())
            .map(str::to_owned)
    };
    let all_known = words(text).filter_map(square).all(|named| known.contains(&named));
    let same_owner = stored.owner == crate::explanation::facts::bind::side_name(general.owner);
    let applies =
        all_known && same_owner && men_are_there(board, text) && same_wing(general, stored, text);
    applies.then(|| text.to_owned())
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
}

/// A queen may be one that a pawn is to become, queens are those that are there.
fn men_are_there(board: &Board, text: &str) -> bool {
    words(text).all(|word| match word {
        "knight" | "knights" => board.knights().any(),
        "bishop" | "bishops" => board.bishops().any(),
        "rook" | "rooks" => board.rooks().any(),
        "queens" => board.queens().any(),
        _ => true,
    })
}

fn same_wing(general: &Xp, stored: &StoredXp, text: &str) -> bool {
    if !words(text).any(|word| matches!(word, "queenside" | "kingside")) {
        return true;
    }
    let old = stored.squares.first().and_then(|square| square.parse::<Square>().ok());
    let is_king_side = |square: Square| square.file() >= File::E;
    old.map(is_king_side) == general.squares.first().copied().map(is_king_side)
}

/// The plan in words, with the routes that were found.
fn wording(general: &Xp, plan: &Validation) -> String {
    let by = |route: &Route| {
        let way: Vec<String> = route.squares.iter().map(Square::to_string).collect();
        let link = if way.len() > 1 { " " } else { " on " };
        format!("{}{link}{}", role_name(route.role), way.join("-"))
    };
    let (mut lines, mut ways) = (Vec::new(), Vec::new());
    for route in &plan.routes {
        let by = by(route);
        match route.option.as_str() {
            "file" => lines.push(format!("the {}-file ({by})", plan.target.file())),
            "rank" => lines.push(format!("the {}th rank ({by})", plan.target.rank().to_u32() + 1)),
            _ => ways.push(format!("with the {by}")),
        }
    }
    if !lines.is_empty() {
        let both = if lines.len() == 2 { "both " } else { "" };
        ways.insert(0, format!("through {both}{}", list(&lines)));
    }
    let what = if general.leaf.starts_with("pawn/weak") || general.leaf.starts_with("pawn/doubled")
    {
        "the weak pawn on "
    } else {
        ""
    };
    let text = format!("to attack {what}{} {}", plan.target, list(&ways));
    text.replace("1th", "1st").replace("2th", "2nd").replace("3th", "3rd")
}
