//! The four learning curves and their overview.

use plotters::style::RGBColor;

use super::chart::{
    Chart, Header, KeyItem, Layer, Mark, NEUTRAL, PALETTE, Panel, Picture, Point, Row,
};
use super::headline;
use super::samples::{MAX_GAMES_DRAWN, RunSamples, Sample};
use super::ticks::{Axis, games};
use crate::render::numbers::grouped;

/// Size of the picture of one chart, in CSS pixels.
pub(super) const CHART_SIZE: (u32, u32) = (720, 450);
/// Size of the overview, in CSS pixels.
pub(super) const OVERVIEW_SIZE: (u32, u32) = (800, 620);

/// A picture of one chart.
pub(super) fn alone(chart: Chart) -> Picture {
    Picture { header: None, rows: vec![Row { share: 1, charts: vec![chart] }], size: CHART_SIZE }
}

/// The score, large, under a title that says how it rose; the other charts small below it.
pub(super) fn overview(runs: &[RunSamples]) -> Picture {
    let mut hero = score(runs);
    let quantity = if let Perspective::Memory = perspective(runs) { "" } else { "White's score. " };
    let header = Header {
        title: headline::of_runs(runs),
        note: format!("{quantity}{}", hero.header.note),
        key: Vec::new(),
    };
    hero.header = Header::default();
    let accompany = |mut chart: Chart, title: &str| {
        chart.panels.truncate(1);
        let panel = &mut chart.panels[0];
        chart.header = Header { title: title.to_owned(), ..Header::default() };
        chart.is_small = true;
        chart.x = games_axis(runs, 2);
        chart.x.label.clear();
        panel.y = Axis::linear("", panel.y.range, 3, 0.0);
        for layer in &mut panel.layers {
            match layer {
                Layer::Series { label, .. } if runs.len() > 1 => *label = None,
                Layer::Series { label: Some(label), .. } => {
                    // "graph patterns" under a title that says "patterns".
                    *label = label.replace(" patterns", "");
                }
                _ => {}
            }
        }
        chart
    };
    let small = vec![
        accompany(material(runs), "Material captured, pawns a game"),
        accompany(memory(runs), "Patterns in the memory"),
        accompany(td_error(runs), "Temporal-difference error"),
    ];
    let rows = vec![Row { share: 5, charts: vec![hero] }, Row { share: 3, charts: small }];
    Picture { header: Some(header), rows, size: OVERVIEW_SIZE }
}

/// Material captured per game: Figures 2 and 3 of Levinson and Snyder, "Adaptive pattern-oriented chess", 1991.
pub(super) fn material(runs: &[RunSamples]) -> Chart {
    let title = match perspective(runs) {
        Perspective::Memory => "Opponent's material captured per game",
        Perspective::White => "Material captured by White per game of self-play",
        Perspective::Mixed => "Material captured per game (in self-play: by White)",
    };
    let layers = dots_and_means(runs, |sample| (sample.captured, sample.captured_mean));
    chart(title, note_on_means(runs), runs, panel("pawns (P 1, N 3, B 3, R 5, Q 9)", layers))
}

/// Share of the points with its interval.
pub(super) fn score(runs: &[RunSamples]) -> Chart {
    let title = match perspective(runs) {
        Perspective::Memory => "Score",
        Perspective::White => "White's score in self-play",
        Perspective::Mixed => "Score (in self-play: White's)",
    };
    let percent = |points: f64| 100.0 * points;
    let mut layers = vec![Layer::Rule(50.0)];
    for (run, colour) in coloured(runs) {
        let points = run.samples.iter().filter_map(|sample| {
            let share = sample.score.as_ref()?.share;
            Some((f64::from(sample.game), percent(share.low), percent(share.high)))
        });
        layers.push(Layer::Band { points: points.collect(), colour, strength: strength(runs) });
    }
    for (run, colour) in coloured(runs) {
        let points =
            line(run, |sample| sample.score.as_ref().map(|score| percent(score.share.estimate)));
        let last = points.last().map(|(_, score)| format!("{score:.0} %"));
        let label = last.map(|score| match name(runs, run) {
            Some(name) => format!("{score}\n{name}"),
            None => score,
        });
        layers.push(Layer::Series { points, colour, mark: Mark::Line, label });
    }
    let note = format!("Line: mean over {}. Band: 95 % interval.", window(runs));
    let quarters = [0.0, 25.0, 50.0, 75.0, 100.0];
    let y = Axis {
        label: "% of the points".to_owned(),
        range: (0.0, 100.0),
        ticks: quarters.map(|percent| (percent, percent.to_string())).into(),
    };
    let remark = no_points(&layers);
    chart(title, note, runs, vec![Panel { share: 1, y, layers, remark }])
}

