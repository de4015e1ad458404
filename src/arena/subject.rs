use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use shakmaty::Chess;

use super::pgn::PgnReader;
use crate::chess::{epd_positions, position_from_fen};
use crate::file_format::{FileError, read_text};

/// Positions or games that someone names: a FEN, `startpos`, files, or `-` for standard input.
pub enum Subject {
    /// Each with its text.
    Positions(Vec<(String, Chess)>),
    /// Each with the name of its file.
    Games(Vec<(String, GameSource)>),
}

/// Games of a file that may be compressed, or of standard input.
pub type GameSource = PgnReader<Box<dyn Read>>;

/// What was named is neither a position nor a file of some.
#[derive(Debug, thiserror::Error)]
pub enum SubjectError {
    /// Its name does not tell what a file holds.
    #[error("{0}: the name of a file to explain ends in .pgn or .epd")]
    UnknownFile(String),
    /// The text is no legal position.
    #[error("'{fen}': {fault}")]
    Position {
        /// The text.
        fen: String,
        /// What is wrong.
        fault: String,
    },
    /// A line of a file is no legal position.
    #[error("{file}: {fault}")]
    Epd {
        /// The file.
        file: String,
        /// The line, and what is wrong.
        fault: String,
    },
    /// Files of both kinds.
    #[error("positions and games are explained one after the other, not together")]
    Mixed,
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// Standard input cannot be read.
    #[error("standard input cannot be read")]
    Input(#[from] io::Error),
}

impl Subject {
    /// What words name: files if all of them end in `.pgn` or `.epd`, also compressed (`.gz`, `.zst`), or are `-`; otherwise one
    /// position.
    ///
    /// # Errors
    ///
    /// A file cannot be read, a position is not legal.
    pub fn parse(words: &[String]) -> Result<Subject, SubjectError> {
        let kinds: Option<Vec<FileKind>> = words.iter().map(|word| FileKind::of(word)).collect();
        let Some(kinds) = kinds else { return Subject::position(words.join(" ")) };
        let (mut positions, mut games) = (Vec::new(), Vec::new());
        for (name, kind) in words.iter().zip(kinds) {
            match kind {
                FileKind::Games => games.push((name.clone(), PgnReader::open(Path::new(name))?)),
                FileKind::Positions => {
                    positions.extend(parse_epd(name, &read_text(Path::new(name))?)?);
                }
                FileKind::Input => {
                    let mut input = BufReader::new(io::stdin());
                    let start = String::from_utf8_lossy(input.fill_buf()?).trim_start().to_owned();
                    if start.starts_with(['[', '%', '{']) || start.starts_with("1.") {
                        let input: Box<dyn Read> = Box::new(input);
                        games.push((name.clone(), PgnReader::new(input)));
                    } else {
                        positions.extend(parse_epd(name, &io::read_to_string(input)?)?);
                    }
                }
            }
        }
        match (positions.is_empty(), games.is_empty()) {
            (_, true) => Ok(Subject::Positions(positions)),
            (true, false) => Ok(Subject::Games(games)),
            (false, false) => Err(SubjectError::Mixed),
        }
    }

    fn position(text: String) -> Result<Subject, SubjectError> {
        if Path::new(&text).exists() {
            return Err(SubjectError::UnknownFile(text));
        }
        let position = match text.as_str() {
            "startpos" => Chess::default(),
            fen => position_from_fen(fen).map_err(|fault| SubjectError::Position {
                fen: text.clone(),
                fault: fault.to_string(),
            })?,
        };
        Ok(Subject::Positions(vec![(text, position)]))
    }
}

fn parse_epd(name: &str, text: &str) -> Result<Vec<(String, Chess)>, SubjectError> {
    epd_positions(text)
        .map_err(|fault| SubjectError::Epd { file: name.to_owned(), fault: fault.to_string() })
}

/// What a file holds, by its name.
#[derive(Clone, Copy)]
enum FileKind {
    Games,
    Positions,
    /// Standard input: seen when it is read.
    Input,
}

impl FileKind {
    fn of(name: &str) -> Option<FileKind> {
        let name = name.to_ascii_lowercase();
        let plain = name.trim_end_matches(".gz").trim_end_matches(".zst");
        match plain {
            "-" => Some(FileKind::Input),
            _ if plain.ends_with(".pgn") => Some(FileKind::Games),
            _ if plain.ends_with(".epd") => Some(FileKind::Positions),
            _ => None,
        }
    }
}
