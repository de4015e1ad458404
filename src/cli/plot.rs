use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::render::plots::{Curves, Formats, Run};
use crate::training::journal;
use crate::training::run_folder::RunPaths;
use crate::training::{Plan, Series};

/// Charts: material captured (the paper's Figures 2 and 3), score, memory size, TD error, and all four in one.
#[derive(Debug, Args)]
pub(super) struct PlotArguments {
    /// Folders of runs, or of series of runs; several are drawn into the same pictures.
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Where to write; the folder `plots` in the (first) run if not given.
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &PlotArguments) -> anyhow::Result<()> {
    let output = arguments.output.clone().unwrap_or_else(|| arguments.runs[0].join("plots"));
    draw(&single_runs(&arguments.runs)?, &output)?;
    let mut out = std::io::stdout().lock();
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&output)?.map(|f| f.map(|f| f.path())).collect::<Result<_, _>>()?;
    files.sort();
    for file in files {
        writeln!(out, "{}", file.display())?;
    }
    Ok(())
}

/// Folders of runs, those of a series in its place.
fn single_runs(roots: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut runs = Vec::new();
    for root in roots {
        if Series::is_in(root) {
            let series = Series::resume(root)?;
            let roots = series.runs().iter().map(|run| run.root().to_owned());
            // A run that was not begun yet has nothing to draw.
            runs.extend(roots.filter(|root| RunPaths::new(root).journal().exists()));
        } else {
            runs.push(root.clone());
        }
    }
    Ok(runs)
}

/// Draws the curves of runs into `output`; returns the picture to look at first.
pub(super) fn draw(roots: &[PathBuf], output: &Path) -> anyhow::Result<PathBuf> {
    let runs = roots
        .iter()
        .map(|root| {
            let paths = RunPaths::new(root);
            let entries = journal::read(&paths.journal())?;
            Ok(Run { label: label(root), entries })
        })
        .collect::<anyhow::Result<Vec<Run>>>()?;
    Curves::new(runs)?.write(output, Formats::ALL)?;
    Ok(output.join("overview.png"))
}

/// The folder's name, or the plan's where the folder has none.
fn label(root: &Path) -> String {
    let folder = root.file_name().map(|name| name.to_string_lossy().into_owned());
    let plan = || Plan::load(&RunPaths::new(root).plan()).map(|plan| plan.name).ok();
    folder.or_else(plan).unwrap_or_else(|| root.display().to_string())
}
