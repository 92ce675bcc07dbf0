//! A repository to search: many small files, one text sown thinly and others thickly.

use std::error::Error;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use reread_benches::source_text;
use tempfile::TempDir;

/// How many files there are, and how many in a folder.
pub(crate) const FILES: u64 = 5_000;
const IN_FOLDER: u64 = 10;

/// The sizes of files, in turn; on average 12 KB.
const SIZES: [usize; 4] = [2_000, 6_000, 12_000, 28_000];

/// In one of so many files stands the rare text.
const RARE: u64 = 700;

/// The text that few lines hold.
pub(crate) const NEEDLE: &str = "rarest_needle";

/// Writes the repository, and waits until it is on disk.
pub(crate) fn write() -> Result<TempDir, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    fs::create_dir(folder.path().join(".git"))?;
    fs::write(folder.path().join(".gitignore"), "target/\n*.log\n/out\n")?;
    for number in 0..FILES {
        let place = number / IN_FOLDER;
        let parent = folder.path().join(format!("pkg{}/mod{}/part{place}", place % 25, place % 50));
        fs::create_dir_all(&parent)?;
        write_file(&parent.join(format!("file{number}.rs")), number)?;
    }
    rustix::fs::sync();
    Ok(folder)
}

fn write_file(path: &Path, number: u64) -> Result<(), Box<dyn Error>> {
    let mut file = File::create(path)?;
    file.write_all(&source_text(number, SIZES[number as usize % SIZES.len()]))?;
    if number.is_multiple_of(RARE) {
        writeln!(file, "the {NEEDLE} of all")?;
    }
    Ok(())
}
