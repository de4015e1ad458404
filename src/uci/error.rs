use std::{io, time::Duration};

use super::{BadOptionValue, option::suggestion, program::SEARCHED};

/// A failure of an external engine.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The command is empty or its quotes do not match.
    #[error("engine command `{command}` is empty or has an open quote")]
    Command {
        /// The command as it was given.
        command: String,
    },
    /// No such program.
    #[error("engine `{program}` not found {SEARCHED}")]
    NotFound {
        /// The program as it was given.
        program: String,
    },
    /// The operating system refused to start it.
    #[error("engine `{program}` could not be started")]
    Start {
        /// The program as it was given.
        program: String,
        /// The error of the operating system.
        source: io::Error,
    },
    /// It did not answer in time.
    #[error("no `{awaited}` within {} s{}", .after.as_secs_f64(), hint(awaited))]
    Silent {
        /// First word of the answer that did not come.
        awaited: &'static str,
        /// The timeout.
        after: Duration,
    },
    /// It closed its output, usually because it died.
    #[error(
        "the engine ended ({status}) instead of answering `{awaited}`{stderr}{}",
        hint(awaited)
    )]
    Ended {
        /// First word of the answer that did not come.
        awaited: &'static str,
        /// How the process ended.
        status: String,
        /// The last lines of its standard error, after a colon; empty when it wrote none.
        stderr: String,
    },
    /// An option that it did not announce.
    #[error("the engine has no option `{option}`{}", suggestion(.similar))]
    UnknownOption {
        /// The option that was to be set.
        option: String,
        /// Announced options with similar names, most similar first.
        similar: Vec<String>,
    },
    /// A value outside the announced range.
    #[error(transparent)]
    OptionValue(#[from] BadOptionValue),
    /// The answer is not a legal move.
    #[error("illegal move `{answer}` in {fen}")]
    IllegalMove {
        /// The answer, shortened if it is very long.
        answer: String,
        /// The position in which it should have moved.
        fen: String,
    },
    /// It analysed a position and reported a move but no score.
    #[error("no score in {fen}")]
    NoScore {
        /// The position.
        fen: String,
    },
}

/// What to do when the first answer does not come.
fn hint(awaited: &str) -> &'static str {
    if awaited == "uciok" {
        "; is it a UCI engine, and does its command ask for UCI (as `gnuchess --uci` does)?"
    } else {
        ""
    }
}

impl EngineError {
    /// The message with its causes, on one line.
    #[must_use]
    pub fn report(&self) -> String {
        let mut text = self.to_string();
        let mut cause = std::error::Error::source(self);
        while let Some(error) = cause {
            text.push_str(": ");
            text.push_str(&error.to_string());
            cause = error.source();
        }
        text
    }
}
