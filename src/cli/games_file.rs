use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

/// A file of games that is being written.
///
/// What stood in it before goes when the first game is written, so that a match that cannot begin destroys nothing.
pub(super) struct GamesFile {
    path: PathBuf,
    file: BufWriter<File>,
    begun: bool,
    written: std::io::Result<()>,
}

impl GamesFile {
    /// Opens a file to write games to it.
    ///
    /// # Errors
    ///
    /// It cannot be written, or holds something else than games.
    pub(super) fn open(path: &Path) -> anyhow::Result<GamesFile> {
        let name = || path.display().to_string();
        let regular = path.metadata().map_or(true, |metadata| metadata.is_file());
        let mut options = OpenOptions::new();
        let options = options.read(regular).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(name)?;
        let mut first = [0];
        let is_games = !regular || file.read(&mut first).with_context(name)? == 0 || first == *b"[";
        ensure!(is_games, "{}: holds something else than games and is not overwritten", name());
        Ok(GamesFile {
            path: path.to_owned(),
            file: BufWriter::new(file),
            begun: !regular,
            written: Ok(()),
        })
    }

    /// Writes a game. Errors are told by [`GamesFile::finish`]: a match does not end for them.
    pub(super) fn write(&mut self, game: &str) {
        if self.written.is_ok() {
            self.written = self.try_write(game);
        }
    }

    fn try_write(&mut self, game: &str) -> std::io::Result<()> {
        if !self.begun {
            self.begun = true;
            self.file.get_ref().set_len(0)?;
            self.file.seek(SeekFrom::Start(0))?;
        }
        self.file.write_all(game.as_bytes())
    }

    /// Brings what was written to the file.
    ///
    /// # Errors
    ///
    /// A game could not be written.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        let GamesFile { path, mut file, written, .. } = self;
        written.and_then(|()| file.flush()).with_context(|| path.display().to_string())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn what_was_there_goes_with_the_first_game_and_only_if_it_is_games() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, "[Event \"an old one\"]\n").unwrap();
        GamesFile::open(&path).unwrap().finish().unwrap();
        assert!(std::fs::read_to_string(&path).unwrap().contains("an old one"));
        let mut file = GamesFile::open(&path).unwrap();
        file.write("[A]\n");
        file.write("[B]\n");
        file.finish().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "[A]\n[B]\n");
        std::fs::write(&path, "MORPH").unwrap();
        let error = GamesFile::open(&path).err().unwrap().to_string();
        assert!(error.contains("games.pgn") && error.contains("not overwritten"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "MORPH");
    }
}
