//! Recorded replies, made again: the same from the same versions, and nothing else from whatever a record says.
#![expect(clippy::disallowed_methods, reason = "tests set up a workspace by path")]
#![expect(clippy::unwrap_used, reason = "what the tests share is test code too")]

use std::ops::Deref;
use std::time::Duration;

use proptest::prelude::*;
use reread_files::{Confinement, Settings, State, Workspace, WorkspaceOptions};
use reread_store::{CallOutcome, JournalEntry, Making, OutcomeNote, Record, ShownFile, UnixMillis};
use reread_testkit::World;
use reread_text::Digest;
use reread_wire::{CallContext, Caller, Replayed, Replayer, Request, serve};
use serde_json::{Value, json};

/// A world whose workspace is open, and which makes calls.
struct ReplayWorld {
    world: World,
    workspace: Workspace,
}

const SECRET: &str = "a secret that lies outside\n";

impl ReplayWorld {
    fn new() -> Self {
        Self::with(None)
    }

    fn with(confinement: Option<Confinement>) -> Self {
        let world = World::empty();
        std::fs::write(world.beside("secret.txt"), SECRET).unwrap();
        let workspace = open(&world, Settings::default(), confinement);
        Self { world, workspace }
    }

    fn call(&self, tool: &str, arguments: Value) {
        let caller = Caller { name: "test".to_owned(), front_end: "library", ..Caller::default() };
        let context = CallContext::new(&self.workspace, caller, &|| UnixMillis(0), &|| Duration::ZERO);
        let served = serve(&context, &Request::parse(tool, arguments).unwrap());
        assert!(served.outcome.is_ok() && served.unrecorded.is_none(), "{served:?}");
    }

    fn records(&self) -> Vec<JournalEntry> {
        let lines = self.workspace.state().unwrap().journal().tail(99).unwrap();
        lines.iter().map(|line| JournalEntry::read(line.as_bytes()).unwrap()).collect()
    }

    fn replayed(&self, record: &JournalEntry) -> Replayed {
        Replayer::new(&self.workspace).unwrap().replay(record)
    }
}

impl Deref for ReplayWorld {
    type Target = World;

    fn deref(&self) -> &World {
        &self.world
    }
}

fn open(world: &World, settings: Settings, confinement: Option<Confinement>) -> Workspace {
    let options =
        WorkspaceOptions { roots: vec![world.root()], here: None, home: None, settings, confinement };
    let state = State::open(&world.path(".reread"), &reread_store::KeyPlace::Beside).unwrap();
    Workspace::open(options).unwrap().with_state(state)
}

/// A record that says something else.
fn with(record: &JournalEntry, change: impl FnOnce(&mut Record)) -> JournalEntry {
    let mut record = record.clone();
    change(&mut record.call);
    record
}

/// `same`, `no reply`, the word for why not, or what differs.
fn said(replayed: &Replayed) -> String {
    match replayed {
        Replayed::Same => "same".to_owned(),
        Replayed::NoReply => "no reply".to_owned(),
        Replayed::NotReplayable(why) => why.word().to_owned(),
        Replayed::Different(difference) => {
            format!("{}: {} {}", difference.what, difference.was, difference.is)
        }
    }
}

/// A workspace in which something of each kind was asked, and most of it before every file changed.
fn asked() -> ReplayWorld {
    let world = ReplayWorld::new();
    ask(&world);
    world
}

fn ask(world: &ReplayWorld) {
    world.write("src/song.py", "def verse(number):\n    \"\"\"One of many.\"\"\"\n    return number\n");
    world.write("long.txt", (1..=3000).map(|n| format!("line {n}\n")).collect::<String>());
    world.write("notes.md", "The verse comes first.\n");
    world.call("read", json!({ "mode": "file", "target": "long.txt" }));
    world.call("read", json!({ "mode": "file", "target": "long.txt", "offset": 301 }));
    world.call(
        "read",
        json!({ "mode": "file", "target": "long.txt", "max_lines": 2001, "max_preview_chars": 20000 }),
    );
    world.call("read", json!({ "mode": "snippet", "target": "long.txt", "start_line": 7, "end_line": 9 }));
    world.call("read_file_tail", json!({ "path": "long.txt", "max_lines": 3 }));
    world.call("get_excerpt", json!({ "path": "long.txt", "max_lines": 1 }));
    world.call("get_excerpt", json!({ "path": "long.txt", "max_lines": 9 }));
    world.call("read", json!({ "mode": "outline", "target": "src/song.py" }));
    world.call("read", json!({ "mode": "symbol", "target": "verse", "include_context": true }));
    world.call("summarize_file", json!({ "path": "src/song.py" }));
    world.call("search_in_file", json!({ "path": "long.txt", "query": "line 9", "max_matches": 3 }));
    world.call("search", json!({ "query": "verse" }));
    world.call("search", json!({ "query": "line", "max_matches": 4 }));
    world.call("search", json!({ "query": "nowhere", "paths": ["src"] }));
    world.call(
        "read",
        json!({ "mode": "file", "target": "notes.md", "targets": ["src/song.py:2", "long.txt"] }),
    );
    for name in ["src/song.py", "long.txt"] {
        world.write(name, "something else\n");
    }
    std::fs::remove_file(world.path("notes.md")).unwrap();
    world.call("search", json!({ "query": "e" }));
    world.call("read", json!({ "mode": "file", "target": "src/song.py" }));
}

