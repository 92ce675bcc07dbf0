//! Texts that look like credentials but are not: examples from documentation, and placeholders.

/// Kinds of credentials, and how examples of them end.
const EXAMPLES: &[(&str, &str)] = &[
    // All keys in the documentation of AWS.
    ("aws-access-key", "EXAMPLE"),
    ("aws-secret-key", "EXAMPLEKEY"),
    // The fixed account of every Azure storage emulator.
    ("azure-key", "K1SZFPTOtr/KBHBeksoGMGw=="),
    // The token that jwt.io shows.
    ("jwt", ".SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"),
];

/// This many equal characters after the prefix are a placeholder, not a key.
const STAND_IN: usize = 16;

/// What is longer is not looked at word by word.
const LONGEST_EXAMPLE: usize = 4 << 10;

/// What stands in examples of generated tokens and by chance in none.
const STAND_IN_WORDS: &[&str] =
    &["example", "placeholder", "changeme", "redacted", "your-token", "your_token"];

/// Whether this is a known example or a placeholder.
pub(super) fn is_example(kind: &str, secret: &[u8]) -> bool {
    let is_it = |(of_kind, end): &(&str, &str)| *of_kind == kind && secret.ends_with(end.as_bytes());
    if EXAMPLES.iter().any(is_it) || is_stand_in(secret) {
        return true;
    }
    if secret.len() > LONGEST_EXAMPLE {
        return false;
    }
    // A private key may have a comment of any words.
    let has_words = kind != "private-key" && STAND_IN_WORDS.iter().any(|word| has_word(secret, word));
    is_mostly_one(secret) || has_words || has_hidden_part(secret)
}

fn has_word(secret: &[u8], word: &str) -> bool {
    secret.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
}

/// Eight equal characters of those that hide something, as in `AKIAXXXXXXXXXXXXXXXX`.
fn has_hidden_part(secret: &[u8]) -> bool {
    let hides = |eight: &[u8]| {
        matches!(eight[0], b'x' | b'X' | b'*' | b'.') && eight.iter().all(|byte| *byte == eight[0])
    };
    secret.windows(8).any(hides)
}

/// Three of four characters are the same, as in `token 0000000000000000000000000000000000000001`.
fn is_mostly_one(secret: &[u8]) -> bool {
    let Some(last) = secret.len().checked_sub(2).map(|index| secret[index]) else { return false };
    secret.len() >= STAND_IN && bytecount::count(secret, last) * 4 >= secret.len() * 3
}

/// For example `ghp_xxxxxxxxxxxxxxxx`.
fn is_stand_in(secret: &[u8]) -> bool {
    let Some(last) = secret.last() else { return false };
    let run = secret.iter().rev().take_while(|byte| *byte == last).count();
    let before = &secret[..secret.len() - run];
    run >= STAND_IN && matches!(before.last(), None | Some(b'_' | b'-'))
}
