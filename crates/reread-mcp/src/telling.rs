//! What a host says about the work beside a call: which files are open before the user, and what is being done.
//!
//! It is kept for the session stack and decides nothing. A key that does not hold what it should is passed over: a host is
//! not refused a read for what it says beside it.

use reread_store::SessionNotes;
use rmcp::model::JsonObject;
use serde_json::Value;

/// The names of open files, in the metadata of a call.
const OPEN_BUFFERS: &str = "reread/open_buffers";

/// What is being done, likewise.
const ACTIVE_TASK: &str = "reread/active_task";

/// What was said with one call; `null` takes back what was said before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Telling {
    open: Option<Value>,
    task: Option<Value>,
}

impl Telling {
    /// What the metadata of a call tells; none if nothing.
    pub(crate) fn of(meta: &JsonObject) -> Option<Self> {
        let (open, task) = (meta.get(OPEN_BUFFERS), meta.get(ACTIVE_TASK));
        (open.is_some() || task.is_some()).then(|| Self { open: open.cloned(), task: task.cloned() })
    }

    /// Adds it to what was told before.
    pub(crate) fn add_to(self, told: &mut SessionNotes) {
        match self.task {
            Some(Value::String(task)) => told.task = Some(task),
            Some(Value::Null) => told.task = None,
            _ => {}
        }
        match self.open {
            Some(Value::Array(names)) => {
                let names: Option<Vec<String>> =
                    names.into_iter().map(|name| name.as_str().map(str::to_owned)).collect();
                told.open = names.or(told.open.take());
            }
            Some(Value::Null) => told.open = None,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
