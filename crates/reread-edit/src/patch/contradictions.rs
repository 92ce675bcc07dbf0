//! Rejects patches that write a file twice.
//!
//! All files of a patch refer to the state before the patch, so two of them must not write the same file. Names are
//! compared as written; different spellings of one file are detected when files are opened.

use std::collections::HashMap;

use super::patch_lines::shown;
use super::{FilePatch, PatchError, PatchTarget};

/// Reports the second occurrence of a written file.
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

/// The files that the patch creates, changes or removes.
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
