//! The identity of a file: its path beneath a root.
//!
//! A `RootedPath` is relative to a root, separated by `/`, and has no empty, `.` or `..` component and no NUL, so two
//! of them are equal exactly when they are spelled alike, and none can climb out. It holds bytes, because Unix names
//! need not be UTF-8. It does not know which root it belongs to, nor whether anything is there.

use std::borrow::Cow;
use std::fmt;
use std::path::{Component, Path, PathBuf};

use crate::NameError;
use crate::spelling::spell;

/// The longest component, in bytes: the limit of nearly every file system. One that takes less says so itself.
const LONGEST_COMPONENT: usize = 255;

/// The longest path that Linux opens in one call, in bytes and without the NUL behind it.
const LONGEST_PATH: usize = 4_095;

/// A normal path beneath a root; the root itself is the empty path.
///
/// Displayed as [`spell`] writes it, on one line; the root is displayed as `.`.
#[derive(Clone, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct RootedPath(Vec<u8>);

impl RootedPath {
    /// The empty path.
    #[must_use]
    pub fn root() -> RootedPath {
        RootedPath::default()
    }

    /// Accepts a path that is already normalised. Empty bytes are the root.
    pub fn from_bytes(bytes: &[u8]) -> Result<RootedPath, NameError> {
        if bytes.contains(&0) {
            return Err(NameError::Nul);
        }
        if !bytes.is_empty()
            && bytes.split(|&byte| byte == b'/').any(|part| matches!(part, b"" | b"." | b".."))
        {
            return Err(NameError::NotNormal);
        }
        Ok(RootedPath(bytes.to_vec()))
    }

    /// Walks `relative` from `base` by spelling alone: `.`, `..`, doubled and trailing slashes are folded away.
    ///
    /// A step above the root is [`NameError::Outside`], even if a later component would lead back in, and so is a
    /// leading slash. Empty bytes are `base`.
    pub fn fold(base: &RootedPath, relative: &[u8]) -> Result<RootedPath, NameError> {
        if relative.contains(&0) {
            return Err(NameError::Nul);
        }
        if relative.first() == Some(&b'/') {
            return Err(NameError::Outside);
        }
        let mut folded = base.clone();
        for part in relative.split(|&byte| byte == b'/') {
            match part {
                b"" | b"." => {}
                b".." if folded.is_root() => return Err(NameError::Outside),
                b".." => folded.pop(),
                _ => folded.push(part),
            }
        }
        Ok(folded)
    }

    /// Refuses a path that no system opens: a component of more than 255 bytes, or 4,096 bytes with the NUL behind it.
    pub fn check_length(&self) -> Result<(), NameError> {
        if self.0.len() > LONGEST_PATH {
            return Err(NameError::TooLong(self.0.len()));
        }
        match self.components().map(<[u8]>::len).find(|length| *length > LONGEST_COMPONENT) {
            Some(length) => Err(NameError::PartTooLong(length)),
            None => Ok(()),
        }
    }

    /// The path as bytes, empty for the root.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// True for the empty path.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The last component; `None` for the root.
    #[must_use]
    pub fn file_name(&self) -> Option<&[u8]> {
        self.components().next_back()
    }

    /// The folder that contains it; `None` for the root.
    #[must_use]
    pub fn parent(&self) -> Option<RootedPath> {
        if self.is_root() {
            return None;
        }
        let mut parent = self.clone();
        parent.pop();
        Some(parent)
    }

    /// Whether `folder` directly contains it.
    #[must_use]
    pub fn is_in(&self, folder: &RootedPath) -> bool {
        let above = self.0.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
        !self.is_root() && self.0[..above] == folder.0
    }

    /// The entry `component` of this folder.
    pub fn join(&self, component: &[u8]) -> Result<RootedPath, NameError> {
        if component.is_empty() || component.contains(&b'/') {
            return Err(NameError::NotAComponent);
        }
        if component.contains(&0) {
            return Err(NameError::Nul);
        }
        if matches!(component, b"." | b"..") {
            return Err(NameError::NotNormal);
        }
        let mut joined = RootedPath(Vec::with_capacity(self.0.len() + 1 + component.len()));
        joined.0.extend_from_slice(&self.0);
        joined.push(component);
        Ok(joined)
    }

    /// Whether this is `folder` or lies beneath it; compares components, so `ws-private` is not beneath `ws`.
    #[must_use]
    pub fn starts_with(&self, folder: &RootedPath) -> bool {
        match self.0.strip_prefix(folder.0.as_slice()) {
            Some(rest) => folder.is_root() || rest.is_empty() || rest[0] == b'/',
            None => false,
        }
    }

    /// The components from the root down; none for the root.
    pub fn components(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        self.0.split(|&byte| byte == b'/').filter(|part| !part.is_empty())
    }

    /// The path for opening it relative to the handle of its root; `.` for the root.
    #[must_use]
    pub fn to_os_path(&self) -> PathBuf {
        if self.is_root() { PathBuf::from(".") } else { os_path(&self.0) }
    }

    /// Converts a relative path of the system, for example from a walk. Folds it like [`RootedPath::fold`].
    pub fn from_os_path(path: &Path) -> Result<RootedPath, NameError> {
        if let Some(Component::Prefix(_) | Component::RootDir) = path.components().next() {
            return Err(NameError::Outside);
        }
        RootedPath::fold(&RootedPath::root(), &os_bytes(path)?)
    }

    fn push(&mut self, component: &[u8]) {
        if !self.is_root() {
            self.0.push(b'/');
        }
        self.0.extend_from_slice(component);
    }

    fn pop(&mut self) {
        self.0.truncate(self.0.iter().rposition(|&byte| byte == b'/').unwrap_or(0));
    }
}

impl fmt::Display for RootedPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&if self.is_root() { Cow::Borrowed(".") } else { spell(&self.0) })
    }
}

/// The bytes of a path, with `/` between its components.
#[cfg(unix)]
pub(crate) fn os_bytes(path: &Path) -> Result<Cow<'_, [u8]>, NameError> {
    use std::os::unix::ffi::OsStrExt;
    Ok(Cow::Borrowed(path.as_os_str().as_bytes()))
}

/// The bytes of a path, with `/` between its components.
#[cfg(not(unix))]
pub(crate) fn os_bytes(path: &Path) -> Result<Cow<'_, [u8]>, NameError> {
    let text = path.to_str().ok_or(NameError::NotUnicode)?;
    Ok(Cow::Owned(text.replace(std::path::MAIN_SEPARATOR, "/").into_bytes()))
}

#[cfg(unix)]
pub(crate) fn os_path(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

/// Where names are Unicode, a name that is not UTF-8 cannot exist, so the replacement character matches no file.
#[cfg(not(unix))]
pub(crate) fn os_path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

#[cfg(test)]
mod tests;
