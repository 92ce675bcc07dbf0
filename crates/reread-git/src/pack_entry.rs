//! How an object in a pack begins.

use super::object_id::{ObjectHash, ObjectId, ObjectKind};
use super::offset::{parse_length, parse_offset};

/// No beginning is longer: a length, and a distance or a name.
pub(crate) const LONGEST: usize = 10 + 32;

/// What an object in a pack is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PackEntry {
    pub(crate) form: PackForm,
    /// The length of what is stored, inflated: the object, or the delta.
    pub(crate) length: u64,
    /// How many bytes stand before it.
    pub(crate) head: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PackForm {
    Whole(ObjectKind),
    /// A delta to the object that begins so many bytes before this one.
    FromBefore(u64),
    /// A delta to the object of that name.
    FromNamed(ObjectId),
}

impl PackEntry {
    pub(crate) fn parse(bytes: &[u8], hash: ObjectHash) -> Option<Self> {
        let first = *bytes.first()?;
        let low = u64::from(first & 0x0f);
        let (length, used) = match first & 0x80 {
            0 => (low, 1),
            _ => {
                let (high, used) = parse_length(&bytes[1..])?;
                (high.checked_mul(16)?.checked_add(low)?, used + 1)
            }
        };
        let rest = &bytes[used..];
        let (form, more) = match first >> 4 & 7 {
            1 => (PackForm::Whole(ObjectKind::Commit), 0),
            2 => (PackForm::Whole(ObjectKind::Tree), 0),
            3 => (PackForm::Whole(ObjectKind::Blob), 0),
            4 => (PackForm::Whole(ObjectKind::Tag), 0),
            6 => {
                let (distance, used) = parse_offset(rest).filter(|(distance, _)| *distance > 0)?;
                (PackForm::FromBefore(distance), used)
            }
            7 => (PackForm::FromNamed(hash.id(rest.get(..hash.len())?)?), hash.len()),
            _ => return None,
        };
        Some(Self { form, length, head: used + more })
    }
}

#[cfg(test)]
mod tests;
