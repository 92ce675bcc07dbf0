//! What was looked at, and what came of it.

use serde_json::{Value, json};

/// One check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Check {
    /// What was looked at.
    pub(super) about: String,
    pub(super) standing: Standing,
    /// What is true of it.
    pub(super) says: String,
    /// What to try, if it could be better.
    pub(super) next: Option<String>,
}

/// How it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Ok,
    /// It works, and could surprise.
    Warn,
    Fail,
}

impl Check {
    pub(super) fn ok(about: impl Into<String>, says: impl Into<String>) -> Self {
        Self { about: about.into(), standing: Standing::Ok, says: says.into(), next: None }
    }

    pub(super) fn warn(about: impl Into<String>, says: impl Into<String>, next: impl Into<String>) -> Self {
        Self { standing: Standing::Warn, next: Some(next.into()), ..Self::ok(about, says) }
    }

    pub(super) fn fail(about: impl Into<String>, says: impl Into<String>, next: impl Into<String>) -> Self {
        Self { standing: Standing::Fail, next: Some(next.into()), ..Self::ok(about, says) }
    }

    /// The check for programs.
    pub(super) fn json(&self) -> Value {
        let status = match self.standing {
            Standing::Ok => "ok",
            Standing::Warn => "warn",
            Standing::Fail => "fail",
        };
        let mut value = json!({ "check": self.about, "status": status, "message": self.says });
        if let Some(next) = &self.next {
            value["next"] = json!(next);
        }
        value
    }
}
