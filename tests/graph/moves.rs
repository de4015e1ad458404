//! What is said of moves that are not made, against the board after they are made.

use morph::chess::{MaterialVector, Oriented};
use morph::graph::{
    Arrival, AttackerSummary, EnPrise, MoveComponent, MoveLabel, Mover, PositionGraph,
    PositionMoves, RoleSet,
};
use morph::pattern::{MovePattern, Pattern};
use shakmaty::fen::Fen;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, Move, Position, Role, Square, attacks,
};

use super::games::random_game;

fn moves_of(position: &Chess) -> (Oriented, PositionGraph, PositionMoves) {
    let oriented = Oriented::new(position);
    let graph = PositionGraph::new(position);
    let mut moves = PositionMoves::default();
    moves.rebuild(&oriented, &graph);
    (oriented, graph, moves)
}

/// Moves that are listed: no castling, no promotions but to queens.
fn listed(m: &Move) -> bool {
    !m.is_castle() && m.promotion().is_none_or(|role| role == Role::Queen)
}

#[test]
fn every_legal_move_is_there_with_what_it_brings_about() {
    let (mut seen, mut en_passant, mut exchanges) = (0, 0, 0);
    for seed in 0..100 {
        for position in &random_game(seed, 120).0 {
            let (oriented, graph, moves) = moves_of(position);
            let mut found = moves.iter();
            let mut legal: Vec<Move> = position.legal_moves().into_iter().filter(listed).collect();
            let squares = |m: &Move| (oriented.map(m.from().unwrap()), oriented.map(m.to()));
            legal.sort_by_key(squares);
            for m in &legal {
                let there = found.next().unwrap();
                assert_eq!((there.from, there.to), squares(m), "{position:?}");
                let mut after = position.clone();
                after.play_unchecked(*m);
                // The mover, now with Black to move, is White as before.
                let turned = Oriented::of_board(after.board(), position.turn());
                check_label(
                    there.label,
                    there.from,
                    there.to,
                    oriented.board(),
                    turned.board(),
                    &graph,
                );
                check_check(there.label, &after);
                let now = MaterialVector::of_board(turned.board());
                let settled = settled(turned.board(), there.to, Color::Black);
                assert_eq!(there.material, settled, "{position:?} {m}");
                seen += 1;
                en_passant += usize::from(m.is_en_passant());
                exchanges += usize::from(settled != now);
            }
            assert!(found.next().is_none(), "{position:?}");
        }
    }
    assert!(
        seen > 10_000 && en_passant > 40 && exchanges > 1000,
        "{seen} {en_passant} {exchanges}"
    );
}

/// The material once both sides have captured on a square as long as it wins something, each with its least valuable piece.
fn settled(board: &Board, to: Square, side: Color) -> MaterialVector {
    let now = MaterialVector::of_board(board);
    let attackers = board.attacks_to(to, side, board.occupied());
    let role = |square: &Square| board.role_at(*square).unwrap();
    let Some(from) = attackers.into_iter().min_by_key(role) else { return now };
    let mut next = board.clone();
    let piece = next.remove_piece_at(from).unwrap();
    next.set_piece_at(to, piece);
    let is_protected = next.attacks_to(to, !side, next.occupied()).any();
    if piece.role == Role::King && is_protected {
        return now;
    }
    let later = settled(&next, to, !side);
    let gain = side.fold_wb(1, -1) * (later.traditional() - now.traditional());
    if gain > 0 { later } else { now }
}

