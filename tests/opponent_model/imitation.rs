use std::collections::BTreeSet;
use std::sync::Arc;

use morph::chess::Game;
use morph::opponent_model::imitation::Imitation;
use morph::player::Player;
use morph::rng;

use super::model;

#[test]
fn without_variety_the_most_likely_move_is_made_and_with_it_others_too() {
    let mut player = Imitation::new(Arc::new(model())).unwrap();
    let game = Game::default();
    let mut rng = rng::seeded(1, "imitation", 0);
    let mut different = |variety| {
        player.set_variety(variety);
        let mut choose = || player.choose(&game, &mut rng).unwrap().m.to_string();
        (0..60).map(|_| choose()).collect::<BTreeSet<String>>().len()
    };
    assert_eq!(different(0), 1);
    assert!(different(100) > different(30));
}
