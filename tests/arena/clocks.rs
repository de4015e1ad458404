//! Games with clocks, at the referee and in PGN.

use std::thread::sleep;
use std::time::Duration;

use morph::arena::pgn::{GameReader, PgnSettings, format_game};
use morph::arena::{GameEnd, GameRecord, Opening, Openings, Rules, play_timed_game};
use morph::chess::{Game, Start};
use morph::player::{Choice, Clocks, Player, PlayerError, TimeControl};
use morph::rng;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Color, KnownOutcome, Position};

/// Plays the first legal move, each after a time of its own.
struct Slow {
    thinks: Vec<Duration>,
    fails_late: bool,
    seen: Vec<Clocks>,
}

impl Slow {
    fn new(thinks: &[u64]) -> Slow {
        let thinks = thinks.iter().map(|ms| Duration::from_millis(*ms)).collect();
        Slow { thinks, fails_late: false, seen: Vec::new() }
    }
}

impl Player for Slow {
    fn name(&self) -> String {
        "slow".to_owned()
    }

    fn choose(&mut self, game: &Game, _: &mut dyn rand::Rng) -> Result<Choice, PlayerError> {
        Ok(Choice { m: game.position().legal_moves()[0], value: None, explored: false, best: None })
    }

    fn choose_on_clock(
        &mut self,
        game: &Game,
        clocks: &Clocks,
        rng: &mut dyn rand::Rng,
    ) -> Result<Choice, PlayerError> {
        sleep(self.thinks.get(self.seen.len()).copied().unwrap_or_default());
        self.seen.push(*clocks);
        if self.fails_late {
            let what = "hangs".to_owned();
            return Err(PlayerError { player: self.name(), what, recovered: true });
        }
        self.choose(game, rng)
    }
}

fn play(white: &mut Slow, black: &mut Slow, opening: &Opening, control: &str) -> GameRecord {
    let control: TimeControl = control.parse().unwrap();
    let mut rng = rng::seeded(1, "test", 0);
    play_timed_game(white, black, opening, &Rules { ply_cap: 6 }, Some(control), &mut rng)
}

#[test]
fn each_player_has_a_clock_of_its_own() {
    let (mut white, mut black) = (Slow::new(&[60]), Slow::new(&[]));
    let record = play(&mut white, &mut black, &Openings::default().opening(0, 1), "2/100");
    assert_eq!(record.ending, GameEnd::PlyCap);
    let [first, second, third] = white.seen[..] else { panic!("{:?}", white.seen) };
    assert_eq!(first, Clocks::new("2/100".parse().unwrap()));
    let used = first.white.left() - second.white.left();
    assert!(used >= Duration::from_millis(60), "{used:?}");
    assert!(second.white.left() < second.black.left());
    assert_eq!([first, second, third].map(|c| c.white.moves_to_go().unwrap().get()), [2, 1, 2]);
    assert!(third.white.left() > Duration::from_secs(190), "the second hundred seconds");
    // Black sees what White has used.
    assert_eq!(black.seen[0].white.left(), second.white.left());
}

fn read(text: &str) -> GameRecord {
    GameReader::new(text.as_bytes()).next().unwrap().unwrap()
}

#[test]
fn a_late_move_loses_the_game_and_the_file_says_so() {
    let opening = Openings::default().opening(0, 1);
    for fails_late in [false, true] {
        let (mut white, mut black) = (Slow::new(&[]), Slow::new(&[0, 150]));
        black.fails_late = fails_late;
        black.thinks[0] = Duration::from_millis(if fails_late { 150 } else { 0 });
        let record = play(&mut white, &mut black, &opening, "0.05");
        assert_eq!(record.ending, GameEnd::TimeForfeit { by: Color::Black });
        assert_eq!(record.result, Some(KnownOutcome::Decisive { winner: Color::White }));
        assert_eq!(record.plies.len(), if fails_late { 1 } else { 3 });
        assert_eq!(record.events, ["black overstepped the time"]);
        let time_control = Some("0.05".parse().unwrap());
        let settings = PgnSettings { time_control, ..PgnSettings::default() };
        let text = format_game(&record, Some(1), &settings);
        for tag in ["Termination \"time forfeit\"", "TimeControl \"0.05\"", "Result \"1-0\""] {
            assert!(text.contains(tag), "{tag}: {text}");
        }
        let again = read(&text);
        assert_eq!((&again.ending, again.result), (&record.ending, record.result));
        // The winner cannot be the side whose time ran out.
        let wrong = text.replace("1-0", "0-1");
        assert_eq!(read(&wrong).ending, GameEnd::Unstated);
    }
}

#[test]
fn a_bare_king_does_not_win_on_time() {
    let fen: Fen = "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1".parse().unwrap();
    let position = fen.into_position(CastlingMode::Standard).unwrap();
    let opening = Opening::from(Game::new(Start::Position(Box::new(position))));
    let record = play(&mut Slow::new(&[150]), &mut Slow::new(&[]), &opening, "0.05");
    assert_eq!(record.ending, GameEnd::TimeForfeit { by: Color::White });
    assert_eq!(record.result, Some(KnownOutcome::Draw));
    let text = format_game(&record, None, &PgnSettings::default());
    assert_eq!(read(&text).ending, record.ending);
}
