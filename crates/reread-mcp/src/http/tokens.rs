//! Bearer tokens, and the principal that each of them proves.
//!
//! Only digests of the secrets are kept, and every one of them is compared to its end, so that neither memory, nor logs,
//! nor the time of an answer reveals a secret.

use std::fmt;

use reread_text::Digest;

use crate::Principal;

/// The shortest secret that is accepted, in characters.
const SHORTEST: usize = 32;

/// The secrets of a server, each with the principal that it proves.
#[derive(Clone)]
pub struct Tokens {
    known: Vec<(Digest, Principal)>,
}

/// Why a text is no list of tokens. It never quotes the text. Lines are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum TokensError {
    #[error("there is no token in it")]
    Empty,
    #[error("line {line} is neither a token nor a name and a token")]
    NotAToken { line: usize },
    #[error("the token in line {line} has fewer than {SHORTEST} characters")]
    TooShort { line: usize },
    #[error("the name or the token in line {line} stands there twice")]
    Twice { line: usize },
}

impl Tokens {
    /// One token per line, with a name before it if there are several: `laptop 9f86...`. A token without a name is that of
    /// `default`. Blank lines and lines that begin with `#` count for nothing.
    pub fn parse(text: &str) -> Result<Self, TokensError> {
        let mut known: Vec<(Digest, Principal)> = Vec::new();
        let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        for (line, words) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let (name, token) = words.split_once(char::is_whitespace).unwrap_or(("default", words));
            let token = token.trim_start();
            if !is_name(name) || !is_token(token) {
                return Err(TokensError::NotAToken { line });
            }
            if token.len() < SHORTEST {
                return Err(TokensError::TooShort { line });
            }
            let (digest, principal) = (Digest::of(token.as_bytes()), Principal::new(format!("token:{name}")));
            if known.iter().any(|(other, named)| *other == digest || *named == principal) {
                return Err(TokensError::Twice { line });
            }
            known.push((digest, principal));
        }
        if known.is_empty() { Err(TokensError::Empty) } else { Ok(Self { known }) }
    }

    /// The principal that a secret proves.
    pub(crate) fn principal(&self, token: &[u8]) -> Option<&Principal> {
        let digest = Digest::of(token);
        let mut found = None;
        for (known, principal) in &self.known {
            // No way out of the loop and none out of the comparison: the time says nothing.
            if differing_bits(known, &digest) == 0 {
                found = Some(principal);
            }
        }
        found
    }
}

/// How many principals there are, and nothing else.
impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tokens").field("known", &self.known.len()).finish()
    }
}

fn differing_bits(one: &Digest, other: &Digest) -> u8 {
    one.as_bytes().iter().zip(other.as_bytes()).fold(0, |differing, (one, other)| differing | (one ^ other))
}

fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    (1..=64).contains(&name.len()) && name.bytes().all(is_plain)
}

/// The characters that a token may have in an `Authorization` header.
fn is_token(token: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte);
    let body = token.trim_end_matches('=');
    !body.is_empty() && token.len() <= 1024 && body.bytes().all(is_plain)
}

#[cfg(test)]
mod tests;
