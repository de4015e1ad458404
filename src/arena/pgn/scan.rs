use std::borrow::Cow;

use crate::file_format::text_of;
use shakmaty::san::SanPlus;

/// Begins a comment or the name of a tag that names what cannot be read. No text of a file gets through that begins so.
pub(super) const FAULT: u8 = 1;

/// Bytes of the longest line of tags that is read: more than any that is written, each character of four bytes, or escaped.
pub(super) const MAX_TAG: usize = 1 << 13;

/// Characters of an unreadable word that are shown.
const MAX_SHOWN: usize = 40;

/// Bytes of a word that are looked at: more than any move has, and more than are shown.
const MAX_WORD: usize = 200;

/// What is wrong with a line that should be a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagFault {
    Broken,
    TooLong,
}

impl TagFault {
    /// As part of a message.
    pub(super) fn what(self) -> &'static str {
        match self {
            TagFault::Broken => "broken tag",
            TagFault::TooLong => "tag of more than 8192 bytes",
        }
    }
}

/// Rewrites the text of games on its way to the reader, which passes over words that it cannot read without telling.
///
/// A word that is no move, number, result or mark becomes a comment that begins with [`FAULT`], and a tag that cannot be read
/// becomes a tag whose name begins so; [`word_fault`] and [`tag_fault`] take them apart. Moves in other common notations are
/// rewritten: `e2-e4`, `♘f3`, `exd6e.p.`, `Nf3++`. All line breaks stay.
#[derive(Debug)]
pub(super) struct Scanner {
    place: Place,
    /// The beginning of a word or tag whose end has not come; of a long word, only as much as is looked at.
    begun: Vec<u8>,
    /// The last word is a move number: a move must follow.
    after_number: bool,
    /// Of the text that comes next, from 1.
    line: usize,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    /// Before a game, and between its tags. `tag_lines` is 2 on the line of a tag, 1 on the next one.
    Between {
        is_line_start: bool,
        tag_lines: u8,
    },
    Tag(Quotes),
    Moves {
        before: Before,
    },
    Comment {
        is_first: bool,
    },
    /// Up to the end of the line, after which the moves go on.
    RestOfLine,
    /// The same between games and tags.
    RestOfLineBetween,
    /// Up to the end of a line of tags that cannot be read.
    Dropped,
}

/// What stands before a byte of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    /// The last line of tags, with no blank line between.
    Tags,
    LineBreak,
    /// A line break and a carriage return.
    Return,
    Dollar,
    Other,
}

/// Of a tag's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quotes {
    None,
    Open,
    /// After a backslash.
    Escaped,
    Closed,
    /// Something follows the value.
    Wrong,
}

/// Bytes at which a word of the moves ends, as for the reader.
const ENDS_WORD: [bool; 256] = {
    let mut ends = [false; 256];
    let bytes = b" \t\n\r{}()!?$;.*";
    let mut index = 0;
    while index < bytes.len() {
        ends[bytes[index] as usize] = true;
        index += 1;
    }
    ends
};

impl Scanner {
    pub(super) fn new() -> Scanner {
        let place = Place::Between { is_line_start: true, tag_lines: 0 };
        Scanner { place, begun: Vec::new(), after_number: false, line: 1 }
    }

    /// Adds to `out` what the reader is given for the next part of the text.
    pub(super) fn push(&mut self, text: &[u8], out: &mut Vec<u8>) {
        let mut at = 0;
        while at < text.len() {
            at += self.step(&text[at..], out);
        }
    }

    /// The text is over.
    pub(super) fn finish(&mut self, out: &mut Vec<u8>) {
        match self.place {
            Place::Tag(quotes) => self.end_tag(quotes, out),
            Place::Moves { before } => {
                let begun = std::mem::take(&mut self.begun);
                // A mark that is a letter may as well be the beginning of a move, half a point that of a result.
                self.after_number = true;
                self.word(&begun, before, out);
            }
            _ => {}
        }
    }

