//! Reads an advice table from TOML; errors name file, line, what was found and what was expected.

use serde::Deserialize;
use toml::Spanned;

use super::line_parser::{LineError, LineParser};
use super::table::{AdviceTable, MAX_DEPTH, MAX_PREFERENCES, MAX_RULES, Rule};
use crate::chess::tablebase::{Endgame, EndgameSide};

/// An invalid table, with the place in its file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {what}")]
pub struct TableError {
    /// The file as given by the caller.
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub what: String,
}

/// A table as written. The aliases are the keys of files written before they were renamed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTable {
    #[serde(alias = "ending")]
    endgame: Spanned<String>,
    title: String,
    #[serde(default)]
    proven: bool,
    #[serde(default)]
    when: Vec<Spanned<String>>,
    rule: Vec<Spanned<RawRule>>,
    #[serde(default)]
    defence: Vec<Spanned<RawRule>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRule {
    name: String,
    #[serde(alias = "say")]
    sentence: String,
    #[serde(default)]
    when: Vec<Spanned<String>>,
    #[serde(alias = "better")]
    better_goal: Vec<Spanned<String>>,
    #[serde(default, alias = "against")]
    prevents: Vec<Spanned<String>>,
    #[serde(default, alias = "hold")]
    holding_goal: Vec<Spanned<String>>,
    moves: Vec<Spanned<String>>,
    #[serde(default)]
    prefer: Vec<Spanned<String>>,
    depth: Spanned<i64>,
    #[serde(default)]
    draws: bool,
}

impl AdviceTable {
    /// Reads a table from the text of `file`, whose stem becomes the name of the table.
    ///
    /// # Errors
    ///
    /// The first error in the text.
    pub fn parse(file: &str, text: &str) -> Result<AdviceTable, TableError> {
        Reader { file, text }.table()
    }
}

struct Reader<'a> {
    file: &'a str,
    text: &'a str,
}

impl Reader<'_> {
    fn error(&self, offset: usize, what: String) -> TableError {
        let line = self.text[..offset.min(self.text.len())].matches('\n').count() + 1;
        TableError { file: self.file.to_owned(), line, what }
    }

    fn table(&self) -> Result<AdviceTable, TableError> {
        let raw: RawTable = toml::from_str(self.text).map_err(|error| {
            self.error(error.span().map_or(0, |span| span.start), error.message().to_owned())
        })?;
        let endgame = Endgame::parse(raw.endgame.get_ref()).ok_or_else(|| {
            let found = raw.endgame.get_ref();
            let expected = "one or two pieces between two kings, such as 'KRK' or 'KBNK', or one against a \
                lesser one, such as 'KQKR' or 'KRKP'";
            self.error(raw.endgame.span().start, format!("found '{found}', expected {expected}"))
        })?;
        if raw.rule.is_empty() {
            return Err(self.error(0, "found no [[rule]], expected at least one".to_owned()));
        }
        let stem = self.file.rsplit(std::path::is_separator).next().unwrap_or(self.file);
        let strong = LineParser { side: EndgameSide::Strong, endgame: &endgame };
        let weak = LineParser { side: EndgameSide::Weak, endgame: &endgame };
        let rules = self.rules(raw.rule, strong, &[])?;
        let defence = self.rules(raw.defence, weak, &rules)?;
        let entry = self.lines(&raw.when, |text| strong.clause(text))?;
        Ok(AdviceTable {
            name: stem.strip_suffix(".toml").unwrap_or(stem).to_owned(),
            endgame,
            title: raw.title,
            proven: raw.proven,
            entry,
            rules,
            defence,
        })
    }

    fn rules(
        &self,
        raw: Vec<Spanned<RawRule>>,
        reader: LineParser<'_>,
        opponent: &[Rule],
    ) -> Result<Vec<Rule>, TableError> {
        if let Some(extra) = raw.get(MAX_RULES) {
            let what = format!("expected at most {MAX_RULES} rules for each side");
            return Err(self.error(extra.span().start, what));
        }
        for (index, rule) in raw.iter().enumerate() {
            let name = &rule.get_ref().name;
            if raw[..index].iter().any(|other| other.get_ref().name == *name) {
                let what = format!("found a second rule '{name}', expected unique names");
                return Err(self.error(rule.span().start, what));
            }
        }
        raw.into_iter().map(|rule| self.rule(rule, reader, opponent)).collect()
    }

    fn rule(
        &self,
        raw: Spanned<RawRule>,
        reader: LineParser<'_>,
        opponent: &[Rule],
    ) -> Result<Rule, TableError> {
        let start = raw.span().start;
        let raw = raw.into_inner();
        if raw.better_goal.is_empty() || raw.moves.is_empty() {
            let missing = if raw.better_goal.is_empty() { "better_goal" } else { "moves" };
            return Err(self.error(
                start,
                format!("rule '{}': '{missing}' is empty, expected at least one line", raw.name),
            ));
        }
        if let Some(extra) = raw.prefer.get(MAX_PREFERENCES) {
            let what = format!("expected at most {MAX_PREFERENCES} lines in 'prefer'");
            return Err(self.error(extra.span().start, what));
        }
        let depth = u8::try_from(*raw.depth.get_ref()).unwrap_or(0);
        if !(1..=MAX_DEPTH).contains(&depth) {
            let found = raw.depth.get_ref();
            let what = format!("found depth {found}, expected a number from 1 to {MAX_DEPTH}");
            return Err(self.error(raw.depth.span().start, what));
        }
        if raw.draws && reader.side == EndgameSide::Weak {
            let what =
                format!("rule '{}': found 'draws', expected it in a [[rule]] only", raw.name);
            return Err(self.error(start, what));
        }
        Ok(Rule {
            name: raw.name,
            sentence: raw.sentence,
            when: self.lines(&raw.when, |text| reader.clause(text))?,
            better_goal: self.lines(&raw.better_goal, |text| reader.clause(text))?,
            prevents: raw
                .prevents
                .iter()
                .map(|name| self.find(name, opponent))
                .collect::<Result<_, _>>()?,
            holding_goal: self.lines(&raw.holding_goal, |text| reader.clause(text))?,
            moves: self.lines(&raw.moves, |text| reader.moves(text))?,
            prefer: self.lines(&raw.prefer, |text| reader.preference(text))?,
            depth,
            draws: raw.draws,
        })
    }

    /// The index of the opponent's rule with this name.
    fn find(&self, name: &Spanned<String>, opponent: &[Rule]) -> Result<usize, TableError> {
        opponent.iter().position(|rule| rule.name == *name.get_ref()).ok_or_else(|| {
            let names: Vec<&str> = opponent.iter().map(|rule| rule.name.as_str()).collect();
            let expected = if names.is_empty() {
                "'prevents' in a [[defence]] only".to_owned()
            } else {
                format!("the name of a [[rule]]: {}", names.join(", "))
            };
            let what = format!("found '{}', expected {expected}", name.get_ref());
            self.error(name.span().start, what)
        })
    }

    fn lines<T>(
        &self,
        raw: &[Spanned<String>],
        read: impl Fn(&str) -> Result<T, LineError>,
    ) -> Result<Vec<T>, TableError> {
        raw.iter()
            .map(|line| {
                read(line.get_ref())
                    .map_err(|error| self.error(line.span().start, error.to_string()))
            })
            .collect()
    }
}
