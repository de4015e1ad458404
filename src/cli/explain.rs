//! `morph explain`: why a position is good or bad; games come back annotated.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use shakmaty::{Chess, Color, KnownOutcome};
use strum::VariantNames;

use super::memory_argument::{self, OptionalMemoryArgument};
use crate::arena::GameRecord;
use crate::arena::pgn::{GameReader, PgnError, PgnSettings, format_annotated_game};
use crate::chess::{PositionLine, position_from_fen, position_lines};
use crate::endgame::advisor::Advisor;
use crate::explanation::cases::CaseBase;
use crate::explanation::explainer::{Algorithm, Explainer, Settings};
use crate::explanation::facts::tree::EvaluationTree;
use crate::explanation::learned::{MemoryExplainer, PlayedGame};
use crate::learning::Exponents;
use crate::render::explanation::{Annotator, Format, Report};

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

    /// 1: general reasons only; 2: adapt the most similar case; 3: adapt further cases for what it leaves open
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=3))]
    algorithm: u8,

    /// Number of reasons
    #[arg(long, alias = "xps", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    reasons: u8,

    /// Whose plans are told [default: the side to move]
    #[arg(long, value_enum)]
    viewpoint: Option<Viewpoint>,

    /// Output format; games are always written as PGN
    #[arg(long, default_value = "text", value_parser = PossibleValuesParser::new(Format::VARIANTS).try_map(|name| name.parse::<Format>()))]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Viewpoint {
    White,
    Black,
}

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
    let text = std::fs::read_to_string(path).with_context(|| format!("reading {name}"))?;
    Ok(CaseBase::parse(tree, &name, &text)?)
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
                Some(path) => learned.with_games(read_games(path)?),
                None => learned,
            })
        }
        None => None,
    };
    let settings = Settings {
        algorithm: match arguments.algorithm {
            1 => Algorithm::General,
            2 => Algorithm::OneCase,
            _ => Algorithm::SeveralCases,
        },
        reasons: usize::from(arguments.reasons),
        viewpoint: arguments.viewpoint.map(|v| match v {
            Viewpoint::White => Color::White,
            Viewpoint::Black => Color::Black,
        }),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let subject = arguments.subject.join(" ");
    let path = Path::new(&subject);
    let extension = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
    if extension.as_deref() == Some("pgn") {
        games(&mut out, &explainer, settings, learned.as_mut(), path, arguments.format)?;
        return Ok(out.flush()?);
    }
    let positions = if extension.as_deref() == Some("epd") {
        read_epd(path)?
    } else {
        ensure!(!path.is_file(), "{subject}: the name of a file to explain ends in .pgn or .epd");
        let position =
            position_from_fen(&subject).map_err(|fault| anyhow::anyhow!("'{subject}': {fault}"))?;
        vec![(subject, position)]
    };
    let mut report = Report {
        explainer: &explainer,
        settings,
        learned: learned.as_mut(),
        advisor: Advisor::load_shipped()?,
        exponents,
        format: arguments.format,
    };
    report.write(&mut out, &positions)?;
    Ok(out.flush()?)
}

fn games(
    out: &mut impl Write,
    explainer: &Explainer,
    settings: Settings,
    learned: Option<&mut MemoryExplainer>,
    path: &Path,
    format: Format,
) -> anyhow::Result<()> {
    if !matches!(format, Format::Text | Format::Pgn) {
        bail!("{}: games are written as PGN only (--format pgn)", path.display());
    }
    let mut annotator = Annotator::new(explainer, settings, learned);
    let written = PgnSettings {
        event: "Explained game".to_owned(),
        annotator: Some("Morph".to_owned()),
        ..PgnSettings::default()
    };
    let mut any = false;
    for game in GameReader::open(path)? {
        any = true;
        let game = game?;
        let annotations = annotator.annotations(&game, None);
        out.write_all(format_annotated_game(&game, None, &written, &annotations).as_bytes())?;
    }
    ensure!(any, "{}: no game in it", path.display());
    Ok(())
}

/// The positions of an EPD file, each with its text.
fn read_epd(path: &Path) -> anyhow::Result<Vec<(String, Chess)>> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("reading {name}"))?;
    let position = |PositionLine { number, fen, position }| match position {
        Ok(position) => Ok((fen, position)),
        Err(fault) => bail!("{name}: line {number}: '{fen}': {fault}"),
    };
    let positions: Vec<_> = position_lines(&text).map(position).collect::<Result<_, _>>()?;
    ensure!(!positions.is_empty(), "{name}: no position in it");
    Ok(positions)
}

/// The games of a run, in their order.
fn read_games(path: &Path) -> anyhow::Result<Vec<PlayedGame>> {
    let played = |game: Result<GameRecord, PgnError>| {
        let game = game?;
        Ok(PlayedGame {
            start: game.start.position(),
            moves: game.plies.iter().map(|ply| ply.m).collect(),
            result: game.result.map_or("*", KnownOutcome::as_str),
        })
    };
    GameReader::open(path)?.map(played).collect()
}
