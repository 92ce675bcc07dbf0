//! What the model is going to say.
//!
//! A script travels inside the user's prompt, as JSON. So the model needs no memory, and a session that is forked,
//! rewound or resumed carries its scripts along.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The model's answers to one prompt, in order. After the last one it says `done`.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Script {
    script: Vec<Step>,
}

/// One answer of the model.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Step {
    #[serde(flatten)]
    pub(crate) answer: ScriptedAnswer,
    /// How full the model says its context is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tokens: Option<u64>,
}

/// What one answer says.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ScriptedAnswer {
    /// Tool calls, which pi makes at the same time.
    Calls(Vec<ScriptedCall>),
    /// Text, which ends the run.
    Text(String),
}

/// One tool call of the model.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct ScriptedCall {
    pub(crate) tool: String,
    pub(crate) arguments: Value,
}

impl Script {
    /// The model says `done` at once.
    pub fn new() -> Self {
        Self::default()
    }

    /// Next, the model makes one call.
    #[must_use]
    pub fn call(self, call: ScriptedCall) -> Self {
        self.together([call])
    }

    /// Next, the model makes several calls in one message.
    #[must_use]
    pub fn together(self, calls: impl IntoIterator<Item = ScriptedCall>) -> Self {
        self.then(ScriptedAnswer::Calls(calls.into_iter().collect()))
    }

    /// Next, the model says something, which ends the run.
    #[must_use]
    pub fn say(self, text: &str) -> Self {
        self.then(ScriptedAnswer::Text(text.to_owned()))
    }

    /// With the answer before, the model reports that its context holds so many tokens.
    ///
    /// Near the size of its window, pi compacts before it asks again.
    #[must_use]
    pub fn claiming(mut self, tokens: u64) -> Self {
        let last = self.script.last_mut().expect("a claim follows an answer");
        last.tokens = Some(tokens);
        self
    }

    fn then(mut self, answer: ScriptedAnswer) -> Self {
        self.script.push(Step { answer, tokens: None });
        self
    }

    /// The text to prompt pi with.
    pub fn prompt(&self) -> String {
        serde_json::to_string(self).expect("a script holds only what JSON can say")
    }

    /// Reads the script in a prompt. Any other text holds none.
    pub(crate) fn of_prompt(prompt: &str) -> Option<Self> {
        serde_json::from_str(prompt).ok()
    }

    /// The answer with that index, counted from 0.
    pub(crate) fn step(&self, index: usize) -> Step {
        self.script.get(index).cloned().unwrap_or_else(|| Step::text("done"))
    }
}

impl Step {
    pub(crate) fn text(text: &str) -> Self {
        Self { answer: ScriptedAnswer::Text(text.to_owned()), tokens: None }
    }

    pub(crate) fn calls(&self) -> &[ScriptedCall] {
        match &self.answer {
            ScriptedAnswer::Calls(calls) => calls,
            ScriptedAnswer::Text(_) => &[],
        }
    }
}

impl ScriptedCall {
    /// A call of any tool.
    pub fn new(tool: &str, arguments: Value) -> Self {
        Self { tool: tool.to_owned(), arguments }
    }

    /// A read of a whole file.
    pub fn read(path: &str) -> Self {
        Self::new("read", json!({ "path": path }))
    }

    /// A read of `limit` lines from line `offset` on, counted from 1.
    pub fn read_lines(path: &str, offset: u64, limit: u64) -> Self {
        Self::new("read", json!({ "path": path, "offset": offset, "limit": limit }))
    }

    /// A script of the model's own, which may call tools in turn.
    pub fn codemode(code: &str) -> Self {
        Self::new("codemode", json!({ "code": code }))
    }
}

#[cfg(test)]
mod tests;
