use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};
use serde::Serialize;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Position};

use super::open::each_game;
use super::{Format, MethodName, load, print, print_json};
use crate::opponent_model::iam::san;
use crate::opponent_model::model::Model;
use crate::opponent_model::predict::{Method, Prediction, Predictor, Situation, colour_name};
use crate::opponent_model::score::GameScore;

/// Less than this is no prediction worth the name.
const USUAL_LEAST: f64 = 0.1;

#[derive(Debug, Args)]
pub(super) struct PredictArguments {
    /// A model made by `learn`
    model: PathBuf,

    /// The position, with him to move, in Forsyth-Edwards notation
    #[arg(long, required_unless_present = "pgn", conflicts_with = "pgn")]
    fen: Option<String>,

    /// A game: each of his moves is predicted, and the next one where the game goes on
    #[arg(long)]
    pgn: Option<PathBuf>,

    /// Which game of the file, from 1
    #[arg(long, default_value_t = 1, conflicts_with = "fen")]
    game: usize,

    /// Explain his move of this number only
    #[arg(long = "move", value_name = "N", conflicts_with = "fen")]
    number: Option<u32>,

    /// His colour, where the game does not name him
    #[arg(long, value_enum, conflicts_with = "fen")]
    colour: Option<Side>,

    /// How to predict
    #[arg(long, value_enum, default_value_t = MethodName::Best)]
    method: MethodName,

    /// So many moves are shown for a position
    #[arg(long, default_value_t = 3, value_name = "N")]
    top: usize,

    /// Below this probability no prediction is made; 0.1 if not given, 0 for iam-1990 and own-book, whose numbers are
    /// none
    #[arg(long, value_name = "P")]
    at_least: Option<f64>,

    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    White,
    Black,
}

/// Predictions for one position.
#[derive(Debug, Serialize)]
struct Answer {
    fen: String,
    turn: u32,
    colour: String,
    method: &'static str,
    /// What he played, in a game.
    played: Option<String>,
    /// Why there is no prediction.
    silence: Option<String>,
    predictions: Vec<Prediction>,
}

pub(super) fn run(arguments: &PredictArguments) -> anyhow::Result<()> {
    let at_least = arguments.at_least.unwrap_or(0.0);
    ensure!((0.0..=1.0).contains(&at_least), "--at-least is a probability, from 0 to 1");
    let model = load(&arguments.model)?;
    let predictor = Predictor::new(&model);
    let answers = match (&arguments.fen, &arguments.pgn) {
        (Some(fen), _) => {
            vec![answer(&predictor, arguments, &Situation::of(position(fen)?), None)]
        }
        (None, Some(path)) => {
            let score = pick(path, arguments.game)?;
            in_game(&model, &predictor, arguments, &score)?
        }
        (None, None) => bail!("a position (--fen) or a game (--pgn) is needed"),
    };
    match arguments.format {
        Format::Json => print_json(&answers),
        Format::Text if answers.len() > 1 => print(&lines(&answers)),
        Format::Text => print(&answers.iter().map(in_full).collect::<String>()),
    }
}

fn position(text: &str) -> anyhow::Result<Chess> {
    let fen: Fen = text.parse().with_context(|| format!("'{text}' is no position"))?;
    fen.into_position(CastlingMode::Standard).with_context(|| format!("'{text}' is not legal"))
}

fn pick(path: &std::path::Path, number: usize) -> anyhow::Result<GameScore> {
    let mut met = 0;
    let mut found = None;
    let mut wanted = |_: &str, _: &str| {
        met += 1;
        met == number
    };
    let games = each_game(path, &mut wanted, &mut |score| found = Some(score))?.games;
    found.with_context(|| {
        format!("{}: there is no sound game {number} among {games}", path.display())
    })
}