#[test]
fn every_kind_of_reply_is_the_same_again() {
    let world = asked();
    let records = world.records();
    assert_eq!(records.len(), 19);
    let shown = || std::fs::read(world.path(".reread/cache/shown")).unwrap();
    let noted = shown();
    let mut replayer = Replayer::new(&world.workspace).unwrap();
    // What one of them leaves behind is nothing to the next.
    for record in records.iter().chain(records.iter().rev()) {
        assert_eq!(said(&replayer.replay(record)), "same", "{record:?}");
    }
    drop(replayer);
    // Nothing that was made again was recorded, or noted as shown.
    assert_eq!(world.records(), records);
    assert_eq!(shown(), noted);
    assert_eq!(std::fs::read_dir(world.path(".reread/cache/tmp")).unwrap().count(), 0);
}

#[test]
fn it_makes_no_difference_who_resolves_names() {
    let world = ReplayWorld::with(Some(Confinement::Portable));
    ask(&world);
    let same = world.records().iter().filter(|record| world.replayed(record) == Replayed::Same).count();
    assert_eq!(same, 19);
}

#[test]
fn a_reply_that_is_another_one_is_named() {
    let world = asked();
    for record in world.records().iter().filter(|record| record.call.making.not_replayable.is_none()) {
        let other = Making { reply: Some(Digest::of(b"other")), ..record.call.making.clone() };
        let replayed = said(&world.replayed(&with(record, |call| call.making = other)));
        assert!(replayed.starts_with("text: "), "{replayed}");
        if record.call.making.lines.is_some() {
            let other = Making { lines: Some("1-2,9-9".to_owned()), ..record.call.making.clone() };
            let replayed = said(&world.replayed(&with(record, |call| call.making = other)));
            assert!(replayed.starts_with("lines: 1-2,9-9 "), "{replayed}");
        }
    }
    let search = &world.records()[11];
    assert_eq!(search.call.making.files.len(), 2);
    let mut turned = search.call.making.clone();
    turned.files.reverse();
    let replayed = said(&world.replayed(&with(search, |call| call.making = turned)));
    assert!(replayed.starts_with("files: "), "the order of files counts: {replayed}");
}

#[test]
fn what_is_held_decides_again_as_it_did() {
    let world = ReplayWorld::new();
    let text: String = (1..=40).map(|n| format!("line {n}\n")).collect();
    world.write("a.txt", &text);
    world.call("read", json!({ "mode": "file", "target": "a.txt" }));
    let tag = world.records()[0].call.receipt.clone().unwrap();
    world.call("read", json!({ "mode": "file", "target": "a.txt", "known": [tag] }));
    world.write("a.txt", text.replace("line 20\n", "line twenty\n"));
    world.call("read", json!({ "mode": "file", "target": "a.txt", "known": [tag] }));
    world.call("read", json!({ "mode": "file", "target": "a.txt", "offset": 1, "limit": 5, "known": [tag] }));
    world.call("read", json!({ "mode": "file", "target": "a.txt", "known": ["#000000000000@1-40"] }));
    let modes: Vec<String> =
        world.records().iter().map(|record| record.call.making.mode.clone().unwrap().into_owned()).collect();
    assert_eq!(modes, ["full", "unchanged", "diff", "unchanged_range", "full_fallback"]);
    assert_eq!(world.records()[2].call.making.base, world.records()[0].call.digest);
    for record in world.records() {
        assert_eq!(said(&world.replayed(&record)), "same", "{record:?}");
    }
    // Tags that were given up say nothing any more, and what they said is unknown.
    let state = world.workspace.state().unwrap().directory().path().to_owned();
    std::fs::write(state.join("epoch"), "1\n").unwrap();
    let replayed: Vec<String> = world.records().iter().map(|record| said(&world.replayed(record))).collect();
    assert_eq!(replayed, ["same", "tags_forgotten", "tags_forgotten", "tags_forgotten", "same"]);
}

