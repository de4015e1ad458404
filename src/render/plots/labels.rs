//! Where the names at the ends of lines stand, so that none covers another.

/// A rectangle of text, y downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rectangle {
    pub left: i32,
    pub top: i32,
    pub width: i32,
    pub height: i32,
}

impl Rectangle {
    fn covers(&self, other: &Rectangle) -> bool {
        self.left < other.left + other.width
            && other.left < self.left + self.width
            && self.top < other.top + other.height
            && other.top < self.top + self.height
    }

    fn contains(&self, (x, y): (i32, i32)) -> bool {
        (self.left..self.left + self.width).contains(&x)
            && (self.top..self.top + self.height).contains(&y)
    }
}

/// Tops of labels in one column, all of one height: in the order of the tops wanted, none over another, their distances
/// from the tops wanted small. They stay within `0..room` if there is room for all.
pub(super) fn spread(wanted: &[i32], height: i32, room: i32) -> Vec<i32> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|index| wanted[*index]);
    // Labels that touch form a block, whose place is the mean of the places its labels want.
    let mut blocks: Vec<(i64, i64)> = Vec::new();
    for (rank, index) in order.iter().enumerate() {
        let mut block = (i64::from(wanted[*index] - rank as i32 * height), 1);
        while let Some((sum, count)) = blocks.last() {
            if sum * block.1 < block.0 * count {
                break;
            }
            block = (block.0 + sum, block.1 + count);
            blocks.pop();
        }
        blocks.push(block);
    }
    let last = (room - wanted.len() as i32 * height).max(0);
    let places = blocks
        .into_iter()
        .flat_map(|(sum, count)| (0..count).map(move |_| (sum / count) as i32))
        .map(|place| place.clamp(0, last));
    let mut tops = vec![0; wanted.len()];
    for (rank, (index, place)) in order.into_iter().zip(places).enumerate() {
        tops[index] = place + rank as i32 * height;
    }
    tops
}

/// The place nearest to `wanted`, above or below it, within `0..room`, that covers no label of `taken` and no point of
/// `lines`; `wanted` itself if there is none.
pub(super) fn free_place(
    wanted: Rectangle,
    room: i32,
    taken: &[Rectangle],
    lines: &[(i32, i32)],
) -> Rectangle {
    let step = (wanted.height / 4).max(1);
    let moved = |by: i32| Rectangle { top: wanted.top + by * step, ..wanted };
    (0..4 * room / wanted.height.max(1))
        .flat_map(|distance| [moved(-distance), moved(distance)])
        .filter(|place| place.top >= 0 && place.top + place.height <= room)
        .find(|place| {
            !taken.iter().any(|other| place.covers(other))
                && !lines.iter().any(|point| place.contains(*point))
        })
        .unwrap_or(wanted)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn labels_with_room_stay_where_they_are_wanted() {
        assert_eq!(spread(&[50, 10, 90], 20, 200), [50, 10, 90]);
        assert_eq!(spread(&[50, 50], 20, 200), [40, 60]);
        assert_eq!(spread(&[-9, 195], 20, 200), [0, 180]);
    }

    #[test]
    fn a_label_inside_makes_way_for_lines_and_labels() {
        let wanted = Rectangle { left: 10, top: 40, width: 50, height: 20 };
        assert_eq!(free_place(wanted, 100, &[], &[]), wanted);
        assert_eq!(free_place(wanted, 100, &[wanted], &[]).top, 20);
        assert_eq!(free_place(wanted, 100, &[], &[(20, 42)]).top, 45);
    }

    proptest! {
        #[test]
        fn labels_never_overlap(
            wanted in prop::collection::vec(-50..450i32, 0..12),
            height in 1..30i32,
        ) {
            let mut tops = spread(&wanted, height, 400);
            tops.sort_unstable();
            prop_assert!(tops.windows(2).all(|pair| pair[1] - pair[0] >= height), "{tops:?}");
            prop_assert!(tops.iter().all(|top| (0..=400 - height).contains(top)), "{tops:?}");
        }
    }
}
