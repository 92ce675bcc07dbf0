//! References: names that stand for commits, or for other names.

use super::object_id::{ObjectHash, ObjectId};

/// More than one reference takes.
pub(crate) const LONGEST: u64 = 64 * 1024;

/// More than a file of many references takes.
pub(crate) const LONGEST_PACKED: u64 = 64 * 1024 * 1024;

/// How many names may stand for one another; git's own limit.
pub(crate) const DEEPEST: usize = 5;

/// What a reference stands for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reference {
    Object(ObjectId),
    /// Another reference, by its full name.
    Other(Vec<u8>),
}

impl Reference {
    /// Reads the file of one reference: `ref: ` and a name, or the digits of an object.
    pub(crate) fn parse(bytes: &[u8], hash: ObjectHash) -> Option<Self> {
        if let Some(name) = bytes.strip_prefix(b"ref:") {
            return is_name(name.trim_ascii()).then(|| Reference::Other(name.trim_ascii().to_vec()));
        }
        let digits = bytes.get(..2 * hash.len())?;
        // Behind the digits there may be anything after a space, as in `FETCH_HEAD`.
        let ends = bytes.get(digits.len()).is_none_or(u8::is_ascii_whitespace);
        ends.then(|| hash.parse(digits))?.map(Reference::Object)
    }
}

/// The object that a reference among packed ones stands for.
pub(crate) fn find_packed(bytes: &[u8], name: &[u8], hash: ObjectHash) -> Option<ObjectId> {
    bytes.split(|byte| *byte == b'\n').find_map(|line| {
        let (digits, rest) = line.split_at_checked(2 * hash.len())?;
        let found = rest.strip_prefix(b" ")?;
        (found.strip_suffix(b"\r").unwrap_or(found) == name).then(|| hash.parse(digits))?
    })
}

/// Whether a name is one that a reference may stand for: beneath `refs/`, and nowhere else when taken for a path.
fn is_name(name: &[u8]) -> bool {
    name.strip_prefix(b"refs/").is_some_and(|rest| {
        rest.split(|byte| *byte == b'/').all(|part| !matches!(part, b"" | b"." | b".."))
            && !rest.iter().any(u8::is_ascii_control)
    })
}

/// Whether each worktree has a reference of that name to itself.
pub(crate) fn is_of_worktree(name: &[u8]) -> bool {
    let own: [&[u8]; 3] = [b"refs/bisect/", b"refs/worktree/", b"refs/rewritten/"];
    !name.starts_with(b"refs/") || own.iter().any(|own| name.starts_with(own))
}

#[cfg(test)]
mod tests;
