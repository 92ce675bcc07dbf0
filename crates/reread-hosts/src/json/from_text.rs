//! From text to fields.
//!
//! The fields are defined once, for serde; this hands them the values that a [`Cursor`] comes by. What is accepted is
//! what `serde_json` accepts, to the last number: tests hold one against the other.

use std::borrow::Cow;

use serde::de::value::{BytesDeserializer, StrDeserializer};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use crate::json::cursor::Cursor;
use crate::json::{NotJson, Raw, raw};

/// Takes a value out of a text that holds nothing else.
pub(crate) fn from_text<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, NotJson> {
    all_of(Cursor::new(text))
}

/// Takes a value out of one that was only found before.
pub(crate) fn from_raw<'a, T: Deserialize<'a>>(raw: Raw<'a>) -> Result<T, NotJson> {
    all_of(Cursor::again(raw))
}

fn all_of<'a, T: Deserialize<'a>>(mut cursor: Cursor<'a>) -> Result<T, NotJson> {
    let value = T::deserialize(&mut cursor)?;
    cursor.end()?;
    Ok(value)
}

impl<'de> Deserializer<'de> for &mut Cursor<'de> {
    type Error = NotJson;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotJson> {
        match self.peek().ok_or(NotJson)? {
            b'"' => match self.string()? {
                Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
                Cow::Owned(text) => visitor.visit_string(text),
            },
            b'{' => {
                let mut items = Items::within(self);
                let value = visitor.visit_map(&mut items)?;
                items.end(value)
            }
            b'[' => {
                let mut items = Items::within(self);
                let value = visitor.visit_seq(&mut items)?;
                items.end(value)
            }
            b't' => self.word("true").and_then(|()| visitor.visit_bool(true)),
            b'f' => self.word("false").and_then(|()| visitor.visit_bool(false)),
            b'n' => self.word("null").and_then(|()| visitor.visit_unit()),
            _ => {
                let start = self.at;
                self.step_over_number()?;
                let number = &self.text[start..self.at];
                match number.parse() {
                    Ok(number) => visitor.visit_u64(number),
                    // Which numbers are too large to be any is a matter of rounding.
                    Err(_) => visitor.visit_f64(serde_json::from_str(number).map_err(|_| NotJson)?),
                }
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotJson> {
        if self.peek() != Some(b'n') {
            return visitor.visit_some(self);
        }
        self.word("null")?;
        visitor.visit_none()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, NotJson> {
        if name == raw::NAME {
            self.peek();
            let start = self.at;
            self.step_over_value()?;
            return visitor.visit_borrowed_str(&self.text[start..self.at]);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotJson> {
        self.step_over_value()?;
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum identifier
    }
}

/// What stands between two brackets, up to the second.
struct Items<'c, 'de> {
    cursor: &'c mut Cursor<'de>,
    is_first: bool,
    /// Whether the second was stepped over.
    is_closed: bool,
}

impl<'c, 'de> Items<'c, 'de> {
    /// Steps over the first bracket.
    fn within(cursor: &'c mut Cursor<'de>) -> Self {
        cursor.at += 1;
        Self { cursor, is_first: true, is_closed: false }
    }

    /// What was made of all items; made of fewer, it is not what was asked for.
    fn end<T>(self, value: T) -> Result<T, NotJson> {
        if self.is_closed { Ok(value) } else { Err(NotJson) }
    }

    /// Steps over the comma before an item, or over the bracket behind the last.
    fn has_next(&mut self, close: u8) -> Result<bool, NotJson> {
        let is_first = std::mem::replace(&mut self.is_first, false);
        self.is_closed = self.cursor.takes(close);
        if self.is_closed {
            return Ok(false);
        }
        if !is_first {
            self.cursor.expect(b',')?;
        }
        Ok(true)
    }
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = NotJson;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, NotJson> {
        if !self.has_next(b']')? {
            return Ok(None);
        }
        seed.deserialize(&mut *self.cursor).map(Some)
    }
}

impl<'de> MapAccess<'de> for Items<'_, 'de> {
    type Error = NotJson;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, NotJson> {
        if !self.has_next(b'}')? {
            return Ok(None);
        }
        if self.cursor.peek() != Some(b'"') {
            return Err(NotJson);
        }
        // Most keys are compared with a few words and forgotten, for which they need not be text.
        let key = match self.cursor.string_without_escapes()? {
            Ok(key) => seed.deserialize(BytesDeserializer::new(&self.cursor.text.as_bytes()[key])),
            Err(first) => seed.deserialize(StrDeserializer::new(&self.cursor.string_with_escapes(first)?)),
        };
        self.cursor.expect(b':')?;
        key.map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, NotJson> {
        seed.deserialize(&mut *self.cursor)
    }
}
