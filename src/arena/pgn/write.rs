use shakmaty::san::{San, SanPlus};
use shakmaty::{Chess, KnownOutcome, Move};

use super::text::{GameText, TextItem, bracketed};
use super::{ABANDONMENT, ENDING, EXPLORED, INSTEAD_OF, MAX_TAG_VALUE, OPENING_PLIES, PgnGame};
use crate::arena::{GameEnd, GameRecord, PlyRecord};
use crate::chess::{Start, fen, line_words, push_numbered};
use crate::player::TimeControl;
use crate::units::Score;

/// Maximum length of a line of moves, in characters.
const WIDTH: usize = 80;

/// Begins the command that gives a score.
const EVALUATION: &str = "[%eval";

/// Tags and comments beyond the game itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnSettings {
    /// The tag `Event`.
    pub event: String,
    /// The tag `Date`, as `YYYY.MM.DD`; unknown if `None`, so that equal games give equal files.
    pub date: Option<String>,
    /// Write the mover's values, as `{0.534}`.
    pub values: bool,
    /// The tag `Annotator`, if there is one.
    pub annotator: Option<String>,
    /// The tag `TimeControl`, if the game has clocks.
    pub time_control: Option<TimeControl>,
}

/// The annotation of a half-move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// Numeric annotation glyphs.
    pub nags: Vec<u8>,
    /// The score after the half-move for White, written as `[%eval 0.35]`.
    pub evaluation: Option<Score>,
    /// A comment; empty: none. Braces become round brackets, since they would end it.
    pub comment: String,
    /// Moves that are better than the half-move and what follows it; empty: none.
    pub better: Vec<Move>,
}

impl Default for PgnSettings {
    /// Event `?`, no date, no values, no annotator, no clocks.
    fn default() -> PgnSettings {
        PgnSettings {
            event: "?".to_owned(),
            date: None,
            values: false,
            annotator: None,
            time_control: None,
        }
    }
}

/// The game as PGN, a blank line at the end. `round` becomes the tag `Round`.
#[must_use]
pub fn format_game(record: &GameRecord, round: Option<usize>, settings: &PgnSettings) -> String {
    format_annotated_game(record, round, settings, &[])
}

/// The same with an annotation for each half-move; half-moves beyond the last annotation have none.
#[must_use]
pub fn format_annotated_game(
    record: &GameRecord,
    round: Option<usize>,
    settings: &PgnSettings,
    annotations: &[Annotation],
) -> String {
    let mut text = String::new();
    for (name, value) in tags(record, round, settings) {
        text += &format!("[{name} \"{}\"]\n", escape(&value));
    }
    text.push('\n');
    let moves = record.plies.iter().map(|ply| ply.m);
    let own = |place: usize, before: &Chess| comment(&record.plies[place], before, settings);
    let (start, no_text) = (record.start.position(), GameText::default());
    let tokens = movetext(start, moves, own, &no_text, annotations, result(record));
    wrap(&mut text, &tokens);
    text
}

/// A game as it was read, with its tags, comments, marks and side variations, and with annotations. An annotation has no
/// marks where the game has some, its score replaces the one that is there, and no variation is added that begins like one
/// of the game.
#[must_use]
pub fn format_annotated_text(
    game: &PgnGame,
    annotator: &str,
    annotations: &[Annotation],
) -> String {
    let mut text = String::new();
    let mut annotators = vec![annotator];
    for (name, value) in game.tags.iter() {
        if name == "Annotator" {
            annotators.insert(0, value);
        } else {
            text += &format!("[{name} \"{}\"]\n", escape(value));
        }
    }
    annotators.dedup();
    text += &format!("[Annotator \"{}\"]\n\n", escape(&annotators.join("; ")));
    let result = game.outcome.map_or("*", |outcome| outcome.as_str());
    let moves = game.plies.iter().map(|ply| ply.m);
    let start = game.start.position();
    let tokens = movetext(start, moves, |_, _| None, &game.text, annotations, result);
    wrap(&mut text, &tokens);
    text
}

/// Adds tokens in lines of limited length, and a blank line.
fn wrap(text: &mut String, tokens: &[String]) {
    let mut column = 0;
    for token in tokens {
        let length = token.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(token);
        column += length;
    }
    text.push_str("\n\n");
}

fn tags(
    record: &GameRecord,
    round: Option<usize>,
    settings: &PgnSettings,
) -> Vec<(&'static str, String)> {
    let unknown = |text: &str| text.to_owned();
    let mut tags = vec![
        ("Event", settings.event.clone()),
        ("Site", unknown("?")),
        ("Date", settings.date.clone().unwrap_or_else(|| unknown("????.??.??"))),
        ("Round", round.map_or_else(|| unknown("?"), |number| number.to_string())),
        ("White", record.white.clone()),
        ("Black", record.black.clone()),
        ("Result", result(record).to_owned()),
    ];
    if let Start::Position(position) = &record.start {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", fen(position)));
    }
    if record.opening_plies > 0 {
        tags.push((OPENING_PLIES, record.opening_plies.to_string()));
    }
    if let Some(annotator) = &settings.annotator {
        tags.push(("Annotator", annotator.clone()));
    }
    if let Some(control) = settings.time_control {
        tags.push(("TimeControl", control.to_string()));
    }
    tags.push(("PlyCount", record.plies.len().to_string()));
    tags.push(("Termination", termination(record).to_owned()));
    tags.push((ENDING, record.ending.name().to_owned()));
    if let GameEnd::Abandoned { by, why, .. } = &record.ending {
        tags.push((ABANDONMENT, format!("{by}: {why}")));
    }
    tags
}

