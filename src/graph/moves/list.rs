use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

use super::{Check, MoveComponent, MoveLabel, Mover, Roles, Squad};
use crate::board::Oriented;
use crate::graph::freedom::Freedom;
use crate::graph::mobility::destinations;
use crate::graph::{NodeLabel, PositionGraph};

/// A move of the side to move and everything known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionMove {
    /// From where, in the view with White to move.
    pub from: Square,
    /// To where.
    pub to: Square,
    /// What is known of it.
    pub label: MoveLabel,
}

/// The moves of a position, White to move: all legal ones but castling, captures en passant, and promotions to anything
/// but a queen.
///
/// They are not made: what is said of them follows from the board and from the labels of the position's graph. A value can
/// be built anew in place, without allocating.
#[derive(Clone, Debug, Default)]
pub struct PositionMoves {
    moves: Vec<PositionMove>,
}

impl PositionMoves {
    /// No moves.
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
    }

    /// Turns this value into the moves of a position, whose graph is given.
    pub fn rebuild(&mut self, position: &Oriented, graph: &PositionGraph) {
        self.moves.clear();
        let Some(view) = View::new(position.board(), graph) else { return };
        for from in view.board.white() {
            let Some(origin) = Origin::new(&view, from) else { continue };
            for to in origin.targets {
                let label = origin.label(&view, to);
                self.moves.push(PositionMove { from, to, label });
            }
        }
    }

    /// The moves, by square of origin and target.
    pub fn iter(&self) -> impl Iterator<Item = &PositionMove> {
        self.moves.iter()
    }

    /// Their labels.
    pub fn labels(&self) -> impl Iterator<Item = MoveLabel> {
        self.moves.iter().map(|m| m.label)
    }
}

/// What all moves of a position have in common.
struct View<'a> {
    board: &'a Board,
    graph: &'a PositionGraph,
    freedom: Freedom,
    enemy_king: Square,
    /// Pieces that attack the enemy king already: none in a position of a game.
    checkers: Bitboard,
}

impl<'a> View<'a> {
    fn new(board: &'a Board, graph: &'a PositionGraph) -> Option<View<'a>> {
        let kings = [board.king_of(Color::White), board.king_of(Color::Black)];
        let enemy_king = kings[1]?;
        let checkers = board.attacks_to(enemy_king, Color::White, board.occupied());
        Some(View { board, graph, freedom: Freedom::new(board, kings), enemy_king, checkers })
    }

    fn label(&self, square: Square) -> Option<NodeLabel> {
        self.graph.node_on(square).map(|node| self.graph.graph().label(node))
    }

    fn is_undefended(&self, square: Square) -> bool {
        self.label(square).and_then(NodeLabel::defenders).is_some_and(|kinds| kinds.is_empty())
    }

    fn squad(&self, men: Bitboard) -> Option<Squad> {
        let lightest =
            Role::ALL.into_iter().find(|role| (men & self.board.by_role(*role)).any())?;
        Some(Squad { lightest, number: men.count().min(3) as u32 })
    }
}

/// What all moves of a piece have in common.
struct Origin {
    from: Square,
    piece: Piece,
    label: NodeLabel,
    targets: Bitboard,
    /// What it attacks or defends from there.
    reach: Bitboard,
    /// Friends it defends that are attacked at least as often as they are defended.
    duties: Bitboard,
    /// Line pieces of either side that look through it, White's first.
    behind: [Bitboard; 2],
}

impl Origin {
    fn new(view: &View<'_>, from: Square) -> Option<Origin> {
        let board = view.board;
        let piece = board.piece_at(from)?;
        let targets = destinations(board, from, piece) & !Bitboard::from_square(view.enemy_king);
        let targets = view.freedom.legal(board, from, piece, targets);
        if targets.is_empty() {
            return None;
        }
        let reach = attacks::attacks(from, piece, board.occupied());
        let needs = |square: &Square| {
            view.label(*square).is_some_and(|label| match (label.attackers(), label.defenders()) {
                (Some(a), Some(d)) => !a.is_empty() && a.total() >= d.total(),
                _ => false,
            })
        };
        let look = |color| board.attacks_to(from, color, board.occupied()) & board.sliders();
        Some(Origin {
            from,
            piece,
            label: view.label(from)?,
            targets,
            reach,
            duties: (reach & board.white()).into_iter().filter(needs).collect(),
            behind: [look(Color::White), look(Color::Black)],
        })
    }

