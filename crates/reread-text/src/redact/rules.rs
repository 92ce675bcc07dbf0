//! A table of token formats: prefix, alphabet and length of the body.

use super::{Secret, is_word};

/// Version of all redaction rules. It increases whenever a rule changes, so a record can state by which rules it was
/// redacted.
pub const REDACTION_RULES: u32 = 3;

/// One token format. The body follows the prefix, and no word character follows the body.
struct Rule {
    kind: &'static str,
    prefix: &'static str,
    body: Body,
}

enum Body {
    /// Exactly this many characters of the alphabet.
    Exactly(usize, Alphabet),
    /// At least this many characters of the alphabet.
    AtLeast(usize, Alphabet),
    /// Parts separated by dots, each with a minimum length, of letters, digits, `-` and `_`. The second part has a fixed
    /// prefix.
    Dotted(&'static [usize], &'static str),
}

#[derive(Clone, Copy)]
enum Alphabet {
    /// Lowercase hex digits.
    Hex,
    /// Uppercase letters and digits.
    Upper,
    /// Letters and digits.
    Alnum,
    /// Letters, digits, `-` and `_`, with a digit among the first [`NEAR`] characters. Names in prose and code look
    /// similar, but rarely have a digit.
    Name,
    /// The same with dots; a dot at the end belongs to the sentence.
    Dotted,
    /// Base64 with padding.
    Base64,
    /// Letters, digits and slashes.
    Path,
}

use Alphabet::{Alnum, Base64, Hex, Name, Path, Upper};
use Body::{AtLeast, Exactly};

const fn rule(kind: &'static str, prefix: &'static str, body: Body) -> Rule {
    Rule { kind, prefix, body }
}

/// A token has its first digit among this many characters.
const NEAR: usize = 64;

/// Maximum length of the first of several parts. No key id or header is longer.
const FIRST_PART: usize = 1024;

/// Sorted by first byte. If one prefix begins with another, the longer one comes first.
const RULES: &[Rule] = &[
    rule("aws-access-key", "AKIA", Exactly(16, Upper)),
    rule("aws-access-key", "ASIA", Exactly(16, Upper)),
    rule("google-api-key", "AIza", Exactly(35, Name)),
    rule("age-secret-key", "AGE-SECRET-KEY-1", Exactly(58, Upper)),
    rule("azure-key", "AccountKey=", AtLeast(40, Base64)),
    rule("google-oauth", "GOCSPX-", Exactly(28, Name)),
    rule("sendgrid-key", "SG.", Body::Dotted(&[20, 40], "")),
    rule("crates-token", "cio", Exactly(32, Alnum)),
    rule("digitalocean-token", "dop_v1_", Exactly(64, Hex)),
    rule("digitalocean-token", "doo_v1_", Exactly(64, Hex)),
    rule("digitalocean-token", "dor_v1_", Exactly(64, Hex)),
    rule("jwt", "eyJ", Body::Dotted(&[7, 7, 16], "eyJ")),
    rule("github-token", "ghp_", AtLeast(36, Alnum)),
    rule("github-token", "gho_", AtLeast(36, Alnum)),
    rule("github-token", "ghu_", AtLeast(36, Alnum)),
    rule("github-token", "ghs_", AtLeast(36, Alnum)),
    rule("github-token", "ghr_", AtLeast(36, Alnum)),
    rule("github-token", "github_pat_", AtLeast(40, Name)),
    rule("gitlab-token", "glpat-", AtLeast(20, Alphabet::Dotted)),
    rule("gitlab-token", "gldt-", AtLeast(20, Name)),
    rule("gitlab-token", "glrt-", AtLeast(20, Alphabet::Dotted)),
    rule("groq-key", "gsk_", AtLeast(40, Alnum)),
    rule("grafana-token", "glsa_", AtLeast(40, Name)),
    rule("slack-webhook", "hooks.slack.com/services/", AtLeast(24, Path)),
    rule("huggingface-token", "hf_", AtLeast(30, Alnum)),
    rule("vault-token", "hvs.", AtLeast(24, Name)),
    rule("npm-token", "npm_", Exactly(36, Alnum)),
    rule("pypi-token", "pypi-AgE", AtLeast(50, Name)),
    rule("stripe-key", "rk_live_", AtLeast(16, Alnum)),
    rule("stripe-key", "rk_test_", AtLeast(16, Alnum)),
    rule("rubygems-token", "rubygems_", Exactly(48, Hex)),
    rule("anthropic-key", "sk-ant-", AtLeast(24, Name)),
    rule("openai-key", "sk-proj-", AtLeast(24, Name)),
    rule("openai-key", "sk-svcacct-", AtLeast(24, Name)),
    rule("openai-key", "sk-admin-", AtLeast(24, Name)),
    rule("openrouter-key", "sk-or-v1-", AtLeast(32, Hex)),
    rule("openai-key", "sk-", AtLeast(32, Alnum)),
    rule("stripe-key", "sk_live_", AtLeast(16, Alnum)),
    rule("stripe-key", "sk_test_", AtLeast(16, Alnum)),
    rule("square-token", "sq0atp-", Exactly(22, Name)),
    rule("square-token", "sq0csp-", Exactly(43, Name)),
    rule("shopify-token", "shpat_", Exactly(32, Hex)),
    rule("shopify-token", "shpss_", Exactly(32, Hex)),
    rule("stripe-webhook", "whsec_", AtLeast(24, Alnum)),
    rule("slack-token", "xoxa-", AtLeast(12, Name)),
    rule("slack-token", "xoxb-", AtLeast(12, Name)),
    rule("slack-token", "xoxe-", AtLeast(12, Name)),
    rule("slack-token", "xoxp-", AtLeast(12, Name)),
    rule("slack-token", "xoxr-", AtLeast(12, Name)),
    rule("slack-token", "xoxs-", AtLeast(12, Name)),
    rule("slack-token", "xapp-", AtLeast(20, Name)),
    rule("google-oauth", "ya29.", AtLeast(20, Name)),
];

