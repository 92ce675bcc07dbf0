//! Texts that look like credentials but are not: examples from documentation, and placeholders.

/// Kinds of credentials, and how examples of them end.
const EXAMPLES: &[(&str, &str)] = &[
    // All keys in the documentation of AWS.
    ("aws-access-key", "EXAMPLE"),
    // The fixed account of every Azure storage emulator.
    ("azure-key", "K1SZFPTOtr/KBHBeksoGMGw=="),
    // The token that jwt.io shows.
    ("jwt", ".SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"),
];

/// This many equal characters after the prefix are a placeholder, not a key.
const STAND_IN: usize = 16;

/// Whether this is a known example or a placeholder.
pub(super) fn is_example(kind: &str, secret: &[u8]) -> bool {
    let is_it = |(of_kind, end): &(&str, &str)| *of_kind == kind && secret.ends_with(end.as_bytes());
    EXAMPLES.iter().any(is_it) || is_stand_in(secret)
}

/// For example `ghp_xxxxxxxxxxxxxxxx`.
fn is_stand_in(secret: &[u8]) -> bool {
    let Some(last) = secret.last() else { return false };
    let run = secret.iter().rev().take_while(|byte| *byte == last).count();
    let before = &secret[..secret.len() - run];
    run >= STAND_IN && matches!(before.last(), None | Some(b'_' | b'-'))
}
