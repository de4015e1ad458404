use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::FileError;

/// Writes `bytes` to `path` atomically: whenever the process dies, the file holds either its former content or all
/// of `bytes`.
///
/// The bytes go to a temporary file `.NAME.partial` in the same folder, which is synchronised to disk and then renamed.
/// A process that dies in between leaves the temporary file behind; the next call for the same path overwrites it.
/// Two processes must not write the same path at the same time.
///
/// # Errors
///
/// The path names no file, the folder is missing or cannot be written, or the disk is full. The file
/// at `path` is unchanged.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    // The target of a link is replaced, not the link; a device or a pipe is written to.
    let target = fs::canonicalize(path);
    let path = target.as_deref().unwrap_or(path);
    if path.metadata().is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        return fs::write(path, bytes).map_err(FileError::at("write", path));
    }
    let partial = partial_path(path)?;
    let write = || {
        let mut file = File::create(&partial)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    if let Err(source) = write() {
        // The write has failed already; a temporary file that cannot be removed changes nothing for the caller.
        let _ = fs::remove_file(&partial);
        return Err(FileError::at("write", path)(source));
    }
    fs::rename(&partial, path).map_err(FileError::at("replace", path))?;
    sync_folder_of(path)
}

fn partial_path(path: &Path) -> Result<PathBuf, FileError> {
    let name = path.file_name().ok_or_else(|| {
        FileError::at("write", path)(io::Error::new(io::ErrorKind::InvalidInput, "not a file name"))
    })?;
    let mut partial = OsString::from(".");
    partial.push(name);
    partial.push(".partial");
    Ok(path.with_file_name(partial))
}

/// Synchronises the folder of `path` to disk, so that a new or renamed file survives a power cut.
///
/// # Errors
///
/// The folder cannot be opened or synchronised.
pub(crate) fn sync_folder_of(path: &Path) -> Result<(), FileError> {
    // Only Unix can open a folder like a file; elsewhere the rename has to be enough.
    if cfg!(unix) {
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
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
        let path = folder.path().join("memory.morph");
        write_atomic(&path, b"first, and longer").unwrap();
        write_atomic(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(names(folder.path()), ["memory.morph"]);
    }

    #[test]
    fn the_remains_of_a_killed_write_do_no_harm() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memory.morph");
        write_atomic(&path, b"whole").unwrap();
        fs::write(folder.path().join(".memory.morph.partial"), b"half of something long").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        write_atomic(&path, b"next").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"next");
        assert_eq!(names(folder.path()), ["memory.morph"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_atomic(&link, b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        let null = folder.path().join("null");
        std::os::unix::fs::symlink("/dev/null", &null).unwrap();
        write_atomic(&null, b"gone").unwrap();
        assert!(!Path::new("/dev/null").metadata().unwrap().is_file());
    }

    #[test]
    fn a_failure_names_the_path_and_its_cause() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing").join("memory.morph");
        let error = write_atomic(&path, b"").unwrap_err();
        assert_eq!(error.to_string(), format!("cannot write {}", path.display()));
        assert_eq!(error.source.kind(), io::ErrorKind::NotFound);
        assert!(write_atomic(Path::new("/"), b"").unwrap_err().to_string().contains("/"));
    }
}
