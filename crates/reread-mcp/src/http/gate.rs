//! Admission: what the head of a request must look like, and which principal it proves.
//!
//! A page in a browser of this machine can send requests here, and can even make the browser believe that this is its
//! own server. It cannot choose `Host` and `Origin`, and it does not have the token. The gate knows nothing of bodies.

use std::net::SocketAddr;

use http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HOST, ORIGIN};
use http::request::Parts;
use http::{HeaderName, Method};

use super::address::is_loopback;
use super::rejection::HttpRejection;
use super::tokens::Tokens;
use crate::Principal;

/// Requests for any other path are rejected.
pub(crate) const PATH: &str = "/mcp";

/// What every request must fulfil.
#[derive(Debug)]
pub(crate) struct Gate {
    /// The principal of a request without a token; `None` where a token is needed.
    pub(crate) without_token: Option<Principal>,
    pub(crate) tokens: Option<Tokens>,
    /// Names of this machine besides its addresses.
    pub(crate) names: Vec<String>,
}

impl Gate {
    /// Admits a request, or says why not. `hosts` are the names by which this connection may call the server.
    pub(crate) fn admit(&self, parts: &Parts, hosts: &[String]) -> Result<Principal, HttpRejection> {
        let is_ours = |name: &[u8]| hosts.iter().any(|host| host.as_bytes().eq_ignore_ascii_case(name));
        let host = only(parts, HOST).ok_or(HttpRejection::Host)?.ok_or(HttpRejection::Host)?;
        let target = parts.uri.authority().map_or(host, |authority| authority.as_str().as_bytes());
        if !is_ours(host) || !is_ours(target) {
            return Err(HttpRejection::Host);
        }
        match only(parts, ORIGIN) {
            Some(None) => {}
            Some(Some(origin)) if origin.strip_prefix(b"http://").is_some_and(is_ours) => {}
            Some(Some(_)) | None => return Err(HttpRejection::Origin),
        }
        if parts.uri.path() != PATH {
            return Err(HttpRejection::Path);
        }
        if parts.uri.query().is_some() {
            return Err(HttpRejection::Query);
        }
        let principal = self.principal(parts)?;
        match parts.method {
            Method::POST if is_plain_json(parts) => Ok(principal),
            Method::POST => Err(HttpRejection::Media),
            Method::GET | Method::DELETE => Ok(principal),
            _ => Err(HttpRejection::Method),
        }
    }

    fn principal(&self, parts: &Parts) -> Result<Principal, HttpRejection> {
        let Some(tokens) = &self.tokens else {
            return self.without_token.clone().ok_or(HttpRejection::Token { given: false });
        };
        let unknown = HttpRejection::Token { given: true };
        let given =
            only(parts, AUTHORIZATION).ok_or(unknown)?.ok_or(HttpRejection::Token { given: false })?;
        let token = bearer_token(given).ok_or(unknown)?;
        tokens.principal(token).cloned().ok_or(unknown)
    }

    /// The names by which a connection to this address may call the server; `None` stands for a Unix socket.
    pub(crate) fn hosts(&self, local: Option<SocketAddr>) -> Vec<String> {
        let Some(local) = local else { return vec!["localhost".to_owned()] };
        let address = match local {
            SocketAddr::V4(local) => local.ip().to_string(),
            SocketAddr::V6(local) => match local.ip().to_ipv4_mapped() {
                Some(address) => address.to_string(),
                None => format!("[{}]", local.ip()),
            },
        };
        let localhost = is_loopback(local.ip()).then(|| "localhost".to_owned());
        let names: Vec<String> = [address].into_iter().chain(localhost).chain(self.names.clone()).collect();
        let port = local.port();
        let mut hosts: Vec<String> = names.iter().map(|name| format!("{name}:{port}")).collect();
        if port == 80 {
            hosts.extend(names);
        }
        hosts
    }
}

/// The value of a header that may stand there once: `Some(None)` if it does not stand there, `None` if it does so twice.
fn only(parts: &Parts, name: HeaderName) -> Option<Option<&[u8]>> {
    let mut values = parts.headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (first, None) => Some(first.map(http::HeaderValue::as_bytes)),
        (_, Some(_)) => None,
    }
}

/// The token after `Bearer`, in any case.
fn bearer_token(given: &[u8]) -> Option<&[u8]> {
    let (scheme, token) = given.split_at_checked(b"Bearer ".len())?;
    scheme.eq_ignore_ascii_case(b"Bearer ").then(|| token.trim_ascii_start())
}

/// JSON in UTF-8 and in no wrapping: a page can send other kinds without asking first.
fn is_plain_json(parts: &Parts) -> bool {
    let Some(Some(media)) = only(parts, CONTENT_TYPE) else { return false };
    let Ok(media) = std::str::from_utf8(media) else { return false };
    let mut words = media.split(';').map(str::trim);
    let is_json = words.next().is_some_and(|kind| kind.eq_ignore_ascii_case("application/json"));
    let is_utf8 = words.all(|parameter| {
        parameter.eq_ignore_ascii_case("charset=utf-8") || parameter.eq_ignore_ascii_case("charset=\"utf-8\"")
    });
    let encoding = only(parts, CONTENT_ENCODING);
    let is_bare =
        encoding.is_some_and(|value| value.is_none_or(|value| value.eq_ignore_ascii_case(b"identity")));
    is_json && is_utf8 && is_bare
}

#[cfg(test)]
mod tests;
