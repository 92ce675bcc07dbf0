//! The requests that the host says it sent, each as a list of hashes of messages.
//!
//! A request repeats the beginning of an earlier one and adds a tail. Lists are put together only when one is asked for,
//! so that a long session costs what its tails cost.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use reread_text::Digest;
use serde_json::Value;

use crate::claude_code::transcript::NoEvidence;

/// Every request of a transcript.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequestLedger {
    requests: Vec<LedgerRequest>,
    by_id: HashMap<String, usize>,
}

#[derive(Clone, Debug)]
struct LedgerRequest {
    /// The request whose beginning it repeats.
    base: Option<usize>,
    /// How many messages of that one it repeats.
    keep: usize,
    tail: Vec<Digest>,
    /// Why it proves nothing, if so.
    defect: Option<NoEvidence>,
}

/// A line of the ledger, before it is believed.
pub(crate) struct LedgerLine<'a> {
    pub(crate) id: &'a str,
    pub(crate) base: Option<&'a str>,
    pub(crate) keep: Option<u64>,
    pub(crate) tail: Option<Value>,
    pub(crate) params: Option<Value>,
}

impl RequestLedger {
    /// Takes in a request. Two requests of one name are both unusable.
    pub(crate) fn push(&mut self, line: &LedgerLine<'_>) {
        let base = line.base.map(|base| self.by_id.get(base).copied());
        let tail = line.tail.as_ref().and_then(hashes);
        let keep = line.keep.and_then(|keep| usize::try_from(keep).ok());
        let defect = match (base, keep, &tail) {
            (Some(None), _, _) | (_, None, _) | (_, _, None) => Some(NoEvidence::DamagedLedger),
            _ if !keeps_results(line.params.as_ref()) => Some(NoEvidence::ProviderClears),
            _ => None,
        };
        let request = LedgerRequest {
            base: base.flatten(),
            keep: keep.unwrap_or_default(),
            tail: tail.unwrap_or_default(),
            defect,
        };
        match self.by_id.entry(line.id.to_owned()) {
            Entry::Vacant(free) => {
                free.insert(self.requests.len());
                self.requests.push(request);
            }
            Entry::Occupied(known) => self.requests[*known.get()].defect = Some(NoEvidence::DamagedLedger),
        }
    }

    /// The messages of a request, in their order.
    pub(crate) fn messages(&self, id: &str) -> Result<Vec<Digest>, NoEvidence> {
        let mut at = *self.by_id.get(id).ok_or(NoEvidence::NoLedger)?;
        if self.requests[at].defect == Some(NoEvidence::ProviderClears) {
            return Err(NoEvidence::ProviderClears);
        }
        let mut wanted = usize::MAX;
        let mut pieces: Vec<&[Digest]> = Vec::new();
        // A request names an earlier one as its base, so this ends.
        loop {
            let LedgerRequest { base, keep, tail, defect } = &self.requests[at];
            if *defect == Some(NoEvidence::DamagedLedger) {
                return Err(NoEvidence::DamagedLedger);
            }
            if wanted > *keep {
                let own = if wanted == usize::MAX { tail.len() } else { wanted - keep };
                pieces.push(tail.get(..own).ok_or(NoEvidence::DamagedLedger)?);
                wanted = *keep;
            }
            match base {
                Some(base) if wanted > 0 => at = *base,
                None if wanted > 0 => return Err(NoEvidence::DamagedLedger),
                _ => return Ok(pieces.into_iter().rev().flatten().copied().collect()),
            }
        }
    }
}

fn hashes(tail: &Value) -> Option<Vec<Digest>> {
    tail.as_array()?.iter().map(|hash| hash.as_str()?.parse().ok()).collect()
}

/// Whether the provider passes every result of the request on to the model: it is told to clear nothing but thinking.
fn keeps_results(params: Option<&Value>) -> bool {
    let Some(params) = params.and_then(Value::as_object) else { return false };
    let Some(management) = params.get("context_management").filter(|management| !management.is_null()) else {
        return true;
    };
    let Some(management) = management.as_object() else { return false };
    let clears_thinking = |edit: &Value| {
        edit.get("type").and_then(Value::as_str).is_some_and(|edit| edit.starts_with("clear_thinking_"))
    };
    management.iter().all(|(key, edits)| {
        key == "edits" && edits.as_array().is_some_and(|edits| edits.iter().all(clears_thinking))
    })
}

#[cfg(test)]
mod tests;
