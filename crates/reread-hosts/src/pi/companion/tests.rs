use std::collections::BTreeMap;
use std::sync::Mutex;

use reread_path::RuleLists;

use super::*;

/// Snapshots in memory.
#[derive(Default)]
pub(super) struct MemoryStore {
    snapshots: Mutex<BTreeMap<Digest, Vec<u8>>>,
    /// Whether nothing can be kept.
    is_full: bool,
}

impl CompanionStore for MemoryStore {
    fn load(&self, digest: &Digest) -> Result<Vec<u8>, Fallback> {
        self.snapshots.lock().unwrap().get(digest).cloned().ok_or(Fallback::BaseLost)
    }

    fn keep(&self, digest: &Digest, bytes: &[u8]) {
        if !self.is_full {
            self.snapshots.lock().unwrap().insert(*digest, bytes.to_vec());
        }
    }

    fn stats(&self) -> (u64, u64) {
        (self.snapshots.lock().unwrap().len() as u64, 0)
    }
}

/// A session of pi with the extension in it, for the tests of all parts.
pub(super) struct PiDriver<'s> {
    companion: Companion<'s, MemoryStore>,
    session: &'static str,
    pub(super) entries: Vec<Value>,
    pub(super) leaf: Value,
    next: u32,
    /// What is said of the last request.
    pub(super) context: Value,
}

/// A read, as pi answered it.
#[derive(Clone)]
pub(super) struct TestRead<'a> {
    file: &'a str,
    bytes: &'a [u8],
    /// What pi shows of it.
    text: Option<String>,
    /// What else the message says.
    fields: Value,
}

pub(super) fn ask<'a>(file: &'a str, text: &'a str) -> TestRead<'a> {
    TestRead { file, bytes: text.as_bytes(), text: Some(text.to_owned()), fields: json!({}) }
}

impl TestRead<'_> {
    fn with(self, fields: Value) -> Self {
        Self { fields, ..self }
    }

    /// Something else than a text, such as an image.
    pub(super) fn without_text(self) -> Self {
        Self { text: None, ..self }
    }

    /// As pi shows these lines.
    pub(super) fn lines(self, first: usize, last: usize) -> Self {
        let all: Vec<&str> = self.text.as_deref().unwrap().split('\n').collect();
        let mut text = all[first - 1..last].join("\n");
        if last < all.len() {
            let (left, next) = (all.len() - last, last + 1);
            text += &format!("\n\n[{left} more lines in file. Use offset={next} to continue.]");
        }
        let fields = json!({ "offset": first, "limit": last + 1 - first });
        Self { text: Some(text), fields, ..self }
    }
}

fn nothing(_: &Digest) -> Option<Vec<u8>> {
    None
}

pub(super) fn pi(memory: &MemoryStore) -> PiDriver<'_> {
    pi_without(memory, &[])
}

fn pi_without<'s>(memory: &'s MemoryStore, excluded: &[&str]) -> PiDriver<'s> {
    let deny: Vec<String> = excluded.iter().map(|rule| (*rule).to_owned()).collect();
    let files = Rules::compile(&RuleLists { deny: &deny, ..RuleLists::default() }).unwrap();
    let policy = CompanionPolicy { files, limits: DiffLimits::default() };
    let companion = Companion::new(memory, ContentCheck::Stated(&nothing), policy);
    PiDriver {
        companion,
        session: "s",
        entries: Vec::new(),
        leaf: Value::Null,
        next: 0,
        context: Value::Null,
    }
}

