//! Pictures as SVG text and as PNG bytes. The PNG is the SVG rendered by resvg, so that the two agree.

use std::sync::{Arc, LazyLock};

use plotters::prelude::*;
use plotters::style::register_font;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::PlotError;
use super::chart::Picture;
use super::draw;
use super::strokes::{FONT, SCALE};

/// PNGs have two pixels for one CSS pixel, for dense screens and print.
const PNG_SCALE: f32 = 2.0;

/// Whether plotters accepted the embedded font, with which it measures text.
static FONT_IS_REGISTERED: LazyLock<bool> =
    LazyLock::new(|| register_font(FONT, FontStyle::Normal, dejavu::sans::regular()).is_ok());

/// The embedded font is the only one resvg knows, so that installed fonts make no difference.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    Arc::new(fonts)
});

/// The picture as SVG.
pub(super) fn svg(picture: &Picture) -> Result<String, PlotError> {
    if !*FONT_IS_REGISTERED {
        return Err(PlotError::Font);
    }
    let mut text = String::new();
    let (width, height) = picture.size;
    let paper = (width * SCALE, height * SCALE);
    {
        let area = SVGBackend::with_string(&mut text, paper).into_drawing_area();
        draw::picture(&area, picture).map_err(PlotError::draw)?;
        area.present().map_err(PlotError::draw)?;
    }
    // The view box keeps the fine coordinates of the paper; width and height are those on the screen.
    let size_of_paper = format!("width=\"{}\" height=\"{}\"", paper.0, paper.1);
    let size_on_screen = format!("width=\"{width}\" height=\"{height}\" stroke-linejoin=\"round\"");
    Ok(text.replacen(&size_of_paper, &size_on_screen, 1))
}

/// An SVG from [`svg`] as PNG, [`PNG_SCALE`] pixels for one CSS pixel.
pub(super) fn png(svg: &str) -> Result<Vec<u8>, PlotError> {
    let options = Options { fontdb: Arc::clone(&FONTS), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(PlotError::draw)?;
    let size = tree.size().to_int_size().scale_by(PNG_SCALE).ok_or(PlotError::Size)?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or(PlotError::Size)?;
    resvg::render(&tree, Transform::from_scale(PNG_SCALE, PNG_SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(PlotError::draw)
}
