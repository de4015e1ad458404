//! Draws a [`Picture`] as SVG with plotters.

use plotters::element::PathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::chart::{Chart, Header, KeyItem, Mark, Panel, Picture};
use super::strokes::{Area, Drawn, px, stroke, text};
use super::ticks::Axis;
use super::{end_labels, layer};

const INK: RGBColor = RGBColor(32, 32, 32);
const FAINT_INK: RGBColor = RGBColor(104, 104, 104);
const NOTE_SIZE: f64 = 11.0;
const GRID: RGBColor = RGBColor(228, 228, 228);
const AXIS: RGBColor = RGBColor(128, 128, 128);

/// Draws `picture` on `paper`, which measures [`Picture::size`] times [`SCALE`] units.
pub(super) fn picture(paper: &Area, picture: &Picture) -> Drawn<()> {
    paper.fill(&WHITE)?;
    let is_alone = picture.rows.iter().map(|row| row.charts.len()).sum::<usize>() == 1;
    let gap = if is_alone { 0 } else { px(8.0) };
    let mut area = paper.margin(px(12.0), px(8.0) - gap, px(14.0) - gap, px(6.0) - gap);
    if let Some(overall) = &picture.header {
        area = header(&area.margin(0, 0, gap, gap), overall, 20.0)?.margin(0, 0, -gap, -gap);
    }
    let height = f64::from(area.dim_in_pixel().1);
    let mut shares: u32 = picture.rows.iter().map(|row| row.share).sum();
    for row in &picture.rows {
        let share = height_left(&area) * f64::from(row.share) / f64::from(shares);
        let (above, below) = area.split_vertically(share.min(height) as i32);
        let y_labels = width_of_y_labels(&above, &row.charts)?;
        for (cell, drawn) in above.split_evenly((1, row.charts.len())).iter().zip(&row.charts) {
            chart(&cell.margin(gap, gap, gap, gap), drawn, y_labels)?;
        }
        shares -= row.share;
        area = below;
    }
    Ok(())
}

fn height_left(area: &Area) -> f64 {
    f64::from(area.dim_in_pixel().1)
}

/// Space for the longest number at a vertical axis and the quantity beside it; the same for all charts, so that their
/// axes line up.
fn width_of_y_labels(area: &Area, charts: &[Chart]) -> Drawn<i32> {
    let style = text(11.0, FAINT_INK);
    let mut longest = 0;
    for panel in charts.iter().flat_map(|chart| &chart.panels) {
        for (_, words) in &panel.y.ticks {
            longest = longest.max(area.estimate_text_size(words, &style)?.0 as i32);
        }
    }
    let has_quantity = charts.iter().flat_map(|chart| &chart.panels).any(|p| !p.y.label.is_empty());
    Ok(longest + px(if has_quantity { 30.0 } else { 10.0 }))
}

/// Draws title, note and key, and returns the rest of the area.
fn header<'a>(area: &Area<'a>, header: &Header, size: f64) -> Drawn<Area<'a>> {
    let width = area.dim_in_pixel().0 as i32;
    let mut y = 0;
    for (words, size, colour) in [(&header.title, size, INK), (&header.note, NOTE_SIZE, FAINT_INK)]
    {
        let style = text(size, colour);
        for line in wrap(area, words, &style, width)? {
            area.draw_text(&elide(area, &line, &style, width)?, &style, (0, y))?;
            y += px(size * 1.5);
        }
    }
    if !header.key.is_empty() {
        y = key(area, &header.key, y + px(3.0))?;
    }
    Ok(area.split_vertically(y + px(6.0)).1)
}

