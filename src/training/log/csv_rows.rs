use std::fs::File;
use std::path::{Path, PathBuf};

use super::{LogRow, at};
use crate::file_format::FileError;

/// A file of comma-separated values, a row for each game; a reader sees a game as soon as it is over.
pub(super) struct CsvLog {
    path: PathBuf,
    rows: csv::Writer<File>,
}

impl CsvLog {
    /// A file with these rows in place of one that is there.
    pub(super) fn create(path: &Path, rows: &[LogRow]) -> Result<CsvLog, FileError> {
        let file = File::create(path).map_err(at(path))?;
        let mut log = CsvLog { path: path.to_owned(), rows: csv::Writer::from_writer(file) };
        for row in rows {
            log.add(row)?;
        }
        log.flush()?;
        Ok(log)
    }

    pub(super) fn write(&mut self, row: &LogRow) -> Result<(), FileError> {
        self.add(row)?;
        self.flush()
    }

    fn add(&mut self, row: &LogRow) -> Result<(), FileError> {
        self.rows.serialize(row).map_err(|error| at(&self.path)(error.into()))
    }

    fn flush(&mut self) -> Result<(), FileError> {
        self.rows.flush().map_err(at(&self.path))
    }
}
