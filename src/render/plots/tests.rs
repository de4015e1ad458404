#![allow(clippy::unwrap_used)]

use shakmaty::{KnownOutcome, Outcome};

use super::*;
use crate::training::journal::MemoryColor;
use crate::training::journal::tests::entry;

const SVG: Formats = Formats { svg: true, png: false, csv: false };
const CSV: Formats = Formats { svg: false, png: false, csv: true };

fn run(label: &str, entries: Vec<JournalEntry>) -> RunJournal {
    RunJournal { label: label.to_owned(), entries }
}

/// A learner that gets better, with noise that needs no generator.
fn learner(games: u32) -> Vec<JournalEntry> {
    (1..=games)
        .map(|game| {
            let progress = f64::from(game) / f64::from(games);
            let noise = (f64::from(game) * 0.618_034).fract();
            let mut entry = entry(game);
            entry.captured_by_memory = (6.0 + 20.0 * progress + 9.0 * noise) as u32;
            entry.score = Some(if noise < progress { 1.0 } else { 0.0 });
            entry.graph_patterns = (600.0 * progress) as u32;
            entry.td_error = 0.05 + 0.2 * (1.0 - progress) * (0.5 + noise);
            entry
        })
        .collect()
}

/// Five games, the third of them void.
fn small() -> Vec<JournalEntry> {
    let mut entries: Vec<JournalEntry> = (1..=5).map(entry).collect();
    for (entry, (captured, score)) in
        entries.iter_mut().zip([(3, 0.0), (9, 0.5), (30, 0.5), (12, 1.0), (39, 1.0)])
    {
        entry.captured_by_memory = captured;
        entry.score = Some(score);
        entry.td_error = f64::from(captured) / 100.0;
        entry.created = captured;
    }
    entries[2].result = Outcome::Unknown;
    entries[2].score = None;
    entries
}

fn written(runs: Vec<RunJournal>, formats: Formats, file: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let window = NonZero::new(3).unwrap();
    Curves::with_window(&runs, Some(window)).unwrap().write(folder.path(), formats).unwrap();
    fs::read_to_string(folder.path().join(file)).unwrap()
}

#[test]
fn csv_holds_the_numbers_drawn() {
    let csv = |file| written(vec![run("first, small", small())], CSV, file);
    assert_eq!(
        csv("material.csv"),
        "run,game,captured_pawns,captured_pawns_mean\n\
         \"first, small\",1,3,6\n\
         \"first, small\",2,9,6\n\
         \"first, small\",3,,10.5\n\
         \"first, small\",4,12,25.5\n\
         \"first, small\",5,39,25.5\n"
    );
    assert_eq!(
        csv("score.csv"),
        "run,game,games_in_window,score_mean,score_low_95,score_high_95,opponents\n\
         \"first, small\",1,2,0.25,0.026677,0.802133,the greedy sparring partner\n\
         \"first, small\",2,2,0.25,0.026677,0.802133,the greedy sparring partner\n\
         \"first, small\",3,2,0.75,0.197867,0.973323,the greedy sparring partner\n\
         \"first, small\",4,2,1,0.34238,1,the greedy sparring partner\n\
         \"first, small\",5,2,1,0.34238,1,the greedy sparring partner\n"
    );
    assert_eq!(
        csv("memory.csv"),
        "run,game,graph_patterns,material_patterns,move_patterns,created_mean,forgotten_mean\n\
         \"first, small\",1,12,5,0,6,1\n\
         \"first, small\",2,14,5,0,14,1\n\
         \"first, small\",3,16,5,0,17,1\n\
         \"first, small\",4,18,5,0,27,1\n\
         \"first, small\",5,20,5,0,25.5,1\n"
    );
    assert_eq!(
        csv("td-error.csv"),
        "run,game,td_error,td_error_mean\n\
         \"first, small\",1,0.03,0.06\n\
         \"first, small\",2,0.09,0.06\n\
         \"first, small\",3,,0.105\n\
         \"first, small\",4,0.12,0.255\n\
         \"first, small\",5,0.39,0.255\n"
    );
}

