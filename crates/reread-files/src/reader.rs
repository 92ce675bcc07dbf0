//! Reading text of a file.

use reread_access::Access;

/// Reads lines of files: text, a marker that nothing changed, or a diff.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    pub(crate) access: &'a Access,
}

impl<'a> Reader<'a> {
    /// Reads what may be read.
    pub fn new(access: &'a Access) -> Self {
        Self { access }
    }
}