fn check_label(
    label: MoveLabel,
    from: Square,
    to: Square,
    before: &Board,
    after: &Board,
    graph: &PositionGraph,
) {
    let piece = before.piece_at(from).unwrap();
    let promoted = after.role_at(to) != Some(piece.role);
    let mover = if promoted { Mover::Promoting } else { Mover::Piece(piece.role) };
    assert_eq!(label.mover(), Some(mover));
    let is_en_passant = piece.role == Role::Pawn && from.file() != to.file();
    let captured = before.role_at(to).or(is_en_passant.then_some(Role::Pawn));
    assert_eq!(label.captured(), Some(captured));
    assert_eq!(label.square(), Some(to));
    let summary = |pieces: Bitboard| {
        let roles = pieces.into_iter().filter_map(|square| after.role_at(square));
        roles
            .min()
            .map(|lightest| AttackerSummary { lightest, count: (pieces.count() as u32).min(3) })
    };
    let pieces = |color| after.attacks_to(to, color, after.occupied()) & !Bitboard::from_square(to);
    let (recapturers, supporters) = (pieces(Color::Black), pieces(Color::White));
    assert_eq!(label.recapturers(), Some(summary(recapturers)));
    assert_eq!(label.supporters(), Some(summary(supporters)));
    let arrival = match (recapturers.any(), supporters.any()) {
        (false, false) => Arrival::Loose,
        (false, true) => Arrival::Protected,
        (true, false) => Arrival::Hanging,
        (true, true) => Arrival::Contested,
    };
    assert_eq!(label.arrival(), Some(arrival));
    let stood = graph.graph().label(graph.node_on(from).unwrap());
    assert_eq!(label.attack_balance(), stood.attack_balance());
    assert_eq!(label.guards(), stood.attackers().zip(stood.defenders()));
    let attacked = |board: &Board, square| {
        let piece = board.piece_at(square).unwrap();
        attacks::attacks(square, piece, board.occupied()) & board.black() & !board.kings()
    };
    let fresh: Vec<Role> = (attacked(after, to) & !attacked(before, from) & before.black())
        .into_iter()
        .filter_map(|square| after.role_at(square))
        .collect();
    let threats: Vec<Role> =
        label.threats().map_or(Vec::new(), |(threatened, _)| threatened.iter().collect());
    for role in Role::ALL {
        assert_eq!(threats.contains(&role), fresh.contains(&role), "{from}{to} {role:?}");
    }
    let opened = |component: MoveComponent, side: Color| {
        let mut roles = Vec::new();
        for square in before.by_color(side) & before.sliders() & !Bitboard::from_square(from) {
            let Some(slider) = after.piece_at(square).filter(|p| p.color == side) else { continue };
            let of = |board: &Board| attacks::attacks(square, slider, board.occupied());
            // Only through the square that was left.
            if !of(before).contains(from) {
                continue;
            }
            let pieces = after.by_color(!side) & !after.kings() & !Bitboard::from_square(to);
            roles.extend(
                (of(after) & !of(before) & pieces).into_iter().filter_map(|s| after.role_at(s)),
            );
        }
        let said: Vec<Role> = label.roles(component).map_or(Vec::new(), |r| r.iter().collect());
        for role in Role::ALL {
            assert_eq!(said.contains(&role), roles.contains(&role), "{from}{to} {component:?}");
        }
    };
    opened(MoveComponent::DiscoveredAttacks, Color::White);
    opened(MoveComponent::ExposedLines, Color::Black);
    check_en_prise(label.en_prise(), after.white() & !Bitboard::from_square(to), after);
    check_en_prise(label.attacked_enemies(), after.black(), after);
    let trapped: Vec<Role> = (attacked(after, to) & !attacked(before, from) & before.black())
        .into_iter()
        .filter(|s| graph.graph().label(graph.node_on(*s).unwrap()).mobility() == Some("no"))
        .filter_map(|s| after.role_at(s).filter(|role| *role != Role::Pawn))
        .collect();
    let said: Vec<Role> =
        label.roles(MoveComponent::Traps).map_or(Vec::new(), |roles| roles.iter().collect());
    assert!(Role::ALL.iter().all(|role| said.contains(role) == trapped.contains(role)));
}

