use super::{ATTACK, DEFENCE, SQUARE};
use crate::graph::{EdgeKind, Relation};
use crate::render::patterns::record::EdgeRecord;

/// A point of the board, in user units, y downwards.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Point {
    fn towards(self, direction: Point, distance: f64) -> Point {
        Point { x: self.x + direction.x * distance, y: self.y + direction.y * distance }
    }
}

/// Free space left at the centre of the square an arrow comes from, and at its end.
const START: f64 = 0.30 * SQUARE;
const END: f64 = 0.22 * SQUARE;
/// Length and half the width of the head.
const HEAD: f64 = 11.0;
const HALF_HEAD: f64 = 5.5;
/// Two arrows between the same squares keep this distance from the line between them.
const ASIDE: f64 = 5.0;

/// An edge between the centres of two squares. `paired`: there is one the other way too.
pub(super) fn arrow(edge: EdgeRecord, from: Point, to: Point, paired: bool) -> String {
    let colour = match edge.relation {
        Relation::Attacks => ATTACK,
        Relation::Defends => DEFENCE,
    };
    let dashes = if edge.kind == EdgeKind::Direct { "" } else { " stroke-dasharray=\"7 4\"" };
    draw(colour, dashes, from, to, if paired { ASIDE } else { 0.0 })
}

/// An arrow between the centres of two squares, `aside` from the line between them.
pub(super) fn draw(colour: &str, dashes: &str, from: Point, to: Point, aside: f64) -> String {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(1.0);
    let along = Point { x: dx / length, y: dy / length };
    let right = Point { x: -along.y, y: along.x };
    let start = from.towards(along, START).towards(right, aside);
    let tip = to.towards(along, -END).towards(right, aside);
    let neck = tip.towards(along, -HEAD);
    let (left, right) = (neck.towards(right, -HALF_HEAD), neck.towards(right, HALF_HEAD));
    format!(
        "<g opacity=\".88\"><path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{colour}\" \
         stroke-width=\"4\"{dashes}/><path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z\" fill=\"{colour}\"/></g>",
        start.x, start.y, neck.x, neck.y, tip.x, tip.y, left.x, left.y, right.x, right.y
    )
}
