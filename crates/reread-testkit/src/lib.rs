//! Test kit: what the tests of all crates share. No other crate may depend on it outside of its tests.
//!
//! A [`World`] is a scratch workspace with everything around it: a folder outside, a home, the user's configuration. It runs
//! the `reread` that cargo built. An [`McpClient`] speaks to one `reread mcp`, over standard input and output or over HTTP. A
//! [`Terminal`] is a pseudo-terminal with a program on it.
//!
//! ```no_run
//! use reread_testkit::{Era, McpClient, World};
//! use serde_json::json;
//!
//! let world = World::project();
//! let mut client = McpClient::of(Era::Stateless, &world, &[]);
//! let result = client.call("read", json!({ "mode": "file", "target": "a.txt" }));
//! assert!(reread_testkit::text_of(&result).contains("one\ntwo\n"));
//! assert_eq!(client.end().code, Some(0));
//! ```
//!
//! Everything that goes wrong is a panic that shows what was printed. Every wait has a limit, so that a defect fails
//! instead of hanging.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "a world is set up and inspected by path")]
#![expect(clippy::unwrap_used, reason = "a helper of tests panics like a test")]
#![expect(clippy::needless_pass_by_value, reason = "a call reads best with its arguments in place")]

mod installed;
pub use installed::{installed_tool, program_under_test};

mod run;
pub use run::{RunOutput, has_strace, run, run_within};

mod line_process;
pub use line_process::{LineProcess, NextLine, TIME_LIMIT};

mod secret;
pub use secret::Secret;

mod world;
pub use world::{FILE_TIME, World, tag};

mod tree;
pub use tree::{contains, copy_tree, file_contains, files_below};

mod git;
pub use git::git;

mod watchdog;

mod wait;
pub use wait::wait_until;

mod mcp;
pub use mcp::{
    ERAS, Era, HttpRequest, HttpResponse, HttpServerProcess, HttpStream, McpClient, ServerExit, TOKEN,
    contract_of, tag_of, text_of,
};

mod loopback;
pub use loopback::{LoopbackRequest, LoopbackResponse, LoopbackServer};

mod model_endpoint;
pub use model_endpoint::{EndpointRequest, ModelEndpoint};

mod terminal;
pub use terminal::Terminal;
