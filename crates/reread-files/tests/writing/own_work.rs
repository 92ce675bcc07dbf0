//! What a caller did itself is no external change, whatever else happened to the file, and whichever of its tags it names.

use std::cell::RefCell;

use reread_edit::{MatchTolerance, TextEdit};
use reread_files::{
    EditOutcome, EditReply, Edited, Extent, FileWriteMode, PatchInput, PatchRequest, ReadRequest,
    WriteContext, WriteError, WriteRequest,
};
use reread_store::{OperationId, ProposalState};
use reread_text::{Bounds, LineRange};

use crate::writing::place::{Place, block, check_refused, writer};

/// A conversation: it remembers what it did.
struct Conversation {
    place: Place,
    made: RefCell<Vec<OperationId>>,
}

impl Conversation {
    fn about(name: &str, text: impl AsRef<[u8]>) -> (Self, String) {
        let place = Place::new();
        place.put(name, text);
        let tag = place.tag(name);
        (Self { place, made: RefCell::default() }, tag)
    }

    fn in_context<T>(
        &self,
        call: impl FnOnce(&WriteContext<'_>) -> Result<EditReply, T>,
    ) -> Result<EditReply, T> {
        let is_own = |operation| self.made.borrow().contains(&operation);
        let reply = call(&WriteContext { is_own: &is_own, ..writer() })?;
        self.made.borrow_mut().extend(reply.operation);
        Ok(reply)
    }

    fn send(&self, patch: PatchInput<'_>, base: &str) -> Result<EditReply, WriteError> {
        let name = matches!(patch, PatchInput::Edits(_)).then_some("a.txt");
        let base = (!base.is_empty()).then_some(base);
        let request = PatchRequest { patch, name, base, loosest: MatchTolerance::Exact };
        self.in_context(|context| self.place.workspace.writer().apply_patch(&request, context))
    }

    fn patch(&self, base: &str, patch: &str) -> Result<EditReply, WriteError> {
        self.send(PatchInput::Text(patch.as_bytes()), base)
    }

    fn edit(&self, base: &str, old: &str, new: &str) -> Result<EditReply, WriteError> {
        let edits = [TextEdit { old: old.as_bytes(), new: new.as_bytes(), all: false }];
        self.send(PatchInput::Edits(&edits), base)
    }

    fn write(&self, content: &str, if_match: &str) -> Result<EditReply, WriteError> {
        let (name, if_match) = ("a.txt", Some(if_match));
        let (content, mode) = (content.as_bytes(), FileWriteMode::Truncate);
        let request = WriteRequest { name, content, mode, if_match };
        self.in_context(|context| self.place.workspace.writer().write_file(&request, context))
    }

    /// The tag of what is read now, with these tags cited.
    fn read(&self, lines: Option<(u64, u64)>, known: &[&str]) -> String {
        let extent =
            lines.map_or(Extent::Whole, |(first, last)| Extent::Lines(LineRange::new(first, last).unwrap()));
        let mut request = ReadRequest::new("a.txt", extent, Bounds::default());
        request.known = known.iter().map(|tag| (*tag).to_owned()).collect();
        self.place.workspace.reader().read(&request).unwrap().tag.unwrap().to_string()
    }

    fn text(&self) -> String {
        String::from_utf8(self.place.bytes("a.txt")).unwrap()
    }

    /// Another program changes the file.
    fn change(&self, old: &str, new: &str) {
        let text = self.text();
        assert!(text.contains(old), "{text}");
        self.place.put("a.txt", text.replacen(old, new, 1));
    }

    fn waiting(&self) -> usize {
        let database = self.place.workspace.state().unwrap().database().unwrap();
        database.proposals().in_state(ProposalState::Open).unwrap().len()
    }
}

fn lines(count: usize) -> String {
    (1..=count).map(|number| format!("line {number} of the text\n")).collect()
}

fn tag(reply: &EditReply) -> String {
    reply.files[0].tag.as_ref().unwrap().to_string()
}

fn external(edited: &Edited) -> String {
    edited.external.as_ref().map(|diff| String::from_utf8_lossy(&diff.text).into_owned()).unwrap_or_default()
}

const BLOCK: &str = "block {\n  x = 1\n}\n";
const NUMBERED: &str = "--- a/a.txt\n+++ b/a.txt\n@@ -13,3 +13,3 @@\n block {\n-  x = 1\n+  x = 2\n }\n";
const THREE_ON_TOP: &str =
    "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,5 @@\n+new {\n+  y = 0\n+}\n block {\n   x = 1\n";

/// The line that `NUMBERED` changes after an edit that adds three lines on top, by the names of its base.
#[track_caller]
fn check_numbered(base: impl Fn(&str, &str) -> String, line: usize) {
    let (caller, t) = Conversation::about("a.txt", BLOCK.repeat(40));
    let t1 = tag(&caller.patch(&t, THREE_ON_TOP).unwrap());
    let reply = caller.patch(&base(&t, &t1), NUMBERED).unwrap();
    assert_eq!(reply.files[0].outcome, EditOutcome::Applied);
    let changed: Vec<usize> =
        (1..).zip(caller.text().lines()).filter(|(_, text)| *text == "  x = 2").map(|(at, _)| at).collect();
    assert_eq!(changed, [line]);
}

#[test]
fn line_numbers_are_those_of_the_newest_version_that_is_named() {
    check_numbered(|_, t1| t1.to_owned(), 14);
    check_numbered(|t, t1| format!("{t} {t1}"), 14);
    check_numbered(|t, t1| format!("{t1},{t}"), 14);
    check_numbered(|t, t1| format!("{t1}, {t}"), 14);
    // For the older version alone they are its numbers, and the change moves with the caller's own edit.
    check_numbered(|t, _| t.to_owned(), 17);
}

#[test]
fn line_numbers_are_those_of_a_diff_that_is_named() {
    let (caller, _) = Conversation::about("a.txt", BLOCK.repeat(40));
    let t = caller.read(Some((1, 90)), &[]);
    caller.place.put("a.txt", format!("new {{\n  y = 0\n}}\n{}", BLOCK.repeat(40)));
    let td = caller.read(Some((1, 90)), &[&t]);
    let reply = caller.patch(&format!("{t} {td}"), NUMBERED).unwrap();
    assert_eq!(reply.files[0].outcome, EditOutcome::Applied);
    assert_eq!(caller.text().lines().position(|line| line == "  x = 2"), Some(13));
}

#[test]
fn a_text_that_the_own_edit_added_again_is_ambiguous() {
    let (caller, t) = Conversation::about("a.txt", "def one():\n    go(1)\n    return\n");
    let t1 = tag(&caller.edit(&t, "def one():\n", "def zero():\n    go(1)\n\ndef one():\n").unwrap());
    let before = caller.text();
    for base in [t1.clone(), format!("{t} {t1}"), format!("{t1} {t}")] {
        check_refused(caller.edit(&base, "    go(1)\n", "    go(2)\n"), "ambiguous");
    }
    assert_eq!(caller.text(), before);
    // In the older version it is one place, and that one moved.
    caller.edit(&t, "    go(1)\n", "    go(2)\n").unwrap();
    assert_eq!(caller.text(), "def zero():\n    go(1)\n\ndef one():\n    go(2)\n    return\n");
}

#[test]
fn a_place_that_a_number_selects_is_not_looked_for_elsewhere() {
    let (caller, t) = Conversation::about("a.txt", BLOCK.repeat(2));
    caller.patch(&t, &NUMBERED.replace("-13,3 +13,3", "-4,3 +4,3").replace("x = 2", "x = 5")).unwrap();
    let before = caller.text();
    // The block at line 4 is changed already, and the one at line 1 is another one.
    let reply = caller.patch(&t, &NUMBERED.replace("-13,3 +13,3", "-4,3 +4,3")).unwrap();
    assert_eq!((reply.files[0].outcome, caller.waiting()), (EditOutcome::Conflict, 0));
    assert_eq!(caller.text(), before);
}

#[test]
fn own_edits_stay_own_after_an_external_change() {
    let names: [fn(&str, &str) -> String; 3] =
        [|t, _| t.to_owned(), |t, t1| format!("{t} {t1}"), |_, t1| t1.to_owned()];
    for (old, new) in [("X 5 of", "Y 5 of"), ("line 20 of", "Z 20 of")] {
        for base in names {
            let (caller, t) = Conversation::about("a.txt", lines(40));
            let t1 = tag(&caller.edit(&t, "line 5 of", "X 5 of").unwrap());
            caller.change("line 38 of", "EXT 38 of");
            let expected = caller.text().replace(old, new);
            let reply = caller.edit(&base(&t, &t1), old, new).unwrap();
            assert_eq!(reply.files[0].outcome, EditOutcome::Rebased);
            let external = external(&reply.files[0]);
            assert!(external.contains("+EXT 38") && !external.contains("X 5 of"), "{external}");
            assert_eq!(caller.text(), expected);
        }
    }
}

#[test]
fn own_edits_between_external_changes_are_carried() {
    let (caller, t) = Conversation::about("a.txt", lines(60));
    caller.change("line 50 of", "EXT 50 of");
    caller.edit(&t, "line 5 of", "X 5 of").unwrap();
    caller.change("line 40 of", "EXT 40 of");
    caller.edit(&t, "line 10 of", "X 10 of").unwrap();
    let expected = caller.text().replace("X 5 of", "Y 5 of");
    let reply = caller.edit(&t, "X 5 of", "Y 5 of").unwrap();
    let external = external(&reply.files[0]);
    assert!(external.contains("+EXT 50") && external.contains("+EXT 40"), "{external}");
    assert!(!external.contains("X 5 of") && !external.contains("X 10 of"), "{external}");
    assert_eq!(caller.text(), expected);
}

#[test]
fn a_line_beside_an_own_edit_can_be_edited_with_the_older_tag() {
    let (caller, t) = Conversation::about("a.txt", lines(20));
    caller.edit(&t, "line 5 of", "X 5 of").unwrap();
    let reply = caller.patch(&t, &block("a.txt", "line 6 of the text\n", "six\n")).unwrap();
    assert_eq!(reply.files[0].outcome, EditOutcome::Applied);
    assert!(caller.text().contains("X 5 of the text\nsix\nline 7"), "{}", caller.text());
}

#[test]
fn a_conflict_with_an_own_edit_waits_for_no_person() {
    let (caller, t) = Conversation::about("a.txt", lines(20));
    caller.edit(&t, "line 5 of", "X 5 of").unwrap();
    let reply = caller.edit(&t, "line 5 of", "Y 5 of").unwrap();
    let edited = &reply.files[0];
    assert_eq!((edited.outcome, edited.proposal, caller.waiting()), (EditOutcome::Conflict, None, 0));
    assert_eq!(edited.not_kept.unwrap().to_string(), "it conflicts with your own earlier edit");
    assert_eq!(edited.conflicts[0].ours.text, b"X 5 of the text\n");
    // One edit sent twice is there already.
    let again = caller.edit(&t, "line 5 of", "X 5 of").unwrap();
    assert_eq!(again.files[0].outcome, EditOutcome::AlreadyApplied);
}

#[test]
fn a_whole_file_may_be_written_over_own_edits() {
    for names in [|t: &str, _: &str| t.to_owned(), |t: &str, t1: &str| format!("{t} {t1}")] {
        let (caller, t) = Conversation::about("a.txt", lines(20));
        let t1 = tag(&caller.edit(&t, "line 5 of", "X 5 of").unwrap());
        let reply = caller.write("all new\n", &names(&t, &t1)).unwrap();
        assert_eq!((reply.files[0].outcome, &reply.files[0].unseen), (EditOutcome::Applied, &None));
        assert_eq!(caller.text(), "all new\n");
    }
    let (caller, t) = Conversation::about("a.txt", lines(20));
    caller.edit(&t, "line 5 of", "X 5 of").unwrap();
    caller.change("line 18 of", "EXT 18 of");
    let Err(WriteError::Stale { since: Some(since), .. }) = caller.write("all new\n", &t) else { panic!() };
    let external = String::from_utf8_lossy(&since.1.text).into_owned();
    assert!(external.contains("+EXT 18") && !external.contains("X 5 of"), "{external}");
}

#[test]
fn a_file_may_be_removed_or_moved_with_the_tag_before_own_edits() {
    let removal = "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n";
    let (caller, t) = Conversation::about("a.txt", lines(20));
    caller.edit(&t, "line 5 of", "X 5 of").unwrap();
    caller.patch(&t, removal).unwrap();
    assert!(!caller.place.is_there("a.txt"));

    let (caller, t) = Conversation::about("a.txt", lines(20));
    let expected = lines(20).replace("line 5 of", "X 5 of").replace("line 7 of the text", "seven");
    caller.edit(&t, "line 5 of", "X 5 of").unwrap();
    let moving = "*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n@@\n-line 7 of the text\n+seven\n*** End Patch\n";
    caller.patch(&t, moving).unwrap();
    assert_eq!(caller.place.bytes("b.txt"), expected.into_bytes());

    let (caller, t) = Conversation::about("a.txt", lines(20));
    caller.edit(&t, "line 5 of", "X 5 of").unwrap();
    caller.change("line 18 of", "EXT 18 of");
    check_refused(caller.patch(&t, removal), "stale");
    check_refused(caller.patch(&t, moving), "stale");
}

#[test]
fn every_set_of_tags_of_one_file_is_a_base() {
    // The tag of a diff of the whole file.
    let (caller, t) = Conversation::about("a.txt", lines(100));
    caller.change("line 5 of", "E 5 of");
    let td = caller.read(None, &[&t]);
    let reply = caller.edit(&format!("{t} {td}"), "E 5 of", "Q 5 of").unwrap();
    assert_eq!(reply.files[0].outcome, EditOutcome::Applied);
    // The tag of a diff of some lines, with an external change behind it.
    let (caller, _) = Conversation::about("a.txt", lines(100));
    let t = caller.read(Some((1, 60)), &[]);
    caller.change("line 5 of", "E 5 of");
    let td = caller.read(Some((1, 60)), &[&t]);
    caller.change("line 90 of", "E 90 of");
    let reply = caller.edit(&format!("{t} {td}"), "E 5 of", "Q 5 of").unwrap();
    let shown = external(&reply.files[0]);
    assert!(shown.contains("+E 90") && !shown.contains("+E 5"), "{shown}");
    // A tag between them is left out.
    let (caller, t) = Conversation::about("a.txt", lines(100));
    let t1 = tag(&caller.edit(&t, "line 5 of", "A of").unwrap());
    let t2 = tag(&caller.edit(&t1, "line 6 of", "B of").unwrap());
    let reply = caller.edit(&format!("{t} {t2}"), "B of", "C of").unwrap();
    assert_eq!(reply.files[0].outcome, EditOutcome::Applied);
}

#[test]
fn every_applied_edit_names_its_version() {
    let crlf = lines(20).replace('\n', "\r\n");
    for text in [crlf.clone(), format!("\u{feff}{}", lines(20))] {
        let (caller, t) = Conversation::about("a.txt", &text);
        let t1 = tag(&caller.edit(&t, "line 5 of", "X 5 of").unwrap());
        let reply = caller.edit(&t1, "X 5 of", "Y 5 of").unwrap();
        assert_eq!(reply.files[0].outcome, EditOutcome::Applied);
        let written = caller.write("all\n", &tag(&reply)).unwrap();
        assert_eq!((written.files[0].outcome, &written.files[0].unseen), (EditOutcome::Applied, &None));
    }
    // An external change, and an indentation that was shifted.
    let (caller, t) = Conversation::about("a.txt", format!("{}    if x:\n        go()\n", lines(20)));
    caller.change("line 18 of", "EXT 18 of");
    let rebased = caller.edit(&t, "line 5 of", "X 5 of").unwrap();
    assert_eq!(rebased.files[0].outcome, EditOutcome::Rebased);
    let shifted = caller.edit(&tag(&rebased), "if x:\n    go()\n", "if y:\n    go()\n").unwrap();
    assert_eq!(shifted.files[0].pass, MatchTolerance::Indent);
    let last = caller.edit(&tag(&shifted), "    if y:\n        go()\n", "").unwrap();
    assert_eq!(last.files[0].outcome, EditOutcome::Applied);
}

#[test]
fn a_tag_without_lines_shows_none_and_hides_no_change() {
    let (caller, t) = Conversation::about("a.txt", lines(60).replace('\n', "\r\n"));
    let original = caller.text();
    let t1 = tag(&caller.edit(&t, "line 5 of", "X 5 of").unwrap());
    let read = |known: &[&str]| {
        let mut request = ReadRequest::new("a.txt", Extent::Whole, Bounds::default());
        request.known = known.iter().map(|tag| (*tag).to_owned()).collect();
        format!("{:?}", caller.place.workspace.reader().read(&request).unwrap().answer)
    };
    assert_eq!(read(&[&t1]), "Text");
    assert!(read(&[&t]).starts_with("Diff"), "{}", read(&[&t]));
    // A diff from what was there before the edit could be taken for one from what the edit made.
    assert!(read(&[&t, &t1]).starts_with("Fallback"), "{}", read(&[&t, &t1]));
    // The file is back at what the caller had before its edit: it must not be told that nothing changed.
    caller.place.put("a.txt", original);
    assert!(read(&[&t]).starts_with("Unchanged"), "{}", read(&[&t]));
    assert!(read(&[&t, &t1]).starts_with("Fallback"), "{}", read(&[&t, &t1]));
}
