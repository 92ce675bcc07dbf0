//! Reading a file: its text, its outline, its summary, its symbols.

use reread_access::Access;

/// Reads lines of files (text, a marker that nothing changed, or a diff), and what files declare.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    pub(crate) access: &'a Access,
}
