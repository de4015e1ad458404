use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use crate::render::plots::{Curves, Formats, RunJournal};

#[derive(Debug, Args)]
pub(super) struct PlotArguments {
    /// Folders of runs or series; several runs share the pictures
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Output folder; required for several runs [default: the folder `plots` of the run]
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &PlotArguments) -> anyhow::Result<()> {
    let output = match (&arguments.output, &arguments.runs[..]) {
        (Some(output), _) => output.clone(),
        (None, [run]) => run.join("plots"),
        (None, _) => bail!("several runs: name a folder for their pictures, --output FOLDER"),
    };
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
