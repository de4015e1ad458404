//! Graph patterns in English.

use shakmaty::{Role, Square};

use crate::graph::{
    AttackBalance, Direction, EdgeKind, Graph, NodeKind, NodeLabel, PawnContext, Relation,
    RoleCounts, RookFile, role_name,
};

/// The order in which edges are spoken of.
const SAID: [EdgeKind; 7] = [
    EdgeKind::Direct,
    EdgeKind::Any,
    EdgeKind::Indirect,
    EdgeKind::Discovered,
    EdgeKind::Pin,
    EdgeKind::Threat,
    EdgeKind::Fork,
];

/// Says what a pattern shows, from the first sentence about its edges to the last about its nodes.
///
/// `square` gives the square of a slot where an occurrence is meant; else the label's own is used.
pub(super) fn phrase(graph: &Graph, square: impl Fn(u8) -> Option<Square>) -> String {
    let mut names = Names::new(graph, &square);
    let mut parts = Vec::new();
    for from in 0..graph.len() as u8 {
        for relation in [Relation::Attacks, Relation::Defends] {
            for mode in SAID {
                let targets: Vec<u8> = graph
                    .links(from, Direction::Out)
                    .iter()
                    .filter(|link| link.kind == mode)
                    .map(|link| link.node)
                    .filter(|to| graph.relation(from, *to) == Some(relation))
                    .collect();
                if !targets.is_empty() {
                    let who = names.mention(from);
                    let targets: Vec<String> =
                        targets.iter().map(|to| names.mention(*to)).collect();
                    parts.push(edge_sentence(&who, relation, mode, &join(&targets)));
                }
            }
        }
    }
    for node in 0..graph.len() as u8 {
        if let Some(predicate) = predicate(graph.label(node)) {
            parts.push(format!("{} {predicate}", names.mention(node)));
        }
    }
    if parts.is_empty() {
        parts.extend((0..graph.len() as u8).map(|node| names.mention(node)));
    }
    let mut text = parts.join("; ");
    if let Some(first) = text.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    text
}

fn edge_sentence(who: &str, relation: Relation, mode: EdgeKind, targets: &str) -> String {
    let verb = match relation {
        Relation::Attacks => "attack",
        Relation::Defends => "defend",
    };
    match mode {
        EdgeKind::Direct => format!("{who} {verb}s {targets}"),
        EdgeKind::Any => format!("{who} {verb}s or could {verb} {targets}"),
        EdgeKind::Indirect => format!("{who} {verb}s {targets} from behind a friend"),
        EdgeKind::Discovered => {
            format!("{who} would {verb} {targets} if a friend got out of the way")
        }
        EdgeKind::Pin => format!("{who} {verb}s {targets} through an enemy piece"),
        EdgeKind::Threat => format!("{who} could {verb} {targets} after one safe move"),
        EdgeKind::Fork => format!("{who} could {verb} {targets} with a fork after one safe move"),
    }
}

/// What a label says besides kind and square, as a predicate; `None` if nothing.
fn predicate(label: NodeLabel) -> Option<String> {
    let mut clauses = Vec::new();
    let words = Words::of(label);
    clauses.extend(guards(label.attackers(), label.defenders(), &words));
    if let Some(mobility) = label.mobility() {
        let plural = if matches!(mobility, "no" | "1") { "" } else { "s" };
        clauses.push(format!("has {mobility} safe square{plural}"));
    }
    match label.pinned() {
        Some(true) => clauses.push("is pinned to its king".to_owned()),
        Some(false) => clauses.push("is not pinned".to_owned()),
        None => {}
    }
    clauses.extend(label.attack_balance().map(|how| attack_balance(how, &words)));
    match label.passed() {
        Some(true) => clauses.push("is passed".to_owned()),
        Some(false) => clauses.push("is not passed".to_owned()),
        None => {}
    }
    if let Some(moves) = label.king_distance() {
        let plural = if moves == "1" { "" } else { "s" };
        clauses.push(format!("stands {moves} king's move{plural} from the enemy king"));
    }
    clauses.extend(label.pawn_context().into_iter().flat_map(pawn_context));
    if let Some(officers) = label.phase() {
        clauses.push(format!("stands with {officers} officers on the board"));
    }
    (!clauses.is_empty()).then(|| join(&clauses))
}

/// What is said of attackers: those of a piece could take it, a square or a king is attacked.
pub(super) struct Words {
    attacked: &'static str,
    not_attacked: &'static str,
}

