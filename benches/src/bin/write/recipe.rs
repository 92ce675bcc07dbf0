//! The bare recipe: the least that leaves the old file or the new one after a power cut, and a row that says so.

use std::error::Error;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, params};
use sha2::{Digest as _, Sha256};

use crate::edited_file::{NAME, line};
use crate::editor::BenchEditor;

/// What tables call it.
pub(crate) const BARE: &str = "bare recipe";

/// A folder that is held open, and a database that is.
pub(crate) struct WriteRecipe {
    path: PathBuf,
    folder: File,
    database: Connection,
}

impl WriteRecipe {
    pub(crate) fn begin(path: &Path) -> Result<Self, Box<dyn Error>> {
        let database = Connection::open(path.join("history.db"))?;
        database.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
        database.execute_batch(
            "PRAGMA synchronous = FULL; CREATE TABLE history (name TEXT, before BLOB, after BLOB, edition INTEGER);",
        )?;
        Ok(Self { path: path.to_owned(), folder: File::open(path)?, database })
    }
}

impl BenchEditor for WriteRecipe {
    fn name(&self) -> &'static str {
        BARE
    }

    fn folder(&self) -> &Path {
        &self.path
    }

    fn edit(&mut self, edition: usize) -> Result<Duration, Box<dyn Error>> {
        let began = Instant::now();
        let (name, temp) = (self.path.join(NAME), self.path.join("edited.temp"));
        let before = fs::read_to_string(&name)?;
        let after = before.replacen(&line(edition - 1), &line(edition), 1);
        let digest = |text: &str| Sha256::digest(text.as_bytes()).to_vec();
        self.database.execute(
            "INSERT INTO history VALUES (?1, ?2, ?3, ?4)",
            params![NAME, digest(&before), digest(&after), edition as u32],
        )?;
        let mut file = File::create_new(&temp)?;
        file.write_all(after.as_bytes())?;
        file.sync_all()?;
        fs::rename(&temp, &name)?;
        self.folder.sync_all()?;
        Ok(began.elapsed())
    }
}
