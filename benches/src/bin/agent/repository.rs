//! The sources that the agent works on: those of a package, copied for every replay.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// Endings of the files that an agent would read and edit.
const SOURCES: &[&str] = &[
    "rs", "py", "ts", "tsx", "js", "mjs", "jsx", "c", "h", "cc", "cpp", "java", "kt", "swift", "go", "rb",
    "css",
];

/// Longer files are generated, as a rule.
const MAX_BYTES: usize = 400_000;

/// The text files of a package.
#[derive(Debug)]
pub(crate) struct Repository {
    pub(crate) name: String,
    /// In the order of their names.
    pub(crate) files: Vec<SourceFile>,
}

/// A file, named from the root.
#[derive(Clone, Debug)]
pub(crate) struct SourceFile {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Repository {
    /// Loads the sources beneath the folder. Left out is what a patch of the script could not be written for: texts with
    /// CR, without a last newline, or with the marks of a conflict.
    pub(crate) fn load(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let mut files = Vec::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(next) = folders.pop() {
            let entries = fs::read_dir(&next).map_err(|error| format!("{}: {error}", next.display()))?;
            for entry in entries {
                let entry = entry?;
                if entry.file_type()?.is_dir() {
                    folders.push(entry.path());
                } else if let Some(text) = source(&entry.path()) {
                    let name = entry.path().strip_prefix(folder)?.to_string_lossy().into_owned();
                    files.push(SourceFile { name, text });
                }
            }
        }
        files.sort_by(|one, other| one.name.cmp(&other.name));
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Self { name, files })
    }

    /// Writes the files into a folder that looks like a repository, and makes the home beside it.
    pub(crate) fn copy_to(&self, folder: &Path) -> Result<(), Box<dyn Error>> {
        fs::create_dir_all(folder.join(".git"))?;
        fs::create_dir_all(folder.with_extension("home"))?;
        for file in &self.files {
            let path: PathBuf = folder.join(&file.name);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            fs::write(path, &file.text)?;
        }
        Ok(())
    }
}

fn source(path: &Path) -> Option<String> {
    let ending = path.extension()?.to_str()?;
    let text = SOURCES.contains(&ending).then(|| fs::read_to_string(path).ok())??;
    let is_plain = text.ends_with('\n') && !text.contains(['\r', '\0']) && text.len() <= MAX_BYTES;
    let is_conflict =
        |line: &str| ["<<<<<<<", "=======", ">>>>>>>"].iter().any(|mark| line.starts_with(mark));
    (is_plain && !text.lines().any(is_conflict)).then_some(text)
}
