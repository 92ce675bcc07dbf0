//! Whether what is assigned to a key is a credential itself, or a placeholder, a reference or words about it.

use super::key_name::{Certainty, KeyName, mentions_key};
use super::{REDACTION_MARK, TextKind};

/// A value as it is written, without its quotes.
#[derive(Clone, Copy, Debug)]
pub(super) struct AssignedValue<'a> {
    pub(super) text: &'a [u8],
    pub(super) is_quoted: bool,
    /// Whether white space surrounds the sign of assignment. Settings allow that, shells and queries do not.
    pub(super) is_spaced: bool,
    /// Whether the assignment stands in a string or comment of a program, not among its statements.
    pub(super) is_text: bool,
}

/// Shorter values are signs and flags.
const SHORTEST: usize = 4;
/// A value whose key is not certain is at least this long.
const SHORTEST_UNCERTAIN: usize = 8;
/// What a value is at least if its key is weak.
const SHORTEST_GENERATED: usize = 20;
/// The same, where nothing says that the text is an assignment at all.
const SHORTEST_IN_PROSE: usize = 6;

/// Words that stand in place of a credential, in small letters.
const STAND_INS: &[&str] = &[
    "changeit",
    "changeme",
    "default",
    "disabled",
    "dummy",
    "empty",
    "enabled",
    "false",
    "hidden",
    "masked",
    "missing",
    "nil",
    "none",
    "null",
    "omit",
    "optional",
    "placeholder",
    "prompt",
    "removed",
    "replaceme",
    "required",
    "sample",
    "string",
    "stringvalue",
    "tbd",
    "todo",
    "true",
    "undefined",
    "unknown",
    "unset",
    "value",
];

/// What placeholders contain, in small letters without separators.
const STAND_IN_PARTS: &[&str] = &["example", "changeme", "placeholder", "redacted", "replacewith", "yourkey"];

/// How a value begins that only says where the credential is.
const REFERENCES: &[&str] = &[
    "env:",
    "file:",
    "vault:",
    "op://",
    "arn:",
    "http://",
    "https://",
    "ssm:",
    "secretsmanager:",
    "ENC[",
    "./",
    "../",
    "~/",
];

impl AssignedValue<'_> {
    /// Whether the value is a credential that the text shows.
    pub(super) fn is_credential(&self, key: KeyName, kind: TextKind) -> bool {
        let text = self.text.trim_ascii();
        let is_certain = key.certainty == Certainty::Certain;
        let shortest = if is_certain { SHORTEST } else { SHORTEST_UNCERTAIN };
        text.len() >= shortest
            && (is_certain || text.is_ascii())
            && !is_placeholder(text)
            && !is_reference(text)
            && !is_about_it(text)
            && !is_version(text)
            && self.is_literal(text, key, kind)
    }

    fn is_literal(&self, text: &[u8], key: KeyName, kind: TextKind) -> bool {
        if key.certainty == Certainty::Weak {
            return (self.is_quoted || kind != TextKind::Code) && looks_generated(text);
        }
        let is_certain = key.certainty == Certainty::Certain;
        let is_number = text.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'_'));
        match kind {
            // Among statements an unquoted value is an expression.
            TextKind::Code if !self.is_quoted => {
                self.is_text && is_certain && looks_random(text, SHORTEST_IN_PROSE)
            }
            TextKind::Code => is_certain || looks_random(text, SHORTEST_UNCERTAIN),
            TextKind::Settings => is_certain || !is_number,
            TextKind::Shell if self.is_quoted || !self.is_spaced => is_certain || !is_number,
            TextKind::Prose if self.is_quoted || !self.is_spaced => {
                is_certain && !is_number || looks_random(text, SHORTEST_UNCERTAIN)
            }
            TextKind::Shell | TextKind::Prose => {
                looks_random(text, if is_certain { SHORTEST_IN_PROSE } else { 12 })
            }
        }
    }
}

/// Letters and digits together, without white space and signs of expressions.
fn looks_random(text: &[u8], shortest: usize) -> bool {
    let is_part =
        |byte: &u8| !matches!(byte, b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b' ' | b',');
    text.len() >= shortest
        && text.iter().all(is_part)
        && text.iter().any(u8::is_ascii_digit)
        && text.iter().any(u8::is_ascii_alphabetic)
        && !is_path_of_names(text)
        && !is_numbered_name(text)
}

/// A word of letters and digits as programs make them: long, with several digits, and hexadecimal or of both cases.
fn looks_generated(text: &[u8]) -> bool {
    let is_part =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'_' | b'-');
    let is_hex = || text.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'-');
    let is_mixed = || text.iter().any(u8::is_ascii_uppercase) && text.iter().any(u8::is_ascii_lowercase);
    let digits = text.iter().filter(|byte| byte.is_ascii_digit()).count();
    text.len() >= SHORTEST_GENERATED && text.iter().all(is_part) && digits >= 3 && (is_hex() || is_mixed())
}

/// `secret2`, `progress-1`, `CLIENT_SECRET_0`: a name that has a number at its end.
fn is_numbered_name(text: &[u8]) -> bool {
    let end = text.iter().rposition(|byte| !byte.is_ascii_digit()).map_or(0, |last| last + 1);
    let name = &text[..end];
    let is_name = !name.iter().any(u8::is_ascii_digit);
    is_name && (matches!(name.last(), Some(b'-' | b'_')) || mentions_key(name))
}

