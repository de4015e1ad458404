use std::ops::RangeInclusive;
use std::str::FromStr;

use super::index::Condition;

/// Which positions of a library count, such as `result=1-0 elo>2400 player=Tal eco=B9 year=1950..1960`: all parts have to
/// hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter(pub(super) Vec<Condition>);

/// A filter that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}': expected result=1-0 (0-1, 1/2-1/2), player=NAME, eco=B90 (or its beginning), elo or year with =, >, < or a \
     range 1950..1960"
)]
pub struct FilterError(String);

impl FromStr for Filter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Filter, FilterError> {
        let conditions = text.split_whitespace().map(condition).collect::<Result<Vec<_>, _>>()?;
        Ok(Filter(conditions.concat()))
    }
}

fn condition(part: &str) -> Result<Vec<Condition>, FilterError> {
    let error = || FilterError(part.to_owned());
    let at = part.find(['=', '<', '>']).ok_or_else(error)?;
    let (name, rest) = part.split_at(at);
    let (sign, value) = rest.split_at(1);
    if value.is_empty() {
        return Err(error());
    }
    Ok(match (name.to_lowercase().as_str(), sign) {
        ("result", "=") if ["1-0", "0-1", "1/2-1/2"].contains(&value) => {
            vec![Condition::Tag(format!("result:{value}"))]
        }
        ("player", "=") => {
            let words = value.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            words.map(|word| Condition::Tag(format!("player:{}", word.to_lowercase()))).collect()
        }
        ("eco", "=") => vec![Condition::Tag(format!("eco:{}", value.to_lowercase()))],
        ("elo", _) => vec![Condition::Elo(range(sign, value).ok_or_else(error)?)],
        ("year", _) => vec![Condition::Year(range(sign, value).ok_or_else(error)?)],
        _ => return Err(error()),
    })
}

/// The numbers that a comparison allows, all below that which stands for an unknown one.
fn range(sign: &str, value: &str) -> Option<RangeInclusive<u64>> {
    const MOST: u64 = u16::MAX as u64 - 1;
    let number = |text: &str| text.parse::<u16>().ok().map(u64::from);
    match (sign, value.split_once("..")) {
        ("=", Some((low, high))) => Some(number(low)?..=number(high)?.min(MOST)),
        ("=", None) => Some(number(value)?..=number(value)?),
        (">", None) => Some(number(value)? + 1..=MOST),
        ("<", None) => Some(0..=number(value)?.checked_sub(1)?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn filters_are_read_and_others_refused() {
        let filter: Filter = "result=1-0 elo>2400 player=Tal,Mikhail eco=B9".parse().unwrap();
        let tag = |text: &str| Condition::Tag(text.to_owned());
        assert_eq!(
            filter.0,
            [
                tag("result:1-0"),
                Condition::Elo(2401..=65534),
                tag("player:tal"),
                tag("player:mikhail"),
                tag("eco:b9")
            ]
        );
        assert_eq!("year=1950..1960".parse(), Ok(Filter(vec![Condition::Year(1950..=1960)])));
        for bad in ["result=2-0", "elo", "elo=", "colour=white", "elo>high", "player<x"] {
            assert_eq!(bad.parse::<Filter>(), Err(FilterError(bad.to_owned())));
        }
    }
}