impl PiDriver<'_> {
    pub(super) fn say(&mut self, message: &Value, frames: &[&[u8]]) -> Vec<Value> {
        let mut message = message.clone();
        message["frames"] = frames.iter().map(|frame| frame.len()).collect();
        let bytes = [format!("{message}\n").as_bytes(), &frames.concat()].concat();
        let received = ReceivedMessage::from(&mut &*bytes).unwrap().unwrap();
        let mut replies = Vec::new();
        self.companion.serve(&received.message().unwrap(), |reply| replies.push(reply));
        replies
    }

    pub(super) fn ask(&mut self, mut message: Value, frames: &[&[u8]]) -> Value {
        message["id"] = 7.into();
        let [mut reply] = <[Value; 1]>::try_from(self.say(&message, frames)).unwrap();
        assert_eq!(reply["id"].take(), 7);
        reply
    }

    pub(super) fn append(&mut self, mut entry: Value) -> String {
        let id = format!("e{}", self.next);
        self.next += 1;
        entry["id"] = json!(id);
        entry["parentId"] = self.leaf.take();
        self.leaf = json!(id);
        self.entries.push(entry);
        id
    }

    pub(super) fn hand_over(&mut self) {
        let (entries, context) = (std::mem::take(&mut self.entries), self.context.take());
        let message = json!({ "op": "branch", "session": self.session, "cwd": "/p", "version": 3,
            "entries": entries, "leaf": self.leaf, "context": context });
        assert!(self.say(&message, &[]).is_empty());
    }

    /// The model is sent all there is, but for some calls, and with other content for some.
    pub(super) fn request(&mut self, reads: &[(&str, Option<&str>)]) {
        let digest = |text: &str| Digest::of(text.as_bytes()).to_string();
        let reads: Vec<_> = reads.iter().map(|(call, text)| (call, text.map(digest))).collect();
        self.context = json!({ "leaf": self.leaf, "reads": reads });
    }

    /// The model asks for so many files in one message.
    pub(super) fn message(&mut self, files: &[&str]) {
        let named = |(place, file): (usize, &&str)| (format!("c{}-{place}", self.next), (*file).to_owned());
        let calls: Vec<(String, String)> = files.iter().enumerate().map(named).collect();
        self.message_with(&calls);
    }

    /// Likewise, with calls of these names.
    pub(super) fn message_with(&mut self, calls: &[(String, String)]) {
        let calls: Vec<_> = calls.iter().map(|(id, file)| ("read", id.as_str(), file.as_str())).collect();
        self.message_of(&calls);
    }

    /// The model calls these tools, under these names and for these paths.
    pub(super) fn message_of(&mut self, calls: &[(&str, &str, &str)]) {
        if self.context.is_null() {
            self.context = json!({ "leaf": Value::Null, "reads": [] });
        }
        let call = |(tool, id, path): &(&str, &str, &str)| json!({ "type": "toolCall", "id": id, "name": tool, "arguments": { "path": path } });
        let content: Vec<Value> = calls.iter().map(call).collect();
        self.append(json!({ "type": "message", "message": { "role": "assistant", "content": content } }));
    }

    /// The call at a place in the last message.
    pub(super) fn call(&self, place: usize) -> String {
        format!("c{}-{place}", self.next - 1)
    }

    pub(super) fn answer(&mut self, call: &str, ask: &TestRead<'_>) -> Value {
        self.hand_over();
        let mut message = json!({ "op": "read", "call": call, "file": ask.file, "name": "a" });
        for (name, value) in ask.fields.as_object().unwrap() {
            message[name] = value.clone();
        }
        match &ask.text {
            Some(text) => self.ask(message, &[ask.bytes, text.as_bytes()]),
            None => self.ask(message, &[]),
        }
    }

    pub(super) fn land(&mut self, call: &str, ask: &TestRead<'_>, reply: &Value) {
        let text = reply.get("text").and_then(Value::as_str).or(ask.text.as_deref()).unwrap_or_default();
        let mut details = json!({ "readcache": reply.get("metadata") });
        if let Some(truncation) = ask.fields.get("truncation") {
            details["truncation"] = truncation.clone();
        }
        self.append(json!({ "type": "message", "message": { "role": "toolResult", "toolCallId": call,
            "toolName": "read", "isError": false, "contentDigest": Digest::of(text.as_bytes()).to_string(),
            "contentLength": text.len(), "details": details } }));
    }

    /// Reads in a message of its own, up to the entry of the result.
    pub(super) fn read(&mut self, ask: &TestRead<'_>) -> Value {
        self.message(&[ask.file]);
        let call = self.call(0);
        let reply = self.answer(&call, ask);
        self.land(&call, ask, &reply);
        reply
    }

    pub(super) fn status(&mut self) -> String {
        self.hand_over();
        self.ask(json!({ "op": "status" }), &[])["say"].as_str().unwrap().to_owned()
    }

    pub(super) fn refresh(&mut self, fields: &Value, bytes: Option<&str>) -> Value {
        self.hand_over();
        let mut message = json!({ "op": "refresh", "file": "/p/a", "name": "a", "at": 9 });
        for (name, value) in fields.as_object().unwrap() {
            message[name] = value.clone();
        }
        self.ask(message, &bytes.map(str::as_bytes).into_iter().collect::<Vec<_>>())
    }
}

/// What a reply says in place of pi's text, or what pi's text vouches for.
fn said(reply: &Value) -> String {
    match (reply.get("text"), reply.get("metadata")) {
        (Some(text), Some(_)) => text.as_str().unwrap().lines().next().unwrap().to_owned(),
        (None, Some(metadata)) => format!("{} {}", metadata["mode"], metadata["scopeKey"]).replace('"', ""),
        (None, None) => "nothing".to_owned(),
        (Some(_), None) => panic!("a text without evidence: {reply}"),
    }
}

