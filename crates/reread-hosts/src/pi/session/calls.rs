//! The calls that have no result yet, by the name under which their result will come.

use reread_context::{EntryIndex, SessionHistory};

use crate::pi::session::message::ToolCall;

/// How far a result may lie behind its call. Only other results and notes of extensions come in between.
const FARTHEST: usize = 1_000;

/// How many calls are kept; beyond it the oldest is forgotten.
const MOST: usize = 256;

/// Calls without a result, the oldest first. There are seldom more than a few.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenCalls {
    open: Vec<OpenCall>,
}

/// A call without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpenCall {
    call_id: Box<str>,
    tool: FileTool,
    /// The file, as the model wrote it; `None` if it named none, or two calls of one name differ.
    pub(crate) path: Option<Box<str>>,
    /// The entry that made the call.
    entry: EntryIndex,
}

/// A tool whose calls name a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileTool {
    Read,
    Edit,
    Write,
}

impl FileTool {
    /// The tool of that name; `None` for any other.
    pub(crate) fn named(tool: &str) -> Option<Self> {
        match tool {
            "read" => Some(FileTool::Read),
            "edit" => Some(FileTool::Edit),
            "write" => Some(FileTool::Write),
            _ => None,
        }
    }
}

impl OpenCalls {
    /// Notes the calls of an entry; `None` if they cannot be read, so that no name can be relied upon.
    pub(crate) fn note(&mut self, entry: EntryIndex, calls: Option<&[ToolCall<'_>]>) {
        let Some(calls) = calls else { return self.open.clear() };
        for ToolCall { call_id, tool, path, .. } in calls {
            let tool = FileTool::named(tool);
            if let Some(called) = self.open.iter_mut().find(|called| *called.call_id == **call_id) {
                if Some(called.tool) != tool || called.path.as_deref() != path.as_deref() {
                    called.path = None;
                }
                called.entry = entry;
            } else if let Some(tool) = tool {
                if self.open.len() == MOST {
                    self.open.remove(0);
                }
                let (call_id, path) = (Box::from(&**call_id), path.as_deref().map(Box::from));
                self.open.push(OpenCall { call_id, tool, path, entry });
            }
        }
    }

    /// The call of a result, with the path that it named. A call counts for results of its own branch alone, and for one.
    pub(crate) fn take(
        &mut self,
        call_id: &str,
        tool: FileTool,
        history: &SessionHistory,
        parent: Option<EntryIndex>,
    ) -> Option<OpenCall> {
        let place = self.open.iter().position(|called| *called.call_id == *call_id)?;
        let called = Some(self.open.remove(place)).filter(|called| called.tool == tool)?;
        let mut branch = std::iter::successors(parent, |entry| history.parent(*entry)).take(FARTHEST);
        branch.find(|entry| *entry <= called.entry).filter(|entry| *entry == called.entry)?;
        Some(called)
    }
}

#[cfg(test)]
mod tests;
