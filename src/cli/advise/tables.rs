use std::path::Path;

use anyhow::{Context, ensure};

use crate::endgame::advisor::Advisor;
use crate::file_format::read_text;

/// The tables of a folder, or the built-in ones.
pub(super) fn load(folder: Option<&Path>) -> anyhow::Result<Advisor> {
    let Some(folder) = folder else { return Ok(Advisor::load_shipped()?) };
    let mut texts = Vec::new();
    let entries =
        std::fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            texts.push((path.display().to_string(), read_text(&path)?));
        }
    }
    ensure!(!texts.is_empty(), "{}: found no *.toml file, expected a table", folder.display());
    Ok(Advisor::from_texts(texts)?)
}