#[test]
fn every_format_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let plots = folder.path().join("plots");
    let files = Curves::new(&[run("small", small())]).unwrap();
    let files = files.write(&plots, Formats::ALL).unwrap();
    let mut expected = Vec::new();
    for name in ["material", "score", "memory", "td-error"] {
        expected.extend(["svg", "png", "csv"].map(|end| plots.join(format!("{name}.{end}"))));
    }
    expected.extend(["svg", "png"].map(|end| plots.join(format!("overview.{end}"))));
    assert_eq!(files, expected);
    assert_eq!(fs::read_dir(&plots).unwrap().count(), expected.len());
}

#[test]
fn pngs_have_two_pixels_for_one_of_the_svg_and_show_letters() {
    let folder = tempfile::tempdir().unwrap();
    let plots = folder.path();
    Curves::new(&[run("small", small())]).unwrap().write(plots, Formats::ALL).unwrap();
    for (name, (width, height)) in [("material", (720, 450)), ("overview", (800, 620))] {
        let svg = fs::read_to_string(plots.join(format!("{name}.svg"))).unwrap();
        let start = format!("<svg width=\"{width}\" height=\"{height}\" ");
        assert!(svg.starts_with(&start), "{}", &svg[..120]);

        let png = fs::read(plots.join(format!("{name}.png"))).unwrap();
        let pixels = resvg::tiny_skia::Pixmap::decode_png(&png).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (2 * width, 2 * height));
        // Only the title is in the first forty rows.
        let title = pixels.pixels().iter().take(2 * width as usize * 40);
        let ink = title.filter(|pixel| pixel.red() < 96).count();
        assert!(ink > 200, "{name}: {ink} dark pixels where the title should be");
    }
}

#[test]
fn an_svg_has_titles_and_labels() {
    let one = |file| written(vec![run("gnu & co", small())], SVG, file);
    for (file, words) in [
        ("overview.svg", "Line: mean over a window of 3 games. Band: 95 % interval."),
        ("overview.svg", "Patterns in the memory"),
        ("overview.svg", "graph"),
        ("overview.svg", "100 %"),
        ("material.svg", "Opponent&apos;s material captured per game"),
        ("material.svg", "pawns (P 1, N 3, B 3, R 5, Q 9)"),
        ("score.svg", "% of the points"),
        ("memory.svg", "graph patterns"),
        ("memory.svg", "material patterns"),
        ("td-error.svg", "mean |target − value| (points)"),
        ("td-error.svg", "games played"),
    ] {
        assert!(one(file).contains(&format!(">\n{words}\n<")), "{words} is missing in {file}");
    }
    let runs = || vec![run("α = ½", small()), run("logistic", learner(20))];
    for file in ["overview.svg", "td-error.svg"] {
        let both = written(runs(), SVG, file);
        assert!(both.contains(">\nα = ½\n<") && both.contains(">\nlogistic\n<"));
        assert!(both.contains("#0072B2") && both.contains("#D55E00"));
    }
    assert_eq!(written(runs(), SVG, "score.svg"), written(runs(), SVG, "score.svg"));
}

#[test]
fn self_play_shows_whites_results() {
    let mut entries = small();
    for entry in &mut entries {
        entry.color = MemoryColor::Both;
        entry.score = None;
        entry.result = Outcome::Known(KnownOutcome::from_winner(Some(shakmaty::Color::White)));
    }
    let runs = || vec![run("alone", entries.clone())];
    let material = written(runs(), SVG, "material.svg");
    assert!(material.contains("Material captured by White per game of self-play"));
    assert!(written(runs(), SVG, "score.svg").contains("White&apos;s score in self-play"));
    let score = written(runs(), CSV, "score.csv");
    assert!(score.contains("\nalone,3,3,1,0.438503,1,itself\n"), "{score}");

    let mixed = vec![run("alone", entries.clone()), run("gnuchess", small())];
    let score = written(mixed, SVG, "score.svg");
    assert!(score.contains("Score (in self-play: White&apos;s)"));
    assert!(score.contains("alone, self-play"));

    // Games of self-play among others have no score that could be compared.
    let mut some = small();
    (some[4].color, some[4].score) = (MemoryColor::Both, None);
    let score = written(vec![run("some", some)], CSV, "score.csv");
    assert!(score.contains("\nsome,5,1,1,"), "{score}");
}

