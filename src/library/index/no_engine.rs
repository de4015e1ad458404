//! No search engine: nothing here has a value, so that what would search a library is left out by the compiler.

use std::convert::Infallible;
use std::path::Path;

use super::{Condition, Hit, PositionDocument, Question, Row};
use crate::library::LibraryError;
use crate::library::game::LibraryGame;

/// Where a document is.
pub(super) type Place = Infallible;
/// Where a word is.
pub(in crate::library) type Places = Infallible;

/// The index of a library.
pub(in crate::library) enum Index {}

/// Adds games.
pub(in crate::library) struct Writer<'a>(&'a Index);

/// Reads an index.
pub(in crate::library) enum Searcher {}

impl Index {
    pub(in crate::library) fn open_or_create(path: &Path) -> Result<Index, LibraryError> {
        let what = "this build of the program has no search engine".to_owned();
        Err(LibraryError::Index { path: path.to_owned(), what })
    }

    pub(in crate::library) fn writer(&self, _threads: usize) -> Result<Writer<'_>, LibraryError> {
        match *self {}
    }

    pub(in crate::library) fn searcher(&self) -> Result<Searcher, LibraryError> {
        match *self {}
    }

    pub(in crate::library) fn size(&self) -> Result<u64, LibraryError> {
        match *self {}
    }

    pub(in crate::library) fn check(&self) -> Result<(), LibraryError> {
        match *self {}
    }
}

impl Writer<'_> {
    pub(in crate::library) fn add_game(&self, _: u64, _: &LibraryGame) -> Result<(), LibraryError> {
        match *self.0 {}
    }

    pub(in crate::library) fn add_position(
        &self,
        _: &PositionDocument,
    ) -> Result<(), LibraryError> {
        match *self.0 {}
    }

    pub(in crate::library) fn commit(&mut self) -> Result<(), LibraryError> {
        match *self.0 {}
    }

    pub(in crate::library) fn finish(self) -> Result<(), LibraryError> {
        match *self.0 {}
    }
}

impl Searcher {
    pub(in crate::library) fn documents(&self) -> usize {
        match *self {}
    }

    pub(in crate::library) fn game_keys(&self) -> Result<Vec<(u64, u64)>, LibraryError> {
        match *self {}
    }

    pub(in crate::library) fn best(
        &self,
        _: &Question,
        _: usize,
    ) -> Result<Vec<Hit>, LibraryError> {
        match *self {}
    }

    pub(in crate::library) fn some(
        &self,
        _: &[Condition],
        _: usize,
    ) -> Result<Vec<Hit>, LibraryError> {
        match *self {}
    }

    pub(in crate::library) fn shared<'q>(
        &self,
        _: &Hit,
        _: &'q Question,
    ) -> Result<Vec<&'q super::AskedWord>, LibraryError> {
        match *self {}
    }

    pub(in crate::library) fn rows(&self, _: &[Condition]) -> Result<Vec<Row>, LibraryError> {
        match *self {}
    }

    pub(in crate::library) fn places(&self, _: &str) -> Result<Places, LibraryError> {
        match *self {}
    }

    pub(in crate::library) fn rarity(&self, _: &Places) -> f32 {
        match *self {}
    }

    pub(in crate::library) fn game(&self, _: u64) -> Result<Option<LibraryGame>, LibraryError> {
        match *self {}
    }
}
