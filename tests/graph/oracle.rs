//! A position's graph worked out square by square from the definitions, as text.

use std::collections::BTreeMap;

use morph::graph::{NodeKind, PositionGraph};
use shakmaty::{Board, Color, Piece, Rank, Role, Square};

/// Squares as (file, rank), so that leaving the board shows.
type Place = (i32, i32);

const STRAIGHT: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Place; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const JUMPS: [Place; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// One line a node (`square: label`) and one an edge (`from edge_kind to`), sorted.
pub type Description = Vec<String>;

pub fn describe(graph: &PositionGraph) -> Description {
    let mut lines = Vec::new();
    for (node, square) in graph.squares().iter().enumerate() {
        let label = graph.graph().label(node as u8);
        let guards = |kinds: Option<morph::graph::RoleCounts>| {
            kinds.unwrap().iter().map(|(role, n)| format!("{n}{}", role.char())).collect::<String>()
        };
        lines.push(format!(
            "{square}: {} on {} attackers {} defenders {} mobility {:?} pinned {:?} {} passed {:?} \
             distance {:?} phase {} pawn context {:?}",
            label.kind().unwrap(),
            label.square().unwrap(),
            guards(label.attackers()),
            guards(label.defenders()),
            label.mobility(),
            label.pinned(),
            label.attack_balance().unwrap(),
            label.passed(),
            label.king_distance(),
            label.phase().unwrap(),
            label.pawn_context().map(|context| context.to_string()),
        ));
    }
    for (from, to, edge_kind) in graph.graph().edges() {
        lines.push(format!("{} {edge_kind} {}", graph.square(from), graph.square(to)));
    }
    lines.sort();
    lines
}

/// What [`describe`] should say of a board with White to move.
pub fn expected(board: &Board) -> Description {
    let oracle = Oracle { pieces: board.iter().map(|(s, p)| (place(s), p)).collect() };
    oracle.description()
}

struct Oracle {
    pieces: BTreeMap<Place, Piece>,
}

impl Oracle {
    fn description(&self) -> Description {
        let nodes = self.nodes();
        let mut lines = Vec::new();
        let mut guards: BTreeMap<Place, [BTreeMap<Role, u32>; 2]> = BTreeMap::new();
        for (from, piece) in &self.pieces {
            for (to, edge_kind) in self.edges(*from, *piece) {
                let Some(kind) = nodes.get(&to) else { continue };
                lines.push(format!("{} {edge_kind} {}", square(*from), square(to)));
                if matches!(edge_kind, "direct" | "indirect") && self.is_free(*from, *piece, to) {
                    // A square by both kings is defended by White and attacked by Black.
                    let friendly = kind.side().unwrap_or(Color::White) == piece.color;
                    let list = &mut guards.entry(to).or_default()[usize::from(friendly)];
                    let most = if matches!(piece.role, Role::Queen | Role::King) { 1 } else { 3 };
                    let count = list.entry(piece.role).or_default();
                    *count = (*count + 1).min(most);
                }
            }
        }
        for (from, piece) in &self.pieces {
            for (to, edge_kind) in self.threats(*from, *piece) {
                lines.push(format!("{} {edge_kind} {}", square(*from), square(to)));
            }
        }
        let pieces = self
            .pieces
            .values()
            .filter(|piece| !matches!(piece.role, Role::Pawn | Role::King))
            .count();
        for (at, kind) in &nodes {
            let number = |friendly: bool| {
                guards.get(at).map_or(0, |g| g[usize::from(friendly)].values().sum::<u32>())
            };
            let list = |friendly: bool| {
                let all = guards.get(at).map(|g| g[usize::from(friendly)].clone());
                let all = all.unwrap_or_default();
                all.iter().map(|(role, n)| format!("{n}{}", role.char())).collect::<String>()
            };
            let piece = kind.piece();
            lines.push(format!(
                "{}: {kind} on {} attackers {} defenders {} mobility {:?} pinned {:?} {} passed {:?} \
                 distance {:?} phase {} pawn context {:?}",
                square(*at),
                square(*at),
                list(false),
                list(true),
                piece.map(|piece| class(self.safe_squares(*at, piece).len())),
                piece.map(|piece| self.pin_line(*at, piece).is_some()),
                attack_balance(number(false), number(true)),
                piece.filter(|piece| piece.role == Role::Pawn).map(|piece| self.passed(*at, piece)),
                piece.and_then(|piece| self.distance_to_king(*at, !piece.color)),
                phase(pieces),
                piece.and_then(|piece| self.pawn_context(*at, piece)),
            ));
        }
        lines.sort();
        lines
    }

    fn nodes(&self) -> BTreeMap<Place, NodeKind> {
        let mut nodes: BTreeMap<Place, NodeKind> =
            self.pieces.iter().map(|(at, piece)| (*at, NodeKind::Piece(*piece))).collect();
        for (at, king) in self.pieces.iter().filter(|(_, piece)| piece.role == Role::King) {
            for step in STRAIGHT.into_iter().chain(DIAGONAL) {
                let near = add(*at, step);
                if !on_board(near) || self.pieces.contains_key(&near) {
                    continue;
                }
                let kind = match nodes.get(&near) {
                    Some(NodeKind::KingSquare(other)) if *other != king.color => {
                        NodeKind::SharedKingSquare
                    }
                    _ => NodeKind::KingSquare(king.color),
                };
                nodes.insert(near, kind);
            }
        }
        nodes
    }

    /// Everything a piece reaches, with the name of the edge_kind.
    fn edges(&self, from: Place, piece: Piece) -> Vec<(Place, &'static str)> {
        let mut found = Vec::new();
        for step in short_steps(piece) {
            found.push((add(from, step), "direct"));
        }
        for step in lines(piece.role) {
            let mut between: Vec<(Place, Piece)> = Vec::new();
            let mut at = add(from, step);
            while on_board(at) {
                if let Some(edge_kind) = edge_kind(&between, piece.color, step, at) {
                    found.push((at, edge_kind));
                }
                between.extend(self.pieces.get(&at).map(|piece| (at, *piece)));
                at = add(at, step);
            }
        }
        found.retain(|(at, _)| on_board(*at));
        found
    }

    fn attacked_by(&self, side: Color, target: Place) -> bool {
        self.pieces.iter().any(|(from, piece)| {
            piece.color == side && self.edges(*from, *piece).contains(&(target, "direct"))
        })
    }

    /// Where White's king stands and from where it is in check.
    fn check(&self) -> (Option<Place>, Vec<Place>) {
        let king = Piece { color: Color::White, role: Role::King };
        let Some((king, _)) = self.pieces.iter().find(|(_, piece)| **piece == king) else {
            return (None, Vec::new());
        };
        let gives_check = |(from, piece): &(&Place, &Piece)| {
            piece.color == Color::Black && self.edges(**from, **piece).contains(&(*king, "direct"))
        };
        let checkers = self.pieces.iter().filter(gives_check).map(|(from, _)| *from).collect();
        (Some(*king), checkers)
    }

    /// Whether a piece could take on `to`, now or when something has been taken there.
    fn is_free(&self, from: Place, piece: Piece, to: Place) -> bool {
        let Some(there) = self.pieces.get(&to).filter(|there| there.role != Role::King) else {
            return true;
        };
        if !self.is_on_pin_line(from, piece, to) {
            return false;
        }
        if there.color == piece.color {
            return true;
        }
        if piece.role == Role::King {
            return !self.after(from, to).attacked_by(!piece.color, to);
        }
        let (_, checkers) = self.check();
        piece.color == Color::Black || checkers.is_empty() || checkers == [to]
    }

    fn is_on_pin_line(&self, from: Place, piece: Piece, to: Place) -> bool {
        let (file, rank) = (to.0 - from.0, to.1 - from.1);
        self.pin_line(from, piece).is_none_or(|(f, r)| file * r == rank * f)
    }

    fn after(&self, from: Place, to: Place) -> Oracle {
        let mut pieces = self.pieces.clone();
        let moved = pieces.remove(&from);
        pieces.extend(moved.map(|piece| (to, piece)));
        Oracle { pieces }
    }

    /// Whether White is in check and stays in it.
    fn stays_in_check(&self, from: Place, piece: Piece, to: Place) -> bool {
        let (Some(king), checkers) = self.check() else { return false };
        let king = if piece.role == Role::King { to } else { king };
        piece.color == Color::White
            && !checkers.is_empty()
            && self.after(from, to).attacked_by(Color::Black, king)
    }

    /// The direction from the own king to a piece that is pinned to it.
    fn pin_line(&self, at: Place, piece: Piece) -> Option<Place> {
        let (king, _) =
            self.pieces.iter().find(|(_, p)| p.role == Role::King && p.color == piece.color)?;
        STRAIGHT.into_iter().chain(DIAGONAL).find(|step| {
            let mut seen = Vec::new();
            let mut here = add(*king, *step);
            while on_board(here) {
                seen.extend(self.pieces.get(&here).map(|p| (here, *p)));
                here = add(here, *step);
            }
            match seen.as_slice() {
                [(first, _), (_, second), ..] => {
                    *first == at && second.color != piece.color && lines(second.role).contains(step)
                }
                _ => false,
            }
        })
    }

    /// Enemy pieces that are not reached in any way and would be attacked directly after a move to a safe square; a
    /// fork where that move attacks others, too.
    fn threats(&self, from: Place, piece: Piece) -> BTreeMap<Place, &'static str> {
        let reached: Vec<Place> = self.edges(from, piece).into_iter().map(|(at, _)| at).collect();
        let mut found = BTreeMap::new();
        for to in self.safe_squares(from, piece) {
            if piece.role == Role::Pawn && (to.1 == 0 || to.1 == 7) {
                continue;
            }
            let then = self.after(from, to);
            let attacked: Vec<Place> = then
                .edges(to, piece)
                .into_iter()
                .filter(|(_, edge_kind)| *edge_kind == "direct")
                .map(|(at, _)| at)
                .filter(|at| then.pieces.get(at).is_some_and(|other| other.color != piece.color))
                .collect();
            let edge_kind = if attacked.len() > 1 { "fork" } else { "threat" };
            for at in attacked.into_iter().filter(|at| !reached.contains(at)) {
                // "fork" comes before "threat".
                found
                    .entry(at)
                    .and_modify(|old: &mut &str| *old = edge_kind.min(old))
                    .or_insert(edge_kind);
            }
        }
        found
    }

    fn passed(&self, at: Place, pawn: Piece) -> bool {
        let forward = if pawn.color.is_white() { 1 } else { -1 };
        (-1..=1).all(|beside| {
            (1..8).all(|ahead| {
                let enemy = Piece { color: !pawn.color, role: Role::Pawn };
                self.pieces.get(&add(at, (beside, ahead * forward))) != Some(&enemy)
            })
        })
    }

    fn pawn_context(&self, at: Place, piece: Piece) -> Option<String> {
        let forward = if piece.color.is_white() { 1 } else { -1 };
        let pawns = |side: Color| {
            let is_pawn = move |p: &Piece| p.role == Role::Pawn && p.color == side;
            let found =
                self.pieces.iter().filter(move |(_, p)| is_pawn(p)).map(|(there, _)| *there);
            found.filter(|there| *there != at).collect::<Vec<Place>>()
        };
        let (own, enemy) = (pawns(piece.color), pawns(!piece.color));
        let on_file = |pawns: &[Place]| pawns.iter().any(|(file, _)| *file == at.0);
        let beside = |there: &Place| (there.0 - at.0).abs() == 1;
        match piece.role {
            Role::Pawn => {
                let mut words = Vec::new();
                words.extend(on_file(&own).then_some("doubled"));
                words.extend((!own.iter().any(beside)).then_some("isolated"));
                words.extend(self.pieces.contains_key(&add(at, (0, forward))).then_some("blocked"));
                Some(if words.is_empty() { "sound".to_owned() } else { words.join(", ") })
            }
            Role::Knight | Role::Bishop => {
                let reaches = |there: &Place| beside(there) && (there.1 - at.1) * forward > 0;
                let supports = |there: &Place| beside(there) && there.1 + forward == at.1;
                let reach = if enemy.iter().any(reaches) { "in reach" } else { "out of reach" };
                let support = if own.iter().any(supports) { "supported" } else { "unsupported" };
                Some(format!("{reach} of pawns, {support}"))
            }
            Role::Rook => {
                // From a passed pawn back to where it came from.
                let is_behind = |side: Color, there: &Place| {
                    let back = if side.is_white() { -1 } else { 1 };
                    self.passed(*there, Piece { color: side, role: Role::Pawn })
                        && (1..8).any(|steps| add(*there, (0, back * steps)) == at)
                };
                let file = if own.iter().any(|there| is_behind(piece.color, there)) {
                    "behind a passed pawn"
                } else if enemy.iter().any(|there| is_behind(!piece.color, there)) {
                    "behind an enemy passed pawn"
                } else if on_file(&own) {
                    "closed file"
                } else if on_file(&enemy) {
                    "half-open file"
                } else {
                    "open file"
                };
                Some(file.to_owned())
            }
            Role::Queen => None,
            Role::King => {
                let near = (-1..=1).map(|beside| add(at, (beside, forward)));
                let shield = near.filter(|there| own.contains(there)).count();
                let plural = if shield == 1 { "" } else { "s" };
                let bare = if on_file(&own) { "" } else { ", bare file" };
                Some(format!("{shield} pawn{plural} before it{bare}"))
            }
        }
    }

    fn distance_to_king(&self, at: Place, side: Color) -> Option<&'static str> {
        let king = Piece { color: side, role: Role::King };
        let (there, _) = self.pieces.iter().find(|(_, piece)| **piece == king)?;
        Some(match (there.0 - at.0).abs().max((there.1 - at.1).abs()) {
            1 => "1",
            2 => "2",
            3 => "3",
            _ => "4 or more",
        })
    }

    fn safe_squares(&self, from: Place, piece: Piece) -> Vec<Place> {
        let mut targets: Vec<Place> = Vec::new();
        if piece.role == Role::Pawn {
            let forward = if piece.color.is_white() { 1 } else { -1 };
            let home = if piece.color.is_white() { 1 } else { 6 };
            let one = add(from, (0, forward));
            let two = add(one, (0, forward));
            if on_board(one) && !self.pieces.contains_key(&one) {
                targets.push(one);
                if from.1 == home && !self.pieces.contains_key(&two) {
                    targets.push(two);
                }
            }
            targets.extend(
                short_steps(piece)
                    .into_iter()
                    .map(|step| add(from, step))
                    .filter(|at| self.pieces.get(at).is_some_and(|p| p.color != piece.color)),
            );
        } else {
            targets.extend(
                self.edges(from, piece)
                    .into_iter()
                    .filter(|(_, edge_kind)| *edge_kind == "direct")
                    .map(|(at, _)| at)
                    .filter(|at| self.pieces.get(at).is_none_or(|p| p.color != piece.color)),
            );
        }
        targets
            .into_iter()
            .filter(|at| self.is_on_pin_line(from, piece, *at))
            .filter(|at| !self.attacked_by(!piece.color, *at))
            .filter(|at| !self.stays_in_check(from, piece, *at))
            .collect()
    }
}