/// Draws the items from left to right, in as many rows as they need, and returns the height below them.
fn key(area: &Area, items: &[KeyItem], top: i32) -> Drawn<i32> {
    let width = area.dim_in_pixel().0 as i32;
    let letters = text(12.0, INK);
    let (line_length, gap, row) = (px(22.0), px(7.0), px(19.0));
    let (mut x, mut y) = (0, top);
    for item in items {
        let words = elide(area, &item.text, &letters, width - line_length - gap)?;
        let needed = line_length + gap + area.estimate_text_size(&words, &letters)?.0 as i32;
        if x > 0 && x + needed > width {
            (x, y) = (0, y + row);
        }
        let middle = y + px(6.0);
        let ends = [(x, middle), (x + line_length, middle)];
        let style = stroke(item.colour, 2.0);
        match item.mark {
            Mark::DashedLine => area.draw(&layer::dashed(ends.to_vec(), style))?,
            Mark::DottedLine => area.draw(&layer::dotted(ends.to_vec(), style))?,
            Mark::Line | Mark::ThinLine | Mark::Symbols(_) => {
                area.draw(&PathElement::new(ends, style))?
            }
        }
        if let Mark::Symbols(number) = item.mark {
            let centre = (x + line_length / 2, middle);
            area.draw(&(EmptyElement::at(centre) + layer::symbol(number, item.colour)))?;
        }
        area.draw_text(&words, &letters, (x + line_length + gap, y))?;
        x += needed + px(20.0);
    }
    Ok(y + row)
}

/// `words` in lines no wider than `width`, if no single word is wider.
fn wrap(area: &Area, words: &str, style: &TextStyle, width: i32) -> Drawn<Vec<String>> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} {word}");
            if area.estimate_text_size(&longer, style)?.0 as i32 <= width {
                *line = longer;
                continue;
            }
        }
        lines.push(word.to_owned());
    }
    Ok(lines)
}

/// `words`, cut off with an ellipsis where they are wider than `width`.
fn elide(area: &Area, words: &str, style: &TextStyle, width: i32) -> Drawn<String> {
    let fits = |words: &str| Ok((area.estimate_text_size(words, style)?.0 as i32) <= width);
    let mut cut = words.to_owned();
    let mut shown = cut.clone();
    while !fits(&shown)? && cut.pop().is_some() {
        shown = format!("{}…", cut.trim_end());
    }
    Ok(shown)
}

fn chart(area: &Area, chart: &Chart, y_labels: i32) -> Drawn<()> {
    let mut rest = header(area, &chart.header, if chart.is_small { 12.0 } else { 15.0 })?;
    let x_labels = px(if chart.x.label.is_empty() { 20.0 } else { 40.0 });
    let right = end_labels::margin(area, chart)?.max(px(24.0));
    let gap = px(12.0);

    let gaps = gap * (chart.panels.len() as i32 - 1);
    let height = rest.dim_in_pixel().1 as i32 - x_labels - gaps;
    let shares: u32 = chart.panels.iter().map(|panel| panel.share).sum();
    for (index, drawn) in chart.panels.iter().enumerate() {
        if index + 1 == chart.panels.len() {
            panel(&rest, &chart.x, drawn, (x_labels, y_labels, right))?;
        } else {
            let share = f64::from(drawn.share) / f64::from(shares);
            let (above, below) = rest.split_vertically((f64::from(height) * share) as i32);
            panel(&above, &chart.x, drawn, (0, y_labels, right))?;
            rest = below.margin(gap, 0, 0, 0);
        }
    }
    Ok(())
}

/// Draws the panel with space for labels below it and at its sides.
fn panel(
    area: &Area,
    x: &Axis,
    panel: &Panel,
    (x_labels, y_labels, right): (i32, i32, i32),
) -> Drawn<()> {
    let mut plot = ChartBuilder::on(area)
        .margin_top(px(4.0))
        .margin_right(right)
        .x_label_area_size(x_labels)
        .y_label_area_size(y_labels)
        .build_cartesian_2d(x.clone(), panel.y.clone())?;
    plot.configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(stroke(GRID, 0.75))
        .axis_style(stroke(AXIS, 1.0))
        .label_style(text(11.0, FAINT_INK))
        .axis_desc_style(text(12.0, INK))
        .set_all_tick_mark_size(px(3.0))
        .x_desc(&x.label)
        .y_desc(&panel.y.label)
        .draw()?;
    let inside = plot.plotting_area();
    for drawn in &panel.layers {
        layer::draw(inside, drawn)?;
    }
    end_labels::draw(inside, panel)?;
    if let Some(remark) = &panel.remark {
        let style = text(13.0, FAINT_INK).pos(Pos::new(HPos::Center, VPos::Center));
        let (width, height) = inside.dim_in_pixel();
        // Above the middle, where the line of 50 % runs.
        let centre = (width as i32 / 2, height as i32 * 3 / 8);
        inside.strip_coord_spec().draw_text(remark, &style, centre)?;
    }
    Ok(())
}
