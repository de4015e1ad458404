use super::Annotator;
use crate::arena::pgn::{PgnFile, PgnSettings, format_annotated_game};
use crate::arena::{GameRecord, side_of_first};
use crate::explanation::annotation::SearchJudge;
use crate::explanation::learned::MemoryExplainer;
use crate::file_format::FileError;
use crate::player::TimeControl;

/// The PGN file of a match, with the players' values and, if a memory explains them, comments on the first player's moves.
pub struct MatchPgn<'a> {
    file: PgnFile,
    /// What annotates the games, and the memory that played them.
    annotator: Option<(Annotator<'static, SearchJudge>, &'a mut MemoryExplainer)>,
    settings: PgnSettings,
}

impl<'a> MatchPgn<'a> {
    /// Writes to `file` games with this time control, if there is one, with comments by `learned`.
    #[must_use]
    pub fn new(
        file: PgnFile,
        time_control: Option<TimeControl>,
        learned: Option<&'a mut MemoryExplainer>,
    ) -> MatchPgn<'a> {
        let annotator = learned.map(|learned| (Annotator::new(SearchJudge::default()), learned));
        let settings = PgnSettings {
            event: "match".to_owned(),
            values: true,
            annotator: annotator.as_ref().map(|_| "Morph".to_owned()),
            time_control,
            ..PgnSettings::default()
        };
        MatchPgn { file, annotator, settings }
    }

    /// Writes game `index`.
    pub fn write(&mut self, index: u32, record: &GameRecord) {
        let own = side_of_first(index);
        let annotations = self.annotator.as_mut().map_or_else(Vec::new, |(annotator, learned)| {
            let Ok(annotations) = annotator.annotate_own(record, own, learned);
            annotations
        });
        let round = Some(index as usize + 1);
        self.file.write(&format_annotated_game(record, round, &self.settings, &annotations));
    }

    /// Flushes the file.
    ///
    /// # Errors
    ///
    /// A game could not be written.
    pub fn finish(self) -> Result<(), FileError> {
        self.file.finish()
    }
}
