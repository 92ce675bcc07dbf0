//! What RPC has no command for: moving in the tree, editing the context, meddling with results.
//!
//! The levers are slash commands of an extension that is loaded into every process in RPC mode, after the others. It
//! keeps no state beyond a session: a lever that was set is loose again after a fork or a switch.

use serde_json::json;

use super::{PiProcess, PiRun};
use crate::script::Script;

/// What becomes of a message in the context of the model. The session keeps the original.
#[derive(Clone, Debug, PartialEq)]
pub enum BranchEdit {
    /// It is left out.
    Remove,
    /// It says this instead.
    Replace(String),
}

impl PiProcess<'_> {
    /// Goes on after that entry, as the user does with `/tree`; before a prompt of the user, whose text is up again.
    #[track_caller]
    pub fn navigate(&mut self, entry: &str) {
        self.command(&format!("/nav {entry}"));
    }

    /// The same, and the model sums up what is left behind.
    #[track_caller]
    pub fn navigate_with_summary(&mut self, entry: &str) {
        self.command(&format!("/nav {entry} summary"));
    }

    /// Edits a message of the active branch.
    ///
    /// pi takes edits at the end of a turn only, so the model says `edited` for one. Returns that run; the edit is in
    /// force for the next.
    #[track_caller]
    pub fn edit_context(&mut self, entry: &str, edit: &BranchEdit) -> PiRun {
        self.command(&format!("/edit-context {entry} {}", edit.json()));
        self.play(&Script::new().say("edited"))
    }

    /// Edits a result of the next turn that has any, before the model is asked again. The first has index 0.
    #[track_caller]
    pub fn edit_next_result(&mut self, index: usize, edit: &BranchEdit) {
        self.command(&format!("/edit-next-result {index} {}", edit.json()));
    }

    /// From now on, results of that tool say this instead, as if another extension had altered them.
    #[track_caller]
    pub fn alter_results(&mut self, tool: &str, text: &str) {
        self.command(&format!("/alter-results {tool} {}", json!(text)));
    }

    /// From now on, results stay as they are.
    #[track_caller]
    pub fn leave_results(&mut self) {
        self.command("/leave-results");
    }
}

impl BranchEdit {
    fn json(&self) -> String {
        match self {
            Self::Remove => "null".to_owned(),
            Self::Replace(text) => json!(text).to_string(),
        }
    }
}
