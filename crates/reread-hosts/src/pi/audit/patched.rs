//! A diff applied to a text, as simply as it can be done.
//!
//! The product has its own way of applying diffs; this one is here so that the two cannot be wrong together. It takes
//! what the original extension prints: names that end in a tab, and no line feed at the end.

use std::iter::Peekable;

/// The text that the diff makes of the base; `None` if the two do not fit, or it is no diff.
pub(super) fn patched(base: &str, diff: &str) -> Option<String> {
    let mut lines = diff.strip_suffix('\n').unwrap_or(diff).split('\n').peekable();
    lines.next().filter(|line| line.starts_with("--- "))?;
    lines.next().filter(|line| line.starts_with("+++ "))?;
    let mut old = base.split_inclusive('\n');
    let mut taken: u64 = 0;
    let mut text = String::new();
    while let Some(heading) = lines.next() {
        let mut hunk = Hunk::of(heading)?;
        let before = hunk.first.checked_sub(taken)?;
        for _ in 0..before {
            text.push_str(old.next()?);
        }
        taken += before;
        while hunk.old > 0 || hunk.new > 0 {
            let line = lines.next()?;
            let content = content(line.get(1..)?, &mut lines);
            let (is_old, is_new) = match line.as_bytes()[0] {
                b' ' => (true, true),
                b'-' => (true, false),
                b'+' => (false, true),
                _ => return None,
            };
            if is_old {
                hunk.old = hunk.old.checked_sub(1)?;
                old.next().filter(|line| *line == content)?;
                taken += 1;
            }
            if is_new {
                hunk.new = hunk.new.checked_sub(1)?;
                text.push_str(&content);
            }
        }
    }
    text.extend(old);
    Some(text)
}

/// The line as it stands in the file: with its end, unless the next line of the diff says that it has none.
fn content<'a>(line: &str, lines: &mut Peekable<impl Iterator<Item = &'a str>>) -> String {
    match lines.next_if(|next| next.starts_with('\\')) {
        Some(_) => line.to_owned(),
        None => format!("{line}\n"),
    }
}

/// What the heading of a hunk says.
struct Hunk {
    /// How many lines of the base stand before it.
    first: u64,
    /// How many of its lines are in the base.
    old: u64,
    /// How many are in the text.
    new: u64,
}

impl Hunk {
    /// `@@ -12,7 +12,8 @@`, where `,1` may be left out.
    fn of(heading: &str) -> Option<Self> {
        let (old, rest) = heading.strip_prefix("@@ -")?.split_once(" +")?;
        let (new, _) = rest.split_once(" @@")?;
        let side = |text: &str| -> Option<(u64, u64)> {
            let (start, count) = text.split_once(',').unwrap_or((text, "1"));
            Some((start.parse().ok()?, count.parse().ok()?))
        };
        let ((start, old), (_, new)) = (side(old)?, side(new)?);
        // A hunk without lines of the base stands behind the line that it names.
        let first = if old == 0 { start } else { start.checked_sub(1)? };
        Some(Self { first, old, new })
    }
}

#[cfg(test)]
mod tests;
