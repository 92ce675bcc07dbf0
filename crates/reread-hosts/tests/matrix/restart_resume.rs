//! A restart has the session file and nothing else.

use reread_context::Replay;
use reread_hosts::pi::{ContentCheck, SessionReader};

use crate::matrix::session::{Session, poem, poem_with};

#[test]
fn a_resumed_session_goes_on_where_it_was() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.read("a.txt");
    let mut resumed = session.fork();
    assert_eq!(resumed.read("a.txt").mode, "unchanged");
    resumed.write("a.txt", poem_with(20, 11));
    assert_eq!(resumed.read("a.txt").mode, "diff");
}

#[test]
fn a_session_read_as_it_grows_holds_what_one_read_at_once_holds() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    let root = session.read("a.txt").entry;
    session.write("a.txt", poem_with(20, 11));
    session.read("a.txt");
    session.read_range("a.txt", 5, 8);
    session.go_to(&root);
    session.refresh("a.txt", "r:5:8");
    session.compact(&root);
    session.read("a.txt");
    let mut growing = SessionReader::new(ContentCheck::Digested);
    let mut replay = Replay::new();
    for line in session.file().split_inclusive('\n') {
        growing.feed(line.as_bytes());
        replay.move_to(growing.history(), growing.leaf());
        let afresh = growing.leaf().map(|leaf| Replay::at(growing.history(), leaf)).unwrap_or_default();
        let held = |replay: &Replay| replay.files().map(|(_, held)| held.clone()).collect::<Vec<_>>();
        assert_eq!(held(&replay), held(&afresh));
    }
}

#[test]
fn a_torn_last_line_is_not_there_yet() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.read("a.txt");
    let file = session.file();
    let mut reader = SessionReader::new(ContentCheck::Digested);
    reader.feed(&file.as_bytes()[..file.len() - 10]);
    assert!(reader.skipped().torn);
    let replay = Replay::at(reader.history(), reader.leaf().unwrap());
    assert_eq!(replay.files().count(), 0);
    reader.feed(&file.as_bytes()[file.len() - 10..]);
    let replay = Replay::at(reader.history(), reader.leaf().unwrap());
    assert_eq!(replay.files().count(), 1);
}
