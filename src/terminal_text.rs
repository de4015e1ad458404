//! Text of others made fit for the terminal: names of players and engines come from files and processes.

use std::borrow::Cow;

/// Characters of a name that are shown, for [`printable`].
pub const MAX_NAME: usize = 80;

/// The text on one line, without characters that change what a terminal shows, and cut after `max_chars` characters, the
/// last then `…`.
///
/// Control characters (so ANSI escape sequences and line breaks), line separators and those that reverse the direction of
/// what follows become `\u{fffd}`; letters of all scripts and the joiners that some need stay. Allocates only where
/// something changes.
///
/// # Example
///
/// ```
/// use morph::terminal_text::{MAX_NAME, printable};
/// assert_eq!(printable("Ботвинник, М", MAX_NAME), "Ботвинник, М");
/// assert_eq!(printable("\u{1b}[2Jx\n", MAX_NAME), "\u{fffd}[2Jx\u{fffd}");
/// assert_eq!(printable("Botvinnik", 4), "Bot…");
/// ```
#[must_use]
pub fn printable(text: &str, max_chars: usize) -> Cow<'_, str> {
    let is_long = text.len() > max_chars && text.chars().nth(max_chars).is_some();
    if !is_long && !text.contains(is_unprintable) {
        return Cow::Borrowed(text);
    }
    let kept = if is_long { max_chars.saturating_sub(1) } else { max_chars };
    let replaced = |c: char| if is_unprintable(c) { '\u{fffd}' } else { c };
    let shown = text.chars().take(kept).map(replaced);
    Cow::Owned(shown.chain(is_long.then_some('…')).collect())
}

fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{61c}' // zero-width space, direction marks
            | '\u{2028}' | '\u{2029}' // line and paragraph separators
            | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' // embeddings, overrides, isolates
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_reverses_or_erases_is_shown_as_a_placeholder() {
        for bad in ["\u{202e}", "\u{2067}", "\u{9b}", "\r", "\t", "\u{7f}", "\u{2028}", "\0"] {
            assert_eq!(printable(bad, 9), "\u{fffd}");
        }
        for good in ["Nepomniachtchi, Ян", "丁立人", "رضایی‌پور", "D'Angelo–Š. \u{fffd}", ""]
        {
            assert!(matches!(printable(good, 20), Cow::Borrowed(same) if same == good));
        }
    }

    #[test]
    fn a_long_text_ends_in_an_ellipsis() {
        assert_eq!(printable("abc", 3), "abc");
        assert_eq!(printable("abcd", 3), "ab…");
        assert_eq!(printable("äöüß", 3), "äö…");
        assert_eq!(printable("abcd", 1), "…");
    }

    proptest! {
        #[test]
        fn any_text_is_one_line_of_bounded_length(text in any::<String>(), max in 1..100usize) {
            let shown = printable(&text, max);
            prop_assert!(shown.chars().count() <= max && !shown.contains(is_unprintable));
            prop_assert_eq!(printable(&shown, max), shown.as_ref());
        }
    }
}
