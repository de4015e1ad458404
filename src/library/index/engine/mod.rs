//! The search engine: the only module that knows tantivy.

mod columns;
mod postings;
mod ranking;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use strum::EnumCount;
use tantivy::collector::TopDocs;
use tantivy::query::{
    AllQuery, BooleanQuery, ConstScoreQuery, EnableScoring, Occur, RangeQuery, TermQuery,
};
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, NumericOptions, STORED, STRING, Schema,
    TextFieldIndexing, TextOptions, Value as _,
};
use tantivy::{
    DocAddress, DocSet, Index as Tantivy, IndexWriter, SegmentReader, TERMINATED, TantivyDocument,
    TantivyError, Term,
};

use self::columns::{Columns, Rows};
use self::ranking::Ranking;
use super::{AskedWord, Condition, Hit, KeyKind, PositionDocument, Question, Row};
use crate::library::LibraryError;
use crate::library::game::LibraryGame;

pub(in crate::library) use self::postings::Places;

/// Where a document is.
pub(super) type Place = DocAddress;

/// Memory of the writer before it writes a segment, in bytes.
const WRITER_MEMORY: usize = 128 << 20;

/// A value of a numeric column where there is none.
const UNKNOWN: u64 = u16::MAX as u64;

#[derive(Clone, Copy, Debug)]
struct Fields {
    words: Field,
    tags: Field,
    keys: [Field; KeyKind::COUNT],
    game: Field,
    ply: Field,
    next: Field,
    half_points: Field,
    elo: Field,
    year: Field,
    game_key: Field,
    record: Field,
}

/// Names of the fields by [`KeyKind`].
const KEYS: [&str; KeyKind::COUNT] = ["position", "material", "pawns"];

fn schema() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    // Frequencies are all 1: with them other programs that read the index can rank by BM25.
    let indexing = TextFieldIndexing::default()
        .set_tokenizer("whitespace")
        .set_index_option(IndexRecordOption::WithFreqs)
        .set_fieldnorms(false);
    let indexed = || NumericOptions::default().set_indexed();
    let column = || NumericOptions::default().set_fast();
    let fields = Fields {
        words: schema
            .add_text_field("words", TextOptions::default().set_indexing_options(indexing)),
        tags: schema.add_text_field("tags", STRING),
        keys: KEYS.map(|name| {
            let is_column = name == KEYS[KeyKind::Position as usize];
            schema.add_u64_field(name, if is_column { indexed() | FAST } else { indexed() })
        }),
        game: schema.add_u64_field("game", column().set_indexed()),
        ply: schema.add_u64_field("ply", column()),
        next: schema.add_u64_field("next", column()),
        half_points: schema.add_u64_field("half_points", column()),
        elo: schema.add_u64_field("elo", column()),
        year: schema.add_u64_field("year", column()),
        game_key: schema.add_u64_field("game_key", column() | INDEXED),
        record: schema.add_text_field("record", STORED),
    };
    (schema.build(), fields)
}

/// The index of a library.
pub(in crate::library) struct Index {
    path: PathBuf,
    tantivy: Tantivy,
    fields: Fields,
}

/// Adds games; what is not committed is lost.
pub(in crate::library) struct Writer<'a> {
    index: &'a Index,
    writer: IndexWriter,
}

/// Reads the index as it was at the last commit.
pub(in crate::library) struct Searcher {
    path: PathBuf,
    searcher: tantivy::Searcher,
    /// By segment.
    columns: Vec<Columns>,
    fields: Fields,
}

impl Index {
    /// Creates an empty index in a folder that exists, or opens it.
    pub(in crate::library) fn open_or_create(path: &Path) -> Result<Index, LibraryError> {
        let (schema, fields) = schema();
        let open = || {
            let directory = tantivy::directory::MmapDirectory::open(path)?;
            Tantivy::open_or_create(directory, schema)
        };
        let tantivy = guarded(path, open)?;
        Ok(Index { path: path.to_owned(), tantivy, fields })
    }

