//! The pawn structure of one side.

use shakmaty::{Bitboard, Color, File, Square, attacks};

use super::{Stage, file_of, rank_of, stop_square};
use crate::chess::{self, neighbours, passed_pawn_mask};

/// A pawn chain: own pawns on one diagonal, each protecting the next, each with an enemy pawn in front of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The rearmost pawn of the diagonal; it need not be rammed.
    pub base: Square,
    /// The rammed pawns up to the head.
    pub links: Vec<Square>,
}

impl Chain {
    /// The most advanced pawn.
    #[must_use]
    pub fn head(&self) -> Square {
        self.links.last().copied().unwrap_or(self.base)
    }
}

/// What is true of the owner's pawns. The owner is White.
#[derive(Clone, Debug)]
pub struct PawnStructure {
    /// No enemy pawn on the own or an adjacent file ahead and no own pawn ahead.
    pub passed: Bitboard,
    /// No own pawn on an adjacent file.
    pub isolated: Bitboard,
    /// Left behind: see `pawn/weak/backward` in the evaluation tree.
    pub backward: Bitboard,
    /// Files with two or more own pawns, one bit each.
    pub doubled_files: u8,
    /// The rear pawns of doubled pawns.
    pub doubled_rear: Bitboard,
    /// The isolated queen's pawn, unless it is passed.
    pub isolated_queen_pawn: Option<Square>,
    /// Runs of adjacent files that carry own pawns.
    pub islands: i32,
    /// Pawn chains, the one with the most advanced head first.
    pub chains: Vec<Chain>,
    /// Squares an own pawn attacks now or could attack by advancing.
    pub attack_span: Bitboard,
}

impl PawnStructure {
    /// Of `own` pawns that move up the board against `enemy` pawns.
    ///
    /// Backward: not isolated, not passed, not the rear of doubled pawns, not rammed; every own pawn on an adjacent file
    /// is strictly ahead; and an enemy pawn attacks the stop square or the nearest neighbour is two or more ranks ahead
    /// (a central pawn at home in the middlegame only with the enemy pawn).
    #[must_use]
    pub(super) fn new(own: Bitboard, enemy: Bitboard, stage: Stage) -> PawnStructure {
        let file = |square: Square| Bitboard::from_file(square.file());
        let sides = |square: Square| neighbours(square.file());
        let ahead = |square: Square| chess::ahead(Color::White, square);
        let passed: Bitboard = own
            .into_iter()
            .filter(|s| {
                (enemy & passed_pawn_mask(Color::White, *s)).is_empty()
                    && (own & file(*s) & ahead(*s)).is_empty()
            })
            .collect();
        let isolated: Bitboard = own.into_iter().filter(|s| (own & sides(*s)).is_empty()).collect();
        let doubled_rear: Bitboard =
            own.into_iter().filter(|s| (own & file(*s) & ahead(*s)).any()).collect();
        let mut doubled_files = 0;
        let mut carried = 0u8;
        for f in File::ALL {
            let count = (own & Bitboard::from_file(f)).count();
            doubled_files |= u8::from(count >= 2) << f.to_u32();
            carried |= u8::from(count >= 1) << f.to_u32();
        }
        let islands = (carried & !(carried << 1)).count_ones() as i32;
        let enemy_hits: Bitboard = enemy
            .into_iter()
            .fold(Bitboard::EMPTY, |sum, s| sum | attacks::pawn_attacks(Color::Black, s));
        let rammed = own & enemy.shift(-8);
        let backward: Bitboard = own
            .into_iter()
            .filter(|s| {
                if (isolated | passed | doubled_rear | rammed).contains(*s) {
                    return false;
                }
                let nearest = (own & sides(*s)).into_iter().map(rank_of).min().unwrap_or(0);
                let stop_hit = stop_square(*s).is_some_and(|stop| enemy_hits.contains(stop));
                let central_home = stage == Stage::Middlegame
                    && rank_of(*s) == 2
                    && (2..=5).contains(&file_of(*s));
                nearest > rank_of(*s) && (stop_hit || (!central_home && nearest - rank_of(*s) >= 2))
            })
            .collect();
        let d_pawns = own & Bitboard::from_file(File::D);
        let isolated_queen_pawn = d_pawns.single_square().filter(|d| {
            (3..=5).contains(&rank_of(*d))
                && !passed.contains(*d)
                && (own & (Bitboard::from_file(File::C) | Bitboard::from_file(File::E))).is_empty()
                && (enemy & Bitboard::from_file(File::D)).is_empty()
                && (enemy & (Bitboard::from_file(File::C) | Bitboard::from_file(File::E))).any()
        });
        let mut span = Bitboard::EMPTY;
        for s in own {
            span |= sides(s) & ahead(s);
        }
        PawnStructure {
            passed,
            isolated,
            backward,
            doubled_files,
            doubled_rear,
            isolated_queen_pawn,
            islands,
            chains: chains(own, rammed),
            attack_span: span,
        }
    }

