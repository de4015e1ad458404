use std::path::PathBuf;

use clap::Args;

use super::output::FormatArgument;
use crate::verify::{damage, verify};

#[derive(Debug, Args)]
pub(super) struct VerifyArguments {
    /// Runs, series, memories, opponent models, case bases, advice tables, plans
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Learn all games of a run again and compare; takes less than half the time of the training
    #[arg(long)]
    relearn: bool,
    #[command(flatten)]
    format: FormatArgument,
}

pub(super) fn run(arguments: &VerifyArguments) -> anyhow::Result<()> {
    let VerifyArguments { paths, relearn, format } = arguments;
    let reports: Vec<_> = paths.iter().flat_map(|path| verify(path, *relearn)).collect();
    format.print(|| reports.iter().map(ToString::to_string).collect(), &reports)?;
    damage(&reports).map_or(Ok(()), |damage| Err(anyhow::anyhow!(damage)))
}
