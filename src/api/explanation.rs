use std::fmt;

use crate::explanation::explained::{Explanation as Explained, Over};
use crate::render::explanation::Document;

/// A position explained: see [`Morph::explain`](crate::Morph::explain). `Display` writes what `morph explain` prints.
#[derive(Clone, Debug)]
pub struct Explanation {
    pawns: Option<f64>,
    text: String,
    document: Document,
}

impl Explanation {
    pub(super) fn new(answer: &Result<Explained, Over>, document: Document) -> Explanation {
        let pawns = answer.as_ref().ok().map(Explained::value);
        Explanation { pawns, text: document.to_string(), document }
    }

    /// Who stands better, in pawns for White; ±100 for a forced mate, `None` if the game is over.
    #[must_use]
    pub fn pawns(&self) -> Option<f64> {
        self.pawns
    }

    /// Who is to move, who stands better, and what is won by force: one or more sentences in one line.
    #[must_use]
    pub fn verdict(&self) -> &str {
        match &self.document {
            Document::Explained(explained) => &explained.text.verdict,
            Document::Over(finished) => &finished.over,
        }
    }

    /// What speaks for either side, a plan with its reason, a move, and the rule of an endgame table where one covers the
    /// position: each in one line, those first that matter most. There are none where mate can be forced.
    pub fn reasons(&self) -> impl Iterator<Item = &str> {
        self.text.lines().skip(2).filter(|line| !line.is_empty())
    }

    /// The object that `morph explain --format json` writes, in one line; `patterns/EXPLANATION.md` describes it.
    #[must_use]
    pub fn to_json(&self) -> String {
        json(&self.document)
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

/// What has only texts and numbers can always be written.
pub(super) fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
