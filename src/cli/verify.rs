use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::output::Format;
use crate::render::patterns::write_pretty;
use crate::verify::verify;

#[derive(Debug, Args)]
pub(super) struct VerifyArguments {
    /// Runs, series, memories, opponent models, case bases, advice tables, plans
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Learn all games of a run again and compare; takes less than half the time of the training
    #[arg(long)]
    relearn: bool,
    /// Form of the report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(arguments: &VerifyArguments) -> anyhow::Result<()> {
    let VerifyArguments { paths, relearn, format } = arguments;
    let reports: Vec<_> = paths.iter().flat_map(|path| verify(path, *relearn)).collect();
    let mut out = io::stdout().lock();
    match format {
        Format::Text => reports.iter().try_for_each(|report| write!(out, "{report}"))?,
        Format::Json => write_pretty(&mut out, &reports)?,
    }
    let damaged = reports.iter().filter(|report| !report.is_whole()).count();
    anyhow::ensure!(damaged == 0, "{damaged} of {} damaged", reports.len());
    Ok(())
}