/// How a piece sees `at` along a line on which the pieces `between` stand, nearest first.
fn edge_kind(
    between: &[(Place, Piece)],
    side: Color,
    step: Place,
    at: Place,
) -> Option<&'static str> {
    let Some(((last_at, last), rest)) = between.split_last() else { return Some("direct") };
    let carries_on = |piece: &Piece| piece.color == side && lines(piece.role).contains(&step);
    if last.color != side {
        return rest.is_empty().then_some("pin");
    }
    let pawn = last.role == Role::Pawn
        && short_steps(*last).into_iter().any(|step| add(*last_at, step) == at);
    if !rest.iter().all(|(_, piece)| carries_on(piece)) {
        None
    } else if carries_on(last) || pawn {
        Some("indirect")
    } else {
        rest.is_empty().then_some("discovered")
    }
}

fn short_steps(piece: Piece) -> Vec<Place> {
    match piece.role {
        Role::Pawn if piece.color.is_white() => vec![(-1, 1), (1, 1)],
        Role::Pawn => vec![(-1, -1), (1, -1)],
        Role::Knight => JUMPS.to_vec(),
        Role::King => [STRAIGHT, DIAGONAL].concat(),
        _ => Vec::new(),
    }
}

fn lines(role: Role) -> Vec<Place> {
    match role {
        Role::Bishop => DIAGONAL.to_vec(),
        Role::Rook => STRAIGHT.to_vec(),
        Role::Queen => [STRAIGHT, DIAGONAL].concat(),
        _ => Vec::new(),
    }
}

fn attack_balance(attackers: u32, defenders: u32) -> &'static str {
    match (attackers, defenders) {
        (0, 0) => "loose",
        (0, _) => "protected",
        (_, 0) => "hanging",
        (a, d) if a > d => "outnumbered",
        _ => "defended",
    }
}

fn phase(pieces: usize) -> &'static str {
    match pieces {
        0..=3 => "endgame",
        4..=7 => "late middlegame",
        8..=10 => "early middlegame",
        _ => "opening",
    }
}

fn class(squares: usize) -> &'static str {
    match squares {
        0 => "no",
        1 => "1",
        2 => "2",
        3 => "3",
        4 | 5 => "4–5",
        6..=8 => "6–8",
        _ => "9 or more",
    }
}

fn add(a: Place, b: Place) -> Place {
    (a.0 + b.0, a.1 + b.1)
}

fn on_board(at: Place) -> bool {
    (0..8).contains(&at.0) && (0..8).contains(&at.1)
}

fn place(square: Square) -> Place {
    (square.file() as i32, square.rank() as i32)
}

fn square(at: Place) -> Square {
    Square::from_coords(shakmaty::File::new(at.0 as u32), Rank::new(at.1 as u32))
}
