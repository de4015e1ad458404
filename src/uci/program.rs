//! The command of an engine: its words, and the file of its program.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
};

/// Where Debian installs chess engines, outside the `PATH` of most accounts.
const GAMES: &[&str] = if cfg!(unix) { &["/usr/games", "/usr/local/games"] } else { &[] };

/// Where [`locate`] looks for the name of a program, for messages.
pub(crate) const SEARCHED: &str =
    if cfg!(unix) { "on the PATH, in /usr/games or in /usr/local/games" } else { "on the PATH" };

/// Endings that Windows adds to the name of a program, in its order. `PATHEXT` has more, for files that only a shell opens.
const PROGRAM_ENDINGS: &[&str] = if cfg!(windows) { &["com", "exe", "bat", "cmd"] } else { &[] };

/// Program and arguments of a command. `None`: an open quote.
pub(super) fn words(command: &str) -> Option<Vec<String>> {
    // A path with spaces needs no quotes where nothing follows it.
    if Path::new(command).is_file() {
        return Some(vec![command.to_owned()]);
    }
    if cfg!(windows) { windows_words(command) } else { shlex::split(command) }
}

/// Words between spaces. Backslashes separate folders and apostrophes occur in names, so that only `"` quotes.
fn windows_words(command: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), None::<String>, false);
    for c in command.chars() {
        match c {
            '"' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            c if c.is_whitespace() && !is_quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    (!is_quoted).then_some(words)
}

/// The file of a program. `None`: nothing found.
pub(super) fn locate(program: &str) -> Option<PathBuf> {
    let named = PathBuf::from(program);
    if named.components().count() > 1 {
        return program_file(named, PROGRAM_ENDINGS);
    }
    let path: OsString = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain(GAMES.iter().map(PathBuf::from))
        .find_map(|folder| program_file(folder.join(program), PROGRAM_ENDINGS))
}

/// The file at `path`, if need be with one of the `endings`. Where there are endings, a file without one is no program.
fn program_file(path: PathBuf, endings: &[&str]) -> Option<PathBuf> {
    let has_ending =
        |ending: &&str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    if (endings.is_empty() || endings.iter().any(has_ending)) && path.is_file() {
        return Some(path);
    }
    let with = |ending: &&str| {
        let mut file = path.clone().into_os_string();
        file.push(".");
        file.push(ending);
        PathBuf::from(file)
    };
    endings.iter().map(with).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::fs;

    use super::*;

    #[test]
    fn commands_of_windows_keep_backslashes_and_apostrophes() {
        for (command, expected) in [
            (r"gnuchess  --uci ", &["gnuchess", "--uci"][..]),
            (r"C:\Engines\sf.exe", &[r"C:\Engines\sf.exe"]),
            (
                r#""C:\Program Files\sf.exe" bench "" x"#,
                &[r"C:\Program Files\sf.exe", "bench", "", "x"],
            ),
            (r#"C:\"Program Files"\sf.exe"#, &[r"C:\Program Files\sf.exe"]),
            (r"C:\O'Brien\sf.exe", &[r"C:\O'Brien\sf.exe"]),
            (" ", &[]),
        ] {
            assert_eq!(windows_words(command).unwrap(), expected, "{command}");
        }
        assert_eq!(windows_words(r#""C:\Program Files\sf.exe"#), None);
    }

    #[test]
    fn a_path_with_spaces_is_a_command() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("my engine");
        let command = file.to_str().unwrap();
        assert_eq!(words(command).unwrap().len(), 2);
        fs::write(&file, "").unwrap();
        assert_eq!(words(command).unwrap(), [command]);
        assert_eq!(words(&format!("\"{command}\" --uci")).unwrap(), [command, "--uci"]);
    }

    #[test]
    fn endings_of_programs_are_completed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["plain", "engine-1.0.exe", "other.bat", "text.txt"] {
            fs::write(path(name), "").unwrap();
        }
        let found = |name: &str, endings: &[&str]| {
            let file = program_file(path(name), endings)?;
            Some(file.file_name().unwrap().to_str().unwrap().to_owned())
        };
        let endings = &["com", "exe", "bat", "cmd"];
        for (name, unix, windows) in [
            ("plain", Some("plain"), None),
            ("engine-1.0", None, Some("engine-1.0.exe")),
            ("engine-1.0.exe", Some("engine-1.0.exe"), Some("engine-1.0.exe")),
            ("other", None, Some("other.bat")),
            ("text.txt", Some("text.txt"), None),
            ("missing", None, None),
        ] {
            assert_eq!(found(name, &[]).as_deref(), unix, "{name}");
            assert_eq!(found(name, endings).as_deref(), windows, "{name}");
        }
    }
}
