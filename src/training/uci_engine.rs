//! The pattern player as a UCI engine.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Move, Position};

use crate::chess::{Ending, Game};
use crate::endgame::advisor::{Advice, Advisor};
use crate::endgame::player::AdvisedPlayer;
use crate::player::{Alternative, LimitedStrength, PatternPlayer};
use crate::rng;
use crate::uci::{
    Backend, EngineIdentity, OptionDeclaration, OptionKind, SearchLimits, SearchResult, Variation,
    WinDrawLoss,
};
use crate::units::Value;

/// Loads a memory file, or the shipped memory, as a player.
pub type LoadPlayer = fn(Option<&Path>) -> Result<PatternPlayer, String>;

/// The pattern player behind the protocol. It looks one ply ahead whatever the limits: no search, no thinking time.
///
/// The memory is loaded after the handshake. The option `MemoryFile` loads another one, `Advice` follows endgame advice,
/// `UCI_LimitStrength` and `UCI_Elo` weaken it ([`LimitedStrength`]; moves of an advice table stay what they are), and with
/// `Ponder` it names the reply that it expects (the line of a rule always has one). `Hash`, `Threads` and `Move Overhead` are
/// accepted, since interfaces set them, and change nothing.
#[derive(Debug)]
pub struct PatternEngine {
    /// The memory file; the shipped memory if `None`.
    file: Option<PathBuf>,
    /// Default of the option `Advice`.
    default_advice: bool,
    advice: bool,
    load: LoadPlayer,
    player: Option<AdvisedPlayer<PatternPlayer>>,
    limit_strength: bool,
    elo: u32,
    ponder: bool,
    /// Of limited strength.
    rng: ChaCha8Rng,
}

impl PatternEngine {
    /// An engine that will play with the memory in `file`, or the shipped one.
    #[must_use]
    pub fn new(file: Option<PathBuf>, advice: bool, load: LoadPlayer) -> PatternEngine {
        PatternEngine {
            file,
            default_advice: advice,
            advice,
            load,
            player: None,
            limit_strength: false,
            elo: LimitedStrength::MAX_ELO,
            ponder: false,
            rng: rng::unpredictable(),
        }
    }

    fn load_player(&self, file: Option<&Path>) -> Result<AdvisedPlayer<PatternPlayer>, String> {
        Ok(AdvisedPlayer::new((self.load)(file)?, advisor(self.advice)?))
    }
}

const MEMORY_FILE: &str = "MemoryFile";
const ADVICE: &str = "Advice";
const PONDER: &str = "Ponder";
const LIMIT_STRENGTH: &str = "UCI_LimitStrength";
const ELO: &str = "UCI_Elo";

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
        let file = self.file.as_ref().map_or_else(String::new, |file| file.display().to_string());
        let [min, max] = [LimitedStrength::MIN_ELO, LimitedStrength::MAX_ELO].map(i64::from);
        let own = [
            (MEMORY_FILE, OptionKind::Text { default: file }),
            (ADVICE, OptionKind::Check { default: self.default_advice }),
            (LIMIT_STRENGTH, OptionKind::Check { default: false }),
            (ELO, OptionKind::Spin { default: max, min, max }),
            (PONDER, OptionKind::Check { default: false }),
        ];
        let own = own.into_iter().map(|(name, kind)| OptionDeclaration::new(name, kind));
        own.chain(OptionDeclaration::without_effect()).collect()
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
            LIMIT_STRENGTH => self.limit_strength = value == "true",
            ELO => self.elo = value.parse().map_err(|_| format!("{ELO}: not a rating: {value}"))?,
            PONDER => self.ponder = value == "true",
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
        if self.limit_strength {
            let strength = LimitedStrength::from_elo(self.elo);
            if let Some(chosen) = strength.choose(&moves, &mut self.rng) {
                moves[..=chosen].rotate_right(1);
            }
        }
        let mut lines: Vec<Variation> = match &advice {
            Some(advice) => moves.iter().map(|a| advised(game.position(), advice, a)).collect(),
            None => moves.iter().map(|a| looked_at(a)).collect(),
        };
        let best = lines.first_mut().ok_or("none of the searchmoves is legal")?;
        if let ([m], true) = (&best.pv[..], self.ponder) {
            best.pv.extend(expected_reply(player.player_mut(), game, *m));
        }
        let nodes = game.position().legal_moves().len() as u64;
        Ok(SearchResult { lines, nodes, note: advice.as_ref().map(note) })
    }
}

/// A move by its value.
fn looked_at(alternative: &Alternative) -> Variation {
    let Alternative { m, value, ending, .. } = alternative;
    Variation {
        pv: vec![*m],
        value: Some(*value),
        win_draw_loss: Some(if ending.is_some() { certain(*value) } else { estimated(*value) }),
        mate: (*ending == Some(Ending::Checkmate)).then_some(1),
    }
}

/// The move of an advice table: mate if its line ends so, the result of a proven table, otherwise the value of the memory.
fn advised(position: &Chess, advice: &Advice, alternative: &Alternative) -> Variation {
    let mut last = position.clone();
    advice.line.iter().for_each(|m| last.play_unchecked(*m));
    let mates = last.is_checkmate() && advice.line.len() % 2 == 1;
    Variation {
        pv: advice.line.clone(),
        value: advice.result.or(Some(alternative.value)),
        win_draw_loss: Some(advice.result.map_or_else(|| estimated(alternative.value), certain)),
        mate: mates.then(|| advice.line.len().div_ceil(2) as i32),
    }
}

/// The move that the player would answer to `m`, `None` if the game is over then.
fn expected_reply(player: &mut PatternPlayer, game: &Game, m: Move) -> Option<Move> {
    let mut next = game.clone();
    next.play(m).ok()?;
    if next.ending().is_some() { None } else { Some(player.decide(&next)?.best().m) }
}

fn note(advice: &Advice) -> String {
    format!("advice {}: rule {}: {}", advice.table, advice.rule, advice.sentence)
}

/// Win, draw and loss in per mille. An expected result says nothing about draws; this takes the result as two independent
/// half points, each won with the expected probability, so that draws are likeliest at ½.
fn estimated(value: Value) -> WinDrawLoss {
    let value = value.get();
    let permille = |share: f64| (1000.0 * share).round() as u16;
    let (win, loss) = (permille(value * value), permille((1.0 - value) * (1.0 - value)));
    WinDrawLoss { win, draw: 1000 - win - loss, loss }
}

/// A result that is known: won or drawn.
fn certain(value: Value) -> WinDrawLoss {
    let win = if value == Value::WIN { 1000 } else { 0 };
    WinDrawLoss { win, draw: 1000 - win, loss: 0 }
}