pub(super) fn check(reply: &Value, expected: &str) {
    assert_eq!(said(reply), expected);
}

/// Twenty lines, so that a diff of one is shorter.
pub(super) const SONG: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n\
    eleven\ntwelve\nthirteen\nfourteen\nfifteen\nsixteen\nseventeen\neighteen\nnineteen\ntwenty\n";
pub(super) const CHANGED: &str = "one\ntwo\nthree\nfour\nFIVE\nsix\nseven\neight\nnine\nten\n\
    eleven\ntwelve\nthirteen\nfourteen\nfifteen\nsixteen\nseventeen\neighteen\nnineteen\ntwenty\n";

#[test]
fn a_text_is_sent_once() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    let first = pi.read(&ask("/p/a", SONG));
    let digest = Digest::of(SONG.as_bytes()).to_string();
    let metadata = json!({ "v": 1, "pathKey": "/p/a", "scopeKey": "full", "servedHash": digest, "mode": "full",
        "totalLines": 21, "rangeStart": 1, "rangeEnd": 21, "bytes": SONG.len(), "contentHash": digest });
    assert_eq!(first["metadata"], metadata);
    assert!(first.get("text").is_none());
    check(&pi.read(&ask("/p/a", SONG)), "[readcache: unchanged, 21 lines]");
    check(&pi.read(&ask("/p/a", SONG).lines(2, 4)), "[readcache: unchanged in lines 2-4 of 21]");
    check(&pi.read(&ask("/p/b", SONG)), "full full");
    let diff = pi.read(&ask("/p/a", CHANGED));
    check(&diff, "[readcache: 1 lines changed of 21]");
    assert!(diff["text"].as_str().unwrap().contains("\n--- a/a\n+++ b/a\n"), "{diff}");
    check(&pi.read(&ask("/p/a", CHANGED)), "[readcache: unchanged, 21 lines]");
    let elsewhere = "[readcache: unchanged in lines 8-9; changes exist outside this range]";
    check(&pi.read(&ask("/p/a", SONG).lines(8, 9)), elsewhere);
    check(&pi.read(&ask("/p/a", SONG).lines(5, 6)), "full_fallback r:5:6");
}

#[test]
fn a_part_vouches_for_a_part() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/a", SONG).lines(2, 4)), "full r:2:4");
    check(&pi.read(&ask("/p/a", SONG).lines(3, 4)), "[readcache: unchanged in lines 3-4 of 21]");
    check(&pi.read(&ask("/p/a", SONG).lines(4, 5)), "full r:4:5");
    check(&pi.read(&ask("/p/a", SONG)), "full full");
}

/// Reads files under rules; the number of snapshots that were kept.
fn check_excluded(rules: &[&str], file: &str, real: Option<&str>, is_excluded: bool) {
    let memory = MemoryStore::default();
    let mut pi = pi_without(&memory, rules);
    let ask = ask(file, SONG).with(json!({ "real": real }));
    check(&pi.read(&ask), if is_excluded { "nothing" } else { "full full" });
    check(&pi.read(&ask), if is_excluded { "nothing" } else { "[readcache: unchanged, 21 lines]" });
    assert_eq!(memory.stats().0, u64::from(!is_excluded), "{rules:?} {file}");
}

#[test]
fn excluded_files_are_left_to_pi_and_not_kept() {
    check_excluded(&[".env"], "/p/.env", None, true);
    check_excluded(&[".env"], "/p/sub/.env", Some("/p/sub/.env"), true);
    check_excluded(&[".env"], "/elsewhere/.env", None, true);
    check_excluded(&[".env"], "/p/notes.txt", Some("/p/.env"), true);
    check_excluded(&[".env"], "/p/.env", Some("/p/notes.txt"), true);
    check_excluded(&[".env"], "/p/notes.txt", Some("/p/notes.txt"), false);
    check_excluded(&["secret/keys"], "/p/secret/keys/a", None, true);
    check_excluded(&["secret/keys"], "/p/a", Some("/p/secret/keys/a"), true);
    check_excluded(&["secret/keys"], "/secret/keys", None, true);
    check_excluded(&["secret/keys"], "/p/sub/secret/keys", None, false);
    check_excluded(&["secret/keys"], "/pp/secret/keys", None, false);
    check_excluded(&["p/secret"], "/p/secret", None, true);
    check_excluded(&["**"], "/p/a", None, true);
    // A name that no rule can be held against.
    check_excluded(&[], "/p/a\0b", None, true);
    check_excluded(&[], "/p/a", None, false);
}

