//! Plans that can be carried out with the pieces there are.

use shakmaty::{Bitboard, Chess, Color, Position, Role};

use crate::explanation::phrase::{Part, Phrase};

/// Words before a piece that the planner moves.
const OWN: [&str; 6] = ["with a ", "with the ", "by a ", "bring the ", "double ", "put "];

/// What the clauses of a plan are separated by.
const SEPARATORS: [&str; 3] = [", ", "; ", ": "];

/// Words about exchanges, which need a piece besides the king on either side.
const EXCHANGES: [&str; 4] =
    ["exchange pieces", "exchanges of pieces", "active pieces", "head for an ending"];

/// How a clause begins that says more about the one before it, and nothing without it.
const DEPENDENT: [&str; 10] = [
    "above all ",
    "a ",
    "an ",
    "at least ",
    "best ",
    "each ",
    "if necessary ",
    "preferably ",
    "so that ",
    "the others ",
];

/// The clauses of a plan of `side` that name no piece that is not there, castling only while it is allowed, and exchanges
/// only where there is something to exchange.
///
/// A piece that the side is to use must be its own; others may be anybody's. One queen may be one that a pawn becomes.
#[must_use]
pub fn possible(position: &Chess, side: Color, plan: &Phrase) -> Phrase {
    let mut kept: Vec<Phrase> = Vec::new();
    let mut is_told = false;
    for clause in clauses(plan) {
        let depends = is_dependent(&clause);
        if depends && !is_told {
            continue;
        }
        let is_possible = is_possible(position, side, &clause);
        if is_possible {
            kept.push(clause);
        }
        is_told = is_possible || depends;
    }
    join_last_of_two(&mut kept);
    let mut kept = Phrase { parts: kept.into_iter().flat_map(|clause| clause.parts).collect() };
    trim(&mut kept);
    kept
}

/// The clauses, each but the first with the separator before it.
fn clauses(plan: &Phrase) -> Vec<Phrase> {
    let mut clauses = vec![Phrase::default()];
    for part in &plan.parts {
        let Part::Text(text) = part else {
            clauses[..].last_mut().into_iter().for_each(|c| c.parts.push(part.clone()));
            continue;
        };
        let mut rest = text.as_str();
        while let Some(at) = SEPARATORS.iter().filter_map(|s| rest.find(s)).min() {
            // A separator begins the next clause.
            let (before, after) = rest.split_at(at);
            push(&mut clauses, before);
            clauses.push(Phrase::words(&after[..2]));
            rest = &after[2..];
        }
        push(&mut clauses, rest);
    }
    clauses
}

fn push(clauses: &mut [Phrase], text: &str) {
    if let (Some(last), false) = (clauses.last_mut(), text.is_empty()) {
        last.parts.push(Part::Text(text.to_owned()));
    }
}

fn is_possible(position: &Chess, side: Color, clause: &Phrase) -> bool {
    let board = position.board();
    let has = |side, pieces: Bitboard| (board.by_color(side) & pieces).any();
    let both_have = |pieces| has(side, pieces) && has(!side, pieces);
    let minors = board.knights() | board.bishops();
    let heavy = board.rooks_and_queens();
    let mut before = "";
    clause.parts.iter().all(|part| match part {
        Part::Text(text) => {
            before = text;
            let can_castle = position.castles().has_color(side) && !position.is_check();
            let is_exchange = EXCHANGES.iter().any(|words| text.contains(words));
            // The planner uses its own, or exchanges them for the other side's.
            let has_for = |words, pieces| {
                let is_traded = text.contains("exchange");
                !text.contains(words)
                    || if is_traded { both_have(pieces) } else { has(side, pieces) }
            };
            (!text.contains("castle") || can_castle)
                && (!is_exchange || both_have(minors | heavy))
                && (!text.contains("exchange pawns") || both_have(board.pawns()))
                && has_for("heavy piece", heavy)
                && has_for("minor piece", minors)
        }
        Part::Piece { role, plural } => {
            let is_own = OWN.iter().any(|words| before.ends_with(words));
            let pieces = board.by_role(*role);
            let pieces = if is_own { pieces & board.by_color(side) } else { pieces };
            *role == Role::Queen && !plural || pieces.any()
        }
        _ => true,
    })
}