/// `settings.db2.host`, `a::B1`: names, joined.
fn is_path_of_names(text: &[u8]) -> bool {
    let parts = || text.split(|byte| matches!(byte, b'.' | b':')).filter(|part| !part.is_empty());
    let is_name = |part: &[u8]| {
        !part[0].is_ascii_digit() && part.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    };
    parts().nth(1).is_some() && parts().all(is_name)
}

/// Something to be filled in: `${VAR}`, `<your-key>`, `{{ token }}`, `%(pass)s`, `xxxx`, `****`, `changeme`, `None`.
fn is_placeholder(text: &[u8]) -> bool {
    let is_filled_in = match text {
        [b'$' | b'<' | b'%' | b'*' | b'!' | b'&' | b'#', ..] => true,
        [b'{', .., b'}'] | [b'[', .., b']'] | [b'(', .., b')'] => true,
        _ => [&b"${"[..], b"{{", b"#{", b"$(", b"%s", b"{}", REDACTION_MARK.as_bytes()]
            .iter()
            .any(|part| contains(text, part)),
    };
    let letters: Vec<u8> =
        text.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect();
    let is_word = STAND_INS.iter().any(|word| letters == word.as_bytes());
    let has_part = STAND_IN_PARTS.iter().any(|part| contains(&letters, part.as_bytes()));
    let is_yours = [&b"your"[..], b"my-", b"insert"].iter().any(|start| starts_with_case(text, start));
    let unpadded = &text[..text.iter().rposition(|byte| *byte != b'=').map_or(0, |last| last + 1)];
    let is_cut = unpadded.ends_with(b"...") || text.ends_with("…".as_bytes());
    is_filled_in || is_word || has_part || is_yours || is_cut || has_long_run(text)
}

/// Four or more equal characters of those that hide something: `sk-xxxx`, `....`, `********`.
fn has_long_run(text: &[u8]) -> bool {
    text.windows(4).any(|four| {
        matches!(four[0], b'x' | b'X' | b'*' | b'.' | b'-' | b'_') && four.iter().all(|byte| *byte == four[0])
    }) || text.iter().all(|byte| *byte == text[0])
}

/// Where the credential is, a call that gets it, or the type that it has: `os.environ["X"]`, `vault:secret/db`,
/// `/run/secrets/db`, `Option<String>`.
fn is_reference(text: &[u8]) -> bool {
    let is_path = text.starts_with(b"/")
        && text.iter().all(|byte| {
            byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'.' | b'_' | b'-' | b'/')
        });
    let is_name_first = text[0].is_ascii_alphabetic() || text[0] == b'_';
    let opens = text.iter().position(|byte| matches!(byte, b'(' | b'[' | b'<'));
    let is_call = is_name_first
        && opens
            .is_some_and(|opens| opens + 1 == text.len() || matches!(text.last(), Some(b')' | b']' | b'>')));
    // A selector of a style sheet or the end of a name, such as `.data-api`.
    let is_selector =
        text[0] == b'.' && text[1..].iter().all(|byte| byte.is_ascii_lowercase() || *byte == b'-');
    let starts = |start: &&str| starts_with_case(text, start.as_bytes());
    is_path || is_call || is_selector || REFERENCES.iter().any(starts)
}

/// Words about credentials, not one of them: a label such as `Enter your password`, or a name such as `client_secret`.
fn is_about_it(text: &[u8]) -> bool {
    let has_digit = text.iter().any(u8::is_ascii_digit);
    if contains(text, b"abcdefghijklmnopqrstuvwxyz") || is_name_of_header(text) {
        return true;
    }
    if text.contains(&b' ') {
        let is_sentence =
            text[0].is_ascii_uppercase() || matches!(text.last(), Some(b'.' | b'!' | b'?' | b':' | b','));
        return is_sentence || mentions_key(text);
    }
    !has_digit && mentions_key(text) || text.contains(&b'_') && is_numbered_name(text)
}

/// `x-aws-ec2-metadata-token`: words in small letters, joined, the last of which names a credential.
fn is_name_of_header(text: &[u8]) -> bool {
    let is_small = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-';
    let last = text.rsplit(|byte| *byte == b'-').next().unwrap_or_default();
    let starts_like_one = text.starts_with(b"x-");
    starts_like_one && text.iter().all(is_small) && mentions_key(last)
}

/// `1.2.1`, `^4.0.0-rc.1`, `>=2.3`: packages have such names too.
fn is_version(text: &[u8]) -> bool {
    let start =
        text.iter().take_while(|byte| matches!(byte, b'^' | b'~' | b'=' | b'>' | b'<' | b'v' | b' ')).count();
    let number = text[start..].iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    let rest = &text[start + number..];
    let has_dot = text[start..start + number].contains(&b'.');
    has_dot && text[start].is_ascii_digit() && (rest.is_empty() || matches!(rest[0], b'-' | b'+' | b' '))
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    memchr::memmem::find(text, part).is_some()
}

fn starts_with_case(text: &[u8], start: &[u8]) -> bool {
    text.get(..start.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(start))
}
