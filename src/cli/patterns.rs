mod arguments;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use serde_json::json;

pub use self::arguments::PatternsArguments;
use self::arguments::{
    CardFormat, ExportArguments, FileFormat, ListArguments, ListFormat, MaterialArguments,
    MergeArguments, PatternsCommand, ShowArguments, StatsArguments, StatsFormat, TableFormat,
};
use super::trained::{self, Trained};
use crate::file_format::write_atomic;
use crate::learning::Exponents;
use crate::memory::{AnyId, Memory, Tombstone};
use crate::render::patterns::{self, MemoryRecord, PatternRecord};

/// Does what `morph patterns …` says.
///
/// # Errors
///
/// The memory cannot be read, there is no such pattern, or the output cannot be written.
pub fn run(arguments: PatternsArguments) -> anyhow::Result<()> {
    match arguments.command {
        PatternsCommand::Material(arguments) => material(&arguments),
        PatternsCommand::List(arguments) => list(&arguments),
        PatternsCommand::Show(arguments) => show(&arguments),
        PatternsCommand::Stats(arguments) => stats(&arguments),
        PatternsCommand::Export(arguments) => export(&arguments),
        PatternsCommand::Merge(arguments) => merge(&arguments),
    }
}

fn material(arguments: &MaterialArguments) -> anyhow::Result<()> {
    let rows = patterns::material_rows(&arguments.memory.load()?.memory);
    to_stdout(|out| match arguments.format {
        TableFormat::Text => patterns::write_material_table(out, &rows),
        TableFormat::Json => patterns::write_pretty(out, &rows),
        TableFormat::Csv => patterns::write_material_csv(out, &rows),
    })
}

fn list(arguments: &ListArguments) -> anyhow::Result<()> {
    let Trained { memory, exponents, .. } = arguments.memory.load()?;
    let ids = arguments.filter.select(&memory, &exponents, arguments.limit);
    let records = records(&memory, &exponents, &ids);
    to_stdout(|out| match arguments.format {
        ListFormat::Text => patterns::write_list(out, records),
        ListFormat::Json => patterns::write_document(out, MemoryRecord::new(&memory), records),
        ListFormat::Jsonl => patterns::write_lines(out, records),
        ListFormat::Csv => patterns::write_csv(out, records),
    })
}

fn show(arguments: &ShowArguments) -> anyhow::Result<()> {
    let Trained { memory, exponents, .. } = arguments.memory.load()?;
    let id = arguments.id;
    let Some(record) = PatternRecord::new(&memory, &exponents, id) else {
        let removed = match id {
            AnyId::Graph(id) => memory.graphs.tombstone(id),
            AnyId::Material(id) => memory.materials.tombstone(id),
            AnyId::Move(id) => memory.moves.tombstone(id),
        };
        let path = arguments.memory.name();
        let removed = removed.with_context(|| format!("there is no pattern {id} in {path}"))?;
        return show_forgotten(arguments.format, id, removed);
    };
    to_stdout(|out| match arguments.format {
        CardFormat::Text => patterns::write_card(out, &memory, &record),
        CardFormat::Json => patterns::write_pretty(out, &record),
        CardFormat::Dot => patterns::write_graph(out, &record),
        CardFormat::Graphml => patterns::write_pattern_graphml(out, &record),
        CardFormat::Pgn => patterns::write_pgn(out, [record]).and_then(report_skipped),
        CardFormat::Svg => patterns::write_board(out, &record),
    })
}

fn show_forgotten(format: CardFormat, id: AnyId, removed: Tombstone) -> anyhow::Result<()> {
    match format {
        CardFormat::Text => to_stdout(|out| patterns::write_forgotten(out, id, removed)),
        CardFormat::Json => {
            let tombstone = json!({ "id": id.to_string(), "forgotten": removed });
            to_stdout(|out| patterns::write_pretty(out, &tombstone))
        }
        _ => {
            anyhow::bail!("{id} was forgotten after game {}: nothing is left to draw", removed.game)
        }
    }
}

