//! What the model really got from a read, compared with what the metadata says was made.

use std::borrow::Cow;

use reread_context::{Claim, Delivery, Mode, ReadScope};
use reread_text::{Digest, apply_diff};

use crate::pi::answer::PREFIX;
use crate::pi::line_counting::total_lines;
use crate::pi::metadata::{ReadMetadata, content_digest};
use crate::pi::notice::{Truncation, shown_lines, shows_lines, text_of_lines};
use crate::pi::session::message::{ResultDetails, SessionToolResult, UnreadableTruncation};

/// What is done with the texts that a session delivered.
#[derive(Clone, Copy)]
pub enum ContentCheck<'s> {
    /// They are not looked at, so that nothing in the session is believed.
    Skipped,
    /// Each is digested once.
    Digested,
    /// Likewise; and what carries no digest is held against the snapshot that it names, if there is one.
    Tried(SnapshotLookup<'s>),
    /// They are not there: who hands over the entries has digested each text, and says so at `contentDigest`.
    Stated(SnapshotLookup<'s>),
}

/// Finds the snapshot of a name.
pub type SnapshotLookup<'s> = &'s (dyn Fn(&Digest) -> Option<Vec<u8>> + Sync);

impl ContentCheck<'_> {
    /// The snapshot of that name, if there is one that deserves it.
    fn snapshot(&self, digest: &Digest) -> Option<Vec<u8>> {
        let (ContentCheck::Tried(load) | ContentCheck::Stated(load)) = self else { return None };
        load(digest).filter(|snapshot| Digest::of(snapshot) == *digest)
    }
}

/// A content that was delivered, as far as it is known.
pub(crate) struct DeliveredContent<'a> {
    digest: Digest,
    text: Option<Cow<'a, str>>,
    /// How many lines it has, as pi counts them, if that is stated.
    lines: Option<u64>,
}

impl<'a> DeliveredContent<'a> {
    pub(crate) fn of(text: impl Into<Cow<'a, str>>) -> Self {
        let text = text.into();
        Self { digest: content_digest(&text), text: Some(text), lines: None }
    }

    /// A text whose digest is known already.
    pub(crate) fn made(text: &'a str, digest: Digest) -> Self {
        Self { digest, text: Some(Cow::Borrowed(text)), lines: None }
    }

    pub(crate) fn digest(&self) -> Digest {
        self.digest
    }
}

/// What a read result delivered.
pub(crate) fn delivery(
    result: &SessionToolResult<'_>,
    metadata: &ReadMetadata,
    details: &ResultDetails,
    contents: ContentCheck<'_>,
) -> Delivery {
    if result.is_error != Some(false) {
        return Delivery::Failed;
    }
    let content = match contents {
        ContentCheck::Skipped => return Delivery::Unattested,
        ContentCheck::Digested | ContentCheck::Tried(_) => result.text().map(DeliveredContent::of),
        ContentCheck::Stated(_) => {
            let lines = result.stated_lines;
            result.stated_digest.map(|digest| DeliveredContent { digest, text: None, lines })
        }
    };
    // What is not one text is not what was made.
    let Some(content) = content else { return Delivery::Altered };
    delivered(&content, metadata, details.truncation, contents)
}

/// What a content delivered that comes with this metadata.
pub(crate) fn delivered(
    content: &DeliveredContent<'_>,
    metadata: &ReadMetadata,
    truncation: Result<Option<Truncation>, UnreadableTruncation>,
    contents: ContentCheck<'_>,
) -> Delivery {
    if metadata.content_hash.is_some_and(|made| made != content.digest) {
        return Delivery::Altered;
    }
    match (metadata.claim.mode, truncation) {
        (Mode::Full | Mode::FullFallback, Err(UnreadableTruncation)) => Delivery::Unattested,
        (Mode::Full | Mode::FullFallback, Ok(cut)) => lines(content, metadata, cut.as_ref(), contents),
        (Mode::Unchanged | Mode::UnchangedRange | Mode::Diff, _) => words(content, metadata, contents),
        (Mode::Rest, _) => Delivery::Unattested,
    }
}

/// A text vouches for itself: its lines have a digest that the snapshot must give too.
fn lines(
    content: &DeliveredContent<'_>,
    metadata: &ReadMetadata,
    cut: Option<&Truncation>,
    contents: ContentCheck<'_>,
) -> Delivery {
    let Some(lines) = shown_lines(metadata.lines(), cut) else { return Delivery::NoLine };
    if let Some(text) = &content.text {
        let body = text_of_lines(text, lines, metadata.claim.total_lines);
        if body.is_none_or(|body| total_lines(body.as_bytes()) != lines.count()) {
            return Delivery::Altered;
        }
    }
    // Below lines that do not reach the end stand an empty line and a notice.
    let below = if lines.last() < metadata.claim.total_lines { 2 } else { 0 };
    if content.lines.is_some_and(|stated| Some(stated) != lines.count().checked_add(below)) {
        return Delivery::Altered;
    }
    let mut is_as_made = metadata.content_hash.is_some();
    if !is_as_made && let Some(snapshot) = contents.snapshot(&metadata.claim.served) {
        if !shows_lines(&snapshot, lines, &content.digest) {
            return Delivery::Altered;
        }
        is_as_made = true;
    }
    Delivery::Lines { lines, text: content.digest, is_as_made }
}

/// Words about a file have to be those that were made, and a marker those that the claim implies.
fn words(content: &DeliveredContent<'_>, metadata: &ReadMetadata, contents: ContentCheck<'_>) -> Delivery {
    let claim = &metadata.claim;
    let gives = |text: &Cow<'_, str>| gives_the_snapshot(text, claim, contents);
    let is_as_made = match claim.mode {
        Mode::Diff => metadata.content_hash.is_some() || content.text.as_ref().is_some_and(gives),
        _ => content.digest == content_digest(&implied_marker(claim)),
    };
    if is_as_made { Delivery::AsMade } else { Delivery::Unattested }
}

/// The one marker that fits the claim.
fn implied_marker(claim: &Claim) -> String {
    match claim.scope {
        ReadScope::Lines(lines) if claim.base != Some(claim.served) => PREFIX.unchanged_here(lines),
        scope => PREFIX.unchanged(scope, claim.total_lines),
    }
}

/// Whether a diff, below its first line, makes the snapshot that was served of the one that it starts from.
fn gives_the_snapshot(text: &str, claim: &Claim, contents: ContentCheck<'_>) -> bool {
    let Some((_, diff)) = text.split_once('\n').filter(|(heading, _)| is_heading(heading, claim.total_lines))
    else {
        return false;
    };
    // The original extension leaves out the last line's end. Whatever else is missing shows in the digest.
    let diff = if diff.ends_with('\n') { diff.to_owned() } else { format!("{diff}\n") };
    let base = claim.base.and_then(|base| contents.snapshot(&base));
    base.and_then(|base| apply_diff(&base, diff.as_bytes()).ok())
        .is_some_and(|served| Digest::of(&served) == claim.served)
}

/// `[readcache: 3 lines changed of 40]`, whatever the number of changes.
fn is_heading(line: &str, total_lines: u64) -> bool {
    let changed = line
        .strip_prefix("[readcache: ")
        .and_then(|line| line.strip_suffix(&format!(" lines changed of {total_lines}]")));
    changed.is_some_and(|count| !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests;
