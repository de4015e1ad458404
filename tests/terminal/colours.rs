//! Colours are for terminals whose users want them.

use std::process::Command;

/// What `morph --help` writes to a terminal.
fn help_in_a_terminal(no_color: Option<&str>) -> String {
    let mut command = Command::new("script");
    let morph = format!("{} --help", env!("CARGO_BIN_EXE_morph"));
    command.args(["--quiet", "--return", "--command", &morph, "/dev/null"]).env("TERM", "xterm");
    match no_color {
        Some(value) => command.env("NO_COLOR", value),
        None => command.env_remove("NO_COLOR"),
    };
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

#[test]
#[allow(clippy::print_stderr)]
fn no_color_is_respected() {
    const ESCAPE: char = '\u{1b}';
    let version = Command::new("script").arg("--version").output();
    if !version.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no program `script` that takes such options");
        return;
    }
    assert!(help_in_a_terminal(None).contains(ESCAPE));
    let plain = help_in_a_terminal(Some("1"));
    assert!(plain.contains("Usage") && !plain.contains(ESCAPE), "{plain}");
}