#[test]
fn before_there_is_a_session_nothing_is_answered_and_nothing_kept() {
    let memory = MemoryStore::default();
    let mut pi = pi_without(&memory, &["secret/keys"]);
    let message = json!({ "op": "read", "call": "c", "file": "/p/secret/keys", "name": "a" });
    check(&pi.ask(message, &[b"a", b"a"]), "nothing");
    assert_eq!(memory.stats().0, 0);
    assert_eq!(pi.ask(json!({ "op": "status" }), &[])["say"], "readcache: no read so far");
    assert!(pi.say(&json!({ "op": "delivered", "call": "c" }), &[]).is_empty());
}

/// The second read of a file that was held, as pi answers it.
fn check_second(second: &TestRead<'_>, expected: &str) {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    check(&pi.read(second), expected);
}

#[test]
fn what_is_no_text_of_the_file_is_left_to_pi() {
    let song = || ask("/p/a", SONG);
    check_second(&song(), "[readcache: unchanged, 21 lines]");
    check_second(
        &TestRead { bytes: b"one\xff\n", text: Some("one\u{fffd}\n".to_owned()), ..song() },
        "nothing",
    );
    check_second(&song().without_text(), "nothing");
    check_second(&song().with(json!({ "offset": 1.5 })), "nothing");
    check_second(&song().with(json!({ "offset": "1" })), "nothing");
    check_second(&song().with(json!({ "limit": -1 })), "nothing");
    check_second(&song().with(json!({ "limit": 0 })), "nothing");
    check_second(&song().with(json!({ "offset": 22 })), "nothing");
    check_second(&song().with(json!({ "offset": 0 })), "[readcache: unchanged, 21 lines]");
    check_second(&song().with(json!({ "offset": null, "limit": null })), "[readcache: unchanged, 21 lines]");
    check_second(&song().with(json!({ "truncation": "yes" })), "nothing");
    // Another text than that of the bytes.
    let other = TestRead { text: Some(CHANGED.to_owned()), ..ask("/p/b", SONG) };
    check_second(&other, "nothing");
}

#[test]
fn what_is_not_utf8_is_not_kept() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&TestRead { bytes: b"\xff", ..ask("/p/a", "\u{fffd}") }), "nothing");
    check(&pi.read(&ask("/p/b", SONG).without_text()), "nothing");
    assert_eq!(memory.stats().0, 0);
}

#[test]
fn a_text_that_was_cut_vouches_for_what_it_shows() {
    fn check(truncation: &Value, expected: &str) {
        let memory = MemoryStore::default();
        let mut pi = pi(&memory);
        let text = "one\ntwo\n\n[Showing lines 1-2 of 21. Use offset=3 to continue.]".to_owned();
        let cut = TestRead { text: Some(text), ..ask("/p/a", SONG) };
        super::tests::check(&pi.read(&cut.with(json!({ "truncation": truncation }))), expected);
        let next = pi.read(&ask("/p/a", SONG).lines(1, 2));
        let next_expected =
            if expected == "nothing" { "full r:1:2" } else { "[readcache: unchanged in lines 1-2 of 21]" };
        super::tests::check(&next, next_expected);
    }
    let cut = |lines: u64| json!({ "truncated": true, "outputLines": lines, "lastLinePartial": false, "firstLineExceedsLimit": false });
    check(&cut(2), "full r:1:2");
    check(&cut(3), "nothing");
    check(&json!({ "truncated": true, "outputLines": 2 }), "nothing");
    check(&json!(7), "nothing");
    let memory = MemoryStore::default();
    let text = "one\ntwo\n\n[Showing lines 1-2 of 21. Use offset=3 to continue.]".to_owned();
    let unsaid = TestRead { text: Some(text), ..ask("/p/a", SONG) };
    super::tests::check(&pi(&memory).read(&unsaid), "nothing");
}

#[test]
fn a_scope_is_refreshed() {
    let check = |fields: Value, scope: &str, words: &str| {
        let memory = MemoryStore::default();
        let reply = pi(&memory).refresh(&fields, Some(SONG));
        let data = json!({ "v": 1, "kind": "invalidate", "pathKey": "/p/a", "scopeKey": scope, "at": 9 });
        assert_eq!(reply["data"], data);
        assert_eq!(reply["say"], format!("[readcache: the next read of {words} shows the text again]"));
    };
    check(json!({}), "full", "a");
    check(json!({ "offset": 2, "limit": 3 }), "r:2:4", "lines 2-4 of a");
    check(json!({ "offset": 9, "limit": 99 }), "r:9:21", "lines 9-21 of a");
    check(json!({ "limit": 3 }), "r:1:3", "lines 1-3 of a");
    check(json!({ "offset": 2 }), "r:2:21", "lines 2-21 of a");
    check(json!({ "offset": 1, "limit": 21 }), "full", "a");
    check(json!({ "offset": 0, "limit": 99 }), "full", "a");
}

