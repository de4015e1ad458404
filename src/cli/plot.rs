use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::render::plots::{Curves, Formats, RunJournal};

#[derive(Debug, Args)]
pub(super) struct PlotArguments {
    /// Folders of runs or series; several runs share the pictures
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Output folder [default: the folder `plots` of the first run]
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &PlotArguments) -> anyhow::Result<()> {
    let output = arguments.output.clone().unwrap_or_else(|| arguments.runs[0].join("plots"));
    let mut out = io::stdout().lock();
    for file in draw(&arguments.runs, &output)? {
        writeln!(out, "{}", file.display())?;
    }
    Ok(())
}

/// Draws the learning curves of runs into `output`; returns the files written, the overview last.
pub(super) fn draw(runs: &[PathBuf], output: &Path) -> anyhow::Result<Vec<PathBuf>> {
    Ok(Curves::new(RunJournal::load_all(runs)?)?.write(output, Formats::ALL)?)
}
