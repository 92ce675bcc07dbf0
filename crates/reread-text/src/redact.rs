//! Removes credentials from logs and messages.
//!
//! Only recognisable formats are found: a fixed prefix, then a body of a known alphabet and length. That covers tokens as
//! their issuers print them and leaves hashes, UUIDs and lock files alone. A password that looks like a word is not
//! found. So this is a second line of defence and never a reason to allow access.

use std::borrow::Cow;
use std::ops::Range;

mod allowed;
mod located;
mod rules;

pub use rules::REDACTION_RULES;

/// The beginning of every redaction. A text that contains it was shown, not read from a file, so it must not be written.
pub const REDACTION_MARK: &str = "[redacted:";

/// A text without its recognised credentials.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redacted<'a> {
    /// Each credential is replaced by `[redacted:<kind>]`.
    pub text: Cow<'a, str>,
    /// Number of replaced credentials.
    pub count: usize,
}

/// Replaces each recognised credential by `[redacted:<kind>]`.
///
/// Line numbers stay the same: a key of several lines leaves its line ends. Redacting twice changes nothing more.
/// Well-known examples from documentation stay.
pub fn redact(text: &str) -> Redacted<'_> {
    let mut redacted = String::new();
    let mut kept = 0;
    let mut count = 0;
    for Secret { span, kind } in secrets(text) {
        redacted.push_str(&text[kept..span.start]);
        redacted.push_str(REDACTION_MARK);
        redacted.push_str(kind);
        redacted.push(']');
        let newlines = bytecount::count(text[span.clone()].as_bytes(), b'\n');
        redacted.extend(std::iter::repeat_n('\n', newlines));
        kept = span.end;
        count += 1;
    }
    if count == 0 {
        return Redacted { text: Cow::Borrowed(text), count };
    }
    redacted.push_str(&text[kept..]);
    Redacted { text: Cow::Owned(redacted), count }
}

/// A credential: its bytes, which begin and end with ASCII, and its kind.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Secret {
    span: Range<usize>,
    kind: &'static str,
}

/// The credentials of a text, in order and without overlap.
fn secrets(text: &str) -> Vec<Secret> {
    let bytes = text.as_bytes();
    let mut secrets = Vec::new();
    let mut password: Option<Secret> = None;
    let mut position = 0;
    while position < bytes.len() {
        if let Some(secret) = password.take_if(|secret| secret.span.start <= position) {
            // A token that overlaps the password already covers it.
            if secret.span.start == position {
                position = secret.span.end;
                secrets.push(secret);
                continue;
            }
        }
        let byte = bytes[position];
        let found = match byte {
            b':' => {
                password = located::url_password(bytes, position).or(password);
                None
            }
            b'-' => located::private_key(bytes, position),
            b'a' | b'A' if !is_inside_word(bytes, position) => {
                located::authorization(bytes, position).or_else(|| rules::token(bytes, position))
            }
            _ if rules::starts_token(byte) && !is_inside_word(bytes, position) => {
                rules::token(bytes, position)
            }
            _ => None,
        };
        match found {
            Some(secret) => {
                position = secret.span.end;
                if !allowed::is_example(secret.kind, &bytes[secret.span.clone()]) {
                    secrets.push(secret);
                }
            }
            None => position += 1,
        }
    }
    secrets
}

fn is_inside_word(bytes: &[u8], position: usize) -> bool {
    position > 0 && is_word(bytes[position - 1])
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests;
