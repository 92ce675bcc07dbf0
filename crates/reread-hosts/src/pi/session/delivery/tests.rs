use reread_context::Evidence;
use reread_text::{DiffNames, LineRange, unified_diff};
use serde_json::{Value, json};

use super::*;
use crate::pi::session::entry::{SessionEntryKind, SessionLine};

const FILE: &str = "one\ntwo\nthree\nfour\n";
const BEFORE: &str = "one\n2\nthree\nfour\n";

fn digest(text: &str) -> Digest {
    Digest::of(text.as_bytes())
}

fn lines(first: u64, last: u64) -> LineRange {
    LineRange::new(first, last).unwrap()
}

/// A read of the file, or of some of its lines, with the text that was shown.
#[derive(Clone)]
struct Read {
    text: String,
    mode: Mode,
    scope: ReadScope,
    base: Option<Digest>,
    content_hash: Option<Digest>,
    truncation: Value,
}

impl Read {
    fn new(text: &str, mode: Mode, scope: ReadScope) -> Self {
        Self { text: text.to_owned(), mode, scope, base: None, content_hash: None, truncation: Value::Null }
    }

    fn whole(text: &str) -> Self {
        Self::new(text, Mode::Full, ReadScope::Whole)
    }

    fn since(self, base: &str) -> Self {
        Self { base: Some(digest(base)), ..self }
    }

    /// With the digest of its text as it is.
    fn sealed(self) -> Self {
        Self { content_hash: Some(digest(&self.text)), ..self }
    }

    fn cut(self, truncation: Value) -> Self {
        Self { truncation, ..self }
    }

    fn delivery(&self, contents: ContentCheck<'_>) -> Delivery {
        self.delivery_of(contents, &json!([{"type": "text", "text": self.text}]), &json!(false))
    }

    fn delivery_of(&self, contents: ContentCheck<'_>, content: &Value, is_error: &Value) -> Delivery {
        let Self { mode, scope, base, .. } = *self;
        let claim = Claim { mode, scope, served: digest(FILE), base, total_lines: 5 };
        let metadata = ReadMetadata {
            path_key: "/a".to_owned(),
            claim,
            bytes: FILE.len() as u64,
            content_hash: self.content_hash,
        };
        let mut details = json!({"readcache": metadata.to_json()});
        if !self.truncation.is_null() {
            details["truncation"] = self.truncation.clone();
        }
        let mut line = json!({"type": "message", "id": "e", "message": {"role": "toolResult", "toolCallId": "c",
            "toolName": "read", "content": content, "details": details, "isError": is_error}});
        if matches!(contents, ContentCheck::Stated(_)) {
            line["message"]["content"] = Value::Null;
            line["message"]["contentDigest"] = digest(&self.text).to_string().into();
        }
        let line = line.to_string();
        let Some(SessionLine::Entry(entry)) = SessionLine::parse(line.as_bytes()) else { panic!("{line}") };
        let SessionEntryKind::ToolResult(result) = entry.kind else { panic!("{line}") };
        let details = result.details();
        let metadata = details.metadata.clone().unwrap().unwrap();
        delivery(&result, &metadata, &details, contents)
    }
}

fn check(read: &Read, expected: Delivery) {
    // What was sealed and is still the same is known to be as it was made.
    let expected = match expected {
        Delivery::Lines { lines, .. } => {
            Delivery::Lines { lines, text: digest(&read.text), is_as_made: read.content_hash.is_some() }
        }
        other => other,
    };
    assert_eq!(read.delivery(ContentCheck::Digested), expected, "{:?}", read.text);
}

/// These lines of the file; the digest is that of the text that showed them.
fn shown(first: u64, last: u64) -> Delivery {
    Delivery::Lines { lines: lines(first, last), text: digest(FILE), is_as_made: false }
}

#[test]
fn a_whole_text_is_the_file() {
    check(&Read::whole(FILE), shown(1, 5));
    check(&Read::whole(FILE).sealed(), shown(1, 5));
    check(&Read::new(FILE, Mode::FullFallback, ReadScope::Whole).since(BEFORE), shown(1, 5));
}

