//! The folder of a training run: its files, its lock, and its manifest.

mod manifest;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::file_format::{FileError, read_text, remove_abandoned, sync_folder_of, write_atomic};
pub use manifest::{Machine, Manifest};

/// Paths in the folder of a run. Reading needs no lock, so a run under way can be plotted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunPaths {
    root: PathBuf,
}

impl RunPaths {
    /// The paths in `root`, whether or not there is a run.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> RunPaths {
        RunPaths { root: root.into() }
    }

    /// The folder itself.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// `plan.toml`: the settings of the run.
    #[must_use]
    pub fn plan(&self) -> PathBuf {
        self.root.join("plan.toml")
    }

    /// `start.morph`: the memory that the run began with, if not an empty one.
    #[must_use]
    pub fn start(&self) -> PathBuf {
        self.root.join("start.morph")
    }

    /// `manifest.toml`: version, seed and machine. A folder with this file holds a run.
    #[must_use]
    pub fn manifest(&self) -> PathBuf {
        self.root.join("manifest.toml")
    }

    /// `series.toml`: the runs of a series, each in a folder of its own below this one.
    #[must_use]
    pub fn series(&self) -> PathBuf {
        self.root.join("series.toml")
    }

    /// `journal.jsonl`: one line per game, see [`journal`](super::journal).
    #[must_use]
    pub fn journal(&self) -> PathBuf {
        self.root.join("journal.jsonl")
    }

    /// `games.pgn`: the games in the order of the journal.
    #[must_use]
    pub fn games(&self) -> PathBuf {
        self.root.join("games.pgn")
    }

    /// `workers.json`: who plays the games of a run on a cluster, since when, and whose games are refused.
    #[must_use]
    pub fn workers(&self) -> PathBuf {
        self.root.join("workers.json")
    }

    /// `memory.morph`: the newest memory.
    #[must_use]
    pub fn memory(&self) -> PathBuf {
        self.root.join("memory.morph")
    }

    /// `checkpoints/NNNNNN.morph`: the memory after `game`.
    #[must_use]
    pub fn checkpoint(&self, game: u32) -> PathBuf {
        self.checkpoint_folder().join(format!("{game:06}.morph"))
    }

    /// The existing checkpoints, by game.
    ///
    /// # Errors
    ///
    /// The folder `checkpoints` cannot be read.
    pub fn checkpoints(&self) -> Result<Vec<(u32, PathBuf)>, FileError> {
        let folder = self.checkpoint_folder();
        let mut checkpoints = Vec::new();
        for entry in fs::read_dir(&folder).map_err(FileError::at("read", &folder))? {
            let path = entry.map_err(FileError::at("read", &folder))?.path();
            let game = path.file_stem().and_then(|stem| stem.to_str()?.parse().ok());
            // Temporary files of a killed write and foreign files have other names.
            if let Some(game) = game
                && path == self.checkpoint(game)
            {
                checkpoints.push((game, path));
            }
        }
        checkpoints.sort_unstable();
        Ok(checkpoints)
    }

    /// The manifest.
    ///
    /// # Errors
    ///
    /// The manifest cannot be read or understood.
    pub fn load_manifest(&self) -> Result<Manifest, RunFolderError> {
        let path = self.manifest();
        let text = read_text(&path)?;
        toml::from_str(&text).map_err(|source| RunFolderError::ManifestDamaged { path, source })
    }

    /// The file that a new run or series would overwrite, if any. A run without
    /// games, whose opponent could not be started or which was killed at its start, may be overwritten.
    fn taken_by(&self) -> Option<PathBuf> {
        let begun = self.lock().exists();
        let own = [self.series(), self.memory()];
        let foreign = [self.plan(), self.start(), self.games()].into_iter().filter(|_| !begun);
        let taken = own.into_iter().chain(foreign).find(|path| path.exists());
        taken.or((!self.is_journal_empty()).then(|| self.journal()))
    }

    fn is_journal_empty(&self) -> bool {
        self.journal().metadata().map_or(true, |metadata| metadata.len() == 0)
    }

    /// Checks that a run that has learned has its journal: without it all games would be played again, over the old ones.
    fn must_have_journal(&self) -> Result<(), RunFolderError> {
        let learned = self.checkpoints()?.into_iter().map(|(_, path)| path);
        let mut learned = learned.chain([self.memory()]).filter(|path| path.exists());
        match learned.next().filter(|_| self.is_journal_empty()) {
            Some(memory) => Err(RunFolderError::JournalMissing { path: self.journal(), memory }),
            None => Ok(()),
        }
    }

    /// Checks that a new run or series would overwrite nothing.
    pub(super) fn must_be_free(&self) -> Result<(), RunFolderError> {
        match self.taken_by() {
            None => Ok(()),
            Some(_) if self.manifest().exists() || self.series().exists() => {
                Err(RunFolderError::HoldsARun(self.root.clone()))
            }
            Some(path) => Err(RunFolderError::WouldOverwrite(path)),
        }
    }

    /// Removes the temporary files that a killed process left.
    fn remove_abandoned(&self) -> Result<(), FileError> {
        remove_abandoned(&self.root)?;
        remove_abandoned(&self.checkpoint_folder())
    }

    fn checkpoint_folder(&self) -> PathBuf {
        self.root.join("checkpoints")
    }

    fn lock(&self) -> PathBuf {
        self.root.join("lock")
    }
}