    /// The file carries two or more own pawns.
    #[must_use]
    pub fn is_doubled(&self, file: i32) -> bool {
        (0..8).contains(&file) && self.doubled_files >> file & 1 == 1
    }

    /// Isolated pawns that are neither passed nor doubled nor the isolated queen's pawn.
    #[must_use]
    pub fn plain_isolated(&self) -> Bitboard {
        self.isolated
            .into_iter()
            .filter(|s| {
                !self.passed.contains(*s)
                    && !self.is_doubled(file_of(*s))
                    && self.isolated_queen_pawn != Some(*s)
            })
            .collect()
    }

    /// The passed pawn that is furthest advanced, if one has reached `least`.
    #[must_use]
    pub fn most_advanced_passer(&self, least: i32) -> Option<Square> {
        self.passed.into_iter().filter(|s| rank_of(*s) >= least).max_by_key(|s| rank_of(*s))
    }

    /// Two passed pawns on adjacent files, ranks at most one apart; the most advanced pair.
    #[must_use]
    pub fn connected(&self) -> Option<(Square, Square)> {
        let mut best: Option<(Square, Square)> = None;
        for a in self.passed {
            for b in self.passed {
                if file_of(b) == file_of(a) + 1 && (rank_of(a) - rank_of(b)).abs() <= 1 {
                    let height = |(x, y): (Square, Square)| {
                        (rank_of(x).max(rank_of(y)), rank_of(x) + rank_of(y))
                    };
                    if best.is_none_or(|pair| height((a, b)) > height(pair)) {
                        best = Some((a, b));
                    }
                }
            }
        }
        best
    }

    /// Whether a passed pawn stands beside another with at most one rank between.
    #[must_use]
    pub fn has_passed_neighbour(&self, s: Square) -> bool {
        self.passed.into_iter().any(|other| {
            (file_of(other) - file_of(s)).abs() == 1 && (rank_of(other) - rank_of(s)).abs() <= 1
        })
    }
}

/// Runs of two or more rammed pawns on one diagonal, each protecting the next.
fn chains(own: Bitboard, rammed: Bitboard) -> Vec<Chain> {
    let mut found = Vec::new();
    for step in [9, 7] {
        let along = |s: Square, step: i32, pieces: Bitboard| {
            s.offset(step).filter(|t| pieces.contains(*t) && (file_of(*t) - file_of(s)).abs() == 1)
        };
        for first in rammed.into_iter().filter(|s| along(*s, -step, rammed).is_none()) {
            let links: Vec<Square> =
                std::iter::successors(Some(first), |s| along(*s, step, rammed)).collect();
            let base = std::iter::successors(Some(first), |s| along(*s, -step, own)).last();
            if let Some(base) = base.filter(|_| links.len() >= 2) {
                found.push(Chain { base, links });
            }
        }
    }
    found.sort_by_key(|chain| (-rank_of(chain.head()), -(chain.links.len() as i32), chain.base));
    found
}
