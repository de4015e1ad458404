//! A UCI session as the protocol reads it.

const KNOWN: [&str; 11] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// The commands of a session before `quit`: of each line the first word that is a command.
pub fn commands(session: &str) -> Vec<&str> {
    session
        .split('\n')
        .filter_map(|line| line.split_whitespace().find(|word| KNOWN.contains(word)))
        .take_while(|command| *command != "quit")
        .collect()
}
