//! How a scenario writes what would not be seen in it.
//!
//! `⟨CR⟩`, `⟨ESC⟩`, `⟨NUL⟩`, `⟨SP⟩` for a space at the end of a line, `⟨U+202E⟩` for any other character, `⟨xFF⟩` for a byte
//! that is not UTF-8. The spelling works in files, names, calls and replies, and no two texts share one.

use std::fmt::Write as _;

use reread_text::visible;

const NAMES: [(&str, char); 4] = [("CR", '\r'), ("ESC", '\x1b'), ("NUL", '\0'), ("SP", ' ')];

/// Bytes as a scenario writes them.
pub(crate) fn spelled(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        chunk.valid().chars().for_each(|char| push(&mut text, char));
        for byte in chunk.invalid() {
            write!(text, "⟨x{byte:02X}⟩").expect("a string takes any text");
        }
    }
    text.split_inclusive('\n').map(spelled_line).collect()
}

/// What a spelling stands for.
pub(crate) fn unspelled(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('⟨') {
        let (name, behind) = after.split_once('⟩').ok_or(format!("⟨ without ⟩ in {text}"))?;
        bytes.extend_from_slice(before.as_bytes());
        bytes.extend(named(name).ok_or(format!("⟨{name}⟩ names no character"))?);
        rest = behind;
    }
    bytes.extend_from_slice(rest.as_bytes());
    Ok(bytes)
}

fn named(name: &str) -> Option<Vec<u8>> {
    if let Some(digits) = name.strip_prefix('x') {
        return Some(vec![u8::from_str_radix(digits, 16).ok()?]);
    }
    let char = match name.strip_prefix("U+") {
        Some(digits) => char::from_u32(u32::from_str_radix(digits, 16).ok()?)?,
        None => NAMES.iter().find(|(known, _)| *known == name)?.1,
    };
    Some(char.to_string().into_bytes())
}

fn push(text: &mut String, char: char) {
    match NAMES.iter().find(|(_, named)| *named == char && char != ' ') {
        Some((name, _)) => write!(text, "⟨{name}⟩"),
        None if is_seen(char) => write!(text, "{char}"),
        None => write!(text, "⟨U+{:04X}⟩", u32::from(char)),
    }
    .expect("a string takes any text");
}

/// Whether the character shows itself, and shows that it is not another one.
fn is_seen(char: char) -> bool {
    let looks_like_a_space = char != ' ' && char.is_whitespace();
    let sits_on_another = matches!(char, '\u{300}'..='\u{36f}');
    match char {
        '\n' | '\t' => true,
        '⟨' | '⟩' | '\u{feff}' => false,
        _ => {
            !looks_like_a_space
                && !sits_on_another
                && visible(char.encode_utf8(&mut [0; 4])).chars().eq([char])
        }
    }
}

/// A line whose beginning and end cannot be taken for something of the scenario's.
fn spelled_line(line: &str) -> String {
    let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
    let means_something = line.starts_with("> ") || line.starts_with("```") || line == "...";
    let (first, line) = if means_something { line.split_at(1) } else { ("", line) };
    let first = first.chars().map(|char| format!("⟨U+{:04X}⟩", u32::from(char))).collect::<String>();
    match line.strip_suffix(' ') {
        Some(line) => format!("{first}{line}⟨SP⟩{end}"),
        None => format!("{first}{line}{end}"),
    }
}
