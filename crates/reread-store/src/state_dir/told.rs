//! What people and hosts said about the work: which files are open before somebody, and what is being done.
//!
//! Nothing here was found out, and nothing is decided by it. It is kept by teller, the oldest are forgotten, and every text
//! is cleaned before it is kept: its secrets replaced, on one line, with nothing hidden in it, and cut.

use std::io;

use reread_text::{redact, visible_line};
use serde::{Deserialize, Serialize};

use super::{StateDir, StateError, at};
use crate::cut::cut;
use crate::journal::UnixMillis;
use crate::lock::Lock;
use crate::private;

/// What one teller said; `None` is what it said nothing about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Told {
    /// What is being done, at most 1 KiB.
    pub task: Option<String>,
    /// The files that are open, at most 64 of them.
    pub open: Option<Vec<String>>,
}

/// A teller and what it said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Teller {
    /// Who: a caller as records name it, or `user`.
    pub name: String,
    /// When it last said something new.
    pub time: UnixMillis,
    /// What.
    pub told: Told,
}

impl Teller {
    /// The name under which the user tells something at the command line. No caller is called so.
    pub const USER: &str = "user";
}

/// The file: a version and a row for each teller.
#[derive(Serialize, Deserialize)]
struct ToldFile {
    v: u64,
    tellers: Vec<Row>,
}

#[derive(Serialize, Deserialize)]
struct Row {
    name: String,
    time: u64,
    task: Option<String>,
    open: Option<Vec<String>>,
}

const TOLD: &str = "told";
const FORMAT: u64 = 1;

const MOST_TELLERS: usize = 32;
const MOST_OPEN: usize = 64;
const LONGEST_TASK: usize = 1 << 10;
const LONGEST_NAME: usize = 512;

/// More than all of that takes, escapes included.
const LONGEST: u64 = 4 << 20;

impl StateDir {
    /// Changes what a teller has said. Nothing is written if that makes no difference.
    pub fn tell(
        &self,
        teller: &str,
        now: UnixMillis,
        change: impl FnOnce(&mut Told),
    ) -> Result<(), StateError> {
        let _held = Lock::exclusive(&self.dir).map_err(at(&self.path))?;
        let mut tellers = self.told()?;
        let name = clean(teller, LONGEST_NAME);
        let known = tellers.iter().position(|known| known.name == name);
        let before = known.map(|place| tellers.remove(place).told).unwrap_or_default();
        let mut told = before.clone();
        change(&mut told);
        let told = told.cleaned();
        if told == before {
            return Ok(());
        }
        if told != Told::default() {
            tellers.insert(0, Teller { name, time: now, told });
        }
        tellers.truncate(MOST_TELLERS);
        let tellers = tellers.into_iter().map(Row::from).collect();
        let bytes = serde_json::to_vec(&ToldFile { v: FORMAT, tellers });
        self.replace(TOLD, &bytes.expect("texts and numbers are written to memory"))
    }

    /// Everybody who said something, the latest first.
    pub fn told(&self) -> Result<Vec<Teller>, StateError> {
        #[derive(Deserialize)]
        struct Version {
            v: u64,
        }

        let Some(bytes) = private::read_small(&self.dir, TOLD, LONGEST).map_err(self.at(TOLD))? else {
            return Ok(Vec::new());
        };
        let damaged = || self.damaged(TOLD, "is damaged: delete it, and say again what it held");
        let version: Version = serde_json::from_slice(&bytes).map_err(|_| damaged())?;
        if version.v != FORMAT {
            return Err(StateError::Newer { file: self.path.join(TOLD), found: version.v });
        }
        let file: ToldFile = serde_json::from_slice(&bytes).map_err(|_| damaged())?;
        Ok(file.tellers.into_iter().map(Teller::from).collect())
    }

    /// Forgets what everybody said.
    pub fn forget_told(&self) -> Result<(), StateError> {
        let _held = Lock::exclusive(&self.dir).map_err(at(&self.path))?;
        match self.dir.remove_file(TOLD) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.at(TOLD)(error)),
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

impl From<Teller> for Row {
    fn from(Teller { name, time, told: Told { task, open } }: Teller) -> Self {
        Self { name, time: time.0, task, open }
    }
}

impl From<Row> for Teller {
    fn from(Row { name, time, task, open }: Row) -> Self {
        Self { name, time: UnixMillis(time), told: Told { task, open } }
    }
}

impl Told {
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
    cut(&visible_line(&redact(text).text), longest)
}
