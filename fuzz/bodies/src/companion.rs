//! What an extension may say to its companion, and whatever else comes that way.

use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;

use reread_context::Fallback;
use reread_hosts::pi::{
    Companion, CompanionMessage, CompanionPolicy, CompanionStore, ContentCheck, ReceivedMessage,
};
use reread_path::Rules;
use reread_text::{DiffLimits, Digest};
use serde_json::Value;

/// The bytes of a conversation.
///
/// Every question is answered once and by its id, and what is no question is not answered. What stands in place of a
/// text is vouched for as it is, and rests on a snapshot that was named before.
pub fn companion_messages(data: &[u8]) {
    let snapshots = Snapshots::default();
    let load = |digest: &Digest| snapshots.load(digest).ok();
    let policy = CompanionPolicy { files: Rules::default(), limits: DiffLimits::default() };
    let mut companion = Companion::new(&snapshots, ContentCheck::Stated(&load), policy);
    let mut served = HashSet::new();
    let mut rest = data;
    loop {
        let before = rest;
        let Ok(Some(received)) = ReceivedMessage::from(&mut rest) else { return };
        let told = &data[..data.len() - rest.len()];
        let end = before.iter().position(|byte| *byte == b'\n').expect("a message has a line");
        let id = Value::from(id(&before[..end]));
        let message = match received.message() {
            Ok(message) => message,
            Err(bad) => {
                assert_eq!(Value::from(bad.id), id, "{bad}");
                continue;
            }
        };
        let is_question = !matches!(
            message,
            CompanionMessage::Branch(_) | CompanionMessage::Delivered(_) | CompanionMessage::Unheard
        );
        let mut replies = Vec::new();
        companion.serve(&message, |reply| replies.push(reply));
        assert_eq!(replies.len(), usize::from(is_question), "{replies:?}");
        for reply in replies {
            assert_eq!(reply["id"], id, "{reply}");
            if let Some(text) = reply.get("text").map(|text| text.as_str().expect("a text")) {
                let metadata = &reply["metadata"];
                assert_eq!(metadata["contentHash"], Digest::of(text.as_bytes()).to_string());
                let base = metadata["baseHash"].as_str().expect("what is short rests on something");
                assert!(served.contains(base) || names(told, base), "{base} was never shown");
            }
            if let Some(digest) = reply["metadata"]["servedHash"].as_str() {
                served.insert(digest.to_owned());
            }
        }
    }
}

/// The number that a reply to a line is found by.
fn id(line: &[u8]) -> Option<u64> {
    #[derive(serde::Deserialize)]
    struct Line {
        #[serde(default)]
        id: Option<u64>,
    }
    serde_json::from_slice::<Line>(line).expect("it was taken").id
}

fn names(told: &[u8], digest: &str) -> bool {
    told.windows(digest.len()).any(|window| window == digest.as_bytes())
}

/// Snapshots in memory.
#[derive(Default)]
struct Snapshots(Mutex<BTreeMap<Digest, Vec<u8>>>);

impl CompanionStore for Snapshots {
    fn load(&self, digest: &Digest) -> Result<Vec<u8>, Fallback> {
        let snapshots = self.0.lock().expect("no thread panics while it holds the lock");
        snapshots.get(digest).cloned().ok_or(Fallback::BaseLost)
    }

    fn keep(&self, digest: &Digest, bytes: &[u8]) {
        assert_eq!(Digest::of(bytes), *digest);
        self.0.lock().expect("no thread panics while it holds the lock").insert(*digest, bytes.to_vec());
    }

    fn stats(&self) -> (u64, u64) {
        let snapshots = self.0.lock().expect("no thread panics while it holds the lock");
        (snapshots.len() as u64, snapshots.values().map(|bytes| bytes.len() as u64).sum())
    }
}
