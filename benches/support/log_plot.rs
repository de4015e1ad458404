//! A log-log plot of costs, and its numbers.

use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

use plotters::prelude::*;

/// Microseconds by size.
pub struct Curve {
    pub name: &'static str,
    pub points: Vec<(f64, f64)>,
}

const COLOURS: [RGBColor; 6] = [
    RGBColor(213, 94, 0),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(86, 180, 233),
    RGBColor(0, 90, 160),
    RGBColor(120, 120, 120),
];

/// What a plot is about.
pub struct Plot {
    pub caption: &'static str,
    /// What is counted on the horizontal axis: also the name of its column.
    pub sizes: &'static str,
    pub size_range: Range<f64>,
    pub time_range: Range<f64>,
}

/// Writes `cost.svg` and `cost.csv`.
pub fn write(folder: &Path, plot: &Plot, curves: &[Curve]) {
    let column = plot.sizes.split(' ').next().unwrap();
    let mut table = format!("method,{column},microseconds\n");
    for curve in curves {
        for (size, time) in &curve.points {
            writeln!(table, "\"{}\",{size},{time:.2}", curve.name).unwrap();
        }
    }
    std::fs::write(folder.join("cost.csv"), table).unwrap();

    let font = dejavu::sans::regular();
    plotters::style::register_font("sans-serif", FontStyle::Normal, font).ok().unwrap();
    let path = folder.join("cost.svg");
    let root = SVGBackend::new(&path, (900, 560)).into_drawing_area();
    root.fill(&WHITE).unwrap();
    let mut chart = ChartBuilder::on(&root)
        .caption(plot.caption, ("sans-serif", 20))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(
            plot.size_range.clone().log_scale(),
            plot.time_range.clone().log_scale(),
        )
        .unwrap();
    let label = |x: &f64| if *x >= 1.0 { format!("{x:.0}") } else { String::new() };
    chart
        .configure_mesh()
        .x_desc(plot.sizes)
        .y_desc("microseconds for a position")
        .x_label_formatter(&label)
        .y_label_formatter(&label)
        .light_line_style(WHITE)
        .draw()
        .unwrap();
    for (curve, colour) in curves.iter().zip(COLOURS) {
        let style = colour.stroke_width(2);
        chart
            .draw_series([PathElement::new(curve.points.clone(), style)])
            .unwrap()
            .label(curve.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
        chart
            .draw_series(curve.points.iter().map(|at| Circle::new(*at, 3, colour.filled())))
            .unwrap();
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .draw()
        .unwrap();
    root.present().unwrap();
}