impl Words {
    pub(super) fn of_men() -> Words {
        Words { attacked: "can be taken", not_attacked: "cannot be taken" }
    }

    fn of(label: NodeLabel) -> Words {
        match label.kind().and_then(NodeKind::piece) {
            Some(piece) if piece.role != Role::King => Words::of_men(),
            _ => Words { attacked: "is attacked", not_attacked: "is not attacked" },
        }
    }
}

pub(super) fn attack_balance(balance: AttackBalance, words: &Words) -> String {
    let Words { attacked, not_attacked } = words;
    match balance {
        AttackBalance::Loose => format!("{not_attacked} and is not defended"),
        AttackBalance::Protected => format!("{not_attacked} and is defended"),
        AttackBalance::Hanging => format!("{attacked} and is not defended"),
        AttackBalance::Defended => format!("{attacked} by no more than defend it"),
        AttackBalance::Outnumbered => format!("{attacked} by more than defend it"),
    }
}

fn pawn_context(standing: PawnContext) -> Vec<String> {
    match standing {
        PawnContext::Pawn { doubled, isolated, blocked } => {
            let mut words = [("doubled", doubled), ("isolated", isolated), ("blocked", blocked)];
            words.sort_by_key(|(_, is)| !is);
            words.map(|(word, is)| format!("is {}{word}", if is { "" } else { "not " })).to_vec()
        }
        PawnContext::Minor { in_reach, supported } => vec![
            match in_reach {
                true => "can still be reached by an enemy pawn".to_owned(),
                false => "is out of reach of enemy pawns".to_owned(),
            },
            match supported {
                true => "is supported by a pawn".to_owned(),
                false => "is not supported by a pawn".to_owned(),
            },
        ],
        PawnContext::Rook(file) => vec![
            match file {
                RookFile::BehindPassed => "stands behind a passed pawn of its own",
                RookFile::BehindEnemyPassed => "stands behind an enemy passed pawn",
                RookFile::Closed => "stands on a closed file",
                RookFile::HalfOpen => "stands on a half-open file",
                RookFile::Open => "stands on an open file",
            }
            .to_owned(),
        ],
        PawnContext::King { shield, bare } => {
            let pawns = ["no pawn", "one pawn", "two pawns", "three pawns"];
            let pawns = pawns[usize::from(shield.min(3))];
            let own = if bare { "without" } else { "with" };
            vec![
                format!("has {pawns} before it"),
                format!("stands on a file {own} pawns of its own"),
            ]
        }
    }
}

/// Who attacks and defends a node. The lists are complete, hence "only".
pub(super) fn guards(
    attackers: Option<RoleCounts>,
    defenders: Option<RoleCounts>,
    words: &Words,
) -> Vec<String> {
    let attacked = |kinds: RoleCounts| match kinds.is_empty() {
        true => words.not_attacked.to_owned(),
        false => format!("{} only by {}", words.attacked, pieces(kinds)),
    };
    let defended = |kinds: RoleCounts| match kinds.is_empty() {
        true => "is not defended".to_owned(),
        false => format!("is defended only by {}", pieces(kinds)),
    };
    attackers.map(attacked).into_iter().chain(defenders.map(defended)).collect()
}

/// For example "a pawn, two rooks and the king". Three stand for all larger numbers.
fn pieces(kinds: RoleCounts) -> String {
    let parts: Vec<String> = kinds
        .iter()
        .map(|(role, number)| match (role, number) {
            (Role::King, _) => "the king".to_owned(),
            (_, 1) => format!("a {}", role_name(role)),
            (_, 2) => format!("two {}s", role_name(role)),
            _ => format!("three or more {}s", role_name(role)),
        })
        .collect();
    join(&parts)
}

