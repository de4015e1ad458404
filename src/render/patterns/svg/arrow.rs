use maud::{Markup, html};
use shakmaty::Square;

use super::layout::{Point, SQUARE, centre};

/// An arrow between the centres of two squares.
#[derive(Clone, Copy)]
pub(super) struct Arrow {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) colour: &'static str,
    pub(super) is_dashed: bool,
    /// Shifted to the right, for one of two opposite arrows.
    pub(super) is_shifted: bool,
}

impl Point {
    fn towards(self, direction: Point, distance: f64) -> Point {
        Point { x: self.x + direction.x * distance, y: self.y + direction.y * distance }
    }
}

/// Distances from the centre of the first square to the start, and from the tip to the centre of the second one.
const START: f64 = 0.30 * SQUARE;
const END: f64 = 0.22 * SQUARE;
/// Length and half the width of the head.
const HEAD: f64 = 11.0;
const HALF_HEAD: f64 = 5.5;
/// Distance of a shifted arrow from the line between the centres.
const SHIFT: f64 = 5.0;

impl Arrow {
    pub(super) fn new(from: Square, to: Square, colour: &'static str) -> Arrow {
        Arrow { from, to, colour, is_dashed: false, is_shifted: false }
    }

    pub(super) fn markup(self) -> Markup {
        let (from, to) = (centre(self.from), centre(self.to));
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let length = libm::hypot(dx, dy).max(1.0);
        let along = Point { x: dx / length, y: dy / length };
        let right = Point { x: -along.y, y: along.x };
        let shift = if self.is_shifted { SHIFT } else { 0.0 };
        let start = from.towards(along, START).towards(right, shift);
        let tip = to.towards(along, -END).towards(right, shift);
        let neck = tip.towards(along, -HEAD);
        let ends = [start, neck];
        let head = [tip, neck.towards(right, -HALF_HEAD), neck.towards(right, HALF_HEAD)];
        let dashes = self.is_dashed.then_some("7 4");
        html! {
            g opacity=".88" {
                path d=(path(&ends)) stroke=(self.colour) stroke-width="4" stroke-dasharray=[dashes] {}
                path d={ (path(&head)) "z" } fill=(self.colour) {}
            }
        }
    }
}

fn path(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(|p| format!("{:.1} {:.1}", p.x, p.y)).collect();
    format!("M{}", points.join("L"))
}
