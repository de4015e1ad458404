//! Which positions have most of the words of a question.

use tantivy::schema::Field;
use tantivy::{DocAddress, Searcher};

use super::AskedWord;
use super::postings::List;

/// Documents whose sums are kept at a time: they fit into the cache.
const CHUNK: usize = 1 << 14;

/// Documents of a chunk that are looked at together.
const BLOCK: usize = 64;

/// Candidates are found by so many words: with fewer, more of the best are missed; with more, it takes longer (ledger,
/// "A question to a large library").
const FIRST_WORDS: usize = 20;

/// Candidates for each document that is asked for.
const CANDIDATES: usize = 4;

/// The words of a question in all segments.
pub(super) struct Ranking {
    /// Those with the greatest gains first.
    words: Vec<RankedWord>,
    /// Number of documents by segment.
    documents: Vec<u32>,
}

struct RankedWord {
    gain: f32,
    /// By segment.
    lists: Vec<Option<List>>,
}

impl Ranking {
    /// Words that are kept in a field.
    pub(super) fn new(
        searcher: &Searcher,
        field: Field,
        words: &[AskedWord],
    ) -> tantivy::Result<Ranking> {
        let segments = searcher.segment_readers();
        let mut ranked = Vec::new();
        for AskedWord { places, gain, .. } in words {
            let lists = (0..segments.len()).map(|segment| places.list(searcher, field, segment));
            ranked.push(RankedWord { gain: *gain, lists: lists.collect::<tantivy::Result<_>>()? });
        }
        ranked.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        let documents = segments.iter().map(tantivy::SegmentReader::max_doc).collect();
        Ok(Ranking { words: ranked, documents })
    }

    /// The documents with the highest sums, best first. Candidates are those with the highest sums over the words that
    /// say most; then the other words are added, and what can no longer be among the best is dropped. `allowed`: which
    /// documents may be found, by segment; `None`: all.
    pub(super) fn best(
        mut self,
        allowed: &[Option<Vec<bool>>],
        limit: usize,
    ) -> Vec<(f32, DocAddress)> {
        let first = FIRST_WORDS.min(self.words.len());
        let (first, rest) = self.words.split_at_mut(first);
        let mut best = Best::new(CANDIDATES * limit);
        let mut sums = vec![0.0; CHUNK];
        for (segment, (documents, allowed)) in self.documents.iter().zip(allowed).enumerate() {
            best.add_segment(first, segment, *documents, allowed.as_deref(), &mut sums);
        }
        best.shrink();
        let mut found = best.found;
        found.sort_unstable_by_key(|(_, place)| *place);
        complete(&mut found, rest, limit);
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        found.truncate(limit);
        found
    }
}

/// The documents with the highest sums so far.
struct Best {
    limit: usize,
    /// At most twice as many as the limit, and those of a block.
    found: Vec<(f32, DocAddress)>,
    /// As many documents as the limit have at least this.
    least: f32,
}

impl Best {
    fn new(limit: usize) -> Best {
        Best { limit, found: Vec::with_capacity(2 * limit + BLOCK), least: 0.0 }
    }

    /// Adds those of a segment; `sums` are 0 before and after.
    fn add_segment(
        &mut self,
        words: &mut [RankedWord],
        segment: usize,
        documents: u32,
        allowed: Option<&[bool]>,
        sums: &mut [f32],
    ) {
        let is_allowed = |document: u32| allowed.is_none_or(|allowed| allowed[document as usize]);
        for start in (0..documents).step_by(CHUNK) {
            let end = start.saturating_add(CHUNK as u32).min(documents);
            for RankedWord { gain, lists } in &mut *words {
                if let Some(list) = &mut lists[segment] {
                    list.add(*gain, start..end, sums);
                }
            }
            for (block, sums) in (start..end).step_by(BLOCK).zip(sums.chunks_exact_mut(BLOCK)) {
                // Most blocks have no candidate. Counting all of a block is a few instructions, unlike looking for the first.
                let above: u32 = sums.iter().map(|sum| u32::from(*sum > self.least)).sum();
                if above > 0 {
                    for (document, sum) in (block..).zip(&*sums) {
                        if *sum > self.least && is_allowed(document) {
                            self.found.push((*sum, DocAddress::new(segment as u32, document)));
                        }
                    }
                    if self.found.len() > 2 * self.limit {
                        self.shrink();
                    }
                }
                sums.fill(0.0);
            }
        }
    }

    fn shrink(&mut self) {
        if self.found.len() > self.limit {
            let order = |a: &(f32, DocAddress), b: &(f32, DocAddress)| b.0.total_cmp(&a.0);
            let (_, (least, _), _) = self.found.select_nth_unstable_by(self.limit - 1, order);
            self.least = *least;
            self.found.truncate(self.limit);
        }
    }
}

/// Adds the gains of words to the sums of documents, which are in the order of their places; drops those that can no longer
/// be among the best.
fn complete(found: &mut Vec<(f32, DocAddress)>, words: &mut [RankedWord], limit: usize) {
    let mut to_come: f32 = words.iter().map(|word| word.gain).sum();
    let mut sums = Vec::with_capacity(found.len());
    for RankedWord { gain, lists } in words {
        if found.len() > limit {
            sums.clear();
            sums.extend(found.iter().map(|(sum, _)| *sum));
            let (_, least, _) = sums.select_nth_unstable_by(limit - 1, |a, b| b.total_cmp(a));
            found.retain(|(sum, _)| *sum + to_come >= *least);
        }
        for (sum, DocAddress { segment_ord, doc_id }) in &mut *found {
            if let Some(list) = &mut lists[*segment_ord as usize]
                && list.has(*doc_id)
            {
                *sum += *gain;
            }
        }
        to_come -= *gain;
    }
}
