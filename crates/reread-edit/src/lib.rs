//! Edits: what a patch asks for, where it belongs, and how it goes together with what others changed.
//!
//! An edit is applied to the text its author saw, exactly, and then merged onto the text that is there now. Everything
//! here takes bytes and returns values; nothing opens a file, asks a clock or knows JSON.
//!
//! - **Spans:** [`Edits`] are [`Replacement`]s in a base; [`apply`] leaves every other byte alone.
//! - **What is asked for:** [`parse_patch`] reads four forms; [`replace_text`] and [`replace_lines`] need none.
//! - **Where it belongs:** [`place`] finds the hunks of a [`FilePatch`], or says where they might be.
//! - **Together:** [`merge()`] is `git merge-file` with chunks, conflicts as values, and the way of a line to its new place.
//! - **Second thoughts:** [`suspicions`] about new text that looks like a reply of ours.

mod line_changes;
mod line_ends;
mod line_table;

mod edits;

mod patch;
mod place;
mod text_edits;

mod merge;

mod suspicions;

pub use edits::{Edits, EditsError, Replacement, apply};
pub use line_ends::LineEnds;
pub use merge::{
    Chunk, Conflict, Kind, Labels, Merge, NEARBY_LINES, Part, Style, Unmergeable, Version, merge,
};
pub use patch::{FilePatch, Form, Hint, Hunk, HunkLine, Note, Patch, PatchError, Sign, Target, parse_patch};
pub use place::{Base, Closest, Edge, How, Pass, PlaceError, Placed, PlacedHunk, place};
pub use suspicions::{Suspicion, SuspicionKind, suspicions};
pub use text_edits::{TextEditError, replace_lines, replace_text};
