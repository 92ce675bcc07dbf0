//! Files of one patch that cannot all be meant.
//!
//! Every file of a patch speaks of the text before all of them, so none may be written by two. Names are compared as they
//! are written; that two spellings mean one file shows where files are opened.

use std::collections::HashMap;

use super::patch_lines::shown;
use super::{FilePatch, PatchError, PatchTarget};

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
fn written_names(target: &PatchTarget) -> Vec<&[u8]> {
    match target {
        PatchTarget::Unnamed => Vec::new(),
        PatchTarget::Modify { path } | PatchTarget::Create { path } | PatchTarget::Delete { path } => {
            vec![path]
        }
        PatchTarget::Rename { from, to } => vec![from, to],
        PatchTarget::Copy { to, .. } => vec![to],
    }
}

fn deed(target: &PatchTarget) -> &'static str {
    match target {
        PatchTarget::Unnamed => "unnamed",
        PatchTarget::Modify { .. } => "changed",
        PatchTarget::Create { .. } => "created",
        PatchTarget::Delete { .. } => "deleted",
        PatchTarget::Rename { .. } => "renamed",
        PatchTarget::Copy { .. } => "made by a copy",
    }
}
