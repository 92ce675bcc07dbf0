//! `[review]`: the model that may suggest how a conflict ends. Only the user names it, since source is sent there.

use serde::Deserialize;

/// Whom to ask about conflicts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewSettings {
    /// The whole address of a chat-completions endpoint.
    pub endpoint: String,
    /// The model there.
    pub model: String,
    /// The variable of the environment that holds the key, if the endpoint wants one.
    pub key_env: Option<String>,
    /// How long an answer may take.
    #[serde(default = "two_minutes")]
    pub timeout_seconds: u64,
    /// Whether every conflict that is kept is put to the model at once. A person approves all the same.
    #[serde(default)]
    pub auto: bool,
    /// Whether the way to another machine is safe without encryption.
    #[serde(default)]
    pub plain_http: bool,
}

fn two_minutes() -> u64 {
    120
}