/// The first of `NAME`, `NAME-2`, `NAME-3` … in the folder `runs` that does not exist.
#[must_use]
pub fn new_folder(runs: &Path, name: &str) -> PathBuf {
    let mut folder = runs.join(name);
    let mut number = 2;
    while folder.exists() {
        folder = runs.join(format!("{name}-{number}"));
        number += 1;
    }
    folder
}

/// A run that cannot be begun or resumed.
#[derive(Debug, thiserror::Error)]
pub enum RunFolderError {
    /// A new run would overwrite an old one.
    #[error("{} already holds a run: continue it with --resume, or choose another folder", .0.display())]
    HoldsARun(PathBuf),
    /// A new run would overwrite another file.
    #[error("{} already exists: choose another folder", .0.display())]
    WouldOverwrite(PathBuf),
    /// There is no run to resume.
    #[error("{} holds no run: manifest.toml is missing", .0.display())]
    HoldsNoRun(PathBuf),
    /// Another process is writing the run.
    #[error("another process is working on the run in {}", .0.display())]
    Locked(PathBuf),
    /// `games.pgn` is shorter than the journal says.
    #[error("{}: {length} bytes, but the journal expects at least {expected}", path.display())]
    GamesMissing {
        /// The file of games.
        path: PathBuf,
        /// Its length in bytes.
        length: u64,
        /// The length it had after the last game of the journal, in bytes.
        expected: u64,
    },
    /// A memory has been saved, but no game is in the journal.
    #[error(
        "{}: no game in it, but the run has learned ({}): restore it from a copy, or begin in another folder",
        path.display(),
        memory.display()
    )]
    JournalMissing {
        /// The journal.
        path: PathBuf,
        /// A memory or a checkpoint.
        memory: PathBuf,
    },
    /// The manifest cannot be understood.
    #[error("{}: not the manifest of a run", path.display())]
    ManifestDamaged {
        /// The manifest.
        path: PathBuf,
        /// What is wrong with it.
        source: toml::de::Error,
    },
    /// The manifest cannot be written as TOML.
    #[error("{}: cannot be written as TOML", path.display())]
    ManifestUnwritable {
        /// The manifest.
        path: PathBuf,
        /// Why.
        source: toml::ser::Error,
    },
    /// A file operation failed.
    #[error(transparent)]
    File(#[from] FileError),
}

/// The folder of a run, locked by this process for writing.
///
/// The lock is released when the value is dropped or the process dies, however it dies.
#[derive(Debug)]
pub struct RunFolder {
    paths: RunPaths,
    games: File,
    _lock: File,
}

impl RunFolder {
    /// Creates the folder if it does not exist, and writes plan, manifest and, if there is one, the memory to begin with.
    ///
    /// # Errors
    ///
    /// The folder holds a run or other files already, another process is working in it, or it cannot be written.
    pub fn create(
        root: impl Into<PathBuf>,
        plan: &str,
        start: Option<&[u8]>,
        manifest: &Manifest,
    ) -> Result<RunFolder, RunFolderError> {
        let paths = RunPaths::new(root);
        let checkpoints = paths.checkpoint_folder();
        paths.must_be_free()?;
        fs::create_dir_all(&checkpoints).map_err(FileError::at("create", &checkpoints))?;
        let lock = lock(&paths)?;
        // Again, now under the lock.
        paths.must_be_free()?;
        paths.remove_abandoned()?;
        let manifest_text = toml::to_string(manifest).map_err(|source| {
            RunFolderError::ManifestUnwritable { path: paths.manifest(), source }
        })?;
        let games = open_games(&paths)?;
        // Removes games of a run that was killed before its first journal entry.
        games.set_len(0).map_err(FileError::at("truncate", &paths.games()))?;
        write_atomic(&paths.plan(), plan.as_bytes())?;
        if let Some(start) = start {
            write_atomic(&paths.start(), start)?;
        }
        // Last, because this file makes the folder a run: a process killed before can begin again.
        write_atomic(&paths.manifest(), manifest_text.as_bytes())?;
        sync_folder_of(&paths.root)?;
        Ok(RunFolder { paths, games, _lock: lock })
    }

