//! Session files of pi, as any program may have left them.

use std::collections::HashSet;

use reread_context::{Delivery, EntryIndex, Event, Evidence, ReadResult, ReadScope, SessionHistory};
use reread_hosts::pi::{ContentCheck, SessionReader};
use reread_text::Digest;
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::input::numbers;

/// Two bytes choose where the session is cut; the rest are its bytes.
///
/// In whatever pieces they come, they give the same history, every entry of which stands in a line of JSON; and where a
/// result is believed to have shown a whole file, the text of that file stands in the session.
pub fn pi_session(data: &[u8]) {
    let Some((cuts, bytes)) = numbers::<2>(data) else { return };
    let mut whole = SessionReader::new(ContentCheck::Digested);
    whole.feed(bytes);
    let mut places = cuts.map(|cut| usize::from(cut) * bytes.len() / 255);
    places.sort_unstable();
    let mut pieces = SessionReader::new(ContentCheck::Digested);
    for piece in [&bytes[..places[0]], &bytes[places[0]..places[1]], &bytes[places[1]..]] {
        pieces.feed(piece);
    }
    assert_eq!(entries(whole.history()), entries(pieces.history()));
    assert_eq!((whole.header(), whole.leaf()), (pieces.header(), pieces.leaf()));
    assert_eq!((whole.place(), whole.skipped()), (pieces.place(), pieces.skipped()));

    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    assert_eq!(whole.place().offset, end as u64);
    assert_eq!(whole.skipped().torn, end < bytes.len());
    let lines: Vec<&[u8]> = bytes[..end].split(|byte| *byte == b'\n').collect();
    let json: Vec<&[u8]> = lines.into_iter().filter(|line| is_json(line)).collect();
    assert!(whole.history().len() <= json.len());
    let values: Option<Vec<Value>> = json.iter().map(|line| serde_json::from_slice(line).ok()).collect();
    // A line with half a character is JSON, and no value: what it says is only known to the reader.
    if let Some(values) = values {
        check_entries(whole.history(), &values);
    }
}

fn check_entries(history: &SessionHistory, lines: &[Value]) {
    let said = |line: &Value, field: &str| line[field].as_str().map(str::to_owned);
    let names: HashSet<_> = lines.iter().map(|line| (said(line, "id"), said(line, "parentId"))).collect();
    let texts = lines.iter().filter_map(|line| line["message"]["content"][0]["text"].as_str());
    let texts: HashSet<Digest> = texts.map(|text| Digest::of(text.as_bytes())).collect();
    for entry in history.entries() {
        let id = history.id(entry);
        assert!(names.iter().any(|(name, _)| name.as_deref() == Some(id)), "{id} was never written");
        if let Some(parent) = history.parent(entry) {
            let pair = (Some(id.to_owned()), Some(history.id(parent).to_owned()));
            assert!(names.contains(&pair), "{id} does not follow {}", history.id(parent));
        }
        if let Some(served) = whole_file(history.event(entry)) {
            assert!(texts.contains(&served), "{id} shows what was never shown");
        }
    }
}

/// The file that a result showed all of, if it is believed.
fn whole_file(event: &Event) -> Option<Digest> {
    let Event::Read(ReadResult { unchecked: Ok(unchecked), .. }) = event else { return None };
    let Delivery::Lines { lines, .. } = unchecked.delivery else { return None };
    let is_whole = ReadScope::of_lines(lines, unchecked.claim.total_lines) == ReadScope::Whole;
    (is_whole && Evidence::admit(unchecked).is_ok()).then_some(unchecked.claim.served)
}

fn is_json(line: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(line).is_ok()
}

fn entries(history: &SessionHistory) -> Vec<(&str, Option<EntryIndex>, &Event)> {
    let entry = |index| (history.id(index), history.parent(index), history.event(index));
    history.entries().map(entry).collect()
}
