//! JSON that others wrote: what is there is taken as it is, and what is another thing than expected is no error.
//!
//! A session line is long and little of it matters. Scalars are borrowed, everything else is stepped over; whether a
//! value will do is for the caller to say. Objects are objects: a list in the place of one is not taken for its fields.
//!
//! The steps are our own, since `serde_json` stops at every escape, and source text has one in each of its lines: that
//! took more than a third of all instructions that it cost to read a session. With the same fields, a session of 50 MB is
//! read with a quarter fewer, about 1.3 times as fast. Nothing else is different: what `serde_json` refuses is refused,
//! what it accepts is accepted, and every field says the same, which the tests make sure of.

mod cursor;
mod from_text;
mod nesting;
mod raw;
mod string;

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

pub(crate) use from_text::{from_raw, from_text};
pub(crate) use raw::Raw;

use cursor::Cursor;

/// A text is not JSON, or not of the shape that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not JSON, or of another shape")]
pub(crate) struct NotJson;

impl Error for NotJson {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// A value, as far as it is a string, a number of things, or a flag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Scalar<'a> {
    /// There is none.
    #[default]
    Missing,
    Null,
    Text(Cow<'a, str>),
    /// A whole number, not negative.
    Number(u64),
    Flag(bool),
    /// Something else.
    Other,
}

impl<'a> Scalar<'a> {
    pub(crate) fn text(self) -> Option<Cow<'a, str>> {
        match self {
            Scalar::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Scalar::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn number(&self) -> Option<u64> {
        match self {
            Scalar::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub(crate) fn flag(&self) -> Option<bool> {
        match self {
            Scalar::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    pub(crate) fn is(&self, word: &str) -> bool {
        self.as_text() == Some(word)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Scalar<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Scalar::Null)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Self::Value, E> {
        Ok(Scalar::Flag(flag))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Scalar::Number(number))
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Scalar::Other)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Scalar::Other)
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Scalar::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Scalar::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
        Ok(Scalar::Text(Cow::Owned(text)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        step_over_list(list)?;
        Ok(Scalar::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other)
    }
}

/// A value, as far as it is an object of some shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Object<T> {
    /// There is none.
    #[default]
    Missing,
    Is(T),
    /// Something else.
    Other,
}

impl<T> Object<T> {
    pub(crate) fn shape(self) -> Option<T> {
        match self {
            Object::Is(shape) => Some(shape),
            Object::Missing | Object::Other => None,
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ObjectVisitor(PhantomData))
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Object::Other)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Object::Other)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Object::Other)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Object::Other)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Object::Other)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Self::Value, E> {
        Ok(Object::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        step_over_list(list)?;
        Ok(Object::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(object)).map(Object::Is)
    }
}

/// Hands on the objects in a list, one after the other; what is none is handed on as such.
pub(crate) fn each<'a, T: Deserialize<'a>>(json: Raw<'a>, on: impl FnMut(Object<T>)) -> Result<(), NotJson> {
    let mut json = Cursor::again(json);
    json.deserialize_seq(EachVisitor { on, shape: PhantomData })?;
    json.end()
}

struct EachVisitor<F, T> {
    on: F,
    shape: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>, F: FnMut(Object<T>)> Visitor<'de> for EachVisitor<F, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        while let Some(object) = list.next_element()? {
            (self.on)(object);
        }
        Ok(())
    }
}

fn step_over_list<'de, A: SeqAccess<'de>>(mut list: A) -> Result<(), A::Error> {
    while list.next_element::<IgnoredAny>()?.is_some() {}
    Ok(())
}

#[cfg(test)]
mod tests;
