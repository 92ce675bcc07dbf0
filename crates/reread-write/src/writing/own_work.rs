//! What a caller did to a file itself since the version that it names.
//!
//! Its own operations are not external changes. The version is carried over them first: what is then left between it and the
//! disk is external, and only that is merged and reported.

use reread_edit::merge;
use reread_store::{OperationId, Version};
use reread_text::Digest;

use super::base::NamedVersion;
use crate::history_name::history_key;
use crate::planner::Planner;
use crate::write_error::WriteError;
use crate::write_target::WriteTarget;

/// How far back the caller's own operations are followed.
pub(super) const MOST_OWN_VERSIONS: usize = 64;

/// One step in the history of a file.
struct HistoryStep {
    digest: Digest,
    is_own: bool,
}

impl Planner<'_> {
    /// What the caller's own operations made of a version: its bytes if there are none, those on disk if there was no external change.
    ///
    /// An own operation that cannot be repeated without the external changes before it counts as external, and so does
    /// everything after it. Of two readings that is the safe one: more is reported, and more can conflict.
    pub(super) fn carried(
        &self,
        target: &WriteTarget,
        base: &NamedVersion,
        bytes: &[u8],
        is_own: &dyn Fn(OperationId) -> bool,
    ) -> Result<Vec<u8>, WriteError> {
        if target.digest() == Some(base.digest) {
            return Ok(bytes.to_vec());
        }
        let mut before = base.digest;
        // `None` as long as the caller alone wrote: it is the version that was reached then.
        let mut carried: Option<Vec<u8>> = None;
        let load = |digest: &Digest| match *digest == base.digest {
            true => Ok(Some(bytes.to_vec())),
            false => self.bytes_of_version(target, digest),
        };
        for HistoryStep { digest, is_own } in self.steps_since(target, base, is_own)? {
            match (is_own, &carried) {
                (true, None) | (false, Some(_)) => {}
                (false, None) => carried = Some(load(&before)?.unwrap_or_else(|| bytes.to_vec())),
                (true, Some(text)) => {
                    let (Some(old), Some(new)) = (load(&before)?, load(&digest)?) else { break };
                    let Some(both) = merge(&old, text, &new).ok().and_then(|merged| merged.text()) else {
                        break;
                    };
                    carried = Some(both);
                }
            }
            before = digest;
        }
        match carried {
            Some(text) => Ok(text),
            None => Ok(load(&before)?.unwrap_or_else(|| bytes.to_vec())),
        }
    }

    /// What became of a file since a version, the oldest step first. A version that the history does not have was shown before
    /// those that were shown later.
    fn steps_since(
        &self,
        target: &WriteTarget,
        base: &NamedVersion,
        is_own: &dyn Fn(OperationId) -> bool,
    ) -> Result<Vec<HistoryStep>, WriteError> {
        let state = self.access.state().ok_or(WriteError::NoState)?;
        if !state.directory().has_database() {
            return Ok(Vec::new());
        }
        let (root, path) = history_key(self.access, &target.name);
        let versions = state.database()?.versions(root, path).list(None, MOST_OWN_VERSIONS)?;
        let digest = |version: &Version| version.content.map(|content| content.digest);
        let recorded = state.versions(self.access.root(target.name.root).path(), &target.name.path);
        let shown = |version: &Version| {
            let digest = digest(version)?;
            recorded.iter().find(|shown| shown.digest == digest).map(|shown| shown.generation)
        };
        let in_history = versions.iter().position(|version| digest(version) == Some(base.digest));
        // What was last shown before the base was made before it, even if the history has its bytes later.
        let is_later = |version: &&Version| match (shown(version), base.generation) {
            (Some(shown), Some(base)) => shown > base,
            _ => in_history.is_some(),
        };
        let since = versions.iter().take(in_history.unwrap_or(versions.len())).take_while(is_later).count();
        let step = |version: &Version| {
            let is_own = !version.is_open && version.operation.is_some_and(is_own);
            digest(version).map(|digest| HistoryStep { digest, is_own })
        };
        // A file that was removed meanwhile is another one.
        let steps: Option<Vec<HistoryStep>> = versions[..since].iter().rev().map(step).collect();
        Ok(steps.unwrap_or_default())
    }
}
