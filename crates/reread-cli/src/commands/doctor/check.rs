//! One check and its result.

use serde_json::{Value, json};

use crate::terminal::Terminal;

/// A question that `doctor` asked, and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Check {
    /// What was looked at.
    pub(super) about: String,
    pub(super) status: CheckStatus,
    /// What is true of it.
    pub(super) says: String,
    /// What to try, if it could be better.
    pub(super) next: Option<String>,
}

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CheckStatus {
    Ok,
    /// It works, and could surprise.
    Warn,
    Fail,
}

impl Check {
    pub(super) fn ok(about: impl Into<String>, says: impl Into<String>) -> Self {
        Self { about: about.into(), status: CheckStatus::Ok, says: says.into(), next: None }
    }

    pub(super) fn warn(about: impl Into<String>, says: impl Into<String>, next: impl Into<String>) -> Self {
        Self { status: CheckStatus::Warn, next: Some(next.into()), ..Self::ok(about, says) }
    }

    pub(super) fn fail(about: impl Into<String>, says: impl Into<String>, next: impl Into<String>) -> Self {
        Self { status: CheckStatus::Fail, next: Some(next.into()), ..Self::ok(about, says) }
    }

    /// The check for the user: a line, and below it what to try. `widest` is the longest `about` of all checks.
    pub(super) fn lines(&self, terminal: &Terminal, widest: usize) -> String {
        let status = match self.status {
            CheckStatus::Ok => terminal.green("ok  "),
            CheckStatus::Warn => terminal.cyan("warn"),
            CheckStatus::Fail => terminal.red("fail"),
        };
        let next = self
            .next
            .as_ref()
            .map(|next| format!("      {:widest$}  {} {}\n", "", terminal.cyan("try:"), terminal.line(next)));
        let line = format!("{status}  {:widest$}  {}\n", self.about, terminal.line(&self.says));
        line + &next.unwrap_or_default()
    }

    /// The check for programs.
    pub(super) fn json(&self) -> Value {
        let status = match self.status {
            CheckStatus::Ok => "ok",
            CheckStatus::Warn => "warn",
            CheckStatus::Fail => "fail",
        };
        let mut value = json!({ "check": self.about, "status": status, "message": self.says });
        if let Some(next) = &self.next {
            value["next"] = json!(next);
        }
        value
    }
}
