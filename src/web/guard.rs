//! Who may ask, and how much at a time.
//!
//! A page of another site can make a browser send requests to this machine. It cannot choose the header `Host` unless its
//! own name resolves to this machine (DNS rebinding), and it cannot hide its `Origin`: both are checked. Where others can
//! reach the server, a token is asked for as well.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State as Shared};
use axum::http::{HeaderMap, HeaderValue, header, uri::Authority};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use rand::RngExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::State;
use super::error::ApiError;

/// Bytes of a request.
const MAX_BODY: usize = 1 << 20;
/// Requests that are answered or wait at the same time.
const MAX_REQUESTS: usize = 256;
/// Streams of events that are open at the same time.
const MAX_STREAMS: usize = 64;
/// Until the first byte of an answer.
const TIME_LIMIT: Duration = Duration::from_secs(60);
/// The cookie that carries the token.
const COOKIE: &str = "morph_token";

/// Only what comes with the page: no script or style in the document, no other site. Pieces are pictures in the style sheet.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A secret that lets a browser in, 128 random bits as hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    fn random() -> Token {
        Token(format!("{:032x}", rand::rng().random::<u128>()))
    }

    /// Whether a text is the token; takes equally long for all texts of its length.
    fn is(&self, text: &str) -> bool {
        let differing = self.0.bytes().zip(text.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
        self.0.len() == text.len() && differing == 0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Kept out of logs.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Who may ask.
#[derive(Debug)]
pub struct Policy {
    token: Option<Token>,
    requests: Semaphore,
    streams: Arc<Semaphore>,
}

impl Policy {
    /// This machine only at a loopback address; elsewhere whoever has the token.
    pub fn for_address(ip: IpAddr) -> Policy {
        let token = (!ip.is_loopback()).then(Token::random);
        let (requests, streams) = (Semaphore::new(MAX_REQUESTS), Semaphore::new(MAX_STREAMS));
        Policy { token, requests, streams: Arc::new(streams) }
    }

    /// Leave to send events until it is dropped.
    pub fn stream(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        Arc::clone(&self.streams).try_acquire_owned().map_err(|_| ApiError::Busy)
    }

    /// The token that is asked for.
    pub fn token(&self) -> Option<&Token> {
        self.token.as_ref()
    }

    /// Checks Host and Origin.
    fn check_source(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let host: Option<Authority> = text(header::HOST).and_then(|host| host.parse().ok());
        let host = host.filter(|host| self.is_own(host.host()));
        let host = host.ok_or(ApiError::Forbidden("this host name is not served"))?;
        if !headers.contains_key(header::ORIGIN) {
            return Ok(());
        }
        let origin = text(header::ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        if origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host.as_str())) {
            Ok(())
        } else {
            Err(ApiError::Forbidden("requests from other sites are refused"))
        }
    }

    /// Names of other people's zones are refused; addresses cannot be rebound.
    fn is_own(&self, host: &str) -> bool {
        if host.eq_ignore_ascii_case("localhost") {
            return true;
        }
        let ip = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        ip.is_ok_and(|ip| ip.is_loopback() || self.token.is_some())
    }

    /// Whether the request carries the token, in its cookie or as `Authorization: Bearer`.
    fn is_admitted(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let bearer = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        let cookies = text(header::COOKIE).unwrap_or_default().split(';');
        let mut cookies = cookies.filter_map(|cookie| cookie.trim().split_once('='));
        let cookie = cookies.find(|(name, _)| *name == COOKIE).map(|(_, value)| value);
        bearer.or(cookie).is_some_and(|text| token.is(text))
    }

    /// The answer to an address with the right token in it: the cookie, and the address without it.
    fn welcome(&self, request: &Request) -> Option<Response> {
        let token = self.token.as_ref()?;
        let given = request.uri().query()?.strip_prefix("token=")?;
        if request.uri().path() != "/" || !token.is(given) {
            return None;
        }
        let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
        let cookie = HeaderValue::from_str(&cookie).ok()?;
        Some(([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response())
    }
}

/// The routes behind all checks.
pub fn guarded(routes: Router<Arc<State>>, state: Arc<State>) -> Router {
    routes
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&state), guard))
        .with_state(state)
}

async fn guard(Shared(state): Shared<Arc<State>>, request: Request, next: Next) -> Response {
    let mut response = match admit(&state.policy, request, next).await {
        Ok(response) => response,
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

async fn admit(policy: &Policy, request: Request, next: Next) -> Result<Response, ApiError> {
    policy.check_source(request.headers())?;
    if let Some(welcome) = policy.welcome(&request) {
        return Ok(welcome);
    }
    if !policy.is_admitted(request.headers()) {
        return Err(ApiError::Forbidden("open the address with the token that the server printed"));
    }
    let _permit = policy.requests.try_acquire().map_err(|_| ApiError::Busy)?;
    tokio::time::timeout(TIME_LIMIT, next.run(request)).await.map_err(|_| ApiError::Late)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_this_machine_and_this_page_may_ask() {
        let policy = Policy::for_address([127, 0, 0, 1].into());
        let is_let_in = |host, origin| policy.check_source(&headers(host, origin)).is_ok();
        assert!(is_let_in("127.0.0.1:8642", None));
        assert!(is_let_in("localhost:8642", Some("http://localhost:8642")));
        assert!(is_let_in("[::1]:8642", Some("http://[::1]:8642")));
        assert!(!is_let_in("evil.example:8642", None));
        assert!(!is_let_in("192.168.0.7:8642", None));
        assert!(!is_let_in("localhost:8642", Some("http://evil.example")));
        assert!(!is_let_in("localhost:8642", Some("null")));
        assert!(policy.check_source(&HeaderMap::new()).is_err());
    }

    #[test]
    fn beyond_this_machine_the_token_is_asked_for() {
        let policy = Policy::for_address([0, 0, 0, 0].into());
        let token = policy.token().unwrap().to_string();
        let mut headers = headers("192.168.0.7:8642", None);
        assert!(policy.check_source(&headers).is_ok());
        assert!(!policy.is_admitted(&headers));
        headers.insert(header::COOKIE, format!("a=b; {COOKIE}={token}").parse().unwrap());
        assert!(policy.is_admitted(&headers));
        headers.insert(header::COOKIE, format!("{COOKIE}={}", "0".repeat(32)).parse().unwrap());
        assert!(!policy.is_admitted(&headers));
        headers.insert(header::AUTHORIZATION, format!("Bearer {token}").parse().unwrap());
        assert!(policy.is_admitted(&headers));
    }
}
