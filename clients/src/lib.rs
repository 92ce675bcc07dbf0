//! Clients: the MCP clients of others, driven against the real `reread mcp`.
//!
//! A [`World`] is a throw-away workspace. A [`Client`] is one process of an official client library, Python's or
//! TypeScript's, connected to a server in that world in one of the two eras of the protocol, over standard input and output or
//! over HTTP; a small script of ours in `scripts/` hands it one task after another. The [inspector](inspector()) and the
//! [conformance suite](conformance()) run as they are.
//!
//! ```no_run
//! use reread_clients::{Client, Library, Over, World};
//! use serde_json::json;
//!
//! let world = World::new();
//! world.write("song.txt", "one\ntwo\n");
//! let mut client = Client::connect(Library::PYTHON_NEWER, Over::Http, &world);
//! let read = client.call("read", &json!({ "mode": "file", "target": "song.txt" }));
//! assert!(read.text().contains("\none\ntwo\n"));
//! client.close();
//! ```
//!
//! The crate knows the protocol's names and nothing of how the server is built. Whatever goes wrong is a panic: this is
//! code for tests. The clients come from `cargo xtask mcp-tools`, the program from `cargo build -p reread-cli`.

#![expect(
    clippy::disallowed_methods,
    reason = "worlds are throw-away folders of the tests, and a wait for a foreign program has to end"
)]

mod tools;

mod world;
pub use world::World;

mod server;
pub use server::Server;

mod client;
pub use client::{Answer, Client, Library, Over};

mod foreign;
pub use foreign::{Said, conformance, inspector, inspector_over_http};
