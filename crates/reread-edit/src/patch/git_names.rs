//! The two names after `diff --git`, which are separated only by a space.

use super::file_name::{PREFIXES, unquote, without_prefixes};
use super::patch_lines::shown;

pub(super) enum GitNames<'a> {
    /// Neither name is quoted, so any space may be the separator.
    Joined(&'a [u8]),
    /// A quote shows where one name ends.
    Apart(Vec<u8>, Vec<u8>),
}

impl<'a> GitNames<'a> {
    pub(super) fn parse(written: &'a [u8]) -> Self {
        let quoted_first = || {
            let (old, rest) = unquote(written)?;
            let rest = rest.strip_prefix(b" ")?;
            Some((old, if rest.starts_with(b"\"") { whole(rest)? } else { rest.to_vec() }))
        };
        // Git quotes a name that contains a quote, so ` "` only occurs between the names.
        let quoted_last = || {
            let space = memchr::memmem::find(written, b" \"")?;
            Some((written[..space].to_vec(), whole(&written[space + 1..])?))
        };
        match quoted_first().or_else(quoted_last) {
            Some((old, new)) => Self::Apart(old, new),
            None => Self::Joined(written),
        }
    }

    /// The name, if both are the same. They are, unless other headers name the files.
    pub(super) fn same(&self) -> Result<Vec<u8>, String> {
        let (old, new) = match self {
            Self::Apart(old, new) => (old.clone(), new.clone()),
            // Equal names have equal length, so the separator is in the middle.
            Self::Joined(written) => match written.split_at(written.len() / 2) {
                (old, [b' ', new @ ..]) => (old.to_vec(), new.to_vec()),
                _ => (written.to_vec(), Vec::new()),
            },
        };
        let (old, new) = without_prefixes(old, new);
        if old == new && !old.is_empty() {
            return Ok(old);
        }
        let written = match self {
            Self::Joined(written) => shown(written),
            Self::Apart(..) => format!("{} {}", shown(&old), shown(&new)),
        };
        Err(format!("`{written}` are two names, and no other header says which is meant"))
    }

    /// Whether the names can be these two, with or without git's prefixes.
    pub(super) fn can_be(&self, old: &[u8], new: &[u8]) -> bool {
        let is = |old: &[&[u8]], new: &[&[u8]]| match self {
            Self::Joined(written) => *written == [old.concat(), new.concat()].join(&b' '),
            Self::Apart(written_old, written_new) => {
                *written_old == old.concat() && *written_new == new.concat()
            }
        };
        is(&[old], &[new]) || PREFIXES.iter().any(|(of_old, of_new)| is(&[of_old, old], &[of_new, new]))
    }
}

fn whole(quoted: &[u8]) -> Option<Vec<u8>> {
    unquote(quoted).filter(|(_, rest)| rest.is_empty()).map(|(name, _)| name)
}
