//! BM25 (Robertson and others 1994) in memory, as the search engine computes it.

use std::collections::HashMap;

/// How often a word occurs in a document, and by what its idf is multiplied.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    pub frequency: f32,
    pub factor: f32,
}

const K1: f32 = 1.2;
const B: f32 = 0.75;

pub struct Collection {
    postings: HashMap<u64, Vec<(u32, f32)>>,
    documents: usize,
}

impl Collection {
    pub fn new(documents: &[Vec<(u64, Weights)>]) -> Collection {
        let length = |document: &[(u64, Weights)]| {
            document.iter().map(|(_, weights)| weights.frequency).sum::<f32>()
        };
        let mean = documents.iter().map(|d| length(d)).sum::<f32>() / documents.len() as f32;
        let mut postings: HashMap<u64, Vec<(u32, f32)>> = HashMap::new();
        for (number, document) in (0..).zip(documents) {
            let norm = K1 * (1.0 - B + B * length(document) / mean);
            for (word, Weights { frequency, .. }) in document {
                let score = frequency * (K1 + 1.0) / (frequency + norm);
                postings.entry(*word).or_default().push((number, score));
            }
        }
        Collection { postings, documents: documents.len() }
    }

    /// The documents with the highest scores but the query itself.
    pub fn nearest(&self, own: usize, query: &[(u64, Weights)], count: usize) -> Vec<usize> {
        let mut scores = vec![0.0_f32; self.documents];
        for (word, weights) in query {
            let Some(postings) = self.postings.get(word) else { continue };
            let having = postings.len() as f32;
            let idf = libm::logf(1.0 + (self.documents as f32 - having + 0.5) / (having + 0.5));
            for (document, score) in postings {
                scores[*document as usize] += score * idf * weights.factor;
            }
        }
        scores[own] = f32::MIN;
        let mut order: Vec<usize> = (0..self.documents).collect();
        order.select_nth_unstable_by(count, |a, b| scores[*b].total_cmp(&scores[*a]));
        order.truncate(count);
        order
    }
}
