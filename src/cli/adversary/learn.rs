use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::open::{Met, each_game};
use super::{load, note, print};
use crate::file_format::LoadError;
use crate::file_format::write_atomic;
use crate::opponent_model::identity::Identity;
use crate::opponent_model::model::{Model, Taken};
use crate::opponent_model::style::style;

/// Chunks, opening moves, habits: everything a preparation needs.
///
/// Chunks and opening moves come from the games he won or lost; positions and the move model from all his games.
#[derive(Debug, Args)]
pub(super) struct LearnArguments {
    /// Games in PGN, of any number; .gz and .zst are unpacked
    #[arg(required = true, value_name = "PGN")]
    games: Vec<PathBuf>,

    /// His name: the surname, or more of it where others share it
    #[arg(long)]
    player: String,

    /// The model to write; if it is there already, new games are added to it
    #[arg(long, short, value_name = "MODEL")]
    output: PathBuf,

    /// Take chunks and opening moves from drawn games too
    #[arg(long)]
    draws: bool,

    /// Begin anew though the model is there
    #[arg(long)]
    fresh: bool,

    /// More games of other players, to know what is his alone
    #[arg(long, value_name = "PGN")]
    others: Vec<PathBuf>,
}

#[derive(Default)]
struct Tally {
    studied: usize,
    moves_only: usize,
    known: usize,
}

pub(super) fn run(arguments: &LearnArguments) -> anyhow::Result<()> {
    let mut model = begin(arguments)?;
    let started = Instant::now();
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{spinner} {pos} games  {per_sec}  {msg}")?);
    let (mut met, mut tally) = (Met::default(), Tally::default());
    for path in &arguments.games {
        met += read(path, &mut model, &mut tally, &bar)?;
    }
    let reading = started.elapsed().as_secs_f64();
    for path in &arguments.others {
        met += read_others(path, &mut model, &bar)?;
    }
    bar.finish_and_clear();
    if model.games().is_empty() {
        bail!("no game of {} among {} games", arguments.player, met.games);
    }
    if tally.studied + tally.moves_only > 0 || !arguments.others.is_empty() {
        fit(&mut model)?;
    }
    let bytes = model.to_bytes().map_err(anyhow::Error::msg)?;
    write_atomic(&arguments.output, &bytes)?;
    let rate = met.games as f64 / reading.max(1e-9);
    note(&format!("read {} games in {reading:.2} s, {rate:.0} a second", met.games));
    print(&summary(&model, met, &tally, &arguments.output))
}

fn begin(arguments: &LearnArguments) -> anyhow::Result<Model> {
    if arguments.fresh || !arguments.output.exists() {
        // A model may be damaged or of another version, but it must be one.
        if let Err(error @ LoadError::WrongFormat { .. }) = Model::load(&arguments.output) {
            return Err(error.into());
        }
        return Ok(Model::new(Identity::new(&arguments.player), arguments.draws));
    }
    let model = load(&arguments.output)?;
    let path = arguments.output.display();
    ensure!(
        model.player == Identity::new(&arguments.player),
        "{path} is a model of {}; --fresh begins anew",
        model.player.name
    );
    ensure!(
        model.draws == arguments.draws,
        "{path} was learned {} drawn games; --fresh begins anew",
        if model.draws { "with" } else { "without" }
    );
    note(&format!("{path}: adding to {} games", model.games().len()));
    Ok(model)
}

