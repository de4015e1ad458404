//! `morph library`: games in which positions like a given one are found.

use std::path::PathBuf;

use anyhow::ensure;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};

use super::memory_argument::MemoryArgument;
use super::output::{FormatArgument, ThreadsArgument, names, print_with};
use super::stop;
use crate::library::{Criterion, Filter, SimilarityKind};
use crate::memory::AnyId;
use crate::render::library::{Format, LibrarySearch, Question, add_files};

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
        #[arg(long, default_value = "all", value_parser = names::<SimilarityKind>())]
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

pub(super) fn run(arguments: LibraryArguments) -> anyhow::Result<()> {
    let memory = arguments.memory.load()?;
    let same = |Lookup { subject, search }: Lookup, heading, criterion| {
        (search, Question::Same(subject, heading, criterion))
    };
    let (search, question) = match arguments.task {
        Task::Add { files, to, threads, format } => {
            let stop = stop::on_interrupt()?;
            let added = add_files(&files, &to, &memory, threads.count(usize::MAX), &stop)?;
            format.print(|| format!("{added}\n"), &added)?;
            stop::check(&stop, false)?;
            ensure!(!added.is_all_broken(), "no game could be read");
            return Ok(());
        }
        Task::Similar { subject, kind, search } => (search, Question::Similar(subject, kind)),
        Task::Pattern { id, search } => (search, Question::Pattern(id)),
        Task::Structure(lookup) => same(lookup, "Pawns of", Criterion::Structure),
        Task::Material(lookup) => same(lookup, "Material of", Criterion::Material),
        Task::Exact(lookup) => same(lookup, "Position", Criterion::Exact),
    };
    let SearchArguments { library, filter, top, format } = search;
    let search = LibrarySearch { library, filter, top: usize::from(top), format };
    Ok(print_with(|mut out| search.answer(&mut out, &memory, question))?)
}