    /// Works on the first bytes of `rest`, at least one unless the place changes; how many.
    fn step(&mut self, rest: &[u8], out: &mut Vec<u8>) -> usize {
        let first = rest[0];
        match self.place {
            Place::Between { is_line_start, tag_lines } => {
                self.between(first, is_line_start, tag_lines, out)
            }
            Place::Tag(quotes) => self.tag(rest, quotes, out),
            Place::Moves { before } => self.moves(rest, before, out),
            Place::Comment { is_first } => {
                let end = rest.iter().position(|byte| *byte == b'}');
                let length = end.map_or(rest.len(), |end| end + 1);
                let hidden = usize::from(is_first && first == FAULT);
                out.extend(&b" "[..hidden]);
                out.extend_from_slice(&rest[hidden..length]);
                self.line += rest[..length].iter().filter(|byte| **byte == b'\n').count();
                self.place = match end {
                    Some(_) => Place::Moves { before: Before::Other },
                    None => Place::Comment { is_first: false },
                };
                length
            }
            Place::RestOfLine | Place::RestOfLineBetween | Place::Dropped => {
                let end = rest.iter().position(|byte| *byte == b'\n');
                let length = end.unwrap_or(rest.len());
                if !matches!(self.place, Place::Dropped) {
                    out.extend_from_slice(&rest[..length]);
                }
                if end.is_some() {
                    self.place = match self.place {
                        Place::RestOfLine => Place::Moves { before: Before::Other },
                        Place::Dropped => Place::Between { is_line_start: true, tag_lines: 2 },
                        _ => Place::Between { is_line_start: true, tag_lines: 0 },
                    };
                }
                length
            }
        }
    }

    fn between(
        &mut self,
        byte: u8,
        is_line_start: bool,
        tag_lines: u8,
        out: &mut Vec<u8>,
    ) -> usize {
        match byte {
            b' ' | b'\t' | b'\r' => out.push(byte),
            b'\n' => {
                let tag_lines = tag_lines.saturating_sub(1);
                self.line += 1;
                self.place = Place::Between { is_line_start: true, tag_lines };
                out.push(byte);
            }
            // A byte-order mark, also between files that were joined.
            0xef | 0xbb | 0xbf => {}
            b'%' if is_line_start => {
                self.place = Place::RestOfLineBetween;
                return 0;
            }
            b'[' => {
                self.begun.push(byte);
                self.place = Place::Tag(Quotes::None);
            }
            _ => {
                let before = if tag_lines > 0 { Before::Tags } else { Before::Other };
                self.place = Place::Moves { before };
                self.after_number = false;
                return 0;
            }
        }
        1
    }

    fn tag(&mut self, rest: &[u8], quotes: Quotes, out: &mut Vec<u8>) -> usize {
        let is_plain = |byte: &&u8| !matches!(**byte, b'\n' | b'"' | b'\\' | b']' | FAULT);
        let length = match quotes {
            Quotes::None | Quotes::Open => {
                let left = MAX_TAG - self.begun.len();
                rest.iter().take(left).take_while(is_plain).count()
            }
            Quotes::Escaped | Quotes::Closed | Quotes::Wrong => 0,
        };
        self.begun.extend_from_slice(&rest[..length]);
        let Some(&byte) = rest.get(length) else { return length };
        if byte == b'\n' {
            self.end_tag(quotes, out);
            return length;
        }
        if self.begun.len() == MAX_TAG {
            self.tag_fault(TagFault::TooLong, out);
            self.place = Place::Dropped;
            return length;
        }
        self.begun.push(byte);
        let quotes = match (quotes, byte) {
            (Quotes::None, b'"') => Quotes::Open,
            (Quotes::None, FAULT) => Quotes::Wrong,
            (Quotes::Open, b'\\') => Quotes::Escaped,
            (Quotes::Open, b'"') => Quotes::Closed,
            (Quotes::Escaped, _) => Quotes::Open,
            (Quotes::Closed, b' ' | b'\t' | b'\r') => Quotes::Closed,
            (Quotes::None | Quotes::Closed, b']') => {
                self.end_tag(quotes, out);
                return length + 1;
            }
            (Quotes::Closed, _) => Quotes::Wrong,
            (same, _) => same,
        };
        self.place = Place::Tag(quotes);
        length + 1
    }

    fn end_tag(&mut self, quotes: Quotes, out: &mut Vec<u8>) {
        // A last backslash hides the quote: `[Site "C:\"]`.
        let is_whole = match quotes {
            Quotes::Closed => true,
            Quotes::Open | Quotes::Escaped => self.begun.trim_ascii_end().ends_with(b"\\\"]"),
            Quotes::None | Quotes::Wrong => false,
        };
        if is_whole {
            out.append(&mut self.begun);
        } else {
            self.tag_fault(TagFault::Broken, out);
        }
        self.place = Place::Between { is_line_start: false, tag_lines: 2 };
    }

