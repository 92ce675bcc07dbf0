//! An HTTP client for a chat-completions endpoint.

use std::io::Read as _;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use ureq::http::Uri;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

/// Longer replies are not read.
const LONGEST_REPLY: u64 = 4 * 1024 * 1024;

/// Characters of an endpoint's error message that are passed on.
const LONGEST_REFUSAL: usize = 200;

/// The address of a model, with the key for it.
#[derive(Clone)]
pub struct Endpoint {
    address: Uri,
    model: String,
    key: Option<String>,
    timeout: Duration,
}

/// Why an address is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadEndpoint {
    /// Not a valid `http` or `https` URL.
    #[error("`{0}` is no http or https address")]
    NotAnAddress(String),
    /// Unencrypted HTTP to another machine: source code could be read on the network.
    #[error("`{0}` is on another machine and not encrypted")]
    NotEncrypted(String),
    /// The URL contains credentials, which would end up in logs.
    #[error("the address holds a user or a password; a key comes from the environment")]
    Credentials,
}

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum AskError {
    /// No connection, or a timeout.
    #[error("the endpoint cannot be reached: {0}")]
    Unreachable(String),
    #[error("the endpoint answered {status}{said}")]
    Status {
        status: u16,
        /// `: ` and the endpoint's error message; empty if it sent none.
        said: String,
    },
    #[error("the endpoint did not answer like one for chat completions")]
    NotCompletions,
    /// The reply is too long, or the model stopped before its end.
    #[error("the reply of the endpoint was cut off")]
    Cut,
}

impl std::fmt::Debug for Endpoint {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (address, model) = (self.address.to_string(), &self.model);
        write!(
            formatter,
            "Endpoint({address}, {model}, key: {})",
            if self.key.is_some() { "yes" } else { "no" }
        )
    }
}

impl Endpoint {
    /// An endpoint by its full URL. Another machine needs `https`, unless the user declares the network safe.
    pub fn new(address: &str, model: &str, is_network_safe: bool) -> Result<Self, BadEndpoint> {
        let uri: Uri = address.parse().map_err(|_| BadEndpoint::NotAnAddress(address.to_owned()))?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(BadEndpoint::NotAnAddress(address.to_owned()));
        };
        if authority.as_str().contains('@') {
            return Err(BadEndpoint::Credentials);
        }
        match scheme {
            "https" => {}
            "http" if is_network_safe || is_this_machine(authority.host()) => {}
            "http" => return Err(BadEndpoint::NotEncrypted(address.to_owned())),
            _ => return Err(BadEndpoint::NotAnAddress(address.to_owned())),
        }
        Ok(Self { address: uri, model: model.to_owned(), key: None, timeout: Duration::from_secs(120) })
    }

    /// The same endpoint with a bearer token.
    #[must_use]
    pub fn with_key(mut self, key: Option<String>) -> Self {
        self.key = key;
        self
    }

    /// The same endpoint with another timeout for the whole request. Default: 120 seconds.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// The model's name, as sent in each request.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Sends the messages and returns the text of the first choice.
    pub(crate) fn ask(&self, messages: &Value) -> Result<String, AskError> {
        let body = json!({ "model": self.model, "messages": messages, "temperature": 0, "stream": false });
        let mut request = self.agent().post(&self.address).header("content-type", "application/json");
        if let Some(key) = &self.key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let unreachable = |error: ureq::Error| AskError::Unreachable(self.without_key(&error.to_string()));
        let mut reply = request.send(body.to_string()).map_err(unreachable)?;
        let mut text = Vec::new();
        let mut reader = reply.body_mut().as_reader().take(LONGEST_REPLY + 1);
        let is_whole = reader.read_to_end(&mut text).is_ok() && text.len() as u64 <= LONGEST_REPLY;
        let status = reply.status().as_u16();
        if status != 200 {
            return Err(AskError::Status { status, said: self.refusal(&text) });
        }
        if !is_whole {
            return Err(AskError::Cut);
        }
        let reply: Value = serde_json::from_slice(&text).map_err(|_| AskError::NotCompletions)?;
        let choice = &reply["choices"][0];
        if choice["finish_reason"] == "length" {
            return Err(AskError::Cut);
        }
        choice["message"]["content"].as_str().map(str::to_owned).ok_or(AskError::NotCompletions)
    }

    fn agent(&self) -> ureq::Agent {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = TlsConfig::builder().unversioned_rustls_crypto_provider(provider);
        let tls = match self.address.scheme_str() {
            Some("https") => tls.root_certs(certificates_of_the_system()),
            _ => tls,
        };
        let mut config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            // Source code is sent only to the address that the user configured.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(self.timeout))
            .tls_config(tls.build());
        if is_this_machine(self.address.host().unwrap_or_default()) {
            config = config.proxy(None);
        }
        config.build().into()
    }

    /// The endpoint's error message on one line. It may repeat parts of the request, even the key.
    fn refusal(&self, text: &[u8]) -> String {
        let said: Value = serde_json::from_slice(text).unwrap_or_default();
        let message = said["error"]["message"].as_str().or_else(|| said["error"].as_str());
        let Some(message) = message else { return String::new() };
        let words: Vec<&str> = message.split_whitespace().collect();
        let line: String = self.without_key(&words.join(" ")).chars().take(LONGEST_REFUSAL).collect();
        format!(": {}", reread_text::redact(&line).text)
    }

    fn without_key(&self, text: &str) -> String {
        match &self.key {
            Some(key) if !key.is_empty() => text.replace(key, "(the key)"),
            _ => text.to_owned(),
        }
    }
}

/// The readable certificates of the system. Without any, every `https` connection fails.
fn certificates_of_the_system() -> RootCerts {
    let found = rustls_native_certs::load_native_certs();
    let certificates = found.certs.iter().map(|certificate| Certificate::from_der(certificate).to_owned());
    RootCerts::Specific(Arc::new(certificates.collect()))
}

fn is_this_machine(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests;
