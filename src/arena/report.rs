use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use super::rating::Results;
use super::{GameEnd, GameRecord, Interval, Pairs, Tally};
use crate::chess::result_for;

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
    /// Games that a player's failure left without a result.
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
        self.abandoned += u64::from(matches!(record.ending, GameEnd::Abandoned { .. }));
        self.plies += record.plies.len() as u64;
    }

    /// How many games ended in which way, as a list.
    pub(super) fn endings_text(&self) -> String {
        let endings: Vec<String> =
            self.endings.iter().map(|(name, count)| format!("{name} {count}")).collect();
        endings.join(", ")
    }

    /// All games, abandoned ones included.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.endings.values().sum()
    }

    /// Share of the points with its 95 % interval: from the pairs if nine games in ten belong to one, otherwise from the single
    /// games; `None` if there is no result.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        self.results().0.interval()
    }

    /// The results that the interval is from, and how many games each of them has.
    pub(super) fn results(&self) -> (Results, f64) {
        if 2 * self.pairs.count() * 10 >= self.tally.games() * 9 {
            (self.pairs.results(), 2.0)
        } else {
            (self.tally.results(), 1.0)
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
Elo: 0.00 +/- 274.93, nElo: 0.00 +/- 256.04
LOS: 50.00 %, DrawRatio: 50.00 %, PairsRatio: inf
Games: 5, Wins: 2, Losses: 2, Draws: 1, Points: 2.5 (50.00 %)
Ptnml(0-2): [0, 0, 1, 1, 0], WL/DD Ratio: inf
LLR: 0.02 (0.7%) (-2.94, 2.94) [0.00, 5.00]
Score: 50.0 % ± 33.0 (95 % interval)
Endings: abandoned 1, checkmate 4, ply-cap 1
Abandoned: 1, Plies per game: 0.00";
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
        // Where nearly all games have a partner, pairs decide.
        for index in 6..20 {
            let side = side_of_first(index);
            report.add(side, &record(side, white_wins));
        }
        assert_eq!((report.pairs.count(), report.tally.games()), (9, 19));
        assert_eq!(report.drawn_pairs, 0);
        assert_eq!(report.interval(), report.pairs.interval());
        let json = serde_json::to_string(&report).unwrap();
        assert_eq!(serde_json::from_str::<MatchReport>(&json).unwrap(), report);
    }
}
