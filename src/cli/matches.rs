use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::Args;

use super::memory_argument::MemoryArgument;
use super::opponent::{OpponentArguments, PlayerArguments};
use super::output::MatchOptions;
use super::stop;
use crate::arena::{
    MatchSettings, OpeningSource, Opponent, PlyRange, Rules, Sprt, SprtState, conditions, run_match,
};
use crate::endgame::advisor::Advisor;
use crate::explanation::learned::MemoryExplainer;
use crate::memory::Memory;
use crate::opponent_model::coach::CoachSettings;
use crate::player::{Exploration, TimeControl};
use crate::render::MatchDisplay;
use crate::render::explanation::game::MatchPgn;
use crate::training::MemoryPlayer;
use crate::units::parse_share;

/// Each opening is played twice with colours exchanged. The memory does not learn.
#[derive(Debug, Args)]
#[command(mut_arg("opponent", |opponent| opponent.required(true)))]
pub(super) struct MatchArguments {
    #[command(flatten)]
    memory: MemoryArgument,
    /// Follow endgame advice where a table covers the position; never for the opponent, even in self-play
    #[arg(long)]
    advice: bool,
    #[command(flatten)]
    player: PlayerArguments,
    #[command(flatten)]
    opponent: OpponentArguments,
    /// Clock of each player: seconds or MINUTES:SECONDS, for so many moves or for the game, with an increment for each
    /// move (`10+0.1`, `40/60`); engines have no other limit then unless one is given
    #[arg(long, value_name = "[MOVES/]TIME[+INC]", conflicts_with_all = ["movetime", "player_movetime"])]
    tc: Option<TimeControl>,
    /// How much later a move may come than the clock allows, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0, requires = "tc", value_parser = clap::value_parser!(u64).range(..=60_000))]
    timemargin: u64,
    /// Test whether the first player is elo1 rather than elo0 stronger, and stop when that is decided: `elo0=0 elo1=5`,
    /// and if wanted `alpha=0.05 beta=0.05 model=normalized|logistic`
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    sprt: Vec<String>,
    /// Model of the opponent, from `morph opponent learn`: prefer moves that leave the opponent's known patterns
    #[arg(long, value_name = "MODEL")]
    coach: Option<PathBuf>,
    /// Expected points that such a move may cost, 0 to 1
    #[arg(long, default_value_t = CoachSettings::default_margin(), requires = "coach", value_parser = parse_share)]
    coach_margin: f64,
    /// Games to play; with --sprt the greatest number [default: 100, with --sprt 100000]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Print the results so far each time so many games are played; 0: only at the end
    #[arg(long, value_name = "GAMES", default_value_t = 100)]
    rating_interval: u32,
    /// Start positions, one FEN or EPD per line, instead of random openings
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Minimum and maximum number of random plies at the start of a game
    #[arg(long, num_args = 2, value_names = ["MIN", "MAX"], default_values_t = [4, 6], conflicts_with = "openings")]
    random_plies: Vec<u32>,
    /// Plies after which a game is drawn
    #[arg(long, default_value_t = Rules::default().ply_cap as u32, value_parser = clap::value_parser!(u32).range(1..))]
    ply_cap: u32,
    /// Annotate the games of --pgn: why the memory played its moves, and what matters in the positions
    #[arg(long, requires = "pgn")]
    explain: bool,
    #[command(flatten)]
    options: MatchOptions,
    /// Do not show progress
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &MatchArguments) -> anyhow::Result<()> {
    let MatchArguments { options, tc, timemargin, .. } = arguments;
    let clock = tc.map(|tc| tc.with_margin(Duration::from_millis(*timemargin)));
    let player = |arguments: &OpponentArguments| -> anyhow::Result<Option<Opponent>> {
        let is_on_clock = clock.is_some() && arguments.limit().is_none();
        let player = arguments.opponent()?;
        Ok(if is_on_clock { player.map(Opponent::on_clock) } else { player })
    };
    let mut first = match player(&arguments.player.arguments())? {
        Some(player) if player.is_self() => {
            bail!("--player self: the memory plays if there is no --player")
        }
        player => player.unwrap_or(Opponent::SelfPlay { share: 1 }),
    };
    let mut opponent = player(&arguments.opponent)?.context("--opponent is required")?;
    let needs_memory = first.is_self() || opponent.is_self();
    let memory = if needs_memory { arguments.memory.load()? } else { Memory::default() };
    let sprt = (!arguments.sprt.is_empty()).then(|| Sprt::parse(&arguments.sprt));
    let sprt = sprt.transpose().context("--sprt")?;
    Opponent::try_out_both(&mut first, &mut opponent).context("a player cannot play")?;
    let plies = PlyRange::new(arguments.random_plies[0], arguments.random_plies[1])?;
    let openings = OpeningSource::new(arguments.openings.as_deref(), plies).load()?;
    let (evaluation, snapshot) = (memory.evaluation(), Arc::new(memory.snapshot()));
    let mut learned = arguments.explain.then(|| MemoryExplainer::from_memory(memory));
    let pgn = options.pgn_file()?.map(|file| MatchPgn::new(file, clock, learned.as_mut()));
    let advisor = arguments.advice.then(Advisor::load_shipped).transpose()?.map(Arc::new);
    let coach = arguments.coach.clone();
    let coach = coach.map(|model| CoachSettings { model, margin: arguments.coach_margin }.load());
    let coach = coach.transpose()?;
    let rules = Rules { ply_cap: arguments.ply_cap as usize };
    let games = arguments.games.unwrap_or(if sprt.is_some() { 100_000 } else { 100 });
    let settings = MatchSettings { time_control: clock, sprt, ..options.settings(games, rules) };
    let conditions = conditions(&settings, [&first, &opponent], arguments.openings.as_deref());
    let interval = if options.format.is_json() { 0 } else { arguments.rating_interval };
    let mut display = MatchDisplay::new(&settings, conditions, pgn, interval, arguments.quiet);
    let memory = MemoryPlayer { evaluation, exploration: Exploration::NONE, advisor, coach };
    let stop = stop::on_interrupt()?;
    let played = run_match(
        &|| match &first {
            Opponent::SelfPlay { .. } => Ok(Box::new(memory.build(&snapshot))),
            engine => engine.build(&snapshot, evaluation, Exploration::NONE),
        },
        &|| opponent.build(&snapshot, evaluation, Exploration::NONE),
        &openings,
        &settings,
        &stop,
        &mut |index, record, report| display.game(index, record, report),
    );
    // The games count even if a player failed after them.
    let report = played.as_ref().unwrap_or_else(|error| &error.report);
    let summary = display.summary(report);
    let written = display.finish();
    if report.games() > 0 {
        options.format.print(|| format!("{summary}\n"), &summary)?;
    }
    written?;
    let report = played?;
    let is_decided = summary.sprt.is_some_and(|sprt| sprt.state != SprtState::Continue);
    stop::check(&stop, is_decided || report.games() == u64::from(games))?;
    ensure!(!report.only_failures(), "no game was played to its end");
    Ok(())
}
