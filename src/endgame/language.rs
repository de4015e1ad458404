//! Reading an advice table from its file, with complaints a person can act on.

use serde::Deserialize;
use toml::Spanned;

use super::ending::Ending;
use super::phrase::{PhraseError, PhraseReader};
use super::situation::Side;
use super::table::{DEEPEST, MOST_PREFERENCES, MOST_RULES, Rule, Table};

/// A table that cannot be used, with the place in its file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {what}")]
pub struct TableError {
    /// The file as given by the caller.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// What was found and what was expected.
    pub what: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTable {
    ending: Spanned<String>,
    title: String,
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
    say: String,
    #[serde(default)]
    when: Vec<Spanned<String>>,
    better: Vec<Spanned<String>>,
    #[serde(default)]
    against: Vec<Spanned<String>>,
    #[serde(default)]
    hold: Vec<Spanned<String>>,
    moves: Vec<Spanned<String>>,
    #[serde(default)]
    prefer: Vec<Spanned<String>>,
    depth: Spanned<i64>,
}

impl Table {
    /// Reads a table from the text of `file`, whose stem becomes the name of the table.
    ///
    /// # Errors
    ///
    /// The first thing in the text that is not as it should be.
    pub fn parse(file: &str, text: &str) -> Result<Table, TableError> {
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

    fn table(&self) -> Result<Table, TableError> {
        let raw: RawTable = toml::from_str(self.text).map_err(|error| {
            self.error(error.span().map_or(0, |span| span.start), error.message().to_owned())
        })?;
        let ending = Ending::parse(raw.ending.get_ref()).ok_or_else(|| {
            let found = raw.ending.get_ref();
            let expected = "the men between two kings, such as 'KRK' or 'KBNK', one or two";
            self.error(raw.ending.span().start, format!("found '{found}', expected {expected}"))
        })?;
        if raw.rule.is_empty() {
            return Err(self.error(0, "found no rule, expected at least one".to_owned()));
        }
        let stem = self.file.rsplit('/').next().unwrap_or(self.file);
        let strong = PhraseReader { side: Side::Strong, ending: &ending };
        let weak = PhraseReader { side: Side::Weak, ending: &ending };
        let rules = self.rules(raw.rule, strong, &[])?;
        let defence = self.rules(raw.defence, weak, &rules)?;
        let entry = self.lines(&raw.when, |text| strong.clause(text))?;
        Ok(Table {
            name: stem.strip_suffix(".toml").unwrap_or(stem).to_owned(),
            ending,
            title: raw.title,
            entry,
            rules,
            defence,
        })
    }

    fn rules(
        &self,
        raw: Vec<Spanned<RawRule>>,
        reader: PhraseReader<'_>,
        opponent: &[Rule],
    ) -> Result<Vec<Rule>, TableError> {
        if let Some(extra) = raw.get(MOST_RULES) {
            let what = format!("expected at most {MOST_RULES} rules for a side");
            return Err(self.error(extra.span().start, what));
        }
        for (place, rule) in raw.iter().enumerate() {
            let name = &rule.get_ref().name;
            if raw[..place].iter().any(|other| other.get_ref().name == *name) {
                let what = format!("found a second rule '{name}', expected a name of its own");
                return Err(self.error(rule.span().start, what));
            }
        }
        raw.into_iter().map(|rule| self.rule(rule, reader, opponent)).collect()
    }

    fn rule(
        &self,
        raw: Spanned<RawRule>,
        reader: PhraseReader<'_>,
        opponent: &[Rule],
    ) -> Result<Rule, TableError> {
        let start = raw.span().start;
        let raw = raw.into_inner();
        if raw.better.is_empty() || raw.moves.is_empty() {
            let missing = if raw.better.is_empty() { "better" } else { "moves" };
            return Err(self.error(
                start,
                format!("rule '{}': '{missing}' is empty, expected at least one line", raw.name),
            ));
        }
        if let Some(extra) = raw.prefer.get(MOST_PREFERENCES) {
            let what = format!("expected at most {MOST_PREFERENCES} lines in 'prefer'");
            return Err(self.error(extra.span().start, what));
        }
        let depth = u8::try_from(*raw.depth.get_ref()).unwrap_or(0);
        if !(1..=DEEPEST).contains(&depth) {
            let found = raw.depth.get_ref();
            let what = format!("found depth {found}, expected a number from 1 to {DEEPEST}");
            return Err(self.error(raw.depth.span().start, what));
        }
        Ok(Rule {
            name: raw.name,
            say: raw.say,
            when: self.lines(&raw.when, |text| reader.clause(text))?,
            better: self.lines(&raw.better, |text| reader.clause(text))?,
            against: raw
                .against
                .iter()
                .map(|name| self.find(name, opponent))
                .collect::<Result<_, _>>()?,
            hold: self.lines(&raw.hold, |text| reader.clause(text))?,
            moves: self.lines(&raw.moves, |text| reader.moves(text))?,
            prefer: self.lines(&raw.prefer, |text| reader.preference(text))?,
            depth,
        })
    }

    /// The index of the opponent's rule with this name.
    fn find(&self, name: &Spanned<String>, opponent: &[Rule]) -> Result<usize, TableError> {
        opponent.iter().position(|rule| rule.name == *name.get_ref()).ok_or_else(|| {
            let names: Vec<&str> = opponent.iter().map(|rule| rule.name.as_str()).collect();
            let expected = if names.is_empty() {
                "'against' in a defence only".to_owned()
            } else {
                format!("the name of a rule to stop: {}", names.join(", "))
            };
            let what = format!("found '{}', expected {expected}", name.get_ref());
            self.error(name.span().start, what)
        })
    }

    fn lines<T>(
        &self,
        raw: &[Spanned<String>],
        read: impl Fn(&str) -> Result<T, PhraseError>,
    ) -> Result<Vec<T>, TableError> {
        raw.iter()
            .map(|line| {
                read(line.get_ref())
                    .map_err(|error| self.error(line.span().start, error.to_string()))
            })
            .collect()
    }
}