fn read(
    path: &Path,
    model: &mut Model,
    tally: &mut Tally,
    bar: &ProgressBar,
) -> anyhow::Result<Met> {
    let player = model.player.clone();
    // Asked about a game and handed it in turn, both need the model.
    let model = std::cell::RefCell::new(model);
    let mut place = None;
    let place = std::cell::Cell::from_mut(&mut place);
    let mut wanted = |white: &str, black: &str| {
        bar.inc(1);
        place.set(None);
        match (player.is(white), player.is(black)) {
            (false, false) => {
                place.set(model.borrow_mut().place_for_other());
                place.get().is_some()
            }
            (true, true) => {
                note(&format!(
                    "warning: {}: {white} – {black}: both are {}; passed over",
                    path.display(),
                    player.name
                ));
                false
            }
            _ => true,
        }
    };
    let mut take = |score| {
        let mut model = model.borrow_mut();
        match place.get() {
            Some(place) => model.keep_other(place, score),
            None => match model.learn(score) {
                Taken::Studied => tally.studied += 1,
                Taken::MovesOnly => tally.moves_only += 1,
                Taken::Known => tally.known += 1,
                Taken::NotHis => {}
            },
        }
    };
    each_game(path, &mut wanted, &mut take)
}

fn read_others(path: &Path, model: &mut Model, bar: &ProgressBar) -> anyhow::Result<Met> {
    let player = model.player.clone();
    let model = std::cell::RefCell::new(model);
    let place = std::cell::Cell::new(None);
    let mut wanted = |white: &str, black: &str| {
        bar.inc(1);
        let is_his = player.is(white) || player.is(black);
        place.set(if is_his { None } else { model.borrow_mut().place_for_other() });
        place.get().is_some()
    };
    let mut take = |score| {
        if let Some(place) = place.get() {
            model.borrow_mut().keep_other(place, score);
        }
    };
    each_game(path, &mut wanted, &mut take)
}

fn fit(model: &mut Model) -> anyhow::Result<()> {
    let bar = ProgressBar::new(0);
    bar.set_style(ProgressStyle::with_template("move model {wide_bar} {percent}% {elapsed}")?);
    model.fit(&mut |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    Ok(())
}

fn summary(model: &Model, met: Met, tally: &Tally, output: &Path) -> String {
    let names = model.names();
    let names: Vec<String> = names.iter().map(|(name, n)| format!("{name} ({n})")).collect();
    let counters = &model.counters;
    let [sightings, spells, coalesced] = model.chunk_counts;
    let mut text = format!(
        "{}: {} games in all, as {}\n",
        model.player.name,
        model.games().len(),
        names.join(", ")
    );
    text += &format!(
        "  this time {} games met, {} broken; {} studied, {} for their moves only, {} known already\n",
        met.games, met.broken, tally.studied, tally.moves_only, tally.known
    );
    text += &format!(
        "  chunks from {} games: {sightings} sighted after his moves, {spells} formed, {coalesced} after coalescing, {} induced\n",
        counters.games,
        model.pieces.induced().count()
    );
    text += &format!(
        "  pawn structures: {}, {} induced\n",
        model.pawns.len(),
        model.pawns.induced().count()
    );
    text += &format!(
        "  opening moves: {}, {} with the move they answer\n",
        model.opening.without_response_code(),
        model.opening.len()
    );
    text += &format!(
        "  move model: {} moves of his, {} of others ({} games without him)\n",
        model.ranker.personal_decisions,
        model.ranker.general_decisions,
        model.others().len()
    );
    text += &format!("  style: {}\n", style(counters).preference);
    text += &format!("  written to {}\n", output.display());
    text
}

/// Games to be measured on, without those the model has learned.
pub(super) fn unseen(
    model: &Model,
    path: &Path,
) -> anyhow::Result<(Vec<crate::opponent_model::score::GameScore>, Met)> {
    let mut games = Vec::new();
    let mut is_his = |white: &str, black: &str| model.player.colour(white, black).is_some();
    let mut take = |score: crate::opponent_model::score::GameScore| {
        if model.knows(&score) {
            note(&format!(
                "warning: {}: {} was learned; passed over",
                path.display(),
                score.title()
            ));
        } else {
            games.push(score);
        }
    };
    let met = each_game(path, &mut is_his, &mut take)
        .with_context(|| format!("games to predict in {}", path.display()))?;
    Ok((games, met))
}
