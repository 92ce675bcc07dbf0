//! Credentials, out of logs and messages.
//!
//! Only formats that announce themselves are known: a fixed prefix, then a body of a known alphabet and
//! length. That finds tokens as their issuers print them and leaves hashes, UUIDs and lock files alone; it
//! does not find a password that looks like a word. It is a second line, never a permission.

use std::borrow::Cow;
use std::ops::Range;

mod allowed;
mod located;
mod rules;

pub use rules::REDACTION_RULES;

/// What every redaction begins with. A text that holds it is not what some file says, so it must not be written into one.
pub const REDACTION_MARK: &str = "[redacted:";

/// A text without the credentials that were recognised in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redacted<'a> {
    /// The text, each credential replaced by `[redacted:<kind>]`.
    pub text: Cow<'a, str>,
    /// How many were replaced.
    pub count: usize,
}

/// Replaces what is recognised as a credential by `[redacted:<kind>]`.
///
/// Lines stay where they are: a key that spans lines leaves its line ends behind. Redacting twice changes
/// nothing more. What everybody knows to be an example stays.
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

/// A credential: the bytes to hide, which begin and end with ASCII, and what they are.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Secret {
    span: Range<usize>,
    kind: &'static str,
}

/// The credentials of a text, in order and apart from each other.
fn secrets(text: &str) -> Vec<Secret> {
    let bytes = text.as_bytes();
    let mut secrets = Vec::new();
    let mut password: Option<Secret> = None;
    let mut position = 0;
    while position < bytes.len() {
        if let Some(secret) = password.take_if(|secret| secret.span.start <= position) {
            // A token that reached into the password has hidden it already.
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
