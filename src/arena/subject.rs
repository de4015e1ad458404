use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use shakmaty::{Chess, Rank, Square};

use super::pgn::PgnReader;
use crate::chess::{beginning, epd_positions, position_from_fen};
use crate::file_format::{FileError, decompressed_stream, read_any_text, text_of};

/// Positions or games that someone names: a FEN, `startpos`, files, or `-` for standard input.
pub enum Subject {
    /// Positions.
    Positions(Positions),
    /// Each with the name of its file.
    Games(Vec<(String, GameSource)>),
}

/// Positions that someone names.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    /// Each with its text.
    pub legal: Vec<(String, Chess)>,
    /// What is wrong with other lines of the files.
    pub faults: Vec<String>,
}

impl Positions {
    fn one(text: String, position: Chess) -> Positions {
        Positions { legal: vec![(text, position)], faults: Vec::new() }
    }

    /// Those of a file.
    fn add(&mut self, file: &str, text: &str) -> Result<(), SubjectError> {
        let (legal, faults) = epd_positions(without_mark(text));
        if legal.is_empty() && faults.is_empty() {
            return Err(SubjectError::NoPosition(file.to_owned()));
        }
        self.legal.extend(legal);
        self.faults.extend(faults.into_iter().map(|fault| format!("{file}: {fault}")));
        Ok(())
    }

    fn is_empty(&self) -> bool {
        self.legal.is_empty() && self.faults.is_empty()
    }
}

/// The name of the initial position.
const START: &str = "startpos";

/// Games of a file that may be compressed, or of standard input.
pub type GameSource = PgnReader<Box<dyn Read>>;

