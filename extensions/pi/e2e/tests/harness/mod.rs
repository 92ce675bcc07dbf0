//! The harness tells the truth: pi's own tools, driven through it, with no extension of ours.
//!
//! What is said about the model's view is asserted on the requests that the model got. Starting pi takes seconds, so
//! one test leads one process through several scenes.

mod branching;
mod compacting;
mod editing;
mod failing;
mod one_shots;
mod processes;
mod reading;
mod scripting;
