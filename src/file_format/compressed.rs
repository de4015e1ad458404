use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::FileError;

/// Opens a file for reading and decompresses it if its extension is `.gz` (gzip) or `.zst` (Zstandard).
///
/// # Errors
///
/// The file cannot be opened. Damaged compressed data is an error of the reader.
pub fn open_decompressed(path: &Path) -> Result<Box<dyn Read>, FileError> {
    let file = File::open(path).map_err(FileError::at("open", path))?;
    let extension = path.extension().and_then(|extension| extension.to_str());
    Ok(match extension {
        Some("gz") => Box::new(flate2::read::MultiGzDecoder::new(file)),
        #[cfg(not(target_arch = "wasm32"))]
        Some("zst") => {
            let decoder = zstd::stream::read::Decoder::new(file);
            Box::new(decoder.map_err(FileError::at("decompress", path))?)
        }
        _ => Box::new(file),
    })
}
