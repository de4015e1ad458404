//! `morph explain`: why a position is good or bad; games come back annotated.

use std::io::{self, BufWriter, Write};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use shakmaty::Color;
use strum::VariantNames;

use super::memory_argument::{self, OptionalMemoryArgument};
use super::opponent::analysis_engine;
use crate::arena::pgn::{GameReader, PgnError};
use crate::arena::{GameSource, Subject};
use crate::endgame::advisor::Advisor;
use crate::explanation::annotation::{Judge, SearchJudge};
use crate::explanation::cases::CaseBase;
use crate::explanation::explainer::{Algorithm, Explainer, Settings};
use crate::explanation::facts::tree::EvaluationTree;
use crate::explanation::learned::{MemoryExplainer, PlayedGame};
use crate::explanation::precedent::PrecedentFinder;
use crate::file_format::read_text;
use crate::learning::Exponents;
use crate::library::{Library, Vocabulary};
use crate::render::explanation::game::{Annotator, GameError, GameFormat, GameReport};
use crate::render::explanation::{Format, Report};

/// Arguments of `morph explain`.
#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// Position in Forsyth-Edwards notation, quoted or not, or `startpos`; or files: .pgn (games), .epd (positions), also
    /// compressed (.gz, .zst), `-` for standard input
    #[arg(value_name = "FEN|FILE", required = true)]
    subject: Vec<String>,

    #[command(flatten)]
    memory: OptionalMemoryArgument,

    /// Games the memory learned from (games.pgn of its run), to cite as evidence
    #[arg(
        long,
        help_heading = "Options for positions",
        value_name = "FILE",
        conflicts_with = "no_memory"
    )]
    games: Option<PathBuf>,

    /// Case base to use instead of the shipped one
    #[arg(long, value_name = "FILE")]
    case_base: Option<PathBuf>,

    /// Library of games to cite: a position like this one, and what was played there; or where a game leaves known ones
    #[arg(long, value_name = "LIBRARY", conflicts_with = "no_memory")]
    library: Option<PathBuf>,

    /// 1: general reasons only; 2: adapt the most similar case; 3: adapt further cases for what it leaves open
    #[arg(long, help_heading = "Options for positions", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=3))]
    algorithm: u8,

    /// Number of reasons
    #[arg(long, help_heading = "Options for positions", alias = "xps", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    reasons: u8,

    /// Tell everything about each reason in text: belief, purpose, plan, source, evidence
    #[arg(long)]
    full: bool,

    /// Whose plans are told [default: the side to move]
    #[arg(long, help_heading = "Options for positions", value_parser = PossibleValuesParser::new(["white", "black"]).try_map(|name| name.parse::<Color>()))]
    viewpoint: Option<Color>,

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

    /// Output format; games are written as PGN where text is asked for
    #[arg(long, default_value = "text", value_parser = PossibleValuesParser::new(Format::VARIANTS).try_map(|name| name.parse::<Format>()))]
    format: Format,
}

/// By their numbers on the command line, from 1.
const ALGORITHMS: [Algorithm; 3] =
    [Algorithm::General, Algorithm::OneCase, Algorithm::SeveralCases];

/// The shipped explainer, or one with the cases of a file.
pub(super) fn explainer(case_base: Option<&Path>) -> anyhow::Result<Explainer> {
    let Some(path) = case_base else { return Ok(Explainer::load_shipped()?) };
    let tree = EvaluationTree::load_shipped()?;
    let base = load_cases(&tree, path)?;
    Ok(Explainer::new(tree, base))
}

/// The cases of a file.
pub(super) fn load_cases(tree: &EvaluationTree, path: &Path) -> anyhow::Result<CaseBase> {
    let name = path.display().to_string();
    Ok(CaseBase::parse(tree, &name, &read_text(path)?)?)
}

/// Runs `morph explain`.
///
/// # Errors
///
/// A file that cannot be read, an illegal position, a format that cannot hold what is asked for.
pub fn run(arguments: &ExplainArguments) -> anyhow::Result<()> {
    let explainer = explainer(arguments.case_base.as_deref())?;
    let mut exponents = Exponents::default();
    let mut learned = match arguments.memory.load()? {
        Some(memory) => {
            exponents = memory_argument::exponents(&memory)?;
            let evaluation = memory.evaluation();
            let learned = MemoryExplainer::new(memory, evaluation);
            Some(match &arguments.games {
                Some(path) => {
                    let games = GameReader::open(path)?.map(|game| Ok(PlayedGame::from(&game?)));
                    learned.with_games(games.collect::<Result<_, PgnError>>()?)
                }
                None => learned,
            })
        }
        None => None,
    };
    let settings = Settings {
        algorithm: ALGORITHMS[usize::from(arguments.algorithm) - 1],
        reasons: usize::from(arguments.reasons),
        viewpoint: arguments.viewpoint,
    };
    let library = arguments.library.as_ref().zip(learned.as_ref());
    let library = library
        .map(|(path, learned)| {
            let vocabulary = Vocabulary::new(learned.memory());
            Library::open(path, &vocabulary).map(|library| (library, vocabulary))
        })
        .transpose()?;
    let mut out = BufWriter::new(io::stdout().lock());
    let positions = match Subject::parse(&arguments.subject)? {
        Subject::Games(sources) => {
            let learned = learned.as_mut();
            let library = library.as_ref().map(|(library, _)| library);
            match analysis_engine(arguments.judge.as_deref(), arguments.judge_depth)? {
                Some(engine) => {
                    let annotator =
                        Annotator::new(learned, engine).with_scores().with_library(library);
                    write_games(&mut out, sources, annotator, arguments.format)?;
                }
                None => {
                    let annotator =
                        Annotator::new(learned, SearchJudge::default()).with_library(library);
                    write_games(&mut out, sources, annotator, arguments.format)?;
                }
            }
            return Ok(out.flush()?);
        }
        Subject::Positions(positions) => positions,
    };
    let precedents = library.as_ref().map(|(library, words)| PrecedentFinder::new(library, words));
    let mut report = Report {
        explainer: &explainer,
        settings,
        learned: learned.as_mut(),
        precedents,
        advisor: Advisor::load_shipped()?,
        exponents,
        format: arguments.format,
        full: arguments.full,
    };
    report.write(&mut out, &positions)?;
    Ok(out.flush()?)
}

/// Writes the games of all sources.
fn write_games<J: Judge>(
    out: &mut impl Write,
    sources: Vec<(String, GameSource)>,
    annotator: Annotator<'_, J>,
    format: Format,
) -> anyhow::Result<()>
where
    GameError: From<J::Error>,
{
    let Some(format) = GameFormat::of(format) else {
        bail!("a picture shows one position, not a game (--format html shows games)")
    };
    let mut report = GameReport::new(annotator, format);
    let (mut games, mut broken) = (0, 0);
    for (name, source) in sources {
        let count = report.write(out, source, &mut |fault| {
            broken += 1;
            let _ = writeln!(io::stderr(), "skipped: {fault}");
        })?;
        ensure!(count > 0 || broken > 0, "{name}: no game in it");
        games += count;
    }
    report.finish(out)?;
    out.flush()?;
    ensure!(games > 0, "no game could be read");
    ensure!(broken == 0, "{broken} broken games were skipped");
    Ok(())
}
