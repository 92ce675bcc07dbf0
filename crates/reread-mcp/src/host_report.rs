//! What a host reports about the work in the metadata of a call: the open files and the task.
//!
//! It is kept for the session stack and decides nothing. A value of the wrong type is ignored: it is no reason to refuse
//! the call.

use reread_store::SessionNotes;
use rmcp::model::JsonObject;
use serde_json::Value;

/// The names of open files, in the metadata of a call.
const OPEN_BUFFERS: &str = "reread/open_buffers";

/// What is being done, likewise.
const ACTIVE_TASK: &str = "reread/active_task";

/// What was reported with one call; `null` clears an earlier report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HostReport {
    open: Option<Value>,
    task: Option<Value>,
}

impl HostReport {
    /// The report in the metadata of a call; `None` if there is none.
    pub(crate) fn of(meta: &JsonObject) -> Option<Self> {
        let (open, task) = (meta.get(OPEN_BUFFERS), meta.get(ACTIVE_TASK));
        (open.is_some() || task.is_some()).then(|| Self { open: open.cloned(), task: task.cloned() })
    }

    /// Adds it to the notes of the session.
    pub(crate) fn add_to(self, notes: &mut SessionNotes) {
        match self.task {
            Some(Value::String(task)) => notes.task = Some(task),
            Some(Value::Null) => notes.task = None,
            _ => {}
        }
        match self.open {
            Some(Value::Array(names)) => {
                let names: Option<Vec<String>> =
                    names.into_iter().map(|name| name.as_str().map(str::to_owned)).collect();
                notes.open = names.or(notes.open.take());
            }
            Some(Value::Null) => notes.open = None,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
