//! Motifs of a line of play: by what means it mates or wins material.
//!
//! A motif is named only if it stands on the board after a move of the line, and, where what it aims at can be taken, if a
//! later move of the line takes it.

use shakmaty::{Board, Chess, Color, Move, Piece, Position, Role, Square, attacks};

use crate::chess::{after_line, piece_value, pinned};

/// A piece on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its kind.
    pub role: Role,
    /// Where it stands.
    pub square: Square,
}

/// How a line wins. Pieces stand where they are after the move that shows it, or before it if it takes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Motif {
    /// A piece attacks several at once.
    Fork {
        /// The forking piece.
        by: Placed,
        /// What it attacks, the most valuable first.
        targets: Vec<Placed>,
    },
    /// A line piece attacks a piece, and one behind it that is taken when the first moves away.
    Skewer {
        /// The line piece.
        by: Placed,
        /// What is taken.
        behind: Placed,
    },
    /// A move opens the line of another piece.
    DiscoveredAttack {
        /// The piece whose line is opened.
        by: Placed,
        /// What it attacks.
        target: Placed,
    },
    /// Two pieces give check.
    DoubleCheck,
    /// A piece that is pinned to its king cannot move away, or cannot take.
    Pin {
        /// The pinned piece.
        pinned: Placed,
    },
    /// What protects a piece is taken first.
    RemovedDefender {
        /// What is taken.
        defender: Placed,
        /// What it protected: a piece, or a square on which the line mates.
        target: (Option<Role>, Square),
    },
    /// A rook or queen mates on the king's first rank.
    BackRankMate,
    /// A knight mates a king that its own pieces shut in.
    SmotheredMate,
    /// A pawn becomes a piece.
    Promotion,
}

/// A move of the line with the positions before and after it.
struct Step<'a> {
    m: Move,
    before: Chess,
    after: Chess,
    /// What both sides play then.
    rest: &'a [Move],
}

/// The motifs of the moves of `winner` in a line of legal moves, in the order of the line, each kind once.
#[must_use]
pub fn motifs(position: &Chess, line: &[Move], winner: Color) -> Vec<Motif> {
    let mut found: Vec<Motif> = Vec::new();
    let mut before = position.clone();
    for (place, m) in line.iter().enumerate() {
        let mut after = before.clone();
        after.play_unchecked(*m);
        if before.turn() == winner {
            let rest = &line[place + 1..];
            let step = Step { m: *m, before: before.clone(), after: after.clone(), rest };
            for motif in step.motifs() {
                let is_same =
                    |other: &Motif| std::mem::discriminant(other) == std::mem::discriminant(&motif);
                if !found.iter().any(is_same) {
                    found.push(motif);
                }
            }
        }
        before = after;
    }
    found
}

fn is_line_piece(role: Role) -> bool {
    matches!(role, Role::Bishop | Role::Rook | Role::Queen)
}

fn placed(board: &Board, square: Square) -> Option<Placed> {
    board.role_at(square).map(|role| Placed { role, square })
}

fn value(board: &Board, square: Square) -> i32 {
    board.role_at(square).map_or(0, piece_value)
}

