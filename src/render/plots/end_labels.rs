//! Names at the ends of lines, in the colours of the lines, in place of a key.

use plotters::prelude::*;

use super::chart::{Chart, Layer, Panel, Point};
use super::labels::{Rectangle, free_place, spread};
use super::strokes::{Area, Drawn, px, text};
use super::ticks::Axis;

const SIZE: f64 = 12.0;
const LINE_HEIGHT: f64 = 15.0;
/// Between the end of a line and its label.
const GAP: f64 = 6.0;

/// A label with the end of its line.
struct End<'a> {
    words: &'a str,
    at: Point,
    colour: RGBColor,
}

impl End<'_> {
    /// Whether the line reaches the right edge, so that the label stands in the margin.
    fn is_at_edge(&self, x: &Axis) -> bool {
        let (low, high) = x.range;
        self.at.0 >= low + 0.95 * (high - low)
    }

    fn size(&self, area: &Area) -> Drawn<(i32, i32)> {
        let style = text(SIZE, self.colour);
        let mut width = 0;
        for line in self.words.lines() {
            width = width.max(area.estimate_text_size(line, &style)?.0 as i32);
        }
        Ok((width, px(LINE_HEIGHT) * self.words.lines().count() as i32))
    }
}

fn ends(panel: &Panel) -> impl Iterator<Item = End<'_>> {
    panel.layers.iter().filter_map(|layer| match layer {
        Layer::Series { points, colour, label: Some(words), .. } => {
            Some(End { words, at: *points.last()?, colour: *colour })
        }
        _ => None,
    })
}

/// Space that the labels of a chart need at the right of its panels.
pub(super) fn margin(area: &Area, chart: &Chart) -> Drawn<i32> {
    let mut widest = 0;
    let all = chart.panels.iter().flat_map(ends);
    for end in all.filter(|end| end.is_at_edge(&chart.x)) {
        widest = widest.max(end.size(area)?.0 + px(2.0 * GAP));
    }
    Ok(widest)
}

/// Draws the labels of a panel: those of lines that reach the right edge in the margin, the others beside their ends.
pub(super) fn draw(
    inside: &DrawingArea<SVGBackend<'_>, Cartesian2d<Axis, Axis>>,
    panel: &Panel,
) -> Drawn<()> {
    let paper = inside.strip_coord_spec();
    let (left, top) = {
        let (x, y) = inside.get_pixel_range();
        (x.start, y.start)
    };
    let (width, height) = inside.dim_in_pixel();
    let (width, height) = (width as i32, height as i32);
    let place = |at: &Point| {
        let (x, y) = inside.map_coordinate(at);
        (x - left, y - top)
    };
    let x_axis = inside.as_coord_spec().x_spec();
    let (at_edge, within): (Vec<End>, Vec<End>) =
        ends(panel).partition(|end| end.is_at_edge(x_axis));

    let mut placed: Vec<(Rectangle, &End)> = Vec::new();
    let mut sizes = Vec::new();
    for end in &at_edge {
        sizes.push(end.size(&paper)?);
    }
    let tallest = sizes.iter().map(|(_, height)| *height).max().unwrap_or(0);
    let wanted: Vec<i32> = at_edge.iter().map(|end| place(&end.at).1 - tallest / 2).collect();
    let tops = spread(&wanted, tallest, height);
    for ((end, top), (width_of_words, height)) in at_edge.iter().zip(tops).zip(sizes) {
        let top = top + (tallest - height) / 2;
        let left = width + px(GAP);
        placed.push((Rectangle { left, top, width: width_of_words, height }, end));
    }
    let lines = pixels(panel, place);
    for end in &within {
        let (x, y) = place(&end.at);
        let (width, own_height) = end.size(&paper)?;
        let wanted =
            Rectangle { left: x + px(GAP), top: y - own_height / 2, width, height: own_height };
        let taken: Vec<Rectangle> = placed.iter().map(|(rectangle, _)| *rectangle).collect();
        placed.push((free_place(wanted, height, &taken, &lines), end));
    }
    for (rectangle, end) in placed {
        for (number, line) in end.words.lines().enumerate() {
            let y = rectangle.top + px(LINE_HEIGHT) * number as i32;
            paper.draw_text(line, &text(SIZE, end.colour), (rectangle.left, y))?;
        }
    }
    Ok(())
}

/// Points along all lines of a panel, close enough that no label fits between two of them.
fn pixels(panel: &Panel, place: impl Fn(&Point) -> (i32, i32)) -> Vec<(i32, i32)> {
    let mut found = Vec::new();
    for layer in &panel.layers {
        let Layer::Series { points, .. } = layer else { continue };
        let points: Vec<(i32, i32)> = points.iter().map(&place).collect();
        found.extend(points.last());
        for pair in points.windows(2) {
            let [(x, y), (to_x, to_y)] = [pair[0], pair[1]];
            let steps = (to_x - x).abs().max((to_y - y).abs()) / px(3.0) + 1;
            found.extend(
                (0..steps).map(|k| (x + (to_x - x) * k / steps, y + (to_y - y) * k / steps)),
            );
        }
    }
    found
}
