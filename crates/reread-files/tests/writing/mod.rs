//! Files that are written through a workspace: every byte that is not meant stays, and every byte that goes can be found
//! again.

mod asking;
mod bytes;
mod kinds;
mod merges;
mod names;
mod own_bases;
mod own_claims;
mod own_work;
mod past;
mod place;
mod several;
