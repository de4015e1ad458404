//! Draws the layers between the axes of a panel.

use plotters::element::{DashedPathElement, PathElement, Polygon};
use plotters::prelude::*;

use super::chart::{Layer, Mark, NEUTRAL, Point};
use super::strokes::{Drawn, px, stroke};
use super::ticks::Axis;

/// Draws one layer.
pub(super) fn draw(
    inside: &DrawingArea<SVGBackend<'_>, Cartesian2d<Axis, Axis>>,
    layer: &Layer,
) -> Drawn<()> {
    match layer {
        Layer::Rule(y) => {
            let across = inside.get_x_range();
            let ends = vec![(across.start, *y), (across.end, *y)];
            inside.draw(&dashed(ends, stroke(NEUTRAL, 1.0)))
        }
        Layer::Dots { points, colour } => {
            let strength = if points.len() > 200 { 0.22 } else { 0.35 };
            let style = colour.mix(strength).filled();
            points.iter().try_for_each(|at| inside.draw(&Circle::new(*at, px(1.8), style)))
        }
        Layer::Band { points, colour, strength } => match points.as_slice() {
            [] => Ok(()),
            [(x, low, high)] => {
                let ends = [(*x, *low), (*x, *high)];
                inside.draw(&PathElement::new(ends, stroke(*colour, 1.5)))
            }
            _ => {
                let upper = points.iter().map(|(x, _, high)| (*x, *high));
                let lower = points.iter().rev().map(|(x, low, _)| (*x, *low));
                let edge: Vec<Point> = upper.chain(lower).collect();
                inside.draw(&Polygon::new(edge, colour.mix(*strength)))
            }
        },
        Layer::Series { points, colour, mark, .. } => {
            let style = stroke(*colour, if *mark == Mark::ThinLine { 1.0 } else { 2.0 });
            if let (Mark::Line | Mark::ThinLine | Mark::DashedLine | Mark::DottedLine, [only]) =
                (mark, points.as_slice())
            {
                inside.draw(&Circle::new(*only, px(3.5), colour.filled()))?;
                let hole = if matches!(mark, Mark::Line | Mark::ThinLine) { 0 } else { px(2.0) };
                return inside.draw(&Circle::new(*only, hole, WHITE.filled()));
            }
            match mark {
                Mark::Line | Mark::ThinLine => {
                    inside.draw(&PathElement::new(points.clone(), style))
                }
                Mark::DashedLine => inside.draw(&dashed(points.clone(), style)),
                Mark::DottedLine => inside.draw(&dotted(points.clone(), style)),
                Mark::Symbols(number) => {
                    inside.draw(&PathElement::new(points.clone(), style))?;
                    points.iter().try_for_each(|at| {
                        inside.draw(&(EmptyElement::at(*at) + symbol(*number, *colour)))
                    })
                }
            }
        }
    }
}

/// A dashed line through `points`.
pub(super) fn dashed<P: Clone>(
    points: Vec<P>,
    style: ShapeStyle,
) -> DashedPathElement<std::vec::IntoIter<P>, i32> {
    DashedPathElement::new(points, px(6.0), px(4.0), style)
}

/// A line of short strokes through `points`.
pub(super) fn dotted<P: Clone>(
    points: Vec<P>,
    style: ShapeStyle,
) -> DashedPathElement<std::vec::IntoIter<P>, i32> {
    DashedPathElement::new(points, px(2.0), px(4.0), style)
}

/// A symbol around the origin: circle, square, triangle or diamond.
pub(super) fn symbol(number: usize, colour: RGBColor) -> Polygon<(i32, i32)> {
    let corners: &[(f64, f64)] = match number % Mark::SYMBOLS {
        0 => &CIRCLE,
        1 => &[(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)],
        2 => &[(0.0, -4.8), (4.4, 3.2), (-4.4, 3.2)],
        _ => &[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)],
    };
    let corners: Vec<(i32, i32)> = corners.iter().map(|(x, y)| (px(*x), px(*y))).collect();
    Polygon::new(corners, colour.filled())
}

/// A regular dodecagon, which looks round at this size.
const CIRCLE: [(f64, f64); 12] = [
    (4.0, 0.0),
    (3.46, 2.0),
    (2.0, 3.46),
    (0.0, 4.0),
    (-2.0, 3.46),
    (-3.46, 2.0),
    (-4.0, 0.0),
    (-3.46, -2.0),
    (-2.0, -3.46),
    (0.0, -4.0),
    (2.0, -3.46),
    (3.46, -2.0),
];