    /// A writer, the only one at a time.
    pub(in crate::library) fn writer(&self, threads: usize) -> Result<Writer<'_>, LibraryError> {
        let writer = self.tantivy.writer_with_num_threads(threads.max(1), WRITER_MEMORY);
        match writer {
            Ok(writer) => Ok(Writer { index: self, writer }),
            Err(TantivyError::LockFailure(..)) => Err(LibraryError::Busy(self.path.clone())),
            Err(error) => Err(fault(&self.path, &error)),
        }
    }

    /// A searcher over what is committed.
    pub(in crate::library) fn searcher(&self) -> Result<Searcher, LibraryError> {
        let open = || -> tantivy::Result<(tantivy::Searcher, Vec<Columns>)> {
            let searcher = self.tantivy.reader()?.searcher();
            let columns = searcher.segment_readers().iter().map(Columns::open);
            let columns = columns.collect::<tantivy::Result<_>>()?;
            Ok((searcher, columns))
        };
        let (searcher, columns) = guarded(&self.path, open)?;
        Ok(Searcher { path: self.path.clone(), searcher, columns, fields: self.fields })
    }

    /// Bytes of all its files.
    pub(in crate::library) fn size(&self) -> Result<u64, LibraryError> {
        let sizes = || -> std::io::Result<u64> {
            fs::read_dir(&self.path)?.map(|entry| Ok(entry?.metadata()?.len())).sum()
        };
        sizes().map_err(|error| fault(&self.path, &error))
    }

    /// Compares the checksums of all files.
    pub(in crate::library) fn check(&self) -> Result<(), LibraryError> {
        let damaged = guarded(&self.path, || self.tantivy.validate_checksum())?;
        damaged.into_iter().min().map_or(Ok(()), |file| {
            let what = "its checksum does not match its content".to_owned();
            Err(LibraryError::Index { path: self.path.join(file), what })
        })
    }
}

impl Writer<'_> {
    /// Adds a game under a number of its own.
    pub(in crate::library) fn add_game(
        &self,
        number: u64,
        game: &LibraryGame,
    ) -> Result<(), LibraryError> {
        let record =
            serde_json::to_string(game).map_err(|error| fault(&self.index.path, &error))?;
        let fields = &self.index.fields;
        let mut document = TantivyDocument::default();
        document.add_u64(fields.game_key, game.key());
        document.add_u64(fields.game, number);
        document.add_text(fields.record, record);
        self.add(document)
    }

    /// Adds a position.
    pub(in crate::library) fn add_position(
        &self,
        position: &PositionDocument,
    ) -> Result<(), LibraryError> {
        let fields = &self.index.fields;
        let mut document = TantivyDocument::default();
        document.add_text(fields.words, &position.words);
        for tag in &position.tags {
            document.add_text(fields.tags, tag);
        }
        for (field, key) in fields.keys.iter().zip(position.keys) {
            document.add_u64(*field, key);
        }
        document.add_u64(fields.game, position.game);
        document.add_u64(fields.ply, u64::from(position.ply));
        document.add_u64(fields.next, position.next.map_or(0, |code| u64::from(code.0)));
        for (field, value) in [
            (fields.half_points, position.half_points.map(u16::from)),
            (fields.elo, position.elo),
            (fields.year, position.year),
        ] {
            document.add_u64(field, value.map_or(UNKNOWN, u64::from));
        }
        self.add(document)
    }

    fn add(&self, document: TantivyDocument) -> Result<(), LibraryError> {
        self.writer.add_document(document).map_err(|error| fault(&self.index.path, &error))?;
        Ok(())
    }

    /// Makes what was added permanent.
    pub(in crate::library) fn commit(&mut self) -> Result<(), LibraryError> {
        self.writer.commit().map_err(|error| fault(&self.index.path, &error))?;
        Ok(())
    }

    /// Waits for the merging of segments that is under way.
    pub(in crate::library) fn finish(self) -> Result<(), LibraryError> {
        self.writer.wait_merging_threads().map_err(|error| fault(&self.index.path, &error))
    }
}

impl Searcher {
    /// Number of games and positions.
    pub(in crate::library) fn documents(&self) -> usize {
        self.searcher.num_docs() as usize
    }

