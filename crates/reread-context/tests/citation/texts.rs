//! What the files of the proofs say, and how it changes.
//!
//! Texts are few and much alike, so that files often go back to what they said, say what others say, and differ in
//! one line, in the place of a line, or in their last byte.

use std::rc::Rc;

use proptest::prelude::*;

/// How a file changes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    /// It says what it said before, so many versions ago.
    Back(u8),
    /// It says one of the [`texts`].
    Known(u8),
    /// One line is another.
    Replace(u8),
    /// One line more, here.
    Insert(u8),
    /// One line less.
    Remove(u8),
    /// Fewer lines: it ends behind this one.
    Truncate(u8),
    /// With a final newline, if there was none; without, if there was one.
    Newline,
}

pub(crate) fn changes() -> impl Strategy<Value = Change> + Clone {
    prop_oneof![
        8 => (1..4_u8).prop_map(Change::Back),
        2 => any::<u8>().prop_map(Change::Known),
        10 => any::<u8>().prop_map(Change::Replace),
        4 => any::<u8>().prop_map(Change::Insert),
        3 => any::<u8>().prop_map(Change::Remove),
        3 => (1..40_u8).prop_map(Change::Truncate),
        1 => Just(Change::Newline),
    ]
}

/// The text after a change. `before` is what the file said so far, the latest last.
pub(crate) fn changed(before: &[Rc<str>], change: Change, known: &[Rc<str>]) -> Rc<str> {
    let now = before.last().expect("a file says something from the start");
    let mut lines: Vec<&str> = now.split_inclusive('\n').collect();
    let at = |number: u8, count: usize| usize::from(number) % count.max(1);
    match change {
        Change::Back(count) => {
            return Rc::clone(&before[before.len().saturating_sub(usize::from(count) + 1)]);
        }
        Change::Known(number) => return Rc::clone(&known[at(number, known.len())]),
        Change::Replace(number) if !lines.is_empty() => {
            let place = at(number, lines.len());
            // Few words: a line that was replaced twice often says again what it said.
            lines[place] = ["another line\n", "a different line\n"][usize::from(number & 64 == 0)];
        }
        Change::Insert(number) => lines.insert(at(number, lines.len() + 1), "one line more\n"),
        Change::Remove(number) if !lines.is_empty() => drop(lines.remove(at(number, lines.len()))),
        Change::Truncate(number) => lines.truncate(at(number, lines.len())),
        Change::Newline => match now.strip_suffix('\n') {
            Some(rest) => return rest.into(),
            None => return format!("{now}\n").into(),
        },
        Change::Replace(_) | Change::Remove(_) => {}
    }
    // A line in the middle always has its end.
    let last = lines.len().saturating_sub(1);
    let whole = lines.iter().enumerate().map(|(place, line)| match line.ends_with('\n') || place == last {
        true => (*line).to_owned(),
        false => format!("{line}\n"),
    });
    whole.collect::<String>().into()
}

/// What files say.
pub(crate) fn texts() -> Vec<Rc<str>> {
    let song = |lines: u32| (1..=lines).map(|line| format!("line {line} of the song\n")).collect::<String>();
    let refrain = "la la la\n".repeat(9);
    let long = (1..=5).map(|line| format!("{line} {}\n", "a long line ".repeat(7))).collect::<String>();
    let texts = [
        song(14),
        song(14).replace("line 7 of", "line seven of"),
        format!("a title\n{}", song(14)),
        song(14).trim_end().to_owned(),
        song(14).replace('\n', "\r\n"),
        format!("\u{feff}{}", song(14)),
        song(4),
        song(30),
        song(30).replace("line 29 of", "line twenty-nine of"),
        song(12),
        String::new(),
        "a single line\n".to_owned(),
        "a single line".to_owned(),
        "\n\n\n".to_owned(),
        refrain.clone(),
        format!("{refrain}{refrain}"),
        format!("{refrain}lo lo lo\n{refrain}"),
        long.clone(),
        format!("{}{long}", "too long to be shown ".repeat(24)),
        format!("{}ünïcödé → ✓\n", song(5)),
        format!("{}not quite text \u{fffd}\n", song(3)),
        // What other words of the conversation look like.
        format!("{}\n\n[3 more lines in file. Use offset=7 to continue.]", song(6).trim_end()),
        format!("[readcache: unchanged, 14 lines]\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-{}", song(8)),
        // Long enough for a diff to be shorter than a part of them.
        song(38),
        song(34),
        format!("a title\n{}", song(38)),
        song(38).replace("line 20 of", "line twenty of"),
    ];
    texts.iter().map(|text| text.as_str().into()).collect()
}
