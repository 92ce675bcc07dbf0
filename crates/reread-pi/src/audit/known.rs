//! What a version says, by its digest: from the texts that the session delivered, and from snapshots.

use std::collections::HashMap;
use std::sync::Arc;

use reread_text::{BOM, Digest};

/// Texts by digest. Nothing in here says that anybody was shown them.
pub(super) struct Known<'a> {
    delivered: &'a HashMap<Digest, Arc<str>>,
    snapshots: &'a dyn Fn(&Digest) -> Option<Vec<u8>>,
    /// The snapshot that was asked for last: a file is often asked about several times in a row.
    latest: Option<(Digest, Option<Arc<str>>)>,
}

impl<'a> Known<'a> {
    pub(super) fn new(
        delivered: &'a HashMap<Digest, Arc<str>>,
        snapshots: &'a dyn Fn(&Digest) -> Option<Vec<u8>>,
    ) -> Self {
        Self { delivered, snapshots, latest: None }
    }

    /// The text with this digest, if it can be found.
    pub(super) fn text(&mut self, digest: &Digest) -> Option<Arc<str>> {
        if let Some(text) = self.delivered.get(digest) {
            return Some(Arc::clone(text));
        }
        if let Some((_, text)) = self.latest.as_ref().filter(|(latest, _)| latest == digest) {
            return text.clone();
        }
        let text = (self.snapshots)(digest).and_then(|bytes| verified(bytes, digest));
        self.latest = Some((*digest, text.clone()));
        text
    }
}

/// The bytes as the text that has this digest. The original extension stored files without their byte order mark.
fn verified(bytes: Vec<u8>, digest: &Digest) -> Option<Arc<str>> {
    let bytes = if Digest::of(&bytes) == *digest { bytes } else { [BOM, &bytes].concat() };
    let is_it = Digest::of(&bytes) == *digest;
    String::from_utf8(bytes).ok().filter(|_| is_it).map(Arc::from)
}

#[cfg(test)]
mod tests;
