//! Texts that look like credentials but are not: examples from documentation, and placeholders.

/// The endings of examples of each kind.
struct Example {
    kind: &'static str,
    end: &'static str,
}

const EXAMPLES: &[Example] = &[
    // All keys in the documentation of AWS.
    Example { kind: "aws-access-key", end: "EXAMPLE" },
    // The fixed account of every Azure storage emulator.
    Example { kind: "azure-key", end: "K1SZFPTOtr/KBHBeksoGMGw==" },
    // The token that jwt.io shows.
    Example { kind: "jwt", end: ".SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c" },
];

/// This many equal characters after the prefix are a placeholder, not a key.
const STAND_IN: usize = 16;

/// Whether this is a known example or a placeholder.
pub(super) fn is_example(kind: &str, secret: &[u8]) -> bool {
    let is_it = |example: &Example| example.kind == kind && secret.ends_with(example.end.as_bytes());
    EXAMPLES.iter().any(is_it) || is_stand_in(secret)
}

/// For example `ghp_xxxxxxxxxxxxxxxx`.
fn is_stand_in(secret: &[u8]) -> bool {
    let Some(last) = secret.last() else { return false };
    let run = secret.iter().rev().take_while(|byte| *byte == last).count();
    let before = &secret[..secret.len() - run];
    run >= STAND_IN && matches!(before.last(), None | Some(b'_' | b'-'))
}
