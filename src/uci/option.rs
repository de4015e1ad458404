use std::{fmt, str::FromStr};

use crate::terminal_text::{MAX_NAME, printable};

/// Characters of a name, a value or a list of values that an error quotes.
const MAX_QUOTE: usize = 300;

/// An option as an engine announces it: `option name … type … default …`.
///
/// # Example
///
/// ```
/// use morph::uci::{OptionDeclaration, OptionKind};
///
/// let line = "option name Skill Level type spin default 20 min 0 max 20";
/// let option: OptionDeclaration = line.parse()?;
/// assert_eq!(option.name, "Skill Level");
/// assert_eq!(option.kind, OptionKind::Spin { default: 20, min: 0, max: 20 });
/// assert_eq!(option.to_string(), line);
/// assert!(option.check("21").is_err());
/// # Ok::<(), morph::uci::BadOptionLine>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDeclaration {
    /// May contain spaces; upper and lower case mean the same.
    pub name: String,
    /// What values it takes.
    pub kind: OptionKind,
}

/// The five types of option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The value before any `setoption`.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value before any `setoption`.
        default: i64,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value before any `setoption`.
        default: String,
        /// All allowed values.
        choices: Vec<String>,
    },
    /// An action without a value.
    Button,
    /// Any text, for example the name of a file. Empty is written `<empty>`.
    Text {
        /// The value before any `setoption`.
        default: String,
    },
}

/// An invalid value of an option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("option `{option}` takes {expected}, not `{value}`")]
pub struct BadOptionValue {
    /// Name of the option.
    pub option: String,
    /// The valid values.
    pub expected: String,
    /// The invalid value.
    pub value: String,
}

/// A line that is not an option announcement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an option announcement: `{line}`")]
pub struct BadOptionLine {
    /// The line.
    pub line: String,
}

/// Options of searching engines, which interfaces set without asking; name, default, smallest and largest value.
const WITHOUT_EFFECT: [(&str, i64, i64, i64); 3] =
    [("Hash", 16, 1, 33_554_432), ("Threads", 1, 1, 1024), ("Move Overhead", 10, 0, 5000)];

impl OptionDeclaration {
    /// Options that an engine without a search accepts for the sake of interfaces: `Hash`, `Threads` and `Move Overhead`.
    pub fn without_effect() -> impl Iterator<Item = OptionDeclaration> {
        let kind = |(default, min, max)| OptionKind::Spin { default, min, max };
        WITHOUT_EFFECT.into_iter().map(move |(name, default, min, max)| {
            OptionDeclaration::new(name, kind((default, min, max)))
        })
    }

    /// An option of any kind.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: OptionKind) -> OptionDeclaration {
        OptionDeclaration { name: name.into(), kind }
    }

    /// Whether `name` means this option. Upper and lower case mean the same.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Checks that `value` is valid; a button takes only the empty one.
    ///
    /// # Errors
    ///
    /// The value is invalid; the error says what is valid.
    pub fn check(&self, value: &str) -> Result<(), BadOptionValue> {
        let (fits, expected) = match &self.kind {
            OptionKind::Check { .. } => {
                (value == "true" || value == "false", "true or false".to_owned())
            }
            OptionKind::Spin { min, max, .. } => (
                value.parse::<i64>().is_ok_and(|n| (*min..=*max).contains(&n)),
                format!("a whole number from {min} to {max}"),
            ),
            OptionKind::Combo { choices, .. } => (
                choices.iter().any(|choice| choice.eq_ignore_ascii_case(value)),
                format!("one of `{}`", choices.join("`, `")),
            ),
            OptionKind::Button => (value.is_empty(), "no value".to_owned()),
            OptionKind::Text { .. } => (!value.contains(['\n', '\r']), "a single line".to_owned()),
        };
        if fits {
            Ok(())
        } else {
            let shown = |text: &str| printable(text, MAX_QUOTE).into_owned();
            let (option, expected, value) = (shown(&self.name), shown(&expected), shown(value));
            Err(BadOptionValue { option, expected, value })
        }
    }
}

/// The option called `name`, or the most similar names, best first.
pub(super) fn find<'a>(
    options: &'a [OptionDeclaration],
    name: &str,
) -> Result<&'a OptionDeclaration, Vec<&'a str>> {
    if let Some(option) = options.iter().find(|option| option.is_named(name)) {
        return Ok(option);
    }
    let wanted = name.to_lowercase();
    let mut similar: Vec<(f64, &str)> = options
        .iter()
        .map(|option| {
            (strsim::jaro_winkler(&wanted, &option.name.to_lowercase()), option.name.as_str())
        })
        .filter(|(likeness, _)| *likeness > 0.7)
        .collect();
    similar.sort_by(|a, b| b.0.total_cmp(&a.0));
    Err(similar.into_iter().take(3).map(|(_, name)| name).collect())
}

/// The end of an error about an unknown option: `; did you mean …?`, or nothing.
pub(super) fn suggestion(similar: &[impl AsRef<str>]) -> String {
    let quoted = |name: &str| format!("`{}`", printable(name, MAX_NAME));
    let names: Vec<String> = similar.iter().map(|name| quoted(name.as_ref())).collect();
    if names.is_empty() { String::new() } else { format!("; did you mean {}?", names.join(" or ")) }
}

