use morph::chess::MaterialVector;
use morph::memory::{Database, PatternId};
use morph::pattern::{MaterialPattern, Pattern};
use proptest::prelude::*;

use crate::database::{check_index, origin, remove};

fn is_contained(a: &MaterialPattern, b: &MaterialPattern) -> bool {
    (0..5).all(|i| {
        let (mine, theirs) = (i32::from(a.0.0[i]), i32::from(b.0.0[i]));
        mine == 0 || (mine.signum() == theirs.signum() && mine.abs() <= theirs.abs())
    })
}

fn any_pattern() -> impl Strategy<Value = MaterialPattern> {
    [-2i8..=2, -1i8..=1, -1i8..=1, -1i8..=1, -1i8..=1]
        .prop_map(MaterialVector)
        .prop_map(MaterialPattern)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn order_and_index_are_right_after_any_insertions_and_removals(
        choices in prop::collection::vec((any_pattern(), 0..3u8), 1..50),
        others in prop::collection::vec(any_pattern(), 1..8),
    ) {
        let mut database: Database<MaterialPattern> = Database::default();
        for (pattern, action) in choices {
            match database.find(&pattern) {
                Some(id) if action == 0 => remove(&mut database, id),
                _ => _ = database.insert(pattern, origin()),
            }
            check_index(&database, is_contained);
        }
        for position in others {
            let mut found = Vec::new();
            let looked_up =
                database.index().walk(position.0, |row| found.push(database.id(row)));
            found.sort();
            let occurs = |id: &PatternId| is_contained(database.get(*id).unwrap(), &position);
            prop_assert_eq!(&found, &database.ids().filter(occurs).collect::<Vec<_>>());
            prop_assert_eq!(found, database.descend(|p| p.is_more_general_than(&position)).0);
            prop_assert!(looked_up <= 3 * 2 * 2 * 2 * 2);
        }
    }

    #[test]
    fn more_general_is_containment(a in any_pattern(), b in any_pattern()) {
        prop_assert_eq!(a.is_more_general_than(&b), is_contained(&a, &b));
    }
}
