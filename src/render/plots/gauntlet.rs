//! Scores of checkpoints against training games.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::line_chart::{Emphasis, LineChart, LineSeries, XRange};
use super::ticks::games as counted;
use super::{Formats, PlotError, stored};
use crate::arena::MatchSettings;
use crate::arena::gauntlet::GauntletResult;

/// The score of one memory against one opponent, a row of `score.csv`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CheckpointScore {
    /// Name of the opponent.
    pub opponent: String,
    /// Games from which the memory had learned.
    pub training_games: u32,
    /// Points in percent.
    pub score: f64,
    /// Lower end of the 95 % interval, in percent.
    pub low_95: Option<f64>,
    /// Upper end of the 95 % interval, in percent.
    pub high_95: Option<f64>,
    /// Name and seed of the plan.
    pub plan: String,
    /// Games of the match.
    pub games: u32,
    /// Seed of the match.
    pub seed: u64,
}

impl CheckpointScore {
    /// The matches that have a result, and not by failures alone.
    #[must_use]
    pub fn of_results(
        results: &[GauntletResult],
        settings: &MatchSettings,
    ) -> Vec<CheckpointScore> {
        let percent = |share: f64| (100.0 * share * 1e4).round() / 1e4;
        let scores = results.iter().filter_map(|result| {
            let score = result.statistics.score.filter(|_| !result.report.only_failures())?;
            Some(CheckpointScore {
                opponent: result.opponent.clone(),
                training_games: result.training_games,
                score: percent(score.estimate),
                low_95: Some(percent(score.low)),
                high_95: Some(percent(score.high)),
                plan: result.plan.clone(),
                games: settings.games,
                seed: settings.seed,
            })
        });
        scores.collect()
    }

    /// The rows of a `score.csv` that [`draw_checkpoint_scores`] wrote.
    ///
    /// # Errors
    ///
    /// The file is not one.
    pub fn load(path: &Path) -> Result<Vec<CheckpointScore>, PlotError> {
        stored::read_rows(path)
    }

    /// The plan without its seed.
    fn plan_name(&self) -> &str {
        self.plan.split(", seed").next().unwrap_or_default()
    }
}

/// The checkpoints of one plan and seed against one opponent.
struct Course<'a> {
    opponent: &'a str,
    plan: &'a str,
    scores: Vec<&'a CheckpointScore>,
}

/// Draws the score against training games: `score.svg`, `.png` and `.csv` in `folder`. Each opponent has a colour; of the
/// first plan it has a strong line with its interval, of others (or other seeds) thin ones.
///
/// # Errors
///
/// No match has a result, or a file cannot be written.
pub fn draw_checkpoint_scores(
    scores: &[CheckpointScore],
    folder: &Path,
    formats: Formats,
) -> Result<Vec<PathBuf>, PlotError> {
    chart(scores).write(folder, "score", formats, scores)
}

fn chart(scores: &[CheckpointScore]) -> LineChart {
    let courses = courses(scores);
    let first_plan = courses.first().map_or("", |course| course.plan);
    let main: Vec<&Course> = courses.iter().filter(|course| course.plan == first_plan).collect();
    let best = main.iter().copied().min_by(|a, b| rank(a).total_cmp(&rank(b)));
    let mut opponents: Vec<&str> = best.iter().map(|best| best.opponent).collect();
    for course in &courses {
        if !opponents.contains(&course.opponent) {
            opponents.push(course.opponent);
        }
    }

    let mut named: Vec<&str> = vec![first_plan.split(", seed").next().unwrap_or_default()];
    let mut series = Vec::new();
    for course in &courses {
        let last = course.scores.last().map_or(0.0, |score| score.score);
        let is_main = course.plan == first_plan;
        let plan = course.scores.first().map_or("", |score| score.plan_name());
        let label = if is_main {
            Some(format!("{last:.0} % against\n{}", course.opponent))
        } else if named.contains(&plan) {
            None
        } else {
            named.push(plan);
            Some(format!("{plan}: {last:.0} %"))
        };
        let hue = opponents.iter().position(|found| *found == course.opponent).unwrap_or(0);
        let x = |score: &CheckpointScore| f64::from(score.training_games);
        let band = course.scores.iter().filter(|_| is_main);
        series.push(LineSeries {
            points: course.scores.iter().map(|score| (x(score), score.score)).collect(),
            band: band.filter_map(|s| Some((x(s), s.low_95?, s.high_95?))).collect(),
            hue,
            emphasis: if is_main { Emphasis::Strong } else { Emphasis::Faint },
            label,
        });
    }
    let (games, seed) = scores.first().map_or((0, 0), |score| (score.games, score.seed));
    let others =
        if courses.len() > main.len() { " Thin lines: other seeds and plans." } else { "" };
    let bands = if series.iter().all(|series| series.band.is_empty()) {
        "."
    } else {
        ", with 95 % intervals."
    };
    LineChart {
        title: best.map_or_else(String::new, |best| headline(&best.scores)),
        note: format!(
            "Each point: {games} games from openings not used in training (seed {seed}). Strong lines: \
             {first_plan}{bands}{others}"
        ),
        x_label: "training games".to_owned(),
        y_label: "% of the points".to_owned(),
        x_range: XRange::ToMaximum,
        series,
    }
}

fn courses(scores: &[CheckpointScore]) -> Vec<Course<'_>> {
    let mut courses: Vec<Course> = Vec::new();
    for score in scores {
        let is_of =
            |course: &&mut Course| course.opponent == score.opponent && course.plan == score.plan;
        match courses.iter_mut().find(is_of) {
            Some(course) => course.scores.push(score),
            None => courses.push(Course {
                opponent: &score.opponent,
                plan: &score.plan,
                scores: vec![score],
            }),
        }
    }
    for course in &mut courses {
        course.scores.sort_by_key(|score| score.training_games);
    }
    courses
}

/// Least for the opponent that the title names: the strongest that is beaten in the end, else the one against which the
/// score is highest.
fn rank(course: &Course) -> f64 {
    let Some(last) = course.scores.last() else { return f64::INFINITY };
    let is_beaten = last.low_95.unwrap_or(last.score) > 50.0;
    if is_beaten { last.score } else { 200.0 - last.score }
}

/// How far training went against one opponent: scores of checkpoints, in the order of training.
fn headline(scores: &[&CheckpointScore]) -> String {
    let Some(last) = scores.last() else { return "Score against training games".to_owned() };
    let CheckpointScore { opponent, training_games, score, .. } = last;
    let length = counted(*training_games as usize);
    let to = format!("{score:.0} % against {opponent}");
    if scores.len() > 1 {
        format!("From an empty memory to {to}, in {length}")
    } else {
        format!("{to}, after {length}")
    }
}

#[cfg(test)]
mod tests;
