use std::cmp::Ordering;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;
use shakmaty::{Move, Position};

use super::trained::{self, MemoryArgument, Trained};
use crate::chess::{Ending, Game};
use crate::endgame::advisor::{Advice, Advisor};
use crate::endgame::player::AdvisedPlayer;
use crate::evaluation::Evaluator;
use crate::player::{Alternative, Exploration, PatternPlayer};
use crate::uci::{
    Backend, EngineIdentity, OptionDeclaration, OptionKind, SearchLimits, SearchResult, Variation,
    WinDrawLoss, serve,
};

/// The memory is loaded after the handshake; the option `MemoryFile` names another one.
#[derive(Debug, Args)]
pub(super) struct UciArguments {
    #[command(flatten)]
    memory: MemoryArgument,
    /// Follow endgame advice where a table has it, as if the option `Advice` were set.
    #[arg(long)]
    advice: bool,
}

pub(super) fn run(arguments: UciArguments) -> anyhow::Result<()> {
    let UciArguments { memory, advice } = arguments;
    let engine = PatternEngine { file: memory.into_path(), advised: advice, advice, player: None };
    serve(engine, BufReader::new(io::stdin()), io::stdout().lock())?;
    Ok(())
}

/// The pattern player behind the protocol. It looks one ply ahead whatever the limits: no search, no thinking time.
struct PatternEngine {
    /// The memory that comes with the program if it is not given.
    file: Option<PathBuf>,
    /// What the option `Advice` is when nobody sets it.
    advised: bool,
    advice: bool,
    player: Option<AdvisedPlayer<PatternPlayer>>,
}

const MEMORY_FILE: &str = "MemoryFile";
const ADVICE: &str = "Advice";

fn advisor(advice: bool) -> Result<Option<Arc<Advisor>>, String> {
    let load = || Advisor::load_shipped().map(Arc::new).map_err(|error| error.to_string());
    advice.then(load).transpose()
}

fn player(file: Option<&Path>, advice: bool) -> Result<AdvisedPlayer<PatternPlayer>, String> {
    let Trained { memory, evaluation, .. } =
        trained::load(file).map_err(|error| format!("{error:#}"))?;
    let evaluator = Evaluator::new(evaluation);
    let player = PatternPlayer::new(memory.snapshot().into(), evaluator, Exploration::NONE);
    Ok(AdvisedPlayer::new(player, advisor(advice)?))
}

impl Backend for PatternEngine {
    fn identity(&self) -> EngineIdentity {
        EngineIdentity {
            name: format!("Morph {}", env!("CARGO_PKG_VERSION")),
            author: "the Morph project".to_owned(),
        }
    }

    fn options(&self) -> Vec<OptionDeclaration> {
        vec![
            OptionDeclaration::new(
                MEMORY_FILE,
                OptionKind::Text {
                    default: self
                        .file
                        .as_ref()
                        .map_or_else(String::new, |f| f.display().to_string()),
                },
            ),
            OptionDeclaration::new(ADVICE, OptionKind::Check { default: self.advised }),
        ]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            MEMORY_FILE => {
                let file = (!value.is_empty()).then(|| PathBuf::from(value));
                // Before a memory is needed none is loaded; afterwards the former one plays on if this is none.
                if self.player.is_some() {
                    self.player = Some(player(file.as_deref(), self.advice)?);
                }
                self.file = file;
            }
            ADVICE => {
                let advice = value == "true";
                let advisor = advisor(advice)?;
                if let Some(player) = &mut self.player {
                    player.set_advisor(advisor);
                }
                self.advice = advice;
            }
            _ => {}
        }
        Ok(())
    }

    fn load(&mut self) -> Result<(), String> {
        if self.player.is_none() {
            self.player = Some(player(self.file.as_deref(), self.advice)?);
        }
        Ok(())
    }

    fn new_game(&mut self) {}

    fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        _: &AtomicBool,
    ) -> Result<SearchResult, String> {
        let player = self.player.as_mut().ok_or("no memory is loaded")?;
        let wanted = |m: Move| limits.search_moves.is_empty() || limits.search_moves.contains(&m);
        let advice = player.advice(game.position()).filter(|advice| wanted(advice.m));
        let decision = player.player_mut().decide(game).ok_or("the game is over")?;
        let allowed = decision.alternatives.iter().filter(|a| match &advice {
            Some(advice) => a.m == advice.m,
            None => wanted(a.m),
        });
        let mut moves: Vec<&Alternative> = allowed.collect();
        if moves.is_empty() {
            return Err("none of the searchmoves is legal".to_owned());
        }
        // Stable: the first of equals, as at the board.
        moves.sort_by(|a, b| b.rank().partial_cmp(&a.rank()).unwrap_or(Ordering::Equal));
        let line = |a: &&Alternative| Variation {
            pv: advice.as_ref().map_or_else(|| vec![a.m], |advice| advice.line.clone()),
            value: Some(a.value),
            win_draw_loss: Some(chances(a)),
            mate: (a.ending == Some(Ending::Checkmate)).then_some(1),
        };
        Ok(SearchResult {
            lines: moves.iter().map(line).collect(),
            nodes: game.position().legal_moves().len() as u64,
            note: advice.as_ref().map(note),
        })
    }
}

fn note(advice: &Advice) -> String {
    format!("advice {}: rule {}: {}", advice.table, advice.rule, advice.sentence)
}

/// An expected result says nothing of draws. They are taken to be likeliest where it is ½: the chances are those of
/// two independent halves of a point, each won with the expected probability.
fn chances(alternative: &Alternative) -> WinDrawLoss {
    let value = alternative.value.get();
    let (win, loss) = match alternative.ending {
        Some(Ending::Checkmate) => (1.0, 0.0),
        Some(_) => (0.0, 0.0),
        None => (value * value, (1.0 - value) * (1.0 - value)),
    };
    let (win, loss) = ((1000.0 * win).round() as u16, (1000.0 * loss).round() as u16);
    WinDrawLoss { win, draw: 1000 - win - loss, loss }
}
