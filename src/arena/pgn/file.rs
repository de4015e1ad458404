use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Error, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::file_format::{FileError, sync_folder_of};

/// A PGN file under construction. Each game is in the file as soon as it is written, and no part of a game that does not fit.
///
/// Its former games are removed when the first game is written, so that a match that cannot start destroys nothing. No
/// other process can write games to the file meanwhile.
pub struct PgnFile {
    path: PathBuf,
    /// The lock is freed with it.
    file: File,
    /// Bytes of the games written so far.
    length: u64,
    is_truncated: bool,
    written: std::io::Result<()>,
}

impl PgnFile {
    /// Opens a file for writing games.
    ///
    /// # Errors
    ///
    /// The file cannot be written, exists and is not a PGN file, or another process is writing games to it.
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
            let source = Error::other("it exists and is not a PGN file");
            return Err(FileError::at("overwrite", path)(source));
        }
        if regular && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            let source = Error::other("another process is writing games to it");
            return Err(FileError::at("write", path)(source));
        }
        Ok(PgnFile {
            path: path.to_owned(),
            file,
            length: 0,
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
            self.file.set_len(0)?;
            self.file.seek(SeekFrom::Start(0))?;
        }
        let written = self.file.write_all(game.as_bytes());
        match &written {
            Ok(()) => self.length += game.len() as u64,
            // What was written of the game. A device or a pipe cannot be cut, which does no harm.
            Err(_) => drop(self.file.set_len(self.length)),
        }
        written
    }

    /// Synchronises the games to disk.
    ///
    /// # Errors
    ///
    /// A game could not be written.
    pub fn finish(self) -> Result<(), FileError> {
        // A device or a pipe cannot be synchronised.
        let is_regular = self.path.metadata().is_ok_and(|metadata| metadata.is_file());
        let synchronise = || if is_regular { self.file.sync_all() } else { Ok(()) };
        self.written.and_then(|()| synchronise()).map_err(FileError::at("write", &self.path))?;
        if is_regular { sync_folder_of(&self.path) } else { Ok(()) }
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
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            "[A]\n",
            "a game waits for the next one"
        );
        file.write("[B]\n");
        let other = PgnFile::open(&path).err().unwrap();
        assert!(other.source.to_string().contains("another process"), "{}", other.source);
        file.finish().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "[A]\n[B]\n");
        std::fs::write(&path, "MORPH").unwrap();
        let error = PgnFile::open(&path).err().unwrap().to_string();
        assert!(error.contains("cannot overwrite") && error.contains("games.pgn"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "MORPH");
    }
}
