//! Plans that can be carried out with the pieces there are.

use shakmaty::attacks::rook_attacks;
use shakmaty::{Bitboard, Chess, Color, Position, Role, Square};

use crate::chess::{ahead, is_passed};
use crate::explanation::phrase::{Part, Phrase};

/// Words before a piece that the planner moves.
const OWN: [&str; 6] = ["with a ", "with the ", "by a ", "bring the ", "double ", "put "];

/// Words before pieces of which it takes two.
const OF_TWO: [&str; 2] = ["double ", "exchange the other "];

/// Words before pieces of which one may do as well.
const OF_ONE_OR_MORE: [&str; 2] = ["with ", "keep "];

/// What a rook that is there already is to do.
const BEHIND: &str = "from behind with a ";

/// Not where one is passed already; the longer ones first.
const TO_CREATE: [&str; 3] = [
    "create a passed pawn with the pawn majority",
    "create a passed pawn far away from that king",
    "create a passed pawn",
];

/// How rooks and queens attack.
const ALONG: &str = " along the ";

/// What the clauses of a plan are separated by.
const SEPARATORS: [&str; 3] = [", ", "; ", ": "];

/// Words about exchanges, which need a piece besides the king on either side.
const EXCHANGES: [&str; 4] =
    ["exchange pieces", "exchanges of pieces", "active pieces", "head for an ending"];

/// Words about what takes a piece besides king and pawns.
const WITH_PIECES: [&str; 4] =
    ["attack on the king", "initiative", "pieces active", "simplified ending"];

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

/// The clauses of a plan of `side` about a square that name no piece that is not there, castling only while it is allowed, and
/// exchanges only where there is something to exchange. What is done already is left out.
///
/// A piece that the side is to use must be its own; others may be anybody's. One queen may be one that a pawn becomes.
#[must_use]
pub fn possible(position: &Chess, side: Color, square: Option<Square>, plan: &Phrase) -> Phrase {
    let mut kept: Vec<Phrase> = Vec::new();
    let mut is_told = false;
    let all = clauses(plan);
    let is_list = all.last().is_some_and(is_last_of_list);
    for clause in all {
        let depends = is_dependent(&clause);
        if depends && !is_told {
            continue;
        }
        let is_open = is_possible(position, side, &clause)
            && !square.is_some_and(|square| is_done(position, side, square, &clause));
        if is_open {
            kept.push(fitting(position, side, clause));
        }
        is_told = is_open || depends;
    }
    if is_list {
        kept.last_mut().into_iter().for_each(end_list);
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
                && (!text.contains("enemy piece") || has(!side, minors | heavy))
                && (!WITH_PIECES.iter().any(|words| text.contains(words))
                    || has(side, minors | heavy))
                && (!text.contains("pawn advance") || has(side, board.pawns()))
                && (!is_exchange || both_have(minors | heavy))
                && (!text.contains("exchange pawns") || both_have(board.pawns()))
                && has_for("heavy piece", heavy)
                && has_for("minor piece", minors)
        }
        Part::Piece { role, plural } => {
            let ends_with = |words: &[&str]| words.iter().any(|words| before.ends_with(words));
            let pieces = board.by_role(*role);
            let own = pieces & board.by_color(side);
            if ends_with(&OF_TWO) {
                let is_traded = before.contains("exchange");
                return own.count() > 1 && (!is_traded || both_have(pieces));
            }
            let is_own = ends_with(&OWN) || *plural && ends_with(&["with "]);
            let pieces = if is_own { own } else { pieces };
            *role == Role::Queen && !plural || pieces.any()
        }
        _ => true,
    })
}

/// A rook stands behind the pawn on a square already.
fn is_done(position: &Chess, side: Color, square: Square, clause: &Phrase) -> bool {
    let board = position.board();
    let behind = rook_attacks(square, board.occupied())
        & Bitboard::from_file(square.file())
        & !ahead(side, square);
    let has_rook = (behind & board.rooks() & board.by_color(side)).any();
    let is_asked = |part: &Part| matches!(part, Part::Text(text) if text.ends_with(BEHIND));
    has_rook && clause.parts.iter().any(is_asked)
}

