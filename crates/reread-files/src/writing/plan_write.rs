//! Planning to write a whole file.

use reread_config::UnseenLines;
use reread_disk::MOST_BYTES;
use reread_edit::LineEnds;
use reread_store::VersionOrigin;
use reread_text::{Digest, LineRange, LineSet, count_lines};

use super::base::{outdated, short, stale};
use super::plan::{After, Planned, TargetMode, WritePlan};
use super::veiled::attempt;
use super::{FileWriteMode, WriteRequest};
use crate::write_error::WriteError;
use crate::write_target::TargetFinder;
use crate::write_target::WriteTarget;
use crate::writing::base::BaseFinder;
use crate::writing::planner::Planner;

impl Planner<'_> {
    pub(super) fn plan_write(&self, request: &WriteRequest<'_>) -> Result<WritePlan, WriteError> {
        let planned = TargetFinder::new(self.access)
            .write_target(request.name)
            .and_then(|target| target.veiled(|target| self.plan_write_of(target, request)));
        planned.map_err(|error| match error {
            WriteError::HiddenTarget(veiled) => {
                let after = match request.mode {
                    FileWriteMode::Append => attempt(request.content),
                    FileWriteMode::Truncate | FileWriteMode::Create => Digest::of(request.content),
                };
                WriteError::HiddenTarget(veiled.wanting(VersionOrigin::Write, Some(after)))
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
        let current = target.standing.as_ref().map(|before| before.digest);
        let mut unseen = None;
        match (request.mode, current) {
            (FileWriteMode::Create, Some(current)) => {
                return Err(WriteError::Exists { name: name(), current: short(&current) });
            }
            (FileWriteMode::Truncate, Some(current)) => match request.if_match {
                Some(version) => unseen = self.require(&target, version, &current)?,
                None if target.standing.as_ref().is_some_and(|before| before.bytes == request.content) => {}
                None => return Err(stale(&target, false, &current)),
            },
            (FileWriteMode::Append, Some(current)) => {
                request.if_match.map(|version| self.require(&target, version, &current)).transpose()?;
            }
            (_, None) => {
                if let Some(base) = request.if_match {
                    return Err(BaseFinder::new(self.access).unknown_base(&target, base));
                }
            }
        }
        let before = target.standing.as_ref();
        let mut bytes = match (request.mode, before) {
            (FileWriteMode::Append, Some(before)) => before.bytes.clone(),
            _ => Vec::new(),
        };
        let ends = LineEnds::of(&bytes);
        bytes.extend_from_slice(&ends.adopted_by(request.content));
        if bytes.len() as u64 > MOST_BYTES {
            return Err(WriteError::TooLarge { name: name(), size: bytes.len() as u64, most: MOST_BYTES });
        }
        let mode = before.map_or(TargetMode::of_new(None), |before| TargetMode::Kept(before.mode));
        let change = if before.is_some() { VersionOrigin::Write } else { VersionOrigin::Create };
        let mut planned = Planned::plain(target, change, Some(After { bytes, mode }));
        if planned.edited.outcome.changes() {
            planned.edited.unseen = unseen;
        }
        if request.mode == FileWriteMode::Append {
            let before = planned.target.standing.as_ref().map_or(0, |before| count_lines(&before.bytes));
            planned.edited.ranges.retain_mut(|range| {
                LineRange::new(before + 1, range.last()).is_ok_and(|new| {
                    *range = new;
                    true
                })
            });
        }
        Ok(WritePlan::of(vec![planned]))
    }

    /// Whether the version that was named is the one on disk; the lines of it that its tag does not cover.
    fn require(
        &self,
        target: &WriteTarget,
        version: &str,
        current: &Digest,
    ) -> Result<Option<LineSet>, WriteError> {
        let named = BaseFinder::new(self.access).named_version(target, version)?;
        if named.digest != *current {
            let bytes = BaseFinder::new(self.access).bytes_of_version(target, &named.digest)?;
            return Err(outdated(target, &named.digest, bytes.as_deref()));
        }
        let Some(shown) = named.shown else { return Ok(None) };
        let total = target.standing.as_ref().map_or(0, |before| count_lines(&before.bytes));
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
