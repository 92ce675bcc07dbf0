//! Taking a portion of an open file, steadily and within bounds.

use reread_access::{Located, OpenError};
use reread_disk::{FilePortion, Reach, Selection, Steady, steadily};
use reread_text::Bounds;

use crate::reader::Reader;

/// How many bytes to keep so that `max_bytes` of them can be shown: one character more, which shows that there was more,
/// and stays whole where not even one fits.
pub(crate) fn kept_for(max_bytes: u64) -> u64 {
    max_bytes.saturating_add(4)
}

impl Reader<'_> {
    /// Reads no further than needed, but a file of at most `digest_bytes` to its end.
    pub(crate) fn take(
        &self,
        located: &Located,
        wanted: Selection,
        bounds: &Bounds,
        digest_bytes: u64,
    ) -> Result<Steady<FilePortion>, OpenError> {
        let most = bounds.max_bytes.unwrap_or(u64::MAX);
        let keep = if let Selection::Last(_) = wanted { most } else { kept_for(most) };
        let reach = Reach { keep, digest_bytes };
        steadily(&located.file, |size| FilePortion::take(&located.file, size, wanted, reach))
            .map_err(|source| located.io_error(source))
    }
}
