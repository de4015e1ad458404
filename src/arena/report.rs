use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use super::rating::Results;
use super::{GameEnd, GameRecord, Interval, Pairs, Tally};
use crate::chess::result_for;
use crate::terminal_text::printable;
use crate::units::counted;

/// Kinds of failures that the text of a report names.
const MAX_FAILURES_TOLD: usize = 5;
/// Characters of each.
const MAX_WHY: usize = 200;

/// The result of a match from the first player's side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatchReport {
    /// Name of the first player, empty before the first game.
    pub first: String,
    /// Name of the second player.
    pub second: String,
    /// Games with a result.
    pub tally: Tally,
    /// Pairs of which both games have a result.
    pub pairs: Pairs,
    /// Pairs of which both games were drawn; the others in which each player scored 1 are a win and a loss.
    #[serde(default)]
    pub drawn_pairs: u64,
    /// How many games ended in which way, by [`GameEnd::name`].
    pub endings: BTreeMap<String, u64>,
    /// Games that the first and the second player lost by a failure: a crash, an illegal move, no answer, or no time left.
    #[serde(default)]
    pub forfeits: [u64; 2],
    /// In how many games what went wrong, the player's name first.
    #[serde(default)]
    pub failures: BTreeMap<String, u64>,
    /// Games that a failure left without a result.
    pub abandoned: u64,
    /// Half-moves of all games together, those of the openings and of abandoned games included.
    pub plies: u64,
    /// Points of the first game of a pair whose second is still to come.
    #[serde(skip)]
    half_pair: Option<f64>,
}

impl MatchReport {
    /// Counts a game in which the first player had `side`. Games have to come in order: the two games of a pair one
    /// after the other, the first player with White first.
    pub fn add(&mut self, side: Color, record: &GameRecord) {
        self.first = record.name_of(side).to_owned();
        self.second = record.name_of(!side).to_owned();
        let points = record.result.map(|result| result_for(result, side));
        if let Some(points) = points {
            self.tally.add(points);
        }
        if side.is_white() {
            self.half_pair = points;
        } else if let (Some(first), Some(second)) = (self.half_pair.take(), points) {
            self.pairs.add(first, second);
            self.drawn_pairs += u64::from(first == 0.5 && second == 0.5);
        }
        *self.endings.entry(record.ending.name().to_owned()).or_default() += 1;
        match &record.ending {
            GameEnd::Abandoned { by, why, .. } => {
                *self.failures.entry(why.clone()).or_default() += 1;
                match points {
                    Some(_) => self.forfeits[usize::from(*by != side)] += 1,
                    None => self.abandoned += 1,
                }
            }
            // A draw where the other one cannot mate.
            GameEnd::TimeForfeit { by } if points != Some(0.5) => {
                self.forfeits[usize::from(*by != side)] += 1;
            }
            _ => {}
        }
        self.plies += record.plies.len() as u64;
    }

    /// How many games ended in which way, as a list.
    pub(super) fn endings_text(&self) -> String {
        let endings: Vec<String> =
            self.endings.iter().map(|(name, count)| format!("{name} {count}")).collect();
        endings.join(", ")
    }

    /// How many games were lost by a failure, and of whom: `11 (Sore: 11)`.
    pub(super) fn forfeits_text(&self) -> String {
        let names = [&self.first, &self.second].into_iter().zip(self.forfeits);
        let failed: Vec<String> = names
            .filter(|(_, count)| *count > 0)
            .map(|(name, count)| format!("{name}: {count}"))
            .collect();
        match self.forfeits.iter().sum::<u64>() {
            0 => "0".to_owned(),
            all => format!("{all} ({})", failed.join(", ")),
        }
    }

    /// What went wrong most often, and in how many games; `None` if nothing did.
    pub(super) fn failures_text(&self) -> Option<String> {
        let mut failures: Vec<_> = self.failures.iter().collect();
        failures.sort_by_key(|(_, count)| Reverse(**count));
        let texts = failures.iter().take(MAX_FAILURES_TOLD);
        let mut texts: Vec<String> =
            texts.map(|(why, count)| format!("{} ({count})", printable(why, MAX_WHY))).collect();
        if failures.len() > MAX_FAILURES_TOLD {
            texts.push("…".to_owned());
        }
        (!texts.is_empty()).then(|| texts.join("; "))
    }

    /// Games were begun, and a player failed in all of them.
    #[must_use]
    pub fn only_failures(&self) -> bool {
        let failed = self.failures.values().sum::<u64>();
        failed > 0 && failed == self.games()
    }