fn stats(arguments: &StatsArguments) -> anyhow::Result<()> {
    let Trained { memory, .. } = arguments.memory.load()?;
    let (positions, source) = match &arguments.pgn {
        Some(path) => {
            (positions_of(path, arguments.positions)?, format!("positions of {}", path.display()))
        }
        None => {
            let positions = patterns::random_positions(arguments.positions, arguments.seed);
            (positions, format!("positions of random games (seed {})", arguments.seed))
        }
    };
    let statistics = patterns::MemoryStatistics::new(&memory);
    let costs = patterns::QueryCosts::measure(&memory.snapshot(), &positions);
    to_stdout(|out| match arguments.format {
        StatsFormat::Text => patterns::write_statistics(out, &statistics, &costs, &source),
        StatsFormat::Json => {
            let both = json!({ "memory": statistics, "query": costs, "positions": source });
            patterns::write_pretty(out, &both)
        }
    })
}

fn positions_of(path: &Path, count: usize) -> anyhow::Result<Vec<shakmaty::Chess>> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    patterns::pgn_positions(file, count).with_context(|| path.display().to_string())
}

fn export(arguments: &ExportArguments) -> anyhow::Result<()> {
    const PICTURES: usize = 50;
    let Trained { memory, exponents, .. } = arguments.memory.load()?;
    let all = if arguments.format == FileFormat::Svg { PICTURES } else { 0 };
    let limit = arguments.limit.unwrap_or(all);
    let ids = arguments.filter.select(&memory, &exponents, limit);
    let summary = MemoryRecord::new(&memory);
    let records = records(&memory, &exponents, &ids);
    let Some(path) = &arguments.output else {
        return to_stdout(|out| write_export(out, arguments.format, summary, records));
    };
    let mut bytes = Vec::new();
    write_export(&mut bytes, arguments.format, summary, records)?;
    Ok(write_atomic(path, &bytes)?)
}

fn merge(arguments: &MergeArguments) -> anyhow::Result<()> {
    let mut memories = Vec::new();
    let mut first = None;
    for path in &arguments.memories {
        let Trained { memory, evaluation, .. } = trained::load(Some(path))?;
        anyhow::ensure!(
            *first.get_or_insert(evaluation) == evaluation,
            "{}: values positions in another way than {}",
            path.display(),
            arguments.memories[0].display()
        );
        memories.push(memory);
    }
    let memory = Memory::merged(memories).context("no memory to merge")?;
    let (graphs, materials, moves) =
        (memory.graphs.len(), memory.materials.len(), memory.moves.len());
    write_atomic(&arguments.output, &memory.to_bytes().map_err(anyhow::Error::msg)?)?;
    let path = arguments.output.display();
    let games = memory.games;
    to_stdout(|out| {
        writeln!(
            out,
            "{path}: {graphs} graph patterns, {materials} material patterns, {moves} move patterns, {games} games"
        )
    })
}

fn write_export(
    out: &mut impl Write,
    format: FileFormat,
    memory: MemoryRecord,
    records: impl Iterator<Item = PatternRecord>,
) -> io::Result<()> {
    match format {
        FileFormat::Json => patterns::write_document(out, memory, records),
        FileFormat::Jsonl => patterns::write_lines(out, records),
        FileFormat::Csv => patterns::write_csv(out, records),
        FileFormat::Dot => patterns::write_hierarchy(out, &records.collect::<Vec<_>>()),
        FileFormat::Graphml => patterns::write_graphml(out, &records.collect::<Vec<_>>()),
        FileFormat::Pgn => patterns::write_pgn(out, records).and_then(report_skipped),
        FileFormat::Svg => patterns::write_gallery(out, memory, &records.collect::<Vec<_>>()),
    }
}

fn records(
    memory: &Memory,
    exponents: &Exponents,
    ids: &[AnyId],
) -> impl Iterator<Item = PatternRecord> {
    ids.iter().filter_map(|id| PatternRecord::new(memory, exponents, *id))
}

fn report_skipped(skipped: usize) -> io::Result<()> {
    match skipped {
        0 => Ok(()),
        1 => writeln!(io::stderr(), "1 pattern was skipped: its birth position is not legal"),
        n => {
            writeln!(io::stderr(), "{n} patterns were skipped: their birth positions are not legal")
        }
    }
}

fn to_stdout(
    write: impl FnOnce(&mut BufWriter<io::StdoutLock<'_>>) -> io::Result<()>,
) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out)?;
    Ok(out.flush()?)
}
