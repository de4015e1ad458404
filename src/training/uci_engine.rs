//! The pattern player as a UCI engine.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shakmaty::{Move, Position};

use crate::chess::{Ending, Game};
use crate::endgame::advisor::{Advice, Advisor};
use crate::endgame::player::AdvisedPlayer;
use crate::player::{Alternative, PatternPlayer};
use crate::uci::{
    Backend, EngineIdentity, OptionDeclaration, OptionKind, SearchLimits, SearchResult, Variation,
    WinDrawLoss,
};

/// Loads a memory file, or the shipped memory, as a player.
pub type LoadPlayer = fn(Option<&Path>) -> Result<PatternPlayer, String>;

/// The pattern player behind the protocol. It looks one ply ahead whatever the limits: no search, no thinking time.
///
/// The memory is loaded after the handshake. The option `MemoryFile` loads another one, `Advice` follows endgame advice.
#[derive(Debug)]
pub struct PatternEngine {
    /// The memory file; the shipped memory if `None`.
    file: Option<PathBuf>,
    /// Default of the option `Advice`.
    default_advice: bool,
    advice: bool,
    load: LoadPlayer,
    player: Option<AdvisedPlayer<PatternPlayer>>,
}

impl PatternEngine {
    /// An engine that will play with the memory in `file`, or the shipped one.
    #[must_use]
    pub fn new(file: Option<PathBuf>, advice: bool, load: LoadPlayer) -> PatternEngine {
        PatternEngine { file, default_advice: advice, advice, load, player: None }
    }

    fn load_player(&self, file: Option<&Path>) -> Result<AdvisedPlayer<PatternPlayer>, String> {
        Ok(AdvisedPlayer::new((self.load)(file)?, advisor(self.advice)?))
    }
}

const MEMORY_FILE: &str = "MemoryFile";
const ADVICE: &str = "Advice";

fn advisor(advice: bool) -> Result<Option<Arc<Advisor>>, String> {
    let load = || Advisor::load_shipped().map(Arc::new).map_err(|error| error.to_string());
    advice.then(load).transpose()
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
            OptionDeclaration::new(ADVICE, OptionKind::Check { default: self.default_advice }),
        ]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            MEMORY_FILE => {
                let file = (!value.is_empty()).then(|| PathBuf::from(value));
                // Before the handshake nothing is loaded; afterwards the old memory stays if the new one cannot be loaded.
                if self.player.is_some() {
                    self.player = Some(self.load_player(file.as_deref())?);
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
            self.player = Some(self.load_player(self.file.as_deref())?);
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
        let is_searched =
            |m: Move| limits.search_moves.is_empty() || limits.search_moves.contains(&m);
        let advice = player.advice(game.position()).filter(|advice| is_searched(advice.m));
        let decision = player.player_mut().decide(game).ok_or("the game is over")?;
        // The first of equals is played, as in matches.
        let mut moves = decision.best_first();
        moves.retain(|a| match &advice {
            Some(advice) => a.m == advice.m,
            None => is_searched(a.m),
        });
        if moves.is_empty() {
            return Err("none of the searchmoves is legal".to_owned());
        }
        let line = |a: &&Alternative| Variation {
            pv: advice.as_ref().map_or_else(|| vec![a.m], |advice| advice.line.clone()),
            value: Some(a.value),
            win_draw_loss: Some(win_draw_loss(a)),
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

/// Win, draw and loss in per mille. An expected result says nothing about draws; this takes the result as two independent
/// half points, each won with the expected probability, so that draws are likeliest at ½.
fn win_draw_loss(alternative: &Alternative) -> WinDrawLoss {
    let value = alternative.value.get();
    let (win, loss) = match alternative.ending {
        Some(Ending::Checkmate) => (1.0, 0.0),
        Some(_) => (0.0, 0.0),
        None => (value * value, (1.0 - value) * (1.0 - value)),
    };
    let (win, loss) = ((1000.0 * win).round() as u16, (1000.0 * loss).round() as u16);
    WinDrawLoss { win, draw: 1000 - win - loss, loss }
}
