//! Graph patterns in English.

use shakmaty::{Role, Square};

use super::english::{ATTACKED, BALANCES, capitalised, guards, join, near_king, with_article};
use crate::graph::{
    AttackBalance, Direction, EdgeKind, Graph, MAX_NODES, NodeKind, NodeLabel, PawnContext,
    Relation, RookFile, role_name,
};

/// The order in which the edges of a node are named.
const EDGE_ORDER: [EdgeKind; 7] = [
    EdgeKind::Direct,
    EdgeKind::Any,
    EdgeKind::Indirect,
    EdgeKind::Discovered,
    EdgeKind::Pin,
    EdgeKind::Threat,
    EdgeKind::Fork,
];

/// How much is said of the nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// All that their labels say.
    Full,
    /// What they are, and where.
    Brief,
}

/// A clause for each kind of edge that leaves a node; for a pattern without edges its nodes.
///
/// `square` gives the square of a slot where an occurrence is meant; else the label's own is used.
pub(super) fn phrase(
    graph: &Graph,
    detail: Detail,
    square: impl Fn(u8) -> Option<Square>,
) -> String {
    let mut names = Names::new(graph, detail, &square);
    let mut clauses = Vec::new();
    for from in 0..graph.len() as u8 {
        for relation in [Relation::Attacks, Relation::Defends] {
            for kind in EDGE_ORDER {
                let targets: Vec<u8> = graph
                    .links(from, Direction::Out)
                    .iter()
                    .filter(|link| link.kind == kind)
                    .map(|link| link.node)
                    .filter(|to| graph.relation(from, *to) == Some(relation))
                    .collect();
                // Forks may be on different squares, and pins on different lines: one clause each.
                let apart = matches!(kind, EdgeKind::Fork | EdgeKind::Pin);
                for targets in targets.chunks(if apart { 1 } else { MAX_NODES }) {
                    let to_king = targets.iter().all(|to| is_king(graph.label(*to)));
                    let who = names.mention(from);
                    let targets: Vec<String> =
                        targets.iter().map(|to| names.mention(*to)).collect();
                    clauses.push(edge_clause(&who, relation, kind, to_king, &join(&targets)));
                }
            }
        }
    }
    if clauses.is_empty() {
        clauses.extend(names.nodes.iter().map(|name| name.headline.clone()));
    }
    capitalised(clauses.join("; "))
}

fn is_king(label: NodeLabel) -> bool {
    label.kind().and_then(NodeKind::piece).is_some_and(|piece| piece.role == Role::King)
}

fn edge_clause(
    who: &str,
    relation: Relation,
    kind: EdgeKind,
    to_king: bool,
    targets: &str,
) -> String {
    let (verb, noun) = match relation {
        Relation::Attacks => ("attack", "attack on"),
        Relation::Defends => ("defend", "defence of"),
    };
    let at_king = to_king && relation == Relation::Attacks;
    match kind {
        EdgeKind::Direct => format!("{who} {verb}s {targets}"),
        EdgeKind::Any => format!("{who} has a direct or indirect {noun} {targets}"),
        EdgeKind::Indirect => format!("{who} backs up {} {targets}", with_article(noun)),
        EdgeKind::Discovered => format!("{who} has a discovered {noun} {targets}"),
        EdgeKind::Pin if at_king => format!("{who} pins an enemy piece to {targets}"),
        EdgeKind::Pin => format!("{who} has an X-ray {noun} {targets}"),
        EdgeKind::Threat if at_king => format!("{who} can safely give check to {targets}"),
        EdgeKind::Fork if at_king => format!("{who} has a safe fork that gives check to {targets}"),
        EdgeKind::Threat => format!("{who} has a safe move that {verb}s {targets}"),
        EdgeKind::Fork => format!("{who} has a safe fork that {verb}s {targets}"),
    }
}

/// For ranks, and for pieces that nothing else tells apart.
const ORDINALS: [&str; 8] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/// What the nodes are called: in full when they are first mentioned, then as briefly as is clear.
struct Names {
    nodes: Vec<Name>,
    mentioned: Vec<bool>,
}

/// The ways to call one node.
struct Name {
    /// `rook`, `square`.
    noun: &'static str,
    /// `white rook on d1`, `empty square d1 next to the black king`.
    short: String,
    /// With everything that the label says: `hanging white rook on d1 that is attacked only by a pawn`.
    full: String,
    /// The same when nothing else is said: `hanging white rook on d1, attacked only by a pawn`.
    headline: String,
    /// Whether it goes with "the" from the first: there is only one, or a certain one is meant.
    definite: bool,
}

