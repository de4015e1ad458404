use std::{iter::Peekable, str::SplitWhitespace, time::Duration};

use shakmaty::uci::UciMove;

use super::SearchLimits;

/// A command of the interface to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Uci,
    Debug(bool),
    IsReady,
    SetOption {
        name: String,
        /// Empty when there is none, and for `<empty>`.
        value: String,
    },
    NewGame,
    Position {
        /// `None` is the initial position.
        fen: Option<String>,
        /// As they were sent, separated by spaces.
        moves: String,
    },
    Go {
        /// Without the moves of `searchmoves`, which mean nothing without a position.
        limits: Box<SearchLimits>,
        search_moves: Vec<UciMove>,
    },
    Stop,
    PonderHit,
    Quit,
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoCommand {
    /// No known command; the protocol says to ignore it.
    Unknown,
    /// A command with a missing part: the message.
    Incomplete(&'static str),
}

impl Command {
    /// Reads a line. Unknown words before the command are skipped, as the protocol asks.
    pub(super) fn parse(line: &str) -> Result<Command, NoCommand> {
        let mut words = line.split_whitespace().peekable();
        loop {
            return match words.next().ok_or(NoCommand::Unknown)? {
                "uci" => Ok(Command::Uci),
                "debug" => match words.next() {
                    Some("on") => Ok(Command::Debug(true)),
                    Some("off") => Ok(Command::Debug(false)),
                    _ => Err(NoCommand::Incomplete("debug needs on or off")),
                },
                "isready" => Ok(Command::IsReady),
                "setoption" => set_option(words),
                // There is nothing to register with; what follows may contain any word.
                "register" => Err(NoCommand::Unknown),
                "ucinewgame" => Ok(Command::NewGame),
                "position" => position(words),
                "go" => Ok(go(words)),
                "stop" => Ok(Command::Stop),
                "ponderhit" => Ok(Command::PonderHit),
                "quit" => Ok(Command::Quit),
                _ => continue,
            };
        }
    }

    /// Bytes of memory, nearly.
    pub(super) fn bytes(&self) -> usize {
        let parts = match self {
            Command::SetOption { name, value } => name.len() + value.len(),
            Command::Position { fen, moves } => fen.as_ref().map_or(0, String::len) + moves.len(),
            Command::Go { search_moves, .. } => {
                size_of::<SearchLimits>() + size_of_val(search_moves.as_slice())
            }
            _ => 0,
        };
        size_of::<Command>() + parts
    }
}

type Words<'a> = Peekable<SplitWhitespace<'a>>;

fn set_option(mut words: Words<'_>) -> Result<Command, NoCommand> {
    const NEEDS_NAME: NoCommand = NoCommand::Incomplete("setoption needs a name");
    words.by_ref().find(|word| *word == "name").ok_or(NEEDS_NAME)?;
    let name = words.by_ref().take_while(|word| *word != "value").collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(NEEDS_NAME);
    }
    let value = words.collect::<Vec<_>>().join(" ");
    Ok(Command::SetOption { name, value: if value == "<empty>" { String::new() } else { value } })
}

fn position(mut words: Words<'_>) -> Result<Command, NoCommand> {
    let start = words
        .by_ref()
        .find(|word| matches!(*word, "startpos" | "fen"))
        .ok_or(NoCommand::Incomplete("position needs startpos or fen"))?;
    let between = words.by_ref().take_while(|word| *word != "moves").collect::<Vec<_>>().join(" ");
    let fen = (start == "fen").then_some(between);
    Ok(Command::Position { fen, moves: words.collect::<Vec<_>>().join(" ") })
}

