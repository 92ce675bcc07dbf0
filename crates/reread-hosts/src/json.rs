//! JSON that a host wrote: fields are optional, and a value of another kind than expected is no error.
//!
//! A session line is long and little of it matters. Scalars are borrowed where they contain no escape; contents are
//! found as [`RawValue`](serde_json::value::RawValue)s and parsed only if a caller asks for them. Whether a value is usable is decided by the caller.
//! Three rules hold for every line: a list is never taken for the fields of an object, a field that occurs twice makes its
//! object unreadable, and a value that is skipped may be nested to any depth.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// A value that should be a string, a count or a flag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Scalar<'a> {
    /// The field is absent.
    #[default]
    Missing,
    Null,
    Text(Cow<'a, str>),
    /// A whole number, not negative.
    Number(u64),
    Flag(bool),
    /// A value of any other kind, such as a list or a negative number.
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

/// A value that should be an object with certain fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Object<T> {
    /// The field is absent.
    #[default]
    Missing,
    Is(T),
    /// A value of any other kind.
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

impl<'de: 'a, 'a> Deserialize<'de> for Scalar<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match deserializer.deserialize_any(AnyVisitor::<IgnoredAny>(PhantomData))? {
            Any::Scalar(scalar) => scalar,
            Any::Object(IgnoredAny) => Scalar::Other,
        })
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match deserializer.deserialize_any(AnyVisitor(PhantomData))? {
            Any::Scalar(_) => Object::Other,
            Any::Object(shape) => Object::Is(shape),
        })
    }
}

/// Any value: an object with certain fields, or what else it is.
enum Any<'a, T> {
    Scalar(Scalar<'a>),
    Object(T),
}

struct AnyVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for AnyVisitor<T> {
    type Value = Any<'de, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Any::Scalar(Scalar::Null))
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Self::Value, E> {
        Ok(Any::Scalar(Scalar::Flag(flag)))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Any::Scalar(Scalar::Number(number)))
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Any::Scalar(Scalar::Other))
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Any::Scalar(Scalar::Other))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Any::Scalar(Scalar::Text(Cow::Borrowed(text))))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Any::Scalar(Scalar::Text(Cow::Owned(text.to_owned()))))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Any::Scalar(Scalar::Other))
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(object)).map(Any::Object)
    }
}

#[cfg(test)]
mod tests;
