//! A list of edits, each with the text that is there and the text that replaces it.

use reread_text::count_lines;

use super::{FilePatch, Hint, Hunk, Patch, PatchError, PatchFormat, PatchTarget, check_lines};

/// Replaces a text, which may be a part of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextEdit<'a> {
    /// The text that is there; empty for a file that does not exist yet.
    pub old: &'a [u8],
    /// What replaces it.
    pub new: &'a [u8],
    /// Whether it is replaced in every place, not only in a single one.
    pub all: bool,
}

impl Patch {
    /// A patch of edits, for a file that the caller names.
    pub fn of_edits<'a>(edits: impl IntoIterator<Item = TextEdit<'a>>) -> Result<Self, PatchError> {
        let mut hunks = Vec::new();
        let mut lines = 0;
        for (number, edit) in (1..).zip(edits) {
            lines += count_lines(edit.old) + count_lines(edit.new);
            check_lines(lines)?;
            if edit.old.is_empty() && number > 1 {
                return Err(PatchError::NothingToFind { number });
            }
            hunks.push(Hunk::replacing(0, edit.old, edit.new, Hint::Text { all: edit.all }));
        }
        if hunks.is_empty() {
            return Err(PatchError::NoEdits);
        }
        let files = vec![FilePatch::text_only(0, PatchTarget::Unnamed, hunks)];
        Ok(Self { form: PatchFormat::SearchReplace, files, notes: Vec::new() })
    }
}
