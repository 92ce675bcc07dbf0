//! Combines the parts of a patch that are about one file, in their order.
//!
//! Models mention a file twice: they change it in two places, create it and change it, or delete it and create it again.
//! Names are compared as written; different spellings of one file are detected when files are opened.

use std::collections::HashMap;

use super::patch_lines::shown;
use super::{FilePatch, Hint, Hunk, PatchError, PatchTarget};

/// One entry for each file, with the hunks of later mentions behind those of the first.
pub(super) fn combined(files: Vec<FilePatch>) -> Result<Vec<FilePatch>, PatchError> {
    let mut combined: Vec<FilePatch> = Vec::new();
    // The entries that have a name, by name: a patch may have as many files as lines.
    let mut named: HashMap<Vec<u8>, usize> = HashMap::new();
    for file in files {
        let earlier =
            written_names(&file.target).into_iter().filter_map(|name| named.get(name)).min().copied();
        let index = earlier.unwrap_or(combined.len());
        match earlier {
            None => combined.push(file),
            Some(index) => {
                let more = combined[index].target.followed_by(&file.target);
                let first = &mut combined[index];
                let Some(target) = more else { return Err(contradiction(first, &file)) };
                first.append(target, file);
            }
        }
        for name in written_names(&combined[index].target) {
            named.entry(name.to_vec()).or_insert(index);
        }
    }
    Ok(combined)
}

/// The files that the patch creates, changes or removes.
fn written_names(target: &PatchTarget) -> Vec<&[u8]> {
    match target {
        PatchTarget::Unnamed | PatchTarget::TwoNames { .. } => Vec::new(),
        PatchTarget::OneOf { paths } => paths.first().map(Vec::as_slice).into_iter().collect(),
        PatchTarget::Modify { path } | PatchTarget::Create { path } | PatchTarget::Delete { path } => {
            vec![path]
        }
        PatchTarget::Rename { from, to } => vec![from, to],
        PatchTarget::Copy { to, .. } => vec![to],
    }
}

impl PatchTarget {
    /// What this and a later change of the same file are together; `None` if the later one is impossible.
    fn followed_by(&self, later: &PatchTarget) -> Option<PatchTarget> {
        let is_result = |path: &[u8]| self.new_name() == Some(path);
        match (self, later) {
            (_, PatchTarget::Modify { path }) if is_result(path) => Some(self.clone()),
            (PatchTarget::OneOf { .. }, PatchTarget::OneOf { .. } | PatchTarget::Modify { .. })
            | (PatchTarget::Modify { .. }, PatchTarget::OneOf { .. }) => Some(self.clone()),
            (PatchTarget::Modify { path }, PatchTarget::Rename { from, to }) if path == from => {
                Some(PatchTarget::Rename { from: from.clone(), to: to.clone() })
            }
            (PatchTarget::Modify { .. }, PatchTarget::Delete { .. }) => Some(later.clone()),
            (PatchTarget::Delete { .. }, PatchTarget::Create { path }) => {
                Some(PatchTarget::Modify { path: path.clone() })
            }
            _ => None,
        }
    }
}

impl FilePatch {
    fn append(&mut self, target: PatchTarget, mut later: FilePatch) {
        // Without hunks, a file is deleted whatever it contains.
        let of = |file: &FilePatch, hunks: Vec<Hunk>| match file.target {
            PatchTarget::Delete { .. } if hunks.is_empty() => {
                vec![Hunk { line: file.line, hint: Hint::Whole, at_end: false, lines: Vec::new() }]
            }
            _ => hunks,
        };
        let (first, next) = (std::mem::take(&mut self.hunks), std::mem::take(&mut later.hunks));
        self.hunks = of(self, first);
        self.later.push(of(&later, next));
        self.later.extend(later.later);
        self.target = target;
        self.old_mode = self.old_mode.or(later.old_mode);
        self.new_mode = later.new_mode.or(self.new_mode);
    }
}

fn contradiction(earlier: &FilePatch, later: &FilePatch) -> PatchError {
    let name = written_names(&later.target).into_iter().find(|name| {
        let earlier = written_names(&earlier.target);
        earlier.contains(name)
    });
    let what = format!(
        "`{}` is {} at line {} and {} here",
        shown(name.unwrap_or_default()),
        deed(&earlier.target),
        earlier.line,
        deed(&later.target)
    );
    PatchError::Contradiction { line: later.line, what }
}

fn deed(target: &PatchTarget) -> &'static str {
    match target {
        PatchTarget::Unnamed | PatchTarget::OneOf { .. } | PatchTarget::TwoNames { .. } => "unnamed",
        PatchTarget::Modify { .. } => "changed",
        PatchTarget::Create { .. } => "created",
        PatchTarget::Delete { .. } => "deleted",
        PatchTarget::Rename { .. } => "renamed",
        PatchTarget::Copy { .. } => "made by a copy",
    }
}
