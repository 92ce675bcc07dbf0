//! What the agent finds in the text of a reply.
//!
//! A model sees nothing but the text, so nothing is taken from the structured part of a reply.

/// How the closing line of a text begins.
const CLOSING: &str = "[end ";
/// How a marker or a diff begins.
const MARKER: &str = "[reread:";
/// Fewer digits are no tag.
const MIN_DIGITS: usize = 8;

/// The tag that the reply gives: the last one of its header and closing line, or of a reply without a text.
pub(crate) fn tag_of(reply: &str) -> Option<String> {
    let mut lines: Vec<&str> = match closing_line(reply) {
        None => reply.lines().collect(),
        Some(closing) => {
            let header_lines = if reply.starts_with(MARKER) { 2 } else { 1 };
            reply.lines().take(header_lines).chain([closing]).collect()
        }
    };
    lines.reverse();
    lines.into_iter().find_map(last_tag).map(str::to_owned)
}

/// Whether the reply tells the caller that the tags it cited were of no use.
pub(crate) fn says_tags_were_not_used(reply: &str) -> bool {
    closing_line(reply).is_some_and(|line| line.contains("not used") || line.contains("tags"))
}

/// The line at which the reply says to go on.
pub(crate) fn next_line(reply: &str) -> Option<usize> {
    let line =
        closing_line(reply).or_else(|| reply.lines().next().filter(|line| line.starts_with(MARKER)))?;
    let after = |words: &str| {
        let ends = line.match_indices(words).map(|(at, words)| at + words.len());
        ends.filter_map(|end| leading_number(&line[end..])).last()
    };
    after("next ").or_else(|| after("line "))
}

/// The file's lines between header and closing line.
pub(crate) fn body_of(reply: &str) -> &str {
    let (_, behind) = reply.split_once('\n').unwrap_or_default();
    let end = if behind.starts_with(CLOSING) {
        Some(0)
    } else {
        behind.rfind(&format!("\n{CLOSING}")).map(|at| at + 1)
    };
    end.map_or("", |end| &behind[..end])
}

/// The stable word that an error begins with.
pub(crate) fn error_code(reply: &str) -> &str {
    reply.split([':', ' ', '\n']).next().unwrap_or_default()
}

/// Notes of the guard may follow it.
fn closing_line(reply: &str) -> Option<&str> {
    reply.lines().rfind(|line| line.starts_with(CLOSING))
}

fn last_tag(line: &str) -> Option<&str> {
    line.rmatch_indices('#').find_map(|(at, _)| tag_at_start(&line[at..]))
}

/// The tag without what follows its lines, such as `/3000`.
fn tag_at_start(text: &str) -> Option<&str> {
    let (digits, behind) = text[1..].split_once('@')?;
    if digits.len() < MIN_DIGITS || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let is_of_lines = |c: char| c.is_ascii_digit() || c == '-' || c == ',';
    let end = behind.find(|c| !is_of_lines(c)).unwrap_or(behind.len());
    let lines = behind[..end].trim_end_matches([',', '-']);
    (!lines.is_empty()).then(|| &text[..1 + digits.len() + 1 + lines.len()])
}

fn leading_number(text: &str) -> Option<usize> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

#[cfg(test)]
mod tests;
