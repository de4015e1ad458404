//! The help of every command and subcommand, compared with `tests/golden/help`.
//!
//! `MORPH_BLESS=1 cargo test --test help` refreshes the files.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// What `morph COMMAND … --help` prints, wrapped at 100 columns.
fn help(command: &[String]) -> String {
    let mut morph = Command::new(env!("CARGO_BIN_EXE_morph"));
    let output = morph.args(command).arg("--help").env("COLUMNS", "100").output().unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Names in the list of commands.
fn subcommands(help: &str) -> Vec<String> {
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    list.take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ")?.split_once(' '))
        .map(|(name, _)| name.to_owned())
        .filter(|name| !name.is_empty() && name != "help")
        .collect()
}

#[test]
fn every_help_text_equals_its_golden_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/help");
    let bless = std::env::var_os("MORPH_BLESS").is_some();
    if bless {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
    }
    let (mut files, mut differing) = (BTreeSet::new(), Vec::new());
    let mut commands: Vec<Vec<String>> = vec![Vec::new()];
    while let Some(command) = commands.pop() {
        let found = help(&command);
        let name = [&["morph".to_owned()], command.as_slice()].concat().join("-") + ".txt";
        if bless {
            std::fs::write(folder.join(&name), &found).unwrap();
        }
        if std::fs::read_to_string(folder.join(&name)).unwrap_or_default() != found {
            differing.push(format!("{name} is now:\n{found}"));
        }
        files.insert(name);
        let subcommands = subcommands(&found).into_iter();
        commands.extend(subcommands.map(|subcommand| [command.as_slice(), &[subcommand]].concat()));
    }
    assert!(differing.is_empty(), "{}\nMORPH_BLESS=1 accepts this", differing.join("\n"));
    let golden = std::fs::read_dir(&folder).unwrap();
    let golden: BTreeSet<String> =
        golden.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(golden, files, "golden files without a command");
}