    /// All games, forfeits and abandoned ones included.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.endings.values().sum()
    }

    /// Share of the points with its 95 % interval: from the pairs if there are any, otherwise from the single games; `None` if
    /// there is no result. A game whose partner is still to come, or has no result, then waits.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        self.results().interval()
    }

    /// The results that the interval is from.
    pub(super) fn results(&self) -> Results {
        if self.pairs.count() > 0 { self.pairs.results() } else { self.tally.results() }
    }

    /// What the interval is from: `33 pairs`, `1 game`, `4 pairs, 1 game not paired`.
    pub(super) fn basis(&self) -> String {
        let (pairs, games) = (self.pairs.count(), self.tally.games());
        match games - 2 * pairs {
            _ if pairs == 0 => counted(games, "game"),
            0 => counted(pairs, "pair"),
            rest => format!("{}, {} not paired", counted(pairs, "pair"), counted(rest, "game")),
        }
    }

    /// The games counted, and the interval of the final report: `+20 =3 -9 (32 games) 67.2 % ± 12.5`.
    #[must_use]
    pub fn standing(&self) -> String {
        let counts = self.tally.counts();
        match self.interval() {
            Some(interval) => format!("{counts} {interval}"),
            None => counts,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use shakmaty::KnownOutcome;

    use super::*;
    use crate::arena::{EloModel, MatchSettings, MatchSummary, Sprt, side_of_first};
    use crate::chess::{Ending, Start};

    fn record(side: Color, result: Option<KnownOutcome>) -> GameRecord {
        let (first, second) = ("A".to_owned(), "B".to_owned());
        let (white, black) = if side.is_white() { (first, second) } else { (second, first) };
        let ending = match result {
            None => {
                GameEnd::Abandoned { by: Color::White, why: "died".to_owned(), recovered: true }
            }
            Some(KnownOutcome::Draw) => GameEnd::PlyCap,
            Some(KnownOutcome::Decisive { .. }) => GameEnd::Rule(Ending::Checkmate),
        };
        GameRecord {
            white,
            black,
            start: Start::Initial,
            plies: Vec::new(),
            opening_plies: 0,
            ending,
            result,
            events: Vec::new(),
        }
    }

    #[test]
    fn a_report_counts_from_the_first_players_side() {
        let white_wins = Some(KnownOutcome::Decisive { winner: Color::White });
        let mut report = MatchReport::default();
        let results =
            [white_wins, white_wins, white_wins, Some(KnownOutcome::Draw), None, white_wins];
        for (index, result) in (0..).zip(results) {
            let side = side_of_first(index);
            report.add(side, &record(side, result));
        }
        assert_eq!(report.tally, Tally { wins: 2, draws: 1, losses: 2 });
        assert_eq!(report.pairs, Pairs([0, 0, 1, 1, 0]));
        assert_eq!((report.games(), report.abandoned), (6, 1));
        let expected = "\
Results of A vs B (10+0.1):
Elo: 88.74 +/- 401.66, nElo: 245.67 +/- 1361.92
LOS: 63.82 %, DrawRatio: 50.00 %, PairsRatio: inf
Games: 5, Wins: 2, Losses: 2, Draws: 1, Points: 2.5 (50.00 %)
Ptnml(0-2): [0, 0, 1, 1, 0], WL/DD Ratio: inf
LLR: 0.02 (0.7%) (-2.94, 2.94) [0.00, 5.00]
Score: 62.5 % (14.2 to 94.4) (95 % interval over 2 pairs, 1 game not paired)
Endings: abandoned 1, checkmate 4, ply-cap 1
Abandoned: 1, Forfeited: 0, Plies per game: 0.00
Failures: died (1)";
        let sprt = Sprt::new([0.0, 5.0], [0.05, 0.05], EloModel::Normalized).unwrap();
        let settings = MatchSettings { sprt: Some(sprt), ..MatchSettings::default() };
        let summary = MatchSummary::new(&report, &settings, "10+0.1");
        assert_eq!(summary.to_string(), expected);
        let json = serde_json::to_value(&summary).unwrap();
        assert_eq!(
            (&json["tally"]["wins"], &json["sprt"]["state"]),
            (&2.into(), &"continue".into())
        );
        assert!(json["score"]["low"].is_number() && json["normalized_elo"]["high"].is_number());
        // Pairs decide where there are any.
        for index in 6..20 {
            let side = side_of_first(index);
            report.add(side, &record(side, white_wins));
        }
        assert_eq!((report.pairs.count(), report.tally.games()), (9, 19));
        assert_eq!(report.drawn_pairs, 0);
        assert_eq!(report.interval(), report.pairs.interval());
        let interval = report.interval().unwrap();
        assert_eq!(report.standing(), format!("{} {interval}", report.tally.counts()));
        assert_eq!(report.basis(), "9 pairs, 1 game not paired");
        let json = serde_json::to_string(&report).unwrap();
        assert_eq!(serde_json::from_str::<MatchReport>(&json).unwrap(), report);
    }

    #[test]
    fn a_loss_on_time_is_a_forfeit() {
        let mut report = MatchReport::default();
        let lost = |by: Color| KnownOutcome::Decisive { winner: !by };
        let ends = [
            (Color::White, lost(Color::White)),
            (Color::Black, lost(Color::Black)),
            (Color::White, KnownOutcome::Draw),
        ];
        for (by, result) in ends {
            let mut record = record(Color::White, Some(result));
            record.ending = GameEnd::TimeForfeit { by };
            report.add(Color::White, &record);
        }
        assert_eq!(report.forfeits, [1, 1]);
    }

    #[test]
    fn forfeits_count_and_are_told_by_player() {
        let mut report = MatchReport::default();
        for index in 0..8 {
            let side = side_of_first(index);
            let mut record = record(side, None);
            let by = Color::from_white(index < 3);
            let why = format!("{}: died of {}", record.name_of(by), index % 7);
            record.ending = GameEnd::Abandoned { by, why, recovered: true };
            record.forfeit();
            report.add(side, &record);
        }
        assert_eq!((report.forfeits, report.abandoned), ([5, 3], 0));
        assert_eq!(report.tally, Tally { wins: 3, draws: 0, losses: 5 });
        assert_eq!(report.pairs.count(), 4);
        let settings = MatchSettings::default();
        let text = MatchSummary::new(&report, &settings, "").to_string();
        assert!(text.contains("\nForfeited: 8 (A: 5, B: 3), Plies per game: "), "{text}");
        assert!(text.contains("\nFailures: A: died of 0 (2); "), "{text}");
        assert!(text.ends_with("; …") && text.matches("died").count() == 5, "{text}");
    }
}
