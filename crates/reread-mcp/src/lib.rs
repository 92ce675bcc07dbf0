//! The MCP server of reread, over standard input and output or over HTTP.
//!
//! A host starts one [`Server`] per workspace. Each call of a tool becomes a [`reread_wire::Request`], which is served on
//! a worker thread. The result is plain text for the model, the metadata of the reply for the host, and with
//! [`Options::structured`] the whole reply as JSON. If a rule asks for approval, the user is asked through the client, or
//! with `reread approvals` where the client cannot ask.
//!
//! Limits: what a call means and what a reply says is decided in `reread-wire`; this crate knows names, descriptions, schemas
//! and callers. It opens no file and reads no clock by itself. A message has at most 4 MiB, at most 8 calls are served at
//! a time, and over HTTP the bounds of [`HttpLimits`] apply. A bearer token proves a principal; session ids and labels
//! prove nothing.
//!
//! ```no_run
//! use reread_mcp::{Clocks, Options, Server, serve_stdio};
//!
//! fn run(workspace: reread_files::Workspace, options: Options, clocks: Clocks) -> std::io::Result<()> {
//!     // Returns when the input ends, or at SIGTERM or SIGINT.
//!     serve_stdio(Server::new(workspace, options, clocks))
//! }
//! ```

mod options;
mod tools;

mod principal;

mod call;
mod call_result;
mod caller;
mod client;
mod host_report;
mod stack;

mod background;
mod batch;
mod guards;
mod reviews;
mod service;

mod approval;

mod instructions;
mod resources;
mod server;

mod message;
mod runtime;

mod http;
mod stdio;

pub use http::{Address, BindError, HttpLimits, HttpOptions, HttpServer, NoAddress, Tokens, TokensError};
pub use options::{Options, Profile, ReviewConflict};
pub use principal::Principal;
pub use reread_files::Backend;
pub use reread_guard::Enforcement;
pub use server::Server;
pub use service::Clocks;
pub use stdio::serve_stdio;