#[test]
fn lines_stand_above_what_pi_says_of_the_rest() {
    let below = "two\nthree\n\n[2 more lines in file. Use offset=4 to continue.]";
    let read = Read::new(below, Mode::Full, ReadScope::Lines(lines(2, 3)));
    check(&read, shown(2, 3));
    check(&read.sealed(), shown(2, 3));
    check(&Read::new("four\n", Mode::Full, ReadScope::Lines(lines(4, 5))), shown(4, 5));
    check(&Read::new("two\nthree", Mode::Full, ReadScope::Lines(lines(2, 3))), Delivery::Altered);
    check(&Read::new(below, Mode::Full, ReadScope::Lines(lines(2, 4))), Delivery::Altered);
}

fn cut(output_lines: u64, first_line_exceeds_limit: bool) -> Value {
    json!({"truncated": true, "outputLines": output_lines, "lastLinePartial": false,
        "firstLineExceedsLimit": first_line_exceeds_limit})
}

#[test]
fn a_text_that_was_cut_vouches_for_what_it_shows() {
    let text = "one\ntwo\n\n[Showing lines 1-2 of 5. Use offset=3 to continue.]";
    check(&Read::whole(text).cut(cut(2, false)), shown(1, 2));
    check(&Read::whole(text).cut(cut(2, false)).sealed(), shown(1, 2));
    check(&Read::whole(text).cut(cut(3, false)), Delivery::Altered);
    check(&Read::whole("one\ntwo").cut(cut(2, false)), Delivery::Altered);
    let asked = ReadScope::Lines(lines(2, 4));
    let text = "two\n\n[Showing lines 2-2 of 5 (50.0KB limit). Use offset=3 to continue.]";
    check(&Read::new(text, Mode::Full, asked).cut(cut(1, false)), shown(2, 2));
}

#[test]
fn lines_without_a_digest_are_looked_for_in_their_snapshot() {
    let load = |asked: &Digest| (*asked == digest(FILE)).then(|| FILE.as_bytes().to_vec());
    let tried = |read: &Read, load: &(dyn Fn(&Digest) -> Option<Vec<u8>> + Sync)| {
        read.delivery(ContentCheck::Tried(load))
    };
    let text = "two\nthree\n\n[2 more lines in file. Use offset=4 to continue.]";
    let read = Read::new(text, Mode::Full, ReadScope::Lines(lines(2, 3)));
    let found = Delivery::Lines { lines: lines(2, 3), text: digest(text), is_as_made: true };
    assert_eq!(tried(&read, &load), found);
    let other = Read { text: text.replace("two", "2"), ..read.clone() };
    assert_eq!(tried(&other, &load), Delivery::Altered);
    let unproven = Delivery::Lines { lines: lines(2, 3), text: digest(text), is_as_made: false };
    assert_eq!(tried(&read, &|_: &Digest| None), unproven);
    assert_eq!(tried(&read, &|_: &Digest| Some(BEFORE.as_bytes().to_vec())), unproven);
}

#[test]
fn a_line_that_is_too_long_shows_nothing() {
    let text = "[Line 1 is 58.6KB, exceeds 50.0KB limit. Use bash: sed -n '1p' a | head -c 51200]";
    check(&Read::whole(text).cut(cut(0, true)), Delivery::NoLine);
    check(&Read::whole(text).cut(cut(0, false)), Delivery::NoLine);
    check(&Read::whole(text).cut(cut(0, true)).sealed(), Delivery::NoLine);
    let sealed = Read::whole(text).cut(cut(0, true)).sealed();
    check(&Read { text: "something".to_owned(), ..sealed }, Delivery::Altered);
}

#[test]
fn lines_beyond_the_claim_are_not_believed() {
    let text = "one\ntwo\nthree\n\n[Showing lines 1-3 of 5. Use offset=4 to continue.]";
    let read = Read::new(text, Mode::Full, ReadScope::Lines(lines(1, 2))).cut(cut(3, false));
    let delivery = read.delivery(ContentCheck::Digested);
    let claim =
        Claim { mode: Mode::Full, scope: read.scope, served: digest(FILE), base: None, total_lines: 5 };
    assert!(Evidence::admit(&reread_context::UncheckedRead { claim, delivery }).is_err());
}

#[test]
fn how_a_text_was_cut_must_be_known() {
    check(&Read::whole(FILE).cut(json!({"truncated": true})), Delivery::Unattested);
    check(&Read::whole(FILE).cut(json!([])), Delivery::Unattested);
}

