//! What can go wrong, as JSON for the page and as messages for the terminal.

use std::io;
use std::path::PathBuf;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::page::Fault;
use crate::page::knowledge::KnowledgeError;

/// The server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// There is no socket to listen at.
    #[error("cannot listen at this address")]
    Listen(#[source] io::Error),
    /// The library, the model of an opponent or something shipped cannot be used.
    #[error(transparent)]
    Knowledge(#[from] KnowledgeError),
    /// The folder of plans cannot be read.
    #[error("cannot read the folder of plans {}", path.display())]
    PlanFolder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file of the folder of plans is no plan.
    #[error(transparent)]
    PlanFile(#[from] crate::training::PlanError),
}

/// Why a request gets no answer.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// The request cannot be read: no JSON, a missing or an unknown field, a number out of range.
    #[error("{detail}")]
    Request {
        /// 400, 413, 415 or 422.
        status: StatusCode,
        /// What is wrong.
        detail: String,
    },
    /// It can be read, but is not chess: an illegal position or move, a game that cannot be read.
    #[error("{0}")]
    Chess(String),
    /// There is no such thing.
    #[error("{0}")]
    NotFound(String),
    /// It cannot be done now.
    #[error("{0}")]
    Conflict(String),
    /// Another site, or somebody without the token.
    #[error("{0}")]
    Forbidden(&'static str),
    /// Too many requests at the same time.
    #[error("the server is busy: try again in a moment")]
    Busy,
    /// The answer took too long.
    #[error("the answer took too long")]
    Late,
    /// A fault of the server.
    #[error("{0}")]
    Internal(String),
}

/// A problem as RFC 9457 has it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
    /// The HTTP status in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What is wrong, for people.
    pub detail: String,
}

impl ApiError {
    /// A request with values that cannot be used.
    pub fn invalid(detail: impl Into<String>) -> ApiError {
        ApiError::Request { status: StatusCode::BAD_REQUEST, detail: detail.into() }
    }

    /// A fault of the server, told to the log and to the page.
    pub fn internal(fault: impl std::fmt::Display) -> ApiError {
        tracing::error!("{fault}");
        ApiError::Internal(fault.to_string())
    }

    fn status(&self) -> StatusCode {
        match self {
            ApiError::Request { status, .. } => *status,
            ApiError::Chess(_) => StatusCode::UNPROCESSABLE_ENTITY,
            ApiError::NotFound(_) => StatusCode::NOT_FOUND,
            ApiError::Conflict(_) => StatusCode::CONFLICT,
            ApiError::Forbidden(_) => StatusCode::FORBIDDEN,
            ApiError::Busy => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Late => StatusCode::GATEWAY_TIMEOUT,
            ApiError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<Fault> for ApiError {
    fn from(fault: Fault) -> ApiError {
        match fault {
            Fault::Invalid(detail) => ApiError::invalid(detail),
            Fault::Chess(detail) => ApiError::Chess(detail),
            Fault::NotFound(detail) => ApiError::NotFound(detail),
            Fault::Internal(detail) => ApiError::internal(detail),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status();
        let problem = Problem {
            title: status.canonical_reason().unwrap_or("Error").to_owned(),
            status: status.as_u16(),
            detail: self.to_string(),
        };
        let mut response = (status, Json(problem)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if matches!(self, ApiError::Busy) {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