    /// A tag that stands for one that cannot be read.
    fn tag_fault(&mut self, fault: TagFault, out: &mut Vec<u8>) {
        let text =
            shown(&std::mem::take(&mut self.begun)).replace('\\', "\\\\").replace('"', "\\\"");
        let mark = char::from(FAULT);
        out.extend(format!("[{mark}{} \"{} {text}\"]", fault as u8, self.line).bytes());
    }

    fn moves(&mut self, rest: &[u8], before: Before, out: &mut Vec<u8>) -> usize {
        if before == Before::Other && self.begun.is_empty() {
            let length = plain_moves(rest);
            if length > 0 {
                out.extend_from_slice(&rest[..length]);
                // A number is left over, unless it comes before a move.
                self.after_number = false;
                return length;
            }
        }
        let length = rest.iter().position(|byte| ENDS_WORD[usize::from(*byte)]);
        if self.begun.is_empty() {
            match (rest[0], before) {
                _ if length == Some(0) => return self.between_words(rest[0], before, out),
                (b'%', Before::LineBreak) => {
                    self.place = Place::RestOfLine;
                    return 0;
                }
                (b'[', Before::LineBreak) => {
                    self.place = Place::Between { is_line_start: true, tag_lines: 0 };
                    return 0;
                }
                // A byte-order mark where two files were joined.
                (0xef | 0xbb | 0xbf, Before::LineBreak) => return 1,
                _ => {}
            }
        }
        let Some(length) = length else {
            self.begin(rest);
            if self.begun.len() == MAX_WORD {
                // As much as is taken, so that the reader can be done with a game before a word without end.
                out.resize(out.len() + rest.len(), b' ');
            }
            return rest.len();
        };
        let word = &rest[..length];
        if rest[length] == b'.' && is_before_point(&self.begun, word) {
            self.begin(&rest[..=length]);
            return length + 1;
        }
        if self.begun.is_empty() {
            self.word(word, before, out);
        } else {
            self.begin(word);
            let whole = std::mem::take(&mut self.begun);
            self.word(&whole, before, out);
        }
        length
    }

    /// A byte of the moves that belongs to no word.
    fn between_words(&mut self, byte: u8, before: Before, out: &mut Vec<u8>) -> usize {
        let next = match (byte, before) {
            (b'\n', Before::LineBreak | Before::Return) => {
                self.place = Place::Between { is_line_start: true, tag_lines: 0 };
                return 0;
            }
            (b'\n', _) => {
                self.line += 1;
                Before::LineBreak
            }
            (b'\r', Before::LineBreak) => Before::Return,
            (b'$', _) => Before::Dollar,
            _ => Before::Other,
        };
        self.place = match byte {
            b'{' => Place::Comment { is_first: true },
            b';' => Place::RestOfLine,
            _ => Place::Moves { before: next },
        };
        // To the reader a brace that closes no comment is part of a word.
        out.push(if byte == b'}' { b' ' } else { byte });
        1
    }

    fn begin(&mut self, part: &[u8]) {
        let left = MAX_WORD - self.begun.len();
        self.begun.extend_from_slice(&part[..part.len().min(left)]);
    }

    fn word(&mut self, word: &[u8], before: Before, out: &mut Vec<u8>) {
        self.place = Place::Moves { before: Before::Other };
        let word = &word[..word.len().min(MAX_WORD)];
        if before == Before::Dollar || is_plain_move(word) {
            out.extend_from_slice(word);
            self.after_number = false;
            return;
        }
        if word.iter().all(u8::is_ascii_digit) {
            out.extend_from_slice(word);
            self.after_number = true;
            return;
        }
        match readable(&text_of(word), self.after_number) {
            Some(text) => out.extend_from_slice(text.as_bytes()),
            None if before == Before::Tags => {
                self.begun.extend_from_slice(word);
                self.tag_fault(TagFault::Broken, out);
                self.place = Place::Dropped;
            }
            None => {
                let (mark, line) = (char::from(FAULT), self.line);
                out.extend(format!("{{{mark}{line} {}}}", shown(word)).bytes());
            }
        }
        self.after_number = false;
    }
}

