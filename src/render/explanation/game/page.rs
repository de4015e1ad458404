use std::io::Write;

use maud::{DOCTYPE, PreEscaped, html};

use super::{GameDocument, GameError, embedded};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A page that needs nothing else: boards to step through, graphs of the scores, the key moments first.
pub(super) fn write(out: &mut impl Write, games: &[GameDocument]) -> Result<(), GameError> {
    let data = embedded(&games)?;
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Annotated games" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    header {
                        h1 #title { "Annotated games" }
                        p #about {}
                        label #choice hidden { "Game " select #games {} }
                    }
                    section #board-side {
                        div #board role="img" aria-label="Board" {}
                        nav aria-label="Steps through the game" {
                            button #first type="button" aria-label="Start" { "⏮" }
                            button #back type="button" aria-label="Back" { "◀" }
                            button #forward type="button" aria-label="Forward" { "▶" }
                            button #last type="button" aria-label="End" { "⏭" }
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
            }
        }
    };
    writeln!(out, "{}", page.into_string())?;
    Ok(())
}
