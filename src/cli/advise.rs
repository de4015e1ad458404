//! `morph advise`: the rule for a position, a tutor, games played out, and proofs of the tables.
#![allow(clippy::print_stdout)]

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use shakmaty::{CastlingMode, Chess, Color, Move, Position, fen::Fen, san::San, uci::UciMove};

use crate::advice::advisor::{Advice, Advisor, advise_by, small_board};
use crate::advice::interpreter::Reading;
use crate::advice::oracle::DistanceToMate;
use crate::advice::play::{Play, PlayedStep};
use crate::advice::proof::{Proof, prove};
use crate::advice::situation::Side;
use crate::advice::table::Table;

/// Arguments of `morph advise`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct AdviseArguments {
    #[command(subcommand)]
    task: Option<Task>,

    /// The position, in Forsyth-Edwards notation, quoted or not
    #[arg(value_name = "FEN")]
    position: Vec<String>,

    /// You play the defence; each move of the program is explained
    #[arg(long)]
    tutor: bool,

    /// Print the game from here against the longest defence, with the rule behind each move
    #[arg(long, conflicts_with = "tutor")]
    play_out: bool,

    /// Ask this table only
    #[arg(long, value_name = "NAME")]
    table: Option<String>,

    /// Read the tables from the *.toml files of this folder instead of the shipped ones
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Play a table from every position of its ending against every defence
    Prove(ProveArguments),
    /// List the tables
    List {
        /// Read the tables from the *.toml files of this folder instead of the shipped ones
        #[arg(long, value_name = "FOLDER")]
        tables: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
struct ProveArguments {
    /// Name of a table, such as krk
    table: String,

    /// Search to the depth bound at once, as the program of 1980 did, not 1, 2, … moves deep in turn
    #[arg(long)]
    as_printed: bool,

    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Print every position that is won but not by the table, as FEN
    #[arg(long)]
    failures: bool,

    /// Read the tables from the *.toml files of this folder instead of the shipped ones
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Runs `morph advise`.
///
/// # Errors
///
/// A faulty table or position, a position without advice, an unknown table name.
pub fn run(arguments: AdviseArguments) -> anyhow::Result<()> {
    match arguments.task {
        Some(Task::Prove(prove)) => run_proof(&prove),
        Some(Task::List { tables }) => list(&load(tables.as_deref())?),
        None => advise(&arguments),
    }
}

/// The tables of a folder, or the shipped ones.
///
/// # Errors
///
/// The folder cannot be read, or a table in it is faulty.
pub fn load(folder: Option<&Path>) -> anyhow::Result<Advisor> {
    let Some(folder) = folder else { return Ok(Advisor::load_shipped()?) };
    let mut texts = Vec::new();
    let entries =
        std::fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let text = std::fs::read_to_string(&path)
                .with_context(|| format!("reading {}", path.display()))?;
            texts.push((path.display().to_string(), text));
        }
    }
    Ok(Advisor::from_texts(texts)?)
}

fn list(advisor: &Advisor) -> anyhow::Result<()> {
    for table in advisor.tables() {
        println!("{:<10} {:<5} {}", table.name, table.ending, table.title);
    }
    Ok(())
}

fn find<'a>(advisor: &'a Advisor, name: &str) -> anyhow::Result<&'a Table> {
    advisor.table(name).with_context(|| {
        let names: Vec<&str> = advisor.tables().iter().map(|table| table.name.as_str()).collect();
        format!("no table is called '{name}'; there are {}", names.join(", "))
    })
}

fn run_proof(arguments: &ProveArguments) -> anyhow::Result<()> {
    let advisor = load(arguments.tables.as_deref())?;
    let table = find(&advisor, &arguments.table)?;
    let reading = if arguments.as_printed { Reading::AsPrinted } else { Reading::Deepened };
    let bar = progress_bar()?;
    bar.set_message(format!("perfect play of {}", table.ending));
    let oracle = DistanceToMate::generate(&table.ending);
    bar.set_message(format!("playing {}", table.name));
    let proof = prove(table, advisor.tables(), reading, &oracle, &mut |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    print_proof(&proof, arguments)
}

fn progress_bar() -> anyhow::Result<ProgressBar> {
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent}% {elapsed}")?;
    bar.set_style(style);
    bar.enable_steady_tick(std::time::Duration::from_millis(200));
    Ok(bar)
}

fn print_proof(proof: &Proof, arguments: &ProveArguments) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match arguments.format {
        Format::Text => write!(out, "{proof}")?,
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(proof)?)?,
    }
    if arguments.failures {
        let defence = proof.defence.iter().flat_map(|defence| &defence.failures);
        for fen in proof.failures.iter().chain(defence) {
            writeln!(out, "{fen}")?;
        }
    }
    Ok(())
}