/// In words that fit: `with the rook` for `with rooks` of a side that has one; a passed pawn that is there is not to be created.
fn fitting(position: &Chess, side: Color, clause: Phrase) -> Phrase {
    let board = position.board();
    let own_pawns = board.pawns() & board.by_color(side);
    let has_passed = own_pawns.into_iter().any(|pawn| is_passed(board, side, pawn));
    let mut parts: Vec<Part> = Vec::new();
    for part in clause.parts {
        match (part, parts.last_mut()) {
            (Part::Text(text), _) if has_passed => {
                let created = TO_CREATE.iter().find(|words| text.contains(**words));
                let advance = |words: &&str| text.replace(*words, "advance the passed pawn");
                parts.push(Part::Text(created.map_or_else(|| text.clone(), advance)));
            }
            (Part::Piece { role, plural: true }, Some(Part::Text(before)))
                if OF_ONE_OR_MORE.iter().any(|words| before.ends_with(words))
                    && (board.by_role(role) & board.by_color(side)).count() == 1 =>
            {
                before.push_str("the ");
                parts.push(Part::Piece { role, plural: false });
            }
            (part, _) => parts.push(part),
        }
    }
    let pieces = board.by_color(side) & !board.pawns() & !board.kings();
    if pieces.is_disjoint(board.rooks_and_queens()) {
        without_lines(&mut parts, pieces.any());
    }
    Phrase { parts }
}

/// `attack the pawn with the king` for `attack the pawn along the 3rd rank`, and without its end where there are other pieces.
fn without_lines(parts: &mut Vec<Part>, has_others: bool) {
    let end = |part: &Part| match part {
        Part::Text(text) => text.strip_suffix(ALONG).map(str::to_owned),
        _ => None,
    };
    if let Some((at, text)) = parts.iter().enumerate().find_map(|(at, part)| Some((at, end(part)?)))
    {
        parts.truncate(at);
        parts.push(Part::Text(text + if has_others { "" } else { " with the king" }));
    }
}

/// The separator before a clause, and its first words.
fn beginning(clause: &Phrase) -> Option<(&str, &str)> {
    match clause.parts.as_slice() {
        [Part::Text(separator), Part::Text(text), ..] => Some((separator, text)),
        _ => None,
    }
}

fn is_last_of_list(clause: &Phrase) -> bool {
    beginning(clause).is_some_and(|(separator, text)| separator == ", " && text.starts_with("and "))
}