#[test]
fn runs_of_one_game_or_of_void_games_can_be_drawn() {
    for formats in [Formats::ALL, SVG] {
        let folder = tempfile::tempdir().unwrap();
        let one = vec![run("one", vec![entry(1)])];
        Curves::new(&one).unwrap().write(folder.path(), formats).unwrap();
    }
    let mut void = small();
    for entry in &mut void {
        (entry.result, entry.score) = (Outcome::Unknown, None);
    }
    for file in ["material.svg", "score.svg", "td-error.svg"] {
        assert!(
            written(vec![run("void", void.clone())], SVG, file).contains("every game was void")
        );
    }
}

#[test]
fn runs_that_cannot_be_drawn_are_errors() {
    assert_eq!(Curves::new(&[]).unwrap_err().to_string(), "there is no run or series to plot");
    let error = Curves::new(&[run("full", small()), run("empty", Vec::new())]).unwrap_err();
    assert_eq!(error.to_string(), "the run empty has no finished game to plot");
    let error = Curves::new(&(0..8).map(|_| run("run", small())).collect::<Vec<_>>()).unwrap_err();
    assert!(error.to_string().ends_with("found 8"), "{error}");
}

#[test]
fn long_runs_make_small_files() {
    let folder = tempfile::tempdir().unwrap();
    let curves = Curves::new(&[run("long", learner(200_000))]).unwrap();
    for file in curves.write(folder.path(), Formats::ALL).unwrap() {
        let length = fs::metadata(&file).unwrap().len();
        assert!(length < 500_000, "{}: {length} bytes", file.display());
    }
    let csv = fs::read_to_string(folder.path().join("material.csv")).unwrap();
    assert_eq!(csv.lines().count(), 801);
    assert!(csv.lines().last().unwrap().starts_with("long,200000,"));
    let svg = fs::read_to_string(folder.path().join("material.svg")).unwrap();
    assert!(svg.contains("Dots: 800 of 200,000 games. Line: mean over a window of 10,001 games."));
}

