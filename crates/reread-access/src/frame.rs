//! The keyed digits that close a text, and what they are bound to.
//!
//! A text that is sent is closed by digits that its author cannot have known. Where a tag stands for the text they are
//! the digits of the tag; elsewhere they close the text, and nothing can be cited by them.

use reread_context::{ShownSnapshot, Subject, TagDigits, TagView};
use reread_text::{Digest, DigestBuilder, LineSet};

use crate::access::Access;
use crate::located::FileName;
use crate::state::State;

/// What a tag or the digits of a file are bound to. The file need not exist.
pub fn subject_of<'a>(access: &'a Access, name: &'a FileName, view: TagView) -> Subject<'a> {
    Subject {
        epoch: access.state().map_or(0, State::epoch),
        root: access.root(name.root).path().as_os_str().as_encoded_bytes(),
        path: name.path.as_bytes(),
        view,
    }
}

/// The digits that close a text about a file that is no part of it: a preview, a summary.
pub fn text_digits(access: &Access, name: &FileName, text: &[u8]) -> TagDigits {
    let subject = subject_of(access, name, TagView::Frame);
    access.frame_key().digits(&subject, &framed(Digest::of(text)), &LineSet::default())
}

/// The digits that close some lines for which no tag stands.
pub fn line_digits<'a>(
    access: &Access,
    subject: &Subject<'_>,
    lines: impl Iterator<Item = &'a [u8]>,
) -> TagDigits {
    let mut shown = DigestBuilder::default();
    lines.for_each(|line| shown.update(line));
    access.frame_key().digits(subject, &framed(shown.finish()), &LineSet::default())
}

/// The digits that close lines about the workspace as a whole: found lines, names.
pub fn tree_digits<'a>(access: &Access, lines: impl Iterator<Item = &'a [u8]>) -> TagDigits {
    let subject = Subject {
        epoch: access.state().map_or(0, State::epoch),
        root: access.root(0).path().as_os_str().as_encoded_bytes(),
        path: b"",
        view: TagView::Frame,
    };
    line_digits(access, &subject, lines)
}

/// A frame stands for no version, so it has no generation.
pub fn framed(digest: Digest) -> ShownSnapshot {
    ShownSnapshot { generation: 0, digest, total_lines: 0 }
}