impl Step<'_> {
    fn motifs(&self) -> Vec<Motif> {
        let mates = if self.after.is_checkmate() { self.mate() } else { None };
        let checks = self.after.checkers().more_than_one().then_some(Motif::DoubleCheck);
        let promotes = self.m.promotion().map(|_| Motif::Promotion);
        mates
            .into_iter()
            .chain(checks)
            .chain(self.discovered())
            .chain(self.skewer())
            .chain(self.fork())
            .chain(self.removed_defender())
            .chain(self.pin())
            .chain(promotes)
            .collect()
    }

    fn winner(&self) -> Color {
        self.before.turn()
    }

    /// The later moves of the winner.
    fn own_later(&self) -> impl Iterator<Item = Move> {
        self.rest.iter().skip(1).step_by(2).copied()
    }

    /// Where a move takes, if it is made from a square.
    fn first_take(&self, m: Move, from: Square) -> Option<Square> {
        (m.is_capture() && m.from() == Some(from)).then_some(m.to())
    }

    /// The piece that moved, unless the next move takes it.
    fn survivor(&self) -> Option<(Square, Piece)> {
        let at = self.m.to();
        let is_taken = self.rest.first().is_some_and(|m| m.is_capture() && m.to() == at);
        let piece = self.after.board().piece_at(at)?;
        (!is_taken && piece.color == self.winner()).then_some((at, piece))
    }

    fn mate(&self) -> Option<Motif> {
        let board = self.after.board();
        let king = board.king_of(!self.winner())?;
        let home = (!self.winner()).fold_wb(shakmaty::Rank::First, shakmaty::Rank::Eighth);
        let by = self.after.checkers().first()?;
        let ring = attacks::king_attacks(king);
        match board.role_at(by)? {
            Role::Rook | Role::Queen if king.rank() == home && by.rank() == home => {
                Some(Motif::BackRankMate)
            }
            Role::Knight if ring.is_subset(board.by_color(!self.winner())) => {
                Some(Motif::SmotheredMate)
            }
            _ => None,
        }
    }

    /// Attacked pieces each of which is the king, worth more than the attacker, or undefended. Mate is no fork: nothing is taken.
    fn fork(&self) -> Option<Motif> {
        let (by, piece) = self.survivor().filter(|_| !self.after.is_checkmate())?;
        let board = self.after.board();
        let is_target = |s: &Square| {
            let is_guarded = board.attacks_to(*s, !piece.color, board.occupied()).any();
            match board.role_at(*s) {
                Some(Role::King) => true,
                Some(Role::Pawn) | None => false,
                Some(role) => piece_value(role) > piece_value(piece.role) || !is_guarded,
            }
        };
        let attacked = attacks::attacks(by, piece, board.occupied()) & board.by_color(!piece.color);
        let mut targets: Vec<Square> = attacked.into_iter().filter(is_target).collect();
        targets.sort_by_key(|s| match board.role_at(*s) {
            Some(Role::King) => i32::MIN,
            _ => -value(board, *s),
        });
        let targets: Vec<Placed> = targets.into_iter().filter_map(|s| placed(board, s)).collect();
        let by = placed(board, by)?;
        (targets.len() >= 2).then_some(Motif::Fork { by, targets })
    }

    /// The piece that moved later takes what stood behind another enemy piece.
    fn skewer(&self) -> Option<Motif> {
        let (by, piece) = self.survivor().filter(|(_, piece)| is_line_piece(piece.role))?;
        let board = self.after.board();
        let enemies = board.by_color(!piece.color);
        let without = board.occupied() ^ (attacks::attacks(by, piece, board.occupied()) & enemies);
        let behind = attacks::attacks(by, piece, without)
            & enemies
            & !attacks::attacks(by, piece, board.occupied());
        let taken = self.own_later().find_map(|m| self.first_take(m, by))?;
        let taken = Some(taken).filter(|s| behind.contains(*s))?;
        Some(Motif::Skewer { by: placed(board, by)?, behind: placed(board, taken)? })
    }

    fn discovered(&self) -> Option<Motif> {
        let from = self.m.from()?;
        let (board, winner) = (self.after.board(), self.winner());
        let enemies = board.by_color(!winner);
        let others = board.by_color(winner) & self.before.board().by_color(winner);
        others.into_iter().find_map(|by| {
            let piece = board.piece_at(by).filter(|piece| is_line_piece(piece.role))?;
            let reach = |board: &Board| attacks::attacks(by, piece, board.occupied());
            let is_behind = |target: &Square| attacks::between(by, *target).contains(from);
            let opened = reach(board) & enemies & !reach(self.before.board());
            let target = opened.into_iter().filter(is_behind).find(|target| {
                board.role_at(*target) == Some(Role::King)
                    || value(board, *target) > piece_value(piece.role)
            });
            let target = target.or_else(|| self.own_later().find_map(|m| self.first_take(m, by)));
            // Taking back where the piece went is no attack.
            let target = target.filter(|target| is_behind(target) && *target != self.m.to())?;
            Some(Motif::DiscoveredAttack { by: placed(board, by)?, target: placed(board, target)? })
        })
    }

    /// A pinned piece is taken, cannot take the piece that moved, or is pinned by it and cannot take it but for a greater one. Where the
    /// line mates, what is taken on the way decides nothing; a move that mates is a pin only where it cannot be taken.
    fn pin(&self) -> Option<Motif> {
        let (before, after) = (self.before.board(), self.after.board());
        let loser = !self.winner();
        let king = before.king_of(loser)?;
        let (was, is) = (pinned(before, king, loser), pinned(after, king, loser));
        let to = self.m.to();
        let moves = self.after.legal_moves();
        let can_take = |s: &Square| moves.iter().any(|m| m.from() == Some(*s) && m.to() == to);
        let cannot_take = is.into_iter().find(|s| {
            let piece = after.piece_at(*s);
            piece.is_some_and(|p| attacks::attacks(*s, p, after.occupied()).contains(to))
                && !can_take(s)
        });
        let mates = self.after.is_checkmate();
        let is_piece = before.role_at(to) != Some(Role::Pawn);
        let is_taken = was.contains(to) && is_piece && !self.mates_at_the_end();
        let is_new = |s: &Square| {
            !was.contains(*s)
                && !mates
                && (!can_take(s) || value(after, *s) > piece_value(self.m.role()))
                && after.role_at(*s) != Some(Role::Pawn)
                && attacks::between(to, king).contains(*s)
        };
        let target = is_taken.then_some(to).or(cannot_take);
        let pinned = target.or_else(|| is.into_iter().find(is_new))?;
        let board = if is_taken { before } else { after };
        Some(Motif::Pin { pinned: placed(board, pinned)? })
    }

    /// The piece that is taken protected another that is taken later, or a square on which the line mates.
    fn removed_defender(&self) -> Option<Motif> {
        let to = self.m.to();
        let (before, loser) = (self.before.board(), !self.winner());
        let defender = before.piece_at(to).filter(|piece| piece.color == loser)?;
        let protected = attacks::attacks(to, defender, before.occupied());
        let pieces = before.by_color(loser) & !before.pawns();
        let last = self.rest.last().filter(|_| self.mates_at_the_end());
        let target = self.own_later().find_map(|m| {
            let is_target = m.is_capture() && pieces.contains(m.to()) || last == Some(&m);
            (is_target && protected.contains(m.to())).then_some(m.to())
        })?;
        let taken = Placed { role: defender.role, square: to };
        let role = before.role_at(target).filter(|_| pieces.contains(target));
        Some(Motif::RemovedDefender { defender: taken, target: (role, target) })
    }

    fn mates_at_the_end(&self) -> bool {
        let end = after_line(&self.after, self.rest);
        end.is_checkmate() && end.turn() != self.winner()
    }
}
