//! The page, which is part of the program.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::RustEmbed;

use super::State;
use super::error::ApiError;

#[derive(RustEmbed)]
#[folder = "src/web/dist"]
struct Page;

/// `/`, and the files that it names.
pub fn router() -> Router<Arc<State>> {
    Router::new()
        .route("/", get(|headers: HeaderMap| async move { file("index.html", &headers) }))
        .route("/{file}", get(named))
        .fallback(|| async { ApiError::NotFound("there is no such page".to_owned()) })
}

async fn named(Path(name): Path<String>, headers: HeaderMap) -> Response {
    file(&name, &headers)
}

/// A file of the page by its name, a key of the table that the program was built with.
fn file(name: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Page::get(name) else {
        return ApiError::NotFound("there is no such page".to_owned()).into_response();
    };
    let tag: String =
        file.metadata.sha256_hash().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str());
    // The browser asks whether its copy is still good: another version of the program may have taken the port.
    let common = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if is_known {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    };
    (common, [(header::CONTENT_TYPE, kind)], file.data).into_response()
}