/// `pieces` are those of one side that may be en prise.
fn check_en_prise(said: Option<EnPrise>, pieces: Bitboard, after: &Board) {
    let (mut hanging, mut underdefended) = (Vec::new(), Vec::new());
    for square in pieces & !after.kings() {
        let piece = after.piece_at(square).unwrap();
        let of = |color| after.attacks_to(square, color, after.occupied());
        let (attackers, defenders) = (of(!piece.color), of(piece.color));
        let points = |role| match role {
            Role::Pawn => 1,
            Role::Knight | Role::Bishop => 3,
            Role::Rook => 5,
            Role::Queen => 9,
            Role::King => 100,
        };
        let lighter =
            attackers.into_iter().any(|s| points(after.role_at(s).unwrap()) < points(piece.role));
        if attackers.any() && defenders.is_empty() {
            hanging.push(piece.role);
        } else if lighter || attackers.count() > defenders.count() {
            underdefended.push(piece.role);
        }
    }
    let said = said.unwrap();
    for role in Role::ALL {
        assert_eq!(said.hanging.iter().any(|r| r == role), hanging.contains(&role), "{after:?}");
        let found = said.underdefended.iter().any(|r| r == role);
        assert_eq!(found, underdefended.contains(&role), "{after:?}");
    }
}

fn check_check(label: MoveLabel, after: &Chess) {
    let Some(check) = label.check() else {
        assert!(!after.is_check(), "{after:?}");
        return;
    };
    assert!(after.is_check());
    assert_eq!(check.direct && check.discovered, after.checkers().count() == 2, "{after:?}");
    let king = after.board().king_of(after.turn());
    let flight_squares = after.legal_moves().iter().filter(|m| m.from() == king).count() as u32;
    assert_eq!(check.flight_squares, flight_squares.min(3), "{after:?}");
    if after.is_checkmate() {
        assert_eq!(check.flight_squares, 0);
    }
    let checkers = after.checkers();
    let by_others = after.legal_moves().into_iter().filter(|m| m.from() != king);
    for m in by_others.filter(|m| !m.is_en_passant()) {
        if checkers.contains(m.to()) {
            assert!(check.can_be_captured || check.discovered, "{after:?} {m}");
        } else {
            assert!(check.can_be_blocked == Some(true) || check.discovered, "{after:?} {m}");
        }
    }
}

#[test]
fn a_fork_that_leaves_the_queen_hanging() {
    let fen: Fen = "r2qk3/8/8/3N4/4p3/3Q4/8/4K3 w - - 0 1".parse().unwrap();
    let (_, _, moves) = moves_of(&fen.into_position(CastlingMode::Standard).unwrap());
    let fork = moves.iter().find(|m| (m.from, m.to) == (Square::D5, Square::C7)).unwrap().label;
    let named = |roles: RoleSet| roles.iter().collect::<Vec<_>>();
    let left = fork.en_prise().unwrap();
    assert_eq!((named(left.hanging), named(left.underdefended)), (vec![Role::Queen], vec![]));
    // The rook has its queen beside it, but a knight is lighter.
    let menaced = fork.attacked_enemies().unwrap();
    assert_eq!(named(menaced.hanging), vec![Role::Pawn]);
    assert_eq!(named(menaced.underdefended), vec![Role::Rook]);
    let components = [MoveComponent::Mover, MoveComponent::EnPrise, MoveComponent::AttackedEnemies];
    assert_eq!(
        MovePattern(fork.keep(components.into_iter().collect())).phrase(),
        "White has a knight move that leaves White's queen hanging, a black pawn hanging and a black rook underdefended"
    );
}

#[test]
fn labels_are_ordered_by_what_they_leave_open() {
    let position = Chess::default();
    let (_, _, moves) = moves_of(&position);
    for m in moves.iter() {
        let mut last = m.label;
        assert_eq!(m.label.keep(m.label.components()), m.label);
        for &component in MoveComponent::ALL {
            let fewer = last.components();
            let fewer = MoveComponent::ALL
                .iter()
                .copied()
                .filter(|c| fewer.contains(*c) && *c != component);
            let general = last.keep(fewer.collect());
            assert!(general.covers(last) && general.covers(m.label));
            assert_eq!(last.covers(general), last == general);
            last = general;
        }
        assert_eq!(last, MoveLabel::default());
    }
}
