//! Foreign MCP clients, driven against the real `reread mcp`.
//!
//! A [`LibraryClient`] is one process of an official client library, Python's or TypeScript's, connected to a server in a
//! [`World`](reread_testkit::World), in one of the two eras of the protocol, over standard input and output or over HTTP. A
//! small script in `scripts/` hands it one task after another. The [inspector](inspector()) and the
//! [conformance suite](conformance()) run as they are.
//!
//! ```no_run
//! use reread_clients::{Library, LibraryClient, Over};
//! use reread_testkit::World;
//! use serde_json::json;
//!
//! let world = World::project();
//! world.write("song.txt", "one\ntwo\n");
//! let mut client = LibraryClient::connect(Library::PYTHON_NEWER, Over::Http, &world);
//! let read = client.call("read", &json!({ "mode": "file", "target": "song.txt" }));
//! assert!(read.text().contains("\none\ntwo\n"));
//! client.close();
//! ```
//!
//! The crate knows the names of the protocol and nothing of how the server is built. Every failure is a panic: this is
//! code for tests. The clients come from `cargo xtask mcp-tools`, the program from `cargo build -p reread-cli`.

#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "a wait for a foreign program has to end")]

mod client;
pub use client::{Library, LibraryAnswer, LibraryClient, Over};

mod foreign;
pub use foreign::{conformance, inspector, inspector_over_http};
