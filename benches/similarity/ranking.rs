//! BM25 (Robertson and others 1994) in memory, as the search engine computes it, and second stages that order its
//! candidates anew.

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

    /// The documents with the highest scores but the query itself, the best first.
    pub fn nearest(&self, own: usize, query: &[(u64, Weights)], count: usize) -> Vec<(usize, f32)> {
        let mut scores = vec![0.0_f32; self.documents];
        for (word, weights) in query {
            let Some(postings) = self.postings.get(word) else { continue };
            let idf = self.idf(postings.len());
            for (document, score) in postings {
                scores[*document as usize] += score * idf * weights.factor;
            }
        }
        scores[own] = f32::MIN;
        let mut order: Vec<usize> = (0..self.documents).collect();
        let better = |a: &usize, b: &usize| scores[*b].total_cmp(&scores[*a]);
        order.select_nth_unstable_by(count, better);
        order.truncate(count);
        order.sort_unstable_by(better);
        order.into_iter().map(|document| (document, scores[document])).collect()
    }

    fn idf(&self, having: usize) -> f32 {
        let having = having as f32;
        libm::logf(1.0 + (self.documents as f32 - having + 0.5) / (having + 0.5))
    }

    /// The cosine of the angle between two documents, each word as heavy as its factor times its rarity.
    pub fn cosine(&self, one: &[(u64, Weights)], other: &[(u64, Weights)]) -> f32 {
        let weight = |(word, weights): &(u64, Weights)| {
            weights.factor * self.idf(self.postings.get(word).map_or(0, Vec::len))
        };
        let length = |all: &[(u64, Weights)]| {
            libm::sqrtf(all.iter().map(|word| weight(word) * weight(word)).sum())
        };
        let shared = one.iter().filter(|(word, _)| other.iter().any(|(own, _)| own == word));
        let product: f32 = shared.map(|word| weight(word) * weight(word)).sum();
        product / (length(one) * length(other)).max(f32::MIN_POSITIVE)
    }
}

/// Maximal marginal relevance (Carbonell and Goldstein 1998): takes one after the other the candidate with the largest
/// λ·score − (1 − λ)·(largest likeness to one that was taken). `candidates` have their scores in `[0, 1]`.
pub fn varied(
    candidates: &[(usize, f32)],
    lambda: f32,
    count: usize,
    likeness: impl Fn(usize, usize) -> f32,
) -> Vec<usize> {
    let mut left: Vec<(usize, f32, f32)> =
        candidates.iter().map(|(document, score)| (*document, *score, 0.0)).collect();
    let mut taken = Vec::new();
    let worth = |(_, score, alike): &(usize, f32, f32)| lambda * score - (1.0 - lambda) * alike;
    while taken.len() < count && !left.is_empty() {
        let best = (0..left.len())
            .reduce(|best, i| if worth(&left[i]) > worth(&left[best]) { i } else { best });
        let (document, ..) = left.remove(best.unwrap());
        for (other, _, alike) in &mut left {
            *alike = alike.max(likeness(document, *other));
        }
        taken.push(document);
    }
    taken
}
