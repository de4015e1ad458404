use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use serde_json::json;

use super::output::FormatArgument;
use crate::render::plots::{Curves, Formats, RunJournal};
use crate::render::redraw::{is_redrawable, redraw};

#[derive(Debug, Args)]
pub(super) struct PlotArguments {
    /// Folders of runs or series; several runs share the pictures. A folder with the CSV files of earlier pictures is drawn
    /// again
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Output folder; required for several runs [default: the folder `plots` of the run, or that of the CSV files]
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgument,
}

pub(super) fn run(arguments: &PlotArguments) -> anyhow::Result<()> {
    let PlotArguments { runs, output, format } = arguments;
    let files = match &runs[..] {
        [folder] if is_redrawable(folder) => redraw(folder, output.as_deref().unwrap_or(folder))?,
        [run] => draw(runs, output.as_deref().unwrap_or(&run.join("plots")))?,
        _ => match output {
            Some(output) => draw(runs, output)?,
            None => bail!("several runs: name a folder for their pictures, --output FOLDER"),
        },
    };
    let text = || files.iter().map(|file| format!("{}\n", file.display())).collect();
    format.print(text, &json!({ "files": files }))
}

/// Draws the learning curves of runs into `output`; returns the files written, the overview last.
pub(super) fn draw(runs: &[PathBuf], output: &Path) -> anyhow::Result<Vec<PathBuf>> {
    Ok(Curves::new(&RunJournal::load_all(runs)?)?.write(output, Formats::ALL)?)
}