pub(super) fn join(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// What the nodes are called: in full when they are first mentioned, then as shortly as is clear.
struct Names {
    nodes: Vec<Name>,
    mentioned: Vec<bool>,
}

/// The ways to call one node.
struct Name {
    /// `rook`, `square`.
    noun: &'static str,
    /// `white rook on d1`, `empty square d1 by the black king`.
    full: String,
    /// Whether it goes with "the" from the first: there is only one, or a certain one is meant.
    definite: bool,
}

impl Names {
    fn new(graph: &Graph, square: &impl Fn(u8) -> Option<Square>) -> Names {
        let nodes = (0..graph.len() as u8).map(|node| name(graph.label(node), square(node)));
        Names { nodes: nodes.collect(), mentioned: vec![false; graph.len()] }
    }

    /// The name of a node in the next sentence.
    fn mention(&mut self, node: u8) -> String {
        const ORDINALS: [&str; 8] =
            ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
        let node = usize::from(node);
        let Name { noun, full, definite } = &self.nodes[node];
        let again = std::mem::replace(&mut self.mentioned[node], true);
        let earlier = self.nodes[..node].iter().filter(|other| other.full == *full).count();
        let alike = self.nodes.iter().filter(|other| other.full == *full).count();
        let of_noun = self.nodes.iter().filter(|other| other.noun == *noun).count();
        match ORDINALS.get(earlier) {
            Some(ordinal) if alike > 1 => format!("the {ordinal} {full}"),
            _ if again && of_noun == 1 => format!("the {noun}"),
            _ if again || *definite => format!("the {full}"),
            _ if full.starts_with('e') => format!("an {full}"),
            _ => format!("a {full}"),
        }
    }
}

fn name(label: NodeLabel, square: Option<Square>) -> Name {
    let place = match (square.or_else(|| label.square()), label.file(), label.rank()) {
        (Some(square), _, _) => format!(" on {square}"),
        (None, Some(file), _) => format!(" on the {file}-file"),
        (None, None, Some(rank)) => format!(" on rank {rank}"),
        (None, None, None) => String::new(),
    };
    let meant = square.is_some();
    match label.kind() {
        Some(NodeKind::Piece(piece)) => Name {
            noun: role_name(piece.role),
            full: format!("{}{place}", NodeKind::Piece(piece)),
            definite: meant || piece.role == Role::King,
        },
        kind => {
            let kings = match kind {
                Some(NodeKind::KingSquare(side)) => {
                    side.fold_wb("the white king", "the black king")
                }
                _ => "both kings",
            };
            // "Empty square on d8 by the king" would leave open who is on d8.
            let exact = square.or_else(|| label.square());
            let place = exact.map_or(place, |square| format!(" {square}"));
            Name {
                noun: "square",
                full: format!("empty square{place} by {kings}"),
                definite: exact.is_some(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::chess::position_from_fen;
    use crate::graph::{Component, Components, PositionGraph};

    /// The subgraph of a position on some squares, with these parts of the labels and without threats.
    fn part(fen: &str, squares: &[Square], keep: &[Component]) -> Graph {
        with_edges(fen, squares, keep, EdgeKind::is_present)
    }

    fn with_edges(
        fen: &str,
        squares: &[Square],
        keep: &[Component],
        takes: impl Fn(EdgeKind) -> bool,
    ) -> Graph {
        let position = PositionGraph::new(&position_from_fen(fen).unwrap());
        let nodes: Vec<u8> = squares.iter().map(|s| position.node_on(*s).unwrap()).collect();
        let components: Components = keep.iter().copied().collect();
        let relabel = |_, label: NodeLabel| label.keep(components);
        position.graph().subgraph(&nodes, relabel, |_, _, mode| takes(mode))
    }

    #[test]
    fn threats_and_what_is_beyond_the_paper_are_said() {
        let threat = |squares: &[Square], keep: &[Component]| {
            general(&with_edges("7k/p2p4/8/8/8/1N6/P7/K7 w - - 0 1", squares, keep, |mode| {
                mode == EdgeKind::Threat
            }))
        };
        let squares = [Square::B3, Square::D7];
        assert_eq!(
            threat(&squares, &[]),
            "A white knight could attack a black pawn after one safe move"
        );
        assert_eq!(
            threat(&squares, &[Component::AttackBalance]),
            "A white knight could attack a black pawn after one safe move; the knight cannot be taken \
             and is defended; the pawn cannot be taken and is not defended"
        );
        // From e5 the knight would attack d7 and f7, where now it attacks neither.
        let fork = with_edges(
            "7k/3p1p2/8/8/8/5N2/8/K7 w - - 0 1",
            &[Square::F3, Square::D7, Square::F7],
            &[],
            |mode| mode == EdgeKind::Fork,
        );
        assert_eq!(
            general(&fork),
            "A white knight could attack the first black pawn and the second black pawn with a fork \
             after one safe move"
        );
        assert_eq!(threat(&[Square::A7], &[Component::Passed]), "A black pawn is not passed");
        assert_eq!(
            threat(&[Square::D7], &[Component::KingDistance, Component::Phase]),
            "A black pawn stands 4 or more king's moves from the enemy king and stands with at most 3 \
             officers on the board"
        );
    }

    #[test]
    fn standings_are_said() {
        let of = |fen, square| general(&part(fen, &[square], &[Component::PawnContext]));
        let said = |square| of("4k2r/1p5p/1p3n2/4p3/4P3/8/5PPP/1R2Q1K1 w - - 0 1", square);
        assert_eq!(said(Square::B6), "A black pawn is doubled, is isolated and is not blocked");
        assert_eq!(
            said(Square::F6),
            "A black knight can still be reached by an enemy pawn and is not supported by a pawn"
        );
        let passed = "6k1/8/8/P7/8/8/8/r2R2K1 w - - 0 1";
        assert_eq!(of(passed, Square::A1), "A black rook stands behind an enemy passed pawn");
        assert_eq!(of(passed, Square::D1), "A white rook stands on an open file");
        assert_eq!(said(Square::B1), "A white rook stands on a half-open file");
        assert_eq!(said(Square::H8), "A black rook stands on a closed file");
        assert_eq!(
            said(Square::G1),
            "The white king has three pawns before it and stands on a file with pawns of its own"
        );
        assert_eq!(said(Square::E1), "A white queen");
    }

    fn general(graph: &Graph) -> String {
        phrase(graph, |_| None)
    }

    const FORK: &str = "4k3/8/8/8/8/3n4/8/2R1K3 w - - 0 1";

    #[test]
    fn what_is_not_given_is_said_of_any_piece() {
        let fork = part(FORK, &[Square::D3, Square::C1, Square::E1], &[]);
        assert_eq!(
            general(&fork),
            "A black knight attacks a white rook and the white king; the rook defends the king"
        );
        let lone = part(FORK, &[Square::C1], &[]);
        assert_eq!(general(&lone), "A white rook");
        let placed = part(FORK, &[Square::C1], &[Component::File, Component::Rank]);
        assert_eq!(general(&placed), "A white rook on c1");
        let file = part(FORK, &[Square::C1], &[Component::File]);
        assert_eq!(general(&file), "A white rook on the c-file");
        let rank = part(FORK, &[Square::C1], &[Component::Rank]);
        assert_eq!(general(&rank), "A white rook on rank 1");
    }

    #[test]
    fn an_occurrence_is_told_with_its_squares() {
        let squares = [Square::D3, Square::E1, Square::E2];
        let graph = part(FORK, &squares, &[]);
        assert_eq!(
            phrase(&graph, |slot| squares.get(usize::from(slot)).copied()),
            "The black knight on d3 attacks the white king on e1; the king defends the empty square \
             e2 by the white king"
        );
    }

    #[test]
    fn guards_are_complete_lists() {
        let fen = "4k3/8/2n2n2/4p3/3P4/3RR3/8/4K3 w - - 0 1";
        let guards = [Component::Attackers, Component::Defenders];
        assert_eq!(
            general(&part(fen, &[Square::E5], &guards)),
            "A black pawn can be taken only by a pawn and a rook and is defended only by a knight"
        );
        assert_eq!(
            general(&part(fen, &[Square::F6], &guards)),
            "A black knight cannot be taken and is not defended"
        );
        assert_eq!(
            general(&part(fen, &[Square::E3], &guards)),
            "A white rook cannot be taken and is defended only by a rook"
        );
        assert_eq!(
            general(&part(fen, &[Square::C6], &[Component::Defenders])),
            "A black knight is not defended"
        );
    }

    #[test]
    fn a_piece_is_called_shortly_when_it_comes_up_again() {
        let fen = "4k3/8/8/3q4/8/8/3R4/3RK3 w - - 0 1";
        let graph = part(fen, &[Square::D2, Square::D5], &[Component::Defenders]);
        assert_eq!(
            general(&graph),
            "A white rook attacks a black queen; the queen attacks the rook; the rook is defended \
             only by a rook and the king; the queen is not defended"
        );
        let battery = part(fen, &[Square::D1, Square::D2, Square::D5], &[]);
        assert_eq!(
            general(&battery),
            "The first white rook attacks a black queen from behind a friend; the first white rook \
             defends the second white rook; the second white rook attacks the queen; the second \
             white rook defends the first white rook; the queen attacks the second white rook; the queen \
             attacks the first white rook through an enemy piece"
        );
    }

    #[test]
    fn freedom_and_pins() {
        let fen = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1";
        let freedom = [Component::Mobility, Component::Pinned];
        assert_eq!(
            general(&part(fen, &[Square::E2], &freedom)),
            "A white knight has no safe square and is pinned to its king"
        );
        let pin = part(fen, &[Square::E7, Square::E1], &[]);
        assert_eq!(general(&pin), "A black rook attacks the white king through an enemy piece");
    }
}
