//! `reread mcp` as the official clients see it.
//!
//! Every scene runs through every library in every era it speaks, over standard input and output and over HTTP, each in
//! a test of its own.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "scenes are functions beside their tests")]

/// Runs scenes through every client library, both ways.
macro_rules! every_client {
    ($($scene:ident)*) => {$(
        mod $scene {
            use reread_clients::{Library, Over};

            #[test]
            fn python_older() {
                super::$scene(Library::PYTHON_OLDER, Over::Stdio);
            }

            #[test]
            fn python_older_over_http() {
                super::$scene(Library::PYTHON_OLDER, Over::Http);
            }

            #[test]
            fn python_newer() {
                super::$scene(Library::PYTHON_NEWER, Over::Stdio);
            }

            #[test]
            fn python_newer_over_http() {
                super::$scene(Library::PYTHON_NEWER, Over::Http);
            }

            #[test]
            fn sdk_older() {
                super::$scene(Library::SDK_OLDER, Over::Stdio);
            }

            #[test]
            fn sdk_older_over_http() {
                super::$scene(Library::SDK_OLDER, Over::Http);
            }

            #[test]
            fn client_older() {
                super::$scene(Library::CLIENT_OLDER, Over::Stdio);
            }

            #[test]
            fn client_older_over_http() {
                super::$scene(Library::CLIENT_OLDER, Over::Http);
            }

            #[test]
            fn client_newer() {
                super::$scene(Library::CLIENT_NEWER, Over::Stdio);
            }

            #[test]
            fn client_newer_over_http() {
                super::$scene(Library::CLIENT_NEWER, Over::Http);
            }
        }
    )*};
}

mod conformance;
mod inspector;
mod reading;