/// The title of an overview, of which the first line is as large as the others and larger than all other text.
fn title(svg: &str) -> String {
    let mut texts = svg.split("<text").skip(1).map(|text| {
        let (attributes, rest) = text.split_once('>').unwrap();
        let size = attributes.split("font-size=\"").nth(1).unwrap().split('"').next().unwrap();
        (size.to_owned(), rest.split('<').next().unwrap().trim().to_owned())
    });
    let (size, first) = texts.next().unwrap();
    let others = texts.take_while(|(other, _)| *other == size).map(|(_, line)| line);
    std::iter::once(first).chain(others).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_title_of_the_overview_says_how_the_score_went() {
    let overview = |entries| title(&written(vec![run("run", entries)], SVG, "overview.svg"));
    let mut games = learner(400);
    for entry in &mut games {
        entry.opponent = "greedy".to_owned();
        entry.score = Some(if entry.game > 200 { 1.0 } else { 0.0 });
    }
    // The window of three games is too short to tell one game won from none.
    assert_eq!(
        overview(small()),
        "100 % against the greedy sparring partner after 5 games: no significant change"
    );
    let folder = tempfile::tempdir().unwrap();
    let curves = Curves::new(&[run("run", games.clone())]).unwrap();
    curves.write(folder.path(), SVG).unwrap();
    let svg = fs::read_to_string(folder.path().join("overview.svg")).unwrap();
    assert_eq!(title(&svg), "From 0 % to 100 % against the greedy sparring partner in 400 games");
    for entry in &mut games {
        entry.color = MemoryColor::Both;
    }
    assert_eq!(overview(games), "605 patterns from 400 games against itself");
    let two = written(vec![run("a", small()), run("b", small())], SVG, "overview.svg");
    assert_eq!(title(&two), "At the end: a 100 %, b 100 %");
}

#[test]
fn curves_are_drawn_again_from_their_csv_files() {
    let mut alone = small();
    alone.iter_mut().for_each(|entry| (entry.color, entry.score) = (MemoryColor::Both, None));
    for entries in [small(), alone] {
        let [first, second] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        Curves::new(&[run("small, again", entries)])
            .unwrap()
            .write(first.path(), Formats::ALL)
            .unwrap();
        Curves::stored(first.path()).unwrap().write(second.path(), Formats::ALL).unwrap();
        for name in ["overview.svg", "score.svg", "memory.csv", "score.csv"] {
            let text = |folder: &Path| fs::read_to_string(folder.join(name)).unwrap();
            assert!(text(first.path()) == text(second.path()), "{name}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    Curves::new(&[run("small", small())]).unwrap().write(folder.path(), CSV).unwrap();
    let path = folder.path().join("memory.csv");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("small,5,", "small,6,")).unwrap();
    let error = Curves::stored(folder.path()).unwrap_err().to_string();
    assert!(
        error.ends_with("memory.csv: its runs and games are not those of score.csv"),
        "{error}"
    );
}

#[test]
fn line_charts_show_series_and_write_their_numbers() {
    let series = |label: &str, hue: usize, points: &[(f64, f64)]| LineSeries {
        points: points.to_vec(),
        band: Vec::new(),
        hue,
        emphasis: Emphasis::Strong,
        label: Some(label.to_owned()),
    };
    let folder = tempfile::tempdir().unwrap();
    let draw = |series: &[LineSeries]| {
        let chart = LineChart {
            title: "Precision".to_owned(),
            note: "A note that is much longer than a line. ".repeat(4),
            x_label: "share of the moves predicted, %".to_owned(),
            y_label: "of these right, %".to_owned(),
            x_range: XRange::Percent,
            series: series.to_vec(),
        };
        let rows: Vec<(f64, f64)> = series.iter().flat_map(|s| s.points.clone()).collect();
        chart.write(folder.path(), "cost", Formats::ALL, &rows)
    };

    let both = [
        series("model", 0, &[(10.0, 90.0), (100.0, 34.5)]),
        series("rules", 1, &[(10.0, 80.0), (100.0, 34.0)]),
    ];
    let files = draw(&both).unwrap();
    assert_eq!(files, ["svg", "png", "csv"].map(|end| folder.path().join(format!("cost.{end}"))));
    let svg = fs::read_to_string(&files[0]).unwrap();
    for words in ["Precision", "model", "rules", "of these right, %", "100"] {
        assert!(svg.contains(&format!(">\n{words}\n<")), "{words} is missing");
    }
    assert!(!svg.contains('…'), "the note is cut");

    assert!(matches!(draw(&[]), Err(PlotError::Nothing)));
    assert!(matches!(draw(&[series("none", 0, &[])]), Err(PlotError::NoPoints { .. })));
    for bad in [(f64::NAN, 1.0), (1.0, f64::INFINITY)] {
        let error = draw(&[series("bad", 0, &[(1.0, 1.0), bad])]).unwrap_err();
        assert!(matches!(error, PlotError::NotFinite { .. }), "{error}");
    }
    let error = draw(&[series("many", 28, &[(1.0, 1.0)])]).unwrap_err();
    assert!(matches!(error, PlotError::TooMany { found: 29, max: 28 }));
}

#[test]
fn ten_opponents_fit_into_one_picture() {
    let score = |number: u32| CheckpointScore {
        opponent: format!("opponent {number}"),
        training_games: 1000,
        score: f64::from(number),
        ..CheckpointScore::default()
    };
    let scores: Vec<_> = (0..10).map(score).collect();
    let folder = tempfile::tempdir().unwrap();
    let files = draw_checkpoint_scores(&scores, folder.path(), Formats::ALL).unwrap();
    let svg = fs::read_to_string(&files[0]).unwrap();
    assert!((0..10).all(|number| svg.contains(&format!(">\nopponent {number}\n<"))));
}

#[test]
fn runs_whose_folders_have_one_name_are_told_apart() {
    let root = tempfile::tempdir().unwrap();
    let folder = |name: &str| {
        let folder = root.path().join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("journal.jsonl"), "").unwrap();
        folder
    };
    let folders = [folder("a/run"), folder("b/run"), folder("other"), folder("a/../a/run")];
    let labels: Vec<String> =
        RunJournal::load_all(&folders).unwrap().into_iter().map(|run| run.label).collect();
    assert_eq!(labels, ["a/run", "b/run", "other"]);
}