#[test]
fn a_text_that_was_changed_on_its_way_is_altered() {
    let sealed = Read::whole(FILE).sealed();
    check(&Read { text: "something".to_owned(), ..sealed.clone() }, Delivery::Altered);
    let below = "two\n\n[3 more lines in file. Use offset=3 to continue.]";
    let sealed = Read::new(below, Mode::Full, ReadScope::Lines(lines(2, 2))).sealed();
    check(&Read { text: below.replace("two", "2"), ..sealed.clone() }, Delivery::Altered);
    check(&sealed, shown(2, 2));
}

#[test]
fn content_is_one_block_of_text() {
    let delivery =
        |content: Value| Read::whole(FILE).delivery_of(ContentCheck::Digested, &content, &json!(false));
    let block = json!({"type": "text", "text": FILE});
    assert_eq!(delivery(json!([block])), shown(1, 5));
    for content in
        [json!([]), json!([block, block]), json!([block, {"type": "image"}]), json!(FILE), json!(null)]
    {
        assert_eq!(delivery(content), Delivery::Altered);
    }
}

#[test]
fn a_call_that_failed_shows_nothing() {
    let delivery = |is_error: Value| {
        let content = json!([{"type": "text", "text": FILE}]);
        Read::whole(FILE).delivery_of(ContentCheck::Digested, &content, &is_error)
    };
    assert_eq!(delivery(json!(false)), shown(1, 5));
    for is_error in [json!(true), json!(null), json!("false"), json!(0)] {
        assert_eq!(delivery(is_error), Delivery::Failed);
    }
}

#[test]
fn a_marker_says_what_its_metadata_implies() {
    let whole = |text| Read::new(text, Mode::Unchanged, ReadScope::Whole).since(FILE);
    check(&whole("[readcache: unchanged, 5 lines]"), Delivery::AsMade);
    check(&whole("[readcache: unchanged, 5 lines]").sealed(), Delivery::AsMade);
    check(&whole("[readcache: unchanged, 4 lines]"), Delivery::Unattested);
    check(&whole("[readcache: unchanged, 5 lines]\n"), Delivery::Unattested);
    let range = |text| Read::new(text, Mode::UnchangedRange, ReadScope::Lines(lines(2, 3)));
    let here = "[readcache: unchanged in lines 2-3 of 5]";
    let elsewhere = "[readcache: unchanged in lines 2-3; changes exist outside this range]";
    check(&range(here).since(FILE), Delivery::AsMade);
    check(&range(elsewhere).since(BEFORE), Delivery::AsMade);
    check(&range(here).since(BEFORE), Delivery::Unattested);
    check(&range(elsewhere).since(FILE), Delivery::Unattested);
    let sealed = range(here).since(FILE).sealed();
    check(&Read { text: elsewhere.to_owned(), ..sealed }, Delivery::Altered);
}

fn diff_text(names: &str) -> String {
    let diff = unified_diff(BEFORE.as_bytes(), FILE.as_bytes(), DiffNames { old: names, new: names }, 3);
    format!("[readcache: 1 lines changed of 5]\n{}", String::from_utf8(diff.text).unwrap())
}

fn diff(text: &str) -> Read {
    Read::new(text, Mode::Diff, ReadScope::Whole).since(BEFORE)
}

#[test]
fn a_diff_is_believed_by_its_digest() {
    let text = diff_text("a");
    check(&diff(&text).sealed(), Delivery::AsMade);
    check(&diff(&text), Delivery::Unattested);
    check(&Read { text: text.replace("+two", "+2"), ..diff(&text).sealed() }, Delivery::Altered);
}

#[test]
fn a_diff_without_a_digest_is_tried() {
    let load = |asked: &Digest| (*asked == digest(BEFORE)).then(|| BEFORE.as_bytes().to_vec());
    let tried = |text: &str| diff(text).delivery(ContentCheck::Tried(&load));
    let text = diff_text("a");
    assert_eq!(tried(&text), Delivery::AsMade);
    assert_eq!(tried(&diff_text("a\t")), Delivery::AsMade);
    assert_eq!(tried(text.trim_end()), Delivery::AsMade);
    assert_eq!(tried(&text.replace("+two", "+2")), Delivery::Unattested);
    assert_eq!(tried(&text.replace(" four\n", "")), Delivery::Unattested);
    assert_eq!(tried(&text.replace("of 5", "of 6")), Delivery::Unattested);
    assert_eq!(tried(&text.replace("1 lines", "some lines")), Delivery::Unattested);
    assert_eq!(tried("[readcache: 1 lines changed of 5]"), Delivery::Unattested);
    assert_eq!(tried(""), Delivery::Unattested);
}

