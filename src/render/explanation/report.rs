//! Answers about positions in the format that was asked for.

use std::io::{self, Write};

use shakmaty::{Chess, Position};

use super::board::write_board;
use super::coach::{CoachText, coach};
use super::details::details;
use super::document::{Choice, Document};
use super::page::{Article, write_page};
use super::pgn::write_position;
use super::sentence::uncapitalised;
use crate::arena::Positions;
use crate::chess::san;
use crate::endgame::advisor::Advisor;
use crate::explanation::explained::{Explanation, Over};
use crate::explanation::explainer::{Explainer, Settings};
use crate::explanation::force::Force;
use crate::explanation::learned::MemoryExplainer;
use crate::explanation::precedent::PrecedentFinder;
use crate::learning::Exponents;
use crate::library::LibraryError;
use crate::memory::AnyId;
use crate::parallel::in_order;
use crate::render::output::note;
use crate::render::patterns::PatternRecord;
use crate::render::progress::WorkProgress;
use crate::units::{Value, counted};

/// How an explanation is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Format {
    /// For a student.
    Text,
    /// One object a line.
    Json,
    /// A game without moves, with a comment.
    Pgn,
    /// A board.
    Svg,
    /// A page of boards and text.
    Html,
}

/// Explanations cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A board shows one position.
    #[error("a picture shows one position, found {0} (--format html shows all)")]
    Pictures(usize),
    /// PGN and SVG have no place for a finished game.
    #[error("{position}: {over}")]
    Over {
        /// The position.
        position: String,
        /// Why there is nothing to explain.
        over: Over,
    },
    /// So many lines are no positions; the others are explained.
    #[error("{} left out", counted(*.0, "line"))]
    Broken(usize),
    /// The library cannot be searched.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// A number cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The output cannot be written. The cause stays visible: a closed pipe is no failure.
    #[error("the explanation cannot be written")]
    Write(#[from] io::Error),
}

/// Explains positions and writes what it found.
#[derive(Debug)]
pub struct Report<'a> {
    /// What knows chess.
    pub explainer: &'a Explainer,
    /// How to explain.
    pub settings: Settings,
    /// What a memory learned, if there is one.
    pub learned: Option<&'a mut MemoryExplainer>,
    /// Where precedents are looked for, if anywhere.
    pub precedents: Option<PrecedentFinder<'a>>,
    /// Endgame tables.
    pub advisor: Advisor,
    /// With which the memory rates the utility of its patterns.
    pub exponents: Exponents,
    /// How it is written.
    pub format: Format,
    /// Text tells everything that is known about each reason, and how the memory came to its choice.
    pub full: bool,
}

/// What is said of a position.
enum Answer {
    /// To be written as it is.
    Text(Vec<u8>),
    /// A part of a page.
    Article(Article),
}

