//! A disk for the tests of this crate.

pub(crate) mod model;
