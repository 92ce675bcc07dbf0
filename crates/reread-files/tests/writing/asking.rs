//! While the user is asked, no other call waits.

use std::cell::RefCell;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use reread_files::{ChangeToApprove, EditReply, FileWriteMode, WriteContext, WriteError, WriteRequest};

use crate::writing::place::{Place, writer};

fn append(place: &Place, text: &str, writer: &WriteContext<'_>) -> Result<EditReply, WriteError> {
    let (name, mode) = ("Makefile", FileWriteMode::Append);
    let request = WriteRequest { name, content: text.as_bytes(), mode, if_match: None };
    place.workspace.writer().write_file(&request, writer)
}

#[test]
fn another_process_writes_while_a_question_is_open_and_it_is_asked_again() {
    let place = Arc::new(Place::new());
    place.put("Makefile", "one\n");
    let asked = RefCell::new(Vec::new());
    let approves = |change: &ChangeToApprove| {
        let is_first = asked.borrow().is_empty();
        asked.borrow_mut().push(change.clone());
        if is_first {
            let (other, (done, is_done)) = (Arc::clone(&place), mpsc::channel());
            std::thread::spawn(move || {
                let willing = WriteContext { is_approved: &|_| true, ..writer() };
                done.send(append(&other, "two\n", &willing).is_ok())
            });
            assert_eq!(
                is_done.recv_timeout(Duration::from_secs(60)),
                Ok(true),
                "another writer waits for the answer"
            );
        }
        true
    };
    let reply = append(&place, "three\n", &WriteContext { is_approved: &approves, ..writer() }).unwrap();
    assert_eq!(place.bytes("Makefile"), b"one\ntwo\nthree\n");
    let asked = asked.into_inner();
    assert_eq!(asked.len(), 2, "another version is another question: {asked:?}");
    let (change, edited) = (&asked[1], &reply.files[0]);
    assert_eq!((change.file.digest, change.after), (edited.current, edited.after));
    assert_eq!((change.file.root, &change.file.path), (edited.name.root, &edited.name.path));
    assert_eq!((&change.other, change.mode), (&None, None));
}

/// A file that may neither be read nor written without being asked for is asked about once.
#[test]
fn one_change_is_one_question() {
    let place = Place::new();
    let asked = RefCell::new(0);
    let approves = |_: &ChangeToApprove| {
        *asked.borrow_mut() += 1;
        true
    };
    let request =
        WriteRequest { name: ".env", content: b"A=1\n", mode: FileWriteMode::Create, if_match: None };
    place
        .workspace
        .writer()
        .write_file(&request, &WriteContext { is_approved: &approves, ..writer() })
        .unwrap();
    assert_eq!(asked.into_inner(), 1);
}
