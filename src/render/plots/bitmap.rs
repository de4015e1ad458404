//! A paper of pixels with letters where they belong and lines without holes.

use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};
use plotters::prelude::BitMapBackend;
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontTransform,
};

use super::PlotError;

/// The bitmap of plotters with text and thick lines of its own, drawn as an SVG viewer draws them.
///
/// Plotters 0.3.7 leaves out the space that belongs to the left of each glyph, so that letters stand
/// unevenly, and puts a line of text higher than its SVG does. It draws a thick path as one polygon,
/// which has holes wherever the path turns back within its own width.
pub(super) struct Bitmap<'a> {
    pixels: BitMapBackend<'a>,
    font: FontRef<'static>,
}

impl<'a> Bitmap<'a> {
    /// `buffer` holds red, green and blue for each pixel of `size`, row by row.
    pub fn new(buffer: &'a mut [u8], size: (u32, u32)) -> Result<Bitmap<'a>, PlotError> {
        let font = FontRef::try_from_slice(dejavu::sans::regular()).map_err(|_| PlotError::Font)?;
        Ok(Bitmap { pixels: BitMapBackend::with_buffer(buffer, size), font })
    }

    /// Glyphs from the origin to the right, and the length of the line in pixels.
    fn set(&self, text: &str, scale: PxScale) -> (Vec<Glyph>, f32) {
        let font = self.font.as_scaled(scale);
        let mut glyphs: Vec<Glyph> = Vec::new();
        let mut end = 0.0;
        for letter in text.chars() {
            let id = font.glyph_id(letter);
            if let Some(previous) = glyphs.last() {
                end += font.kern(previous.id, id);
            }
            glyphs.push(id.with_scale_and_position(scale, point(end, 0.0)));
            end += font.h_advance(id);
        }
        (glyphs, end)
    }
}

type Drawn<'a> = Result<(), DrawingErrorKind<<BitMapBackend<'a> as DrawingBackend>::ErrorType>>;

impl<'a> DrawingBackend for Bitmap<'a> {
    type ErrorType = <BitMapBackend<'a> as DrawingBackend>::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        self.pixels.get_size()
    }

    fn ensure_prepared(&mut self) -> Drawn<'a> {
        self.pixels.ensure_prepared()
    }

    fn present(&mut self) -> Drawn<'a> {
        self.pixels.present()
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> Drawn<'a> {
        self.pixels.draw_pixel(at, colour)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn<'a> {
        self.pixels.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn<'a> {
        self.pixels.draw_rect(from, to, style, fill)
    }

    /// Segment by segment, with round joints. Segments overlap there, so the colour has to be opaque.
    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn<'a> {
        let half = f64::from(style.stroke_width()) / 2.0;
        let mut last: Option<(BackendCoord, bool)> = None;
        for to in path {
            let Some((from, is_joint)) = last else {
                last = Some((to, false));
                continue;
            };
            if from == to {
                continue;
            }
            if is_joint {
                self.draw_circle(from, half.round() as u32, style, true)?;
            }
            let along = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
            let scale = half / along.0.hypot(along.1);
            let side = ((along.1 * scale).round() as i32, (along.0 * scale).round() as i32);
            let corner =
                |end: BackendCoord, sign: i32| (end.0 + sign * side.0, end.1 - sign * side.1);
            self.fill_polygon(
                [corner(from, 1), corner(to, 1), corner(to, -1), corner(from, -1)],
                style,
            )?;
            last = Some((to, true));
        }
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        (x, y): BackendCoord,
    ) -> Drawn<'a> {
        // Size of the font, and places of the baseline, as in the SVG of plotters.
        let em = style.size() as f32 / 1.24;
        let units_per_em = self.font.units_per_em().unwrap_or(1_000.0);
        let scale = PxScale::from(em * self.font.height_unscaled() / units_per_em);
        const X_HEIGHT: f32 = 0.547;
        let (glyphs, length) = self.set(text, scale);
        let left = match style.anchor().h_pos {
            HPos::Left => 0.0,
            HPos::Center => -length / 2.0,
            HPos::Right => -length,
        };
        let baseline = match style.anchor().v_pos {
            VPos::Top => 0.76 * em,
            VPos::Center => 0.5 * X_HEIGHT * em,
            VPos::Bottom => -0.5 * X_HEIGHT * em,
        };
        let ink = style.color();
        for mut glyph in glyphs {
            glyph.position += point(left, baseline);
            let Some(outline) = self.font.outline_glyph(glyph) else { continue };
            let corner = outline.px_bounds().min;
            let mut inked = Vec::new();
            outline.draw(|dx, dy, coverage| {
                let at = (corner.x as i32 + dx as i32, corner.y as i32 + dy as i32);
                inked.push((at, f64::from(coverage.min(1.0))));
            });
            for ((dx, dy), coverage) in inked {
                let at = match style.transform() {
                    FontTransform::None => (x + dx, y + dy),
                    FontTransform::Rotate90 => (x - dy, y + dx),
                    FontTransform::Rotate180 => (x - dx, y - dy),
                    FontTransform::Rotate270 => (x + dy, y - dx),
                };
                self.draw_pixel(at, BackendColor { alpha: ink.alpha * coverage, ..ink })?;
            }
        }
        Ok(())
    }
}