/// One of the words that the standard has for the tag `Termination`.
fn termination(record: &GameRecord) -> &'static str {
    match (&record.ending, record.result) {
        (GameEnd::PlyCap, _) => "adjudication",
        (GameEnd::TimeForfeit { .. }, _) => "time forfeit",
        (GameEnd::Abandoned { .. }, _) => "abandoned",
        (GameEnd::Unstated, None) => "unterminated",
        (GameEnd::Rule(_) | GameEnd::Unstated, _) => "normal",
    }
}

fn result(record: &GameRecord) -> &'static str {
    record.result.map_or("*", KnownOutcome::as_str)
}

/// The moves with what is said of them, as tokens; `own` is the program's comment on a move, given its place and the position
/// before it.
fn movetext(
    mut position: Chess,
    moves: impl Iterator<Item = Move>,
    own: impl Fn(usize, &Chess) -> Option<String>,
    text: &GameText,
    annotations: &[Annotation],
    result: &str,
) -> Vec<String> {
    let mut tokens = Vec::new();
    text.after(0).iter().for_each(|item| push_item(&mut tokens, item));
    let mut number_needed = true;
    for (place, m) in moves.enumerate() {
        let before = position.clone();
        let own = own(place, &before);
        push_numbered(&mut tokens, &mut position, m, number_needed);
        let items = text.after(place + 1);
        let annotation = annotations.get(place);
        let is_marked = items.iter().any(|item| matches!(item, TextItem::Nag(_)));
        let marks = annotation.iter().filter(|_| !is_marked).flat_map(|a| &a.nags);
        tokens.extend(marks.map(|nag| format!("${nag}")));
        let replaces = annotation.is_some_and(|annotation| annotation.evaluation.is_some());
        for item in items {
            match item {
                TextItem::Comment(text) if replaces && text.contains(EVALUATION) => {
                    let rest = without_evaluation(text);
                    if !rest.is_empty() {
                        push_comment(&mut tokens, &rest);
                    }
                }
                item => push_item(&mut tokens, item),
            }
        }
        number_needed = items.iter().any(|item| !matches!(item, TextItem::Nag(_))) || own.is_some();
        tokens.extend(own);
        if let Some(annotation) = annotation {
            let evaluation = annotation.evaluation.map(|score| {
                format!("{EVALUATION} {}] ", score.to_string().trim_start_matches('+'))
            });
            let comment = evaluation.unwrap_or_default() + &annotation.comment;
            if !comment.trim().is_empty() {
                push_comment(&mut tokens, &comment);
                number_needed = true;
            }
            let is_known = |item| begins_with(item, &before, annotation.better.first());
            if !annotation.better.is_empty() && !items.iter().any(is_known) {
                tokens.extend(bracketed(&line_words(&before, &annotation.better)));
                number_needed = true;
            }
        }
    }
    tokens.push(result.to_owned());
    tokens
}

/// A comment without its scores, which others replace.
fn without_evaluation(text: &str) -> String {
    let mut rest = text.to_owned();
    while let Some(begin) = rest.find(EVALUATION) {
        let length = rest[begin..].find(']').map_or(rest.len() - begin, |end| end + 1);
        rest.replace_range(begin..begin + length, "");
    }
    rest.trim().to_owned()
}

/// The item is a side variation that begins with a move in place of the one played in `before`.
fn begins_with(item: &TextItem, before: &Chess, m: Option<&Move>) -> bool {
    let TextItem::Variation(tokens) = item else { return false };
    let san = tokens.iter().find(|token| !token.ends_with('.'));
    let san = san.and_then(|token| token.parse::<SanPlus>().ok());
    san.and_then(|san| san.san.to_move(before).ok()).as_ref() == m && m.is_some()
}

fn push_item(tokens: &mut Vec<String>, item: &TextItem) {
    match item {
        TextItem::Nag(nag) => tokens.push(format!("${nag}")),
        TextItem::Comment(text) => push_comment(tokens, text),
        TextItem::Variation(line) => tokens.extend(bracketed(line)),
    }
}