    /// The key of each game, by its number.
    pub(in crate::library) fn game_keys(&self) -> Result<Vec<(u64, u64)>, LibraryError> {
        let searcher = &self.searcher;
        let read = || {
            let mut keys = Vec::new();
            for (reader, columns) in searcher.segment_readers().iter().zip(&self.columns) {
                for document in reader.doc_ids_alive() {
                    if let Some(key) = columns.game_key.first(document) {
                        keys.push((columns.row.game.first(document).unwrap_or_default(), key));
                    }
                }
            }
            Ok(keys)
        };
        guarded(&self.path, read)
    }

    /// The positions that meet the conditions and whose words have the highest sum of gains, best first. Rare positions that
    /// have nearly all of the common words and few of the rare ones may be missed.
    pub(in crate::library) fn best(
        &self,
        question: &Question,
        limit: usize,
    ) -> Result<Vec<Hit>, LibraryError> {
        let searcher = &self.searcher;
        let find = || -> tantivy::Result<Vec<Hit>> {
            let mut allowed = Vec::new();
            for reader in searcher.segment_readers() {
                allowed.push(self.allowed(reader, &question.conditions)?);
            }
            let ranking = Ranking::new(searcher, self.fields.words, &question.words)?;
            let best = ranking.best(&allowed, limit);
            Ok(best.into_iter().map(|(score, place)| self.hit(score, place)).collect())
        };
        guarded(&self.path, find)
    }

    /// Some of the positions that meet the conditions.
    pub(in crate::library) fn some(
        &self,
        conditions: &[Condition],
        limit: usize,
    ) -> Result<Vec<Hit>, LibraryError> {
        let searcher = &self.searcher;
        let find = || -> tantivy::Result<Vec<Hit>> {
            let top = TopDocs::with_limit(limit.max(1)).order_by_score();
            let found = searcher.search(&*self.query(conditions), &top)?;
            Ok(found.into_iter().map(|(score, place)| self.hit(score, place)).collect())
        };
        guarded(&self.path, find)
    }

    fn hit(&self, score: f32, place: DocAddress) -> Hit {
        let DocAddress { segment_ord, doc_id } = place;
        let columns = &self.columns[segment_ord as usize];
        let position = columns.position.first(doc_id).unwrap_or_default();
        Hit { place, score, position, row: columns.row.row(doc_id) }
    }

