//! Removes credentials from logs and messages.
//!
//! Two things are found. Recognisable formats: a fixed prefix, then a body of a known alphabet and length. That covers
//! tokens as their issuers print them and leaves hashes, UUIDs and lock files alone. And assignments: a literal value of a
//! name such as `password`, `DB_PASS` or `apiKey`. Placeholders and references stay. A password without its name is not
//! found. So this is a second line of defence and never a reason to allow access.

use std::borrow::Cow;
use std::ops::Range;

mod allowed;
mod alphabet;
mod assigned;
mod format_table;
mod formats;
mod key_name;
mod literal;
mod located;
mod private_key;
mod text_kind;

use formats::Beginnings;

pub use formats::REDACTION_RULES;
pub use key_name::key_kind;
pub use text_kind::TextKind;

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
/// Well-known examples from documentation and placeholders stay.
pub fn redact(text: &str) -> Redacted<'_> {
    redact_as(text, TextKind::Prose)
}

/// The same for a text of a known kind, which decides about values without quotes.
pub fn redact_as(text: &str, kind: TextKind) -> Redacted<'_> {
    without(text, all_secrets(text, kind))
}

/// The same, but a credential stays that a program could act on: one with a blank, a line end, or another character than
/// letters, digits and `+/=_.:,@%~-`, and one that begins like a path. For texts that the user has to see before they are run.
pub fn redact_harmless(text: &str) -> Redacted<'_> {
    let mut secrets = all_secrets(text, TextKind::Prose);
    secrets.retain(|secret| is_harmless(&text.as_bytes()[secret.span.clone()]));
    without(text, secrets)
}

/// Whether the value is one word and not a path. A key of several lines may be a script between two markers.
fn is_harmless(value: &[u8]) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=_.:,@%~-".contains(byte);
    let begins_like_a_path = matches!(value, [b'/' | b'~' | b'.', ..]);
    !begins_like_a_path && value.iter().all(is_plain)
}

/// Replaces credentials of known formats only. For names and identities, such as `token:default`, which look like an
/// assignment and are none.
pub fn redact_formats(text: &str) -> Redacted<'_> {
    without(text, secrets(text))
}

/// The text without these credentials, which are in order and do not overlap.
fn without(text: &str, secrets: Vec<Secret>) -> Redacted<'_> {
    let mut redacted = String::new();
    let mut kept = 0;
    let mut count = 0;
    for Secret { span, kind } in secrets {
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

/// A credential: its bytes, which begin and end between characters, and its kind.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Secret {
    span: Range<usize>,
    kind: &'static str,
}

/// The credentials of a text, in order and without overlap. Where a known format is assigned to a name, its own kind
/// is the better word.
fn all_secrets(text: &str, kind: TextKind) -> Vec<Secret> {
    let mut secrets = secrets(text);
    let known = secrets.len();
    for assigned in assigned::assigned(text, kind) {
        let place = secrets[..known].partition_point(|secret| secret.span.end <= assigned.span.start);
        let is_apart = secrets[..known].get(place).is_none_or(|next| assigned.span.end <= next.span.start);
        if is_apart {
            secrets.push(assigned);
        }
    }
    secrets.sort_unstable_by_key(|secret| secret.span.start);
    secrets
}

/// The credentials of known formats, in order and without overlap.
fn secrets(text: &str) -> Vec<Secret> {
    let bytes = text.as_bytes();
    let mut secrets: Vec<Secret> = Vec::new();
    let mut password: Option<Secret> = None;
    let (mut position, mut last_end, mut aws_until) = (0, 0, 0);
    while position < bytes.len() {
        let beginnings = Beginnings::at(bytes, position);
        if beginnings.has_place() {
            password = located::url_password(bytes, position).or(password);
        }
        let found = password
            .take_if(|secret| secret.span.start <= position)
            // A token that overlaps the password already covers it.
            .filter(|secret| secret.span.start == position)
            .or_else(|| begun(bytes, position, last_end, beginnings))
            .or_else(|| (position < aws_until).then(|| located::aws_secret(bytes, position)).flatten());
        let Some(secret) = found else {
            position += 1;
            if password.is_none() && position >= aws_until {
                position = formats::next_beginning(bytes, position);
            }
            continue;
        };
        position = secret.span.end;
        last_end = position;
        if !allowed::is_example(secret.kind, &bytes[secret.span.clone()]) {
            if secret.kind == "aws-access-key" {
                aws_until = position + located::AWS_SECRET_NEAR;
            }
            secrets.push(secret);
        }
    }
    secrets
}

/// The credential that begins at this position, or one whose middle is there and which begins not before `from`.
fn begun(bytes: &[u8], position: usize, from: usize, beginnings: Beginnings) -> Option<Secret> {
    let is_start = !is_inside_word(bytes, position);
    let located = || match bytes[position] {
        // A marker may follow a line end that is written as `\n`.
        b'-' => private_key::armored(bytes, position),
        b'a' | b'A' if is_start => located::authorization(bytes, position),
        b'b' | b'B' if is_start => located::bearer(bytes, position),
        b'P' if is_start => private_key::putty(bytes, position),
        _ => None,
    };
    let by_place = beginnings.has_place().then(located).flatten();
    by_place
        .or_else(|| (beginnings.has_token() && is_start).then(|| formats::token(bytes, position)).flatten())
        .or_else(|| beginnings.has_anchor().then(|| formats::anchored(bytes, from, position)).flatten())
}

fn is_inside_word(bytes: &[u8], position: usize) -> bool {
    position > 0 && is_word(bytes[position - 1])
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests;
