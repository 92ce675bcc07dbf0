//! Credentials recognised by their position: between key markers, in a URL, in a header.

use memchr::memchr_iter;

use super::{REDACTION_MARK, Secret};

/// The start of an earlier redaction; its colon is not a separator.
const MARK: &[u8] = REDACTION_MARK.as_bytes();

/// The password of a URL whose `://` stands at this position, such as the middle of `user:secret@host`.
///
/// Placeholders (`$PASS`, `${PASS}`, `<password>`, `{pass}`, `%s`, `***`) are left.
pub(super) fn url_password(bytes: &[u8], position: usize) -> Option<Secret> {
    let has_scheme = position > 0 && bytes[position - 1].is_ascii_alphanumeric();
    if !has_scheme || !bytes[position..].starts_with(b"://") {
        return None;
    }
    let start = position + 3;
    let rest = &bytes[start..];
    // A slash ends the search, so no part of a text is searched twice, however often it contains `://`.
    let authority = rest.iter().take_while(|byte| !ends_authority(**byte)).count();
    let end = memchr::memrchr(b'@', &rest[..authority])?;
    let userinfo = &rest[..end];
    let colon = memchr_iter(b':', userinfo).find(|colon| !userinfo[..=*colon].ends_with(MARK))?;
    let password = &userinfo[colon + 1..];
    (!is_placeholder(password)).then(|| Secret { span: start + colon + 1..start + end, kind: "url-password" })
}

fn ends_authority(byte: u8) -> bool {
    matches!(byte, b'/' | b'?' | b'#' | b'"' | b'\'' | b'`' | b'\\' | b'(' | b')' | b',') || byte <= b' '
}

fn is_placeholder(password: &[u8]) -> bool {
    match password {
        [b'%', high, low, ..] => !(high.is_ascii_hexdigit() && low.is_ascii_hexdigit()),
        [] | [b'$' | b'<' | b'{' | b'%' | b'*', ..] => true,
        _ => password.starts_with(MARK),
    }
}

/// The credentials of an `Authorization` header that begins at this position. Case and quotes of its name do not matter.
pub(super) fn authorization(bytes: &[u8], position: usize) -> Option<Secret> {
    const HEADER: &[u8] = b"authorization";
    const SCHEMES: [&[u8]; 3] = [b"bearer", b"basic", b"token"];
    const LEAST: usize = 8;

    let text = &bytes[position..];
    let starts_with = |text: &[u8], word: &[u8]| {
        text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    if !starts_with(text, HEADER) {
        return None;
    }
    let between = |text: &[u8]| {
        text.iter()
            .take(8)
            .take_while(|byte| matches!(byte, b' ' | b'\t' | b':' | b'=' | b'"' | b'\''))
            .count()
    };
    let scheme = HEADER.len() + between(&text[HEADER.len()..]);
    let name = SCHEMES.iter().find(|name| starts_with(&text[scheme..], name))?;
    let after_name = scheme + name.len();
    let start = after_name + text[after_name..].iter().take_while(|byte| **byte == b' ').count();
    let length = text[start..].iter().take_while(|byte| is_credential(**byte)).count();
    let is_one = start > after_name && length >= LEAST;
    is_one.then(|| Secret { span: position + start..position + start + length, kind: "authorization" })
}

/// The characters of `token68` of RFC 9110.
fn is_credential(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'+' | b'/' | b'=')
}

/// A PEM private key whose first marker begins at this position, including both markers.
///
/// The marker alone, as in source code that searches for keys, does not count. A key without its end marker, as on a cut
/// page, extends as far as it looks like base64. Line ends may be written as `\n`.
pub(super) fn private_key(bytes: &[u8], position: usize) -> Option<Secret> {
    const BEGIN: &[u8] = b"-----BEGIN ";
    const END: &[u8] = b"-----END ";
    const LEAST: usize = 40;

    let text = bytes[position..].strip_prefix(BEGIN)?;
    let label = label(text)?;
    let body = &text[label..];
    let mut length = 0;
    let mut digits = 0;
    for (index, byte) in body.iter().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'+' | b'/' | b'=' => digits += 1,
            b'\n' | b'\r' | b' ' | b'\t' | b'\\' | b':' | b',' => {}
            b'-' if !body[index..].starts_with(b"-----") => {}
            _ => break,
        }
        length = index + 1;
    }
    if digits < LEAST {
        return None;
    }
    match body[length..].strip_prefix(END).and_then(self::label) {
        Some(label) => length += END.len() + label,
        // Text after an unfinished key does not belong to it: the word where the scan stopped may begin another secret,
        // and the line end belongs to the text.
        None => length = without_last_word(body, length),
    }
    let end = position + BEGIN.len() + label + length;
    Some(Secret { span: position..end, kind: "private-key" })
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
    let is_private = text[..words].ends_with(b"PRIVATE KEY") || text[..words].ends_with(b"PRIVATE KEY BLOCK");
    (is_private && text[words..].starts_with(b"-----")).then_some(words + 5)
}