fn push_comment(tokens: &mut Vec<String>, text: &str) {
    tokens.push("{".to_owned());
    let text = text.replace('{', "(").replace('}', ")");
    // A command such as `[%eval 0.35]` stays on one line.
    let mut command: Option<String> = None;
    for word in text.split_whitespace() {
        let word = match command.take() {
            Some(begun) => format!("{begun} {word}"),
            None => word.to_owned(),
        };
        if word.starts_with("[%") && !word.ends_with(']') {
            command = Some(word);
        } else {
            tokens.push(word);
        }
    }
    tokens.extend(command);
    tokens.push("}".to_owned());
}

fn comment(ply: &PlyRecord, before: &Chess, settings: &PgnSettings) -> Option<String> {
    let mut words = Vec::new();
    words.extend(ply.value.filter(|_| settings.values).map(|value| value.to_string()));
    if ply.explored {
        words.push(EXPLORED.to_owned());
        if let Some(best) = ply.best {
            words.extend(INSTEAD_OF.map(str::to_owned));
            words.push(San::from_move(before, best).to_string());
        }
    }
    (!words.is_empty()).then(|| format!("{{{}}}", words.join(" ")))
}

/// A tag value on one line, quotes and backslashes escaped.
fn escape(value: &str) -> String {
    let mut escaped = String::new();
    for (index, c) in value.chars().enumerate() {
        match c {
            _ if index == MAX_TAG_VALUE => {
                escaped.push('…');
                break;
            }
            '"' | '\\' => escaped.extend(['\\', c]),
            _ if c.is_control() => escaped.push(' '),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use shakmaty::Position as _;

    use super::*;
    use crate::arena::{Opening, Rules, play_game};
    use crate::chess::{Game, Start, position_from_fen};
    use crate::player::{Sparring, SparringLevel};
    use crate::rng;
    use crate::units::Value;

    fn short_game() -> GameRecord {
        let start = position_from_fen("4k3/P7/8/8/8/8/8/4K3 b - - 0 40").unwrap();
        let mut game = Game::new(Start::Position(Box::new(start)));
        for uci in ["e8d7", "a7a8q", "d7d6"] {
            let m = uci.parse::<shakmaty::uci::UciMove>().unwrap();
            game.play(m.to_move(game.position()).unwrap()).unwrap();
        }
        let (mut white, mut black) =
            (Sparring::new(SparringLevel::Random), Sparring::new(SparringLevel::Greedy));
        let rules = Rules { ply_cap: 3 };
        let mut rng = rng::seeded(1, "test", 0);
        let mut record = play_game(&mut white, &mut black, &Opening::from(game), &rules, &mut rng);
        record.opening_plies = 1;
        record.plies[1].explored = true;
        record.plies[1].value = Some(Value::new(0.5341));
        record
    }

    #[test]
    fn a_game_is_written_like_this() {
        let settings = PgnSettings { values: true, ..PgnSettings::default() };
        let expected = "\
[Event \"?\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"7\"]
[White \"random\"]
[Black \"greedy\"]
[Result \"1/2-1/2\"]
[SetUp \"1\"]
[FEN \"4k3/P7/8/8/8/8/8/4K3 b - - 0 40\"]
[OpeningPlies \"1\"]
[PlyCount \"3\"]
[Termination \"adjudication\"]
[Ending \"ply-cap\"]

40... Kd7 41. a8=Q {0.534 explored} 41... Kd6 1/2-1/2

";
        assert_eq!(format_game(&short_game(), Some(7), &settings), expected);
    }

    #[test]
    fn values_are_written_on_request_only() {
        let text = format_game(&short_game(), None, &PgnSettings::default());
        assert!(text.contains("a8=Q {explored} 41... Kd6"), "{text}");
    }

    #[test]
    fn what_is_added_is_not_there_twice() {
        let text = "1. e4 {[%eval 0.2] [%clk 0:01:00]} 1... e5 {[%eval 0.3]} (1... c5 2. Nf3) *";
        let mut reader = super::super::PgnReader::new(text.as_bytes()).keeping_text();
        let game = reader.next_game(&mut |_| true, Ok).unwrap().unwrap().unwrap();
        let mut position = Chess::default();
        position.play_unchecked(game.plies[0].m);
        let better = San::from_ascii(b"c5").unwrap().to_move(&position).unwrap();
        let score = Some(Score::Centipawns(35));
        let first = Annotation { evaluation: score, ..Annotation::default() };
        let second = Annotation { better: vec![better], ..first.clone() };
        let written = format_annotated_text(&game, "Morph", &[first, second]);
        let moves = written.replace('\n', " ");
        let expected = "1. e4 { [%clk 0:01:00] } { [%eval 0.35] } 1... e5 ( 1... c5 2. Nf3 ) { [%eval 0.35] } *";
        assert!(moves.contains(&expected.replace("( ", "(").replace(" )", ")")), "{written}");
    }

    #[test]
    fn tag_values_stay_on_one_line_of_bounded_length() {
        assert_eq!(escape("a \"b\" \\ c\nd"), "a \\\"b\\\" \\\\ c d");
        assert_eq!(escape(&"x".repeat(2000)).chars().count(), MAX_TAG_VALUE + 1);
    }
}