/// `a, b` for `a, b, and c` without its last clause becomes `a, and b`.
fn end_list(last: &mut Phrase) {
    if let [Part::Text(separator), Part::Text(text), ..] = last.parts.as_mut_slice()
        && separator == ", "
        && !text.starts_with("and ")
    {
        text.insert_str(0, "and ");
    }
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
    beginning(clause).is_some_and(|(separator, text)| {
        SEPARATORS.contains(&separator) && DEPENDENT.iter().any(|words| text.starts_with(words))
    })
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

    use shakmaty::File;

    use super::*;
    use crate::chess::position_from_fen;

    #[test]
    fn nothing_is_exchanged_against_a_bare_king() {
        let plan = Phrase::words("exchange pieces (not pawns), head for an ending; use the king");
        let told =
            |fen| possible(&position_from_fen(fen).unwrap(), Color::White, None, &plan).to_string();
        assert_eq!(told("8/8/8/3k4/8/8/8/KR6 w - - 0 1"), "use the king");
        assert_eq!(told("8/8/8/3kn3/8/8/8/KR6 w - - 0 1"), plan.to_string());
    }

    #[test]
    fn pawns_are_exchanged_where_both_sides_have_some() {
        let plan = Phrase::words("exchange pawns when possible, and use the king");
        let told =
            |fen| possible(&position_from_fen(fen).unwrap(), Color::Black, None, &plan).to_string();
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
            |fen| possible(&position_from_fen(fen).unwrap(), Color::White, None, &plan).to_string();
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
            |fen| possible(&position_from_fen(fen).unwrap(), Color::White, None, &plan).to_string();
        assert_eq!(told("8/5p1p/4p2p/3p2P1/pk3P2/4P3/8/1b4K1 w - - 0 1"), "advance");
        assert_eq!(
            told("6k1/8/8/8/8/8/8/1R1B2K1 w - - 0 1"),
            "guard it with minor pieces, advance"
        );
        assert_eq!(told("3q2k1/8/8/8/8/8/8/1R4K1 w - - 0 1"), "exchange the heavy pieces, advance");
    }

    #[test]
    fn one_rook_is_not_doubled_and_not_called_rooks() {
        let plan = Phrase::recognised(
            "double rooks there, exchange the other rooks for good, attack the pawn with rooks",
        );
        let told =
            |fen| possible(&position_from_fen(fen).unwrap(), Color::White, None, &plan).to_string();
        assert_eq!(told("4k1r1/8/8/8/8/8/8/R3K2R w - - 0 1"), plan.to_string());
        let two = told("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
        assert_eq!(two, "double rooks there, attack the pawn with rooks");
        assert_eq!(told("4k1r1/8/8/8/8/8/8/R3K3 w - - 0 1"), "attack the pawn with the rook");
    }

    #[test]
    fn a_list_without_its_last_clause_ends_with_and() {
        let plan = Phrase::recognised("open a file, enter there, look around, and bring the queen");
        let told = |plan: &Phrase| {
            let position = position_from_fen("4k3/8/8/8/8/8/8/R3K2R w - - 0 1").unwrap();
            possible(&position, Color::White, None, plan).to_string()
        };
        assert_eq!(told(&plan), plan.to_string(), "a pawn may become a queen");
        let plan =
            Phrase::recognised("open a file, enter there, look around, and bring the knight");
        assert_eq!(told(&plan), "open a file, enter there, and look around");
        let plan = Phrase::recognised("open a file, enter there, and bring the knight");
        assert_eq!(told(&plan), "open a file and enter there");
    }

    #[test]
    fn a_bare_king_attacks_nothing_and_a_passed_pawn_is_not_created() {
        let told = |plan: &str, fen| {
            let position = position_from_fen(fen).unwrap();
            possible(&position, Color::White, None, &Phrase::words(plan)).to_string()
        };
        let bare = "4k3/8/8/8/8/8/8/r3K3 w - - 0 1";
        let attack =
            "exchange the enemy piece there, look for the initiative, an attack on the king";
        assert_eq!(told(attack, bare), "exchange the enemy piece there");
        assert_eq!(
            told(attack, "4k3/8/8/8/8/8/8/B3K3 w - - 0 1"),
            "look for the initiative, an attack on the king"
        );
        let create = "keep the pawns, create a passed pawn with the pawn majority and support it with the king";
        assert_eq!(
            told(create, "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1"),
            "keep the pawns, advance the passed pawn and support it with the king"
        );
        assert_eq!(told(create, "4k3/3p4/8/3PP3/8/8/8/4K3 w - - 0 1"), create);
        let far = "create a passed pawn far away from that king";
        assert_eq!(told(far, "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1"), "advance the passed pawn");
    }

    #[test]
    fn only_rooks_and_queens_attack_along_lines() {
        let mut plan = Phrase::recognised("attack the weak pawn on e6 along the ");
        plan.parts.push(Part::Files(vec![File::E]));
        let told = |fen| {
            let position = position_from_fen(fen).unwrap();
            possible(&position, Color::White, None, &plan).to_string()
        };
        let with_king = "attack the weak pawn on e6 with the king";
        assert_eq!(told("4k3/8/4p3/8/8/8/8/4K3 w - - 0 1"), with_king);
        assert_eq!(told("4k3/8/4p3/8/8/8/8/4KB2 w - - 0 1"), "attack the weak pawn on e6");
        assert_eq!(told("4k3/8/4p3/8/8/8/8/4KR2 w - - 0 1"), plan.to_string());
    }

    #[test]
    fn a_rook_behind_its_pawn_need_not_go_there() {
        let plan = Phrase::recognised("support the pawn from behind with a rook, then advance it");
        let told = |fen| {
            let position = position_from_fen(fen).unwrap();
            possible(&position, Color::White, Some(Square::D5), &plan).to_string()
        };
        assert_eq!(told("4k3/8/8/3P4/8/8/8/3RK3 w - - 0 1"), "advance it");
        for elsewhere in ["4k3/3R4/8/3P4/8/8/8/4K3 w - - 0 1", "4k3/8/8/3P4/8/3K4/8/3R4 w - - 0 1"]
        {
            assert_eq!(told(elsewhere), plan.to_string());
        }
    }
}
