//! pi's own read, as far as a text goes: what it shows, what it leaves out, and what it says about it.

use std::rc::Rc;

use serde_json::{Value, json};

use crate::trust::step::Limits;

/// What pi shows of a file.
pub(crate) struct Rendered {
    pub(crate) text: String,
    /// The first line that is shown, counted from 1.
    pub(crate) first: u64,
    /// The lines that are shown in full, without their ends.
    pub(crate) lines: Vec<Rc<str>>,
    /// How many lines the file has.
    pub(crate) total: u64,
    /// What pi says about a text that it cut.
    pub(crate) truncation: Option<Value>,
}

/// Renders lines of a text; `Err` is what pi says instead.
pub(crate) fn rendered(
    text: &str,
    name: &str,
    offset: Option<u64>,
    limit: Option<u64>,
    limits: Limits,
) -> Result<Rendered, String> {
    let all: Vec<&str> = text.split('\n').collect();
    let total = all.len();
    let start = offset.map_or(0, |offset| usize_of(offset).saturating_sub(1));
    if start >= total {
        return Err(format!("Offset {} is beyond end of file ({total} lines total)", start + 1));
    }
    let end = limit.map_or(total, |limit| (start + usize_of(limit)).min(total));
    let selected = all[start..end].join("\n");
    let first = start as u64 + 1;
    let shows = |text: String, lines: &[&str], truncation: Option<Value>| Rendered {
        text,
        first,
        lines: lines.iter().map(|line| Rc::from(*line)).collect(),
        total: total as u64,
        truncation,
    };
    let cut = Cut::of(&selected, limits);
    if cut.first_is_too_long {
        let size = size_of(all[start].len());
        let most = size_of(limits.bytes);
        let bytes = limits.bytes;
        let notice = format!(
            "[Line {first} is {size}, exceeds {most} limit. Use bash: sed -n '{first}p' {name} | head -c {bytes}]"
        );
        return Ok(shows(notice, &[], Some(cut.details(limits))));
    }
    if cut.truncated {
        let last = start + cut.count;
        let next = last + 1;
        // The limits here are smaller than pi's, so that they are met; the words are those of pi.
        let size = if cut.by_lines { "" } else { " (50.0KB limit)" };
        let notice =
            format!("[Showing lines {first}-{last} of {total}{size}. Use offset={next} to continue.]");
        let text = format!("{}\n\n{notice}", cut.content);
        return Ok(shows(text, &all[start..last], Some(cut.details(limits))));
    }
    if limit.is_some() && end < total {
        let (rest, next) = (total - end, end + 1);
        let text = format!("{selected}\n\n[{rest} more lines in file. Use offset={next} to continue.]");
        return Ok(shows(text, &all[start..end], None));
    }
    Ok(shows(selected, &all[start..end], None))
}

/// The beginning of a text that fits the limits.
struct Cut {
    content: String,
    truncated: bool,
    by_lines: bool,
    count: usize,
    total_lines: usize,
    total_bytes: usize,
    first_is_too_long: bool,
}

impl Cut {
    fn of(text: &str, limits: Limits) -> Self {
        // The empty line behind a final newline is not counted here.
        let mut lines: Vec<&str> = text.split('\n').collect();
        if text.is_empty() || text.ends_with('\n') {
            lines.pop();
        }
        let truncated = lines.len() > limits.lines || text.len() > limits.bytes;
        let mut cut = Self {
            content: text.to_owned(),
            truncated,
            by_lines: false,
            count: lines.len(),
            total_lines: lines.len(),
            total_bytes: text.len(),
            first_is_too_long: truncated && lines[0].len() > limits.bytes,
        };
        if truncated {
            let mut kept: Vec<&str> = Vec::new();
            for line in lines.iter().take(limits.lines) {
                if kept.iter().map(|line| line.len() + 1).sum::<usize>() + line.len() > limits.bytes {
                    break;
                }
                kept.push(line);
            }
            cut.count = kept.len();
            cut.by_lines = kept.len() >= limits.lines;
            cut.content = kept.join("\n");
        }
        cut
    }

    fn details(&self, limits: Limits) -> Value {
        json!({
            "content": self.content,
            "truncated": true,
            "truncatedBy": if self.by_lines { "lines" } else { "bytes" },
            "totalLines": self.total_lines,
            "totalBytes": self.total_bytes,
            "outputLines": self.count,
            "outputBytes": self.content.len(),
            "lastLinePartial": false,
            "firstLineExceedsLimit": self.first_is_too_long,
            "maxLines": limits.lines,
            "maxBytes": limits.bytes,
        })
    }
}

fn size_of(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes}B"),
        _ => format!("{}.{}KB", bytes / 1024, bytes % 1024 * 10 / 1024),
    }
}

fn usize_of(number: u64) -> usize {
    usize::try_from(number).expect("lines are few")
}

#[test]
fn notices_read_as_those_of_pi() {
    let check = |offset, limit, lines, bytes, expected: &str| {
        let rendered = rendered("a\nb\nc\n", "f.txt", offset, limit, Limits { lines, bytes });
        assert_eq!(rendered.map_or_else(|error| error, |rendered| rendered.text), expected);
    };
    check(None, None, 9, 99, "a\nb\nc\n");
    check(None, None, 3, 99, "a\nb\nc\n");
    check(Some(2), None, 9, 99, "b\nc\n");
    check(Some(4), None, 9, 99, "");
    check(Some(5), None, 9, 99, "Offset 5 is beyond end of file (4 lines total)");
    check(None, Some(2), 9, 99, "a\nb\n\n[2 more lines in file. Use offset=3 to continue.]");
    check(None, Some(0), 9, 99, "\n\n[4 more lines in file. Use offset=1 to continue.]");
    check(None, None, 2, 99, "a\nb\n\n[Showing lines 1-2 of 4. Use offset=3 to continue.]");
    check(None, None, 9, 4, "a\nb\n\n[Showing lines 1-2 of 4 (50.0KB limit). Use offset=3 to continue.]");
    check(None, None, 9, 5, "a\nb\nc\n\n[Showing lines 1-3 of 4 (50.0KB limit). Use offset=4 to continue.]");
    check(Some(2), None, 9, 0, "[Line 2 is 1B, exceeds 0B limit. Use bash: sed -n '2p' f.txt | head -c 0]");
}
