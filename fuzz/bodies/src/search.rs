//! Search patterns, over texts small enough to search by hand.

use std::path::PathBuf;
use std::time::Duration;

use reread_files::{
    Pattern, SearchClock, SearchReply, SearchRequest, Settings, ShownLine, Workspace, WorkspaceOptions,
};
use reread_text::Bounds;

use crate::input::{numbers, parts};
use crate::scratch;

thread_local! {
    static SEARCHED: (Workspace, PathBuf) = searched();
}

/// One byte chooses the kind of pattern, two how many lines are shown around a match; the pattern follows, and the
/// text after the seam.
///
/// A literal is found in exactly the lines that contain it, as often as they do. Whatever the pattern is, every line
/// shown is a line of the text, shown once and in order.
pub fn search(data: &[u8]) {
    let Some(([kind, before, after], rest)) = numbers(data) else { return };
    let (query, text) = parts(rest);
    let query = String::from_utf8_lossy(query).into_owned();
    let pattern = Pattern { query, is_regex: kind & 1 != 0, case_sensitive: kind & 2 == 0 };
    let request = SearchRequest {
        name: "text".to_owned(),
        pattern,
        first_line: 1,
        max_matches: u64::MAX,
        before_lines: u64::from(before % 4),
        after_lines: u64::from(after % 4),
        bounds: Bounds::default(),
    };
    let clock = SearchClock { elapsed: &|| Duration::ZERO };
    SEARCHED.with(|(workspace, file)| {
        scratch::write(file, text);
        if let Ok(reply) = workspace.searcher().search_in_file(&request, &clock) {
            check(&request, text, &reply);
        }
    });
}

/// A workspace and its one file.
fn searched() -> (Workspace, PathBuf) {
    let root = scratch::folder("searched");
    let file = root.join("text");
    let workspace = Workspace::open(WorkspaceOptions {
        roots: vec![root],
        here: None,
        home: None,
        settings: Settings::default(),
        confinement: None,
    });
    (workspace.expect("the scratch folder is ours"), file)
}

fn check(request: &SearchRequest, text: &[u8], reply: &SearchReply) {
    let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').map(without_lf).collect();
    let line = |number: u64| lines[usize::try_from(number).expect("few lines") - 1];
    assert_eq!(reply.total_lines, Some(lines.len() as u64));
    let mut last_shown = 0;
    for found in &reply.matches {
        let shown = found.before.iter().chain([&found.shown]).chain(&found.after);
        for ShownLine { line: number, text, cut_before, cut_after } in shown {
            assert!(*number > last_shown, "line {number} is shown after line {last_shown}");
            last_shown = *number;
            let cut = usize::try_from(*cut_before).expect("short lines");
            assert_eq!(line(*number)[cut..][..text.len()], **text);
            assert_eq!(line(*number).len() as u64, cut_before + text.len() as u64 + cut_after);
        }
        let here = found.shown.line;
        assert!(found.first.first <= found.last.first && found.matches > 0);
        assert!(found.last.last <= line(here).len() as u64);
        assert!(found.before.len() as u64 <= request.before_lines.min(here - 1));
        assert!(found.after.len() as u64 <= request.after_lines);
    }
    if !request.pattern.is_regex && request.pattern.case_sensitive {
        let query = request.pattern.query.as_bytes();
        let counts = (1..).zip(&lines).map(|(number, line)| (number, occurrences(line, query)));
        let expected: Vec<(u64, u64)> = counts.filter(|(_, count)| *count > 0).collect();
        let found: Vec<(u64, u64)> =
            reply.matches.iter().map(|found| (found.shown.line, found.matches)).collect();
        assert_eq!(found, expected, "{:?} in {}", request.pattern.query, text.escape_ascii());
    }
}

fn without_lf(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\n").unwrap_or(line)
}

/// How often the query stands in the line, one after the other.
fn occurrences(line: &[u8], query: &[u8]) -> u64 {
    let (mut count, mut at) = (0, 0);
    while let Some(found) = line[at..].windows(query.len()).position(|window| window == query) {
        count += 1;
        at += found + query.len();
    }
    count
}
