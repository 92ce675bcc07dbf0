//! A file of a unified diff with git's headers.
//!
//! Up to four headers name a file; they must name the same one. Text before the first file, such as a commit message, is
//! skipped.

use super::file_name::{PREFIXES, SideName, take_side, target, whole_name};
use super::git_names::GitNames;
use super::patch_lines::{PatchLines, shown};
use super::unified::take_hunks;
use super::{FilePatch, PatchError, PatchNote, PatchTarget};

const DIFF: &[u8] = b"diff --git ";

pub(super) fn opens_file(lines: &PatchLines<'_>) -> bool {
    lines.peek_after(DIFF).is_some()
}

pub(super) fn file(lines: &mut PatchLines<'_>, notes: &mut Vec<PatchNote>) -> Result<FilePatch, PatchError> {
    let line = lines.number();
    let names = lines.peek_after(DIFF).ok_or_else(|| lines.unexpected("`diff --git` or the end"))?;
    let names = GitNames::parse(names);
    lines.advance();
    let headers = Headers::take(lines)?;
    if is_binary(lines) {
        return Err(PatchError::Binary { line: lines.number() });
    }
    let mut sides = None;
    let mut hunks = Vec::new();
    if lines.peek_after(b"--- ").is_some() {
        let old = take_side(lines, b"--- ", "`--- `")?;
        sides = Some((old, take_side(lines, b"+++ ", "`+++ `")?));
        hunks = take_hunks(lines, true, notes)?;
    } else if lines.peek_after(b"@@").is_some() {
        hunks = take_hunks(lines, true, notes)?;
    }
    let contradiction = |what: String| PatchError::Contradiction { line, what };
    let target = headers.target(sides, &names).map_err(contradiction)?;
    if hunks.is_empty() && matches!(target, PatchTarget::Modify { .. }) && headers.new_mode.is_none() {
        return Err(lines.unexpected("a hunk or another change"));
    }
    let (old_mode, new_mode) = (headers.old_mode, headers.new_mode);
    Ok(FilePatch { line, target, old_mode, new_mode, hunks, later: Vec::new() })
}

fn is_binary(lines: &PatchLines<'_>) -> bool {
    lines.peek_after(b"GIT binary patch").is_some() || lines.peek_after(b"Binary files ").is_some()
}

/// The headers between `diff --git` and the hunks.
#[derive(Default)]
struct Headers {
    old_mode: Option<u32>,
    new_mode: Option<u32>,
    creates: bool,
    deletes: bool,
    rename: (SideName, SideName),
    copy: (SideName, SideName),
}

impl Headers {
    fn take(lines: &mut PatchLines<'_>) -> Result<Self, PatchError> {
        let mut headers = Self::default();
        while headers.take_one(lines)? {
            lines.advance();
        }
        Ok(headers)
    }

    /// Consumes the next line; false if it is not a header.
    fn take_one(&mut self, lines: &PatchLines<'_>) -> Result<bool, PatchError> {
        let after = |prefix: &[u8]| lines.peek_after(prefix);
        if let Some(mode) = after(b"old mode ") {
            set(&mut self.old_mode, read_mode(mode, lines)?, lines)?;
        } else if let Some(mode) = after(b"new mode ") {
            set(&mut self.new_mode, read_mode(mode, lines)?, lines)?;
        } else if let Some(mode) = after(b"new file mode ") {
            set(&mut self.new_mode, read_mode(mode, lines)?, lines)?;
            self.creates = true;
        } else if let Some(mode) = after(b"deleted file mode ") {
            set(&mut self.old_mode, read_mode(mode, lines)?, lines)?;
            self.deletes = true;
        } else if let Some(name) = after(b"rename from ") {
            set(&mut self.rename.0, whole_name(name, lines)?, lines)?;
        } else if let Some(name) = after(b"rename to ") {
            set(&mut self.rename.1, whole_name(name, lines)?, lines)?;
        } else if let Some(name) = after(b"copy from ") {
            set(&mut self.copy.0, whole_name(name, lines)?, lines)?;
        } else if let Some(name) = after(b"copy to ") {
            set(&mut self.copy.1, whole_name(name, lines)?, lines)?;
        } else {
            let says_nothing = [&b"similarity index "[..], b"dissimilarity index ", b"index "];
            return Ok(says_nothing.into_iter().any(|prefix| after(prefix).is_some()));
        }
        Ok(true)
    }

