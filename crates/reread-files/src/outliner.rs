//! Taking a file apart by its grammar.

use reread_access::Access;

/// Outlines and summaries of files, and the lines of their symbols.
#[derive(Clone, Copy, Debug)]
pub struct Outliner<'a> {
    pub(crate) access: &'a Access,
}

impl<'a> Outliner<'a> {
    /// Takes apart what may be read.
    pub fn new(access: &'a Access) -> Self {
        Self { access }
    }
}