/// What was named is neither a position nor a file of some.
#[derive(Debug, thiserror::Error)]
pub enum SubjectError {
    /// Its name does not tell what a file holds.
    #[error("{0}: the name of a file to explain ends in .pgn or .epd")]
    UnknownFile(String),
    /// The name of a file that is not there.
    #[error("{0}: no such file")]
    NoFile(String),
    /// The text is no legal position.
    #[error("'{fen}': {fault}")]
    Position {
        /// The text.
        fen: String,
        /// What is wrong.
        fault: String,
    },
    /// A file is empty.
    #[error("{0}: no position in it")]
    NoPosition(String),
    /// Files of both kinds.
    #[error("positions and games are explained one after the other, not together")]
    Mixed,
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// Standard input cannot be read.
    #[error("standard input cannot be read")]
    Input(#[from] io::Error),
    /// An option that does not apply.
    #[error("{option} is an option for {kind}")]
    Option {
        /// The option.
        option: &'static str,
        /// What it is for, in the plural.
        kind: &'static str,
    },
    /// Something follows where one position is asked for.
    #[error("'{0}': unexpected after the position")]
    Trailing(String),
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
        let (mut positions, mut games) = (Positions::default(), Vec::new());
        for (name, kind) in words.iter().zip(kinds) {
            match kind {
                FileKind::Games => games.push((name.clone(), PgnReader::open(Path::new(name))?)),
                FileKind::Positions => {
                    positions.add(name, &read_any_text(Path::new(name))?)?;
                }
                FileKind::Input => {
                    let mut input = BufReader::new(decompressed_stream(io::stdin())?);
                    let start = text_of(input.fill_buf()?);
                    let start = without_mark(&start).trim_start().to_owned();
                    if start.starts_with(['[', '%', '{']) || start.starts_with("1.") {
                        let input: Box<dyn Read> = Box::new(input);
                        games.push((name.clone(), PgnReader::new(input)));
                    } else {
                        let mut bytes = Vec::new();
                        input.read_to_end(&mut bytes)?;
                        let text = text_of(&bytes);
                        match text.trim() {
                            START => positions = Positions::one(START.to_owned(), Chess::default()),
                            _ => positions.add(name, &text)?,
                        }
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

    /// Of the options for positions and those for games none is given that is for the other kind.
    ///
    /// # Errors
    ///
    /// One is.
    pub fn check_options(
        &self,
        for_positions: &[(&'static str, bool)],
        for_games: &[(&'static str, bool)],
    ) -> Result<(), SubjectError> {
        let (others, kind) = match self {
            Subject::Positions(_) => (for_games, "games"),
            Subject::Games(_) => (for_positions, "positions"),
        };
        match others.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(SubjectError::Option { option, kind }),
            None => Ok(()),
        }
    }

    fn position(text: String) -> Result<Subject, SubjectError> {
        if Path::new(&text).exists() {
            return Err(SubjectError::UnknownFile(text));
        }
        // No field of a position has a point.
        let is_name = text.contains('.') && !text.contains(' ');
        let no_file = |fault| if is_name { SubjectError::NoFile(text.clone()) } else { fault };
        let position = named_position(&text).map_err(no_file)?;
        Ok(Subject::Positions(Positions::one(text, position)))
    }

    /// The one position that words name: a FEN, quoted or not, `startpos`, or `-` for the first line of standard input.
    ///
    /// # Errors
    ///
    /// The position is not legal, or standard input cannot be read.
    pub fn position_of(words: &[String]) -> Result<Chess, SubjectError> {
        let (position, rest) = Subject::leading_position(words)?;
        if rest.is_empty() { Ok(position) } else { Err(SubjectError::Trailing(rest.join(" "))) }
    }

    /// The position that words begin with, as in [`Subject::position_of`], and the words after it.
    ///
    /// # Errors
    ///
    /// The position is not legal, or standard input cannot be read.
    pub fn leading_position(words: &[String]) -> Result<(Chess, Vec<String>), SubjectError> {
        let joined = words.join(" ");
        let words: Vec<&str> = joined.split_whitespace().collect();
        let (text, rest) = match words.split_first() {
            Some((&"-", rest)) => {
                let mut line = String::new();
                io::stdin().read_line(&mut line)?;
                (line.trim().to_owned(), rest)
            }
            _ => {
                let (fen, rest) = words.split_at(fen_fields(&words));
                (fen.join(" "), rest)
            }
        };
        let rest = rest.iter().map(|word| (*word).to_owned()).collect();
        Ok((named_position(&text)?, rest))
    }
}

/// A legal position: `startpos` or a FEN.
fn named_position(text: &str) -> Result<Chess, SubjectError> {
    if text == START {
        return Ok(Chess::default());
    }
    position_from_fen(text).map_err(|fault| SubjectError::Position {
        fen: beginning(text).into_owned(),
        fault: fault.to_string(),
    })
}

fn is_en_passant(square: Square) -> bool {
    matches!(square.rank(), Rank::Third | Rank::Sixth)
}

/// How many of the words belong to the FEN that they begin with: pieces, then as many as look like the fields that
/// follow. The last fields may be left out, as in EPD.
fn fen_fields(words: &[&str]) -> usize {
    let only = |word: &str, chars: &str| word.chars().all(|c| chars.contains(c));
    let fields: [&dyn Fn(&str) -> bool; 6] = [
        &|_| true,
        &|word| matches!(word, "w" | "b"),
        &|word| word == "-" || only(word, "KQkqABCDEFGHabcdefgh"),
        &|word| word == "-" || word.parse().is_ok_and(is_en_passant),
        &|word| only(word, "0123456789"),
        &|word| only(word, "0123456789"),
    ];
    fields.iter().zip(words).take_while(|(is_field, word)| is_field(word)).count()
}

/// A text without the byte-order mark that it may begin with.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::chess::fen;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_position_ends_where_its_fields_end() {
        const KINGS: &str = "8/8/4k3/8/8/8/4P3/4K3";
        for fields in ["", " w", " w -", " w - -", " w - - 0", " w - - 0 1"] {
            let text = format!("{KINGS}{fields} e4 Kd2");
            for given in [
                words(&text),
                vec![text.clone()],
                vec![format!("{KINGS}{fields}"), "e4 Kd2".to_owned()],
            ] {
                let (position, rest) = Subject::leading_position(&given).unwrap();
                assert_eq!(fen(&position), format!("{KINGS} w - - 0 1"), "{given:?}");
                assert_eq!(rest, ["e4", "Kd2"], "{given:?}");
            }
        }
        let (position, rest) = Subject::leading_position(&words("startpos e4")).unwrap();
        assert_eq!((position, rest), (Chess::default(), vec!["e4".to_owned()]));
    }

    #[test]
    fn what_follows_a_lone_position_is_named() {
        let fault = Subject::position_of(&words("startpos e4 e5")).unwrap_err();
        assert_eq!(fault.to_string(), "'e4 e5': unexpected after the position");
        let fault = Subject::position_of(&words("8/8/8/8/8/8/8/8 w - - 0 1")).unwrap_err();
        assert!(fault.to_string().starts_with("'8/8/8/8/8/8/8/8 w - - 0 1': "), "{fault}");
        assert!(Subject::position_of(&[]).is_err());
    }
}
