//! Names of settings that hold a credential, such as `DB_PASSWORD` and `apiKey`.

/// How a name is understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KeyName {
    /// The word in `[redacted:<kind>]`.
    pub(super) kind: &'static str,
    /// Whether the name means a credential wherever it stands. `token` is also a word of parsers, `pass` of compilers.
    pub(super) is_certain: bool,
}

/// What a name ends with, in small letters without separators; what it means; whether it is certain.
const ENDINGS: &[(&str, &str, bool)] = &[
    ("password", "password", true),
    ("passwd", "password", true),
    ("passphrase", "password", true),
    ("secret", "secret", true),
    ("secretkeybase", "secret", true),
    ("apikey", "key", true),
    ("accesskey", "key", true),
    ("accountkey", "key", true),
    ("authkey", "key", true),
    ("encryptionkey", "key", true),
    ("masterkey", "key", true),
    ("privatekey", "key", true),
    ("secretkey", "key", true),
    ("sharedkey", "key", true),
    ("signingkey", "key", true),
    ("subscriptionkey", "key", true),
    ("token", "token", false),
    ("credential", "credential", false),
    ("credentials", "credential", false),
];

/// Short words that count only if they are a word of their own in the name, as in `DB_PASS`.
const LAST_WORDS: &[(&str, &str)] = &[
    ("pass", "password"),
    ("pwd", "password"),
    ("pw", "password"),
    ("auth", "credential"),
    ("pat", "token"),
];

/// Names that end like one and hold something else.
const OTHERS: &[&[u8]] =
    &[b"publickeytoken", b"nexttoken", b"pagetoken", b"nextpagetoken", b"continuationtoken"];

/// Longer names are not looked at.
pub(super) const LONGEST_NAME: usize = 64;

/// The kind of credential that a name stands for, such as `password` for `DB_PASS`; `None` for other names. For values
/// that stand apart from their name, such as a column of a table.
pub fn key_kind(name: &str) -> Option<&'static str> {
    KeyName::of(name.trim().as_bytes()).filter(|_| name.len() <= LONGEST_NAME).map(|key| key.kind)
}

impl KeyName {
    /// What the name means if it names a credential. Numbers at its end do not matter.
    pub(super) fn of(name: &[u8]) -> Option<Self> {
        let end = name.iter().rposition(u8::is_ascii_alphabetic)? + 1;
        let name = &name[..end];
        let letters: Vec<u8> =
            name.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect();
        if OTHERS.contains(&&letters[..]) {
            return None;
        }
        let by_ending = ENDINGS.iter().find(|(ending, ..)| letters.ends_with(ending.as_bytes()));
        if let Some((_, kind, is_certain)) = by_ending {
            return Some(Self { kind, is_certain: *is_certain });
        }
        let word = last_word(name);
        let is_it = |(last, _): &&(&str, &str)| word.eq_ignore_ascii_case(last.as_bytes());
        LAST_WORDS.iter().find(is_it).map(|(_, kind)| Self { kind, is_certain: false })
    }
}

/// Whether a text has such a name among its words: `client_secret`, `my-db-password`, `AUTH_TOKEN`. `supersecret` has not.
pub(super) fn mentions_key(text: &[u8]) -> bool {
    let is_ending =
        |word: &[u8]| ENDINGS.iter().any(|(ending, ..)| word.eq_ignore_ascii_case(ending.as_bytes()));
    words(text).any(is_ending) || words(text).nth(1).is_some() && KeyName::of(text).is_some()
}

fn last_word(name: &[u8]) -> &[u8] {
    words(name).last().unwrap_or_default()
}

/// The words of a name: between separators, and where small letters are followed by a capital one.
fn words(name: &[u8]) -> impl Iterator<Item = &[u8]> {
    name.split(|byte| !byte.is_ascii_alphanumeric())
        .flat_map(|part| part.chunk_by(|one, next| !(one.is_ascii_lowercase() && next.is_ascii_uppercase())))
        .filter(|word| !word.is_empty())
}
