//! Patches in each of their forms: what is read stands in the text, and a refusal names a line of it.

use std::collections::HashSet;

use reread_edit::{Hint, Hunk, Patch, PatchError, PatchFormat, PatchTarget, parse_patch};
use reread_text::count_lines;

/// The input follows the names of a file.
pub fn unified_patch(data: &[u8]) {
    check(b"--- a/f\n+++ b/f\n", data, PatchFormat::Unified);
}

/// The input follows the first line of a file.
pub fn git_patch(data: &[u8]) {
    check(b"diff --git a/f b/f\n", data, PatchFormat::Git);
}

/// The input follows the opening line.
pub fn envelope_patch(data: &[u8]) {
    check(b"*** Begin Patch\n", data, PatchFormat::Envelope);
}

/// The input follows the opening line of a block.
pub fn search_replace_patch(data: &[u8]) {
    check(b"<<<<<<< SEARCH\n", data, PatchFormat::SearchReplace);
}

/// The opening decides the form, whatever follows.
fn check(opening: &[u8], data: &[u8], form: PatchFormat) {
    let text = [opening, data].concat();
    let lines = count_lines(&text);
    match parse_patch(&text) {
        Ok(patch) => {
            assert_eq!(patch.form, form);
            check_patch(&patch, &text, lines);
        }
        Err(PatchError::NoForm) => panic!("it opens with the form"),
        Err(PatchError::NothingToFind { .. } | PatchError::NoEdits) => panic!("it is no list of edits"),
        Err(PatchError::TooManyLines { .. }) => {}
        Err(
            PatchError::Unexpected { line, .. }
            | PatchError::Binary { line }
            | PatchError::Contradiction { line, .. },
        ) => assert!((1..=lines + 1).contains(&line), "line {line} of {lines}"),
    }
}

fn check_patch(patch: &Patch, text: &[u8], lines: u64) {
    assert!(!patch.files.is_empty());
    let mut written = HashSet::new();
    for file in &patch.files {
        assert!((1..=lines).contains(&file.line));
        assert!(file.target.old_name().is_none_or(|name| !name.is_empty()));
        if let Some(name) = file.target.new_name() {
            assert!(!name.is_empty() && written.insert(name.to_vec()), "no file is written twice");
        }
        check_hunks(&file.hunks, text, lines);
        file.later.iter().for_each(|hunks| check_hunks(hunks, text, lines));
    }
    let unnamed = patch.files.iter().any(|file| file.target == PatchTarget::Unnamed);
    assert!(!unnamed || patch.files.len() == 1, "hunks without a name are alone");
}

fn check_hunks(hunks: &[Hunk], text: &[u8], lines: u64) {
    let stands = |part: &[u8]| part.is_empty() || text.windows(part.len()).any(|window| window == part);
    for hunk in hunks {
        assert!((1..=lines).contains(&hunk.line));
        assert!(!hunk.lines.is_empty() || hunk.hint == Hint::Whole);
        for line in &hunk.lines {
            let content = line.text.strip_suffix(b"\n").unwrap_or(&line.text);
            assert!(!content.contains(&b'\n'), "a line is one line");
            assert!(stands(content), "a line of a hunk stands in the patch");
        }
        if let Hint::Forward(anchors) = &hunk.hint {
            assert!(anchors.iter().all(|anchor| stands(anchor)));
        }
    }
}
