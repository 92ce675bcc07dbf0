//! Cases 51, 98 and 99: what is recorded, whether anybody altered it, and what happens if it cannot be.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::call::{Call, block};
use super::front_end::{FrontEnd, at_both_front_ends};

#[test]
fn case_51_records_of_refused_calls_are_escaped_cut_and_redacted() {
    at_both_front_ends("case_51", |front_end| {
        let key = format!("AKIA{}", "QWERTYUIOPASDFGH");
        let long = "x".repeat(60_000);
        let content = "a text that shall not be in a record\n";
        let hostile = format!("../{key}/\u{1b}]52;c;x\u{7}\n{{\"outcome\":\"ok\"}}");
        let calls = [
            Call::read(&hostile),
            Call::read(&format!("../{long}")),
            Call::read(&format!("{long}/y")),
            Call::search_in(&hostile, "missing.txt"),
            Call::write(&hostile, content),
            Call::write("../new.txt", content),
            Call::write("a.txt", content),
            Call::write_over("a.txt", content, &hostile),
            Call::patch(&block("missing.txt", content, content)),
            Call::patch(&block("a.txt", content, "x\n")),
            Call::patch(content),
            Call::rollback("a.txt", &hostile),
            Call::diff("a.txt", &long),
        ];
        let count = calls.len();
        for call in calls {
            let answer = front_end.ask(call.clone());
            assert_ne!(answer.code(), "", "{call:?}: {answer:?}");
        }
        let records = front_end.records();
        assert_eq!(records.len(), count, "a line break in a name makes no second record");
        let journal = fs::read_to_string(journal(front_end)).unwrap();
        assert!(journal.bytes().all(|byte| byte == b'\n' || !byte.is_ascii_control()), "{journal}");
        assert!(!journal.contains(&key) && !journal.contains("shall not be in a record"), "{journal}");
        for record in &records {
            assert!(record["arguments"].as_str().unwrap().len() <= 4096, "{record}");
            assert!(record["outcome"] == "denied" || record["outcome"] == "error", "{record}");
            assert!(record["code"].as_str().is_some_and(|code| !code.is_empty()), "{record}");
        }
        assert_eq!(records[0]["redacted"], 1, "{}", records[0]);
        let written = records[5]["arguments"].as_str().unwrap();
        assert!(
            written.contains("size_bytes") && written.contains("digest"),
            "content is a hash and a size: {written}"
        );
        // One that is served is recorded by what was sent, not by its text.
        front_end.ask(Call::read_knowing("a.txt", &long)).check_served();
        let record = front_end.records().pop().unwrap();
        assert_eq!((&record["outcome"], &record["path"]), (&"ok".into(), &"a.txt".into()), "{record}");
        assert_eq!(record["sent_bytes"], 14, "{record}");
        assert!(!record.to_string().contains("one\\ntwo"), "{record}");
        assert_eq!(front_end.printed(&["audit", "verify"]).0, Some(0));
    });
}

fn journal(front_end: &FrontEnd) -> PathBuf {
    front_end.world.path(".reread/audit/journal.jsonl")
}

/// Six calls, of which some write; the lines of the journal.
fn recorded(front_end: &FrontEnd) -> Vec<String> {
    front_end.put("b.txt", "one\n");
    front_end.put("b.txt", "two\n");
    front_end.ask(Call::read("../outside"));
    front_end.ask(Call::rollback("b.txt", "v1")).check_outcome("applied");
    front_end.records();
    front_end.close();
    let lines: Vec<String> =
        fs::read_to_string(journal(front_end)).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 6);
    lines
}

