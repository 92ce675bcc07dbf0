//! The version that an edit was made for, by what its author calls it: a tag, `v3`, or the beginning of a digest.

use reread_access::{VERSION_DIGITS, short_version, tagged_snapshot};
use reread_context::{Tag, TaggedSnapshot};
use reread_store::{DigestBeginning, Lookup, VersionId};
use reread_text::{Digest, LineSet};

use crate::history_name::history_key;
use crate::planner::Planner;
use crate::write_error::WriteError;
use crate::write_target::WriteTarget;

/// How much of what a caller names is repeated.
const LONGEST_QUOTE: usize = 64;

/// A version that was named.
#[derive(Debug)]
pub(crate) struct NamedVersion {
    pub(crate) digest: Digest,
    /// The lines that the tag stands for, if it was named by one.
    pub(crate) shown: Option<LineSet>,
    /// Whether it was named by the tag of an edit, which its caller made.
    pub(crate) is_own_edit: bool,
    /// When it was shown, counted for the file; `None` if it was named otherwise and never shown.
    pub(crate) generation: Option<u64>,
}

/// What a caller named, as far as it is repeated.
pub(super) fn quoted(named: &str) -> String {
    reread_text::visible_line(&named.chars().take(LONGEST_QUOTE).collect::<String>()).into_owned()
}

impl Planner<'_> {
    /// The version of a file that a caller names. It is one that was shown, or one of its history, or what is there.
    pub(crate) fn named_version(
        &self,
        target: &WriteTarget,
        named: &str,
    ) -> Result<NamedVersion, WriteError> {
        let known = match named.parse::<Tag>() {
            Ok(tag) => self.version_of_tag(target, &tag),
            Err(_) => {
                self.version_of_number(target, named)?.or_else(|| self.version_of_digits(target, named))
            }
        };
        known.ok_or_else(|| unknown_base(target, named))
    }

    /// The bytes of a version, if they are still kept somewhere.
    pub(crate) fn bytes_of_version(
        &self,
        target: &WriteTarget,
        digest: &Digest,
    ) -> Result<Option<Vec<u8>>, WriteError> {
        if target.digest() == Some(*digest) {
            return Ok(Some(target.bytes().to_vec()));
        }
        let state = self.access.state().ok_or(WriteError::NoState)?;
        match state.snapshot(digest) {
            Lookup::Found(bytes) => Ok(Some(bytes)),
            Lookup::Absent | Lookup::Damaged => Ok(state.database()?.kept_bytes(digest)?),
        }
    }

    fn version_of_tag(&self, target: &WriteTarget, tag: &Tag) -> Option<NamedVersion> {
        let TaggedSnapshot { snapshot, shown, is_own_edit } =
            tagged_snapshot(self.access, &target.name, tag)?;
        let generation = Some(snapshot.generation);
        Some(NamedVersion { digest: snapshot.digest, shown: Some(shown), is_own_edit, generation })
    }

    /// A version that was named without a tag.
    fn untagged(&self, target: &WriteTarget, digest: Digest) -> NamedVersion {
        let generation = self.generation_of(target, &digest);
        NamedVersion { digest, shown: None, is_own_edit: false, generation }
    }

    /// When a version was shown last, counted for the file.
    pub(super) fn generation_of(&self, target: &WriteTarget, digest: &Digest) -> Option<u64> {
        let recorded =
            self.access.state()?.versions(self.access.root(target.name.root).path(), &target.name.path);
        recorded.iter().find(|shown| shown.digest == *digest).map(|shown| shown.generation)
    }

    fn version_of_number(
        &self,
        target: &WriteTarget,
        named: &str,
    ) -> Result<Option<NamedVersion>, WriteError> {
        let Ok(id) = named.parse::<VersionId>() else { return Ok(None) };
        let database = self.access.state().ok_or(WriteError::NoState)?.database()?;
        let (root, path) = history_key(self.access, &target.name);
        let version = database.versions(root, path).get(id)?;
        let content = version.and_then(|version| version.content);
        Ok(content.map(|content| self.untagged(target, content.digest)))
    }

    /// What is there, what was shown, or what the history has, by enough digits that it is not named by chance.
    fn version_of_digits(&self, target: &WriteTarget, named: &str) -> Option<NamedVersion> {
        let beginning: DigestBeginning = named.parse().ok().filter(|_| named.len() >= VERSION_DIGITS)?;
        let state = self.access.state()?;
        let there = target.digest();
        let shown = state.versions(self.access.root(target.name.root).path(), &target.name.path);
        let is_named = |digest: &Digest| digest.to_string().starts_with(named);
        let found = there.into_iter().chain(shown.iter().map(|version| version.digest)).find(is_named);
        let kept = || {
            let (root, path) = history_key(self.access, &target.name);
            let version = state.database().ok()?.versions(root, path).with_digest(&beginning).ok()??;
            version.content.map(|content| content.digest)
        };
        found.or_else(kept).map(|digest| self.untagged(target, digest))
    }
}

pub(super) fn unknown_base(target: &WriteTarget, named: &str) -> WriteError {
    let (name, base) = (target.name.requested.clone(), quoted(named));
    WriteError::UnknownBase { name, base, current: current(target) }
}

/// What is said about a file that is not as its caller believes.
pub(super) fn stale(target: &WriteTarget, was_named: bool) -> WriteError {
    let current = target.digest().unwrap_or_else(|| Digest::of(&[]));
    let name = target.name.requested.clone();
    WriteError::Stale { name, was_named, current: short_version(&current), since: None }
}

/// The same about a version that was named: what it was, and the external change since. `carried` is that version with the
/// caller's own edits since, if the bytes are kept.
pub(super) fn outdated(target: &WriteTarget, named: &Digest, carried: Option<&[u8]>) -> WriteError {
    let now = target.bytes();
    let since = carried.map(|carried| Box::new((short_version(named), target.diff(carried, now))));
    let (name, current) = (target.name.requested.clone(), short_version(&Digest::of(now)));
    WriteError::Stale { name, was_named: true, current, since }
}

pub(super) fn current(target: &WriteTarget) -> Option<String> {
    target.digest().map(|digest| short_version(&digest))
}
