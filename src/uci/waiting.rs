use std::collections::VecDeque;

use super::command::Command;

/// Commands that wait for the end of a search, in order, with a limit on their number and size.
///
/// Beyond the limit commands are refused until those that wait have been executed: never some in the middle only.
#[derive(Default)]
pub(super) struct WaitingCommands {
    commands: VecDeque<Command>,
    /// Of `commands` together.
    bytes: usize,
    refused: RefusedCommands,
}

/// What was refused since the last [`WaitingCommands::take_refused`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RefusedCommands {
    /// Commands of any kind.
    pub(super) commands: u64,
    /// How many of them were `go`.
    pub(super) searches: u64,
    /// Whether there was a `position` among them, so that the position is unknown.
    pub(super) position: bool,
}

impl WaitingCommands {
    /// Commands that may wait at the same time.
    pub(super) const MAX_COMMANDS: usize = 256;
    /// Bytes that they may have together.
    pub(super) const MAX_BYTES: usize = 4 << 20;

    /// Adds a command at the end, or refuses it. Returns whether it is the first one to be refused.
    pub(super) fn push(&mut self, command: Command) -> bool {
        let is_refusing = self.refused.commands > 0;
        let bytes = command.bytes();
        let fits = self.commands.len() < WaitingCommands::MAX_COMMANDS
            && self.bytes + bytes <= WaitingCommands::MAX_BYTES;
        if fits && !is_refusing {
            self.bytes += bytes;
            self.commands.push_back(command);
            return false;
        }
        self.refused.commands += 1;
        self.refused.searches += u64::from(matches!(command, Command::Go { .. }));
        self.refused.position |= matches!(command, Command::Position { .. });
        !is_refusing
    }

    /// The command that has waited longest.
    pub(super) fn pop(&mut self) -> Option<Command> {
        let command = self.commands.pop_front()?;
        self.bytes -= command.bytes();
        Some(command)
    }

    /// What was refused; commands are accepted again.
    pub(super) fn take_refused(&mut self) -> RefusedCommands {
        std::mem::take(&mut self.refused)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn parse(line: &str) -> Command {
        Command::parse(line).unwrap()
    }

    #[test]
    fn a_flood_is_refused_until_it_has_been_told() {
        let long = format!("setoption name A value {}", "x".repeat(1 << 19));
        for (lines, limit) in [(["go", "ucinewgame"], 256), ([&long, "ucinewgame"], 14)] {
            let mut waiting = WaitingCommands::default();
            let mut first = 0;
            for _ in 0..1000 {
                first += lines.iter().filter(|line| waiting.push(parse(line))).count();
                assert!(waiting.commands.len() <= WaitingCommands::MAX_COMMANDS);
                assert!(waiting.bytes <= WaitingCommands::MAX_BYTES);
            }
            assert_eq!((first, waiting.commands.len()), (1, limit));
            assert_eq!(waiting.pop(), Some(parse(lines[0])));
            assert!(!waiting.push(parse("position startpos")), "one in the middle is refused too");
            let searches = if lines[0] == "go" { 1000 - 128 } else { 0 };
            let commands = 2001 - limit as u64;
            let refused = RefusedCommands { commands, searches, position: true };
            assert_eq!(waiting.take_refused(), refused);
            assert!(!waiting.push(parse("position startpos")));
            assert_eq!(waiting.take_refused(), RefusedCommands::default());
        }
    }
}
