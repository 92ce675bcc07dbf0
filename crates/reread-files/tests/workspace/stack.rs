//! The session stack: what was read and is stale by now, and that nothing is decided by it.

use reread_codes::Code;
use reread_files::{Extent, SessionStack, Settings, State, Workspace, WorkspaceOptions};
use reread_path::{RuleLists, Rules};
use reread_store::{AuthoredNotes, CallOutcome, Making, Record, UnixMillis};
use reread_text::Digest;

use crate::workspace::world::{FilesWorld, request};

/// Reads a file and records it, as every front end does; its tag.
fn read(workspace: &Workspace, caller: &str, name: &str, time: u64) -> String {
    let reply = workspace.reader().read(&request(name, Extent::Whole)).unwrap();
    let tag = reply.tag.as_ref().unwrap().to_string();
    let record = Record {
        path: Some(reply.name.path.to_string()),
        digest: reply.digest,
        receipt: Some(tag.clone()),
        sent_bytes: reply.sent_bytes(),
        ..record(caller, time)
    };
    workspace.state().unwrap().journal().append(&record).unwrap();
    tag
}

fn record(caller: &str, time: u64) -> Record {
    Record {
        caller: caller.to_owned(),
        who: None,
        face: "mcp".to_owned(),
        tool: "read".to_owned(),
        arguments: "{}".to_owned(),
        time: UnixMillis(time),
        outcome: CallOutcome::Ok,
        note: None,
        path: None,
        digest: None,
        before: None,
        after: None,
        receipt: None,
        sent_bytes: 0,
        saved_bytes: None,
        making: Making::default(),
    }
}

/// `a.txt current`, newest first.
fn printed(workspace: &Workspace, stack: &SessionStack) -> Vec<String> {
    let line = |read: &reread_files::RecentRead| {
        format!("{} {}", workspace.access().place_name(read.root, &read.path), read.freshness.word())
    };
    stack.reads.iter().map(line).collect()
}

fn check(workspace: &Workspace, caller: Option<&str>, expected: &[&str]) {
    assert_eq!(
        printed(workspace, &workspace.stack_reader().session_stack(caller).unwrap()),
        expected,
        "{caller:?}"
    );
}

#[test]
fn what_changed_since_it_was_shown_is_stale() {
    let world = FilesWorld::new();
    for name in ["a", "b", "c", "d"] {
        world.write(name, format!("{name}\n"));
    }
    let workspace = world.workspace_with_state(Settings::default());
    check(&workspace, None, &[]);
    for (name, time) in [("a", 1), ("b", 2), ("c", 3), ("d", 4), ("a", 5)] {
        read(&workspace, "pid:7", name, time);
    }
    check(&workspace, None, &["a current", "d current", "c current", "b current"]);
    world.write("a", "A\n");
    std::fs::remove_file(world.path("b")).unwrap();
    std::fs::remove_file(world.path("c")).unwrap();
    world.folder("c");
    check(&workspace, None, &["a changed", "d current", "c gone", "b gone"]);
    // A file that is as it was again is not stale, and one that was shown again neither.
    world.write("a", "a\n");
    world.write("b", "B\n");
    read(&workspace, "pid:7", "b", 6);
    check(&workspace, None, &["b current", "a current", "d current", "c gone"]);
    let stack = workspace.stack_reader().session_stack(None).unwrap();
    assert_eq!(stack.reads[0].lines.as_ref().unwrap().to_string(), "1-1");
    assert_eq!((stack.reads[0].time, stack.stale().count()), (UnixMillis(6), 1));
}

/// Who was shown what a file declares, or what it is about, still holds the lines of before.
#[test]
fn outlines_and_summaries_are_no_reads() {
    let world = FilesWorld::new();
    world.write("a", "a\n");
    let workspace = world.workspace_with_state(Settings::default());
    read(&workspace, "pid:7", "a", 1);
    world.write("a", "A\n");
    let of_now = Record {
        path: Some("a".to_owned()),
        digest: Some(Digest::of(b"A\n")),
        sent_bytes: 9,
        saved_bytes: None,
        ..record("pid:7", 3)
    };
    // Another caller reads it, so that this version has been shown.
    read(&workspace, "pid:8", "a", 2);
    let journal = workspace.state().unwrap().journal();
    let receipt = Some("#482915736208@outline".to_owned());
    journal.append(&Record { receipt, ..of_now.clone() }).unwrap();
    journal.append(&Record { tool: "summarize_file".to_owned(), ..of_now }).unwrap();
    check(&workspace, Some("pid:7"), &["a changed"]);
}

#[test]
fn each_caller_has_its_own() {
    let world = FilesWorld::new();
    world.write("a", "a\n");
    world.write("b", "b\n");
    let workspace = world.workspace_with_state(Settings::default());
    read(&workspace, "token:one", "a", 1);
    read(&workspace, "token:one/session:x", "b", 2);
    read(&workspace, "token:two", "b", 3);
    check(&workspace, Some("token:one"), &["b current", "a current"]);
    check(&workspace, Some("token:one/session:x"), &["b current"]);
    check(&workspace, Some("token:two"), &["b current"]);
    check(&workspace, Some("token:o"), &[]);
}

