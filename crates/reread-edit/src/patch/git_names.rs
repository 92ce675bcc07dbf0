//! The two names behind `diff --git`, which nothing but a space keeps apart.

use super::file_name::{unquote, without_prefixes};
use super::patch_lines::shown;

pub(super) enum GitNames<'a> {
    /// Neither is quoted, so every space may be the one between them.
    Joined(&'a [u8]),
    /// A quote shows where one ends.
    Apart(Vec<u8>, Vec<u8>),
}

impl<'a> GitNames<'a> {
    pub(super) fn parse(written: &'a [u8]) -> Self {
        let quoted_first = || {
            let (old, rest) = unquote(written)?;
            let rest = rest.strip_prefix(b" ")?;
            Some((old, if rest.starts_with(b"\"") { whole(rest)? } else { rest.to_vec() }))
        };
        // A name with a quote in it is quoted itself.
        let quoted_last = || {
            let space = memchr::memmem::find(written, b" \"")?;
            Some((written[..space].to_vec(), whole(&written[space + 1..])?))
        };
        match quoted_first().or_else(quoted_last) {
            Some((old, new)) => Self::Apart(old, new),
            None => Self::Joined(written),
        }
    }

    /// The one name that both are, which is what they are unless another header names them.
    pub(super) fn same(&self) -> Result<Vec<u8>, String> {
        let (old, new) = match self {
            Self::Apart(old, new) => (old.clone(), new.clone()),
            // Equal names are equally long, with prefixes and without.
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

    /// Whether they are these two, with or without git's prefixes.
    pub(super) fn can_be(&self, old: &[u8], new: &[u8]) -> bool {
        let is = |old: &[&[u8]], new: &[&[u8]]| match self {
            Self::Joined(written) => *written == [old.concat(), new.concat()].join(&b' '),
            Self::Apart(written_old, written_new) => {
                *written_old == old.concat() && *written_new == new.concat()
            }
        };
        is(&[old], &[new]) || is(&[b"a/", old], &[b"b/", new])
    }
}

fn whole(quoted: &[u8]) -> Option<Vec<u8>> {
    unquote(quoted).filter(|(_, rest)| rest.is_empty()).map(|(name, _)| name)
}
