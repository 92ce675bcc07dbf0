//! Planning what a call writes.

use reread_access::Access;

/// Makes plans from requests. Nothing is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planner<'a> {
    pub(crate) access: &'a Access,
}