impl Names {
    fn new(graph: &Graph, detail: Detail, square: &impl Fn(u8) -> Option<Square>) -> Names {
        let name = |node| Name::new(graph.label(node), detail, square(node));
        let nodes = (0..graph.len() as u8).map(name);
        Names { nodes: nodes.collect(), mentioned: vec![false; graph.len()] }
    }

    /// The name of a node in the next clause.
    fn mention(&mut self, node: u8) -> String {
        let node = usize::from(node);
        let again = std::mem::replace(&mut self.mentioned[node], true);
        let Name { noun, short, full, definite, .. } = &self.nodes[node];
        let count = |nodes: &[Name]| nodes.iter().filter(|other| other.short == *short).count();
        let (earlier, alike) = (count(&self.nodes[..node]), count(&self.nodes));
        let of_noun = self.nodes.iter().filter(|other| other.noun == *noun).count();
        match ORDINALS.get(earlier) {
            Some(ordinal) if alike > 1 => {
                format!("the {ordinal} {}", if again { short } else { full })
            }
            _ if again && of_noun == 1 => format!("the {noun}"),
            _ if again => format!("the {short}"),
            _ if *definite => format!("the {full}"),
            _ => with_article(full),
        }
    }
}

impl Name {
    fn new(label: NodeLabel, detail: Detail, square: Option<Square>) -> Name {
        let exact = square.or_else(|| label.square());
        let place = match (exact, label.file(), label.rank()) {
            (Some(square), _, _) => format!(" on {square}"),
            (None, Some(file), _) => format!(" on the {file}-file"),
            (None, None, Some(rank)) => format!(" on the {} rank", ORDINALS[rank as usize]),
            (None, None, None) => String::new(),
        };
        let (noun, bare, definite) = match label.kind() {
            Some(NodeKind::Piece(piece)) => (
                role_name(piece.role),
                NodeKind::Piece(piece).to_string(),
                piece.role == Role::King,
            ),
            kind => {
                let king = match kind {
                    Some(NodeKind::KingSquare(color)) => {
                        color.fold_wb("the white king", "the black king")
                    }
                    _ => "both kings",
                };
                let square = exact.map_or(String::new(), |square| format!(" {square}"));
                let empty = if detail == Detail::Full { "empty " } else { "" };
                ("square", format!("{empty}square{square} next to {king}"), false)
            }
        };
        let place = if noun == "square" && exact.is_some() { String::new() } else { place };
        let Description { adjectives, details, predicates } = match detail {
            Detail::Full => Description::of(label),
            Detail::Brief => Description::default(),
        };
        let short = format!("{bare}{place}");
        let mut rest = short.clone();
        rest.insert_str(0, &adjectives.iter().map(|word| format!("{word} ")).collect::<String>());
        details.iter().for_each(|detail| rest.extend([" ", detail]));
        let (is, said) = (predicates.is_empty(), join(&predicates));
        Name {
            noun,
            short,
            full: if is { rest.clone() } else { format!("{rest} that is {said}") },
            headline: if is { rest } else { format!("{rest}, {said}") },
            definite: definite || exact.is_some(),
        }
    }
}

/// What a label says besides kind and square.
#[derive(Default)]
struct Description {
    /// Before the noun: `pinned`.
    adjectives: Vec<&'static str>,
    /// Behind the noun and its square: `on an open file`.
    details: Vec<String>,
    /// After "is": `attacked only by a pawn`.
    predicates: Vec<String>,
}

/// As [`BALANCES`], of a king and of a square next to one.
const KING_BALANCES: [&str; BALANCES.len()] = [
    "not in check and not defended",
    "not in check and defended",
    "in check and not defended",
    "in check but defended often enough",
    "in check more often than defended",
];
const SQUARE_BALANCES: [&str; BALANCES.len()] = [
    "neither attacked nor defended",
    "defended and not attacked",
    "attacked and not defended",
    "attacked but defended often enough",
    "attacked more often than defended",
];

impl Description {
    fn of(label: NodeLabel) -> Description {
        let mut said = Description::default();
        let piece = label.kind().and_then(NodeKind::piece);
        let role = piece.map(|piece| piece.role);
        let (balances, attacked) = match role {
            Some(Role::King) => (KING_BALANCES, ("in check only from", "not in check")),
            Some(_) => (BALANCES, ATTACKED),
            None => (SQUARE_BALANCES, ATTACKED),
        };
        if let Some(balance) = label.attack_balance() {
            let words = balances[balance as usize];
            match balance {
                AttackBalance::Loose | AttackBalance::Hanging if !words.contains(' ') => {
                    said.adjectives.push(words);
                }
                _ => said.predicates.push(words.to_owned()),
            }
        }
        let flag = |value: Option<bool>, yes, no| value.map(|is| if is { yes } else { no });
        said.adjectives.extend(flag(label.pinned(), "pinned", "unpinned"));
        said.adjectives.extend(flag(label.passed(), "passed", "non-passed"));
        if let Some(context) = label.pawn_context() {
            said.add_pawn_context(context);
        }
        if let Some(range) = label.mobility() {
            let plural = if range == "1" { "" } else { "s" };
            said.details.push(format!("with {range} safe move{plural}"));
        }
        if let (Some(range), Some(piece)) = (label.king_distance(), piece) {
            said.details.push(near_king(range, !piece.color));
        }
        said.details.extend(label.phase().map(|phase| format!("in the {phase}")));
        let lists = guards(label.attackers(), label.defenders(), attacked);
        if !lists.is_empty() {
            said.predicates.push(lists);
        }
        said
    }

