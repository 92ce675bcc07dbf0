//! One client, and what it was told to have done.

use proptest::prelude::Rng as _;
use proptest::test_runner::{RngAlgorithm, TestRng};
use reread_testkit::{contract_of, tag_of, text_of};
use serde_json::{Value, json};

use super::shared_text::{FILES, SharedText, TALLY, file_name};
use super::voice::Voice;

/// A client that reads, changes and writes.
pub(crate) struct Editor<'s> {
    client: usize,
    clients: usize,
    random: TestRng,
    voice: Voice<'s>,
    acknowledged: Acknowledged,
}

/// Everything that a client was told.
#[derive(Debug, Default)]
pub(crate) struct Acknowledged {
    /// What was done, in the order of the client.
    pub(crate) edits: Vec<Edit>,
    /// How many of them were merged with what others did meanwhile.
    pub(crate) merged: usize,
    /// How often a place was taken, and the client tried again.
    pub(crate) retried: usize,
}

/// What was done, and the version that it became.
#[derive(Debug)]
pub(crate) struct Edit {
    pub(crate) file: String,
    pub(crate) version: String,
    pub(crate) deed: Deed,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// A line at the end.
    Logged(String),
    /// The client's own line: its number, and what it says.
    Wrote(usize, usize),
    /// The counter, one higher.
    Counted,
}

/// Who fights this long for one place does not get there at all.
const MOST_TRIES: usize = 2_000;

impl<'s> Editor<'s> {
    pub(crate) fn new(client: usize, clients: usize, seed: u64, voice: Voice<'s>) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&(client as u64).to_le_bytes());
        let random = TestRng::from_seed(RngAlgorithm::ChaCha, &key);
        Self { client, clients, random, voice, acknowledged: Acknowledged::default() }
    }

    /// Makes so many edits, and says what it was told.
    pub(crate) fn make(mut self, edits: usize) -> Acknowledged {
        for number in 1..=edits {
            let file = file_name(self.random.next_u32() as usize % FILES);
            match self.random.next_u32() % 8 {
                0..3 => self.log(file, number),
                3..6 => self.write_own_line(file, number),
                6 => self.count(file),
                _ => self.count_in_tally(),
            }
        }
        self.voice.end();
        self.acknowledged
    }

    /// Adds a line: wherever the end is by now, no other edit is in the way.
    fn log(&mut self, file: String, number: usize) {
        let line = format!("client {} logs {number}", self.client);
        let arguments = json!({ "path": file, "content": format!("{line}\n"), "mode": "append" });
        let result = self.voice.call("write_file", arguments);
        assert!(self.takes(&file, Deed::Logged(line), &result), "{result}");
    }

    /// Changes a line that no other client changes. Others have changed the file since it was read, and that must not matter.
    fn write_own_line(&mut self, file: String, number: usize) {
        let (tag, text) = self.read(&file);
        let own = format!("client {} wrote ", self.client);
        let old = text.lines().find(|line| line.starts_with(&own)).unwrap_or_else(|| panic!("{text}"));
        let new = SharedText::own_line(self.client, number);
        let result = self.patch(&file, &tag, old, &new);
        assert!(self.takes(&file, Deed::Wrote(self.client, number), &result), "{result}");
    }

    /// Counts where other clients do, until none was quicker.
    fn count(&mut self, file: String) {
        for _ in 0..MOST_TRIES {
            let (tag, text) = self.read(&file);
            let old =
                text.lines().find(|line| line.starts_with("counter ")).unwrap_or_else(|| panic!("{text}"));
            let count: usize = old.split(' ').nth(1).unwrap().parse().unwrap();
            // By its name two clients never want the same.
            let new = format!("counter {} by {}-{}", count + 1, self.client, self.acknowledged.edits.len());
            let result = self.patch(&file, &tag, old, &new);
            if self.takes(&file, Deed::Counted, &result) {
                return;
            }
            assert_eq!(contract_of(&result)["outcome"], "conflict", "{result}");
            self.acknowledged.retried += 1;
        }
        panic!("client {} never got to count in {file}", self.client);
    }

    /// The same in a file that is written as a whole, over the version that was read and no other.
    fn count_in_tally(&mut self) {
        for _ in 0..MOST_TRIES {
            let (tag, text) = self.shown(&json!({ "mode": "file", "target": TALLY }));
            let count = text.lines().nth(1).and_then(|line| line.parse::<usize>().ok());
            let content = format!("{}\n", count.unwrap_or_else(|| panic!("{text}")) + 1);
            let arguments = json!({ "path": TALLY, "content": content, "if_match": tag });
            let result = self.voice.call("write_file", arguments);
            if self.takes(TALLY, Deed::Counted, &result) {
                return;
            }
            assert_eq!(contract_of(&result)["error"]["code"], "stale", "{result}");
            self.acknowledged.retried += 1;
        }
        panic!("client {} never got to count in {TALLY}", self.client);
    }

    /// The tag and the text of a file up to its log.
    fn read(&mut self, file: &str) -> (String, String) {
        let last = SharedText::last_line(self.clients);
        let lines = json!({ "mode": "snippet", "target": file, "start_line": 1, "end_line": last });
        self.shown(&lines)
    }

    /// The tag and the text of what is read. While others write, a reading may have none: then it is read again.
    fn shown(&mut self, lines: &Value) -> (String, String) {
        for _ in 0..MOST_TRIES {
            let result = self.voice.call("read", lines.clone());
            if contract_of(&result)["meta"]["untagged"] != "changed_during_read" {
                return (tag_of(&result), text_of(&result));
            }
        }
        panic!("client {} never got to read {lines}", self.client);
    }

    fn patch(&mut self, file: &str, tag: &str, old: &str, new: &str) -> Value {
        let patch = format!("{file}\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n");
        self.voice.call("apply_patch", json!({ "patch": patch, "base": tag }))
    }

    /// Notes what a reply acknowledges; `false` if that is nothing.
    fn takes(&mut self, file: &str, deed: Deed, result: &Value) -> bool {
        let contract = contract_of(result);
        let outcome = contract["outcome"].as_str().unwrap_or_default();
        if !["applied", "rebased"].contains(&outcome) {
            return false;
        }
        assert_eq!(contract["meta"]["durable"], true, "{result}");
        let version = contract["version_id"].as_str().unwrap_or_else(|| panic!("{result}")).to_owned();
        self.acknowledged.merged += usize::from(outcome == "rebased");
        self.acknowledged.edits.push(Edit { file: file.to_owned(), version, deed });
        true
    }
}
