//! Notes about the work that users and hosts give: the task, and the files that are open in an editor.
//!
//! They are hints: nothing is decided by them. There is one set per author, and the oldest sets are dropped. Every text is
//! cleaned before it is kept: secrets replaced, on one line, without hidden characters, and cut.

use std::io;

use reread_text::{redact_formats, visible_line};
use serde::{Deserialize, Serialize};

use super::StateDir;
use crate::cut::cut;
use crate::journal::UnixMillis;
use crate::lock::Lock;
use crate::private;
use crate::state_error::{StateError, at};

/// The notes of one author. `None` stands for what the author gave no note about. Field names are part of the format.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionNotes {
    /// The task in hand, at most 1 KiB.
    pub task: Option<String>,
    /// The files that are open, at most 64 of them.
    pub open: Option<Vec<String>>,
}

/// Notes together with their author.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuthoredNotes {
    /// A caller as journal records name it, or [`AuthoredNotes::USER`].
    #[serde(rename = "name")]
    pub author: String,
    /// When the notes last changed.
    pub time: UnixMillis,
    /// At least one of them is given.
    #[serde(flatten)]
    pub notes: SessionNotes,
}

impl AuthoredNotes {
    /// The author of notes that the user gives at the command line. No caller has this name.
    pub const USER: &str = "user";
}

/// The file `told`: its format, and a row for each author. Field names are part of the format.
#[derive(Serialize, Deserialize)]
struct NotesFile {
    v: u64,
    tellers: Vec<AuthoredNotes>,
}

const FILE: &str = "told";
const FORMAT: u64 = 1;

const MOST_AUTHORS: usize = 32;
const MOST_OPEN: usize = 64;
const LONGEST_TASK: usize = 1 << 10;
const LONGEST_NAME: usize = 512;

/// More than all of that takes, escapes included.
const LONGEST: u64 = 4 << 20;

impl StateDir {
    /// Changes the notes of an author. Nothing is written if that makes no difference.
    pub fn update_session_notes(
        &self,
        author: &str,
        now: UnixMillis,
        change: impl FnOnce(&mut SessionNotes),
    ) -> Result<(), StateError> {
        let _lock = Lock::exclusive(&self.dir).map_err(at(&self.path))?;
        let mut all = self.session_notes()?;
        let author = clean(author, LONGEST_NAME);
        let known = all.iter().position(|known| known.author == author);
        let before = known.map(|index| all.remove(index).notes).unwrap_or_default();
        let mut notes = before.clone();
        change(&mut notes);
        let notes = notes.cleaned();
        if notes == before {
            return Ok(());
        }
        if notes != SessionNotes::default() {
            all.insert(0, AuthoredNotes { author, time: now, notes });
        }
        all.truncate(MOST_AUTHORS);
        let bytes = serde_json::to_vec(&NotesFile { v: FORMAT, tellers: all });
        self.replace(FILE, &bytes.expect("texts and numbers are written to memory"))
    }

    /// The notes of all authors, the latest first.
    pub fn session_notes(&self) -> Result<Vec<AuthoredNotes>, StateError> {
        #[derive(Deserialize)]
        struct Version {
            v: u64,
        }

        let Some(bytes) = private::read_small(&self.dir, FILE, LONGEST).map_err(self.at(FILE))? else {
            return Ok(Vec::new());
        };
        let damaged = || self.damaged(FILE, "is damaged: delete it, and say again what it held");
        let version: Version = serde_json::from_slice(&bytes).map_err(|_| damaged())?;
        if version.v != FORMAT {
            return Err(StateError::Newer(self.path.join(FILE), version.v));
        }
        let file: NotesFile = serde_json::from_slice(&bytes).map_err(|_| damaged())?;
        // Another program may have written the file.
        let cleaned = |AuthoredNotes { author, time, notes }| AuthoredNotes {
            author: clean(&author, LONGEST_NAME),
            time,
            notes: notes.cleaned(),
        };
        Ok(file.tellers.into_iter().take(MOST_AUTHORS).map(cleaned).collect())
    }

    /// Removes the notes of all authors.
    pub fn clear_session_notes(&self) -> Result<(), StateError> {
        let _lock = Lock::exclusive(&self.dir).map_err(at(&self.path))?;
        match self.dir.remove_file(FILE) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.at(FILE)(error)),
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

impl SessionNotes {
    fn cleaned(self) -> Self {
        let task = self.task.map(|task| clean(task.trim(), LONGEST_TASK)).filter(|task| !task.is_empty());
        let names = |names: Vec<String>| -> Vec<String> {
            let mut kept: Vec<String> = Vec::new();
            for name in names.iter().take(MOST_OPEN).map(|name| clean(name, LONGEST_NAME)) {
                if !name.is_empty() && !kept.contains(&name) {
                    kept.push(name);
                }
            }
            kept
        };
        Self { task, open: self.open.map(names) }
    }
}

/// Secrets go first: half of one no longer looks like one.
fn clean(text: &str, longest: usize) -> String {
    cut(&visible_line(&redact_formats(text).text), longest)
}