    fn add_pawn_context(&mut self, context: PawnContext) {
        match context {
            PawnContext::Pawn { doubled, isolated, blocked } => {
                let flags = [(doubled, "doubled"), (isolated, "isolated"), (blocked, "blocked")];
                let sound = (!(doubled || isolated || blocked), "sound");
                let given = flags.into_iter().chain([sound]).filter(|(holds, _)| *holds);
                self.adjectives.extend(given.map(|(_, word)| word));
            }
            PawnContext::Minor { in_reach, supported } => self.details.push(
                match (in_reach, supported) {
                    (false, true) => "on an outpost",
                    (false, false) => "out of reach of pawns and without pawn support",
                    (true, true) => "with pawn support but within reach of enemy pawns",
                    (true, false) => "without pawn support and within reach of enemy pawns",
                }
                .to_owned(),
            ),
            PawnContext::Rook(file) => self.details.push(
                match file {
                    RookFile::BehindPassed => "behind a passed pawn of its own",
                    RookFile::BehindEnemyPassed => "behind an enemy passed pawn",
                    RookFile::Closed => "on a closed file",
                    RookFile::HalfOpen => "on a half-open file",
                    RookFile::Open => "on an open file",
                }
                .to_owned(),
            ),
            PawnContext::King { shield, bare } => {
                let pawns = [
                    "no pawn shield",
                    "a one-pawn shield",
                    "a two-pawn shield",
                    "a three-pawn shield",
                ];
                let shield = pawns[usize::from(shield.min(3))];
                let file = if bare { " on a file without friendly pawns" } else { "" };
                self.details.push(format!("with {shield}{file}"));
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
    fn part(fen: &str, squares: &[Square], keep: &[Component]) -> String {
        with_edges(fen, squares, keep, EdgeKind::is_present)
    }

    fn with_edges(
        fen: &str,
        squares: &[Square],
        keep: &[Component],
        takes: impl Fn(EdgeKind) -> bool,
    ) -> String {
        phrase(&subgraph(fen, squares, keep, takes), Detail::Full, |_| None)
    }

    fn subgraph(
        fen: &str,
        squares: &[Square],
        keep: &[Component],
        takes: impl Fn(EdgeKind) -> bool,
    ) -> Graph {
        let position = PositionGraph::new(&position_from_fen(fen).unwrap());
        let nodes: Vec<u8> = squares.iter().map(|s| position.node_on(*s).unwrap()).collect();
        let components: Components = keep.iter().copied().collect();
        let relabel = |_, label: NodeLabel| label.keep(components);
        position.graph().subgraph(&nodes, relabel, |_, _, kind| takes(kind))
    }

    #[test]
    fn threats_and_forks() {
        let threat = |squares: &[Square], keep: &[Component]| {
            with_edges("7k/p2p4/8/8/8/1N6/P7/K7 w - - 0 1", squares, keep, |kind| {
                kind == EdgeKind::Threat
            })
        };
        let squares = [Square::B3, Square::D7];
        assert_eq!(
            threat(&squares, &[]),
            "A white knight has a safe move that attacks a black pawn"
        );
        assert_eq!(
            threat(&squares, &[Component::AttackBalance]),
            "A white knight that is protected and not attacked has a safe move that attacks a loose \
             black pawn"
        );
        // From e5 the knight would attack d7 and f7, where now it attacks neither.
        let fork = with_edges(
            "7k/3p1p2/8/8/8/5N2/8/K7 w - - 0 1",
            &[Square::F3, Square::D7],
            &[],
            |kind| kind == EdgeKind::Fork,
        );
        assert_eq!(fork, "A white knight has a safe fork that attacks a black pawn");
        // From e5 it would give check.
        let check =
            with_edges("8/3k4/8/8/8/5N2/8/K7 w - - 0 1", &[Square::F3, Square::D7], &[], |kind| {
                kind == EdgeKind::Threat
            });
        assert_eq!(check, "A white knight can safely give check to the black king");
        assert_eq!(threat(&[Square::A7], &[Component::Passed]), "Non-passed black pawn");
        assert_eq!(
            threat(&[Square::D7], &[Component::KingDistance, Component::Phase]),
            "Black pawn 4 or more king moves from the white king in the endgame"
        );
    }

    #[test]
    fn pawn_contexts() {
        let of = |fen, square| part(fen, &[square], &[Component::PawnContext]);
        let said = |square| of("4k2r/1p5p/1p3n2/4p3/4P3/8/5PPP/1R2Q1K1 w - - 0 1", square);
        assert_eq!(said(Square::B6), "Doubled isolated black pawn");
        assert_eq!(
            said(Square::F6),
            "Black knight without pawn support and within reach of enemy pawns"
        );
        let passed = "6k1/8/8/P7/8/8/8/r2R2K1 w - - 0 1";
        assert_eq!(of(passed, Square::A1), "Black rook behind an enemy passed pawn");
        assert_eq!(of(passed, Square::D1), "White rook on an open file");
        assert_eq!(said(Square::B1), "White rook on a half-open file");
        assert_eq!(said(Square::H8), "Black rook on a closed file");
        assert_eq!(said(Square::G1), "White king with a three-pawn shield");
        assert_eq!(said(Square::E1), "White queen");
    }

    const FORK: &str = "4k3/8/8/8/8/3n4/8/2R1K3 w - - 0 1";

    #[test]
    fn pieces_and_their_squares() {
        assert_eq!(
            part(FORK, &[Square::D3, Square::C1, Square::E1], &[]),
            "A black knight attacks a white rook and the white king; the rook defends the king"
        );
        let rook = |keep: &[Component]| part(FORK, &[Square::C1], keep);
        assert_eq!(rook(&[]), "White rook");
        assert_eq!(rook(&[Component::File, Component::Rank]), "White rook on c1");
        assert_eq!(rook(&[Component::File]), "White rook on the c-file");
        assert_eq!(rook(&[Component::Rank]), "White rook on the first rank");
    }

    #[test]
    fn an_occurrence_is_described_with_its_squares() {
        let squares = [Square::D3, Square::E1, Square::E2];
        let graph = subgraph(FORK, &squares, &[], EdgeKind::is_present);
        assert_eq!(
            phrase(&graph, Detail::Full, |slot| squares.get(usize::from(slot)).copied()),
            "The black knight on d3 attacks the white king on e1; the king defends the empty square \
             e2 next to the white king"
        );
    }

    #[test]
    fn briefly_labels_say_only_what_a_piece_is() {
        let fen = "4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1";
        let squares = [Square::D1, Square::D5];
        let graph = subgraph(fen, &squares, &[Component::Defenders], EdgeKind::is_present);
        let said = |detail| phrase(&graph, detail, |at| squares.get(usize::from(at)).copied());
        let brief =
            "The white rook on d1 attacks the black queen on d5; the queen attacks the rook";
        assert_eq!(said(Detail::Brief), brief);
        assert!(said(Detail::Full).contains("that is defended only by the king"));
    }

    #[test]
    fn lists_of_attackers_and_defenders_are_complete() {
        let fen = "4k3/8/2n2n2/4p3/3P4/3RR3/8/4K3 w - - 0 1";
        let guards = [Component::Attackers, Component::Defenders];
        assert_eq!(
            part(fen, &[Square::E5], &guards),
            "Black pawn, attacked only by a pawn and a rook and defended only by a knight"
        );
        assert_eq!(part(fen, &[Square::F6], &guards), "Black knight, not attacked and undefended");
        assert_eq!(part(fen, &[Square::C6], &[Component::Defenders]), "Black knight, undefended");
    }

    #[test]
    fn a_second_mention_is_short() {
        let fen = "4k3/8/8/3q4/8/8/3R4/3RK3 w - - 0 1";
        assert_eq!(
            part(fen, &[Square::D2, Square::D5], &[Component::Defenders]),
            "A white rook that is defended only by a rook and the king attacks a black queen that is \
             undefended; the queen attacks the rook"
        );
        assert_eq!(
            part(fen, &[Square::D1, Square::D2, Square::D5], &[]),
            "The first white rook backs up an attack on a black queen; the first white rook \
             defends the second white rook; the second white rook attacks the queen; the \
             second white rook defends the first white rook; the queen attacks the second white rook; \
             the queen has an X-ray attack on the first white rook"
        );
    }

    #[test]
    fn mobility_and_pins() {
        let fen = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1";
        let keep = [Component::Mobility, Component::Pinned];
        assert_eq!(part(fen, &[Square::E2], &keep), "Pinned white knight with no safe moves");
        assert_eq!(
            part(fen, &[Square::E7, Square::E1], &[]),
            "A black rook pins an enemy piece to the white king"
        );
    }
}
