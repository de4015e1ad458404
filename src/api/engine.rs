use std::fmt;
use std::path::Path;
use std::sync::Arc;

use shakmaty::{Chess, Move};

use super::{Comparison, Error, Evaluation, Explanation, ValuedMove};
use crate::arena::pgn::PgnReader;
use crate::chess::{Game, Start, fen};
use crate::evaluation::Evaluator;
use crate::explanation::annotation::SearchJudge;
use crate::explanation::explainer::Settings;
use crate::explanation::learned::MemoryExplainer;
use crate::memory::Memory;
use crate::page::knowledge::Knowledge;
use crate::player::{Exploration, PatternPlayer};
use crate::render::explanation::game::{Annotator, GameFormat, GameWriter};
use crate::render::explanation::{Format, Report};

/// A memory that is ready to be asked: what it learned, and what the program knows of chess to explain it.
///
/// Methods take `&mut self` because they keep caches. To ask from several threads, clone it: clones share patterns and
/// weights.
///
/// # Cost
///
/// Loading takes about 0.3 s and 110 MB, a clone 20 ms and 10 MB.
pub struct Morph {
    knowledge: Arc<Knowledge>,
    explainer: MemoryExplainer,
    evaluator: Evaluator,
    player: PatternPlayer,
}

impl fmt::Debug for Morph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Morph").field("memory", &self.knowledge.memory_name).finish_non_exhaustive()
    }
}

impl Clone for Morph {
    fn clone(&self) -> Morph {
        Morph::of(Arc::clone(&self.knowledge))
    }
}

impl Morph {
    /// The memory that comes with the program.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`]: does not happen in a crate that was built from unchanged sources.
    pub fn built_in() -> Result<Morph, Error> {
        Morph::open(None)
    }

    /// The memory in a file, such as `memory.morph` in the folder of a run.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`]: the file cannot be read, is no memory, is damaged, or has a format version that this program does
    /// not read.
    pub fn load(file: impl AsRef<Path>) -> Result<Morph, Error> {
        Morph::open(Some(file.as_ref()))
    }

    fn open(file: Option<&Path>) -> Result<Morph, Error> {
        let memory = Memory::load_or_shipped(file).map_err(|error| Error::Memory(error.into()))?;
        Morph::with_memory(memory, Memory::name_of(file))
    }

    pub(super) fn with_memory(memory: Memory, name: String) -> Result<Morph, Error> {
        let knowledge = Knowledge::new(memory, name, None, &[]);
        Ok(Morph::of(Arc::new(knowledge.map_err(|error| Error::Memory(error.into()))?)))
    }

    fn of(knowledge: Arc<Knowledge>) -> Morph {
        Morph {
            explainer: knowledge.learned(),
            evaluator: Evaluator::new(knowledge.memory.evaluation()),
            player: knowledge.player(Exploration::NONE),
            knowledge,
        }
    }

    pub(super) fn knowledge(&self) -> &Arc<Knowledge> {
        &self.knowledge
    }