#[test]
fn a_snapshot_of_another_digest_proves_nothing() {
    let text = diff_text("a");
    let lost = |_: &Digest| None;
    assert_eq!(diff(&text).delivery(ContentCheck::Tried(&lost)), Delivery::Unattested);
    let twisted = text.replace("-2\n", "-zwei\n");
    let lies = |_: &Digest| Some(BEFORE.replace('2', "zwei").into_bytes());
    assert_eq!(diff(&twisted).delivery(ContentCheck::Tried(&lies)), Delivery::Unattested);
}

#[test]
fn contents_that_are_skipped_prove_nothing() {
    let skipped = |read: &Read| read.delivery(ContentCheck::Skipped);
    assert_eq!(skipped(&Read::whole(FILE).sealed()), Delivery::Unattested);
    assert_eq!(skipped(&diff(&diff_text("a")).sealed()), Delivery::Unattested);
}

#[test]
fn a_stated_digest_says_as_much_as_the_text() {
    let load = |asked: &Digest| (*asked == digest(FILE)).then(|| FILE.as_bytes().to_vec());
    let (tried, stated) = (ContentCheck::Tried(&load), ContentCheck::Stated(&load));
    let cut_text = "one\ntwo\n\n[Showing lines 1-2 of 5 (50.0KB limit). Use offset=3 to continue.]";
    let below = "two\nthree\n\n[2 more lines in file. Use offset=4 to continue.]";
    let marker = "[readcache: unchanged, 5 lines]";
    let reads = [
        Read::whole(FILE),
        Read::whole(cut_text).cut(cut(2, false)),
        Read::new(below, Mode::Full, ReadScope::Lines(lines(2, 3))),
        Read::new(&below.replace("two", "2"), Mode::Full, ReadScope::Lines(lines(2, 3))),
        Read::new(marker, Mode::Unchanged, ReadScope::Whole).since(FILE),
        Read::new("[readcache: unchanged, 6 lines]", Mode::Unchanged, ReadScope::Whole).since(FILE),
    ];
    for read in reads {
        assert_eq!(read.delivery(stated), read.delivery(tried), "{}", read.text);
        let sealed = read.sealed();
        assert_eq!(sealed.delivery(stated), sealed.delivery(tried), "{}", sealed.text);
        let altered = Read { text: format!("{}!", sealed.text), ..sealed };
        assert_eq!(altered.delivery(stated), Delivery::Altered, "{}", altered.text);
    }
    // A diff without a digest would have to be applied.
    let diff = Read::new("[readcache: 1 lines changed of 5]", Mode::Diff, ReadScope::Whole).since(BEFORE);
    assert_eq!(diff.delivery(stated), Delivery::Unattested);
}

#[test]
fn a_session_file_states_no_digest() {
    let load = |_: &Digest| None;
    let read = Read::whole("something else").sealed();
    let delivery = read.delivery_of(ContentCheck::Stated(&load), &Value::Null, &json!(false));
    assert!(matches!(delivery, Delivery::Lines { .. }), "it is honoured where it belongs: {delivery:?}");
    let line = json!({"role": "toolResult", "toolCallId": "c", "toolName": "read", "isError": false,
        "contentDigest": digest(FILE).to_string(), "content": [{"type": "text", "text": "something else"}]});
    let line = json!({"type": "message", "id": "e", "message": line}).to_string();
    let Some(SessionLine::Entry(entry)) = SessionLine::parse(line.as_bytes()) else { panic!("{line}") };
    let SessionEntryKind::ToolResult(result) = entry.kind else { panic!("{line}") };
    let claim =
        Claim { mode: Mode::Full, scope: ReadScope::Whole, served: digest(FILE), base: None, total_lines: 5 };
    let metadata = ReadMetadata {
        path_key: "/a".to_owned(),
        claim,
        bytes: FILE.len() as u64,
        content_hash: Some(digest(FILE)),
    };
    assert_eq!(delivery_of_file(&result, &metadata), Delivery::Altered);
}

fn delivery_of_file(result: &SessionToolResult<'_>, metadata: &ReadMetadata) -> Delivery {
    delivery(result, metadata, &result.details(), ContentCheck::Digested)
}
