//! Pictures as the bytes of files.

use std::sync::LazyLock;

use plotters::prelude::*;
use plotters::style::register_font;

use super::PlotError;
use super::bitmap::Bitmap;
use super::chart::Picture;
use super::draw::{self, FONT, SCALE};

/// PNGs have two pixels for one CSS pixel, for dense screens and print.
const PNG_SCALE: u32 = 2;
/// Pixels of the paper, along each axis, that become one pixel of the PNG. Plotters draws no smooth edges for thick
/// lines; the mean over a square of pixels does.
const OVERSAMPLING: usize = (SCALE / PNG_SCALE) as usize;

/// Whether the embedded font is at hand; nothing is looked up in the system.
static FONT_IS_REGISTERED: LazyLock<bool> =
    LazyLock::new(|| register_font(FONT, FontStyle::Normal, dejavu::sans::regular()).is_ok());

/// The picture as SVG.
pub(super) fn svg(picture: &Picture) -> Result<String, PlotError> {
    let mut text = String::new();
    let paper = paper_size(picture)?;
    {
        let area = SVGBackend::with_string(&mut text, paper).into_drawing_area();
        draw::picture(&area, picture).map_err(PlotError::draw)?;
        area.present().map_err(PlotError::draw)?;
    }
    // The paper is finer than the screen: the view box says how many of its pixels there are, width and height how
    // large they are to be shown.
    let (width, height) = picture.size;
    let size_of_paper = format!("width=\"{}\" height=\"{}\"", paper.0, paper.1);
    let size_on_screen = format!("width=\"{width}\" height=\"{height}\" stroke-linejoin=\"round\"");
    Ok(text.replacen(&size_of_paper, &size_on_screen, 1))
}

/// The picture as PNG, [`PNG_SCALE`] pixels for one CSS pixel.
pub(super) fn png(picture: &Picture) -> Result<Vec<u8>, PlotError> {
    let paper = paper_size(picture)?;
    let mut pixels = vec![0; paper.0 as usize * paper.1 as usize * 3];
    {
        let area = Bitmap::new(&mut pixels, paper)?.into_drawing_area();
        draw::picture(&area, picture).map_err(PlotError::draw)?;
        area.present().map_err(PlotError::draw)?;
    }
    let mut bytes = Vec::new();
    let (width, height) = (picture.size.0 * PNG_SCALE, picture.size.1 * PNG_SCALE);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().map_err(PlotError::draw)?;
    writer.write_image_data(&shrink(&pixels, paper.0 as usize)).map_err(PlotError::draw)?;
    writer.finish().map_err(PlotError::draw)?;
    Ok(bytes)
}

fn paper_size(picture: &Picture) -> Result<(u32, u32), PlotError> {
    if !*FONT_IS_REGISTERED {
        return Err(PlotError::Font);
    }
    Ok((picture.size.0 * SCALE, picture.size.1 * SCALE))
}

/// Takes the mean over squares of [`OVERSAMPLING`] pixels; `width` and the height are multiples of it.
fn shrink(pixels: &[u8], width: usize) -> Vec<u8> {
    const SQUARE: usize = OVERSAMPLING * OVERSAMPLING;
    let mut small = Vec::with_capacity(pixels.len() / SQUARE);
    for rows in pixels.chunks_exact(width * 3 * OVERSAMPLING) {
        for column in (0..width).step_by(OVERSAMPLING) {
            for channel in 0..3 {
                let sum: usize = (0..SQUARE)
                    .map(|k| (k / OVERSAMPLING) * width + column + k % OVERSAMPLING)
                    .map(|pixel| usize::from(rows[pixel * 3 + channel]))
                    .sum();
                small.push(((sum + SQUARE / 2) / SQUARE) as u8);
            }
        }
    }
    small
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shrinking_takes_the_mean_of_each_square() {
        assert_eq!(OVERSAMPLING, 2);
        // Two rows of four pixels: a white and a half-black square.
        let (white, black) = ([255; 3], [0; 3]);
        let rows = [[white, white, white, black], [white, white, black, white]];
        assert_eq!(shrink(rows.as_flattened().as_flattened(), 4), [255, 255, 255, 128, 128, 128]);
    }
}
