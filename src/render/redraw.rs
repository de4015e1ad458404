//! Pictures drawn again from the CSV files that were written with them.

use std::path::{Path, PathBuf};

use super::opponent_model::PrecisionCurves;
use super::plots::{CheckpointScore, Curves, Formats, PlotError, draw_checkpoint_scores};

/// The file with which learning curves, scores of checkpoints, or precision and coverage are recognised.
const FILES: [&str; 3] = ["material.csv", "score.csv", PrecisionCurves::FILE];

/// Whether a folder holds CSV files that [`redraw`] can draw; runs keep theirs in a folder of their own.
#[must_use]
pub fn is_redrawable(folder: &Path) -> bool {
    FILES.iter().any(|file| folder.join(file).exists())
}

/// Draws the CSV files of `folder` again into `output`, and returns the files written.
///
/// # Errors
///
/// A file is missing or is not what was written, or a picture cannot be written.
pub fn redraw(folder: &Path, output: &Path) -> Result<Vec<PathBuf>, PlotError> {
    let formats = Formats { csv: output != folder, ..Formats::ALL };
    let [curves, scores, precision] = FILES.map(|file| folder.join(file));
    if curves.exists() {
        Curves::stored(folder)?.write(output, formats)
    } else if scores.exists() {
        draw_checkpoint_scores(&CheckpointScore::load(&scores)?, output, formats)
    } else {
        PrecisionCurves::load(&precision)?.write(output, formats)
    }
}
