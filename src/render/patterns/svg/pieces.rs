use maud::{Markup, html};
use shakmaty::{Color, Piece, Role};

use super::layout::NL;

/// The base that king, queen and bishop stand on.
const BASE: &str = "M11.5 38.5v-2.6c0-2.2 1.6-3.9 3.6-4.4h14.8c2 .5 3.6 2.2 3.6 4.4v2.6z";

const PAWN: &str = "M22.5 9.5a5.4 5.4 0 0 1 3.3 9.7c1.5.5 2.5 1.4 2.5 2.6h-2.6c.4 5.2 2.4 8.2 5.6 10.7 2 1.5 2.7 \
                    3.4 2.7 6H11c0-2.6.7-4.5 2.7-6 3.2-2.5 5.2-5.5 5.6-10.7h-2.6c0-1.2 1-2.1 2.5-2.6a5.4 5.4 0 0 1 \
                    3.3-9.7z";

const KNIGHT: &str = "M13.2 38.5c0-6.4 2.2-9.6 5.6-13 1.6-1.6 2.6-3 2.9-4.8-2.4 1.9-4.6 2.7-7 3.2l-2.3 2.3c-1.2 1-3 \
                      .6-4-.6-1-1.3-.9-2.7-.1-4 1.6-2.6 3.2-4.7 4-7 .5-2.6 1.7-4.6 3.6-5.9l-.5-4.2 4.3 2.6 2-2.6 2.2 \
                      3.4c7.6 1.6 12 8.5 12.4 18 .2 4.6-.2 8.6-.8 12.6z";

const BISHOP: &str = "M22.5 5.2a2.5 2.5 0 0 1 1.6 4.4c4.6 3.6 7.2 7.8 7.2 11.9 0 3.4-1.8 6.2-4.2 7.8l.6 2.2h-10.4l.6-2.2c-2.4-1.6-4.2-4.4-4.2-7.8 0-4.1 2.6-8.3 7.2-11.9a2.5 2.5 0 0 1 1.6-4.4z";

const ROOK: &str = "M11.2 8.5h5.3v3.2h3.6V8.5h4.8v3.2h3.6V8.5h5.3v7.3l-3.6 3.2v11.2l3.4 3.4v4.9H11.4v-4.9l3.4-3.4V19l-3.6-3.2z";

const QUEEN: &str =
    "M13.4 31.5 8.6 15.6l7 7.8-.5-12.4 5.4 10.8 2-13.2 2 13.2 5.4-10.8-.5 12.4 7-7.8-4.8 15.9z";

const KING: &str = "M22.5 11.8c2.2 0 3.8 1.8 3.8 4.2 0 .7-.1 1.4-.4 2.1 1.6-2.4 4.2-3.6 6.6-3.3 3 .4 5 2.8 4.6 6.2-.5 \
                    3.9-3.6 6.4-5 10.5H12.9c-1.4-4.1-4.5-6.6-5-10.5-.4-3.4 1.6-5.8 4.6-6.2 2.4-.3 5 .9 6.6 3.3-.3-.7-.4-1.4-.4-2.1 0-2.4 1.6-4.2 3.8-4.2z";

/// How the pieces of one side are painted.
struct Paint {
    fill: &'static str,
    line: &'static str,
    detail: &'static str,
}

const WHITE: Paint = Paint { fill: "#fdfdfb", line: "#2b2b2b", detail: "#2b2b2b" };
const BLACK: Paint = Paint { fill: "#3a3a3c", line: "#161616", detail: "#f2f2ee" };

/// Defines every piece as a symbol of one square.
pub(super) fn symbols() -> Markup {
    html! {
        defs { (NL)
            @for piece in Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| Piece { color, role })) {
                @let paint = piece.color.fold_wb(WHITE, BLACK);
                symbol id=(symbol(piece)) viewBox="0 0 45 45" {
                    g fill=(paint.fill) stroke=(paint.line) stroke-width="1.5" stroke-linejoin="round"
                        stroke-linecap="round" { (drawing(piece.role, &paint)) }
                }
                (NL)
            }
        }
        (NL)
    }
}

/// The name of a piece's symbol.
pub(super) fn symbol(piece: Piece) -> String {
    format!("{}-{}", piece.color.fold_wb("white", "black"), crate::graph::role_name(piece.role))
}

fn drawing(role: Role, paint: &Paint) -> Markup {
    let shape = |path: &str| html! { path d=(path) {} };
    let line = |path: &str, colour: &str, width: &str| {
        html! { path d=(path) fill="none" stroke=(colour) stroke-width=(width) {} }
    };
    let detail = |path: &str| line(path, paint.detail, "1.4");
    html! {
        @match role {
            Role::Pawn => (shape(PAWN)),
            Role::Knight => {
                (shape(KNIGHT))
                circle cx="16.6" cy="15.4" r="1.1" fill=(paint.detail) stroke=(paint.detail)
                    stroke-width=".4" {}
                (detail("M25.6 13.6c4.2 2.6 6.2 7 6.2 13.2"))
            }
            Role::Bishop => { (shape(BASE)) (shape(BISHOP)) (detail("M22.5 15v8.6M18.9 18.8h7.2")) }
            Role::Rook => { (shape(ROOK)) (detail("M14.8 19h15.4M14.8 30.2h15.4")) }
            Role::Queen => {
                (shape(BASE)) (shape(QUEEN))
                @for (x, y) in [("8.4", "14"), ("15", "9.6"), ("22.5", "7.2"), ("30", "9.6"), ("36.6", "14")] {
                    circle cx=(x) cy=(y) r="1.9" {}
                }
                (detail("M15.4 35.2h14.2"))
            }
            Role::King => {
                (line("M22.5 11.8V4.4M19.2 7.2h6.6", paint.line, "2.2"))
                (shape(BASE)) (shape(KING)) (detail("M22.5 18.4v8.4M15.4 35.2h14.2"))
            }
        }
    }
}
