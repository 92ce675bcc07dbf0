//! The files that a name may mean, in the order in which to try them.
//!
//! The caller opens the first candidate that exists. A file with exactly the written name comes before every rewritten
//! name, and the rewrites that the host also does come in the host's order. Every candidate lies inside a root by its
//! spelling; links are not considered here.

use std::path::{Path, PathBuf};

use reread_text::{BadRange, LineRange};

use crate::requested_name::{InterpretedName, NameRewrite, names, split_lines, stored_variants};
use crate::starting_point::{absolute, locate};
use crate::{NameError, RootedPath, windows_refuses};

/// The roots of a workspace, and where a name starts from.
#[derive(Clone, Debug)]
pub struct Roots<'a> {
    /// The names of each root.
    pub roots: &'a [RootNames],
    /// The index of a root and a folder in it: relative names start there.
    pub here: (usize, RootedPath),
    /// The folder that `~` stands for; without it, `~` is an ordinary name.
    pub home: Option<&'a Path>,
}

/// The absolute names of one root: as configured, and as resolved by the system.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct RootNames {
    /// In any order. A relative spelling matches nothing.
    pub spellings: Vec<PathBuf>,
    /// Folders outside that lead into the root by links, and where they lead.
    pub links: Vec<(PathBuf, RootedPath)>,
}

impl RootNames {
    /// The names of a root that no other folder leads to.
    pub fn new(spellings: Vec<PathBuf>) -> Self {
        Self { spellings, links: Vec::new() }
    }
}

/// One file that a name may mean.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Candidate {
    /// The index of its root in [`Roots::roots`].
    pub root: usize,
    /// The path beneath that root.
    pub path: RootedPath,
    /// The line range of a suffix. A bad suffix such as `:9-7` is an error only if this file exists, because the name may
    /// mean another file.
    pub lines: Option<Result<LineRange, BadRange>>,
    /// The rewriting steps in order; empty if the name was taken literally.
    pub readings: Vec<NameRewrite>,
    /// Whether the name can only mean a folder: it ends with a slash, `.` or `..`.
    pub is_directory_spelling: bool,
}

/// Bytes. More than any system accepts (Linux 4 KiB, Windows 32,767 UTF-16 units), and still cheap to process. What is left
/// of the name beneath its root has the limits of a path.
const MAX_NAME_BYTES: usize = 64 * 1024;

/// Lists the files that `name` may mean, the most literal first, each once.
///
/// With `lines_given`, the caller passed the lines separately, and a suffix such as `:7-9` is part of the name.
/// Candidates outside every root, and those that are too long for a file, are left out. If none remains, the error says why.
pub fn candidates(name: &str, lines_given: bool, roots: &Roots<'_>) -> Result<Vec<Candidate>, NameError> {
    if name.is_empty() {
        return Err(NameError::Empty);
    }
    if name.contains('\0') {
        return Err(NameError::Nul);
    }
    if name.len() > MAX_NAME_BYTES {
        return Err(NameError::TooLong(name.len()));
    }
    let mut found = Found { candidates: Vec::new(), refused: NameError::Outside };
    found.add_readings(name, None, roots);
    if let Some((name, lines)) = split_lines(name).filter(|_| !lines_given) {
        found.add_readings(name, Some(&lines), roots);
    }
    if found.candidates.is_empty() { Err(found.refused) } else { Ok(found.candidates) }
}

/// The absolute paths that `name` may mean which lie beneath no root by their spelling: a link on their way may lead into one.
pub fn outside_paths(name: &str, roots: &Roots<'_>) -> Vec<PathBuf> {
    if name.contains('\0') || name.len() > MAX_NAME_BYTES {
        return Vec::new();
    }
    let without_lines = split_lines(name).map(|(name, _)| name);
    let mut paths = Vec::new();
    for read in std::iter::once(name).chain(without_lines).flat_map(|name| names(name, roots.home)) {
        if let Some(path) = absolute(&read.name).filter(|path| !paths.contains(path))
            && locate(&read.name, roots).is_empty()
        {
            paths.push(path);
        }
    }
    paths
}

/// Whether the host would resolve the name to a file outside every root. Then a name without a match is not reported as
/// missing.
pub fn leads_outside(name: &str, roots: &Roots<'_>) -> bool {
    let names = names(name, roots.home);
    let Some(read) = names.last() else { return false };
    let located = locate(&read.name, roots);
    located.iter().all(|located| RootedPath::fold(&located.base, &located.rest) == Err(NameError::Outside))
}

struct Found {
    candidates: Vec<Candidate>,
    refused: NameError,
}

impl Found {
    fn add_readings(&mut self, text: &str, lines: Option<&Result<LineRange, BadRange>>, roots: &Roots<'_>) {
        let names = names(text, roots.home);
        let last = names.len() - 1;
        for (index, read) in names.iter().enumerate() {
            for located in locate(&read.name, roots) {
                // The part above the starting point exists as spelled; only the rest can vary.
                let variants = if index == last { stored_variants(&located.rest) } else { Vec::new() };
                for variant in std::iter::once(InterpretedName::literal(&located.rest)).chain(variants) {
                    let suffix = lines.map(|_| NameRewrite::LineSuffix);
                    let path = RootedPath::fold(&located.base, &variant.name)
                        .and_then(|path| path.check_length().map(|()| path));
                    self.add(path.map(|path| Candidate {
                        root: located.root,
                        path,
                        lines: lines.cloned(),
                        readings:
                            read.readings.iter().copied().chain(variant.readings).chain(suffix).collect(),
                        is_directory_spelling: is_directory_spelling(&read.name),
                    }));
                }
            }
        }
    }

    fn add(&mut self, candidate: Result<Candidate, NameError>) {
        match candidate {
            Err(error) => self.refused = error,
            Ok(candidate) if cfg!(windows) && candidate.path.components().any(windows_refuses) => {
                self.refused = NameError::Reserved;
            }
            Ok(candidate) => {
                let same = |known: &Candidate| {
                    (known.root, &known.path, &known.lines)
                        == (candidate.root, &candidate.path, &candidate.lines)
                };
                if !self.candidates.iter().any(same) {
                    self.candidates.push(candidate);
                }
            }
        }
    }
}

fn is_directory_spelling(name: &[u8]) -> bool {
    let last = name.rsplit(|&byte| std::path::is_separator(char::from(byte))).next();
    matches!(last, Some(b"" | b"." | b".."))
}

// Windows leaves out names that these cases list, such as `a:7`.
#[cfg(test)]
#[cfg(unix)]
mod tests;
