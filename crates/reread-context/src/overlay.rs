//! Reads that were answered and are not in the history yet.
//!
//! Between an answer and its entry lies a gap: the host may abort, alter the result, or never append it. So an answer
//! counts for nothing when it is made. Once its result was seen delivered, with the content that was made, it may
//! stand in for its entry, as long as the history is where it was, and for calls that stand behind it in the same
//! message alone: a marker must not come before the text that it rests on. An answer that does not count yet may show
//! a newer text, so nothing else of its file counts beside it.
//!
//! It is never evidence by itself: a replay without calls in flight is right by itself.

use std::sync::Arc;

use reread_text::Digest;

use crate::{Evidence, FileKey, HeldLines, RejectedEvidence, Replay, UncheckedRead};

/// A call among those of one message.
#[derive(Clone, Copy, Debug)]
pub struct MessageCall<'a> {
    /// Its name.
    pub id: &'a str,
    /// Its place among the calls of its message.
    pub place: usize,
}

/// The answers in flight at one leaf.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    leaf: Option<Arc<str>>,
    flights: Vec<Flight>,
}

#[derive(Clone, Debug)]
struct Flight {
    call: Box<str>,
    place: usize,
    file: FileKey,
    unchecked: Result<UncheckedRead, RejectedEvidence>,
    content: Digest,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Its result was not seen yet.
    UnderWay,
    /// Its result was seen, as it was made.
    Delivered,
    /// Its result was seen, and is something else.
    Altered,
}

impl Overlay {
    /// Notes an answer that was made to a call of the message at a leaf. It counts for nothing yet. Another leaf than
    /// before ends every flight. Every answer departs, also one that vouches for nothing: it may show a newer text.
    pub fn depart(
        &mut self,
        leaf: &str,
        call: MessageCall<'_>,
        file: FileKey,
        unchecked: Result<UncheckedRead, RejectedEvidence>,
        content: Digest,
    ) {
        self.stay_at(leaf);
        let MessageCall { id, place } = call;
        self.flights.retain(|flight| *flight.call != *id);
        self.flights.push(Flight {
            call: id.into(),
            place,
            file,
            unchecked,
            content,
            state: State::UnderWay,
        });
    }

    /// Notes that the result of a call was seen delivered with this content. If it is not the content that was made,
    /// or the call was aborted, its file is in doubt until the leaf changes.
    pub fn arrive(&mut self, call: &str, content: &Digest) -> Result<(), RejectedEvidence> {
        let flight = self
            .flights
            .iter_mut()
            .find(|flight| *flight.call == *call)
            .ok_or(RejectedEvidence::Unattested)?;
        let as_made = flight.content == *content;
        flight.state = if as_made { State::Delivered } else { State::Altered };
        if as_made { Ok(()) } else { Err(RejectedEvidence::Altered) }
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

    /// What is held of a file when a call of the message at a leaf is answered: what the replay holds, and after it
    /// what was seen delivered for the calls before this one.
    pub fn held(&self, leaf: &str, place: usize, replay: &Replay, file: &FileKey) -> HeldLines {
        let mut held = replay.held(file).cloned().unwrap_or_default();
        if self.leaf.as_deref() != Some(leaf) {
            return held;
        }
        let mut flights: Vec<_> = self.flights.iter().filter(|flight| flight.file == *file).collect();
        flights.sort_by_key(|flight| flight.place);
        let after = replay.branch().len() as u64;
        for (generation, flight) in (after + 1..).zip(flights) {
            let evidence = flight.unchecked.as_ref().map_err(|refusal| *refusal).and_then(Evidence::admit);
            match (flight.state, evidence) {
                (State::Delivered, Ok(evidence)) if flight.place < place => {
                    evidence.count(&mut held, generation);
                }
                (State::UnderWay | State::Delivered, Ok(evidence)) if evidence.shows_nothing() => {}
                _ => return held.forgotten(),
            }
        }
        held
    }
}

#[cfg(test)]
mod tests;
