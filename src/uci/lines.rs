use std::io::{self, BufRead, Read};

/// One line of input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Without white space at the ends; bytes that are not UTF-8 are replaced by U+FFFD.
    Text(String),
    /// It was longer than the limit and has been skipped.
    TooLong,
}

/// Reads a line of at most `limit` bytes, so that endless output cannot fill the memory. `None` at the end of the input.
pub(super) fn read_line(input: &mut impl BufRead, limit: usize) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let read = Read::by_ref(input).take(limit as u64).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if read == limit && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(Line::Text(String::from_utf8_lossy(&bytes).trim().to_owned())))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn long_lines_are_skipped_and_bad_bytes_replaced() {
        let mut input: &[u8] = b"uci\r\n0123456789abcdef\nq\xffuit\n\nend";
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut input, 10).unwrap() {
            lines.push(line);
        }
        let text = |s: &str| Line::Text(s.to_owned());
        assert_eq!(
            lines,
            [text("uci"), Line::TooLong, text("q\u{fffd}uit"), text(""), text("end")]
        );
    }
}
