use std::io::Cursor;
use std::path::Path;
use std::sync::LazyLock;

use morph::memory::Memory;
use morph::player::PatternPlayer;
use morph::training::PatternEngine;
use morph::uci::serve;

use super::learned::learn;
use super::uci_commands::commands;

static MEMORY: LazyLock<Memory> = LazyLock::new(|| learn(Memory::default(), 6, 24));

/// Bytes of output for a line of input: 256 variations, or the list of options, or an error that quotes the line.
const OUTPUT_PER_LINE: usize = 1 << 15;

/// A whole session of the UCI engine, up to `quit` or the end of the input.
pub fn uci(bytes: &[u8]) {
    let output = session(bytes);
    let text = String::from_utf8_lossy(bytes);
    let commands = commands(&text);
    let count = |command| commands.iter().filter(|c| **c == command).count();
    let answers = |start| output.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(answers("readyok"), count("isready"));
    assert_eq!(answers("bestmove "), count("go"));
    assert_eq!(answers("uciok"), count("uci"));
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
    assert!(output.len() <= OUTPUT_PER_LINE * lines + 4 * bytes.len());
}

fn session(bytes: &[u8]) -> String {
    let mut output = Vec::new();
    let engine = PatternEngine::new(None, false, player);
    serve(engine, Cursor::new(bytes.to_vec()), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

/// The learned memory; no file of the machine is opened.
fn player(file: Option<&Path>) -> Result<PatternPlayer, String> {
    match file {
        None => Ok(PatternPlayer::from_memory(&MEMORY)),
        Some(path) => Err(format!("{} is not opened", path.display())),
    }
}
