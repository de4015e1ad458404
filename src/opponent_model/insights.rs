//! What stands out in the results of a player: which games they score more or less in, and who wins material first.

use std::collections::BTreeSet;

use serde::Serialize;
use shakmaty::{CastlingSide, Chess, Color, Move, Position};

use super::move_model::context::Phase;
use super::packed_game::{GameResult, PackedGame, ResultCounts, with_score};
use crate::arena::Interval;
use crate::chess::{OpeningName, after_line, material_balance};

/// Minimum number of games on both sides of a comparison.
const MIN_GAMES: u32 = 15;
/// Of the comparisons told as clear, the share that is expected to be chance.
const FALSE_DISCOVERIES: f64 = 0.1;
/// A game has an exchange of queens up to this move, or not; shorter games are left out.
const QUEENS_BY_MOVE: usize = 20;
/// A lead in material: at least this many pawns …
const LEAD: i32 = 2;
/// … kept for this many half-moves.
const LEAD_PLIES: usize = 6;

/// What stands out in a player's results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Insights {
    /// Groups of games that were compared with the others.
    pub compared: usize,
    /// Those in which the player's score clearly differs, the most certain first: of these, one in ten is expected to be
    /// chance (Benjamini and Hochberg 1995, "Controlling the false discovery rate").
    pub contrasts: Vec<Contrast>,
    /// Who was the first to win two pawns or more, by the phase in which it happened: opening, middlegame, endgame.
    pub first_leads: [FirstLeads; 3],
    /// The player's results where they were the first to lead by two pawns or more.
    #[serde(serialize_with = "with_score")]
    pub after_leading: ResultCounts,
    /// The player's results where the opponent was.
    #[serde(serialize_with = "with_score")]
    pub after_trailing: ResultCounts,
}

/// A group of games in which the player scores more or less than in the others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contrast {
    /// The group: `games with White`, `Caro-Kann Defence with Black`.
    pub games: String,
    /// What it was compared with: `with Black`, `other openings with Black`.
    pub others: String,
    /// The player's results in the group.
    #[serde(serialize_with = "with_score")]
    pub results: ResultCounts,
    /// The player's results in the others.
    #[serde(serialize_with = "with_score")]
    pub other_results: ResultCounts,
    /// How much larger the score is in the group, with the 95 % interval, in `[-1, 1]`.
    pub difference: Interval,
}

/// Games in which one side was the first to lead by two pawns or more, for three moves or when the other one lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FirstLeads {
    /// The player was.
    pub by_player: u32,
    /// The opponent was.
    pub by_opponent: u32,
}

/// What a game is grouped by.
struct GameFacts {
    color: Color,
    result: GameResult,
    opening: Option<OpeningName>,
    reaches_endgame: bool,
    /// Whether the queens are off by move 20; `None` for shorter games.
    queens_exchanged: Option<bool>,
    /// How the player and the opponent castled.
    castled: [Option<CastlingSide>; 2],
    /// The phase in which the first lead began, and whether it was the player's.
    first_lead: Option<(Phase, bool)>,
}

/// A lead in material on the board.
#[derive(Clone, Copy)]
struct Lead {
    /// The phase in which it began.
    phase: Phase,
    /// It is the player's.
    own: bool,
    /// Half-moves that it has lasted.
    plies: usize,
}

impl Lead {
    /// Of a position in which the player has `color`; `before`: the lead in the one before.
    fn of(position: &Chess, color: Color, before: Option<Lead>) -> Option<Lead> {
        let balance = material_balance(position);
        let own = (balance > 0) == color.is_white();
        match before {
            _ if balance.abs() < LEAD => None,
            Some(lead) if lead.own == own => Some(Lead { plies: lead.plies + 1, ..lead }),
            _ => Some(Lead { phase: Phase::of(position), own, plies: 1 }),
        }
    }
}

