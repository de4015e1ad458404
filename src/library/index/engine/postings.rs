//! Which documents have a word.

use std::ops::Range;

use tantivy::postings::{BlockSegmentPostings, TermInfo};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocId, Searcher, SegmentReader, Term};

/// Where a word is in an index.
#[derive(Clone, Debug)]
pub(in crate::library) struct Places {
    /// By segment; `None`: no document has it.
    segments: Vec<Option<TermInfo>>,
}

/// The documents of a segment that have a word, read once from the first to the last.
pub(super) struct List {
    blocks: BlockSegmentPostings,
    /// Documents of the current block that are behind.
    at: usize,
}

impl Places {
    /// Looks a word of a field up.
    pub(super) fn find(searcher: &Searcher, field: Field, word: &str) -> tantivy::Result<Places> {
        let term = Term::from_field_text(field, word);
        let place = |reader: &SegmentReader| -> tantivy::Result<Option<TermInfo>> {
            Ok(reader.inverted_index(field)?.get_term_info(&term)?)
        };
        let segments = searcher.segment_readers().iter().map(place);
        Ok(Places { segments: segments.collect::<tantivy::Result<_>>()? })
    }

    /// Documents that have it.
    pub(super) fn documents(&self) -> u64 {
        self.segments.iter().flatten().map(|info| u64::from(info.doc_freq)).sum()
    }

    /// Those of a segment.
    pub(super) fn list(
        &self,
        searcher: &Searcher,
        field: Field,
        segment: usize,
    ) -> tantivy::Result<Option<List>> {
        let Some(info) = &self.segments[segment] else { return Ok(None) };
        let index = searcher.segment_reader(segment as u32).inverted_index(field)?;
        let blocks = index.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?;
        Ok(Some(List { blocks, at: 0 }))
    }
}

impl List {
    /// Adds `gain` to the sums of the documents in a range, the first of which is that of `range.start`. None of the list
    /// before the range may be needed any more.
    pub(super) fn add(&mut self, gain: f32, range: Range<DocId>, sums: &mut [f32]) {
        self.skip_to(range.start);
        loop {
            let documents = self.blocks.docs();
            let Some(rest) = documents.get(self.at..).filter(|rest| !rest.is_empty()) else {
                return;
            };
            let inside = rest.partition_point(|document| *document < range.end);
            for document in &rest[..inside] {
                sums[(document - range.start) as usize] += gain;
            }
            if inside < rest.len() {
                self.at += inside;
                return;
            }
            self.blocks.advance();
            self.at = 0;
        }
    }

    /// The document is in the list, of which none before it are needed any more.
    pub(super) fn has(&mut self, document: DocId) -> bool {
        self.skip_to(document);
        self.blocks.docs().get(self.at) == Some(&document)
    }

    fn skip_to(&mut self, document: DocId) {
        let documents = self.blocks.docs();
        match documents.get(self.at) {
            Some(next) if *next >= document => {}
            None if documents.is_empty() => {}
            _ => self.at = self.blocks.seek(document),
        }
    }
}
