//! A place in a text of JSON, and the steps from there.
//!
//! A step is taken only where the grammar allows it, so that whatever is stepped over is JSON to the last escape; what
//! it means is not looked at. Nesting is no recursion: how deep a value may be is for nobody here to limit.

use crate::json::nesting::{Around, Nesting};
use crate::json::string::is_plain;
use crate::json::{NotJson, Raw};

/// A place in a text.
pub(super) struct Cursor<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    /// Whether every string in the text is known to be sound between its quotes.
    pub(super) is_plain: bool,
}

impl<'a> Cursor<'a> {
    /// Before the first character.
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, is_plain: is_plain(text.as_bytes()) }
    }

    /// Before the first character of a value that was stepped over before.
    pub(super) fn again(value: Raw<'a>) -> Self {
        Self { text: value.get(), at: 0, is_plain: true }
    }

    /// Steps over blanks, to a character that is left where it is.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        loop {
            let byte = self.byte()?;
            if byte > b' ' || !matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
                return Some(byte);
            }
            self.at += 1;
        }
    }

    /// Steps over a character, and over the blanks before it.
    #[inline]
    pub(super) fn expect(&mut self, byte: u8) -> Result<(), NotJson> {
        if self.takes(byte) { Ok(()) } else { Err(NotJson) }
    }

    /// Steps over a character if it is the next but for blanks.
    #[inline]
    pub(super) fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Nothing but blanks may follow.
    pub(super) fn end(&mut self) -> Result<(), NotJson> {
        if self.peek().is_none() { Ok(()) } else { Err(NotJson) }
    }

    /// Steps over a word.
    pub(super) fn word(&mut self, word: &str) -> Result<(), NotJson> {
        if !self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            return Err(NotJson);
        }
        self.at += word.len();
        Ok(())
    }

    /// Steps over a value and the blanks before it.
    pub(super) fn step_over_value(&mut self) -> Result<(), NotJson> {
        let mut nesting = Nesting::default();
        loop {
            match self.peek().ok_or(NotJson)? {
                b'"' => self.step_over_string()?,
                b'{' => {
                    self.at += 1;
                    if !self.takes(b'}') {
                        nesting.enter(Around::Object);
                        self.step_over_key()?;
                        continue;
                    }
                }
                b'[' => {
                    self.at += 1;
                    if !self.takes(b']') {
                        nesting.enter(Around::List);
                        continue;
                    }
                }
                b't' => self.word("true")?,
                b'f' => self.word("false")?,
                b'n' => self.word("null")?,
                _ => self.step_over_number()?,
            }
            loop {
                let Some(around) = nesting.around() else { return Ok(()) };
                let byte = self.peek().ok_or(NotJson)?;
                self.at += 1;
                match (byte, around) {
                    (b',', Around::List) => break,
                    (b',', Around::Object) => {
                        self.step_over_key()?;
                        break;
                    }
                    (b']', Around::List) | (b'}', Around::Object) => nesting.leave(),
                    _ => return Err(NotJson),
                }
            }
        }
    }

    #[inline]
    fn step_over_key(&mut self) -> Result<(), NotJson> {
        if self.peek() != Some(b'"') {
            return Err(NotJson);
        }
        self.step_over_string()?;
        self.expect(b':')
    }

    /// Steps over a number.
    pub(super) fn step_over_number(&mut self) -> Result<(), NotJson> {
        self.at += usize::from(self.byte() == Some(b'-'));
        if self.byte() == Some(b'0') {
            self.at += 1;
        } else {
            self.step_over_digits()?;
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.step_over_digits()?;
        }
        if matches!(self.byte(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), Some(b'+' | b'-')));
            self.step_over_digits()?;
        }
        Ok(())
    }

    #[inline]
    fn step_over_digits(&mut self) -> Result<(), NotJson> {
        let start = self.at;
        while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err(NotJson) }
    }

    #[inline]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }
}
