//! Event files of TensorBoard: records of TensorFlow, each with an event in the encoding of protocol buffers
//! (`tensorflow/core/lib/io/record_writer.h` and `tensorflow/core/util/event.proto`). Of these formats a log needs so little that
//! it is written here; the crates that write them bring an encoder of all protocol buffers.

use std::fs::{File, create_dir_all};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::{LogRow, at};
use crate::file_format::FileError;

/// Games in one event: their means are written.
const GAMES: usize = 10;

/// An event file. Steps are games of the run.
pub(super) struct TensorBoardLog {
    path: PathBuf,
    file: File,
    rows: Vec<LogRow>,
}

impl TensorBoardLog {
    /// A new file in the folder, beside those of earlier sessions.
    pub(super) fn create(folder: &Path) -> Result<TensorBoardLog, FileError> {
        create_dir_all(folder).map_err(FileError::at("create", folder))?;
        // TensorBoard reads the files of a folder in the order of their names.
        let number =
            (0..).map(|number| format!("events.out.tfevents.{:010}.{number}", now() as u64));
        let mut paths = number.map(|name| folder.join(name));
        let path = paths.find(|path| !path.exists()).unwrap_or_default();
        let file = File::create_new(&path).map_err(at(&path))?;
        let mut log = TensorBoardLog { path, file, rows: Vec::new() };
        let mut event = Message::default();
        event.double(1, now());
        event.bytes(3, b"brain.Event:2");
        log.record(&event.0)?;
        Ok(log)
    }

    pub(super) fn write(&mut self, row: &LogRow) -> Result<(), FileError> {
        self.rows.push(row.clone());
        if self.rows.len() >= GAMES { self.flush() } else { Ok(()) }
    }

    /// Writes the games that wait for others.
    pub(super) fn flush(&mut self) -> Result<(), FileError> {
        let rows = std::mem::take(&mut self.rows);
        let Some(last) = rows.last() else { return Ok(()) };
        let mean = |value: &dyn Fn(&LogRow) -> f64| {
            rows.iter().map(value).sum::<f64>() / rows.len() as f64
        };
        let mut summary = Message::default();
        let mut scalar = |tag: &str, value: f64| {
            let mut scalar = Message::default();
            scalar.bytes(1, tag.as_bytes());
            scalar.float(2, value as f32);
            summary.bytes(1, &scalar.0);
        };
        if let Some(score) = last.recent_score {
            scalar("score/last 100 games", score);
        }
        scalar("learning/error", mean(&|row| row.td_error));
        scalar("games/plies", mean(&|row| f64::from(row.plies)));
        scalar("patterns/created", mean(&|row| f64::from(row.created)));
        scalar("patterns/forgotten", mean(&|row| f64::from(row.forgotten)));
        scalar("patterns/graph", f64::from(last.graph_patterns));
        scalar("patterns/material", f64::from(last.material_patterns));
        scalar("patterns/move", f64::from(last.move_patterns));
        let mut event = Message::default();
        event.double(1, now());
        event.integer(2, u64::from(last.game));
        event.bytes(5, &summary.0);
        self.record(&event.0)
    }

    /// A record: length, its checksum, the data, their checksum; at once, so that a reader never sees a part for long.
    fn record(&mut self, data: &[u8]) -> Result<(), FileError> {
        let length = (data.len() as u64).to_le_bytes();
        let parts = [&length[..], &checksum(&length), data, &checksum(data)];
        self.file.write_all(&parts.concat()).map_err(at(&self.path))
    }
}

/// Seconds since 1970.
fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}

/// CRC-32C, masked as in TensorFlow's records, little-endian.
fn checksum(data: &[u8]) -> [u8; 4] {
    let checksum = crc32c::crc32c(data);
    checksum.rotate_right(15).wrapping_add(0xa282_ead8).to_le_bytes()
}

/// A message in the encoding of protocol buffers.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    fn varint(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn key(&mut self, field: u64, wire_type: u64) {
        self.varint(field << 3 | wire_type);
    }

    fn integer(&mut self, field: u64, number: u64) {
        self.key(field, 0);
        self.varint(number);
    }

    fn double(&mut self, field: u64, number: f64) {
        self.key(field, 1);
        self.0.extend(number.to_le_bytes());
    }

    fn bytes(&mut self, field: u64, bytes: &[u8]) {
        self.key(field, 2);
        self.varint(bytes.len() as u64);
        self.0.extend(bytes);
    }

    fn float(&mut self, field: u64, number: f32) {
        self.key(field, 5);
        self.0.extend(number.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_have_the_checksums_of_tensorflow() {
        // The length field of the first record of any event file, 24 bytes long, and its checksum.
        assert_eq!(checksum(&24_u64.to_le_bytes()), [0xa3, 0x7f, 0x4b, 0x22]);
    }

    #[test]
    fn messages_are_encoded_as_protocol_buffers() {
        let mut message = Message::default();
        message.integer(2, 300);
        message.float(2, 1.0);
        message.bytes(1, b"ab");
        assert_eq!(message.0, [0x10, 0xac, 0x02, 0x15, 0, 0, 0x80, 0x3f, 0x0a, 2, b'a', b'b']);
    }
}
