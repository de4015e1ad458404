//! Standard output and standard error.

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde::Serialize;

use crate::file_format::{FileError, write_atomic};

/// Writes a text to standard output.
///
/// # Errors
///
/// Nobody reads it, or the disk is full.
pub fn print(text: &str) -> io::Result<()> {
    io::stdout().lock().write_all(text.as_bytes())
}

/// Writes a value as JSON to standard output.
///
/// # Errors
///
/// As [`print()`].
pub fn print_json(value: &impl Serialize) -> io::Result<()> {
    print(&(serde_json::to_string_pretty(value)? + "\n"))
}

/// Writes to standard output through a buffer.
///
/// # Errors
///
/// What `write` answers, or as [`print()`].
pub fn print_with<T, E: From<io::Error>>(
    write: impl FnOnce(&mut dyn Write) -> Result<T, E>,
) -> Result<T, E> {
    let mut out = BufWriter::new(io::stdout().lock());
    let written = write(&mut out)?;
    out.flush()?;
    Ok(written)
}

/// Writes to a file, which is replaced when all is written, or to standard output.
///
/// # Errors
///
/// What `write` answers, or the file or standard output cannot be written.
pub fn write_to(
    file: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    let Some(file) = file else {
        let output = Path::new("standard output");
        return print_with(write).map_err(FileError::at("write to", output));
    };
    let mut bytes = Vec::new();
    write(&mut bytes).map_err(FileError::at("write", file))?;
    write_atomic(file, &bytes)
}

/// Writes a line to standard error. That this is closed must not stop what goes on.
pub fn note(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Whether the causes of a failure say that the reader of the output has closed it (`morph … | head`), which is no failure.
pub fn is_closed_pipe<'a>(mut causes: impl Iterator<Item = &'a (dyn Error + 'static)>) -> bool {
    causes.any(|cause| {
        let cause = cause.downcast_ref::<io::Error>();
        cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
    })
}
