//! Unified diffs with git's headers.
//!
//! Up to four headers name a file; they must name the same one. Text before the first file, such as a commit message, is
//! skipped.

use super::file_name::{SideName, take_side, target, whole_name};
use super::git_names::GitNames;
use super::patch_lines::{PatchLines, is_blank, shown};
use super::unified::{is_signature, take_hunks};
use super::{FilePatch, PatchError, PatchNote, PatchTarget};

const DIFF: &[u8] = b"diff --git ";

pub(super) fn files(
    lines: &mut PatchLines<'_>,
    notes: &mut Vec<PatchNote>,
) -> Result<Vec<FilePatch>, PatchError> {
    let mut files = Vec::new();
    lines.skip_while(|line| !line.starts_with(DIFF));
    while lines.peek().is_some() && !is_signature(lines) {
        files.push(file(lines, notes)?);
        lines.skip_while(is_blank);
    }
    Ok(files)
}

fn file(lines: &mut PatchLines<'_>, notes: &mut Vec<PatchNote>) -> Result<FilePatch, PatchError> {
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
        return Err(lines.unexpected("`--- ` and `+++ ` before the hunks"));
    }
    let contradiction = |what: String| PatchError::Contradiction { line, what };
    let target = headers.target(sides, &names).map_err(contradiction)?;
    if hunks.is_empty() && matches!(target, PatchTarget::Modify { .. }) && headers.new_mode.is_none() {
        return Err(lines.unexpected("a hunk or another change"));
    }
    Ok(FilePatch { line, target, old_mode: headers.old_mode, new_mode: headers.new_mode, hunks })
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
            (None, Some((old, new))) => match plain_target(old, new)? {
                PatchTarget::Modify { path } => PatchTarget::Modify { path },
                _ => return Err("a side is the null device, and no header says so".to_owned()),
            },
            (Some(said), Some(sides))
                if matches!(said, PatchTarget::Rename { .. } | PatchTarget::Copy { .. }) =>
            {
                agree(&sides, &said)?;
                said
            }
            (Some(said), Some((old, new))) => {
                if plain_target(old, new)? != said {
                    return Err(
                        "`--- ` and `+++ ` say something else than the headers before them".to_owned()
                    );
                }
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

fn plain_target(old: SideName, new: SideName) -> Result<PatchTarget, String> {
    target(old, new, 0).map_err(|error| match error {
        PatchError::Contradiction { what, .. } => what,
        other => other.to_string(),
    })
}

/// Whether `--- ` and `+++ ` name the same two files as the headers of a rename or copy.
fn agree((old, new): &(SideName, SideName), said: &PatchTarget) -> Result<(), String> {
    let is = |side: &SideName, prefix: &[u8], name: Option<&[u8]>| {
        side.as_deref().is_some_and(|side| Some(side) == name || side.strip_prefix(prefix) == name)
    };
    if is(old, b"a/", said.old_name()) && is(new, b"b/", said.new_name()) {
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
