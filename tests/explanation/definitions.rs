//! Pawn leaves against sets of files and ranks that are worked out from the definitions in another way.

use morph::explanation::explainer::Explainer;
use morph::explanation::facts::Fact;
use shakmaty::{Bitboard, Chess, Color, Position, Square};

use crate::random_positions;

/// File and rank, the rank counted from the owner's side, from 1.
type Place = (i32, i32);

fn places(pawns: Bitboard, owner: Color) -> Vec<Place> {
    let seen = |s: Square| owner.fold_wb(s, s.flip_vertical());
    pawns
        .into_iter()
        .map(|s| (seen(s).file().to_u32() as i32, seen(s).rank().to_u32() as i32 + 1))
        .collect()
}

struct Pawns {
    own: Vec<Place>,
    enemy: Vec<Place>,
}

impl Pawns {
    fn new(position: &Chess, owner: Color) -> Pawns {
        let of = |side: Color| position.board().pawns() & position.board().by_color(side);
        Pawns { own: places(of(owner), owner), enemy: places(of(!owner), owner) }
    }

    fn is_passed(&self, (f, r): Place) -> bool {
        self.enemy.iter().all(|(x, y)| (x - f).abs() > 1 || *y <= r)
            && self.own.iter().all(|(x, y)| *x != f || *y <= r)
    }

    fn islands(pawns: &[Place]) -> i32 {
        let on = |file: i32| pawns.iter().any(|(f, _)| *f == file);
        (0..8).filter(|file| on(*file) && !on(file - 1)).count() as i32
    }

    fn doubled_files(&self) -> Vec<i32> {
        (0..8).filter(|file| self.own.iter().filter(|(f, _)| f == file).count() >= 2).collect()
    }
}

/// What a family reports for an owner: squares as places, in order, over all its facts.
fn reported(explainer: &Explainer, facts: &[Fact], owner: Color, prefix: &str) -> Vec<Place> {
    let facts = facts.iter().filter(|fact| {
        fact.owner == owner && explainer.tree.leaf(fact.leaf).id.starts_with(prefix)
    });
    let mut all: Vec<Place> =
        facts.flat_map(|fact| places(fact.squares().iter().copied().collect(), owner)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn pawn_leaves_match_their_definitions() {
    let explainer = Explainer::load_shipped().unwrap();
    for position in random_positions(5000) {
        let facts = explainer.all_facts(&position);
        for owner in Color::ALL {
            let pawns = Pawns::new(&position, owner);
            let told = |prefix: &str| reported(&explainer, &facts, owner, prefix);

            let mut passed: Vec<Place> =
                pawns.own.iter().copied().filter(|p| pawns.is_passed(*p)).collect();
            passed.sort_unstable();
            let mut seen = Vec::new();
            for class in ["plain", "protected", "outside"] {
                seen.extend(told(&format!("pawn/passed/{class}/")));
            }
            let connected = told("pawn/passed/connected/");
            assert!(seen.iter().chain(&connected).all(|p| passed.contains(p)), "{position:?}");
            let beside =
                |p: &Place| passed.iter().any(|q| (p.0 - q.0).abs() == 1 && (p.1 - q.1).abs() <= 1);
            for p in &passed {
                assert_eq!(seen.contains(p), !beside(p), "{p:?} {position:?}");
            }
            assert_eq!(connected.is_empty(), !passed.iter().any(beside));

            let doubled: Vec<Place> = ["isolated", "protected", "unprotected"]
                .iter()
                .flat_map(|kind| told(&format!("pawn/doubled/{kind}-doubled/")))
                .collect();
            let files = pawns.doubled_files();
            for p in &pawns.own {
                assert_eq!(doubled.contains(p), files.contains(&p.0), "{p:?} {position:?}");
            }

            // Isolated pawns: no friend on a neighbouring file; who attacks them does not matter.
            let isolated: Vec<Place> =
                ["isolated/", "isolated-under-fire/", "isolated-queen-pawn/"]
                    .iter()
                    .flat_map(|kind| told(&format!("pawn/weak/{kind}")))
                    .collect();
            for p in &isolated {
                assert!(pawns.own.iter().all(|q| (q.0 - p.0).abs() != 1), "{p:?} {position:?}");
            }
            let more = Pawns::islands(&pawns.own) - Pawns::islands(&pawns.enemy);
            let id = match more {
                1 => "one-more",
                2 => "two-more",
                3.. => "three-or-more",
                _ => "",
            };
            let islands = facts.iter().find(|fact| {
                fact.owner == owner
                    && explainer.tree.leaf(fact.leaf).id.starts_with("pawn/weak/islands")
            });
            let variant = islands.map_or("", |f| f.detection.variant);
            assert_eq!(variant, id, "{position:?}");
        }
    }
}