/// For each byte, the rules that begin with it.
static BY_FIRST: [&[Rule]; 256] = {
    let mut by_first: [&[Rule]; 256] = [&[]; 256];
    let mut rest = RULES;
    while let [rule, ..] = rest {
        let first = rule.prefix.as_bytes()[0];
        let mut count = 0;
        while count < rest.len() && rest[count].prefix.as_bytes()[0] == first {
            count += 1;
        }
        let (same, others) = rest.split_at(count);
        assert!(by_first[first as usize].is_empty(), "rules with one first byte stand together");
        by_first[first as usize] = same;
        rest = others;
    }
    by_first
};

/// The token that begins at this position, if one does.
pub(super) fn token(bytes: &[u8], position: usize) -> Option<Secret> {
    let text = &bytes[position..];
    BY_FIRST[usize::from(*text.first()?)].iter().find_map(|rule| {
        let rest = text.strip_prefix(rule.prefix.as_bytes())?;
        let body = rule.body.length(rest)?;
        let ends_there = !rest.get(body).is_some_and(|after| is_word(*after));
        let end = position + rule.prefix.len() + body;
        ends_there.then_some(Secret { span: position..end, kind: rule.kind })
    })
}

/// Whether a rule begins with this byte.
pub(super) fn starts_token(byte: u8) -> bool {
    !BY_FIRST[usize::from(byte)].is_empty()
}

impl Body {
    /// The length of the body at the start of the text, if there is one.
    fn length(&self, text: &[u8]) -> Option<usize> {
        match self {
            Self::Exactly(length, alphabet) => alphabet.run(text).filter(|run| run == length),
            Self::AtLeast(length, alphabet) => alphabet.run(text).filter(|run| run >= length),
            Self::Dotted(parts, second) => {
                let mut end = 0;
                for (index, least) in parts.iter().enumerate() {
                    if index > 0 {
                        end += text[end..].starts_with(b".").then_some(1)?;
                    }
                    if index == 1 && !text[end..].starts_with(second.as_bytes()) {
                        return None;
                    }
                    let part = run(if index == 0 { near(text, FIRST_PART) } else { &text[end..] }, is_name);
                    end += (part >= *least).then_some(part)?;
                }
                Some(end)
            }
        }
    }
}

impl Alphabet {
    /// The length of the run in this alphabet; `None` if it lacks what the alphabet requires.
    fn run(self, text: &[u8]) -> Option<usize> {
        match self {
            Self::Hex => Some(run(text, |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))),
            Self::Upper => Some(run(text, |byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())),
            Self::Alnum => Some(run(text, |byte| byte.is_ascii_alphanumeric())),
            Self::Path => Some(run(text, |byte| byte.is_ascii_alphanumeric() || byte == b'/')),
            Self::Base64 => {
                let digits = run(text, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'));
                Some(digits + run(&text[digits..], |byte| byte == b'='))
            }
            Self::Name => has_digit(text).then(|| run(text, is_name)),
            Self::Dotted => has_digit(text).then(|| {
                let end = run(text, |byte| is_name(byte) || byte == b'.');
                let dots = text[..end].iter().rev().take_while(|byte| **byte == b'.').count();
                end - dots
            }),
        }
    }
}

fn run(text: &[u8], is_member: impl Fn(u8) -> bool) -> usize {
    text.iter().take_while(|byte| is_member(**byte)).count()
}

fn is_name(byte: u8) -> bool {
    is_word(byte) || byte == b'-'
}

/// Whether the name at the start of the text has a digit near its start. A search through the whole name would take
/// quadratic time for a text that consists of prefixes.
fn has_digit(text: &[u8]) -> bool {
    near(text, NEAR).iter().take_while(|byte| is_name(**byte)).any(u8::is_ascii_digit)
}

fn near(text: &[u8], most: usize) -> &[u8] {
    &text[..text.len().min(most)]
}
