//! What the model is going to say.
//!
//! The model holds every script under a word, and a prompt is that word. So a prompt can be typed at a terminal, and a
//! sub-agent, whose prompt is in the call that starts it, has a script of its own.

use std::path::Path;

use serde_json::{Value, json};

/// The model's answers to one prompt, in order. After the last one it says `done`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClaudeScript {
    steps: Vec<Answer>,
}

/// One answer of the model.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    /// Tool calls, which the host makes at the same time.
    Calls(Vec<ClaudeCall>),
    /// Text, which ends the turn.
    Text(String),
}

/// One tool call of the model.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaudeCall {
    pub(crate) tool: String,
    pub(crate) input: Value,
}

impl ClaudeScript {
    /// The model says `done` at once.
    pub fn new() -> Self {
        Self::default()
    }

    /// Next, the model makes one call.
    #[must_use]
    pub fn call(self, call: ClaudeCall) -> Self {
        self.together([call])
    }

    /// Next, the model makes several calls in one message.
    #[must_use]
    pub fn together(mut self, calls: impl IntoIterator<Item = ClaudeCall>) -> Self {
        self.steps.push(Answer::Calls(calls.into_iter().collect()));
        self
    }

    /// The answer with that index, counted from 0.
    pub(crate) fn answer(&self, index: usize) -> Answer {
        self.steps.get(index).cloned().unwrap_or_else(|| Answer::Text("done".to_owned()))
    }
}

impl ClaudeCall {
    /// A call of any tool.
    pub fn new(tool: &str, input: Value) -> Self {
        Self { tool: tool.to_owned(), input }
    }

    /// A read of a whole file.
    pub fn read(path: impl AsRef<Path>) -> Self {
        Self::new("Read", json!({ "file_path": path.as_ref() }))
    }

    /// A read of `limit` lines from line `offset` on, counted from 1.
    pub fn read_lines(path: impl AsRef<Path>, offset: u64, limit: u64) -> Self {
        Self::new("Read", json!({ "file_path": path.as_ref(), "offset": offset, "limit": limit }))
    }

    /// A command of the shell, in the project.
    pub fn bash(command: &str) -> Self {
        Self::new("Bash", json!({ "command": command }))
    }

    /// Puts one text in place of another, which must be there once.
    pub fn edit(path: impl AsRef<Path>, old: &str, new: &str) -> Self {
        Self::new("Edit", json!({ "file_path": path.as_ref(), "old_string": old, "new_string": new }))
    }

    /// Writes a whole file.
    pub fn write(path: impl AsRef<Path>, content: &str) -> Self {
        Self::new("Write", json!({ "file_path": path.as_ref(), "content": content }))
    }

    /// Starts a sub-agent with that prompt and waits for its end.
    pub fn agent(prompt: &str) -> Self {
        let input = json!({
            "description": "look",
            "prompt": prompt,
            "subagent_type": "general-purpose",
            "run_in_background": false,
        });
        Self::new("Agent", input)
    }
}
