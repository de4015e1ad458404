use std::path::{Path, PathBuf};

use serde::Serialize;

use super::json::MemoryRecord;
use super::material::{material_rows, write_material_table};
use super::paper_weights::paper_weight;
use crate::memory::Memory;
use crate::training::SessionSummary;

/// What a training has taught.
#[derive(Debug, Serialize)]
pub struct TrainingReport<'a> {
    /// Folders of the runs.
    runs: &'a [PathBuf],
    /// All games of all runs are played.
    is_finished: bool,
    /// The memory; `None` if a series was stopped before its end.
    memory: Option<TrainedMemory<'a>>,
    #[serde(skip)]
    summary: &'a SessionSummary,
}

#[derive(Debug, Serialize)]
struct TrainedMemory<'a> {
    file: &'a Path,
    #[serde(flatten)]
    size: MemoryRecord,
    forgotten: usize,
    /// The picture of the learning curves.
    curves: PathBuf,
}

impl TrainingReport<'_> {
    /// On a session whose memory is in the file `path` and whose learning curves are in the folder `plots`.
    #[must_use]
    pub fn new<'a>(
        summary: &'a SessionSummary,
        path: &'a Path,
        plots: &Path,
    ) -> TrainingReport<'a> {
        let memory = |memory: &Memory| {
            let Memory { graphs, materials, moves, .. } = memory;
            let forgotten =
                graphs.forgotten_count() + materials.forgotten_count() + moves.forgotten_count();
            let (size, curves) = (MemoryRecord::new(memory), plots.join("overview.png"));
            TrainedMemory { file: path, size, forgotten, curves }
        };
        let SessionSummary { runs, is_finished, .. } = summary;
        let memory = summary.memory.as_ref().map(memory);
        TrainingReport { runs, is_finished: *is_finished, memory, summary }
    }

    /// What was played, numbers of patterns, the weights of the material balances of the paper's Table 1, and where to find
    /// curves, memory and patterns.
    #[must_use]
    pub fn text(&self) -> String {
        let text = format!("{}\n", self.summary.text);
        let Some((trained, memory)) = self.memory.as_ref().zip(self.summary.memory.as_ref()) else {
            return text;
        };
        let TrainedMemory { file, size, forgotten, curves } = trained;
        let MemoryRecord { graph_patterns, material_patterns, move_patterns, .. } = size;
        let mut rows = material_rows(memory);
        rows.retain(|row| paper_weight(row.vector()).is_some());
        let mut table = Vec::new();
        // A vector takes all that is written to it.
        let _ = write_material_table(&mut table, &rows);
        let (table, file) = (String::from_utf8_lossy(&table), file.display());
        format!(
            "{text}  {graph_patterns} graph patterns, {material_patterns} material patterns, {move_patterns} move patterns; \
             {forgotten} forgotten\n\n\
             Material, side to move minus opponent (Levinson and Snyder 1991, Table 1)\n{table}\n\
             Learning curves:  {}\nMemory:           {file}\n\
             Learned patterns: morph patterns list --memory {file}\n",
            curves.display()
        )
    }
}
