//! What the extension that came before this product answers and writes.
//!
//! Its metadata has no `contentHash`, claims what was asked for however much was cut, and calls its fallback by another
//! name. What it says about the file is true; whether its base was ever shown, it does not ask.

use std::rc::Rc;

use reread_text::{DiffNames, Digest, unified_diff};
use serde_json::{Value, json};

use crate::trust::fate::Made;
use crate::trust::life::bytes_of;
use crate::trust::product::Store;
use crate::trust::render::{Rendered, rendered};
use crate::trust::session::CWD;
use crate::trust::step::{Limits, Original, Reading};
use crate::trust::visible::Shows;

pub(crate) fn made(
    reading: &Reading,
    how: Original,
    versions: &[Rc<str>],
    limits: Limits,
    store: &Store,
) -> Made {
    let file = usize::from(reading.file);
    let name = ["a.txt", "b.txt", "sub/c.txt"][file];
    let now = versions.last().expect("a file says something from the start");
    let (offset, limit) = (reading.offset.map(u64::from), reading.limit.map(u64::from));
    let plain = match rendered(now, name, offset, limit, limits) {
        Ok(plain) => plain,
        Err(text) => {
            let shows = Shows::Nothing;
            return Made { file, text, truncation: None, metadata: None, is_error: true, shows };
        }
    };
    let shows = |plain: &Rendered| match plain.lines.is_empty() {
        true => Shows::Nothing,
        false => {
            let Rendered { first, total, ref lines, .. } = *plain;
            Shows::Lines { file, first, lines: lines.clone(), total }
        }
    };
    let bytes = bytes_of(now);
    let is_whole_number = |number: Option<u64>| number != Some(0);
    if std::str::from_utf8(&bytes).is_err() || !is_whole_number(offset) || !is_whole_number(limit) {
        let shows = shows(&plain);
        let Rendered { text, truncation, .. } = plain;
        return Made { file, text, truncation, metadata: None, is_error: false, shows };
    }
    store.keep(&bytes);
    let total = plain.total;
    let first = offset.unwrap_or(1);
    let last = limit.map_or(total, |limit| (first + limit - 1).min(total));
    let is_whole = (first, last) == (1, total);
    let metadata = |mode: &str, base: Option<&str>| -> Value {
        let mut metadata = json!({
            "v": 1,
            "pathKey": format!("{CWD}/{name}"),
            "scopeKey": if is_whole { "full".to_owned() } else { format!("r:{first}:{last}") },
            "servedHash": Digest::of(&bytes).to_string(),
        });
        if let Some(base) = base {
            metadata["baseHash"] = json!(Digest::of(&bytes_of(base)).to_string());
        }
        metadata["mode"] = json!(mode);
        metadata["totalLines"] = json!(total);
        metadata["rangeStart"] = json!(first);
        metadata["rangeEnd"] = json!(last);
        metadata["bytes"] = json!(bytes.len());
        metadata["debug"] = json!({ "reason": "…", "scope": if is_whole { "full" } else { "range" } });
        metadata
    };
    let short = |text: String, mode: &str, base: &str, shows: Shows| {
        let metadata = Some(metadata(mode, Some(base)));
        Made { file, text, truncation: None, metadata, is_error: false, shows }
    };
    let base = match how {
        Original::Text { .. } => None,
        Original::FromVersion(number) => Some(&versions[usize::from(number) % versions.len()]),
    };
    if let Some(base) = base {
        let slice = |text: &str| -> Option<Vec<String>> {
            let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
            let place = |line: u64| usize::try_from(line).expect("lines are few");
            lines.get(place(first) - 1..place(last)).map(<[String]>::to_vec)
        };
        if base == now && is_whole {
            return short(
                format!("[readcache: unchanged, {total} lines]"),
                "unchanged",
                base,
                Shows::Nothing,
            );
        }
        if base == now {
            let text = format!("[readcache: unchanged in lines {first}-{last} of {total}]");
            return short(text, "unchanged_range", base, Shows::Nothing);
        }
        if !is_whole && slice(base) == slice(now) {
            let text =
                format!("[readcache: unchanged in lines {first}-{last}; changes exist outside this range]");
            return short(text, "unchanged_range", base, Shows::Nothing);
        }
        if is_whole && std::str::from_utf8(&bytes_of(base)).is_ok() {
            let names = DiffNames { old: &format!("a/{name}\t"), new: &format!("b/{name}\t") };
            let diff = unified_diff(base.as_bytes(), now.as_bytes(), names, 3);
            let count = diff.added.max(diff.removed);
            let diff = String::from_utf8(diff.text).expect("a diff of texts is text");
            let text =
                format!("[readcache: {count} lines changed of {total}]\n{}", diff.trim_end_matches('\n'));
            return short(text, "diff", base, Shows::Diff { file, diff });
        }
    }
    let fallback = base.or_else(|| match how {
        Original::Text { fallback: true } => versions.first(),
        _ => None,
    });
    let mode = if fallback.is_some() { "baseline_fallback" } else { "full" };
    let metadata = Some(metadata(mode, fallback.map(|base| &**base)));
    let shows = shows(&plain);
    let Rendered { text, truncation, .. } = plain;
    Made { file, text, truncation, metadata, is_error: false, shows }
}
