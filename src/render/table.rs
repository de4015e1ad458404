//! Rows of values as CSV and as aligned text.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};
use serde::{Serialize, Serializer};

/// Writes flat structs as comma-separated values (RFC 4180, lines end with `\n`) under a line of their field names, which
/// is there even without rows.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_csv<R: Serialize + Default>(
    out: impl Write,
    rows: impl IntoIterator<Item = R>,
) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    let mut rows = rows.into_iter().peekable();
    if rows.peek().is_none() {
        let mut names = csv::Writer::from_writer(Vec::new());
        names.serialize(R::default()).map_err(io_error)?;
        let text = names.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
        let header = text.split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default();
        return table.into_inner().map_err(|error| error.into_error())?.write_all(header);
    }
    rows.try_for_each(|row| table.serialize(row)).map_err(io_error)?;
    table.flush()
}

/// The cause itself, where there is one: an error made of an error does not tell a closed pipe from a full disk.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(cause) => cause,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// A number that is written with at most six decimals.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SixDecimals(pub f64);

impl Serialize for SixDecimals {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Adding zero turns −0 into 0.
        serializer.collect_str(&((self.0 * 1e6).round() / 1e6 + 0.0))
    }
}

/// A text table without borders, columns two spaces apart; those in `right` are aligned to the right.
#[must_use]
pub fn plain<T: ToString>(header: impl IntoIterator<Item = T>, right: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header.into_iter().map(|name| name.to_string()).collect::<Vec<_>>());
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if right.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[derive(Default, Serialize)]
    struct Row {
        name: &'static str,
        value: Option<SixDecimals>,
    }

    fn csv(rows: Vec<Row>) -> String {
        let mut out = Vec::new();
        write_csv(&mut out, rows).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_are_short_and_missing_ones_empty() {
        let numbers = [0.0, -0.0, -1e-9, 12.0, 1.0 / 3.0, -2.5];
        let mut rows: Vec<Row> =
            numbers.map(|n| Row { name: "a, b", value: Some(SixDecimals(n)) }).into();
        rows.push(Row::default());
        let texts = ["0", "0", "0", "12", "0.333333", "-2.5"].map(|n| format!("\"a, b\",{n}\n"));
        assert_eq!(csv(rows), format!("name,value\n{},\n", texts.concat()));
    }

    #[test]
    fn a_table_without_rows_has_its_header() {
        assert_eq!(csv(Vec::new()), "name,value\n");
    }
}