    /// Opens the folder of a run to resume it.
    ///
    /// # Errors
    ///
    /// The folder holds no run, or another process is working on it.
    pub fn open(root: impl Into<PathBuf>) -> Result<RunFolder, RunFolderError> {
        let paths = RunPaths::new(root);
        if !paths.manifest().exists() {
            return Err(RunFolderError::HoldsNoRun(paths.root));
        }
        let lock = lock(&paths)?;
        // Without checkpoints all games are learned again.
        let checkpoints = paths.checkpoint_folder();
        fs::create_dir_all(&checkpoints).map_err(FileError::at("create", &checkpoints))?;
        paths.remove_abandoned()?;
        paths.must_have_journal()?;
        let games = open_games(&paths)?;
        Ok(RunFolder { paths, games, _lock: lock })
    }

    /// The paths of the files.
    #[must_use]
    pub fn paths(&self) -> &RunPaths {
        &self.paths
    }

    /// Appends a game to `games.pgn`, synchronises it to disk and returns the new length of the file in bytes: `pgn_end` of
    /// the next journal entry.
    ///
    /// # Errors
    ///
    /// The file cannot be written. Part of the game may be in it; [`RunFolder::truncate_games`] removes it.
    pub fn append_game(&mut self, pgn: &str) -> Result<u64, FileError> {
        self.games
            .write_all(pgn.as_bytes())
            .and_then(|()| self.games.sync_data())
            .and_then(|()| self.games.metadata())
            .map(|metadata| metadata.len())
            .map_err(FileError::at("append to", &self.paths.games()))
    }

    /// Removes the checkpoints after more than so many games, and the memory, which is saved after the last one.
    ///
    /// # Errors
    ///
    /// One cannot be removed.
    pub fn remove_learned_after(&self, games: u32) -> Result<(), FileError> {
        let late = self.paths.checkpoints()?.into_iter().filter(|(game, _)| *game > games);
        let memory = Some(self.paths.memory()).filter(|path| path.exists());
        for path in late.map(|(_, path)| path).chain(memory) {
            fs::remove_file(&path).map_err(FileError::at("remove", &path))?;
        }
        sync_folder_of(&self.paths.checkpoint(games))
    }

    /// Truncates `games.pgn` to `length` bytes, the `pgn_end` of the last journal entry: a later game was written by a process
    /// that died before it wrote the journal.
    ///
    /// # Errors
    ///
    /// The file is shorter, or cannot be truncated.
    pub fn truncate_games(&mut self, length: u64) -> Result<(), RunFolderError> {
        let path = self.paths.games();
        let present = self.games.metadata().map_err(FileError::at("read", &path))?.len();
        if present < length {
            return Err(RunFolderError::GamesMissing { path, length: present, expected: length });
        }
        if present > length {
            self.games
                .set_len(length)
                .and_then(|()| self.games.sync_all())
                .map_err(FileError::at("truncate", &path))?;
        }
        Ok(())
    }
}

fn lock(paths: &RunPaths) -> Result<File, RunFolderError> {
    let path = paths.lock();
    // The file stays when the run ends: removing it would let a third process lock a new file of the same name
    // while a second one waits for the old one.
    let file = File::create(&path).map_err(FileError::at("open", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(RunFolderError::Locked(paths.root.clone())),
        Err(TryLockError::Error(source)) => Err(FileError::at("lock", &path)(source).into()),
    }
}

fn open_games(paths: &RunPaths) -> Result<File, FileError> {
    let path = paths.games();
    let open = || -> io::Result<File> { OpenOptions::new().append(true).create(true).open(&path) };
    open().map_err(FileError::at("open", &path))
}

#[cfg(test)]
mod tests;
