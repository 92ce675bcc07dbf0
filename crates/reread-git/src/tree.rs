//! What commits and trees say.

use memchr::memchr;

use super::object_id::{ObjectHash, ObjectId};

/// What a name in a tree or in the index stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeEntry {
    /// What it is.
    pub kind: TreeEntryKind,
    /// The object that it names.
    pub id: ObjectId,
}

/// What a tree says about a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeEntryKind {
    /// A regular file, executable or not.
    File,
    /// Another tree.
    Folder,
    /// A symbolic link; its text is where it leads.
    Link,
    /// A commit of another repository.
    Submodule,
}

impl TreeEntryKind {
    /// By the bits that say the kind; the rest of a mode are permissions.
    pub(crate) fn of_mode(mode: u32) -> Option<Self> {
        Some(match mode & 0o170_000 {
            0o100_000 => TreeEntryKind::File,
            0o040_000 => TreeEntryKind::Folder,
            0o120_000 => TreeEntryKind::Link,
            0o160_000 => TreeEntryKind::Submodule,
            _ => return None,
        })
    }
}

/// Something is not as git writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed;

/// The id in the first line of a commit.
pub(crate) fn tree_of_commit(commit: &[u8], hash: ObjectHash) -> Result<ObjectId, Malformed> {
    let rest = commit.strip_prefix(b"tree ").ok_or(Malformed)?;
    let (digits, rest) = rest.split_at_checked(2 * hash.len()).ok_or(Malformed)?;
    rest.strip_prefix(b"\n").and_then(|_| hash.parse(digits)).ok_or(Malformed)
}

/// The entry of that name in a tree.
pub(crate) fn find_in_tree(
    tree: &[u8],
    name: &[u8],
    hash: ObjectHash,
) -> Result<Option<TreeEntry>, Malformed> {
    let mut lines = TreeLines::of(tree, hash);
    while let Some(line) = lines.next()? {
        if line.name == name {
            let kind = TreeEntryKind::of_mode(line.mode()?).ok_or(Malformed)?;
            return Ok(Some(TreeEntry { kind, id: line.id }));
        }
    }
    Ok(None)
}

/// The entries of a tree, one after the other.
pub(crate) struct TreeLines<'a> {
    rest: &'a [u8],
    hash: ObjectHash,
}

/// One entry of a tree as it stands there.
pub(crate) struct TreeLine<'a> {
    mode: &'a [u8],
    pub(crate) name: &'a [u8],
    pub id: ObjectId,
}

impl<'a> TreeLines<'a> {
    pub(crate) fn of(tree: &'a [u8], hash: ObjectHash) -> Self {
        Self { rest: tree, hash }
    }

    pub(crate) fn next(&mut self) -> Result<Option<TreeLine<'a>>, Malformed> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        let nul = memchr(0, self.rest).ok_or(Malformed)?;
        let (head, tail) = (&self.rest[..nul], &self.rest[nul + 1..]);
        let space = memchr(b' ', head).ok_or(Malformed)?;
        let (id, tail) = tail.split_at_checked(self.hash.len()).ok_or(Malformed)?;
        self.rest = tail;
        let id = self.hash.id(id).ok_or(Malformed)?;
        Ok(Some(TreeLine { mode: &head[..space], name: &head[space + 1..], id }))
    }
}

impl TreeLine<'_> {
    pub(crate) fn mode(&self) -> Result<u32, Malformed> {
        octal(self.mode).ok_or(Malformed)
    }
}

fn octal(digits: &[u8]) -> Option<u32> {
    let is_number =
        (1..=7).contains(&digits.len()) && digits.iter().all(|digit| matches!(digit, b'0'..=b'7'));
    is_number.then(|| digits.iter().fold(0, |number, digit| number << 3 | u32::from(digit - b'0')))
}

#[cfg(test)]
mod tests;