fn go(mut words: Words<'_>) -> Command {
    let mut limits = SearchLimits::default();
    let mut search_moves = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "depth" => limits.depth = count(&mut words),
            "nodes" => limits.nodes = count(&mut words),
            "mate" => limits.mate = count(&mut words),
            "movetime" => limits.move_time = time(&mut words),
            "wtime" => limits.clock.white = time(&mut words),
            "btime" => limits.clock.black = time(&mut words),
            "winc" => limits.increment.white = time(&mut words).unwrap_or_default(),
            "binc" => limits.increment.black = time(&mut words).unwrap_or_default(),
            "movestogo" => limits.moves_to_go = count(&mut words),
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => {
                while let Some(m) = words.peek().and_then(|word| word.parse().ok()) {
                    search_moves.push(m);
                    words.next();
                }
            }
            _ => {}
        }
    }
    Command::Go { limits: Box::new(limits), search_moves }
}

/// A number after a word of `go`. What is no number stays to be read as the next word.
fn count<N: TryFrom<i64>>(words: &mut Words<'_>) -> Option<N> {
    let number = words.peek()?.parse::<i64>().ok()?;
    words.next();
    N::try_from(number).ok()
}

/// Milliseconds. Some interfaces send an overdrawn clock as a negative number.
fn time(words: &mut Words<'_>) -> Option<Duration> {
    count::<i64>(words).map(|n| Duration::from_millis(n.max(0).unsigned_abs()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn limits(line: &str) -> SearchLimits {
        match Command::parse(line).unwrap() {
            Command::Go { limits, .. } => *limits,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn unknown_words_are_skipped() {
        assert_eq!(Command::parse("joho debug on"), Ok(Command::Debug(true)));
        assert_eq!(Command::parse("  \t isready  now"), Ok(Command::IsReady));
        assert_eq!(Command::parse("register name A code go"), Err(NoCommand::Unknown));
        for nothing in ["", "   ", "UCI", "debugg on", "\u{fffd}\0"] {
            assert_eq!(Command::parse(nothing), Err(NoCommand::Unknown), "{nothing}");
        }
        for incomplete in
            ["debug", "debug maybe", "setoption", "setoption name value 3", "position"]
        {
            assert!(
                matches!(Command::parse(incomplete), Err(NoCommand::Incomplete(_))),
                "{incomplete}"
            );
        }
    }

    #[test]
    fn options_may_have_spaces() {
        let set = |name: &str, value: &str| {
            Ok(Command::SetOption { name: name.to_owned(), value: value.to_owned() })
        };
        assert_eq!(
            Command::parse("setoption name Memory  File value my memory.morph"),
            set("Memory File", "my memory.morph")
        );
        assert_eq!(Command::parse("setoption name Clear Hash"), set("Clear Hash", ""));
        assert_eq!(Command::parse("setoption name Book value <empty>"), set("Book", ""));
    }

    #[test]
    fn every_limit_is_read() {
        assert_eq!(limits("go"), SearchLimits::default());
        let clock = limits("go wtime 1000 btime -20 winc 10 binc 20 movestogo 40");
        assert_eq!(clock.clock.white, Some(Duration::from_secs(1)));
        assert_eq!(clock.clock.black, Some(Duration::ZERO));
        assert_eq!(clock.increment.white, Duration::from_millis(10));
        assert_eq!(clock.increment.black, Duration::from_millis(20));
        assert_eq!(clock.moves_to_go, Some(40));
        let others = limits("go ponder depth 3 nodes 5000 mate 2 movetime 70 infinite");
        assert_eq!((others.depth, others.nodes, others.mate), (Some(3), Some(5000), Some(2)));
        assert_eq!(others.move_time, Some(Duration::from_millis(70)));
        assert!(others.ponder && others.infinite);
        let broken = limits("go depth nodes 7 foo movetime x mate 99999999999 infinite");
        assert_eq!(broken, SearchLimits { nodes: Some(7), infinite: true, ..Default::default() });
    }

    #[test]
    fn search_moves_end_at_the_first_other_word() {
        let Ok(Command::Go { limits, search_moves }) =
            Command::parse("go searchmoves e2e4 a7a8q depth 2")
        else {
            panic!("not a go command")
        };
        let moves: Vec<String> = search_moves.iter().map(ToString::to_string).collect();
        assert_eq!(moves, ["e2e4", "a7a8q"]);
        assert_eq!(limits.depth, Some(2));
    }
}