/// The line and the word, if a comment stands for a word that is no move.
pub(super) fn word_fault(comment: &[u8]) -> Option<(usize, String)> {
    located(&text_of(comment.strip_prefix(&[FAULT])?))
}

/// What is wrong, the line, and the text, if a tag stands for one that cannot be read; its value without escapes.
pub(super) fn tag_fault(name: &[u8], value: &str) -> Option<(TagFault, usize, String)> {
    let kind = name.strip_prefix(&[FAULT])?;
    let is_long = kind == [b'0' + TagFault::TooLong as u8];
    let (line, text) = located(value)?;
    Some((if is_long { TagFault::TooLong } else { TagFault::Broken }, line, text))
}

fn located(text: &str) -> Option<(usize, String)> {
    let (line, text) = text.split_once(' ')?;
    Some((line.parse().ok()?, text.to_owned()))
}

/// The beginning of a word or tag, on one line.
fn shown(text: &[u8]) -> String {
    let text = text_of(text);
    let cut = if text.chars().count() > MAX_SHOWN { "…" } else { "" };
    let beginning = text.chars().filter(|c| !c.is_control()).take(MAX_SHOWN);
    beginning.collect::<String>() + cut
}

/// The two parts make a word that goes on after a point: `e.p.`, alone or after a move.
fn is_before_point(begun: &[u8], word: &[u8]) -> bool {
    if !matches!(word.last().or(begun.last()), Some(b'e' | b'p')) || begun.len() + word.len() > 12 {
        return false;
    }
    let word = [begun, word].concat();
    word.ends_with(b"e.p") || matches!(&word[..], b"e" | [.., b'1'..=b'8', b'e'])
}

/// Bytes of the common moves with their numbers that a text begins with, up to the blank after the last: most of what there
/// is, so that it must be fast.
fn plain_moves(text: &[u8]) -> usize {
    let (mut plain, mut at) = (0, 0);
    loop {
        while matches!(text.get(at), Some(b' ' | b'.' | b'0'..=b'9')) {
            at += 1;
        }
        let length = text[at..].iter().take(8).position(|byte| *byte == b' ');
        match length {
            Some(length) if is_plain_move(&text[at..at + length]) => at += length + 1,
            _ => return plain,
        }
        plain = at;
    }
}

/// The most common moves, told apart fast.
fn is_plain_move(word: &[u8]) -> bool {
    let word = match word {
        [word @ .., b'+' | b'#'] => word,
        word => word,
    };
    let piece = match word {
        b"O-O" => return true,
        [piece @ .., b'a'..=b'h', b'1'..=b'8'] => piece,
        _ => return false,
    };
    matches!(
        piece,
        [] | [b'N' | b'B' | b'R' | b'Q' | b'K']
            | [b'N' | b'B' | b'R' | b'Q' | b'K' | b'a'..=b'h', b'x']
            | [b'N' | b'B' | b'R' | b'Q' | b'K', b'a'..=b'h' | b'1'..=b'8']
    )
}

/// What the reader is given for a word of the moves: a move as it can read it, a result, nothing for a mark such as `+-`.
/// `None` if the word is none of these.
fn readable(word: &str, after_number: bool) -> Option<Cow<'_, str>> {
    let plain = word.replace(['–', '—'], "-");
    match plain.as_str() {
        "1-0" | "0-1" | "1/2-1/2" | "½-½" => return Some(Cow::Borrowed(word)),
        // The end of the text may have cut it short.
        "1/2" | "½" => return (!after_number).then_some(Cow::Borrowed("1/2-1/2")),
        // Novelty and diagram. Where a move must come they may be the beginning of one.
        "N" | "TN" | "D" => return (!after_number).then_some(Cow::Borrowed("")),
        _ => {}
    }
    if let Some(san) = move_in(&plain) {
        return Some(if san == word { Cow::Borrowed(word) } else { Cow::Owned(san) });
    }
    let rest = plain.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = &plain[..plain.len() - rest.len()];
    if let Some(san) = move_in(rest.trim_start_matches('…')).filter(|_| !number.is_empty()) {
        return Some(Cow::Owned(format!("{number}. {san}")));
    }
    let is_mark = !plain.chars().any(char::is_alphanumeric);
    is_mark.then_some(Cow::Borrowed(""))
}

