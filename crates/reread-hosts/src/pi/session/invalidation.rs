//! The wish to be shown something anew, as an entry of the session.
//!
//! It is a `custom` entry of the type `pi-readcache`. One that cannot be understood is taken for as much as it may have
//! meant: it can only make an answer longer.

use reread_context::{Event, FileKey, ReadScope};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::json::{Object, Scalar};
use crate::pi::metadata::VERSION;
use crate::pi::session::anything;

/// The type of the entries.
pub const CUSTOM_TYPE: &str = "pi-readcache";

/// A wish to be shown a scope anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalidation {
    /// The file, by its absolute name.
    pub path_key: String,
    /// Which part of it.
    pub scope: ReadScope,
    /// When, in milliseconds since 1970. Nothing depends on it.
    pub at: u64,
}

impl Invalidation {
    /// The entry's data.
    pub fn to_json(&self) -> Value {
        let Self { path_key, scope, at } = self;
        json!({ "v": VERSION, "kind": KIND, "pathKey": path_key, "scopeKey": scope.to_string(), "at": at })
    }
}

const KIND: &str = "invalidate";

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Fields<'a> {
    #[serde(borrow)]
    v: Scalar<'a>,
    kind: Scalar<'a>,
    path_key: Scalar<'a>,
    scope_key: Scalar<'a>,
    at: Scalar<'a>,
}

/// What an entry of the type means, given its data.
pub(crate) fn event(data: Option<&str>) -> Event {
    let fields = match data.map(serde_json::from_str::<Object<Fields<'_>>>) {
        None | Some(Ok(Object::Missing | Object::Other)) => return Event::Other,
        Some(Err(_)) => return anything(),
        Some(Ok(Object::Is(fields))) => fields,
    };
    if !fields.kind.is(KIND) {
        return Event::Other;
    }
    // A name that is not absolute may be that of a file in any folder.
    let Some(path_key) = fields.path_key.text().filter(|path| is_absolute(path)) else { return anything() };
    let is_sound = fields.v.number() == Some(VERSION) && fields.at.number().is_some();
    let scope = fields.scope_key.text().and_then(|scope| scope.parse().ok());
    Event::Refresh {
        file: FileKey::new(&path_key),
        scope: scope.filter(|_| is_sound).unwrap_or(ReadScope::Whole),
    }
}

/// On the system that wrote the session, which need not be this one.
fn is_absolute(path: &str) -> bool {
    let drive = path.as_bytes().get(1..3).is_some_and(|rest| matches!(rest, b":\\" | b":/"));
    path.starts_with('/') || path.starts_with("\\\\") || drive
}

#[cfg(test)]
mod tests;
