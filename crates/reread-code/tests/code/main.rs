//! What texts declare, by the public door: an outline for every language, the edges, and laws for every text.

mod budgets;
mod edges;
mod languages;
mod laws;
mod nesting;
mod sketches;