    /// The words of a question that a position has.
    pub(in crate::library) fn shared<'q>(
        &self,
        hit: &Hit,
        question: &'q Question,
    ) -> Result<Vec<&'q AskedWord>, LibraryError> {
        let read = || {
            let DocAddress { segment_ord, doc_id } = hit.place;
            let (field, segment) = (self.fields.words, segment_ord as usize);
            let mut found = Vec::new();
            for word in &question.words {
                let list = word.places.list(&self.searcher, field, segment)?;
                if list.is_some_and(|mut list| list.has(doc_id)) {
                    found.push(word);
                }
            }
            Ok(found)
        };
        guarded(&self.path, read)
    }

    /// The positions of a segment that meet the conditions; `None`: all.
    fn allowed(
        &self,
        reader: &SegmentReader,
        conditions: &[Condition],
    ) -> tantivy::Result<Option<Vec<bool>>> {
        if conditions.is_empty() {
            return Ok(None);
        }
        let scoring = EnableScoring::disabled_from_searcher(&self.searcher);
        let weight = self.query(conditions).weight(scoring)?;
        let mut found = weight.scorer(reader, 1.0)?;
        let mut allowed = vec![false; reader.max_doc() as usize];
        while found.doc() != TERMINATED {
            allowed[found.doc() as usize] = true;
            found.advance();
        }
        Ok(Some(allowed))
    }

    /// The first position of each game that meets the conditions.
    pub(in crate::library) fn rows(
        &self,
        conditions: &[Condition],
    ) -> Result<Vec<Row>, LibraryError> {
        let searcher = &self.searcher;
        let mut rows = guarded(&self.path, || {
            searcher.search(&*self.query(conditions), &Rows(&self.columns))
        })?;
        rows.sort_unstable_by_key(|row| (row.game, row.ply));
        rows.dedup_by_key(|row| row.game);
        Ok(rows)
    }

    /// Where a word is.
    pub(in crate::library) fn places(&self, word: &str) -> Result<Places, LibraryError> {
        let find = || Places::find(&self.searcher, self.fields.words, word);
        guarded(&self.path, find)
    }

    /// How much a word adds to the score of a position that has it, for a weight of 1: its rarity, as the engine counts it.
    pub(in crate::library) fn rarity(&self, places: &Places) -> f32 {
        let (having, all) = (places.documents() as f32, self.searcher.num_docs() as f32);
        libm::logf(1.0 + (all - having + 0.5) / (having + 0.5))
    }

    /// The game with this number.
    pub(in crate::library) fn game(
        &self,
        number: u64,
    ) -> Result<Option<LibraryGame>, LibraryError> {
        let searcher = &self.searcher;
        let find = || -> tantivy::Result<Option<String>> {
            let term = Term::from_field_u64(self.fields.game, number);
            for (segment, reader) in (0..).zip(searcher.segment_readers()) {
                let index = reader.inverted_index(self.fields.game)?;
                let Some(mut postings) = index.read_postings(&term, IndexRecordOption::Basic)?
                else {
                    continue;
                };
                // The game itself and its positions have its number; only the game has a key of a game.
                let columns = &self.columns[segment as usize];
                while postings.doc() != TERMINATED {
                    if columns.game_key.first(postings.doc()).is_some() {
                        let address = DocAddress::new(segment, postings.doc());
                        let document: TantivyDocument = searcher.doc(address)?;
                        let record = document.get_first(self.fields.record);
                        return Ok(record.and_then(|value| value.as_str()).map(str::to_owned));
                    }
                    postings.advance();
                }
            }
            Ok(None)
        };
        let Some(record) = guarded(&self.path, find)? else { return Ok(None) };
        let game = serde_json::from_str(&record);
        game.map(Some).map_err(|error| LibraryError::Index {
            path: self.path.clone(),
            what: format!("the record of game {number}: {error}"),
        })
    }

    /// Positions that meet all conditions.
    fn query(&self, conditions: &[Condition]) -> Box<dyn tantivy::query::Query> {
        let mut parts: Vec<(Occur, Box<dyn tantivy::query::Query>)> = Vec::new();
        for condition in conditions {
            let term = |term| Box::new(TermQuery::new(term, IndexRecordOption::Basic)) as Box<_>;
            let range = |field, range: &std::ops::RangeInclusive<u64>| {
                let bound =
                    |value: &u64| std::ops::Bound::Included(Term::from_field_u64(field, *value));
                Box::new(RangeQuery::new(bound(range.start()), bound(range.end()))) as Box<_>
            };
            let condition: Box<dyn tantivy::query::Query> = match condition {
                Condition::Key(kind, key) => {
                    term(Term::from_field_u64(self.fields.keys[*kind as usize], *key))
                }
                Condition::Word(word) => term(Term::from_field_text(self.fields.words, word)),
                Condition::Tag(tag) => term(Term::from_field_text(self.fields.tags, tag)),
                Condition::Elo(elo) => range(self.fields.elo, elo),
                Condition::Year(year) => range(self.fields.year, year),
            };
            parts.push((Occur::Must, Box::new(ConstScoreQuery::new(condition, 0.0))));
        }
        if parts.is_empty() { Box::new(AllQuery) } else { Box::new(BooleanQuery::new(parts)) }
    }
}

/// Reads from the index. The engine panics at some kinds of damage.
fn guarded<T>(path: &Path, read: impl FnOnce() -> tantivy::Result<T>) -> Result<T, LibraryError> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(read) => read.map_err(|error| fault(path, &error)),
        Err(_) => {
            let what = "the index is damaged".to_owned();
            Err(LibraryError::Index { path: path.to_owned(), what })
        }
    }
}

fn fault(path: &Path, error: &impl ToString) -> LibraryError {
    LibraryError::Index { path: path.to_owned(), what: error.to_string() }
}
