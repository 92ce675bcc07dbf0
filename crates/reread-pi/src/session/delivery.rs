//! What the model really got from a read, compared with what the metadata says was made.

use reread_context::{Asked, Claim, Delivery, Mode, Scope};
use reread_text::{Digest, DigestBuilder, apply_diff};

use crate::answer::VOICE;
use crate::line_counting::{slice_as_pi_does, total_lines};
use crate::metadata::{Metadata, content_digest};
use crate::notice::{shown_lines, text_of_lines};
use crate::session::message::{Details, ToolResult};

/// What is done with the texts that a session delivered.
#[derive(Clone, Copy)]
pub enum Contents<'s> {
    /// They are not looked at, so that nothing in the session is believed.
    Skipped,
    /// Each is digested once.
    Digested,
    /// Likewise; and what carries no digest is held against the snapshot that it names, if there is one.
    Tried(&'s (dyn Fn(&Digest) -> Option<Vec<u8>> + Sync)),
}

impl Contents<'_> {
    /// The snapshot of that name, if there is one that deserves it.
    fn snapshot(&self, digest: &Digest) -> Option<Vec<u8>> {
        let Contents::Tried(load) = self else { return None };
        load(digest).filter(|snapshot| Digest::of(snapshot) == *digest)
    }
}

/// What a read result delivered.
pub(crate) fn delivery(
    result: &ToolResult<'_>,
    metadata: &Metadata,
    details: &Details,
    contents: Contents<'_>,
) -> Delivery {
    if result.is_error != Some(false) {
        return Delivery::Failed;
    }
    if matches!(contents, Contents::Skipped) {
        return Delivery::Unattested;
    }
    let Some(text) = result.text() else { return Delivery::Altered };
    match metadata.claim.mode {
        Mode::Full | Mode::FullFallback => lines(&text, metadata, details, contents),
        Mode::Unchanged | Mode::UnchangedRange | Mode::Diff => words(&text, metadata, contents),
    }
}

/// A text vouches for itself: its lines have a digest that the snapshot must give too.
fn lines(text: &str, metadata: &Metadata, details: &Details, contents: Contents<'_>) -> Delivery {
    let Ok(truncation) = &details.truncation else { return Delivery::Unattested };
    let Some(lines) = shown_lines(metadata.lines(), truncation.as_ref()) else {
        return match metadata.content_hash {
            Some(made) if made != content_digest(text) => Delivery::Altered,
            _ => Delivery::NoLine,
        };
    };
    let body = text_of_lines(text, lines, metadata.claim.total_lines);
    let Some(body) = body.filter(|body| total_lines(body.as_bytes()) == lines.count()) else {
        return Delivery::Altered;
    };
    let mut is_as_made = metadata.content_hash.is_some();
    if !is_as_made && let Some(snapshot) = contents.snapshot(&metadata.claim.served) {
        if slice_as_pi_does(&snapshot, lines) != Some(body.as_bytes()) {
            return Delivery::Altered;
        }
        is_as_made = true;
    }
    let mut builder = DigestBuilder::default();
    builder.update(body.as_bytes());
    let shown = builder.clone().finish();
    if let Some(made) = metadata.content_hash {
        let delivered = if body.len() == text.len() {
            shown
        } else {
            builder.update(&text.as_bytes()[body.len()..]);
            builder.finish()
        };
        if delivered != made {
            return Delivery::Altered;
        }
    }
    Delivery::Lines { lines, text: shown, is_as_made }
}

/// Words about a file have to be those that were made, and a marker those that the claim implies.
fn words(text: &str, metadata: &Metadata, contents: Contents<'_>) -> Delivery {
    let claim = &metadata.claim;
    if metadata.content_hash.is_some_and(|made| made != content_digest(text)) {
        return Delivery::Altered;
    }
    let is_as_made = match claim.mode {
        Mode::Diff => metadata.content_hash.is_some() || gives_the_snapshot(text, claim, contents),
        _ => text == implied_marker(claim),
    };
    if is_as_made { Delivery::AsMade } else { Delivery::Unattested }
}

/// The one marker that fits the claim.
fn implied_marker(claim: &Claim) -> String {
    match claim.scope {
        Scope::Lines(lines) if claim.base != Some(claim.served) => VOICE.unchanged_here(lines),
        Scope::Lines(lines) => VOICE.unchanged(Asked::Lines(lines), claim.total_lines),
        Scope::Full => VOICE.unchanged(Asked::Whole, claim.total_lines),
    }
}

/// Whether a diff, below its first line, makes the snapshot that was served of the one that it starts from.
fn gives_the_snapshot(text: &str, claim: &Claim, contents: Contents<'_>) -> bool {
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
