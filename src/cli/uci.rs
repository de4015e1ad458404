use std::io::{self, BufReader};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::Args;
use shakmaty::Position;

use super::trained::{self, Trained};
use crate::board::{Ending, Game};
use crate::evaluation::Evaluator;
use crate::player::{Alternative, Exploration, PatternPlayer};
use crate::uci::{
    Backend, Identity, OptionDeclaration, OptionKind, SearchLimits, Thought, WinDrawLoss, serve,
};

/// The memory is loaded after the handshake; the option `MemoryFile` names another one.
#[derive(Debug, Args)]
pub(super) struct UciArguments {
    /// The memory that plays.
    #[arg(long, value_name = "FILE")]
    memory: PathBuf,
}

pub(super) fn run(arguments: UciArguments) -> anyhow::Result<()> {
    let engine = PatternEngine { file: arguments.memory, player: None };
    serve(engine, BufReader::new(io::stdin()), io::stdout().lock())?;
    Ok(())
}

/// The pattern player behind the protocol. It looks one ply ahead whatever the limits: no search, no thinking time.
struct PatternEngine {
    file: PathBuf,
    player: Option<PatternPlayer>,
}

const MEMORY_FILE: &str = "MemoryFile";

impl Backend for PatternEngine {
    fn identity(&self) -> Identity {
        Identity {
            name: format!("Morph {}", env!("CARGO_PKG_VERSION")),
            author: "the Morph project".to_owned(),
        }
    }

    fn options(&self) -> Vec<OptionDeclaration> {
        vec![OptionDeclaration {
            name: MEMORY_FILE.to_owned(),
            kind: OptionKind::Text { default: self.file.display().to_string() },
        }]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name == MEMORY_FILE {
            self.file = PathBuf::from(value);
            self.player = None;
        }
        Ok(())
    }

    fn load(&mut self) -> Result<(), String> {
        if self.player.is_none() {
            let Trained { memory, evaluation, .. } =
                trained::load(&self.file).map_err(|error| format!("{error:#}"))?;
            let snapshot = memory.snapshot().into();
            let evaluator = Evaluator::new(evaluation);
            self.player = Some(PatternPlayer::new(snapshot, evaluator, Exploration::NONE));
        }
        Ok(())
    }

    fn new_game(&mut self) {}

    fn think(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        _: &AtomicBool,
    ) -> Result<Thought, String> {
        let player = self.player.as_mut().ok_or("no memory is loaded")?;
        let decision = player.decide(game).ok_or("the game is over")?;
        let wanted =
            |a: &&Alternative| limits.search_moves.is_empty() || limits.search_moves.contains(&a.m);
        let best = decision
            .alternatives
            .iter()
            .filter(wanted)
            .reduce(|best, a| if a.rank() > best.rank() { a } else { best })
            .ok_or("none of the searchmoves is legal")?;
        let mates = best.ending == Some(Ending::Checkmate);
        Ok(Thought {
            best: best.m,
            value: Some(best.value),
            win_draw_loss: Some(chances(best)),
            mate: mates.then_some(1),
            pv: vec![best.m],
            nodes: game.position().legal_moves().len() as u64,
        })
    }
}

/// An expected result says nothing of draws. They are taken to be likeliest where it is ½: the chances are those of
/// two independent halves of a point, each won with the expected probability.
fn chances(best: &Alternative) -> WinDrawLoss {
    let value = best.value.get();
    let (win, loss) = match best.ending {
        Some(Ending::Checkmate) => (1.0, 0.0),
        Some(_) => (0.0, 0.0),
        None => (value * value, (1.0 - value) * (1.0 - value)),
    };
    let (win, loss) = ((1000.0 * win).round() as u16, (1000.0 * loss).round() as u16);
    WinDrawLoss { win, draw: 1000 - win - loss, loss }
}