    fn label(&self, view: &View<'_>, to: Square) -> MoveLabel {
        let board = view.board;
        let there = Bitboard::from_square(to);
        let left = board.occupied() & !Bitboard::from_square(self.from);
        let occupied = left | there;
        let promotes = self.piece.role == Role::Pawn && to.rank() == Rank::Eighth;
        let mover = if promotes { Mover::Promoting } else { Mover::Man(self.piece.role) };
        let piece = if promotes { Color::White.queen() } else { self.piece };
        let men = |color| board.attacks_to(to, color, occupied) & left & !there;
        let (takers, backers) = (men(Color::Black), men(Color::White));
        let now = attacks::attacks(to, piece, occupied);
        let mut label = MoveLabel::default()
            .with_mover(mover)
            .with_captured(board.role_at(to))
            .with_squads(view.squad(takers), view.squad(backers))
            .with_square(to)
            .with_king_distance(to.distance(view.enemy_king));
        if let (Some(contest), Some(attackers), Some(defenders)) =
            (self.label.contest(), self.label.attackers(), self.label.defenders())
        {
            label = label.with_origin(contest, attackers, defenders);
        }
        if board.black().contains(to)
            && let Some(prize) = view.label(to)
            && let (Some(attackers), Some(defenders)) = (prize.attackers(), prize.defenders())
        {
            label = label.with_prize(attackers, defenders);
        }
        if let Some(passed) = self.label.passed() {
            label = label.with_passed(passed);
        }
        let fresh = now & board.black() & !board.kings() & !self.reach;
        let (mut threatened, mut undefended) = (Roles::default(), Roles::default());
        for (square, role) in fresh.into_iter().filter_map(|s| Some((s, board.role_at(s)?))) {
            threatened.add(role);
            if view.is_undefended(square) {
                undefended.add(role);
            }
        }
        label = label.with_threats(threatened, undefended);
        if let Some(check) = self.check(view, to, piece, occupied, now) {
            label = label.with_check(check);
        }
        let attacked =
            |s: &Square| (board.attacks_to(*s, Color::Black, board.occupied()) & !there).any();
        let duties = (self.duties & !now & !there).into_iter().filter(attacked);
        let opens = self.unveiled(board, Color::White, occupied, there);
        let concedes = self.unveiled(board, Color::Black, occupied, there);
        label
            .with_roles(MoveComponent::Duties, roles(board, duties))
            .with_roles(MoveComponent::Opens, roles(board, opens.into_iter()))
            .with_roles(MoveComponent::Concedes, roles(board, concedes.into_iter()))
    }

    /// Men of the other side that line pieces of `side` attack once the piece has gone. Kings apart.
    fn unveiled(
        &self,
        board: &Board,
        side: Color,
        occupied: Bitboard,
        there: Bitboard,
    ) -> Bitboard {
        let behind = self.behind[usize::from(side.is_black())] & !there;
        let men =
            board.by_color(!side) & !board.kings() & !there & !Bitboard::from_square(self.from);
        let fresh = |square: Square| {
            board.piece_at(square).map_or(Bitboard::EMPTY, |piece| {
                attacks::attacks(square, piece, occupied)
                    & !attacks::attacks(square, piece, board.occupied())
            })
        };
        behind.into_iter().fold(Bitboard::EMPTY, |all, square| all | fresh(square)) & men
    }

    fn check(
        &self,
        view: &View<'_>,
        to: Square,
        piece: Piece,
        occupied: Bitboard,
        now: Bitboard,
    ) -> Option<Check> {
        let (board, king) = (view.board, view.enemy_king);
        let there = Bitboard::from_square(to);
        let stayed = !Bitboard::from_square(self.from) & !there;
        let direct = now.contains(king);
        let discovered = self.behind[0].any()
            && (board.attacks_to(king, Color::White, occupied) & stayed & !view.checkers).any();
        if !direct && !discovered {
            return None;
        }
        let away = occupied & !Bitboard::from_square(king);
        let attacked = |square: Square| {
            let others = board.attacks_to(square, Color::White, away) & stayed;
            others.any() || square != to && attacks::attacks(to, piece, away).contains(square)
        };
        let free = attacks::king_attacks(king) & (!board.black() | there);
        let escapes = free.into_iter().filter(|square| !attacked(*square)).count().min(3) as u32;
        let others = |square: Square| {
            board.attacks_to(square, Color::Black, occupied) & !Bitboard::from_square(king) & !there
        };
        let between = if direct { attacks::between(to, king) } else { Bitboard::EMPTY };
        let pawns = board.pawns();
        let can_be_closed =
            between.any().then(|| between.into_iter().any(|s| (others(s) & !pawns).any()));
        Some(Check { direct, discovered, escapes, can_be_taken: others(to).any(), can_be_closed })
    }
}

fn roles(board: &Board, squares: impl Iterator<Item = Square>) -> Roles {
    let mut roles = Roles::default();
    squares.filter_map(|square| board.role_at(square)).for_each(|role| roles.add(role));
    roles
}
