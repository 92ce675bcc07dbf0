//! Case 62: whatever is served for a citation reproduces the file.

use proptest::collection::vec;
use proptest::prelude::*;
use reread_context::Answer;
use reread_files::{Extent, ReadError, ReadRequest, Settings};
use reread_text::apply_diff;

use crate::workspace::world::{FilesWorld, request};

/// A file, and an edit of some of its lines.
fn versions() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let line = || {
        let words = prop::sample::select(vec![
            "alpha",
            "beta",
            "gamma",
            "é漢",
            "",
            " ",
            "\t",
            "{",
            "}",
            "a longer line of text",
        ]);
        let end = prop::sample::select(vec!["\n", "\n", "\n", "\r\n", "\r\r\n"]);
        (words, end).prop_map(|(words, end)| format!("{words}{end}").into_bytes())
    };
    let edit = (any::<prop::sample::Index>(), 0_usize..4, vec(line(), 0..4));
    let odd = prop::option::weighted(0.1, any::<prop::sample::Index>());
    (vec(line(), 1..60), vec(edit, 0..4), any::<bool>(), any::<bool>(), odd).prop_map(
        |(base, edits, base_end, new_end, odd)| {
            let mut new = base.clone();
            for (at, removed, added) in edits {
                let at = at.index(new.len() + 1);
                let end = (at + removed).min(new.len());
                new.splice(at..end, added);
            }
            let text = |lines: Vec<Vec<u8>>, newline: bool| {
                let text = lines.concat();
                if newline { text } else { text.strip_suffix(b"\n").unwrap_or(&text).to_vec() }
            };
            let (base, mut new) = (text(base, base_end), text(new, new_end));
            if let Some(at) = odd.filter(|_| !new.is_empty()) {
                let at = at.index(new.len());
                new[at] = 0xff;
            }
            (base, new)
        },
    )
}

#[test]
fn case_62_marker_diff_and_text_all_give_the_file() {
    let world = FilesWorld::new();
    let workspace = world.workspace_with_state(Settings::default());
    let mut answers = [0_u32; 3];
    let mut runner =
        proptest::test_runner::TestRunner::new(ProptestConfig { cases: 1000, ..ProptestConfig::default() });
    let seen = std::cell::RefCell::new(&mut answers);
    let law = |(base, new): (Vec<u8>, Vec<u8>)| {
        world.write("f", &base);
        let bounds = workspace.settings().limits.reply();
        let first = workspace.reader().read(&ReadRequest { bounds, ..request("f", Extent::Whole) }).unwrap();
        let known = vec![first.tag.expect("a short text has a tag").to_string()];
        world.write("f", &new);
        let reply =
            match workspace.reader().read(&ReadRequest { bounds, known, ..request("f", Extent::Whole) }) {
                Ok(reply) => reply,
                // A tenth of a short text is soon no text.
                Err(ReadError::NotText { .. }) => return Ok(()),
                Err(error) => panic!("{error}"),
            };
        match &reply.answer {
            Answer::Unchanged(_) => {
                seen.borrow_mut()[0] += 1;
                prop_assert_eq!(&base, &new);
            }
            Answer::Diff { diff, .. } => {
                seen.borrow_mut()[1] += 1;
                let delivered = String::from_utf8_lossy(&diff.text);
                prop_assert_eq!(apply_diff(&base, delivered.as_bytes()), Ok(new));
            }
            Answer::Text | Answer::Fallback(_) => {
                seen.borrow_mut()[2] += 1;
                prop_assert_eq!(&reply.passages[0].text, &new);
            }
            Answer::UnchangedHere | Answer::Rest { .. } => panic!("no lines were asked for"),
        }
        Ok(())
    };
    runner.run(&versions(), law).unwrap();
    assert!(answers.iter().all(|count| *count > 10), "markers, diffs and texts: {answers:?}");
}
