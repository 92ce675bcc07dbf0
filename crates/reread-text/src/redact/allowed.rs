//! What has the form of a credential and is none: examples of those who issue them, and stand-ins.

/// How examples of a kind end.
struct Example {
    kind: &'static str,
    end: &'static str,
}

const EXAMPLES: &[Example] = &[
    // All keys in the documents of AWS.
    Example { kind: "aws-access-key", end: "EXAMPLE" },
    // The account that every emulator of Azure storage has.
    Example { kind: "azure-key", end: "K1SZFPTOtr/KBHBeksoGMGw==" },
    // The token that jwt.io shows.
    Example { kind: "jwt", end: ".SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c" },
];

/// So many equal characters, and nothing before them but a prefix, are nobody's key.
const STAND_IN: usize = 16;

/// Whether a credential of this kind is known to open nothing.
pub(super) fn is_example(kind: &str, secret: &[u8]) -> bool {
    let is_it = |example: &Example| example.kind == kind && secret.ends_with(example.end.as_bytes());
    EXAMPLES.iter().any(is_it) || is_stand_in(secret)
}

/// `ghp_xxxxxxxxxxxxxxxx` and its like.
fn is_stand_in(secret: &[u8]) -> bool {
    let Some(last) = secret.last() else { return false };
    let run = secret.iter().rev().take_while(|byte| *byte == last).count();
    let before = &secret[..secret.len() - run];
    run >= STAND_IN && matches!(before.last(), None | Some(b'_' | b'-'))
}
