//! The program inside a browser, for a page without a server.
//!
//! One method for each address of the server that needs neither files nor threads. Requests and answers are the same JSON:
//! `/api/v1/openapi.json` of `morph serve` describes them, and [`morph::page`] answers both. A request that has no answer
//! throws an error with a message for people.

use std::path::Path;

use morph::explanation::learned::MemoryExplainer;
use morph::memory::Memory;
use morph::page::knowledge::Knowledge;
use morph::page::{Fault, about, analysis, endgame, game_text, patterns, play};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

/// A memory that plays and explains.
#[wasm_bindgen]
pub struct Morph {
    knowledge: Knowledge,
    learned: MemoryExplainer,
}

#[wasm_bindgen]
impl Morph {
    /// Reads the bytes of a memory file; `name` is that of the memory for readers.
    #[wasm_bindgen(constructor)]
    pub fn new(memory: &[u8], name: &str) -> Result<Morph, JsError> {
        let memory = Memory::from_bytes(memory, Path::new(name))?;
        let knowledge = Knowledge::new(memory, name.to_owned(), None, &[])?;
        Ok(Morph { learned: knowledge.learned(), knowledge })
    }

    /// `GET about`.
    pub fn about(&self) -> Result<String, JsError> {
        json(about::about(&self.knowledge))
    }

    /// `POST move`: plays a move, with the patterns that decided.
    #[wasm_bindgen(js_name = move)]
    pub fn play(&mut self, request: &str) -> Result<String, JsError> {
        json(play::play(&self.knowledge, &mut self.learned, &read(request)?))
    }

    /// `POST why`: compares two moves.
    pub fn why(&mut self, request: &str) -> Result<String, JsError> {
        json(play::why(&self.knowledge, &mut self.learned, &read(request)?))
    }

    /// `POST explain`: explains a position.
    pub fn explain(&mut self, request: &str) -> Result<String, JsError> {
        text(analysis::explain(&self.knowledge, &mut self.learned, &read(request)?))
    }

    /// `POST games`: lists the games of a text.
    pub fn games(&self, request: &str) -> Result<String, JsError> {
        json(game_text::list(&read(request)?))
    }

    /// `POST game`: reads a game, and values its moves.
    pub fn game(&self, request: &str) -> Result<String, JsError> {
        json(analysis::game(&self.knowledge, &read(request)?))
    }

    /// `POST annotate`: annotates a game.
    pub fn annotate(&mut self, request: &str) -> Result<String, JsError> {
        json(analysis::annotate(&self.knowledge, &read(request)?))
    }

    /// `POST annotate/page`: annotates a game as a page of its own, in HTML.
    #[wasm_bindgen(js_name = annotatedPage)]
    pub fn annotated_page(&mut self, request: &str) -> Result<String, JsError> {
        text(analysis::annotated_page(&self.knowledge, &read(request)?))
    }

    /// `GET patterns?QUERY`: searches the patterns.
    pub fn patterns(&self, query: &str) -> Result<String, JsError> {
        json(patterns::search(&self.knowledge, &serde_urlencoded::from_str(query)?))
    }

    /// `GET patterns/ID`: shows a pattern.
    pub fn pattern(&self, id: &str) -> Result<String, JsError> {
        json(patterns::show(&self.knowledge, id))
    }

    /// `POST advise`: looks up the rule for an endgame.
    pub fn advise(&self, request: &str) -> Result<String, JsError> {
        json(endgame::advise(&self.knowledge, &read(request)?))
    }
}

fn read<T: DeserializeOwned>(request: &str) -> Result<T, JsError> {
    Ok(serde_json::from_str(request)?)
}

fn json(answer: Result<impl Serialize, Fault>) -> Result<String, JsError> {
    Ok(serde_json::to_string(&answer?)?)
}

fn text(answer: Result<Vec<u8>, Fault>) -> Result<String, JsError> {
    Ok(String::from_utf8(answer?)?)
}
