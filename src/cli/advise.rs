//! `morph advise`: the rule for a position, a tutor, games played out, and proofs of the tables.

mod prove;
pub mod tutor;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand};
use shakmaty::{CastlingMode, Chess, Color, Move, Position, fen::Fen, san::SanPlus};

use crate::endgame::advisor::{Advice, Advisor, advise_by, small_board};
use crate::endgame::interpreter::Reading;
use crate::endgame::play::{Play, PlayedStep};
use crate::endgame::silence::{Silence, is_covered, silence};
use crate::endgame::situation::Side;
use crate::endgame::table::Table;

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
    Prove(prove::ProveArguments),
    /// List the tables
    List {
        /// Read the tables from the *.toml files of this folder instead of the shipped ones
        #[arg(long, value_name = "FOLDER")]
        tables: Option<PathBuf>,
    },
}

/// A game that is printed has no more plies than this.
const LONGEST_GAME: usize = 400;

/// Runs `morph advise`.
///
/// # Errors
///
/// A faulty table or position, a position without advice, an unknown table name.
pub fn run(arguments: AdviseArguments) -> anyhow::Result<()> {
    match arguments.task {
        Some(Task::Prove(prove)) => prove::run(&prove),
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
    ensure!(!texts.is_empty(), "{}: found no *.toml file, expected a table", folder.display());
    Ok(Advisor::from_texts(texts)?)
}

/// The tables that may speak: all, or the one that is asked for.
struct Chosen<'a> {
    advisor: &'a Advisor,
    table: Option<&'a Table>,
}

impl<'a> Chosen<'a> {
    fn tables(&self) -> impl Iterator<Item = &'a Table> + Clone {
        let all = self.advisor.tables().iter();
        let only = self.table;
        all.filter(move |table| only.is_none_or(|only| only.name == table.name))
    }
}

impl tutor::Tables for Chosen<'_> {
    fn ask(&self, position: &Chess) -> Result<Advice, Silence> {
        let advice = self.tables().find_map(|table| advise_by(table, position));
        advice.ok_or_else(|| silence(self.tables(), position))
    }
}

fn list(advisor: &Advisor) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    for table in advisor.tables() {
        writeln!(out, "{:<10} {:<5} {}", table.name, table.ending, table.title)?;
    }
    Ok(())
}

fn find<'a>(advisor: &'a Advisor, name: &str) -> anyhow::Result<&'a Table> {
    advisor.table(name).with_context(|| {
        let names: Vec<&str> = advisor.tables().iter().map(|table| table.name.as_str()).collect();
        format!("no table is called '{name}'; there are {}", names.join(", "))
    })
}

fn advise(arguments: &AdviseArguments) -> anyhow::Result<()> {
    let text = arguments.position.join(" ");
    let first = text.split_whitespace().next().unwrap_or_default();
    if ["", "prove", "list"].contains(&first) {
        bail!(
            "expected a position in Forsyth-Edwards notation, or prove or list in front of all options"
        );
    }
    let advisor = load(arguments.tables.as_deref())?;
    let fen: Fen = text.parse().with_context(|| format!("'{text}' is no position"))?;
    let position: Chess = fen
        .into_position(CastlingMode::Standard)
        .with_context(|| format!("'{text}' is no position"))?;
    let table = arguments.table.as_deref().map(|name| find(&advisor, name)).transpose()?;
    let chosen = Chosen { advisor: &advisor, table };
    if !(arguments.tutor || arguments.play_out) {
        let advice = tutor::Tables::ask(&chosen, &position)?;
        return explain(&position, &advice, &mut std::io::stdout());
    }
    if position.is_game_over() || !is_covered(chosen.tables(), &position) {
        return Err(silence(chosen.tables(), &position).into());
    }
    if arguments.tutor {
        let (mut input, mut out) = (std::io::stdin().lock(), std::io::stdout());
        return tutor::tutor(position, &chosen, &mut input, &mut out);
    }
    print_game(&chosen, &position)
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
    SanPlus::from_move(position.clone(), m).to_string()
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

fn print_game(chosen: &Chosen<'_>, start: &Chess) -> anyhow::Result<()> {
    let found = small_board(start).and_then(|(situation, colour)| {
        let table = chosen.tables().find(|table| table.ending.covers(&situation))?;
        Some((situation, colour, table))
    });
    let Some((situation, colour, table)) = found else {
        return Err(silence(chosen.tables(), start).into());
    };
    let mut play = Play::new(table, chosen.advisor.tables(), Reading::Deepened);
    let mut game = play.out(&situation, LONGEST_GAME);
    let again = repetition(&game);
    game.truncate(again.unwrap_or(game.len()));
    let mut out = std::io::stdout().lock();
    if colour == Color::Black {
        writeln!(out, "(the board is turned, so that the stronger side is White)")?;
    }
    write!(out, "{}", written(&game))?;
    writeln!(out, "{}", outcome(&game, again.is_some()))?;
    Ok(())
}

/// How many plies of the game have been played when a position comes back: from there it goes in a circle.
fn repetition(game: &[PlayedStep]) -> Option<usize> {
    (1..game.len()).find(|place| game[..*place].iter().any(|ply| ply.before == game[*place].before))
}

fn outcome(game: &[PlayedStep], repeats: bool) -> String {
    let moves = game.iter().filter(|ply| ply.advice.is_some()).count();
    let end = game.last().map(|last| last.before.after(last.step));
    match end {
        _ if repeats => "a position comes back: the table does not win this".to_owned(),
        Some(end) if end.is_mate() => format!("mate in {moves}"),
        Some(end) if end.is_stalemate() => "stalemate".to_owned(),
        Some(end) if end.men().is_empty() => "a draw: the last man is lost".to_owned(),
        _ => "here the advice ends".to_owned(),
    }
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