    /// Combines the headers; `Err` describes a contradiction between them.
    fn target(
        &self,
        sides: Option<(SideName, SideName)>,
        names: &GitNames<'_>,
    ) -> Result<PatchTarget, String> {
        let said = match (&self.rename, &self.copy, self.creates, self.deletes) {
            ((None, None), (None, None), false, false) => None,
            ((Some(from), Some(to)), (None, None), false, false) => {
                Some(PatchTarget::Rename { from: from.clone(), to: to.clone() })
            }
            ((None, None), (Some(from), Some(to)), false, false) => {
                Some(PatchTarget::Copy { from: from.clone(), to: to.clone() })
            }
            ((None, None), (None, None), true, false) => Some(PatchTarget::Create { path: names.same()? }),
            ((None, None), (None, None), false, true) => Some(PatchTarget::Delete { path: names.same()? }),
            _ => {
                return Err("it is said to be created, deleted, renamed or copied at once, or only by half"
                    .to_owned());
            }
        };
        let target = match (said, sides) {
            (None, None) => PatchTarget::Modify { path: names.same()? },
            (Some(said), None) => said,
            (None, Some(sides)) => plain_target(sides, names)?,
            (Some(said), Some(sides)) => {
                agree(&sides, &said)?;
                said
            }
        };
        let old = target.old_name().or(target.new_name()).unwrap_or_default();
        let new = target.new_name().or(target.old_name()).unwrap_or_default();
        if names.can_be(old, new) {
            return Ok(target);
        }
        Err(format!("`diff --git` does not name `{}` and `{}`", shown(old), shown(new)))
    }
}

/// The target if only `--- ` and `+++ ` say what is done. One of them may be the null device.
fn plain_target((old, new): (SideName, SideName), names: &GitNames<'_>) -> Result<PatchTarget, String> {
    let said = match (&old, &new) {
        (None, Some(_)) => PatchTarget::Create { path: names.same()? },
        (Some(_), None) => PatchTarget::Delete { path: names.same()? },
        _ => {
            return match target(old, new, 0) {
                Ok(PatchTarget::TwoNames { old, new }) => {
                    Err(format!("it has two names, `{}` and `{}`", shown(&old), shown(&new)))
                }
                Ok(PatchTarget::OneOf { .. }) => Ok(PatchTarget::Modify { path: names.same()? }),
                Ok(target) => Ok(target),
                Err(PatchError::Contradiction { what, .. }) => Err(what),
                Err(other) => Err(other.to_string()),
            };
        }
    };
    agree(&(old, new), &said)?;
    Ok(said)
}

/// Whether `--- ` and `+++ ` name the same files as the headers before them, with or without prefixes.
fn agree((old, new): &(SideName, SideName), said: &PatchTarget) -> Result<(), String> {
    let is = |side: &SideName, prefix: &[u8], name: Option<&[u8]>| match (side, name) {
        (Some(side), Some(name)) => side.strip_prefix(prefix) == Some(name),
        (side, name) => side.is_none() && name.is_none(),
    };
    let no_prefixes = (&b""[..], &b""[..]);
    let agree = |(of_old, of_new)| is(old, of_old, said.old_name()) && is(new, of_new, said.new_name());
    if PREFIXES.into_iter().chain([no_prefixes]).any(agree) {
        return Ok(());
    }
    Err("`--- ` and `+++ ` name other files than the headers before them".to_owned())
}

/// Stores a header that may occur once.
fn set<T>(place: &mut Option<T>, value: T, lines: &PatchLines<'_>) -> Result<(), PatchError> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(lines.unexpected("a header that was not said before")),
    }
}

/// `100644`: six octal digits.
fn read_mode(digits: &[u8], lines: &PatchLines<'_>) -> Result<u32, PatchError> {
    let octal =
        |value: u32, digit: &u8| matches!(digit, b'0'..=b'7').then(|| value * 8 + u32::from(digit - b'0'));
    let mode = if digits.len() == 6 { digits.iter().try_fold(0, octal) } else { None };
    mode.ok_or_else(|| lines.unexpected("a mode of six octal digits"))
}
