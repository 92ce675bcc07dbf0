//! Credentials recognised by their position: in a URL, in a header, beside the key that they belong to.

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
        _ => password.starts_with(MARK) || password.starts_with(b"..."),
    }
}

/// The credentials of an `Authorization` header that begins at this position. Case and quotes of its name do not matter.
pub(super) fn authorization(bytes: &[u8], position: usize) -> Option<Secret> {
    const HEADER: &[u8] = b"authorization";
    const SCHEMES: [&[u8]; 8] =
        [b"bearer", b"basic", b"token", b"apikey", b"bot", b"ssws", b"splunk", b"geniekey"];
    const LEAST: usize = 8;

    let text = &bytes[position..];
    if !starts_with(text, HEADER) {
        return None;
    }
    let between = |text: &[u8]| {
        text.iter()
            .take(8)
            .take_while(|byte| matches!(byte, b' ' | b'\t' | b':' | b'=' | b'"' | b'\'' | b','))
            .count()
    };
    let scheme = HEADER.len() + between(&text[HEADER.len()..]);
    // Without a sign or quotes it is a sentence about the header.
    let is_assigned =
        text[HEADER.len()..scheme].iter().any(|byte| matches!(byte, b':' | b'=' | b'"' | b'\''));
    if !is_assigned {
        return None;
    }
    let name = SCHEMES.iter().find(|name| starts_with(&text[scheme..], name))?;
    let after_name = scheme + name.len();
    let start = after_name + text[after_name..].iter().take_while(|byte| **byte == b' ').count();
    let length = text[start..].iter().take_while(|byte| is_credential(**byte)).count();
    let is_one = start > after_name && length >= LEAST;
    is_one.then(|| Secret { span: position + start..position + start + length, kind: "authorization" })
}

/// The token after `Bearer` outside a header whose name is known. It has letters and digits and is long.
pub(super) fn bearer(bytes: &[u8], position: usize) -> Option<Secret> {
    const SCHEME: &[u8] = b"bearer ";
    const LEAST: usize = 20;

    let text = &bytes[position..];
    let rest = starts_with(text, SCHEME).then(|| &text[SCHEME.len()..])?;
    let length = rest.iter().take_while(|byte| is_credential(**byte)).count();
    let (start, token) = (position + SCHEME.len(), &rest[..length]);
    let is_one =
        length >= LEAST && token.iter().any(u8::is_ascii_digit) && token.iter().any(u8::is_ascii_alphabetic);
    is_one.then(|| Secret { span: start..start + length, kind: "authorization" })
}

/// A secret key of AWS stands at most this many bytes after the id of its key.
pub(super) const AWS_SECRET_NEAR: usize = 256;

/// A word of 40 characters of base64, as secret keys of AWS are. Nothing but the id before it tells it from other data.
pub(super) fn aws_secret(bytes: &[u8], position: usize) -> Option<Secret> {
    const LENGTH: usize = 40;

    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let is_start = position == 0 || !is_part(&bytes[position - 1]);
    let word = bytes[position..].iter().take(LENGTH + 1).take_while(|byte| is_part(byte)).count();
    if !is_start || word != LENGTH || bytes.get(position + LENGTH) == Some(&b'=') {
        return None;
    }
    let word = &bytes[position..position + LENGTH];
    let has = |is_it: fn(&u8) -> bool| word.iter().any(is_it);
    let is_mixed = has(u8::is_ascii_digit) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
    is_mixed.then_some(Secret { span: position..position + LENGTH, kind: "aws-secret-key" })
}

fn starts_with(text: &[u8], word: &[u8]) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// The characters of `token68` of RFC 9110.
fn is_credential(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'+' | b'/' | b'=')
}