#[test]
fn a_version_that_is_gone_is_a_loss() {
    let world = asked();
    let records = world.records();
    world.workspace.state().unwrap().cache().clear();
    for record in records.iter().filter(|record| record.call.making.not_replayable.is_none()) {
        let replayed = world.replayed(record);
        let is_about_nothing = record.call.making.files.is_empty() && record.call.tool == "search";
        assert_eq!(said(&replayed), if is_about_nothing { "same" } else { "pruned" }, "{record:?}");
        let is_loss = matches!(&replayed, Replayed::NotReplayable(why) if why.is_loss());
        assert_eq!(is_loss, !is_about_nothing);
    }
}

#[test]
fn a_record_cannot_say_that_something_was_lost() {
    let world = asked();
    let record = &world.records()[0];
    for (word, expected) in [("pruned", "unreadable"), ("partial", "partial"), ("\u{1b}[2J", "unreadable")] {
        let making = Making { not_replayable: Some(word.into()), ..record.call.making.clone() };
        assert_eq!(said(&world.replayed(&with(record, |call| call.making = making))), expected);
    }
}

#[test]
fn rules_of_today_hold() {
    let world = asked();
    let deny = "version = 1\n[read]\ndeny = [\"long.txt\"]\n";
    let settings = reread_files::parse_user_configuration("test", deny).unwrap();
    let strict = open(&world, settings, None);
    let mut replayer = Replayer::new(&strict).unwrap();
    assert_eq!(said(&replayer.replay(&world.records()[0])), "refused");
    assert_eq!(said(&replayer.replay(&world.records()[7])), "same");
}

#[test]
fn records_that_lack_something_say_what() {
    let world = asked();
    let record = world.records()[0].clone();
    let check = |change: &dyn Fn(&mut Record), expected: &str| {
        assert_eq!(said(&world.replayed(&with(&record, change))), expected);
    };
    check(&|call| call.making = Making::default(), "old_record");
    check(&|call| "{\"target\":[12 more bytes]".clone_into(&mut call.arguments), "arguments_cut");
    check(&|call| "{}".clone_into(&mut call.arguments), "unreadable");
    check(&|call| call.outcome = CallOutcome::Error, "no reply");
    check(&|call| "write_file".clone_into(&mut call.tool), "no reply");
    check(&|call| call.path = Some("../secret.txt".to_owned()), "unreadable");
    check(&|call| call.path = Some("/etc/passwd".to_owned()), "unreadable");
    check(&|call| call.path = Some(".".to_owned()), "unreadable");
    // A name may have been that of a link, or may start at another folder.
    check(&|call| call.path = Some("elsewhere.txt".to_owned()), "same");
    check(&|call| call.making.root = usize::MAX, "unreadable");
    assert_eq!(said(&world.replayed(&JournalEntry { is_redacted: true, ..record })), "redacted");
}

/// A link leads to its file, and from each folder a file has another name.
#[test]
fn files_that_were_reached_by_another_name_are_found() {
    let world = ReplayWorld::new();
    world.write("src/song.py", "def verse():\n    return 1\n");
    world.link("src/song.py", "link.py");
    world.link("src", "folder");
    world.call("read", json!({ "mode": "file", "target": "link.py" }));
    world.call("read", json!({ "mode": "file", "target": "link.py:2-2" }));
    world.call("read", json!({ "mode": "outline", "target": "folder/song.py" }));
    world.call("read", json!({ "mode": "symbol", "target": "verse", "path": "folder/song.py" }));
    world.call("search_in_file", json!({ "path": "folder/song.py", "query": "verse" }));
    let records = world.records();
    assert!(records.iter().all(|record| record.call.path.as_deref() == Some("src/song.py")), "{records:?}");
    for record in &records {
        assert_eq!(said(&world.replayed(record)), "same", "{record:?}");
        let other = Making { reply: Some(Digest::of(b"other")), ..record.call.making.clone() };
        assert_eq!(said(&world.replayed(&with(record, |call| call.making = other))), "name");
    }
}

