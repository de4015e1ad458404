//! Verdicts on endings against tables solved backwards by another program part.

use morph::endgame::ending::Ending;
use morph::endgame::oracle::DistanceToMate;
use morph::endgame::situation::{Man, Side, Situation};
use morph::explanation::facts::detectors::kpk::Kpk;
use shakmaty::{Role, Square};

#[test]
fn king_and_pawn_against_king_is_known_exactly() {
    let ending = Ending::parse("KPK").unwrap();
    let oracle = DistanceToMate::generate(&ending);
    let table = Kpk::shared();
    let mut seen = 0;
    for turn in [Side::Strong, Side::Weak] {
        for pawn in Square::ALL.into_iter().filter(|s| (1..=6).contains(&s.rank().to_u32())) {
            for strong in Square::ALL {
                for weak in Square::ALL {
                    let man = Man { role: Role::Pawn, square: pawn };
                    let situation = Situation::new(turn, strong, weak, [man].into_iter().collect());
                    if !situation.is_legal() {
                        continue;
                    }
                    seen += 1;
                    let won = oracle.plies(&situation).is_some();
                    let told = table.is_won(turn == Side::Strong, strong, pawn, weak);
                    assert_eq!(told, won, "{}", situation.fen());
                }
            }
        }
    }
    assert!(seen > 300_000, "{seen}");
}
