use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::FileError;

/// Opens a file for reading and decompresses it if its extension is `.gz` (gzip) or `.zst` (Zstandard).
///
/// # Errors
///
/// The file cannot be opened. Damaged compressed data is an error of the reader.
pub fn open_decompressed(path: &Path) -> Result<Box<dyn Read>, FileError> {
    open_with_progress(path).map(|(reader, _)| reader)
}

/// The same, and how far it is read.
///
/// # Errors
///
/// As [`open_decompressed`].
pub fn open_with_progress(path: &Path) -> Result<(Box<dyn Read>, ReadProgress), FileError> {
    let file = File::open(path).map_err(FileError::at("open", path))?;
    let size = file.metadata().map_or(0, |metadata| metadata.len());
    let progress = ReadProgress { read: Arc::default(), size };
    let file = CountedFile { file, read: Arc::clone(&progress.read) };
    let extension = path.extension().and_then(|extension| extension.to_str());
    let reader: Box<dyn Read> = match extension {
        Some("gz") => Box::new(flate2::read::MultiGzDecoder::new(file)),
        #[cfg(not(target_arch = "wasm32"))]
        Some("zst") => {
            let decoder = zstd::stream::read::Decoder::new(file);
            Box::new(decoder.map_err(FileError::at("decompress", path))?)
        }
        _ => Box::new(file),
    };
    Ok((reader, progress))
}

/// A stream without a name, decompressed if it begins like gzip or Zstandard.
///
/// # Errors
///
/// The stream cannot be read.
pub fn decompressed_stream(input: impl Read + 'static) -> io::Result<Box<dyn Read>> {
    let mut input = BufReader::new(input);
    Ok(match input.fill_buf()? {
        [0x1f, 0x8b, ..] => Box::new(flate2::bufread::MultiGzDecoder::new(input)),
        #[cfg(not(target_arch = "wasm32"))]
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Box::new(zstd::stream::read::Decoder::with_buffer(input)?),
        _ => Box::new(input),
    })
}

/// How far a file is read, while another part of the program reads it.
#[derive(Clone, Debug)]
pub struct ReadProgress {
    read: Arc<AtomicU64>,
    size: u64,
}

impl ReadProgress {
    /// The share of the file's bytes, compressed or not, that are read, 0 to 1; 0 where the size is not known.
    #[must_use]
    pub fn share(&self) -> f64 {
        let read = self.read.load(Ordering::Relaxed);
        if self.size == 0 { 0.0 } else { (read as f64 / self.size as f64).min(1.0) }
    }
}

struct CountedFile {
    file: File,
    read: Arc<AtomicU64>,
}

impl Read for CountedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Compresses bytes with Zstandard, fast.
#[cfg(feature = "nats")]
pub(crate) fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    zstd::bulk::compress(bytes, 1)
}

/// What was compressed; an error if that is damaged, or longer than `limit`.
#[cfg(feature = "nats")]
pub(crate) fn decompress(bytes: &[u8], limit: u64) -> io::Result<Vec<u8>> {
    let mut decompressed = Vec::new();
    let decoder = zstd::stream::read::Decoder::new(bytes)?;
    decoder.take(limit.saturating_add(1)).read_to_end(&mut decompressed)?;
    if decompressed.len() as u64 > limit {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "too much data"));
    }
    Ok(decompressed)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::rng;
    use rand::RngExt as _;
    use std::io::Write;

    #[test]
    fn the_share_read_grows_to_one_compressed_or_not() {
        let folder = tempfile::tempdir().unwrap();
        // Random, which cannot be compressed, and longer than any buffer.
        let mut text = vec![0; 1_000_000];
        rng::seeded(1, "test", 0).fill(&mut text[..]);
        let plain = folder.path().join("plain.pgn");
        std::fs::write(&plain, &text).unwrap();
        let packed = folder.path().join("packed.pgn.gz");
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(&text).unwrap();
        std::fs::write(&packed, encoder.finish().unwrap()).unwrap();
        for path in [plain, packed] {
            let (mut reader, progress) = open_with_progress(&path).unwrap();
            reader.read_exact(&mut [0; 10]).unwrap();
            let begun = progress.share();
            assert!(0.0 < begun && begun < 0.9, "{begun}");
            let mut rest = Vec::new();
            reader.read_to_end(&mut rest).unwrap();
            assert_eq!((rest.len(), progress.share()), (text.len() - 10, 1.0));
        }
    }
}