fn advise(arguments: &AdviseArguments) -> anyhow::Result<()> {
    if arguments.position.is_empty() {
        bail!("expected a position in Forsyth-Edwards notation, or one of: prove, list");
    }
    let advisor = load(arguments.tables.as_deref())?;
    let text = arguments.position.join(" ");
    let fen: Fen = text.parse().with_context(|| format!("'{text}' is no position"))?;
    let position: Chess = fen
        .into_position(CastlingMode::Standard)
        .with_context(|| format!("'{text}' is not legal"))?;
    let table = arguments.table.as_deref().map(|name| find(&advisor, name)).transpose()?;
    let ask = |position: &Chess| match table {
        Some(table) => advise_by(table, position),
        None => advisor.advise(position),
    };
    if arguments.tutor {
        return tutor(position, &ask, &mut std::io::stdin().lock(), &mut std::io::stdout());
    }
    if arguments.play_out {
        return print_game(&advisor, table, &position);
    }
    let Some(advice) = ask(&position) else {
        bail!("no table has advice for this position");
    };
    explain(&position, &advice, &mut std::io::stdout())
}

/// Writes rule, move, plan, line, and why the earlier rules were passed over.
fn explain(position: &Chess, advice: &Advice, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}   rule {} of {}", san(position, advice.m), advice.rule, advice.table)?;
    writeln!(out, "  {}", advice.sentence)?;
    if advice.line.len() > 1 {
        writeln!(out, "  line: {}", line(position, &advice.line))?;
    }
    for rejection in &advice.rejected {
        writeln!(out, "  not {}: {}", rejection.rule, rejection.reason)?;
    }
    Ok(())
}

fn san(position: &Chess, m: Move) -> String {
    shakmaty::san::SanPlus::from_move(position.clone(), m).to_string()
}

fn line(position: &Chess, moves: &[Move]) -> String {
    let mut position = position.clone();
    let mut words = Vec::new();
    for m in moves {
        words.push(san(&position, *m));
        position.play_unchecked(*m);
    }
    words.join(" ")
}

/// Plays the stronger side against moves read from `input`, until the game is over or the input ends.
///
/// # Errors
///
/// The position has no table, or the terminal fails.
pub fn tutor(
    mut position: Chess,
    ask: &dyn Fn(&Chess) -> Option<Advice>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Some((_, strong)) = small_board(&position) else {
        bail!("no table has advice for this position");
    };
    while !position.is_game_over() {
        let m = if position.turn() == strong {
            let advice = ask(&position).context("no table has advice for this position")?;
            explain(&position, &advice, out)?;
            advice.m
        } else {
            writeln!(out, "\n{}", diagram(&position))?;
            match read_move(&position, input, out)? {
                Some(m) => m,
                None => return Ok(()),
            }
        };
        position.play_unchecked(m);
    }
    let end = if position.is_checkmate() { "Checkmate." } else { "A draw." };
    writeln!(out, "\n{}\n{end}", diagram(&position))?;
    Ok(())
}

fn read_move(
    position: &Chess,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> anyhow::Result<Option<Move>> {
    loop {
        write!(out, "your move: ")?;
        out.flush()?;
        let mut text = String::new();
        if input.read_line(&mut text)? == 0 || text.trim() == "quit" {
            return Ok(None);
        }
        let text = text.trim();
        let san = text.parse::<San>().ok().and_then(|san| san.to_move(position).ok());
        let uci = || text.parse::<UciMove>().ok().and_then(|uci| uci.to_move(position).ok());
        if let Some(m) = san.or_else(uci) {
            return Ok(Some(m));
        }
        let legal: Vec<String> =
            position.legal_moves().iter().map(|m| self::san(position, *m)).collect();
        writeln!(out, "'{text}' is not possible here; you have {}, or quit", legal.join(" "))?;
    }
}

fn diagram(position: &Chess) -> String {
    let placement = position.board().to_string();
    let rows = placement.split('/').zip((1..=8).rev());
    let mut text: String = rows
        .map(|(row, rank)| {
            let squares: String = row
                .chars()
                .flat_map(|c| match c.to_digit(10) {
                    Some(empty) => vec!['.'; empty as usize],
                    None => vec![c],
                })
                .flat_map(|c| [' ', c])
                .collect();
            format!("{rank} {squares}\n")
        })
        .collect();
    text.push_str("   a b c d e f g h");
    text
}

fn print_game(advisor: &Advisor, table: Option<&Table>, start: &Chess) -> anyhow::Result<()> {
    let Some((situation, colour)) = small_board(start) else {
        bail!("no table has advice for this position");
    };
    let table = table
        .or_else(|| advisor.tables().iter().find(|table| table.ending.covers(&situation)))
        .context("no table has advice for this position")?;
    let mut play = Play::new(table, advisor.tables(), Reading::Deepened);
    let game = play.out(&situation, 400);
    if colour == Color::Black {
        println!("(the board is turned, so that the stronger side is White)");
    }
    print!("{}", written(&game));
    Ok(())
}

/// The game, one move of the stronger side to a line with the rule behind it.
#[must_use]
pub fn written(game: &[PlayedStep]) -> String {
    let mut text = String::new();
    let mut number = 0;
    for (place, played) in game.iter().enumerate() {
        let after = played.before.after(played.step);
        let sign = match (after.is_mate(), after.turn == Side::Weak && after.is_check()) {
            (true, _) => "#",
            (_, true) => "+",
            _ => "",
        };
        let step = format!("{}{sign}", played.step);
        match &played.advice {
            Some((_, rule)) => {
                number += 1;
                text.push_str(&format!("{number:>3}. {step:<9} {rule}\n"));
            }
            None if place == 0 => {
                text.push_str(&format!("{}\n       {step}\n", played.before.fen()))
            }
            None => text.push_str(&format!("       {step}\n")),
        }
    }
    text
}
