//! A chain of records: the journal of a workspace, or a copy of one in a file.

use std::io::BufReader;
use std::path::Path;

use reread_files::{State, open_named};
use reread_store::{BrokenChain, JournalExport};
use reread_wire::ErrorReply;
use serde_json::json;

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::output::print_line;

/// Where the records are.
#[derive(Clone, Copy)]
pub(crate) enum Chain<'a> {
    /// The journal of the workspace, with all its segments.
    Journal(&'a State),
    /// An export, or one file of a journal.
    Copy(&'a Path),
}

impl<'a> Chain<'a> {
    /// The file that was named, or else the journal.
    pub(crate) fn of(state: &'a State, copy: Option<&'a Path>) -> Self {
        copy.map_or(Self::Journal(state), Self::Copy)
    }

    /// Checks every record, and hands over each that was found whole, oldest first.
    pub(crate) fn walk(
        &self,
        each: impl FnMut(&[u8]),
    ) -> Result<Result<JournalExport, BrokenChain>, Failure> {
        Ok(match self {
            Self::Journal(state) => {
                let noted = match state.directory().has_database() {
                    true => state.database()?.journal_head()?,
                    false => None,
                };
                state.journal().walk(noted, each).map(|verified| JournalExport { verified, is_whole: true })
            }
            Self::Copy(path) => {
                let file = open_named(path).map_err(|error| Failure::from(ErrorReply::from(error)))?;
                JournalExport::walk(BufReader::new(file), each)
            }
        })
    }
}

/// Reports where a chain is broken.
pub(crate) fn report_broken(global: &Global, broken: &BrokenChain) -> Result<Exit, Failure> {
    if !global.json {
        let hint = "keep a copy of the journal; what stands before that record is still proven";
        return Err(Failure::new(Exit::Nothing, broken.to_string(), hint));
    }
    let (code, message) = (broken.what.word(), broken.to_string());
    let value = json!({ "ok": false, "line": broken.line, "code": code, "message": message });
    print_line(global, &value, "")?;
    Ok(Exit::Nothing)
}