/// A release may improve what it says, and that is no sign of a log that was touched.
#[test]
fn replies_of_another_release_are_not_called_different() {
    let world = asked();
    let record = &world.records()[0];
    for release in [None, Some("0.0.9".into())] {
        let other = Making { release: release.clone(), ..record.call.making.clone() };
        assert_eq!(said(&world.replayed(&with(record, |call| call.making = other))), "same");
        let other = Making { release, reply: Some(Digest::of(b"other")), ..record.call.making.clone() };
        assert_eq!(said(&world.replayed(&with(record, |call| call.making = other))), "another_release");
    }
}

/// The codes of 0.1 were renamed. A journal keeps them as they were written, and they do not keep a record from being read.
#[test]
fn a_record_with_a_code_of_an_earlier_release_still_reads() {
    let world = asked();
    for code in ["restless", "unsettled", "twice", "foreign"] {
        let record = world.records()[0].call.clone();
        let refused = Record {
            tool: "write_file".to_owned(),
            outcome: CallOutcome::Error,
            note: Some(OutcomeNote::Other(code.to_owned())),
            ..record
        };
        world.workspace.state().unwrap().journal().append(&refused).unwrap();
        let entry = world.records().pop().unwrap();
        assert_eq!(entry.call.note.as_ref().map(OutcomeNote::word), Some(code));
        assert_eq!(said(&world.replayed(&entry)), "no reply");
    }
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "(?s).{0,12}",
        Just("../secret.txt".to_owned()),
        Just("/etc/passwd".to_owned()),
        Just("src/../../secret.txt".to_owned()),
        Just("long.txt".to_owned()),
        Just("reread.toml".to_owned()),
        Just("src".to_owned()),
    ]
}

fn any_arguments() -> impl Strategy<Value = String> {
    let keys = prop::sample::select(vec![
        "target", "path", "filepath", "query", "offset", "limit", "known", "paths",
    ]);
    let values = prop_oneof![
        any_text().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any_text().prop_map(|text| json!([text])),
    ];
    let modes = prop::sample::select(vec!["file", "snippet", "symbol", "outline", "diff_preview"]);
    (modes, prop::collection::vec((keys, values), 0..5)).prop_map(|(mode, members)| {
        let mut arguments = json!({ "mode": mode, "target": "long.txt", "query": "line" });
        for (key, value) in members {
            arguments[key] = value;
        }
        arguments.to_string()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn whatever_a_record_says_nothing_outside_is_read(
        tool in prop::sample::select(vec!["read", "read_file", "read_file_head", "search", "search_in_file", "summarize_file"]),
        arguments in any_arguments(),
        paths in prop::collection::vec(any_text(), 0..3),
        secret in any::<bool>(),
        numbers in prop::collection::btree_map(
            prop::sample::select(vec!["max_lines", "max_chars", "max_bytes", "max_tokens", "reply_lines", "reply_chars", "transport_bytes", "digest_bytes"]), any::<u64>(), 0..3),
    ) {
        let world = ReplayWorld::new();
        world.write("long.txt", "line 1\n");
        world.call("read", json!({ "mode": "file", "target": "long.txt" }));
        let known = world.records()[0].call.digest.unwrap();
        let digest = if secret { Digest::of(SECRET.as_bytes()) } else { known };
        let files = paths.iter().map(|path| ShownFile { root: 0, path: path.clone(), digest }).collect();
        let making = Making {
            files,
            reply: Some(Digest::of(SECRET.as_bytes())),
            mode: Some("full".into()),
            within: numbers.into_iter().map(|(name, number)| (name.into(), number)).collect(),
            ..Making::default()
        };
        let record = Record {
            caller: String::new(),
            who: None,
            face: String::new(),
            tool: tool.to_owned(),
            arguments,
            time: UnixMillis(0),
            outcome: CallOutcome::Ok,
            note: None,
            path: paths.first().cloned(),
            digest: Some(digest),
            before: None,
            after: None,
            receipt: None,
            sent_bytes: 0,
            saved_bytes: None,
            making,
        };
        world.workspace.state().unwrap().journal().append(&record).unwrap();
        let recorded = world.records().pop().unwrap();
        // The digest of the secret is what such a record would be proven by.
        prop_assert_ne!(world.replayed(&recorded), Replayed::Same);
        let left = std::fs::read_dir(world.path(".reread/cache/tmp")).unwrap().count();
        prop_assert_eq!(left, 0);
        prop_assert_eq!(std::fs::read_to_string(world.beside("secret.txt")).unwrap(), SECRET);
    }
}
