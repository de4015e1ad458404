//! The first letter of what is said.

/// The first word of a sentence.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A sentence that goes on, but for the name of a side.
pub(super) fn uncapitalised(text: &str) -> String {
    if text.starts_with("White ") || text.starts_with("Black ") {
        // "White pawn on d5" names a piece, "White is" a side.
        let is_side = ["is ", "has ", "can "].iter().any(|verb| text[6..].starts_with(verb));
        if is_side {
            return text.to_owned();
        }
    }
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
