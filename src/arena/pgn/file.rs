use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::file_format::FileError;

/// A PGN file under construction.
///
/// Its former games are removed when the first game is written, so that a match that cannot start destroys nothing.
pub struct PgnFile {
    path: PathBuf,
    file: BufWriter<File>,
    is_truncated: bool,
    written: std::io::Result<()>,
}

impl PgnFile {
    /// Opens a file for writing games.
    ///
    /// # Errors
    ///
    /// The file cannot be written, or exists and is not a PGN file.
    pub fn open(path: &Path) -> Result<PgnFile, FileError> {
        let regular = path.metadata().map_or(true, |metadata| metadata.is_file());
        let mut options = OpenOptions::new();
        let options = options.read(regular).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(FileError::at("write", path))?;
        let mut first = [0];
        let read = |file: &mut File, first: &mut [u8]| {
            file.read(first).map_err(FileError::at("read", path))
        };
        if regular && read(&mut file, &mut first)? > 0 && first != *b"[" {
            let source = std::io::Error::other("it exists and is not a PGN file");
            return Err(FileError::at("overwrite", path)(source));
        }
        Ok(PgnFile {
            path: path.to_owned(),
            file: BufWriter::new(file),
            is_truncated: !regular,
            written: Ok(()),
        })
    }

    /// Writes a game. [`PgnFile::finish`] returns the first error, so that a match goes on without the file.
    pub fn write(&mut self, game: &str) {
        if self.written.is_ok() {
            self.written = self.try_write(game);
        }
    }

    fn try_write(&mut self, game: &str) -> std::io::Result<()> {
        if !self.is_truncated {
            self.is_truncated = true;
            self.file.get_ref().set_len(0)?;
            self.file.seek(SeekFrom::Start(0))?;
        }
        self.file.write_all(game.as_bytes())
    }

    /// Flushes the file.
    ///
    /// # Errors
    ///
    /// A game could not be written.
    pub fn finish(self) -> Result<(), FileError> {
        let PgnFile { path, mut file, written, .. } = self;
        written.and_then(|()| file.flush()).map_err(FileError::at("write", &path))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn the_first_game_replaces_former_games_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, "[Event \"an old one\"]\n").unwrap();
        PgnFile::open(&path).unwrap().finish().unwrap();
        assert!(std::fs::read_to_string(&path).unwrap().contains("an old one"));
        let mut file = PgnFile::open(&path).unwrap();
        file.write("[A]\n");
        file.write("[B]\n");
        file.finish().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "[A]\n[B]\n");
        std::fs::write(&path, "MORPH").unwrap();
        let error = PgnFile::open(&path).err().unwrap().to_string();
        assert!(error.contains("cannot overwrite") && error.contains("games.pgn"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "MORPH");
    }
}
