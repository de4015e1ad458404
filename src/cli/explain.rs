//! `morph explain`: why a position is good or bad; games come back annotated.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use shakmaty::{Chess, Color};
use strum::VariantNames;

use super::memory_argument::{self, OptionalMemoryArgument};
use crate::arena::pgn::{GameReader, PgnError};
use crate::chess::{epd_positions, position_from_fen};
use crate::endgame::advisor::Advisor;
use crate::explanation::cases::CaseBase;
use crate::explanation::explainer::{Algorithm, Explainer, Settings};
use crate::explanation::facts::tree::EvaluationTree;
use crate::explanation::learned::{MemoryExplainer, PlayedGame};
use crate::explanation::precedent::PrecedentFinder;
use crate::file_format::read_text;
use crate::learning::Exponents;
use crate::library::{Library, Vocabulary};
use crate::render::explanation::{Format, Report};

/// Arguments of `morph explain`.
#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// Position in Forsyth-Edwards notation, quoted or not, or a file: .pgn (games), .epd (positions)
    #[arg(value_name = "FEN|FILE", required = true)]
    subject: Vec<String>,

    #[command(flatten)]
    memory: OptionalMemoryArgument,

    /// Games the memory learned from (games.pgn of its run), to cite as evidence
    #[arg(long, value_name = "FILE", conflicts_with = "no_memory")]
    games: Option<PathBuf>,

    /// Case base to use instead of the shipped one
    #[arg(long, value_name = "FILE")]
    case_base: Option<PathBuf>,

    /// Library of games to cite: a position like this one, and what was played there
    #[arg(long, value_name = "LIBRARY", conflicts_with = "no_memory")]
    library: Option<PathBuf>,

    /// 1: general reasons only; 2: adapt the most similar case; 3: adapt further cases for what it leaves open
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=3))]
    algorithm: u8,

    /// Number of reasons
    #[arg(long, alias = "xps", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    reasons: u8,

    /// Tell everything about each reason in text: belief, purpose, plan, source, evidence
    #[arg(long)]
    full: bool,

    /// Whose plans are told [default: the side to move]
    #[arg(long, value_parser = PossibleValuesParser::new(["white", "black"]).try_map(|name| name.parse::<Color>()))]
    viewpoint: Option<Color>,

    /// Output format; games are always written as PGN
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

/// A legal position.
pub(super) fn read_position(fen: &str) -> anyhow::Result<Chess> {
    position_from_fen(fen).map_err(|fault| anyhow::anyhow!("'{fen}': {fault}"))
}

/// The positions of a file in EPD, each with its text.
pub(super) fn read_epd(path: &Path) -> anyhow::Result<Vec<(String, Chess)>> {
    let positions = epd_positions(&read_text(path)?);
    positions.map_err(|fault| anyhow::anyhow!("{}: {fault}", path.display()))
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
    let mut out = BufWriter::new(io::stdout().lock());
    let subject = arguments.subject.join(" ");
    let path = Path::new(&subject);
    let extension = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
    let library = arguments.library.as_ref().zip(learned.as_ref());
    let library = library
        .map(|(path, learned)| {
            let vocabulary = Vocabulary::new(learned.memory());
            Library::open(path, &vocabulary).map(|library| (library, vocabulary))
        })
        .transpose()?;
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
    if extension.as_deref() == Some("pgn") {
        ensure!(
            report.precedents.is_none(),
            "{subject}: --library is for positions, not for games"
        );
        let is_pgn = matches!(arguments.format, Format::Text | Format::Pgn);
        ensure!(is_pgn, "{subject}: games are written as PGN only (--format pgn)");
        let count = report.write_games(&mut out, GameReader::open(path)?)?;
        ensure!(count > 0, "{subject}: no game in it");
        return Ok(out.flush()?);
    }
    let positions = if extension.as_deref() == Some("epd") {
        read_epd(path)?
    } else {
        ensure!(!path.exists(), "{subject}: the name of a file to explain ends in .pgn or .epd");
        let position = read_position(&subject)?;
        vec![(subject, position)]
    };
    report.write(&mut out, &positions)?;
    Ok(out.flush()?)
}
