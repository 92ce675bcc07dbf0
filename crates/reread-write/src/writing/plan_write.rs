//! Planning to write a whole file.

use reread_access::{recognised_tags, short_version};
use reread_config::UnseenLines;
use reread_disk::MOST_BYTES;
use reread_edit::LineEnds;
use reread_store::{OperationId, VersionOrigin};
use reread_text::{Digest, LineRange, LineSet, count_lines};

use super::base::{outdated, stale, unknown_base};
use super::bases::{FileBase, NamedBases};
use super::hidden_target::attempt;
use super::own_lines::{EditClaim, OwnLines};
use super::plan::{After, FilePlan, TargetMode, WritePlan};
use super::{FileWriteMode, WriteRequest};
use crate::planner::Planner;
use crate::write_error::WriteError;
use crate::write_target::{WriteTarget, write_target};

impl Planner<'_> {
    pub(super) fn plan_write(
        &self,
        request: &WriteRequest<'_>,
        is_own: &dyn Fn(OperationId) -> bool,
    ) -> Result<WritePlan, WriteError> {
        let planned = write_target(self.access, request.name)
            .and_then(|target| target.hiding_errors(|target| self.plan_write_of(target, request, is_own)));
        planned.map_err(|error| match error {
            WriteError::HiddenTarget(hidden) => {
                let after = match request.mode {
                    FileWriteMode::Append => attempt(request.content),
                    FileWriteMode::Truncate | FileWriteMode::Create => Digest::of(request.content),
                };
                WriteError::HiddenTarget(hidden.wanting(Some(after), None))
            }
            error => error,
        })
    }

    fn plan_write_of(
        &self,
        target: WriteTarget,
        request: &WriteRequest<'_>,
        is_own: &dyn Fn(OperationId) -> bool,
    ) -> Result<WritePlan, WriteError> {
        let name = || target.name.requested.clone();
        let current = target.digest();
        let mut unseen = None;
        match (request.mode, current) {
            (FileWriteMode::Create, Some(current)) => {
                return Err(WriteError::Exists { name: name(), current: short_version(&current) });
            }
            (FileWriteMode::Truncate, Some(_)) => match request.if_match {
                Some(named) => unseen = self.require(&target, named, is_own)?,
                None if target.current.as_ref().is_some_and(|before| before.bytes == request.content) => {}
                None => return Err(stale(&target, false)),
            },
            (FileWriteMode::Append, Some(_)) => {
                request.if_match.map(|named| self.require(&target, named, is_own)).transpose()?;
            }
            (_, None) => {
                if let Some(base) = request.if_match {
                    return Err(unknown_base(&target, base));
                }
            }
        }
        let before = target.current.as_ref();
        let mut bytes = match (request.mode, before) {
            (FileWriteMode::Append, Some(before)) => before.bytes.clone(),
            _ => Vec::new(),
        };
        let ends = LineEnds::of(&bytes);
        bytes.extend_from_slice(&ends.adopted_by(request.content));
        if bytes.len() as u64 > MOST_BYTES {
            return Err(WriteError::TooLarge { name: name(), size: bytes.len() as u64, most: MOST_BYTES });
        }
        let mode = TargetMode::as_it_is(before);
        let change = if before.is_some() { VersionOrigin::Write } else { VersionOrigin::Create };
        let kept_lines = match request.mode {
            FileWriteMode::Append => before.map_or(0, |before| count_lines(&before.bytes)),
            FileWriteMode::Truncate | FileWriteMode::Create => 0,
        };
        let new_lines = LineRange::new(kept_lines + 1, count_lines(&bytes));
        // What got other line ends is not what the caller wrote.
        let own = bytes.ends_with(request.content).then(|| match (request.mode, before) {
            (FileWriteMode::Append, Some(before)) => OwnLines::appended(&before.bytes, &bytes),
            _ => OwnLines::all(&bytes),
        });
        let mut planned = FilePlan::plain(target, change, Some(After::new(bytes, mode)));
        planned.own = Some(EditClaim::of(own));
        planned.edited.unseen = unseen.filter(|_| planned.edited.outcome.changes());
        planned.edited.ranges = new_lines.into_iter().collect();
        Ok(WritePlan::of(vec![planned]))
    }

    /// Whether the newest version that was named is the one on disk, but for the caller's own edits since; the lines of it that
    /// the tags do not cover.
    fn require(
        &self,
        target: &WriteTarget,
        named: &str,
        is_own: &dyn Fn(OperationId) -> bool,
    ) -> Result<Option<LineSet>, WriteError> {
        let names = if named.trim().is_empty() { None } else { Some(named) };
        let base = NamedBases::of(names, 1)?.version_for(self, target)?;
        let base = base.ok_or_else(|| unknown_base(target, named))?;
        let bytes = self.bytes_of_version(target, &base.version.digest)?;
        if target.digest() != Some(base.version.digest) {
            let carried =
                bytes.as_ref().map(|bytes| self.carried(target, &base.version, bytes, is_own)).transpose()?;
            if carried.as_deref() != Some(target.bytes()) {
                return Err(outdated(target, &base.version.digest, carried.as_deref()));
            }
        }
        let unseen = self.unseen_lines(target, &base, bytes.as_deref().unwrap_or_default());
        match self.access.settings().write.unseen_lines {
            _ if unseen.is_empty() => Ok(None),
            UnseenLines::Allow => Ok(None),
            // The tag of an edit says that its caller knows the file, and not which lines of it.
            UnseenLines::Warn => Ok(Some(unseen).filter(|_| !base.version.is_own_edit)),
            UnseenLines::Deny => {
                let (name, lines) = (target.name.requested.clone(), unseen.to_string());
                Err(WriteError::UnseenLines { name, lines })
            }
        }
    }

    /// The lines of a version that no named tag stands for, alone or together with the others; none if it was named otherwise.
    fn unseen_lines(&self, target: &WriteTarget, base: &FileBase<'_>, bytes: &[u8]) -> LineSet {
        let Some(shown) = &base.version.shown else { return LineSet::default() };
        let names: Vec<String> = base.names.iter().map(|name| (*name).to_owned()).collect();
        let citation = recognised_tags(self.access, &target.name, &names);
        let held = citation.and_then(|citation| citation.held.lines_of(&base.version.digest));
        let seen = shown.union(&held.unwrap_or_default());
        LineRange::new(1, count_lines(bytes)).map(|all| seen.missing(all)).unwrap_or_default()
    }
}
