//! Which file a call may have meant.
//!
//! pi turns the names that models write into files in many ways, some of which depend on what is on disk. A name that
//! may mean several files names none of them here, and casts doubt on all.

use reread_context::FileKey;

use super::doubts::DoubtedFiles;
use crate::pi::recovered_name::parts;

/// The file that a path means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CalledName {
    Of(FileKey),
    /// One of these; which one is unknown.
    OneOf(DoubtedFiles),
}

impl CalledName {
    /// What a call meant. Relative paths start from `cwd`, if it is known.
    pub(super) fn called(path: &str, cwd: Option<&str>) -> Self {
        if is_odd(path) {
            return Self::OneOf(DoubtedFiles::EveryFile);
        }
        let cwd = cwd.filter(|cwd| cwd.starts_with('/'));
        match (path.starts_with(['~', '@']), path.starts_with('/'), cwd) {
            (false, true, _) => Self::Of(FileKey::new(&absolute("", path))),
            (false, false, Some(cwd)) => Self::Of(FileKey::new(&absolute(cwd, path))),
            _ => Self::OneOf(match parts(path.strip_prefix('@').unwrap_or(path)).last() {
                Some(last) if !last.starts_with('~') => DoubtedFiles::FilesCalled((*last).into()),
                _ => DoubtedFiles::EveryFile,
            }),
        }
    }

    /// The file of that absolute name, without detours. What looks different from that is taken as it is.
    pub(super) fn recorded(name: &str) -> Self {
        let name = if name.starts_with('/') { absolute("", name) } else { name.to_owned() };
        Self::Of(FileKey::new(&name))
    }

    /// The file, if that is certain.
    pub(super) fn file(&self) -> Option<&FileKey> {
        match self {
            Self::Of(file) => Some(file),
            Self::OneOf(_) => None,
        }
    }

    /// Which files may be shown by a read of that name.
    pub(super) fn about(&self) -> DoubtedFiles {
        match self {
            Self::Of(file) => DoubtedFiles::File(file.clone()),
            Self::OneOf(about) => about.clone(),
        }
    }
}

/// Whether a call of this path cannot have led to the file of that absolute name, from whichever folder.
pub(super) fn is_another(path: &str, name: &str) -> bool {
    if is_odd(path) || path.starts_with(['~', '@']) || !name.starts_with('/') {
        return false;
    }
    let (called, recorded) = (parts(path), parts(name));
    if path.starts_with('/') { called != recorded } else { !recorded.ends_with(&called) }
}

/// Whether a call of this path, which may have led to that file, started from another folder than this one.
pub(super) fn is_from_elsewhere(path: &str, name: &str, cwd: &str) -> bool {
    let is_relative = !is_odd(path) && !path.starts_with(['~', '@', '/']);
    is_relative
        && !is_another(path, name)
        && name.starts_with('/')
        && absolute(cwd, path) != absolute("", name)
}

/// Whether pi may take the path for something else than it says: a URL, lines behind a colon, spellings that it tries
/// when a file is not there.
fn is_odd(path: &str) -> bool {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b':' | b'\\' | b'\'');
    let half_day = |part: &[u8]| part.eq_ignore_ascii_case(b" am.") || part.eq_ignore_ascii_case(b" pm.");
    path.is_empty() || !path.bytes().all(is_plain) || path.as_bytes().windows(4).any(half_day)
}

fn absolute(cwd: &str, path: &str) -> String {
    format!("/{}", parts(&format!("{cwd}/{path}")).join("/"))
}

#[cfg(test)]
mod tests;
