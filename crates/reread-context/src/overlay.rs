//! Reads that were answered and are not in the history yet.
//!
//! Between an answer and its entry lies a gap: the host may abort, alter the result, or never append it. So an answer
//! counts for nothing when it is made. Once its result was seen delivered, with the content that was made, it may
//! stand in for its entry, as long as the history is where it was. It is never evidence by itself: a replay without
//! the overlay is right, and only says "unchanged" less often.

use std::sync::Arc;

use reread_text::Digest;

use crate::{Evidence, FileName, Held, Refusal, Replay, Testimony};

/// The answers in flight at one leaf.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    leaf: Option<Arc<str>>,
    flights: Vec<Flight>,
    /// How many results were seen delivered; their order is the order in which they count.
    delivered: u64,
}

#[derive(Clone, Debug)]
struct Flight {
    call: Box<str>,
    file: FileName,
    testimony: Testimony,
    content: Digest,
    /// When it was seen delivered, among the others; `None` while nobody has seen it.
    delivered: Option<u64>,
}

impl Overlay {
    /// Notes an answer that was made at a leaf. It counts for nothing yet. Another leaf than before ends every flight.
    pub fn depart(&mut self, leaf: &str, call: &str, file: FileName, testimony: Testimony, content: Digest) {
        self.stay_at(leaf);
        self.flights.retain(|flight| *flight.call != *call);
        self.flights.push(Flight { call: call.into(), file, testimony, content, delivered: None });
    }

    /// Notes that the result of a call was seen delivered with this content. Other content than was made ends the
    /// flight, and every other flight of the same file: nobody can tell what the caller saw in between.
    pub fn arrive(&mut self, call: &str, content: &Digest) -> Result<(), Refusal> {
        let Some(place) = self.flights.iter().position(|flight| *flight.call == *call) else {
            return Err(Refusal::Unattested);
        };
        if self.flights[place].content != *content {
            let file = self.flights[place].file.clone();
            self.flights.retain(|flight| flight.file != file);
            return Err(Refusal::Altered);
        }
        self.delivered += 1;
        self.flights[place].delivered = Some(self.delivered);
        Ok(())
    }

    /// Ends the flight of a call that was aborted or failed.
    pub fn abort(&mut self, call: &str) {
        self.flights.retain(|flight| *flight.call != *call);
    }

    /// Ends every flight: the session was changed, compacted or reset.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Ends every flight unless the history is still at this leaf.
    pub fn stay_at(&mut self, leaf: &str) {
        if self.leaf.as_deref() != Some(leaf) {
            self.clear();
            self.leaf = Some(leaf.into());
        }
    }

    /// What is held of a file at a leaf: what the replay holds, and after it what was seen delivered since.
    pub fn held(&self, leaf: &str, replay: &Replay, file: &FileName) -> Held {
        let mut held = replay.held(file).cloned().unwrap_or_default();
        if self.leaf.as_deref() != Some(leaf) {
            return held;
        }
        let mut seen: Vec<_> = self.flights.iter().filter(|flight| flight.file == *file).collect();
        seen.retain(|flight| flight.delivered.is_some());
        seen.sort_by_key(|flight| flight.delivered);
        let after = replay.branch().len() as u64;
        for (generation, flight) in (after + 1..).zip(seen) {
            // What does not count here will be judged again, and refused again, as an entry.
            let _ =
                Evidence::admit(&flight.testimony).and_then(|evidence| evidence.count(&mut held, generation));
        }
        held
    }
}

#[cfg(test)]
mod tests;
