//! Snapshots on their way to the workers: the whole memory now and then, and what changed in between.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::Arc;

use super::error::ClusterError;
use super::message::MemoryPart;
use super::server::Server;
use crate::file_format::{compress, decompress};
use crate::memory::{Snapshot, SnapshotUpdate};

/// Steps between keyframes: what a worker that joins has to apply at most.
const KEYFRAME_EVERY: usize = 16;
/// Snapshots that a worker keeps: games of three are under way at the same time, and one may come again.
const KEPT: usize = 4;
/// A longer update is damage.
const MAX_UPDATE: u64 = 4 << 30;

/// The learner's end.
pub(super) struct MemoryFeed {
    epoch: u64,
    /// The rule of evaluation asks for the order of the patterns.
    with_order: bool,
    /// What is on the server, the oldest first: games, and whether it is a keyframe.
    stored: VecDeque<(u32, bool)>,
    last: Option<(u32, Arc<Snapshot>)>,
}

impl MemoryFeed {
    pub(super) fn new(epoch: u64, with_order: bool) -> MemoryFeed {
        MemoryFeed { epoch, with_order, stored: VecDeque::new(), last: None }
    }

    /// The server has lost everything.
    pub(super) fn begin_again(&mut self) {
        self.stored.clear();
        self.last = None;
    }

    /// Stores the snapshot after so many games, unless it or a later one is stored.
    pub(super) async fn store(
        &mut self,
        server: &Server,
        games: u32,
        memory: &Arc<Snapshot>,
    ) -> Result<(), ClusterError> {
        if self.last.as_ref().is_some_and(|(last, _)| *last >= games) {
            return Ok(());
        }
        let steps = self.stored.iter().rev().take_while(|(_, is_key)| !is_key).count();
        let is_key = self.last.is_none() || steps >= KEYFRAME_EVERY - 1;
        if let Some((from, before)) = &self.last {
            self.store_update(server, games, Some(*from), before, memory).await?;
        }
        if is_key {
            self.store_update(server, games, None, &Snapshot::default(), memory).await?;
        }
        self.stored.push_back((games, is_key));
        self.last = Some((games, Arc::clone(memory)));
        if is_key {
            self.forget_old(server).await?;
        }
        Ok(())
    }

    async fn store_update(
        &self,
        server: &Server,
        games: u32,
        from: Option<u32>,
        before: &Snapshot,
        after: &Snapshot,
    ) -> Result<(), ClusterError> {
        let kind = if from.is_some() { "step" } else { "key" };
        let bytes = SnapshotUpdate::between(before, after, self.with_order).to_bytes();
        let bytes = bytes.and_then(|bytes| compress(&bytes).map_err(|e| e.to_string()));
        let subject = server.names.memory(games, kind, 0);
        let bytes = bytes.map_err(|what| ClusterError::Message { subject, what })?;
        let chunks: Vec<&[u8]> = bytes.chunks(server.part_size()).collect();
        let parts = chunks.len() as u32;
        // The first part last: who finds it finds the others.
        for (part, chunk) in (0..parts).zip(&chunks).rev() {
            let message = MemoryPart { epoch: self.epoch, from, parts, bytes: chunk.to_vec() };
            server.store(server.names.memory(games, kind, part), &message, None).await?;
        }
        Ok(())
    }

    /// Removes what was stored before the last keyframe but one: no game under way asks for it.
    async fn forget_old(&mut self, server: &Server) -> Result<(), ClusterError> {
        let mut keys = self.stored.iter().filter(|(_, is_key)| *is_key).rev();
        let Some((kept, _)) = keys.nth(1).copied() else { return Ok(()) };
        while let Some((games, _)) = self.stored.front().copied().filter(|(games, _)| *games < kept)
        {
            server.forget_memory(games).await?;
            self.stored.pop_front();
        }
        Ok(())
    }
}

/// A worker's end.
pub(super) struct MemoryCache {
    epoch: u64,
    known: BTreeMap<u32, Arc<Snapshot>>,
}

impl MemoryCache {
    pub(super) fn new(epoch: u64) -> MemoryCache {
        MemoryCache { epoch, known: BTreeMap::new() }
    }

    /// The snapshot after so many games: known, made from one that is known, or from a keyframe.
    pub(super) async fn get(
        &mut self,
        server: &Server,
        games: u32,
    ) -> Result<Arc<Snapshot>, ClusterError> {
        let mut updates = Vec::new();
        let mut at = games;
        let mut snapshot = loop {
            if let Some(known) = self.known.get(&at) {
                break Arc::clone(known);
            }
            let is_near = self.known.range(..at).next().is_some() && updates.len() < KEYFRAME_EVERY;
            let kinds = if is_near { ["step", "key"] } else { ["key", "step"] };
            let mut found = self.update(server, at, kinds[0]).await?;
            if found.is_none() {
                found = self.update(server, at, kinds[1]).await?;
            }
            let (update, from) = found.ok_or_else(|| ClusterError::Message {
                subject: server.names.memory(at, "key", 0),
                what: "the snapshot is not on the server".to_owned(),
            })?;
            updates.push((at, update));
            match from {
                Some(from) => at = from,
                None => break Arc::default(),
            }
        };
        for (at, update) in updates.into_iter().rev() {
            let made = update.apply(&snapshot).map_err(|what| ClusterError::Message {
                subject: server.names.memory(at, "step", 0),
                what,
            })?;
            snapshot = Arc::new(made);
        }
        self.known.insert(games, Arc::clone(&snapshot));
        while self.known.len() > KEPT {
            self.known.pop_first();
        }
        Ok(snapshot)
    }

    /// An update, and the snapshot it is made from.
    async fn update(
        &self,
        server: &Server,
        games: u32,
        kind: &str,
    ) -> Result<Option<(SnapshotUpdate, Option<u32>)>, ClusterError> {
        let Some(first) = server.memory_part(games, kind, 0).await? else { return Ok(None) };
        let MemoryPart { epoch, from, parts, mut bytes } = first;
        let subject = server.names.memory(games, kind, 0);
        let fault =
            |what: &str| ClusterError::Message { subject: subject.clone(), what: what.to_owned() };
        if epoch != self.epoch || from.is_some_and(|from| from >= games) {
            return Ok(None);
        }
        for part in 1..parts {
            let next = server.memory_part(games, kind, part).await?;
            let next =
                next.filter(|next| (next.epoch, next.from, next.parts) == (epoch, from, parts));
            bytes.extend(next.ok_or_else(|| fault("a part of the snapshot is missing"))?.bytes);
        }
        let bytes = decompress(&bytes, MAX_UPDATE).map_err(|error| fault(&error.to_string()))?;
        let update = SnapshotUpdate::from_bytes(&bytes, Path::new(&subject));
        Ok(Some((update.map_err(|error| fault(&error.to_string()))?, from)))
    }
}