/// Number of patterns, and how many are created and forgotten per game.
pub(super) fn memory(runs: &[RunSamples]) -> Chart {
    let (mut sizes, mut areas, mut flows) = (Vec::new(), Vec::new(), Vec::new());
    let has_moves = runs.iter().flat_map(|run| &run.samples).any(|sample| sample.move_patterns > 0);
    for (run, colour) in coloured(runs) {
        let graph = line(run, |sample| Some(f64::from(sample.graph_patterns)));
        let material = line(run, |sample| Some(f64::from(sample.material_patterns)));
        let moves = has_moves.then(|| line(run, |sample| Some(f64::from(sample.move_patterns))));
        for (points, kind, mark) in [
            (Some(graph), "graph patterns", Mark::Line),
            (Some(material), "material patterns", Mark::DashedLine),
            (moves, "move patterns", Mark::DottedLine),
        ] {
            let label = match name(runs, run) {
                None => Some(kind.to_owned()),
                Some(name) => (mark == Mark::Line).then_some(name),
            };
            sizes.extend(points.map(|points| Layer::Series { points, colour, mark, label }));
        }
        for flow in [|sample: &Sample| sample.created, |sample: &Sample| -sample.forgotten] {
            let points = line(run, |sample| Some(flow(sample)));
            let area = points.iter().map(|(game, flow)| (*game, flow.min(0.0), flow.max(0.0)));
            let strength = strength(runs);
            areas.push(Layer::Band { points: area.collect(), colour, strength });
            flows.push(Layer::Series { points, colour, mark: Mark::Line, label: None });
        }
    }
    areas.append(&mut flows);
    areas.push(Layer::Rule(0.0));
    let (low, high) = extent(&areas);
    let per_game = Axis::linear("per game", (low * 1.1, high * 1.1), 3, 0.0);
    let mut panels = panel("patterns", sizes);
    panels[0].share = 5;
    panels.push(Panel { share: 3, y: per_game, layers: areas, remark: None });

    let note = format!("Below: created (up) and forgotten (down), mean over {}.", window(runs));
    let mut chart = chart("Patterns in the memory", note, runs, panels);
    if let [_] = runs {
        return chart;
    }
    let colour = NEUTRAL;
    let mut lines = vec![("graph patterns", Mark::Line), ("material patterns", Mark::DashedLine)];
    lines.extend(has_moves.then_some(("move patterns", Mark::DottedLine)));
    chart.header.key = lines
        .into_iter()
        .map(|(text, mark)| KeyItem { text: text.to_owned(), colour, mark })
        .collect();
    chart
}

/// Distance of the learner's values from their targets.
pub(super) fn td_error(runs: &[RunSamples]) -> Chart {
    let layers = dots_and_means(runs, |sample| (sample.td_error, sample.td_error_mean));
    let panels = panel("mean |target − value| (points)", layers);
    chart("Temporal-difference error per game", note_on_means(runs), runs, panels)
}

/// Whose captures and points the chart shows.
enum Perspective {
    Memory,
    White,
    Mixed,
}

fn perspective(runs: &[RunSamples]) -> Perspective {
    match runs.iter().filter(|run| run.self_play).count() {
        0 => Perspective::Memory,
        n if n == runs.len() => Perspective::White,
        _ => Perspective::Mixed,
    }
}

fn coloured(runs: &[RunSamples]) -> impl Iterator<Item = (&RunSamples, RGBColor)> {
    runs.iter().zip(PALETTE)
}

