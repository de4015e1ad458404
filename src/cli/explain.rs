//! `morph explain`: why a position is good or bad; a game comes back annotated.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};
use shakmaty::{Chess, Color, KnownOutcome};

use super::memory_argument::{self, OptionalMemoryArgument};
use crate::arena::GameRecord;
use crate::arena::pgn::{GameReader, PgnError, PgnSettings, format_annotated_game};
use crate::chess::{PositionLine, position_from_fen, position_lines};
use crate::endgame::advisor::Advisor;
use crate::explanation::cases::CaseBase;
use crate::explanation::document;
use crate::explanation::explainer::{Algorithm, Explainer, Explanation, Over, Settings};
use crate::explanation::facts::tree::EvaluationTree;
use crate::explanation::learned::{Learned, Played};
use crate::explanation::narrate;
use crate::learning::Exponents;
use crate::render::patterns::{self, Annotator, PatternRecord};

/// Arguments of `morph explain`.
#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// A position in Forsyth-Edwards notation, quoted or not, or a file: .pgn (games), .epd (positions)
    #[arg(value_name = "FEN|FILE", required = true)]
    subject: Vec<String>,

    #[command(flatten)]
    memory: OptionalMemoryArgument,

    /// The games the memory learned from (games.pgn of its run): evidence then names games and how they ended
    #[arg(long, value_name = "FILE", conflicts_with = "no_memory")]
    games: Option<PathBuf>,

    /// Cases to adapt instead of the shipped ones
    #[arg(long, value_name = "FILE")]
    case_base: Option<PathBuf>,

    /// 1: general explanations; 2: adapt the most similar case; 3: and the next ones for what it leaves open
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=3))]
    algorithm: u8,

    /// How many explanation patterns
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    xps: u8,

    /// Who is spoken to; without it the side to move
    #[arg(long, value_enum)]
    viewpoint: Option<Viewpoint>,

    /// How it is written; a game always as PGN
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Viewpoint {
    White,
    Black,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Pgn,
    Svg,
    Html,
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
            let learned = Learned::new(memory, evaluation);
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
        xps: usize::from(arguments.xps),
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
    let format = arguments.format;
    let writer = Writer { explainer: &explainer, settings, exponents, format };
    writer.positions(&mut out, learned.as_mut(), &positions)?;
    Ok(out.flush()?)
}

fn games(
    out: &mut impl Write,
    explainer: &Explainer,
    settings: Settings,
    learned: Option<&mut Learned>,
    path: &Path,
    format: Format,
) -> anyhow::Result<()> {
    if !matches!(format, Format::Text | Format::Pgn) {
        bail!("{}: a game is explained as PGN only (--format pgn)", path.display());
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

/// What an ending table says of a position.
fn advice(advisor: &Advisor, position: &Chess) -> Option<String> {
    let advice = advisor.advise(position)?;
    let san = shakmaty::san::SanPlus::from_move(position.clone(), advice.m);
    Some(format!(
        "Endgame rule {} of table {}: {san}. {}",
        advice.rule, advice.table, advice.sentence
    ))
}

/// The games of a run, in their order.
fn read_games(path: &Path) -> anyhow::Result<Vec<Played>> {
    let played = |game: Result<GameRecord, PgnError>| {
        let game = game?;
        Ok(Played {
            start: game.start.position(),
            moves: game.plies.iter().map(|ply| ply.m).collect(),
            result: game.result.map_or("*", KnownOutcome::as_str),
        })
    };
    GameReader::open(path)?.map(played).collect()
}

/// How positions are answered.
struct Writer<'a> {
    explainer: &'a Explainer,
    settings: Settings,
    exponents: Exponents,
    format: Format,
}

impl Writer<'_> {
    fn positions(
        &self,
        out: &mut impl Write,
        mut learned: Option<&mut Learned>,
        positions: &[(String, Chess)],
    ) -> anyhow::Result<()> {
        let format = self.format;
        if format == Format::Svg && positions.len() != 1 {
            let found = positions.len();
            bail!("a picture shows one position, found {found} (--format html shows all)");
        }
        let advisor = Advisor::load_shipped()?;
        let mut page: Vec<(String, Result<Explanation, Over>)> = Vec::new();
        for (name, position) in positions {
            let answer = self.explainer.explain(position, self.settings, learned.as_deref_mut());
            match (format, &answer) {
                (Format::Text, Ok(explanation)) => {
                    write!(out, "{}", narrate::text(explanation))?;
                    let choice = learned.as_deref_mut().and_then(|l| l.choice(position));
                    if let Some(choice) = choice {
                        writeln!(
                            out,
                            "The memory would play {}. {}",
                            choice.chosen,
                            choice.text()
                        )?;
                    }
                    writeln!(out)?;
                    if let Some(rule) = advice(&advisor, position) {
                        writeln!(out, "{rule}\n")?;
                    }
                }
                (Format::Text, Err(over)) => writeln!(out, "{name}\n{}\n", narrate::over(*over))?,
                (Format::Json, answer) => {
                    let mut value = match answer {
                        Ok(explanation) => document::json(self.explainer, explanation),
                        Err(over) => document::over_json(name, *over),
                    };
                    if let Some(rule) = advice(&advisor, position) {
                        value["advice"] = serde_json::json!(rule);
                    }
                    if let (Ok(explanation), Some(learned)) = (answer, learned.as_deref_mut()) {
                        if let Some(choice) = learned.choice(position) {
                            value["choice"] = document::choice(&choice);
                        }
                        let records = self.records(learned, explanation);
                        // By way of text, so that the numbers are those of the export to the last digit.
                        value["patterns"] =
                            serde_json::from_str(&serde_json::to_string(&records)?)?;
                    }
                    writeln!(out, "{value}")?;
                }
                (Format::Pgn, Ok(explanation)) => {
                    patterns::write_explained_position(out, explanation)?;
                }
                (Format::Svg, Ok(explanation)) => patterns::write_explained_svg(out, explanation)?,
                (Format::Pgn | Format::Svg, Err(over)) => bail!("{name}: {}", narrate::over(*over)),
                (Format::Html, _) => page.push((name.clone(), answer)),
            }
        }
        if format == Format::Html {
            patterns::write_explained_html(out, &page)?;
        }
        Ok(())
    }

    /// The learned patterns that an explanation names, as `morph patterns export` writes them.
    fn records(&self, learned: &Learned, explanation: &Explanation) -> Vec<PatternRecord> {
        let named = explanation.mxp.xps.iter().filter_map(|xp| xp.pattern()?.parse().ok());
        named.filter_map(|id| PatternRecord::new(learned.memory(), &self.exponents, id)).collect()
    }
}
