//! Sessions of coding agents: bytes in, evidence out.
//!
//! A host is the program that runs a coding agent. It keeps a record of the conversation, and that record proves which
//! lines are in the model's context now. One module per host knows the host's format, its names and its line numbers,
//! and turns the record into the [`reread_context::SessionHistory`] that every host shares:
//!
//! | module | host | record |
//! |---|---|---|
//! | [`claude_code`] | Claude Code | `~/.claude/projects/*/*.jsonl` |
//! | [`pi`] | pi | `~/.pi/agent/sessions/*.jsonl` |
//!
//! A new host is a new module beside [`pi`]. It decides nothing about trust: replay, held lines and answers are those of
//! `reread-context`. [`report`] answers questions about a session that was read.

mod json;
mod session_lines;

pub mod claude_code;
pub mod pi;
pub mod report;