impl GameFacts {
    fn new(game: &PackedGame, color: Color, result: GameResult) -> GameFacts {
        let mut facts = GameFacts {
            color,
            result,
            opening: OpeningName::of(game.plies().map(|(position, _)| position)),
            reaches_endgame: false,
            queens_exchanged: None,
            castled: [None; 2],
            first_lead: None,
        };
        let mut lead: Option<Lead> = None;
        let mut last_move = None;
        for (ply, (position, m)) in game.plies().enumerate() {
            let phase = Phase::of(&position);
            facts.reaches_endgame |= phase == Phase::Endgame;
            if ply == 2 * QUEENS_BY_MOVE {
                facts.queens_exchanged = Some(position.board().queens().is_empty());
            }
            if let Move::Castle { .. } = m {
                let of_opponent = usize::from(position.turn() != color);
                facts.castled[of_opponent] = m.castling_side();
            }
            lead = Lead::of(&position, color, lead);
            if let Some(Lead { phase, own, plies: LEAD_PLIES }) = lead {
                facts.first_lead.get_or_insert((phase, own));
            }
            last_move = Some((position, m));
        }
        // Whoever resigns after losing material does not wait for three moves.
        let end = last_move.map(|(position, m)| after_line(&position, &[m]));
        let last = end.and_then(|end| Lead::of(&end, color, lead)).filter(|last| match result {
            GameResult::Won => last.own,
            GameResult::Lost => !last.own,
            GameResult::Drawn => false,
        });
        facts.first_lead = facts.first_lead.or(last.map(|last| (last.phase, last.own)));
        facts
    }
}

impl Insights {
    /// What stands out in finished games, each with the player's colour and result.
    pub(super) fn of<'a>(
        games: impl Iterator<Item = (&'a PackedGame, Color, GameResult)>,
    ) -> Insights {
        let facts: Vec<GameFacts> =
            games.map(|(game, color, result)| GameFacts::new(game, color, result)).collect();
        let comparisons = comparisons(&facts);
        let compared = comparisons.len();
        let mut first_leads = [FirstLeads::default(); 3];
        for (phase, by_player) in facts.iter().filter_map(|game| game.first_lead) {
            let FirstLeads { by_player: own, by_opponent } = &mut first_leads[phase as usize];
            *(if by_player { own } else { by_opponent }) += 1;
        }
        let after = |own: bool| {
            let led = facts.iter().filter(|game| game.first_lead.is_some_and(|lead| lead.1 == own));
            led.map(|game| game.result).collect()
        };
        Insights {
            compared,
            contrasts: clear_ones(comparisons),
            first_leads,
            after_leading: after(true),
            after_trailing: after(false),
        }
    }
}

/// All comparisons with enough games, each with the probability of such a difference by chance.
fn comparisons(games: &[GameFacts]) -> Vec<(Contrast, f64)> {
    let mut found = Vec::new();
    // `group` tells whether a game is in the group; `None` for games that are left out.
    let mut compare = |name: &str, others: &str, group: &dyn Fn(&GameFacts) -> Option<bool>| {
        let results = |within: bool| -> ResultCounts {
            let members = games.iter().filter(|game| group(game) == Some(within));
            members.map(|game| game.result).collect()
        };
        found.extend(contrast(name, others, results(true), results(false)));
    };
    compare("games with White", "with Black", &|game| Some(game.color.is_white()));
    compare("games that reach an endgame", "decided before", &|game| Some(game.reaches_endgame));
    compare("games with the queens exchanged by move 20", "others that long", &|game| {
        game.queens_exchanged
    });
    compare("games with queenside castling", "with kingside castling", &|game| {
        game.castled[0].map(|side| side == CastlingSide::QueenSide)
    });
    compare("games with castling on opposite wings", "on the same wing", &|game| {
        let [own, other] = game.castled;
        Some(own? != other?)
    });
    let family = |game: &GameFacts| Some((game.opening?.family(), game.color.is_white()));
    let families: BTreeSet<(&str, bool)> = games.iter().filter_map(family).collect();
    for (family, is_white) in families {
        let color = Color::from_white(is_white);
        let name = format!("{family} with {}", color_name(color));
        let others = format!("other openings with {}", color_name(color));
        compare(&name, &others, &|game| {
            let is_it = game.opening.is_some_and(|opening| opening.family() == family);
            (game.color == color).then_some(is_it)
        });
    }
    found
}

