use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use super::FileError;
use super::atomic::{folder_of, is_still_at};

/// The right to change a file: held from before the file is read until after it is written, so that no
/// change by another process in between is lost.
///
/// It is the lock of the operating system on a file `.NAME.lock` beside the file, which is removed at the end. A
/// process that dies, however it dies, frees it. Reading needs none, since files are replaced whole.
#[derive(Debug)]
pub struct UpdateLock {
    path: PathBuf,
    /// Closing it frees the lock. `None` for a device or a pipe.
    file: Option<File>,
}

impl UpdateLock {
    /// Waits until no other process changes the file at `path`, which need not exist.
    ///
    /// # Errors
    ///
    /// The folder is missing or cannot be written.
    pub fn wait_for(path: &Path) -> Result<UpdateLock, FileError> {
        // All names of a file have one lock.
        let target = fs::canonicalize(path);
        let target = target.as_deref().unwrap_or(path);
        let mut name = OsString::from(".");
        name.push(target.file_name().unwrap_or_default());
        name.push(".lock");
        let lock = folder_of(target).join(name);
        if target.metadata().is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
            return Ok(UpdateLock { path: lock, file: None });
        }
        loop {
            let file = File::create(&lock).map_err(FileError::at("lock", path))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    tracing::info!("waiting for another process that changes {}", path.display());
                    file.lock().map_err(FileError::at("lock", path))?;
                }
                Err(TryLockError::Error(source)) => {
                    return Err(FileError::at("lock", path)(source));
                }
            }
            // The holder before may have removed the file that was waited for.
            if is_still_at(&file, &lock) {
                return Ok(UpdateLock { path: lock, file: Some(file) });
            }
        }
    }
}

impl Drop for UpdateLock {
    fn drop(&mut self) {
        if self.file.is_some() {
            // Before the lock is free: nobody else can have locked a file of this name. One that stays does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::super::write_atomic;
    use super::*;

    #[test]
    fn no_change_is_lost_and_no_lock_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("numbers");
        std::thread::scope(|scope| {
            for number in 0..8 {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..25 {
                        let _lock = UpdateLock::wait_for(path).unwrap();
                        let text = fs::read_to_string(path).unwrap_or_default();
                        write_atomic(path, format!("{text}{number}").as_bytes()).unwrap();
                    }
                });
            }
        });
        assert_eq!(fs::read(&path).unwrap().len(), 200);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_and_its_target_have_one_lock() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let lock = UpdateLock::wait_for(&link).unwrap();
        assert_eq!(lock.path, folder.path().canonicalize().unwrap().join(".file.lock"));
    }
}
