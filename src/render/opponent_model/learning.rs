use std::fmt::Write;
use std::path::Path;

use serde::Serialize;

use super::report::spellings_text;
use super::style::preference_text;
use crate::opponent_model::import::ImportCounts;
use crate::opponent_model::model::OpponentModel;
use crate::opponent_model::player_name::PlayerName;
use crate::opponent_model::style::Style;

/// What a model has learned in all, and from the games just imported.
#[must_use]
pub fn learning_text(model: &OpponentModel, counts: &ImportCounts) -> String {
    let OpponentModel { player, pieces, pawns, repertoire, statistics, move_model, .. } = model;
    let ImportCounts { games, invalid, studied, moves_only, duplicates, later } = counts;
    let later = if *later > 0 { format!(", {later} left out as later") } else { String::new() };
    let [occurrences, appearances, coalesced] = model.chunk_counts;
    let total = model.games().len();
    let spellings = spellings_text(model.spellings());
    let from = statistics.games;
    let style = preference_text(Style::of(statistics).preference);
    let (structures, structures_induced) = (pawns.iter().count(), pawns.induced().count());
    let (personal, general) = (move_model.personal_moves, move_model.general_moves);
    format!(
        "{}: {total} games, as {spellings}\n  \
         this import: {games} games read, {invalid} invalid; {studied} studied, {moves_only} for the move model only, \
         {duplicates} duplicates{later}\n  \
         chunks in {from} studied games: {occurrences} occurrences, {appearances} appearances, {coalesced} after \
         coalescing, {} induced\n  \
         pawn structures: {structures}, {structures_induced} induced\n  \
         opening moves: {}, {} by the move they answer\n  \
         move model: {personal} moves by the player, {general} by others (games between other players: {})\n  \
         style: {style}\n",
        player,
        pieces.induced().count(),
        repertoire.len_without_response_code(),
        repertoire.len(),
        model.others().len(),
    )
}

/// That there are no games of the player among those read, and the names most like theirs.
#[must_use]
pub fn no_games_text(player: &PlayerName, counts: &ImportCounts, similar: &[String]) -> String {
    let mut text = format!("no game of {player} among {} games", counts.games);
    if counts.later > 0 {
        let _ = write!(text, " ({} are later than --until)", counts.later);
    }
    if !similar.is_empty() {
        let _ = write!(text, "; did you mean {}?", similar.join(", or "));
    }
    text
}

/// What was learned, for programs.
#[derive(Debug, Serialize)]
pub struct LearningRecord<'a> {
    /// The file of the model.
    pub model: &'a Path,
    /// The player.
    pub player: String,
    /// Games of the player that the model has learned in all.
    pub games: usize,
    /// The games just imported.
    pub import: ImportCounts,
    /// Moves by the player that the move model has learned from.
    pub personal_moves: u32,
    /// Moves by others.
    pub general_moves: u32,
}

impl LearningRecord<'_> {
    /// Of a model written to a file.
    #[must_use]
    pub fn new<'a>(
        model: &OpponentModel,
        import: ImportCounts,
        path: &'a Path,
    ) -> LearningRecord<'a> {
        LearningRecord {
            model: path,
            player: model.player.to_string(),
            games: model.games().len(),
            import,
            personal_moves: model.move_model.personal_moves,
            general_moves: model.move_model.general_moves,
        }
    }
}
