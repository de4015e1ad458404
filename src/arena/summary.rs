use std::fmt;
use std::path::Path;

use serde::Serialize;

use super::{
    EloInterval, MatchReport, MatchSettings, MatchStatistics, Opponent, SprtResult, SprtState,
};
use crate::terminal_text::{MAX_NAME, printable};
use crate::uci::GoLimit;

/// A match so far with all that its report says: for JSON, and as text in the lines of fastchess.
///
/// Where fastchess divides by zero or has no variance, this does too (`nan`, `inf`); the intervals of few or equal results
/// are those of [`MatchReport::interval`], which are never empty. As in fastchess, `+/-` after `Elo` is half of an interval that
/// is a little wider on one side; that of `nElo` is not.
#[derive(Clone, Debug, Serialize)]
pub struct MatchSummary {
    /// The counts.
    #[serde(flatten)]
    pub report: MatchReport,
    /// What they say about the first player's strength.
    #[serde(flatten)]
    pub statistics: MatchStatistics,
    /// The sequential test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtResult>,
    /// Time control or limits, engine options and openings, for the first line of the text.
    #[serde(skip)]
    conditions: String,
}

impl MatchSummary {
    /// The summary of a match under these conditions ([`conditions`]).
    #[must_use]
    pub fn new(report: &MatchReport, settings: &MatchSettings, conditions: &str) -> MatchSummary {
        MatchSummary {
            report: report.clone(),
            statistics: MatchStatistics::of(report),
            sprt: settings.sprt.map(|sprt| sprt.result(&report.pairs)),
            conditions: conditions.to_owned(),
        }
    }
}

/// What a match is played with, in one line: the time control or the limits of the players, their options `Threads` and
/// `Hash` as far as they are set, and the file of openings, if there is one. What differs is written for both players. Where
/// fastchess writes `NULL` for an option that is not set, this leaves it out.
#[must_use]
pub fn conditions(
    settings: &MatchSettings,
    players: [&Opponent; 2],
    openings: Option<&Path>,
) -> String {
    let limit = |player: &Opponent| match (settings.time_control, player.limit()) {
        (Some(control), Some(limit)) if !player.is_self() && limit != GoLimit::Clock => {
            Some(format!("{control} {limit}"))
        }
        (Some(control), _) => Some(control.to_string()),
        (None, limit) => limit.map(|limit| limit.to_string()),
    };
    let option = |player: &Opponent, name: &str, unit: &str| {
        player.option(name).map(|value| format!("{value}{unit}"))
    };
    let both = |text: &dyn Fn(&Opponent) -> Option<String>, none: &str| match players.map(text) {
        [None, None] => None,
        [first, second] if first == second => first,
        texts => Some(texts.map(|text| text.unwrap_or_else(|| none.to_owned())).join(" - ")),
    };
    let file = openings.and_then(Path::file_name).map(|name| name.to_string_lossy());
    let file = file.map(|name| printable(&name, MAX_NAME).into_owned());
    let parts = [
        both(&limit, "no limit"),
        both(&|player| option(player, "Threads", "t"), "default"),
        both(&|player| option(player, "Hash", "MB"), "default"),
        file,
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

impl fmt::Display for MatchSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchSummary { report, statistics, sprt, conditions } = self;
        let tally = report.tally;
        let (pairs, counts) = (report.pairs.count() as f64, report.pairs.0);
        let [p0, p1, p2, p3, p4] = counts.map(|count| count as f64);
        let points = tally.wins as f64 + 0.5 * tally.draws as f64;
        let (first, second) = (&report.first, &report.second);
        let played = if conditions.is_empty() { String::new() } else { format!(" ({conditions})") };
        writeln!(f, "Results of {first} vs {second}{played}:")?;
        let (elo, normalized) = (error(statistics.elo), error(statistics.normalized_elo));
        writeln!(f, "Elo: {elo}, nElo: {normalized}")?;
        let superiority = statistics.likelihood_of_superiority.unwrap_or(f64::NAN);
        writeln!(
            f,
            "LOS: {} %, DrawRatio: {} %, PairsRatio: {}",
            number(100.0 * superiority),
            number(100.0 * p2 / pairs),
            number((p3 + p4) / (p0 + p1))
        )?;
        writeln!(
            f,
            "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {points:.1} ({} %)",
            tally.games(),
            tally.wins,
            tally.losses,
            tally.draws,
            number(100.0 * points / tally.games() as f64)
        )?;
        let split = (counts[2] - report.drawn_pairs) as f64 / report.drawn_pairs as f64;
        writeln!(f, "Ptnml(0-2): {counts:?}, WL/DD Ratio: {}", number(split))?;
        if let Some(sprt) = sprt {
            writeln!(f, "LLR: {sprt}")?;
        }
        if let Some(score) = statistics.score {
            writeln!(f, "Score: {score} (95 % interval over {})", report.basis())?;
        }
        writeln!(f, "Endings: {}", report.endings_text())?;
        let plies = report.plies as f64 / report.games() as f64;
        if report.abandoned > 0 {
            write!(f, "Abandoned: {}, ", report.abandoned)?;
        }
        write!(f, "Forfeited: {}, Plies per game: {}", report.forfeits_text(), number(plies))?;
        if let Some(failures) = report.failures_text() {
            write!(f, "\nFailures: {failures}")?;
        }
        let accepted = match sprt.map(|sprt| sprt.state) {
            None | Some(SprtState::Continue) => return Ok(()),
            Some(SprtState::H0) => "H0",
            Some(SprtState::H1) => "H1",
        };
        let [elo0, elo1] = sprt.map_or([0.0; 2], |sprt| [sprt.elo0, sprt.elo1]);
        write!(f, "\nSPRT ([{elo0:.2}, {elo1:.2}]) completed - {accepted} was accepted")
    }
}

/// An estimate and half of its 95 % interval.
fn error(interval: Option<EloInterval>) -> String {
    let Some(EloInterval { estimate, low, high }) = interval else { return "nan +/- nan".into() };
    format!("{} +/- {}", number(estimate.0), number((high.0 - low.0) / 2.0))
}

fn number(x: f64) -> String {
    if x.is_nan() { "nan".to_owned() } else { format!("{x:.2}") }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn player(name: &str, limit: Option<GoLimit>, options: &[&str]) -> Opponent {
        let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        Opponent::named(name, limit, &options).unwrap()
    }

    #[test]
    fn conditions_name_what_both_have_once() {
        let nodes = |count: u64| Some(GoLimit::Nodes(count.try_into().unwrap()));
        let memory = player("self", None, &[]);
        let one = player("sf --a", nodes(100), &["Hash=16", "threads=1"]);
        let two = player("sf --b", nodes(200), &["Hash=16"]);
        let plain = MatchSettings::default();
        let book = Path::new("books/openings.epd");
        for (players, openings, expected) in [
            ([&one, &one], None, "nodes 100, 1t, 16MB"),
            ([&one, &two], Some(book), "nodes 100 - nodes 200, 1t - default, 16MB, openings.epd"),
            ([&memory, &two], None, "depth 1 - nodes 200, default - 16MB"),
            ([&memory, &player("random", None, &[])], None, "depth 1 - no limit"),
        ] {
            assert_eq!(conditions(&plain, players, openings), expected);
        }
        let timed = MatchSettings { time_control: Some("1:00+1".parse().unwrap()), ..plain };
        let clock = two.clone().on_clock();
        assert_eq!(conditions(&timed, [&memory, &memory], None), "60+1");
        assert_eq!(
            conditions(&timed, [&one, &clock], None),
            "60+1 nodes 100 - 60+1, 1t - default, 16MB"
        );
    }
}
