use std::{
    io::{BufReader, ErrorKind, Read, Write},
    process::{Child, Command, ExitStatus, Stdio},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use crossbeam::{
    channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded},
    queue::ArrayQueue,
};

use super::{
    EngineError,
    lines::{Line, read_line},
    program::{locate, words},
};
use crate::terminal_text::printable;

/// Maximum length of a line from an engine in bytes; longer lines are skipped.
const LINE_LIMIT: usize = 1 << 16;

/// Maximum number of unread lines; after that the engine blocks, so that its output cannot fill the memory.
const BACKLOG: usize = 256;

/// Maximum number of unwritten commands; an engine that leaves more unread gets no more.
const UNREAD: usize = 64;

/// Last lines of standard error that are kept for error messages, and characters of each.
const STDERR_LINES: usize = 4;
const STDERR_WIDTH: usize = 200;

/// Time an engine has to exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_secs(1);

/// Time between checks whether the engine has died without closing its output, since a child of it holds it open.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Time to read what a dead engine has written.
const READ_TIMEOUT: Duration = Duration::from_millis(500);

/// A running engine. Dropping it kills the engine with everything the engine has started.
///
/// Three threads keep it from ever blocking its owner: one starts the process and writes to it, two read its
/// outputs. They end when the process does.
pub(super) struct Process {
    child: Child,
    commands: Sender<String>,
    output: Receiver<String>,
    stderr: StderrTail,
    status: Option<ExitStatus>,
    next_check: Instant,
    /// When it was found dead.
    found_dead: Option<Instant>,
}

impl Process {
    /// Starts an engine given by program and arguments.
    pub(super) fn start(command: &str) -> Result<Process, EngineError> {
        let words = words(command).unwrap_or_default();
        let Some((program, arguments)) = words.split_first() else {
            return Err(EngineError::Command { command: command.to_owned() });
        };
        let refused = |source: std::io::Error| match source.kind() {
            ErrorKind::NotFound => EngineError::NotFound { program: program.clone() },
            _ => EngineError::Start { program: program.clone(), source },
        };
        let (commands, to_write) = bounded(UNREAD);
        let mut child = spawn(system_command(program, arguments), to_write).map_err(refused)?;
        let (lines, output) = bounded(BACKLOG);
        let (stderr_tail, keep) = StderrTail::new();
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        // From here on an early return drops the process and so kills it.
        let process = Process {
            child,
            commands,
            output,
            stderr: stderr_tail,
            status: None,
            next_check: Instant::now() + CHECK_INTERVAL,
            found_dead: None,
        };
        read_in_thread(stdout, move |line| lines.send(line).is_ok()).map_err(refused)?;
        read_in_thread(stderr, keep).map_err(refused)?;
        Ok(process)
    }

    /// Sends a line. One that cannot be written is noticed when the answer does not come.
    pub(super) fn send(&mut self, line: impl Into<String>) {
        let line = line.into();
        tracing::trace!(%line, "to engine");
        // Otherwise it fails only when the writing thread is gone, and with it the engine.
        if let Err(TrySendError::Full(_)) = self.commands.try_send(line) {
            // Nothing more is sent: with a gap the engine would answer something else.
            self.commands = bounded(0).0;
        }
    }

    /// Discards the lines received so far.
    pub(super) fn discard_output(&self) {
        // Not until the channel is empty: an engine may print without end.
        for _ in 0..self.output.len() {
            let _ = self.output.try_recv();
        }
    }