impl fmt::Display for OptionDeclaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Text { default } if default.is_empty() => {
                f.write_str("string default <empty>")
            }
            OptionKind::Text { default } => write!(f, "string default {default}"),
        }
    }
}

impl FromStr for OptionDeclaration {
    type Err = BadOptionLine;

    /// Lenient where engines are sloppy: a missing default is false, 0 or empty, a missing bound is no bound,
    /// and a type that the protocol does not know is taken for text.
    fn from_str(line: &str) -> Result<OptionDeclaration, BadOptionLine> {
        let bad = || BadOptionLine { line: line.to_owned() };
        let mut words = line.split_whitespace();
        if words.next() != Some("option") || words.next() != Some("name") {
            return Err(bad());
        }
        let name = words.by_ref().take_while(|word| *word != "type").collect::<Vec<_>>().join(" ");
        let kind = words.next().ok_or_else(bad)?;
        if name.is_empty() {
            return Err(bad());
        }
        let details = Details::read(words);
        let number = |text: &Option<String>| text.as_ref().and_then(|t| t.parse().ok());
        let default = details.default.clone().unwrap_or_default();
        let kind = match kind {
            "check" => OptionKind::Check { default: default.eq_ignore_ascii_case("true") },
            "spin" => OptionKind::Spin {
                default: number(&details.default).unwrap_or(0),
                min: number(&details.min).unwrap_or(i64::MIN),
                max: number(&details.max).unwrap_or(i64::MAX),
            },
            "combo" => OptionKind::Combo { default, choices: details.choices },
            "button" => OptionKind::Button,
            _ => OptionKind::Text {
                default: if default == "<empty>" { String::new() } else { default },
            },
        };
        Ok(OptionDeclaration { name, kind })
    }
}

/// What follows the type in an announcement.
#[derive(Default)]
struct Details {
    default: Option<String>,
    min: Option<String>,
    max: Option<String>,
    choices: Vec<String>,
}

impl Details {
    fn read<'a>(words: impl Iterator<Item = &'a str>) -> Details {
        let mut details = Details::default();
        let mut current: Option<&mut String> = None;
        for word in words {
            current = match word {
                "default" => Some(details.default.insert(String::new())),
                "min" => Some(details.min.insert(String::new())),
                "max" => Some(details.max.insert(String::new())),
                "var" => {
                    details.choices.push(String::new());
                    details.choices.last_mut()
                }
                _ => {
                    if let Some(text) = &mut current {
                        if !text.is_empty() {
                            text.push(' ');
                        }
                        text.push_str(word);
                    }
                    continue;
                }
            };
        }
        details
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn parsed(line: &str) -> OptionDeclaration {
        line.parse().unwrap()
    }

    #[test]
    fn an_announcement_survives_reading_and_writing() {
        for line in [
            "option name OwnBook type check default true",
            "option name Hash type spin default 16 min 4 max 1024",
            "option name NullMove Pruning type combo default Fail High var Always var Fail High var Never",
            "option name Clear Hash type button",
            "option name SyzygyPath type string default <empty>",
            "option name BookFile type string default my book.bin",
        ] {
            assert_eq!(parsed(line).to_string(), line);
        }
    }

    #[test]
    fn sloppy_announcements_are_understood() {
        assert_eq!(
            parsed("option  name Debug Log File type string default").kind,
            OptionKind::Text { default: String::new() }
        );
        assert_eq!(
            parsed("option name Book type check").kind,
            OptionKind::Check { default: false }
        );
        assert_eq!(
            parsed("option name Speed type spin default 3").kind,
            OptionKind::Spin { default: 3, min: i64::MIN, max: i64::MAX }
        );
        for line in
            ["", "option", "option name", "option name X", "option name type spin", "id name X"]
        {
            assert!(line.parse::<OptionDeclaration>().is_err(), "{line}");
        }
    }

    #[test]
    fn values_are_checked() {
        let combo = parsed("option name P type combo default Fail High var Always var Fail High");
        assert!(combo.check("fail high").is_ok());
        assert_eq!(
            combo.check("Never").unwrap_err().to_string(),
            "option `P` takes one of `Always`, `Fail High`, not `Never`"
        );
        assert!(parsed("option name C type check").check("1").is_err());
        assert!(parsed("option name B type button").check("x").is_err());
        assert!(parsed("option name S type string").check("a\nquit").is_err());
    }

    #[test]
    fn similar_names_are_suggested() {
        let options =
            [parsed("option name Skill Level type spin"), parsed("option name Hash type spin")];
        assert_eq!(find(&options, "skill level").unwrap().name, "Skill Level");
        assert_eq!(find(&options, "SkillLevel").unwrap_err(), ["Skill Level"]);
        assert!(find(&options, "Contempt").unwrap_err().is_empty());
        assert_eq!(suggestion(&["Hash"]), "; did you mean `Hash`?");
    }
}