fn in_game(
    model: &Model,
    predictor: &Predictor<'_>,
    arguments: &PredictArguments,
    score: &GameScore,
) -> anyhow::Result<Vec<Answer>> {
    let given = arguments.colour.map(|side| match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    });
    let colour =
        given.or_else(|| model.player.colour(&score.white, &score.black)).with_context(|| {
            format!("{} is not named in {}; say --colour", model.player.name, score.title())
        })?;
    let mut situation = Situation::start();
    let mut answers = Vec::new();
    let wanted = |situation: &Situation| {
        let turn = situation.position.fullmoves().get();
        situation.position.turn() == colour && arguments.number.is_none_or(|n| n == turn)
    };
    for (position, m) in score.plies() {
        if wanted(&situation) {
            let played = Some(san(&position, m));
            answers.push(answer(predictor, arguments, &situation, played));
        }
        situation.play(m);
    }
    let goes_on = score.white_half_points.is_none() && !situation.position.is_game_over();
    if goes_on && wanted(&situation) {
        answers.push(answer(predictor, arguments, &situation, None));
    }
    ensure!(!answers.is_empty(), "he has no such move in {}", score.title());
    Ok(answers)
}

fn answer(
    predictor: &Predictor<'_>,
    arguments: &PredictArguments,
    situation: &Situation,
    played: Option<String>,
) -> Answer {
    let method = Method::from(arguments.method);
    let mut predictions = predictor.explain(method, situation, arguments.top.max(1));
    let usual = match method {
        Method::Iam1990 | Method::OwnBook => 0.0,
        Method::Best | Method::OtherPlayers | Method::Random => USUAL_LEAST,
    };
    let at_least = arguments.at_least.unwrap_or(usual);
    let best = predictions.first().map(|prediction| prediction.probability);
    let silence = match best {
        None if situation.position.legal_moves().is_empty() => Some("the game is over".to_owned()),
        None => Some("nothing he is known for comes near this position".to_owned()),
        Some(best) if best < at_least => Some(format!(
            "no move has more than {:.0} % (at least {:.0} % asked for)",
            100.0 * best,
            100.0 * at_least
        )),
        Some(_) => None,
    };
    if silence.is_some() {
        predictions.clear();
    }
    let position = &situation.position;
    Answer {
        fen: crate::chess::fen(position),
        turn: position.fullmoves().get(),
        colour: colour_name(position.turn()).to_lowercase(),
        method: method.name(),
        played,
        silence,
        predictions,
    }
}

/// One line for each move of a game.
fn lines(answers: &[Answer]) -> String {
    let mut text = String::new();
    for answer in answers {
        let dots = if answer.colour == "white" { "." } else { "..." };
        let played = answer.played.as_deref().unwrap_or("?");
        let is_right =
            answer.predictions.first().is_some_and(|p| Some(&p.san) == answer.played.as_ref());
        let mark = if is_right { "=" } else { " " };
        text += &format!("{:>3}{dots:<3} {played:<8} {mark} ", answer.turn);
        match &answer.silence {
            Some(why) => text += &format!("no prediction: {why}"),
            None => {
                let shown = |p: &Prediction| format!("{} {:.0} %", p.san, 100.0 * p.probability);
                text += &answer.predictions.iter().map(shown).collect::<Vec<_>>().join(", ");
            }
        }
        text.push('\n');
    }
    let known: Vec<&Answer> = answers.iter().filter(|a| a.played.is_some()).collect();
    let given = known.iter().filter(|a| a.silence.is_none()).count();
    let right = known.iter().filter(|a| a.predictions.first().map(|p| &p.san) == a.played.as_ref());
    text += &format!("{} of {given} predictions right, {} moves\n", right.count(), known.len());
    text
}

fn in_full(answer: &Answer) -> String {
    let mut text = format!("{}\n", answer.fen);
    if let Some(played) = &answer.played {
        text += &format!("played: {played}\n");
    }
    if let Some(why) = &answer.silence {
        text += &format!("no prediction: {why}\n");
    }
    for prediction in &answer.predictions {
        text += &format!("{:<7} {:>5.1} %\n", prediction.san, 100.0 * prediction.probability);
        for reason in &prediction.reasons {
            let weight = if reason.weight == 0.0 {
                "     ".to_owned()
            } else {
                format!("{:+.2}", reason.weight)
            };
            text += &format!("    {weight:>6}  {}\n", reason.text);
        }
        for chunk in &prediction.chunks {
            text += &format!("    completes the chunk {chunk}\n");
        }
        for game in &prediction.games {
            text += &format!("    {game}\n");
        }
    }
    text
}