    /// Reads lines until `pick` finds the answer in one.
    pub(super) fn wait_for<T>(
        &mut self,
        awaited: &'static str,
        timeout: Duration,
        mut pick: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, EngineError> {
        let deadline = Instant::now() + timeout;
        loop {
            match self.receive(deadline) {
                Ok(line) => {
                    if let Some(answer) = pick(&line) {
                        return Ok(answer);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    return Err(EngineError::Silent { awaited, after: timeout });
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(EngineError::Ended {
                        awaited,
                        status: self.kill(),
                        stderr: self.stderr.take(),
                    });
                }
            }
        }
    }

    /// Sends `quit` and kills the engine if it does not exit.
    pub(super) fn quit(mut self) {
        self.send("quit");
        let deadline = Instant::now() + QUIT_TIMEOUT;
        while self.receive(deadline).is_ok() {}
    }

    fn receive(&mut self, deadline: Instant) -> Result<String, RecvTimeoutError> {
        loop {
            let now = Instant::now();
            // A waiting line is delivered even after the deadline, so a flood needs this check.
            if now >= deadline {
                return Err(RecvTimeoutError::Timeout);
            }
            if now >= self.next_check {
                self.next_check = now + CHECK_INTERVAL;
                if self.found_dead.is_none() && self.has_ended() {
                    self.found_dead = Some(now);
                }
            }
            if self.found_dead.is_some_and(|since| now >= since + READ_TIMEOUT) {
                return Err(RecvTimeoutError::Disconnected);
            }
            match self.output.recv_deadline(deadline.min(self.next_check)) {
                Err(RecvTimeoutError::Timeout) => {}
                received => {
                    let line = received?;
                    tracing::trace!(%line, "from engine");
                    return Ok(line);
                }
            }
        }
    }

    /// Whether the process itself has ended; its children may live on. It is not reaped.
    #[cfg(target_os = "linux")]
    fn has_ended(&mut self) -> bool {
        use nix::{
            sys::wait::{Id, WaitPidFlag, WaitStatus, waitid},
            unistd::Pid,
        };
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        let id = i32::try_from(self.child.id()).map(|id| Id::Pid(Pid::from_raw(id)));
        id.is_ok_and(|id| !matches!(waitid(id, flags), Ok(WaitStatus::StillAlive)))
    }

    /// Windows keeps a process for as long as there is a handle to it.
    #[cfg(windows)]
    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Unknown without reaping it, so that the end of its output has to show it.
    #[cfg(not(any(target_os = "linux", windows)))]
    fn has_ended(&mut self) -> bool {
        false
    }

    /// Kills the process and returns its exit status.
    ///
    /// A process that has ended by itself is not reaped before this, so its process group cannot belong to another one.
    fn kill(&mut self) -> String {
        if self.status.is_none() {
            #[cfg(unix)]
            if let Ok(group) = i32::try_from(self.child.id()) {
                use nix::{sys::signal, unistd::Pid};
                // Fails only if the group is empty.
                let _ = signal::killpg(Pid::from_raw(group), signal::Signal::SIGKILL);
            }
            #[cfg(windows)]
            kill_with_children(&mut self.child);
            let _ = self.child.kill();
            self.status = self.child.wait().ok();
        }
        self.status.map_or_else(|| "status unknown".to_owned(), |status| status.to_string())
    }
}

/// The last lines that an engine has written to standard error.
struct StderrTail {
    lines: Arc<ArrayQueue<String>>,
    end: Receiver<()>,
}

impl StderrTail {
    /// The tail and the function that adds a line to it.
    fn new() -> (StderrTail, impl FnMut(String) -> bool + Send + 'static) {
        let (open, end) = bounded::<()>(0);
        let lines = Arc::new(ArrayQueue::new(STDERR_LINES));
        let tail = StderrTail { lines: Arc::clone(&lines), end };
        let keep = move |line: String| {
            // Dropped with this function, when everything has been read.
            let _ = &open;
            tracing::debug!(%line, "engine's standard error");
            lines.force_push(line);
            true
        };
        (tail, keep)
    }

    /// The last lines of a process that has ended, after a colon; empty if there are none.
    fn take(&self) -> String {
        // Nothing is ever sent: this waits for the end of the stream, unless a child process has inherited it.
        let _ = self.end.recv_timeout(QUIT_TIMEOUT);
        let lines = std::iter::from_fn(|| self.lines.pop());
        let lines: Vec<String> =
            lines.map(|line| printable(&line, STDERR_WIDTH).into_owned()).collect();
        if lines.is_empty() { String::new() } else { format!(": {}", lines.join(" / ")) }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The command to hand to the operating system, streams and process group included.
fn system_command(program: &str, arguments: &[String]) -> Command {
    let found = locate(program);
    let mut command = match &found {
        Some(path) if can_tie_to_parent() => {
            let mut command = Command::new("setpriv");
            command.args(["--pdeathsig", "KILL", "--"]).arg(path);
            command
        }
        Some(path) => Command::new(path),
        None => Command::new(program),
    };
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // A group of its own: Ctrl-C in the terminal is ours, the engine finishes the game with us; and the
    // engine can be killed with its children.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(&mut command, CREATE_NEW_PROCESS_GROUP);
    command
}

/// Keeps Ctrl-C in a console from a process and its children.
#[cfg(windows)]
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

/// Kills what a process has started, such as the engine behind a batch file, and the process. One that has ended by itself
/// leaves nothing by which its children could be found.
#[cfg(windows)]
fn kill_with_children(child: &mut Child) {
    if matches!(child.try_wait(), Ok(None)) {
        let mut taskkill = Command::new("taskkill");
        taskkill.args(["/F", "/T", "/PID"]).arg(child.id().to_string());
        let _ = taskkill.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

/// Whether the util-linux program `setpriv` is there to have the kernel kill the engine when we are killed.
///
/// Closing their input is not enough for all engines: GNU Chess 6.2 then loops for ever.
fn can_tie_to_parent() -> bool {
    cfg!(target_os = "linux")
        && Command::new("setpriv")
            .args(["--pdeathsig", "KILL", "--", "true"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
}

/// Starts the process on the thread that will write to it.
///
/// For Linux the parent of a process is a thread, and the end of that thread would end an engine tied to its
/// parent. This thread lives until the owner drops its end of the channel, which happens last.
fn spawn(mut command: Command, to_write: Receiver<String>) -> std::io::Result<Child> {
    let (born, birth) = bounded(1);
    thread::Builder::new().name("engine input".to_owned()).spawn(move || {
        let mut child = command.spawn();
        let stdin = child.as_mut().ok().and_then(|child| child.stdin.take());
        let _ = born.send(child);
        let Some(mut stdin) = stdin else { return };
        for line in to_write {
            // A broken pipe shows on the reading side as the end of the output.
            let _ = stdin.write_all(format!("{line}\n").as_bytes());
        }
    })?;
    birth.recv().unwrap_or_else(|_| Err(std::io::Error::other("the starting thread died")))
}

/// Passes each line of `input` that is not too long to `accept`, until it returns `false`.
fn read_in_thread(
    input: Option<impl Read + Send + 'static>,
    mut accept: impl FnMut(String) -> bool + Send + 'static,
) -> std::io::Result<()> {
    let Some(input) = input else { return Ok(()) };
    thread::Builder::new().name("engine output".to_owned()).spawn(move || {
        let mut input = BufReader::new(input);
        while let Ok(Some(line)) = read_line(&mut input, LINE_LIMIT) {
            match line {
                Line::Text(line) if !line.is_empty() => {
                    if !accept(line) {
                        return;
                    }
                }
                Line::Text(_) | Line::TooLong => {}
            }
        }
    })?;
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn commands_that_are_never_read_are_not_kept() {
        let mut process = Process::start("sleep 1000").unwrap();
        let line = "position startpos moves ".repeat(100);
        for _ in 0..10_000 {
            process.send(line.as_str());
            assert!(process.commands.len() <= UNREAD);
        }
        assert_eq!(process.commands.capacity(), Some(0), "a command after the gap would mislead");
    }
}
