//! The file that is edited: text like Rust source with one line in its middle that says which edition it is.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use reread_benches::source_text;

/// The name of the file in its folder.
pub(crate) const NAME: &str = "edited.rs";

const BYTES: usize = 50_000;

const SEED: u64 = 0x7772_6974;

/// The line of an edition, without its end.
pub(crate) fn line(edition: usize) -> String {
    format!("    let edition = {edition:06};")
}

/// The number of that line, counted from 1.
pub(crate) fn line_number() -> usize {
    let text = text(0);
    text.lines().position(|other| other == line(0)).map_or(0, |before| before + 1)
}

/// The whole file.
pub(crate) fn text(edition: usize) -> String {
    let source = String::from_utf8(source_text(SEED, BYTES)).expect("text like source is UTF-8");
    let middle = source[..source.len() / 2].rfind('\n').map_or(0, |end| end + 1);
    format!("{}{}\n{}", &source[..middle], line(edition), &source[middle..])
}

/// A new folder with the first edition in it, as a project is.
pub(crate) fn folder(path: &Path) -> io::Result<PathBuf> {
    fs::create_dir_all(path.join(".git"))?;
    fs::create_dir_all(path.with_extension("home"))?;
    fs::write(path.join(NAME), text(0))?;
    Ok(path.to_owned())
}