/// What the line of a run is called; one run alone is named by the title or the folder.
fn name(runs: &[RunSamples], run: &RunSamples) -> Option<String> {
    let kind = if run.self_play { ", self-play" } else { "" };
    (runs.len() > 1).then(|| format!("{}{kind}", run.label))
}

/// Opacity of bands; the bands of many runs overlap.
fn strength(runs: &[RunSamples]) -> f64 {
    if runs.len() > 3 { 0.07 } else { 0.16 }
}

fn window(runs: &[RunSamples]) -> String {
    let first = runs.first().map_or(0, |run| run.window);
    if runs.iter().all(|run| run.window == first) {
        format!("a window of {}", games(first))
    } else {
        "a window of 5 % of the run, at least 7 games".to_owned()
    }
}

fn note_on_means(runs: &[RunSamples]) -> String {
    let dots = match runs {
        [run] if run.games > MAX_GAMES_DRAWN => {
            format!("Dots: {} of {}", grouped(MAX_GAMES_DRAWN as u64), games(run.games))
        }
        _ if runs.iter().any(|run| run.games > MAX_GAMES_DRAWN) => {
            format!("Dots: single games, at most {} a run", grouped(MAX_GAMES_DRAWN as u64))
        }
        _ => "Dots: single games".to_owned(),
    };
    format!("{dots}. Line: mean over {}.", window(runs))
}

/// The points of a run, without games that have no value.
fn line(run: &RunSamples, value: impl Fn(&Sample) -> Option<f64>) -> Vec<Point> {
    let point = |sample: &Sample| Some((f64::from(sample.game), value(sample)?));
    run.samples.iter().filter_map(point).collect()
}

fn dots_and_means(
    runs: &[RunSamples],
    values: impl Fn(&Sample) -> (Option<f64>, Option<f64>),
) -> Vec<Layer> {
    let dots = coloured(runs)
        .map(|(run, colour)| Layer::Dots { points: line(run, |s| values(s).0), colour });
    let means = coloured(runs).map(|(run, colour)| {
        let points = line(run, |sample| values(sample).1);
        Layer::Series { points, colour, mark: Mark::Line, label: name(runs, run) }
    });
    dots.chain(means).collect()
}

/// A panel whose vertical axis begins at 0.
fn panel(label: &str, layers: Vec<Layer>) -> Vec<Panel> {
    let y = Axis::linear(label, (0.0, extent(&layers).1 * 1.05), 5, 0.0);
    let remark = no_points(&layers);
    vec![Panel { share: 1, y, layers, remark }]
}

fn chart(title: &str, note: String, runs: &[RunSamples], panels: Vec<Panel>) -> Chart {
    let header = Header { title: title.to_owned(), note, key: Vec::new() };
    Chart { header, is_small: false, x: games_axis(runs, 6), panels }
}

fn games_axis(runs: &[RunSamples], wanted: usize) -> Axis {
    let last = runs.iter().flat_map(|run| &run.samples).map(|sample| sample.game).max();
    let last = f64::from(last.unwrap_or(1));
    Axis::linear("games played", (0.0, last + (last * 0.01).max(1.0)), wanted, 1.0)
}

/// Smallest and largest vertical coordinate, 0 included; never equal.
fn extent(layers: &[Layer]) -> (f64, f64) {
    let (mut low, mut high) = (0.0_f64, 0.0_f64);
    let mut cover = |y: f64| (low, high) = (low.min(y), high.max(y));
    for layer in layers {
        match layer {
            Layer::Rule(y) => cover(*y),
            Layer::Dots { points, .. } | Layer::Series { points, .. } => {
                points.iter().for_each(|(_, y)| cover(*y));
            }
            Layer::Band { points, .. } => points.iter().for_each(|(_, from, to)| {
                cover(*from);
                cover(*to);
            }),
        }
    }
    if low == high { (low, 1.0) } else { (low, high) }
}

fn no_points(layers: &[Layer]) -> Option<String> {
    let drawn = layers.iter().any(|layer| match layer {
        Layer::Rule(_) => false,
        Layer::Dots { points, .. } | Layer::Series { points, .. } => !points.is_empty(),
        Layer::Band { points, .. } => !points.is_empty(),
    });
    (!drawn).then(|| "every game was void".to_owned())
}
