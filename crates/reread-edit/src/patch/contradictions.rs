//! Files of one patch that cannot all be meant.
//!
//! Every file of a patch speaks of the text before all of them, so none may be written by two. Names are compared as they
//! are written; that two spellings mean one file shows where files are opened.

use std::collections::HashMap;

use super::patch_lines::shown;
use super::{FilePatch, PatchError, Target};

/// Refuses a patch that names a file twice.
pub(super) fn check(files: &[FilePatch]) -> Result<(), PatchError> {
    let mut written: HashMap<&[u8], &FilePatch> = HashMap::new();
    for file in files {
        for name in written_names(&file.target) {
            if let Some(earlier) = written.insert(name, file) {
                let (name, deed) = (shown(name), deed(&earlier.target));
                let what = format!(
                    "`{name}` is {deed} at line {} and {} here",
                    earlier.line,
                    self::deed(&file.target)
                );
                return Err(PatchError::Contradiction { line: file.line, what });
            }
        }
    }
    Ok(())
}

/// The files that are not afterwards what they were.
fn written_names(target: &Target) -> Vec<&[u8]> {
    match target {
        Target::Unnamed => Vec::new(),
        Target::Modify { path } | Target::Create { path } | Target::Delete { path } => vec![path],
        Target::Rename { from, to } => vec![from, to],
        Target::Copy { to, .. } => vec![to],
    }
}

fn deed(target: &Target) -> &'static str {
    match target {
        Target::Unnamed => "unnamed",
        Target::Modify { .. } => "changed",
        Target::Create { .. } => "created",
        Target::Delete { .. } => "deleted",
        Target::Rename { .. } => "renamed",
        Target::Copy { .. } => "made by a copy",
    }
}