/// Of two clauses the second needs no comma before "and".
fn join_last_of_two(clauses: &mut [Phrase]) {
    let [_, Phrase { parts }] = clauses else { return };
    if let [Part::Text(separator), Part::Text(text), ..] = parts.as_mut_slice()
        && separator == ", "
        && text.starts_with("and ")
    {
        *separator = " ".to_owned();
    }
}

fn is_dependent(clause: &Phrase) -> bool {
    let [Part::Text(separator), Part::Text(text), ..] = clause.parts.as_slice() else {
        return false;
    };
    SEPARATORS.contains(&separator.as_str())
        && DEPENDENT.iter().any(|words| text.starts_with(words))
}

/// A plan begins with a verb.
fn trim(plan: &mut Phrase) {
    const LINKS: [&str; 7] = [", ", "; ", ": ", "and ", "then ", "or ", "otherwise "];
    while let Some(Part::Text(first)) = plan.parts.first_mut() {
        match LINKS.iter().find_map(|link| first.strip_prefix(link)) {
            Some("") => drop(plan.parts.remove(0)),
            Some(rest) => *first = rest.to_owned(),
            None => return,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::chess::position_from_fen;

    #[test]
    fn nothing_is_exchanged_against_a_bare_king() {
        let plan = Phrase::words("exchange pieces (not pawns), head for an ending; use the king");
        let told =
            |fen| possible(&position_from_fen(fen).unwrap(), Color::White, &plan).to_string();
        assert_eq!(told("8/8/8/3k4/8/8/8/KR6 w - - 0 1"), "use the king");
        assert_eq!(told("8/8/8/3kn3/8/8/8/KR6 w - - 0 1"), plan.to_string());
    }

    #[test]
    fn pawns_are_exchanged_where_both_sides_have_some() {
        let plan = Phrase::words("exchange pawns when possible, and use the king");
        let told =
            |fen| possible(&position_from_fen(fen).unwrap(), Color::Black, &plan).to_string();
        assert_eq!(told("8/8/8/3k4/8/8/8/KR6 b - - 0 1"), "use the king");
        assert_eq!(told("8/3p4/8/3k4/8/8/8/KR6 b - - 0 1"), "use the king");
        let both = told("8/3p4/8/3k4/8/8/P7/KR6 b - - 0 1");
        assert_eq!(both, "exchange pawns when possible and use the king");
    }

    #[test]
    fn what_depends_on_a_clause_goes_with_it() {
        let plan = Phrase::recognised(
            "blockade it with a bishop, best on d5, preferably with a knight; otherwise use the king",
        );
        let told =
            |fen| possible(&position_from_fen(fen).unwrap(), Color::White, &plan).to_string();
        assert_eq!(told("4k3/8/8/8/8/8/8/4K1BN w - - 0 1"), plan.to_string());
        assert_eq!(
            told("4k3/8/8/8/8/8/8/4K1B1 w - - 0 1"),
            "blockade it with a bishop, best on d5; otherwise use the king"
        );
        assert_eq!(told("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1"), "use the king");
    }

    #[test]
    fn no_heavy_piece_is_exchanged_or_used_where_there_is_none() {
        let plan = Phrase::words("exchange the heavy pieces, guard it with minor pieces, advance");
        let told =
            |fen| possible(&position_from_fen(fen).unwrap(), Color::White, &plan).to_string();
        assert_eq!(told("8/5p1p/4p2p/3p2P1/pk3P2/4P3/8/1b4K1 w - - 0 1"), "advance");
        assert_eq!(
            told("6k1/8/8/8/8/8/8/1R1B2K1 w - - 0 1"),
            "guard it with minor pieces, advance"
        );
        assert_eq!(told("3q2k1/8/8/8/8/8/8/1R4K1 w - - 0 1"), "exchange the heavy pieces, advance");
    }
}
