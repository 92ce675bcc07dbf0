//! Taking a portion of an open file, steadily and within bounds.

use std::io;

use reread_disk::{FilePortion, Reach, Selection, Steady, WHOLE, steadily};
use reread_text::Bounds;

use crate::located::Located;
use crate::open_error::OpenError;
use crate::workspace::Workspace;

/// How far a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// No further than needed; a small file is read whole all the same.
    AsNeeded,
    /// To its end, if it may be hashed at all.
    Hashed,
}

/// How many bytes to keep so that `max_bytes` of them can be shown: one character more, which shows that there was more,
/// and stays whole where not even one fits.
pub(crate) fn kept_for(max_bytes: u64) -> u64 {
    max_bytes.saturating_add(4)
}

impl Workspace {
    pub(crate) fn take(
        &self,
        located: &Located,
        wanted: Selection,
        bounds: &Bounds,
        depth: Depth,
    ) -> Result<Steady<FilePortion>, OpenError> {
        let limits = &self.settings().limits;
        let digest_bytes = match depth {
            Depth::AsNeeded => limits.digest_bytes.min(WHOLE),
            Depth::Hashed => limits.digest_bytes,
        };
        let most = bounds.max_bytes.unwrap_or(u64::MAX);
        let keep = if let Selection::Last(_) = wanted { most } else { kept_for(most) };
        let reach = Reach { keep, digest_bytes };
        steadily(&located.file, |size| FilePortion::take(&located.file, size, wanted, reach))
            .map_err(|source| located.io_error(source))
    }
}

impl Located {
    pub(crate) fn io_error(&self, source: io::Error) -> OpenError {
        OpenError::Io { name: self.name.requested.clone(), source }
    }
}