#[test]
fn a_scope_that_does_not_exist_is_no_wish() {
    let check = |fields: Value, bytes: Option<&str>, error: &str| {
        let memory = MemoryStore::default();
        assert_eq!(pi(&memory).refresh(&fields, bytes), json!({ "id": null, "error": error }));
    };
    let beyond = "a: line 22 is beyond its end; it has 21 lines";
    check(json!({ "offset": 22 }), Some(SONG), beyond);
    check(json!({ "offset": 22, "limit": 3 }), Some(SONG), beyond);
    check(json!({ "offset": 5, "limit": 0 }), Some(SONG), "a: 5-4 ends before it starts");
    check(json!({}), None, "a cannot be read; nothing was noted");
    check(json!({ "offset": 2, "limit": 3 }), None, "a cannot be read; nothing was noted");
}

#[test]
fn a_wish_is_respected() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    let data = pi.refresh(&json!({ "offset": 2, "limit": 2 }), Some(SONG))["data"].take();
    pi.append(json!({ "type": "custom", "customType": "pi-readcache", "data": data }));
    check(&pi.read(&ask("/p/a", SONG).lines(5, 6)), "[readcache: unchanged in lines 5-6 of 21]");
    check(&pi.read(&ask("/p/a", SONG).lines(3, 4)), "full r:3:4");
    check(&pi.read(&ask("/p/a", SONG).lines(3, 4)), "[readcache: unchanged in lines 3-4 of 21]");
    let data = pi.refresh(&json!({}), Some(SONG))["data"].take();
    pi.append(json!({ "type": "custom", "customType": "pi-readcache", "data": data }));
    check(&pi.read(&ask("/p/a", SONG)), "full full");
}

#[test]
fn another_session_begins_anew() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    check(&pi.read(&ask("/p/a", SONG)), "[readcache: unchanged, 21 lines]");
    pi.session = "t";
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    check(&pi.read(&ask("/p/a", SONG)), "[readcache: unchanged, 21 lines]");
    // What was sent before is not sent again.
    pi.session = "s";
    check(&pi.read(&ask("/p/a", SONG)), "full full");
}

#[test]
fn a_branch_that_cannot_be_understood_ends_the_session() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    pi.hand_over();
    assert!(pi.say(&json!({ "op": "branch", "session": "t" }), &[]).is_empty());
    let message = json!({ "op": "read", "call": "c", "file": "/p/a", "name": "a" });
    check(&pi.ask(message, &[SONG.as_bytes(), SONG.as_bytes()]), "nothing");
    check(&pi.read(&ask("/p/a", SONG)), "full full");
}

#[test]
fn an_unknown_leaf_holds_nothing() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    check(&pi.read(&ask("/p/a", SONG)), "[readcache: unchanged, 21 lines]");
    pi.hand_over();
    for leaf in [json!("e99"), json!(""), Value::Null] {
        let known = std::mem::replace(&mut pi.leaf, leaf);
        check(&pi.answer("c", &ask("/p/a", SONG)), "full full");
        pi.leaf = known;
    }
    check(&pi.read(&ask("/p/a", SONG)), "[readcache: unchanged, 21 lines]");
}

#[test]
fn another_branch_holds_what_was_shown_there() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    let root = pi.leaf.clone();
    check(&pi.read(&ask("/p/b", SONG)), "full full");
    let branch = std::mem::replace(&mut pi.leaf, root);
    check(&pi.read(&ask("/p/b", SONG)), "full full");
    check(&pi.read(&ask("/p/a", SONG)), "[readcache: unchanged, 21 lines]");
    pi.leaf = branch;
    check(&pi.read(&ask("/p/b", SONG)), "[readcache: unchanged, 21 lines]");
}

#[test]
fn a_store_that_keeps_nothing_costs_texts() {
    let memory = MemoryStore { is_full: true, ..MemoryStore::default() };
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    check(&pi.read(&ask("/p/a", SONG)), "[readcache: unchanged, 21 lines]");
    check(&pi.read(&ask("/p/a", CHANGED)), "full_fallback full");
    check(&pi.read(&ask("/p/a", CHANGED)), "[readcache: unchanged, 21 lines]");
}
