//! Everybody in turn, each with the same edits.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::edited_file::{NAME, text};

/// A program that edits a copy of the file.
pub(crate) trait BenchEditor {
    fn name(&self) -> &'static str;

    /// Where its copy is.
    fn folder(&self) -> &Path;

    /// Makes one edition of the one before it. The time that it took.
    fn edit(&mut self, edition: usize) -> Result<Duration, Box<dyn Error>>;
}

/// One editor, and the times of all its edits, in their order.
pub(crate) struct EditorTimes {
    pub(crate) editor: Box<dyn BenchEditor>,
    pub(crate) times: Vec<Duration>,
}

impl EditorTimes {
    pub(crate) fn of(editor: impl BenchEditor + 'static) -> Self {
        Self { editor: Box::new(editor), times: Vec::new() }
    }

    fn edit(&mut self, edition: usize) -> Result<Duration, Box<dyn Error>> {
        let name = self.editor.name();
        let took = self.editor.edit(edition).map_err(|error| format!("{name}: {error}"))?;
        // An edit that forgets how the last line ends is an edit all the same.
        let found = fs::read_to_string(self.editor.folder().join(NAME))?;
        if found.trim_end() != text(edition).trim_end() {
            return Err(format!("{name}: edition {edition} is not what is there").into());
        }
        Ok(took)
    }
}

/// Edits that fill the caches, and are not counted.
const WARMING: usize = 10;
const COUNTED: usize = 200;

/// Who begins changes from round to round.
pub(crate) fn in_turn(rows: &mut [EditorTimes]) -> Result<(), Box<dyn Error>> {
    for edition in 1..=WARMING + COUNTED {
        for turn in 0..rows.len() {
            let next = (edition + turn) % rows.len();
            let took = rows[next].edit(edition)?;
            if edition > WARMING {
                rows[next].times.push(took);
            }
        }
    }
    Ok(())
}

/// So many edits of one of them.
pub(crate) fn repeat(mut row: EditorTimes, edits: usize) -> Result<(), Box<dyn Error>> {
    (1..=edits).try_for_each(|edition| row.edit(edition).map(drop))
}
