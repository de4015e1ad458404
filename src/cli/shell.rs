//! `morph completions` and `morph man`: what a shell and a reader of manual pages need.

use std::fs::create_dir_all;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use clap_complete::{Shell, generate};
use clap_mangen::{Man, generate_to};

#[derive(Debug, Args)]
pub(super) struct CompletionsArguments {
    /// The shell that is to complete commands and options
    shell: Shell,
}

#[derive(Debug, Args)]
pub(super) struct ManArguments {
    /// Folder for a page of each command [default: the page of `morph` alone, on standard output]
    folder: Option<PathBuf>,
}

pub(super) fn complete(
    arguments: &CompletionsArguments,
    mut morph: clap::Command,
) -> anyhow::Result<()> {
    let mut script = Vec::new();
    generate(arguments.shell, &mut morph, "morph", &mut script);
    Ok(io::stdout().write_all(&script)?)
}

pub(super) fn manual(arguments: &ManArguments, morph: clap::Command) -> anyhow::Result<()> {
    if let Some(folder) = &arguments.folder {
        let written = create_dir_all(folder).and_then(|()| generate_to(morph, folder));
        return written.with_context(|| format!("{}: cannot be written", folder.display()));
    }
    let mut page = Vec::new();
    Man::new(morph.disable_help_subcommand(true)).render(&mut page)?;
    Ok(io::stdout().write_all(&page)?)
}