impl Report<'_> {
    /// Writes what is said of positions, each with its text.
    ///
    /// # Errors
    ///
    /// A format that cannot hold what is asked for, or an output that cannot be written.
    pub fn write(
        &mut self,
        out: &mut impl Write,
        positions: &[(String, Chess)],
    ) -> Result<(), ReportError> {
        let mut writer = AnswerWriter::new(out, self.format, positions.len())?;
        for (name, position) in positions {
            writer.add(self.answer(name, position)?)?;
        }
        writer.finish()
    }

    /// The same by so many threads, each with a copy of the explainers. Lines that are no positions are named on standard error.
    ///
    /// # Errors
    ///
    /// As [`Report::write`]; or, when all others are written, there are such lines.
    pub fn write_by(
        &mut self,
        threads: usize,
        out: &mut impl Write,
        Positions { legal, faults }: &Positions,
    ) -> Result<(), ReportError> {
        faults.iter().for_each(|fault| note(&format!("skipped: {fault}")));
        if !legal.is_empty() {
            self.write_legal_by(threads.min(legal.len()), out, legal)?;
        }
        if faults.is_empty() { Ok(()) } else { Err(ReportError::Broken(faults.len())) }
    }

    fn write_legal_by(
        &mut self,
        threads: usize,
        out: &mut impl Write,
        positions: &[(String, Chess)],
    ) -> Result<(), ReportError> {
        if threads <= 1 {
            return self.write(out, positions);
        }
        let mut writer = AnswerWriter::new(out, self.format, positions.len())?;
        let mut explainers = vec![self.learned.as_deref().cloned(); threads];
        let workers = explainers.iter_mut().map(|learned| {
            let mut report = Report {
                learned: learned.as_mut(),
                precedents: self.precedents.clone(),
                advisor: self.advisor.clone(),
                ..*self
            };
            move |(name, position): &(String, Chess)| report.answer(name, position)
        });
        let (mut done, mut progress) = (0, WorkProgress::beside_results());
        let explained = in_order(positions, workers.collect(), |answer| {
            done += 1;
            let share = f64::from(done) / positions.len() as f64;
            progress.share(share, format!("{done} explained"));
            writer.add(answer?)
        });
        progress.finish();
        explained?;
        writer.finish()
    }

    fn answer(&mut self, name: &str, position: &Chess) -> Result<Answer, ReportError> {
        let mut answer =
            self.explainer.explain(position, self.settings, self.learned.as_deref_mut());
        if let (Ok(explanation), Some(finder)) = (&mut answer, &mut self.precedents) {
            let learned = self.learned.as_deref_mut();
            explanation.precedent = finder.find(self.explainer, explanation, learned)?;
        }
        let mut text = Vec::new();
        match (self.format, answer) {
            (Format::Text, answer) => text = self.text(name, position, &answer).into_bytes(),
            (Format::Json, answer) => {
                serde_json::to_writer(&mut text, &self.document(name, position, &answer))?;
                text.push(b'\n');
            }
            (Format::Pgn, Ok(explanation)) => {
                let sentences = self.sentences(position, &explanation);
                write_position(&mut text, &explanation, &sentences)?;
            }
            (Format::Svg, Ok(explanation)) => write_board(&mut text, &explanation)?,
            (Format::Pgn | Format::Svg, Err(over)) => {
                return Err(ReportError::Over { position: name.to_owned(), over });
            }
            (Format::Html, Ok(explanation)) => {
                let sentences = self.sentences(position, &explanation);
                return Ok(Answer::Article(Article::Explained(Box::new(explanation), sentences)));
            }
            (Format::Html, Err(over)) => {
                return Ok(Answer::Article(Article::Over(name.to_owned(), over)));
            }
        }
        Ok(Answer::Text(text))
    }

    /// What is said of a position, for a student; an empty line ends it.
    fn text(&mut self, name: &str, position: &Chess, answer: &Result<Explanation, Over>) -> String {
        let explanation = match answer {
            Ok(explanation) => explanation,
            Err(over) => return format!("{name}\n{}\n\n", over),
        };
        let (coached, advice) = self.told(position, explanation);
        let mut text = format!("{}\n{coached}", explanation.fen);
        if self.full {
            text.push_str(&format!("\n{}\n", details(explanation)));
            let choice = self.learned.as_deref_mut().and_then(|learned| learned.choice(position));
            if let Some(choice) = choice {
                text.push_str(&super::memory::choice_in_full(&choice));
            }
        }
        if let Some(advice) = advice {
            text.push_str(&format!("{advice}\n"));
        }
        text.push('\n');
        text
    }

    /// What a coach says of a position, a sentence a line.
    fn sentences(&mut self, position: &Chess, explanation: &Explanation) -> String {
        let (coached, advice) = self.told(position, explanation);
        coached.with_advice(advice.as_deref())
    }

    /// What a coach says of a position, and the rule of an endgame table that covers it: then nothing else is advised.
    fn told(&mut self, position: &Chess, explanation: &Explanation) -> (CoachText, Option<String>) {
        let advice = self.advice(position, explanation.force.as_ref());
        if advice.is_some() {
            return (CoachText { plan: None, ..coach(explanation, None) }, advice);
        }
        let recommended = match (self.learned.as_deref_mut(), &explanation.recommended) {
            (Some(learned), Some(found)) => learned.compare_with_best(position, found.m),
            _ => None,
        };
        (coach(explanation, recommended.as_ref()), None)
    }

    /// The same for programs.
    pub fn document(
        &mut self,
        name: &str,
        position: &Chess,
        answer: &Result<Explanation, Over>,
    ) -> Document {
        let mut document = Document::new(&self.explainer.tree, name, answer);
        match &mut document {
            Document::Over(finished) => finished.advice = self.advice(position, None),
            Document::Explained(explained) => {
                if let Ok(explanation) = answer {
                    (explained.text, explained.advice) = self.told(position, explanation);
                }
                if let (Ok(explanation), Some(learned)) = (answer, self.learned.as_deref_mut()) {
                    explained.choice = learned.choice(position).as_ref().map(Choice::new);
                    let named =
                        explanation.reasons.iter().filter_map(|r| r.pattern().map(AnyId::Graph));
                    let record = |id| PatternRecord::new(learned.memory(), &self.exponents, id);
                    explained.patterns = Some(named.filter_map(record).collect());
                }
            }
        }
        document
    }

    /// The rule of an endgame table that covers a position. Beside a line that begins with another move it is told only if it is
    /// known to win as well.
    fn advice(&self, position: &Chess, told: Option<&Force>) -> Option<String> {
        let advice = self.advisor.advise(position)?;
        let other = told.filter(|force| force.line.first() != Some(&advice.m));
        if let Some(force) = other
            && (force.winner != position.turn() || advice.result != Some(Value::WIN))
        {
            return None;
        }
        let san = san(position, advice.m);
        let (rule, table) = (advice.rule, advice.table);
        let sentence = uncapitalised(&advice.sentence);
        let source = format!("the move of the endgame table {table} (rule {rule})");
        Some(match other {
            Some(_) => format!("{san}, {source}, wins too: {sentence}"),
            None => format!("{san} is {source}: {sentence}"),
        })
    }
}

/// Writes what is said of positions, one after the other.
struct AnswerWriter<'a, W> {
    out: &'a mut W,
    format: Format,
    /// Of a page, which is written at the end.
    articles: Vec<Article>,
}

impl<'a, W: Write> AnswerWriter<'a, W> {
    /// For so many positions.
    fn new(
        out: &'a mut W,
        format: Format,
        positions: usize,
    ) -> Result<AnswerWriter<'a, W>, ReportError> {
        if format == Format::Svg && positions != 1 {
            return Err(ReportError::Pictures(positions));
        }
        Ok(AnswerWriter { out, format, articles: Vec::new() })
    }

    fn add(&mut self, answer: Answer) -> Result<(), ReportError> {
        match answer {
            Answer::Text(text) => self.out.write_all(&text)?,
            Answer::Article(article) => self.articles.push(article),
        }
        Ok(())
    }

    fn finish(self) -> Result<(), ReportError> {
        if self.format == Format::Html {
            write_page(self.out, &self.articles)?;
        }
        Ok(())
    }
}
