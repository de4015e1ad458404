use std::path::Path;

use anyhow::{Context, ensure};

use crate::endgame::advisor::Advisor;
use crate::file_format::read_texts;

/// The tables of a folder, or the built-in ones.
pub(super) fn load(folder: Option<&Path>) -> anyhow::Result<Advisor> {
    let Some(folder) = folder else { return Ok(Advisor::load_shipped()?) };
    let name = folder.display();
    let texts = read_texts(folder, "toml").with_context(|| format!("reading {name}"))?;
    ensure!(!texts.is_empty(), "{name}: found no *.toml file, expected a table");
    Ok(Advisor::from_texts(texts)?)
}
