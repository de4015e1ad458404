//! `morph library`: games in which positions like a given one are found.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use shakmaty::Chess;
use strum::VariantNames;

use super::memory_argument::MemoryArgument;
use super::output::{FormatArgument, ThreadsArgument};
use super::stop;
use crate::arena::Subject;
use crate::chess::fen;
use crate::library::{Analyser, Criterion, Filter, Library, SimilarityKind, Source, Vocabulary};
use crate::memory::{AnyId, Memory};
use crate::render::library::{AddProgress, AddedRecord, Format, LibraryReport};

/// Arguments of `morph library`.
#[derive(Debug, Args)]
pub(super) struct LibraryArguments {
    #[command(subcommand)]
    task: Task,
    #[command(flatten)]
    memory: MemoryArgument,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Add games, puzzles or positions
    Add {
        /// PGN, puzzles of lichess.org (.csv), positions (.epd), each plain, .gz or .zst; or another library
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Folder of the library; created if it does not exist
        #[arg(long, value_name = "LIBRARY")]
        to: PathBuf,
        #[command(flatten)]
        threads: ThreadsArgument,
        #[command(flatten)]
        format: FormatArgument,
    },
    /// Find positions like this one, and say why they are alike
    Similar {
        /// Position in Forsyth-Edwards notation, quoted or not, or a file of positions (.epd)
        #[arg(value_name = "FEN|FILE", required = true)]
        subject: Vec<String>,
        /// In which respect they are alike
        #[arg(long, default_value = "all", value_parser = PossibleValuesParser::new(SimilarityKind::VARIANTS).try_map(|name| name.parse::<SimilarityKind>()))]
        kind: SimilarityKind,
        #[command(flatten)]
        search: SearchArguments,
    },
    /// Find where a learned pattern occurs, and how those fared who had it
    Pattern {
        /// Id of the pattern, such as g507
        id: AnyId,
        #[command(flatten)]
        search: SearchArguments,
    },
    /// Find positions with the same pawns, colours reversed or not
    Structure(Lookup),
    /// Find positions with the same pieces, colours reversed or not
    Material(Lookup),
    /// Find this very position: which moves were played, and how they scored
    Exact(Lookup),
}

#[derive(Debug, Args)]
struct Lookup {
    /// Position in Forsyth-Edwards notation, quoted or not, or a file of positions (.epd)
    #[arg(value_name = "FEN|FILE", required = true)]
    subject: Vec<String>,
    #[command(flatten)]
    search: SearchArguments,
}

#[derive(Debug, Args)]
struct SearchArguments {
    /// Folder of the library
    #[arg(long, value_name = "LIBRARY")]
    library: PathBuf,
    /// Only games like this, such as "result=1-0 elo>2400 player=Tal eco=B9 year=1950..1960"
    #[arg(long = "where", value_name = "FILTER", default_value = "")]
    filter: Filter,
    /// Number of positions to show
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1000))]
    top: u16,
    /// Output format; a file of positions gives one JSON object a line
    #[arg(long, default_value = "text", value_parser = PossibleValuesParser::new(FORMATS).try_map(|name| name.parse::<Format>()))]
    format: Format,
}

const FORMATS: [&str; 4] = ["text", "json", "pgn", "html"];

/// Runs `morph library`.
///
/// # Errors
///
/// A file or the library cannot be read or written, an illegal position.
pub(super) fn run(arguments: LibraryArguments) -> anyhow::Result<()> {
    let memory = arguments.memory.load()?;
    let mut out = BufWriter::new(io::stdout().lock());
    match arguments.task {
        Task::Add { files, to, threads, format } => {
            add(&memory, &files, &to, threads.count(usize::MAX), format)?;
        }
        Task::Similar { subject, kind, search } => {
            let vocabulary = Vocabulary::new(&memory);
            let library = Library::open(&search.library, &vocabulary)?;
            let mut analyser = Analyser::new(&vocabulary);
            let report = LibraryReport::new(&memory);
            let (positions, format) = search.positions(&subject)?;
            for position in &positions {
                let top = usize::from(search.top);
                let found = library.similar(&mut analyser, position, kind, &search.filter, top)?;
                report.write_similar(&mut out, format, position, &found)?;
            }
        }
        Task::Pattern { id, search } => {
            let phrase = memory.phrase(id).with_context(|| format!("no pattern is called {id}"))?;
            let what = format!(
                "{id}: {phrase}\n(where it is one of the patterns that say most about the position)"
            );
            let found = [(what, Criterion::Pattern(id))];
            look_up(&mut out, &memory, &search, search.format, &found)?;
        }
        Task::Structure(lookup) => {
            lookup.run(&mut out, &memory, "Pawns of", Criterion::Structure)?
        }
        Task::Material(lookup) => {
            lookup.run(&mut out, &memory, "Material of", Criterion::Material)?;
        }
        Task::Exact(lookup) => lookup.run(&mut out, &memory, "Position", Criterion::Exact)?,
    }
    Ok(out.flush()?)
}

fn add(
    memory: &Memory,
    files: &[PathBuf],
    to: &Path,
    threads: usize,
    format: FormatArgument,
) -> anyhow::Result<()> {
    let stop = stop::on_interrupt()?;
    // Before a library is made for files that are not there.
    for file in files {
        Source::open(file)?;
    }
    let vocabulary = Vocabulary::new(memory);
    let mut library = Library::open_or_create(to, &vocabulary)?;
    let mut progress = AddProgress::default();
    for file in files {
        let counts =
            library.add(file, &vocabulary, threads, &stop, &mut |event| progress.event(event))?;
        progress.file(file, counts);
    }
    let (games, positions) = library.size()?;
    let record = AddedRecord { library: to, games, positions, added: progress.finish() };
    let text = || format!("{}: {games} games, {positions} positions\n", to.display());
    format.print(text, &record)?;
    Ok(stop::check(&stop, false)?)
}

impl Lookup {
    fn run(
        &self,
        out: &mut impl Write,
        memory: &Memory,
        what: &str,
        criterion: impl Fn(Chess) -> Criterion,
    ) -> anyhow::Result<()> {
        let (positions, format) = self.search.positions(&self.subject)?;
        let named = |position: Chess| (format!("{what} {}", fen(&position)), criterion(position));
        let asked: Vec<(String, Criterion)> = positions.into_iter().map(named).collect();
        look_up(out, memory, &self.search, format, &asked)
    }
}

fn look_up(
    out: &mut impl Write,
    memory: &Memory,
    search: &SearchArguments,
    format: Format,
    asked: &[(String, Criterion)],
) -> anyhow::Result<()> {
    let library = Library::open(&search.library, &Vocabulary::new(memory))?;
    let report = LibraryReport::new(memory);
    for (what, criterion) in asked {
        let found = library.occurrences(criterion, &search.filter, usize::from(search.top))?;
        report.write_occurrences(out, format, what, &found)?;
    }
    Ok(())
}

impl SearchArguments {
    /// The positions asked for, and how the answers are written.
    fn positions(&self, subject: &[String]) -> anyhow::Result<(Vec<Chess>, Format)> {
        let text = subject.join(" ");
        let Subject::Positions(positions) = Subject::parse(subject)? else {
            bail!("{text}: a library is asked for positions, not for games")
        };
        let is_file = positions.iter().all(|(name, _)| *name != text);
        let positions = positions.into_iter().map(|(_, position)| position).collect();
        if !is_file {
            return Ok((positions, self.format));
        }
        Ok(match self.format {
            Format::Json => (positions, Format::JsonLine),
            Format::Html => bail!("{text}: a web page is made for one position only"),
            other => (positions, other),
        })
    }
}
