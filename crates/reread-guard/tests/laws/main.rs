//! What the guard promises, through its public API: the four promises by example, then for every sequence of calls.

mod calls;
mod promises;
mod sequences;
