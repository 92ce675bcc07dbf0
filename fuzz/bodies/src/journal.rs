//! The audit journal, as any program may have left it.

use std::path::PathBuf;

use reread_store::{
    CallOutcome, Journal, JournalEntry, JournalExport, KeyPlace, Making, Record, StateDir, UnixMillis,
};
use reread_text::Digest;

use crate::input::{numbers, parts};
use crate::scratch;

thread_local! {
    static RANDOM: Files = Files::open("random");
    static SOUND: Sound = Sound::new();
}

/// What stands before the seam is the journal's head, what follows are its lines. Whatever they are, checking and
/// listing come to an end; and a journal that checks has a record per line, each with its own hash.
pub fn journal(data: &[u8]) {
    let (head, lines) = parts(data);
    RANDOM.with(|files| {
        files.write(head, lines);
        if let Ok(verified) = files.journal.verify() {
            assert_eq!(verified.records, newlines(lines));
            assert!(lines.split_inclusive(|byte| *byte == b'\n').all(is_sealed));
        }
        let listed = files.journal.tail(3).expect("the files are there");
        assert_eq!(listed.len() as u64, newlines(lines).min(3));
    });
    // The same lines as a copy: what is handed on is sealed, and what is read of it was written.
    let mut handed = 0;
    let copied = JournalExport::walk(lines, |line| {
        handed += 1;
        assert!(is_sealed(&[line, b"\n"].concat()));
        let _ = JournalEntry::read(line);
    });
    if let Ok(JournalExport { verified, .. }) = copied {
        assert_eq!(handed, verified.records + 1 - verified.first);
    }
}

/// Three bytes choose a stretch of a sound journal; the rest is put in its place.
///
/// Any change is seen, at the first line that is another, and appending to the journal does not hide it.
pub fn tampering(data: &[u8]) {
    let Some(([start, length, unit], inserted)) = numbers(data) else { return };
    SOUND.with(|Sound { files, head, lines }| {
        let start = usize::from(start) * lines.len() / 255;
        let end = (start + usize::from(length) * usize::from(unit)).min(lines.len());
        let tampered = [&lines[..start], inserted, &lines[end..]].concat();
        files.write(head, &tampered);
        if tampered == *lines {
            assert_eq!(files.journal.verify().ok().map(|verified| verified.records), Some(RECORDS));
            return;
        }
        let shared = lines.iter().zip(&tampered).take_while(|(old, new)| old == new).count();
        let broken = files.journal.verify().expect_err("the journal was changed");
        assert_eq!(broken.line, newlines(&lines[..shared]) + 1, "{broken}");
        // An unfinished line is moved aside, which mends the journal and says so.
        if tampered.is_empty() || tampered.ends_with(b"\n") {
            let appended = files.journal.append(&record(RECORDS));
            assert!(appended.is_err() || files.journal.verify().is_err(), "{broken}, until the next append");
        }
    });
}

/// Whether the line ends with the hash of all that stands before it.
fn is_sealed(line: &[u8]) -> bool {
    let seal = |body: &[u8]| format!(",\"hash\":\"{}\"}}\n", Digest::of(body)).into_bytes();
    let length = seal(b"").len();
    line.split_at_checked(line.len().saturating_sub(length)).is_some_and(|(body, end)| end == seal(body))
}

const RECORDS: u64 = 3;

/// A journal as it was written, and the files to tamper with.
struct Sound {
    files: Files,
    head: Vec<u8>,
    lines: Vec<u8>,
}

impl Sound {
    fn new() -> Self {
        let files = Files::open("sound");
        for number in 0..RECORDS {
            files.journal.append(&record(number)).expect("the journal is ours");
        }
        Self { head: scratch::read(&files.head), lines: scratch::read(&files.lines), files }
    }
}

/// A journal and the files it is kept in.
struct Files {
    journal: Journal,
    head: PathBuf,
    lines: PathBuf,
}

impl Files {
    fn open(name: &str) -> Self {
        let path = scratch::path(name);
        let journal = StateDir::open(&path, &KeyPlace::Beside)
            .and_then(|state| state.journal())
            .expect("the scratch folder is ours");
        let audit = path.join("audit");
        Self { journal, head: audit.join("head"), lines: audit.join("journal.jsonl") }
    }

    fn write(&self, head: &[u8], lines: &[u8]) {
        scratch::write(&self.head, head);
        scratch::write(&self.lines, lines);
    }
}

fn record(number: u64) -> Record {
    Record {
        caller: "a caller".to_owned(),
        who: None,
        face: "cli".to_owned(),
        tool: "read".to_owned(),
        arguments: format!("{{\"target\":\"{number}.txt\"}}"),
        time: UnixMillis(1_700_000_000_000 + number),
        outcome: CallOutcome::Ok,
        note: None,
        path: Some(format!("{number}.txt")),
        digest: None,
        before: None,
        after: None,
        receipt: None,
        sent_bytes: number,
        saved_bytes: None,
        making: Making::default(),
    }
}

fn newlines(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| **byte == b'\n').count() as u64
}
