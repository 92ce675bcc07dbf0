//! Planning a write: from a request to what each file is to hold.

use reread_access::Access;

/// Plans what a call writes: its targets, their bases, and what they are to hold. Nothing is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planner<'a> {
    pub(crate) access: &'a Access,
}
