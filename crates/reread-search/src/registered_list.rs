//! A listing with what the registry knows of each file.

use std::collections::HashMap;
use std::time::SystemTime;

use reread_access::Watch;

use crate::list::{ListError, ListReply, ListRequest, ListedFacts, Lister};
use crate::registry::IndexedFile;
use crate::registry::Registry;

impl Registry<'_> {
    /// Brings the registry up to date and lists files, each with what is known of it. `now` is as for
    /// [`Registry::index`].
    pub fn list_registered(
        &self,
        request: &ListRequest,
        now: SystemTime,
        watch: &Watch<'_>,
    ) -> Result<ListReply, ListError> {
        self.index(now, watch)?;
        let mut reply = Lister::new(self.access).list_files(request, watch)?;
        let mut places: HashMap<_, _> = reply
            .entries
            .iter_mut()
            .map(|entry| ((entry.root, entry.path.clone()), (entry.facts, &mut entry.registered)))
            .collect();
        for file in self.indexed_files()? {
            if let Some((facts, registered)) = places.remove(&(file.root, file.path.clone())) {
                *registered = Some(file).filter(|file| facts == Some(facts_of(file)));
            }
        }
        Ok(reply)
    }
}

fn facts_of(file: &IndexedFile) -> ListedFacts {
    ListedFacts { size: file.size, modified_unix_ms: file.modified_unix_ms }
}
