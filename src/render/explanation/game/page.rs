use std::io::Write;

use maud::{PreEscaped, html};

use super::{GameDocument, GameError, embedded};
use crate::render::page_frame::page;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A page that needs nothing else: boards to step through, graphs of the scores, the key moments first.
pub(super) fn write(out: &mut impl Write, games: &[GameDocument]) -> Result<(), GameError> {
    let data = embedded(&games)?;
    let body = html! {
        main {
            header {
                h1 #title { "Annotated games" }
                p #about {}
                label #choice hidden { "Game " select #games {} }
            }
            section #board-side {
                div #board role="img" aria-label="Board" {}
                nav aria-label="Steps through the game" {
                    button #first type="button" aria-label="Start" { "«" }
                    button #back type="button" aria-label="Back" { "◀" }
                    button #forward type="button" aria-label="Forward" { "▶" }
                    button #last type="button" aria-label="End" { "»" }
                    button #flip type="button" { "Flip" }
                }
                div #graph {}
            }
            section #text-side {
                div #moments {}
                div #note aria-live="polite" {}
                ol #moves {}
            }
        }
        noscript { "This page needs JavaScript." }
        script #data type="application/json" { (PreEscaped(data)) }
        script { (PreEscaped(SCRIPT)) }
    };
    writeln!(out, "{}", page("Annotated games", STYLE, &body).into_string())?;
    Ok(())
}
