use crate::file_format::text_of;
use pgn_reader::{Nag, RawComment};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Position};

/// What the text of a game says beside the moves of its main line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameText {
    /// What stands before the first move, then after each half-move.
    places: Vec<Vec<TextItem>>,
}

/// A mark, a comment or a side variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextItem {
    /// Numeric annotation glyph.
    Nag(u8),
    /// A comment, without its braces.
    Comment(String),
    /// A side variation with all that is in it, without the brackets around it, as tokens.
    Variation(Vec<String>),
}

impl GameText {
    /// What stands after `plies` half-moves; 0: before the first.
    #[must_use]
    pub fn after(&self, plies: usize) -> &[TextItem] {
        self.places.get(plies).map_or(&[], Vec::as_slice)
    }
}

/// Records the text of a game as it is read.
#[derive(Debug)]
pub(super) struct TextRecorder {
    text: GameText,
    /// The side variations that are open, the outermost first.
    open: Vec<Open>,
    comment: Vec<u8>,
    bytes: u64,
}

/// A side variation that is not complete.
#[derive(Debug)]
struct Open {
    tokens: Vec<String>,
    /// Of its next move.
    number: MoveNumber,
    /// The next move needs its number.
    needs_number: bool,
}

/// Which move of the game a half-move is.
#[derive(Clone, Copy, Debug)]
struct MoveNumber {
    full: u32,
    turn: Color,
}

impl MoveNumber {
    fn of_next(position: &Chess) -> MoveNumber {
        MoveNumber { full: position.fullmoves().get(), turn: position.turn() }
    }

    fn next(self) -> MoveNumber {
        MoveNumber { full: self.full + u32::from(self.turn.is_black()), turn: !self.turn }
    }

    fn previous(self) -> MoveNumber {
        MoveNumber { full: self.full - u32::from(self.turn.is_white()), turn: !self.turn }
    }
}

impl TextRecorder {
    pub(super) fn new() -> TextRecorder {
        let text = GameText { places: vec![Vec::new()] };
        TextRecorder { text, open: Vec::new(), comment: Vec::new(), bytes: 0 }
    }

    /// Bytes kept so far.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) fn finish(self) -> GameText {
        self.text
    }

    /// A side variation is being read.
    pub(super) fn is_in_variation(&self) -> bool {
        !self.open.is_empty()
    }

    /// A move of the main line was read.
    pub(super) fn main_move(&mut self) {
        self.text.places.push(Vec::new());
    }

    /// A move of the variation that is open.
    pub(super) fn side_move(&mut self, san: &SanPlus) {
        if let Some(Open { tokens, number, needs_number }) = self.open.last_mut() {
            if number.turn.is_white() {
                tokens.push(format!("{}.", number.full));
            } else if *needs_number {
                tokens.push(format!("{}...", number.full));
            }
            let san = san.to_string();
            self.bytes += san.len() as u64;
            tokens.push(san);
            (*number, *needs_number) = (number.next(), false);
        }
    }

    pub(super) fn nag(&mut self, nag: Nag) {
        self.bytes += 1;
        match self.open.last_mut() {
            Some(open) => open.tokens.push(format!("${}", nag.0)),
            None => self.place().push(TextItem::Nag(nag.0)),
        }
    }

    /// A part of a comment that goes on.
    pub(super) fn partial_comment(&mut self, part: RawComment<'_>) {
        self.comment.extend_from_slice(part.as_bytes());
        self.bytes += part.as_bytes().len() as u64;
    }

    /// The last part of a comment.
    pub(super) fn comment(&mut self, part: RawComment<'_>) {
        self.partial_comment(part);
        let comment = text_of(&std::mem::take(&mut self.comment)).trim().to_owned();
        match self.open.last_mut() {
            Some(open) => {
                open.tokens.push("{".to_owned());
                open.tokens.extend(comment.split_whitespace().map(str::to_owned));
                open.tokens.push("}".to_owned());
                open.needs_number = true;
            }
            None => self.place().push(TextItem::Comment(comment)),
        }
    }

    /// A side variation begins; `position`: that of the main line.
    pub(super) fn begin_variation(&mut self, position: &Chess) {
        // It begins with another move in place of the one before it.
        let next =
            self.open.last().map_or_else(|| MoveNumber::of_next(position), |open| open.number);
        self.bytes += size_of::<Open>() as u64;
        let number = next.previous();
        self.open.push(Open { tokens: Vec::new(), number, needs_number: true });
    }

    pub(super) fn end_variation(&mut self) {
        let Some(Open { tokens, .. }) = self.open.pop() else { return };
        match self.open.last_mut() {
            Some(outer) => {
                outer.tokens.extend(bracketed(&tokens));
                outer.needs_number = true;
            }
            None => self.place().push(TextItem::Variation(tokens)),
        }
    }

    fn place(&mut self) -> &mut Vec<TextItem> {
        if self.text.places.is_empty() {
            self.text.places.push(Vec::new());
        }
        let last = self.text.places.len() - 1;
        &mut self.text.places[last]
    }
}

/// The tokens of a variation in round brackets.
pub(super) fn bracketed(tokens: &[String]) -> Vec<String> {
    let mut all = tokens.to_vec();
    if let Some(first) = all.first_mut() {
        first.insert(0, '(');
    }
    if let Some(last) = all.last_mut() {
        last.push(')');
    }
    all
}
