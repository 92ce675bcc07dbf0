//! The real Claude Code under test, without Anthropic's model and without a network.
//!
//! A [`ClaudeWorld`] is a scratch project with a scratch home and a [`ClaudeModel`] beside it: a server on the loopback
//! interface that plays the [`ClaudeScript`] that a prompt names, and records every [`ApiRequest`]. A [`ClaudeRun`] is one
//! process in print mode, a [`ClaudeTerminal`] the interactive program on a pseudo-terminal.
//!
//! ```no_run
//! use reread_claude_e2e::{ClaudeCall, ClaudeScript, ClaudeVersion, ClaudeWorld};
//!
//! let world = ClaudeWorld::new(ClaudeVersion::V2_1_326);
//! world.write("song.txt", "one\ntwo\n");
//! let run = world.play(&ClaudeScript::new().call(ClaudeCall::read(world.path("song.txt"))));
//! assert_eq!(run.results(), ["1\tone\n2\ttwo\n3\t"]);
//! ```
//!
//! The requests are the truth about what a model sees; a [`Transcript`] only says what the host remembers, and its [`Ledger`]
//! what the host says it sent. The crate knows the host and nothing of the product. Whatever goes wrong is a panic: this is
//! code for tests. Waits are bounded, and processes are ended by their id.
//!
//! Claude Code comes from `cargo xtask claude-tools`.

#![cfg(unix)]
#![expect(
    clippy::disallowed_methods,
    reason = "worlds are scratch folders of the tests, and a wait for a foreign program has to end"
)]

mod script;
pub use script::{ClaudeCall, ClaudeScript};

mod api_request;
pub use api_request::{ApiRequest, ShownResult, ToolUse};

mod model;
pub use model::{ClaudeModel, SUMMARY};

mod world;
pub use world::{ClaudeVersion, ClaudeWorld};

mod host_turn;

mod launch;
pub use launch::{ClaudeLaunch, ClaudeRun};

mod terminal;
pub use terminal::ClaudeTerminal;

mod transcript;
pub use transcript::Transcript;

mod ledger;
pub use ledger::{Ledger, LedgerCheck};
