//! The frame of the web pages that are written to files.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A page that needs nothing else.
pub(super) fn page(title: &str, style: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body { (body) }
        }
    }
}