    /// Games that the memory learned from.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.knowledge.memory.games
    }

    /// Patterns in the memory.
    #[must_use]
    pub fn patterns(&self) -> usize {
        let Memory { graphs, materials, moves, .. } = &*self.knowledge.memory;
        graphs.len() + materials.len() + moves.len()
    }

    /// What a position is worth for the side to move, and why: the value, and at most `patterns` of the patterns that count
    /// most. Where the game is over, the value is its result.
    ///
    /// The value is that of the position as it stands. It sees threats only as far as patterns do;
    /// [`moves`](Morph::moves) looks one half-move ahead.
    ///
    /// ```
    /// let mut morph = morph::Morph::built_in()?;
    /// let position = morph::position_from_fen("3r2k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1")?;
    /// let evaluation = morph.evaluate(&position, 3);
    /// println!("{:.0} % expected for White", 100.0 * evaluation.value);
    /// for pattern in &evaluation.contributions {
    ///     println!("{:+.0} %  {}: {}", 100.0 * pattern.share, pattern.id, pattern.phrase);
    /// }
    /// # assert!(evaluation.value > 0.7 && evaluation.contributions.len() == 3);
    /// # Ok::<(), morph::Error>(())
    /// ```
    ///
    /// # Cost
    ///
    /// About 0.2 ms.
    pub fn evaluate(&mut self, position: &Chess, patterns: usize) -> Evaluation {
        let memory = (&*self.knowledge.memory, &*self.knowledge.snapshot);
        Evaluation::new(&mut self.evaluator, memory, position, patterns)
    }

    /// All legal moves with their values, the best first: mate, then the largest value. There are none where the game is
    /// over by mate or stalemate.
    ///
    /// A move is worth what the position after it is worth to the opponent, subtracted from 1. The moves that led to the
    /// position are not known: none is taken for a repetition.
    ///
    /// ```
    /// use morph::shakmaty::Chess;
    ///
    /// let mut morph = morph::Morph::built_in()?;
    /// for found in morph.moves(&Chess::default()).iter().take(3) {
    ///     println!("{:5} {:.3}", found.san, found.value);
    /// }
    /// # let moves = morph.moves(&Chess::default());
    /// # assert!(moves.len() == 20 && moves.is_sorted_by(|a, b| a.value >= b.value));
    /// # Ok::<(), morph::Error>(())
    /// ```
    ///
    /// # Cost
    ///
    /// About 0.03 ms for each move.
    pub fn moves(&mut self, position: &Chess) -> Vec<ValuedMove> {
        let decision = self.player.decide(&game_from(position));
        let moves = decision.iter().flat_map(|decision| decision.best_first());
        moves.map(|alternative| ValuedMove::new(position, alternative)).collect()
    }

    /// The move it would play, the first of [`moves`](Morph::moves); `None` if there is no legal move.
    pub fn choose(&mut self, position: &Chess) -> Option<Move> {
        self.moves(position).first().map(|best| best.m)
    }

    /// Explains a position in about a hundred words: who stands better, what is won by force, what speaks for either side, a
    /// plan, and a move.
    ///
    /// ```
    /// let mut morph = morph::Morph::built_in()?;
    /// let position = morph::position_from_fen("r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1")?;
    /// let explanation = morph.explain(&position);
    /// println!("{explanation}");
    /// # assert!(explanation.verdict().starts_with("White to move. White has "), "{}", explanation.verdict());
    /// # assert!(explanation.reasons().any(|reason| reason.starts_with("For White: ")));
    /// # assert!(explanation.to_json().contains("\"schema\":\"explanation-"));
    /// # Ok::<(), morph::Error>(())
    /// ```
    ///
    /// # Cost
    ///
    /// Some 150 ms; the search is bounded.
    pub fn explain(&mut self, position: &Chess) -> Explanation {
        let knowledge = &*self.knowledge;
        let settings = Settings::default();
        let answer = knowledge.explainer.explain(position, settings, Some(&mut self.explainer));
        let mut report = Report {
            explainer: &knowledge.explainer,
            settings,
            learned: Some(&mut self.explainer),
            precedents: None,
            advisor: knowledge.advisor.clone(),
            exponents: knowledge.exponents,
            format: Format::Text,
            full: false,
        };
        let name = fen(position);
        let document = report.document(&name, position, &answer);
        Explanation::new(&answer, document)
    }

    /// Why this move and not that one: by calculation, by the facts and by the learned patterns after each. Without `other`, the
    /// move is compared with the best other one.
    ///
    /// ```
    /// let mut morph = morph::Morph::built_in()?;
    /// let position = morph::position_from_fen("6k1/5ppp/8/3q4/8/8/3R1PPP/6K1 w - - 0 1")?;
    /// let takes = morph::legal_move(&position, "Rxd5")?;
    /// let waits = morph::legal_move(&position, "h3")?;
    /// let comparison = morph.compare(&position, takes, Some(waits))?;
    /// println!("{comparison}");
    /// # let [own, other] = comparison.pawns();
    /// # assert!(own > other && comparison.to_string().starts_with("Rxd5 is much better than h3: "), "{comparison}");
    /// # Ok::<(), morph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::IllegalMove`]: a move is not legal in this position. [`Error::NoOtherMove`]: both moves are the same, or
    /// there is only one.
    ///
    /// # Cost
    ///
    /// Some 0.1 s.
    pub fn compare(
        &mut self,
        position: &Chess,
        chosen: Move,
        other: Option<Move>,
    ) -> Result<Comparison, Error> {
        let learned = Some(&mut self.explainer);
        Comparison::new(&self.knowledge.explainer, learned, position, chosen, other)
    }

    /// Annotates the games of a text in Portable Game Notation: mistakes are marked, with the play that shows what they
    /// cost and a better move. Tags, comments and variations stay. The program's own short search judges the moves.
    ///
    /// ```
    /// let mut morph = morph::Morph::built_in()?;
    /// let annotated = morph.annotate("1. f3 e5 2. g4 Qh4# 0-1")?;
    /// println!("{annotated}");
    /// # assert!(annotated.contains("2. g4 $4 {"), "{annotated}");
    /// # Ok::<(), morph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Games`]: a game is broken; the message says which, on which line, and why. [`Error::NoGame`].
    ///
    /// # Cost
    ///
    /// Some 10 ms for each half-move.
    pub fn annotate(&mut self, pgn: &str) -> Result<String, Error> {
        let mut annotator = Annotator::new(SearchJudge::default());
        let mut writer = GameWriter::new(GameFormat::Pgn);
        let mut reader = PgnReader::new(pgn.as_bytes()).keeping_text();
        let mut annotated = Vec::new();
        while let Some(game) = reader.next_game(&mut |_| true, Ok) {
            let game = match game {
                Err(error) if error.is_no_game() => continue,
                game => game.map_err(|error| Error::Games(error.into()))?,
            };
            if let Some(game) = game.filter(|game| !game.has_no_moves()) {
                let done = annotator
                    .annotate(&game)
                    .and_then(|found| writer.write(&mut annotated, &game, &found));
                done.map_err(|error| Error::Games(error.into()))?;
            }
        }
        match String::from_utf8_lossy(&annotated) {
            text if text.is_empty() => Err(Error::NoGame),
            text => Ok(text.into_owned()),
        }
    }
}

fn game_from(position: &Chess) -> Game {
    Game::new(Start::Position(Box::new(position.clone())))
}
