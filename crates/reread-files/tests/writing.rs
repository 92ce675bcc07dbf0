//! Files that are written through a workspace: every byte that is not meant stays, and every byte that goes can be found
//! again.
#![cfg(target_os = "linux")]
#![expect(clippy::disallowed_methods, reason = "tests look at the disk by path")]
#![expect(clippy::unwrap_used, reason = "what the tests share is test code too")]

#[path = "writing/asking.rs"]
mod asking;
#[path = "writing/bytes.rs"]
mod bytes;
#[path = "writing/kinds.rs"]
mod kinds;
#[path = "writing/merges.rs"]
mod merges;
#[path = "writing/names.rs"]
mod names;
#[path = "writing/past.rs"]
mod past;
#[path = "writing/place.rs"]
mod place;
#[path = "writing/several.rs"]
mod several;
