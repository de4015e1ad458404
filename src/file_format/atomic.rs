use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use same_file::Handle;
use tempfile::NamedTempFile;

use super::FileError;

/// Ends the name of every temporary file; no other program uses it.
const PARTIAL: &str = ".morph-partial";

/// Characters of the target's name that the name of the temporary file repeats, so that it stays below the
/// limit of file systems.
const NAME_LENGTH: usize = 40;

/// How often and how long to wait for the readers of a file that is to be replaced: two seconds in all.
const REPLACE_ATTEMPTS: usize = 200;
const REPLACE_INTERVAL: Duration = Duration::from_millis(10);

/// Writes `bytes` to `path` atomically: whenever the process dies, the file holds either its former content or all
/// of `bytes`, and after a failure it holds its former content.
///
/// The bytes go to a temporary file `.NAME.RANDOM.morph-partial` in the same folder, which is synchronised to disk and then
/// renamed; the folder is synchronised too. Several processes may write the same path: each writes a file of its own, and the
/// last one to rename stays. Who changes what a file holds needs an [`UpdateLock`](super::UpdateLock) besides. A process that
/// dies in between leaves its temporary file behind; the next write into the folder removes it.
///
/// # Errors
///
/// The path names no file, the folder is missing or cannot be written, or the disk is full.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    // The target of a link is replaced, not the link; a device or a pipe is written to. Errors name the path that was given:
    // Windows has another spelling of the target.
    let target = fs::canonicalize(path);
    let target = target.as_deref().unwrap_or(path);
    let former = target.metadata().ok();
    if former.as_ref().is_some_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        return fs::write(target, bytes).map_err(FileError::at("write", path));
    }
    let folder = folder_of(target);
    remove_abandoned(folder)?;
    let write = || {
        let mut partial = create_partial(target, folder)?;
        if let Some(former) = &former {
            partial.as_file().set_permissions(former.permissions())?;
        }
        partial.write_all(bytes)?;
        partial.as_file().sync_all()?;
        Ok(partial)
    };
    // Dropping the temporary file removes it.
    let partial = write().map_err(FileError::at("write", path))?;
    replace(partial, target).map_err(FileError::at("replace", path))?;
    sync_folder_of(target)
}

/// Gives the temporary file its name.
fn replace(mut partial: NamedTempFile, target: &Path) -> io::Result<()> {
    let mut further_attempts = 1..REPLACE_ATTEMPTS;
    loop {
        let refused = match partial.persist(target) {
            Ok(_) => return Ok(()),
            Err(refused) => refused,
        };
        // Windows does not replace a file that somebody reads, if only to look for viruses.
        let may_pass = cfg!(windows) && refused.error.kind() == io::ErrorKind::PermissionDenied;
        if !may_pass || further_attempts.next().is_none() {
            return Err(refused.error);
        }
        partial = refused.file;
        thread::sleep(REPLACE_INTERVAL);
    }
}

/// Removes the temporary files of processes that died while they wrote into `folder`. Those being written stay.
///
/// # Errors
///
/// The folder cannot be read. A file that cannot be removed stays.
pub(crate) fn remove_abandoned(folder: &Path) -> Result<(), FileError> {
    for entry in fs::read_dir(folder).map_err(FileError::at("read", folder))? {
        let entry = entry.map_err(FileError::at("read", folder))?;
        if !entry.file_name().to_string_lossy().ends_with(PARTIAL) {
            continue;
        }
        // Its writer holds a lock on it for as long as it lives; this one is held until the file is gone.
        let Ok(file) = File::open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            // If that fails, the next one to come tries again.
            let _ = fs::remove_file(entry.path());
        }
    }
    Ok(())
}

/// A new temporary file for `path`, locked as being written.
fn create_partial(path: &Path, folder: &Path) -> io::Result<NamedTempFile> {
    let name = path
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not a file name"))?;
    let name: String = name.to_string_lossy().chars().take(NAME_LENGTH).collect();
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(PARTIAL);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let partial = builder.tempfile_in(folder)?;
        partial.as_file().lock()?;
        // Between its creation and the lock another process may have taken it for abandoned.
        if is_still_at(partial.as_file(), partial.path()) {
            return Ok(partial);
        }
    }
}

/// Whether `path` names this very file.
pub(super) fn is_still_at(file: &File, path: &Path) -> bool {
    let handle = file.try_clone().and_then(Handle::from_file);
    handle.is_ok_and(|own| Handle::from_path(path).is_ok_and(|named| named == own))
}

/// The folder that holds `path`.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Synchronises the folder of `path` to disk, so that a new or renamed file survives a power cut.
///
/// # Errors
///
/// The folder cannot be opened or synchronised.
pub(crate) fn sync_folder_of(path: &Path) -> Result<(), FileError> {
    // Only Unix can open a folder like a file; elsewhere the rename has to be enough.
    if cfg!(unix) {
        let folder = folder_of(path);
        File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(FileError::at("synchronise", folder))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn replaces_the_content_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["memory.morph".to_owned(), "ж".repeat(100)] {
            let path = folder.path().join(&name);
            write_atomic(&path, b"first, and longer").unwrap();
            write_atomic(&path, b"second").unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"second");
            assert_eq!(names(folder.path()), [name]);
            fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn what_a_dead_writer_left_is_removed_and_what_a_living_one_writes_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memory.morph");
        let living = create_partial(&path, folder.path()).unwrap();
        let living_name = living.path().file_name().unwrap().to_str().unwrap();
        fs::write(folder.path().join(".memory.morph.a1B2c3.morph-partial"), "half").unwrap();
        fs::write(folder.path().join(".other.partial"), "of another program").unwrap();
        write_atomic(&path, b"next").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"next");
        let mut expected = [living_name, ".other.partial", "memory.morph"].map(str::to_owned);
        expected.sort();
        assert_eq!(names(folder.path()), expected);
    }

    #[test]
    fn writers_of_one_path_do_not_disturb_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memory.morph");
        std::thread::scope(|scope| {
            for writer in 0..8_u8 {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..25 {
                        write_atomic(path, &[writer; 10_000]).unwrap();
                    }
                });
            }
        });
        let bytes = fs::read(&path).unwrap();
        assert_eq!(bytes, [bytes[0]; 10_000]);
        assert_eq!(names(folder.path()), ["memory.morph"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_devices_and_permissions_stay_what_they_are() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_atomic(&link, b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        let null = folder.path().join("null");
        std::os::unix::fs::symlink("/dev/null", &null).unwrap();
        write_atomic(&null, b"gone").unwrap();
        assert!(!Path::new("/dev/null").metadata().unwrap().is_file());
    }

    #[test]
    fn a_failure_names_the_path_and_its_cause() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing");
        let error = write_atomic(&missing.join("memory.morph"), b"").unwrap_err();
        assert_eq!(error.to_string(), format!("cannot read {}", missing.display()));
        assert_eq!(error.source.kind(), io::ErrorKind::NotFound);
        assert!(write_atomic(Path::new("/"), b"").unwrap_err().to_string().contains("/"));
        fs::create_dir(&missing).unwrap();
        assert!(write_atomic(&missing, b"").is_err());
        assert_eq!(names(folder.path()), ["missing"]);
    }
}
