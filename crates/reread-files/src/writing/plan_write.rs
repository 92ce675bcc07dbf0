//! Planning to write a whole file.

use reread_access::short_version;
use reread_config::UnseenLines;
use reread_disk::MOST_BYTES;
use reread_edit::LineEnds;
use reread_store::VersionOrigin;
use reread_text::{Digest, LineRange, LineSet, count_lines};

use super::base::{outdated, stale, unknown_base};
use super::hidden_target::attempt;
use super::own_lines::OwnLines;
use super::plan::{After, FilePlan, TargetMode, WritePlan};
use super::{FileWriteMode, WriteRequest};
use crate::write_error::WriteError;
use crate::write_target::{Planner, WriteTarget, write_target};

impl Planner<'_> {
    pub(super) fn plan_write(&self, request: &WriteRequest<'_>) -> Result<WritePlan, WriteError> {
        let planned = write_target(self.access, request.name)
            .and_then(|target| target.hiding_errors(|target| self.plan_write_of(target, request)));
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
    ) -> Result<WritePlan, WriteError> {
        let name = || target.name.requested.clone();
        let current = target.digest();
        let mut unseen = None;
        match (request.mode, current) {
            (FileWriteMode::Create, Some(current)) => {
                return Err(WriteError::Exists { name: name(), current: short_version(&current) });
            }
            (FileWriteMode::Truncate, Some(current)) => match request.if_match {
                Some(version) => unseen = self.require(&target, version, &current)?,
                None if target.current.as_ref().is_some_and(|before| before.bytes == request.content) => {}
                None => return Err(stale(&target, false)),
            },
            (FileWriteMode::Append, Some(current)) => {
                request.if_match.map(|version| self.require(&target, version, &current)).transpose()?;
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
        planned.own = own;
        planned.edited.unseen = unseen.filter(|_| planned.edited.outcome.changes());
        planned.edited.ranges = new_lines.into_iter().collect();
        Ok(WritePlan::of(vec![planned]))
    }

    /// Whether the version that was named is the one on disk; the lines of it that its tag does not cover.
    fn require(
        &self,
        target: &WriteTarget,
        version: &str,
        current: &Digest,
    ) -> Result<Option<LineSet>, WriteError> {
        let named = self.named_version(target, version)?;
        if named.digest != *current {
            let bytes = self.bytes_of_version(target, &named.digest)?;
            return Err(outdated(target, &named.digest, bytes.as_deref()));
        }
        let Some(shown) = named.shown else { return Ok(None) };
        let total = target.current.as_ref().map_or(0, |before| count_lines(&before.bytes));
        let unseen = LineRange::new(1, total).map(|all| shown.missing(all)).unwrap_or_default();
        match self.access.settings().write.unseen_lines {
            _ if unseen.is_empty() => Ok(None),
            UnseenLines::Allow => Ok(None),
            UnseenLines::Warn => Ok(Some(unseen)),
            UnseenLines::Deny => {
                let (name, lines) = (target.name.requested.clone(), unseen.to_string());
                Err(WriteError::UnseenLines { name, lines })
            }
        }
    }
}