/// A move as the reader can read it; empty for a lone `e.p.`.
fn move_in(word: &str) -> Option<String> {
    let is_en_passant = |word: &&str| matches!(word.trim_end_matches('.'), "e.p" | "ep");
    if Some(word).filter(is_en_passant).is_some() {
        return Some(String::new());
    }
    let word = ["e.p.", "e.p", "ep"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    let bare = word.trim_end_matches(['+', '#']);
    let suffix = word[bare.len()..].chars().next();
    let castling = match bare {
        "0-0" => Some("O-O"),
        "0-0-0" => Some("O-O-O"),
        _ => None,
    };
    let mut san: String = castling.unwrap_or(bare).chars().filter_map(piece_letter).collect();
    // Long algebraic notation: `e2-e4`.
    if let [.., b'1'..=b'8', b'-', _, _] | [.., b'1'..=b'8', b'-', _, _, b'=', _] = san.as_bytes() {
        san = san.replacen('-', "", 1);
    }
    san.extend(suffix);
    SanPlus::from_ascii(san.as_bytes()).is_ok().then_some(san)
}

/// The letter of a figurine; `None` for a pawn, which has none.
fn piece_letter(c: char) -> Option<char> {
    Some(match c {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => return None,
        c => c,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// What the reader is given, the text coming in parts of some length.
    fn scanned(text: &str, part: usize) -> String {
        let (mut scanner, mut out) = (Scanner::new(), Vec::new());
        text.as_bytes().chunks(part).for_each(|part| scanner.push(part, &mut out));
        scanner.finish(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_can_be_read_is_what_is_given_and_what_cannot_is_named() {
        for (text, given) in [
            ("1. e4 e5 2.Nf3+ 12... O-O-O# 1-0\n", "1. e4 e5 2.Nf3+ 12... O-O-O# 1-0\n"),
            ("1.e2-e4 Ng8-f6++ 0-0 ♘f3 exd6e.p. a3 e.p.", "1.e2e4 Ng8f6+ O-O Nf3 exd6 a3 "),
            ("Nf3 N +- (=) ∞ $14 -- Z0 1/2\n", "Nf3   ()  $14 -- Z0 1/2-1/2\n"),
            ("Nf3 1/2", "Nf3 {\u{1}1 1/2}"),
            ("1. e4 Bc9 e5", "1. e4 {\u{1}1 Bc9} e5"),
            ("1. e4\n(1. d4\ngarbage) e5", "1. e4\n(1. d4\n{\u{1}3 garbage}) e5"),
            ("1. e4 {Bc9\n} ; Bc9\n% Bc9\n2. N", "1. e4 {Bc9\n} ; Bc9\n% Bc9\n2. {\u{1}4 N}"),
            ("1. e4 {\u{1}1 Bc9} *", "1. e4 { 1 Bc9} *"),
            ("[A \"\\\"]\"] [B \"\"]\n\n*", "[A \"\\\"]\"] [B \"\"]\n\n*"),
            ("[Site \"C:\\\"]\n[B \"x\"\n*", "[Site \"C:\\\"]\n[B \"x\"\n*"),
            ("\n[White W]\n", "\n[\u{1}0 \"2 [White W]\"]\n"),
            ("[A \"B]\n\n*", "[\u{1}0 \"1 [A \\\"B]\"]\n\n*"),
            ("[A \"\"]\nB \"b\"]\n*", "[A \"\"]\n[\u{1}0 \"2 B\"]\n*"),
            ("\u{feff}[A \"\"]\n\n*\n\u{feff}[B \"\"]\n", "[A \"\"]\n\n*\n[B \"\"]\n"),
        ] {
            for part in [1, 2, 3, 7, 1000] {
                assert_eq!(scanned(text, part), given, "{text} in parts of {part}");
            }
        }
    }

    #[test]
    fn a_tag_of_any_length_is_told_to_be_too_long() {
        let given = scanned(&format!("[A \"{}\"]\n[B \"b\"]\n", "x".repeat(300_000)), 5000);
        let (tag, rest) = given.split_once('\n').unwrap();
        let (name, value) = tag.trim_matches(['[', ']']).split_once(' ').unwrap();
        let value = value.replace('\\', "");
        let (fault, line, text) = tag_fault(name.as_bytes(), value.trim_matches('"')).unwrap();
        assert_eq!((fault, line), (TagFault::TooLong, 1));
        assert!(text.starts_with("[A \"xxx") && text.ends_with('…'), "{text}");
        assert_eq!(rest, "[B \"b\"]\n");
    }
}