#[test]
fn what_may_not_be_read_by_now_is_not_looked_at() {
    let world = FilesWorld::new();
    world.write("a", "a\n");
    let workspace = world.workspace_with_state(Settings::default());
    read(&workspace, "pid:7", "a", 1);
    let deny = ["a".to_owned()];
    let rules = Rules::compile(&RuleLists { deny: &deny, ..RuleLists::default() }).unwrap();
    let narrowed = world.workspace_with_state(Settings { read: rules, ..Settings::default() });
    check(&narrowed, None, &["a unchecked"]);
    // Whether it is there makes no difference.
    std::fs::remove_file(world.path("a")).unwrap();
    check(&narrowed, None, &["a unchecked"]);
    check(&workspace, None, &["a gone"]);
}

#[test]
fn many_reads_are_counted_beyond_fifty() {
    let world = FilesWorld::new();
    let workspace = world.workspace_with_state(Settings::default());
    for number in 0..53 {
        world.write(&format!("f{number}"), "one\n");
        read(&workspace, "pid:7", &format!("f{number}"), number);
    }
    let stack = workspace.stack_reader().session_stack(None).unwrap();
    assert_eq!((stack.reads.len(), stack.older_reads), (50, 3));
    assert_eq!(stack.reads[0].path.to_string(), "f52");
}

/// Two workspaces with one state directory, and two roots in one workspace: a record names neither.
#[test]
fn a_read_belongs_to_the_root_in_which_it_was_shown() {
    let world = FilesWorld::new();
    for folder in ["one", "two", "three"] {
        world.folder(folder);
        world.write(&format!("{folder}/a"), format!("{folder}\n"));
    }
    let open = |folders: &[&str]| {
        let roots = folders.iter().map(|folder| world.path(folder)).collect();
        let options = WorkspaceOptions {
            roots,
            here: None,
            home: None,
            settings: Settings::default(),
            confinement: None,
        };
        Workspace::open(options)
            .unwrap()
            .with_state(State::open(&world.beside("state"), &reread_store::KeyPlace::Beside).unwrap())
    };
    let (both, third) = (open(&["one", "two"]), open(&["three"]));
    let second = world.path("two/a").canonicalize().unwrap();
    read(&both, "pid:7", second.to_str().unwrap(), 1);
    check(&both, None, &[&format!("{} current", second.display())]);
    check(&third, None, &[]);
    world.write("one/a", "changed\n");
    check(&both, None, &[&format!("{} current", second.display())]);
}

/// It says what was sent, and the next request is answered as if the stack had never been read or set.
#[test]
fn the_stack_is_no_evidence() {
    let world = FilesWorld::new();
    world.write("a", "a\n");
    let workspace = world.workspace_with_state(Settings::default());
    let tag = read(&workspace, "pid:7", "a", 1);
    let answer = |known: &[&str]| {
        let mut request = request("a", Extent::Whole);
        request.known = known.iter().map(|tag| tag.parse().unwrap()).collect();
        let reply = workspace.reader().read(&request).unwrap();
        (format!("{:?}", reply.answer), reply.sent_bytes())
    };
    let before = (answer(&[]), answer(&[&tag]));
    assert!(before.0.1 > 0 && before.1.1 == 0, "text without a tag, a marker with it");
    for step in 0..3 {
        let stack = workspace.stack_reader().session_stack(None).unwrap();
        assert_eq!(stack.reads[0].digest, Digest::of(b"a\n"));
        assert!(!format!("{:?}", stack.reads).contains(&tag[1..13]), "a read is listed without its tag");
        let directory = workspace.state().unwrap().directory();
        let noted = directory.update_session_notes(AuthoredNotes::USER, UnixMillis(step), |notes| {
            notes.task = Some(format!("a is unchanged {step}"));
            notes.open = Some(vec!["a".to_owned(), tag.clone()]);
        });
        noted.unwrap();
        assert_eq!((answer(&[]), answer(&[&tag])), before);
    }
    let stack = workspace.stack_reader().session_stack(Some("pid:7")).unwrap();
    assert_eq!(stack.active_task.unwrap().what, "a is unchanged 2");
}

#[test]
fn changes_are_listed_of_the_root_and_of_repositories_that_were_read_from() {
    let world = FilesWorld::new();
    world.folder("inner");
    crate::workspace::repository::git_in(&world.path("inner"), &["init", "--quiet"]);
    world.write("inner/a", "a\n");
    crate::workspace::repository::git_in(&world.path("inner"), &["add", "a"]);
    let workspace = world.workspace_with_state(Settings::default());
    assert!(workspace.stack_reader().session_stack(None).unwrap().repositories.is_empty());
    read(&workspace, "pid:7", "inner/a", 1);
    let stack = workspace.stack_reader().session_stack(None).unwrap();
    let [inner] = &stack.repositories[..] else { panic!("{stack:?}") };
    assert_eq!(inner.folder.to_string(), "inner");
    assert_eq!(inner.uncommitted.as_ref().unwrap().changes[0].path.to_string(), "inner/a");
    world.write(".git", "gitdir: /elsewhere\n");
    let stack = workspace.stack_reader().session_stack(None).unwrap();
    assert_eq!(stack.repositories[0].uncommitted.as_ref().unwrap_err().code(), Code::NoRepository);
    assert!(stack.repositories[1].uncommitted.is_ok());
}
