//! Private keys between markers, as PEM, `OpenSSH`, PGP and `PuTTY` write them.

use super::Secret;

/// Fewer characters of base64 are no key.
const LEAST: usize = 40;

/// Lines such as `Version: GnuPG v2`, between the marker and the key.
const MOST_HEADERS: usize = 8;
const LONGEST_HEADER: usize = 200;

/// A private key whose first marker begins at this position, including both markers.
///
/// The marker alone, as in source code that searches for keys, does not count. A key without its end marker, as on a cut
/// page, extends as far as it looks like base64. Line ends may be written as `\n`.
pub(super) fn armored(bytes: &[u8], position: usize) -> Option<Secret> {
    // RFC 4716 has four dashes and a space.
    const MARKERS: [(&[u8], &[u8]); 2] =
        [(b"-----BEGIN ", b"-----END "), (b"---- BEGIN SSH2 ", b"---- END SSH2 ")];

    let text = &bytes[position..];
    let (begin, end) = MARKERS.iter().find(|(begin, _end)| text.starts_with(begin))?;
    let start = begin.len() + label(&text[begin.len()..])?;
    let start = start + headers(&text[start..]);
    let body = &text[start..];
    let length = encoded(body)?;
    let length = match body[length..].strip_prefix(*end).and_then(label) {
        Some(label) => length + end.len() + label,
        // Text after an unfinished key does not belong to it: the word where the scan stopped may begin another secret,
        // and the line end belongs to the text.
        None => without_last_word(body, length),
    };
    Some(Secret { span: position..position + start + length, kind: "private-key" })
}

/// The private lines of a key of `PuTTY`, whose count begins at this position. The count stays.
pub(super) fn putty(bytes: &[u8], position: usize) -> Option<Secret> {
    let text = bytes[position..].strip_prefix(b"Private-Lines: ")?;
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let line_end = text[count..].iter().take(2).take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    let body = &text[count + line_end..];
    let start = bytes.len() - body.len();
    let length = without_last_word(body, encoded(body)?);
    (line_end > 0).then(|| Secret { span: start..start + length, kind: "private-key" })
}

/// The length of headers and the empty line after them.
fn headers(text: &[u8]) -> usize {
    let mut length = 0;
    for _ in 0..MOST_HEADERS {
        let rest = &text[length..];
        let space = rest.iter().take(2).take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let name =
            rest[space..].iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'-').count();
        let near = &rest[space..rest.len().min(space + LONGEST_HEADER)];
        let is_header = space > 0 && name > 0 && near[name.min(near.len())..].starts_with(b": ");
        match memchr::memchr(b'\n', near) {
            Some(end) if is_header => length += space + end,
            _ => break,
        }
    }
    length
}

/// The length of base64 in lines at the start of the text, if it is long enough for a key.
fn encoded(text: &[u8]) -> Option<usize> {
    let mut length = 0;
    let mut digits = 0;
    for (index, byte) in text.iter().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'+' | b'/' | b'=' => digits += 1,
            b'\n' | b'\r' | b' ' | b'\t' | b'\\' | b':' | b',' => {}
            b'-' if !text[index..].starts_with(b"----") => {}
            _ => break,
        }
        length = index + 1;
    }
    (digits >= LEAST).then_some(length)
}

/// `length` without an unfinished word and without white space at the end.
fn without_last_word(body: &[u8], length: usize) -> usize {
    let is_space = |byte: &u8| byte.is_ascii_whitespace();
    let goes_on = body.get(length).is_some_and(|byte| !is_space(byte));
    let word =
        if goes_on { body[..length].iter().rposition(is_space).map_or(0, |at| at + 1) } else { length };
    body[..word].trim_ascii_end().len()
}

/// The length of a marker such as `RSA PRIVATE KEY-----`.
fn label(text: &[u8]) -> Option<usize> {
    let words = text.iter().take(40).take_while(|byte| byte.is_ascii_uppercase() || **byte == b' ').count();
    let name = text[..words].trim_ascii_end();
    let is_private = name.ends_with(b"PRIVATE KEY") || name.ends_with(b"PRIVATE KEY BLOCK");
    let is_over = text[words..].starts_with(b"----");
    (is_private && is_over)
        .then(|| words + text[words..].iter().take(5).take_while(|byte| **byte == b'-').count())
}
