//! What the guard promises, by its public door: the four promises by example, then for every sequence of calls.

mod calls;
mod promises;
mod sequences;
