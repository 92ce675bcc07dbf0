//! What came of a call, whichever front end it was made at.

use serde_json::Value;

/// An answer: the contract, and everything that the caller was shown.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The reply as `--json` and structured content have it.
    pub(crate) reply: Value,
    /// All of it, as it came.
    pub(crate) said: String,
}

impl Answer {
    /// The word of a refusal; empty for a call that was served.
    pub(crate) fn code(&self) -> &str {
        self.reply["error"]["code"].as_str().unwrap_or_default()
    }

    /// What came of a write; empty if it is none, or was refused.
    pub(crate) fn outcome(&self) -> &str {
        self.reply["outcome"].as_str().unwrap_or_default()
    }

    /// The sentences of a refusal.
    pub(crate) fn words(&self) -> String {
        let error = &self.reply["error"];
        format!(
            "{}\n{}",
            error["message"].as_str().unwrap_or_default(),
            error["hint"].as_str().unwrap_or_default()
        )
    }

    /// The text of a read.
    pub(crate) fn text(&self) -> &str {
        self.reply["text"].as_str().unwrap_or_default()
    }

    /// The tag of a read.
    pub(crate) fn tag(&self) -> &str {
        self.reply["meta"]["tag"].as_str().unwrap_or_else(|| panic!("no tag: {self:?}"))
    }

    /// Checks that the call was refused with this word.
    #[track_caller]
    pub(crate) fn check_refused(&self, code: &str) {
        assert_eq!((self.code(), &self.reply["ok"]), (code, &Value::Bool(false)), "{self:?}");
    }

    /// Checks that the call was served.
    #[track_caller]
    pub(crate) fn check_served(&self) -> &Self {
        assert_eq!((self.code(), &self.reply["ok"]), ("", &Value::Bool(true)), "{self:?}");
        self
    }

    /// Checks what came of a write.
    #[track_caller]
    pub(crate) fn check_outcome(&self, outcome: &str) -> &Self {
        assert_eq!((self.code(), self.outcome()), ("", outcome), "{self:?}");
        self
    }
}