fn color_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// The comparison of two groups; `None` with too few games, or if all results are the same.
fn contrast(
    games: &str,
    others: &str,
    results: ResultCounts,
    other_results: ResultCounts,
) -> Option<(Contrast, f64)> {
    let (n, m) = (results.games(), other_results.games());
    if n.min(m) < MIN_GAMES {
        return None;
    }
    let all: ResultCounts = [results, other_results].into_iter().sum();
    let squares = f64::from(all.won) + f64::from(all.drawn) / 4.0;
    let variance = squares / f64::from(all.games()) - all.score() * all.score();
    let deviation = (variance * (1.0 / f64::from(n) + 1.0 / f64::from(m))).sqrt();
    let estimate = results.score() - other_results.score();
    let reach = 1.96 * deviation;
    let difference = Interval { estimate, low: estimate - reach, high: estimate + reach };
    let chance = libm::erfc(estimate.abs() / deviation / std::f64::consts::SQRT_2);
    let (games, others) = (games.to_owned(), others.to_owned());
    let contrast = Contrast { games, others, results, other_results, difference };
    (deviation > 0.0).then_some((contrast, chance))
}

/// Of comparisons, each with the probability of such a difference by chance, those that are not chance, by the procedure of
/// Benjamini and Hochberg; the most certain first.
pub(super) fn clear_ones<T>(mut comparisons: Vec<(T, f64)>) -> Vec<T> {
    comparisons.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let step = FALSE_DISCOVERIES / comparisons.len().max(1) as f64;
    let holds = |rank: usize| comparisons[rank].1 <= step * (rank + 1) as f64;
    let count = (0..comparisons.len()).rfind(|rank| holds(*rank)).map_or(0, |rank| rank + 1);
    comparisons.into_iter().take(count).map(|(found, _)| found).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn counts(won: u32, drawn: u32, lost: u32) -> ResultCounts {
        ResultCounts { won, drawn, lost }
    }

    #[test]
    fn a_difference_has_its_interval_and_small_groups_are_left_out() {
        let (found, chance) = contrast("a", "b", counts(60, 0, 40), counts(40, 0, 60)).unwrap();
        let Interval { estimate, low, high } = found.difference;
        assert!((estimate - 0.2).abs() < 1e-12);
        // Two shares of 100 games: ± 1.96 · √(¼ · 2 / 100).
        assert!((high - low - 2.0 * 1.96 * 0.005_f64.sqrt()).abs() < 1e-12);
        assert!((chance - 0.0047).abs() < 1e-4, "{chance}");
        assert!(contrast("a", "b", counts(14, 0, 0), counts(0, 0, 99)).is_none());
        assert!(contrast("a", "b", counts(0, 20, 0), counts(0, 20, 0)).is_none());
    }

    #[test]
    fn among_many_comparisons_only_the_surest_are_told() {
        let of = |won: u32| contrast("a", "b", counts(won, 0, 100 - won), counts(50, 0, 50));
        let even = || of(52);
        // One chance in two hundred is nothing among forty comparisons, and something alone.
        let mut many: Vec<_> = (0..39).filter_map(|_| even()).collect();
        many.extend(of(69));
        assert!(clear_ones(many.clone()).is_empty());
        assert_eq!(clear_ones(many.split_off(39)).len(), 1);
        let clear: Vec<_> = (0..39).filter_map(|_| even()).chain(of(90)).collect();
        assert_eq!(clear_ones(clear).len(), 1);
    }
}
