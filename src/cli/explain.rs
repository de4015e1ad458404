//! `morph explain`: why a position is good or bad; games come back annotated.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use shakmaty::Color;

use super::memory_argument::OptionalMemoryArgument;
use super::output::{ThreadsArgument, names, print_with};
use crate::arena::Subject;
use crate::endgame::advisor::Advisor;
use crate::explanation::explainer::{Algorithm, Explainer, Settings};
use crate::explanation::learned::PlayedGame;
use crate::explanation::precedent::PrecedentFinder;
use crate::learning::Exponents;
use crate::library::Library;
use crate::render::explanation::game::{GameFormat, GameJudge, GameReport};
use crate::render::explanation::{Format, Report};

#[derive(Debug, Args)]
pub(super) struct ExplainArguments {
    /// Position in Forsyth-Edwards notation, quoted or not, or `startpos`; or files: .pgn (games), .epd (positions), also
    /// compressed (.gz, .zst), `-` for standard input
    #[arg(value_name = "FEN|FILE", required = true)]
    subject: Vec<String>,

    #[command(flatten)]
    memory: OptionalMemoryArgument,

    /// Games the memory learned from (games.pgn of its run), to cite as evidence
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "no_memory",
        help_heading = "Options for positions"
    )]
    games: Option<PathBuf>,

    /// Case base to use instead of the shipped one
    #[arg(long, value_name = "FILE", help_heading = "Options for positions")]
    case_base: Option<PathBuf>,

    /// Library of games to cite: a position like this one, and what was played there; or where a game leaves known ones
    #[arg(long, value_name = "LIBRARY", conflicts_with = "no_memory")]
    library: Option<PathBuf>,

    /// 1: general reasons only; 2: adapt the most similar case; 3: adapt further cases for what it leaves open [default: 3]
    #[arg(long, help_heading = "Options for positions", value_parser = clap::value_parser!(u8).range(1..=3).map(|number| Algorithm::ALL[usize::from(number) - 1]))]
    algorithm: Option<Algorithm>,

    /// Number of reasons [default: 3]
    #[arg(long, help_heading = "Options for positions", alias = "xps", value_parser = clap::value_parser!(u8).range(1..=20))]
    reasons: Option<u8>,

    /// Tell everything about each reason in text: belief, purpose, plan, source, evidence
    #[arg(long, help_heading = "Options for positions")]
    full: bool,

    /// Whose plans are told [default: the side to move]
    #[arg(long, help_heading = "Options for positions", value_parser = PossibleValuesParser::new(["white", "black"]).try_map(|name| name.parse::<Color>()))]
    viewpoint: Option<Color>,

    /// Positions that the search looks at, more for surer answers: 200000 by default; for each move of a game 5000, and ten times
    /// as many where it seems to be a mistake
    #[arg(long, conflicts_with = "judge", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    nodes: Option<u32>,

    /// UCI engine that judges the moves of games, such as stockfish, in place of the program's own search
    #[arg(long, value_name = "COMMAND", help_heading = "Options for games")]
    judge: Option<String>,

    /// Plies that the engine searches in each position
    #[arg(
        long,
        value_name = "PLIES",
        default_value = "14",
        requires = "judge",
        help_heading = "Options for games"
    )]
    judge_depth: NonZeroU32,

    #[command(flatten)]
    threads: ThreadsArgument,

    /// Output format; games are written as PGN where text is asked for
    #[arg(long, default_value = "text", value_parser = names::<Format>())]
    format: Format,
}

pub(super) fn run(arguments: &ExplainArguments) -> anyhow::Result<()> {
    let subject = Subject::parse(&arguments.subject)?;
    subject.check_options(
        &[
            ("--games", arguments.games.is_some()),
            ("--case-base", arguments.case_base.is_some()),
            ("--algorithm", arguments.algorithm.is_some()),
            ("--reasons", arguments.reasons.is_some()),
            ("--full", arguments.full),
            ("--viewpoint", arguments.viewpoint.is_some()),
        ],
        &[("--judge", arguments.judge.is_some())],
    )?;
    let threads = arguments.threads.count(usize::MAX);
    // Of a memory games need only the words of the library.
    let is_needed = arguments.library.is_some() || matches!(subject, Subject::Positions(_));
    let mut learned = if is_needed { arguments.memory.load()? } else { None };
    let library = arguments.library.as_ref().zip(learned.as_ref());
    let library = library.map(|(path, learned)| Library::open_with(path, learned.memory()));
    let library = library.transpose()?;
    let positions = match subject {
        Subject::Positions(positions) => positions,
        Subject::Games(games) => {
            let report = GameReport {
                format: GameFormat::of(arguments.format)?,
                judge: GameJudge::new(
                    arguments.judge.as_deref(),
                    arguments.judge_depth,
                    arguments.nodes,
                ),
                library: library.as_ref().map(|(library, _)| library),
                threads,
            };
            return Ok(print_with(|mut out| report.write(&mut out, games))?);
        }
    };
    let exponents = learned.as_ref().map(|learned| Exponents::of_memory(learned.memory()));
    if let Some(path) = &arguments.games {
        let games = PlayedGame::read(path)?;
        learned = learned.map(|learned| learned.with_games(games));
    }
    let explainer = Explainer::load_or_shipped(arguments.case_base.as_deref())?;
    let default = Settings::default();
    let mut report = Report {
        explainer: &explainer,
        settings: Settings {
            algorithm: arguments.algorithm.unwrap_or(default.algorithm),
            reasons: arguments.reasons.map_or(default.reasons, usize::from),
            viewpoint: arguments.viewpoint,
            nodes: arguments.nodes.unwrap_or(default.nodes),
        },
        learned: learned.as_mut(),
        precedents: library.as_ref().map(|(library, words)| PrecedentFinder::new(library, words)),
        advisor: Advisor::load_shipped()?,
        exponents: exponents.transpose()?.unwrap_or_default(),
        format: arguments.format,
        full: arguments.full,
    };
    Ok(print_with(|mut out| report.write_by(threads, &mut out, &positions))?)
}
