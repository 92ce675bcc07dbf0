//! Names of settings that hold a credential, such as `DB_PASSWORD` and `apiKey`.

/// How a name is understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KeyName {
    /// The word in `[redacted:<kind>]`.
    pub(super) kind: &'static str,
    pub(super) certainty: Certainty,
}

/// How much a name says about its value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Certainty {
    /// Many other things have such a name, so the value alone has to look like a key.
    Weak,
    /// A credential among other meanings: `token` is also a word of parsers, `pass` of compilers.
    Likely,
    /// A credential wherever the name stands.
    Certain,
}

use Certainty::{Certain, Likely, Weak};

/// What a name ends with, in small letters without separators; what it means; how certain that is.
const ENDINGS: &[(&str, &str, Certainty)] = &[
    ("password", "password", Certain),
    ("passwd", "password", Certain),
    ("passphrase", "password", Certain),
    ("passcode", "password", Certain),
    ("secret", "secret", Certain),
    ("secretkeybase", "secret", Certain),
    ("apikey", "key", Certain),
    ("accesskey", "key", Certain),
    ("accountkey", "key", Certain),
    ("authkey", "key", Certain),
    ("encryptionkey", "key", Certain),
    ("masterkey", "key", Certain),
    ("privatekey", "key", Certain),
    ("secretkey", "key", Certain),
    ("sharedkey", "key", Certain),
    ("signingkey", "key", Certain),
    ("subscriptionkey", "key", Certain),
    ("token", "token", Likely),
    ("credential", "credential", Likely),
    ("credentials", "credential", Likely),
    ("adminkey", "key", Weak),
    ("appkey", "key", Weak),
    ("applicationkey", "key", Weak),
    ("clientkey", "key", Weak),
    ("consumerkey", "key", Weak),
    ("deploykey", "key", Weak),
    ("functionkey", "key", Weak),
    ("hmackey", "key", Weak),
    ("hostkey", "key", Weak),
    ("ingestkey", "key", Weak),
    ("insertkey", "key", Weak),
    ("integrationkey", "key", Weak),
    ("jwtkey", "key", Weak),
    ("licensekey", "key", Weak),
    ("sdkkey", "key", Weak),
    ("securitykey", "key", Weak),
    ("serverkey", "key", Weak),
    ("servicekey", "key", Weak),
    ("storagekey", "key", Weak),
    ("userkey", "key", Weak),
    ("writekey", "key", Weak),
];

/// Short words that count only if they are a word of their own in the name, as in `DB_PASS`.
const LAST_WORDS: &[(&str, &str)] = &[
    ("pass", "password"),
    ("pwd", "password"),
    ("pw", "password"),
    ("auth", "credential"),
    ("pat", "token"),
];

/// Issuers of keys: a name that has one of them and ends with `key` means one of theirs.
const ISSUERS: &[&str] = &[
    "algolia",
    "amplitude",
    "azure",
    "cloudflare",
    "cohere",
    "datadog",
    "deepgram",
    "fastly",
    "freshdesk",
    "jfrog",
    "launchdarkly",
    "mailchimp",
    "mailgun",
    "mailjet",
    "mistral",
    "mixpanel",
    "newrelic",
    "openai",
    "opsgenie",
    "pagerduty",
    "rapidapi",
    "segment",
    "sendgrid",
    "stripe",
    "trello",
    "twilio",
    "yandex",
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
        if !LAST_LETTERS[usize::from(name[end - 1])] {
            return None;
        }
        let mut small = [0; LONGEST_NAME];
        let letters = small_letters(name, &mut small);
        if OTHERS.contains(&letters) {
            return None;
        }
        let by_ending = ENDINGS.iter().find(|(ending, ..)| letters.ends_with(ending.as_bytes()));
        if let Some((_, kind, certainty)) = by_ending {
            return Some(Self { kind, certainty: *certainty });
        }
        let is_of = |issuer: &&str| memchr::memmem::find(letters, issuer.as_bytes()).is_some();
        if letters.ends_with(b"key") && ISSUERS.iter().any(is_of) {
            return Some(Self { kind: "key", certainty: Weak });
        }
        let word = last_word(name);
        let is_it = |(last, _): &&(&str, &str)| word.eq_ignore_ascii_case(last.as_bytes());
        LAST_WORDS.iter().find(is_it).map(|(_, kind)| Self { kind, certainty: Likely })
    }
}

/// For each byte, whether a name that means a credential may end with it. Most names of a text do not.
static LAST_LETTERS: [bool; 256] = {
    let mut table = [false; 256];
    let mut index = 0;
    while index < ENDINGS.len() {
        let word = ENDINGS[index].0.as_bytes();
        table[word[word.len() - 1] as usize] = true;
        table[word[word.len() - 1].to_ascii_uppercase() as usize] = true;
        index += 1;
    }
    index = 0;
    while index < LAST_WORDS.len() {
        let word = LAST_WORDS[index].0.as_bytes();
        table[word[word.len() - 1] as usize] = true;
        table[word[word.len() - 1].to_ascii_uppercase() as usize] = true;
        index += 1;
    }
    table
};

/// The last letters and digits of a name, in small letters.
fn small_letters<'a>(name: &[u8], small: &'a mut [u8; LONGEST_NAME]) -> &'a [u8] {
    let mut start = LONGEST_NAME;
    for byte in name.iter().rev().filter(|byte| byte.is_ascii_alphanumeric()).take(LONGEST_NAME) {
        start -= 1;
        small[start] = byte.to_ascii_lowercase();
    }
    &small[start..]
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
