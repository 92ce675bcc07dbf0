//! Which snapshots are kept, so that diffs can start from them and replies be made again.

use reread_access::{Located, keep_shown};
use reread_disk::{Snapshot, Steady};

use crate::read::ReadRequest;
use crate::reader::Reader;
use crate::seal::Sealing;

impl Reader<'_> {
    /// Keeps what a text about a file was made of, unless the text is not shown, or the user approved that this caller alone
    /// sees it. Whether it is kept.
    pub(crate) fn keep_source(
        &self,
        request: &ReadRequest,
        located: &Located,
        taken: &Steady<Snapshot>,
    ) -> bool {
        let Steady { value, changed_during_read } = taken;
        request.seals() == Sealing::Tagged
            && keep_shown(self.access, &located.judged_names(), value, *changed_during_read).is_some()
    }
}