#[test]
fn case_98_what_was_altered_in_the_journal_is_found_at_its_record() {
    at_both_front_ends("case_98", |front_end| {
        let whole = recorded(front_end);
        let swap = |one: usize, other: usize| {
            let mut lines = whole.clone();
            lines.swap(one, other);
            lines
        };
        let without = |index: usize| {
            let mut lines = whole.clone();
            lines.remove(index);
            lines
        };
        let with = |index: usize, line: String| {
            let mut lines = whole.clone();
            lines[index] = line;
            lines
        };
        let denied = whole.iter().position(|line| line.contains("\"denied\"")).unwrap();
        let altered = whole[denied].replace("\"denied\"", "\"ok\"");
        let cut = whole[2][..whole[2].len() - 5].to_owned();
        // Where it is noticed: the first line that does not follow from those before it.
        let check = |what: &str, lines: &[String], at: usize| {
            fs::write(journal(front_end), lines.iter().map(|line| format!("{line}\n")).collect::<String>())
                .unwrap();
            let (code, said) = front_end.printed(&["audit", "verify", "--json"]);
            let verdict: Value = serde_json::from_str(&said).unwrap();
            assert_eq!(
                (code, &verdict["ok"], &verdict["line"]),
                (Some(1), &false.into(), &at.into()),
                "{what}: {said}"
            );
        };
        check("removed at the beginning", &without(0), 1);
        check("removed", &without(2), 3);
        check("reordered", &swap(1, 2), 2);
        check("reordered at the end", &swap(4, 5), 5);
        check("altered", &with(denied, altered), denied + 1);
        check("cut in the middle", &with(2, cut), 3);
        check("written twice", &with(3, whole[2].clone()), 4);
        // A tail that is gone is missed through the head that is kept beside it.
        for left in [5, 3, 1, 0] {
            check("cut off", &whole[..left], left + 1);
        }
        fs::remove_file(journal(front_end)).unwrap();
        assert_eq!(front_end.printed(&["audit", "verify"]).0, Some(1), "the journal is gone");
        fs::write(journal(front_end), whole.join("\n") + "\n").unwrap();
        assert_eq!(front_end.printed(&["audit", "verify"]).0, Some(0));
    });
}

/// A place, and what puts something there that takes no records.
type Obstacle<'p> = (&'p PathBuf, fn(&PathBuf));

/// Nothing is written that cannot be recorded, if the user wants it so; and nothing is told as if it were.
#[test]
fn case_99_nothing_is_written_that_cannot_be_recorded_where_it_has_to_be() {
    at_both_front_ends("case_99", |front_end| {
        let world = &front_end.world;
        world.configure("[write]\naudit_required = true\n");
        front_end.put("b.txt", "one\n");
        front_end.put("b.txt", "two\n");
        let tools: Vec<String> =
            front_end.records().iter().map(|record| record["tool"].as_str().unwrap().to_owned()).collect();
        let pair = ["write_file_intended".to_owned(), "write_file".to_owned()];
        assert_eq!(tools.iter().filter(|tool| pair.contains(tool)).count(), 4, "{tools:?}");

        // A folder takes no records, and neither does a file in the place of one.
        let (audit, journal) = (world.path(".reread/audit"), journal(front_end));
        let away = world.path(".reread/away");
        let in_the_way: [Obstacle<'_>; 2] = [
            (&journal, |place| fs::create_dir(place).unwrap()),
            (&audit, |place| fs::write(place, "").unwrap()),
        ];
        for (place, put) in in_the_way {
            // A server that runs already has its folder open.
            if place == &audit {
                front_end.close();
            }
            fs::rename(place, &away).unwrap();
            put(place);
            for call in [
                Call::create("c.txt", "x\n"),
                Call::write_over("b.txt", "three\n", "v2"),
                Call::append("b.txt", "three\n"),
                Call::patch(&block("b.txt", "two\n", "three\n")),
                Call::patch("*** Begin Patch\n*** Delete File: b.txt\n*** End Patch\n"),
                Call::rollback("b.txt", "v1"),
            ] {
                let answer = front_end.ask(call.clone());
                let is_refused = ["unrecorded", "no_state"].contains(&answer.code());
                assert!(is_refused, "{}: {call:?}: {answer:?}", place.display());
            }
            assert!(!front_end.is_there("c.txt"));
            front_end.check_bytes("b.txt", "two\n");
            let read = front_end.ask(Call::read("a.txt"));
            assert_eq!(read.text(), "one\ntwo\nthree\n", "reading goes on: {read:?}");
            front_end.close();
            if place == &audit { fs::remove_file(place) } else { fs::remove_dir(place) }.unwrap();
            fs::rename(&away, place).unwrap();
        }
        front_end.ask(Call::rollback("b.txt", "v1")).check_outcome("applied");
    });
}
