//! MCP: the server that agents start over standard input and output, or find over HTTP.
//!
//! A call is a name and arguments; here they become a [`reread_wire::Request`], which is served off the protocol's
//! thread, and its reply becomes a result: plain text for the model, the contract without the text for the host, and
//! the whole contract if the server was asked to be structured. What a call means and what a reply says is decided in
//! `reread-wire`. This crate knows names, descriptions, schemas and who is calling; it opens no file and asks no clock.

mod profile;
mod tools;

mod principal;

mod call;
mod call_result;
mod caller;
mod client;
mod stack;
mod telling;

mod guards;
mod indexing;
mod pruning;
mod service;

mod approval;

mod guide;
mod instructions;
mod resources;
mod server;

mod message;
mod runtime;
mod shutdown;

mod http;
mod stdio;

pub use http::{Address, BindError, HttpLimits, HttpOptions, HttpServer, NoAddress, Tokens, TokensError};
pub use principal::Principal;
pub use profile::Profile;
pub use reread_files::Backend;
pub use reread_guard::Enforcement;
pub use server::{Options, Server};
pub use service::Clocks;
pub use stdio::serve_stdio;
