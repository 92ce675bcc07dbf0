//! SPDX licence expressions: may we use a package under these terms?
//!
//! `OR` needs one side, `AND` both, and binds tighter; `WITH` makes one term of a licence and its exception. The `/` of
//! older manifests is an `OR`. It knows no licence by name: the caller says which terms are allowed.

use std::fmt;
use std::iter::Peekable;

/// Whether the expression can be satisfied with allowed terms alone.
///
/// A term is a licence (`MIT`) or a licence with its exception (`Apache-2.0 WITH LLVM-exception`), spelled as the
/// expression spells it.
pub(crate) fn satisfied(expression: &str, allowed: impl Fn(&str) -> bool) -> Result<bool, BadExpression> {
    let tokens = tokens(expression)?;
    let mut parser = Parser { tokens: tokens.into_iter().peekable(), allowed };
    let satisfied = parser.any()?;
    match parser.tokens.next() {
        None => Ok(satisfied),
        Some(token) => Err(BadExpression::Unexpected(token.to_string())),
    }
}

/// Why an expression has no meaning.
#[derive(Debug)]
pub(crate) enum BadExpression {
    Unfinished,
    Unexpected(String),
}

impl fmt::Display for BadExpression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfinished => f.write_str("the expression ends too early"),
            Self::Unexpected(token) => write!(f, "`{token}` stands in the wrong place"),
        }
    }
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Token<'a> {
    Open,
    Close,
    Or,
    And,
    With,
    Name(&'a str),
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open => "(",
            Self::Close => ")",
            Self::Or => "OR",
            Self::And => "AND",
            Self::With => "WITH",
            Self::Name(name) => name,
        })
    }
}

fn tokens(expression: &str) -> Result<Vec<Token<'_>>, BadExpression> {
    let mut tokens = Vec::new();
    let mut rest = expression.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | ':');
        let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (word, after) = rest.split_at(length);
        tokens.push(match word {
            "(" => Token::Open,
            ")" => Token::Close,
            "/" | "OR" | "or" => Token::Or,
            "AND" | "and" => Token::And,
            "WITH" | "with" => Token::With,
            name if name.starts_with(is_name) => Token::Name(name),
            other => return Err(BadExpression::Unexpected(other.to_owned())),
        });
        rest = after.trim_start();
    }
    Ok(tokens)
}

struct Parser<'a, Tokens: Iterator<Item = Token<'a>>, Allowed> {
    tokens: Peekable<Tokens>,
    allowed: Allowed,
}

impl<'a, Tokens: Iterator<Item = Token<'a>>, Allowed: Fn(&str) -> bool> Parser<'a, Tokens, Allowed> {
    // Both sides are always parsed: what follows an allowed term must have a meaning, too.
    fn any(&mut self) -> Result<bool, BadExpression> {
        let mut satisfied = self.all()?;
        while self.tokens.next_if_eq(&Token::Or).is_some() {
            satisfied |= self.all()?;
        }
        Ok(satisfied)
    }

    fn all(&mut self) -> Result<bool, BadExpression> {
        let mut satisfied = self.term()?;
        while self.tokens.next_if_eq(&Token::And).is_some() {
            satisfied &= self.term()?;
        }
        Ok(satisfied)
    }

    fn term(&mut self) -> Result<bool, BadExpression> {
        match self.next()? {
            Token::Open => {
                let satisfied = self.any()?;
                match self.next()? {
                    Token::Close => Ok(satisfied),
                    token => Err(BadExpression::Unexpected(token.to_string())),
                }
            }
            Token::Name(licence) if self.tokens.next_if_eq(&Token::With).is_some() => match self.next()? {
                Token::Name(exception) => Ok((self.allowed)(&format!("{licence} WITH {exception}"))),
                token => Err(BadExpression::Unexpected(token.to_string())),
            },
            Token::Name(licence) => Ok((self.allowed)(licence)),
            token => Err(BadExpression::Unexpected(token.to_string())),
        }
    }

    fn next(&mut self) -> Result<Token<'a>, BadExpression> {
        self.tokens.next().ok_or(BadExpression::Unfinished)
    }
}

#[cfg(test)]
mod tests;
