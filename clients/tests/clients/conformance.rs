//! The official conformance suite, over HTTP.
//!
//! Everything that a revision requires is run. Most of its scenarios call tools, prompts and resources that only its own
//! example server has; those are expected to fail, each for the reason beside it in `conformance/`. The suite fails if
//! anything else does, and also if something on the list passes.

use std::path::Path;

use reread_clients::conformance;
use reread_testkit::{HttpServerProcess, World};

fn check(revision: &str, nearly: &[&str]) {
    let world = World::project();
    let server = HttpServerProcess::start_as(&world, &[], &["--http", "0", "--no-token"]);
    let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("conformance/{revision}.yml"));
    let output = conformance(&world, &server, revision, &expected);
    let text = output.text();
    let summary = text.find("=== SUMMARY ===").map_or(text.as_str(), |at| &text[at..]);
    assert_eq!(output.code, Some(0), "{summary}\n{}", output.stderr);
    for required in REQUIRED {
        assert!(!summary.contains(&format!("\u{2717} {required}:")), "{summary}");
    }
    for nearly in nearly {
        assert!(summary.contains(&format!("\u{2717} {nearly}\n")), "{summary}");
    }
    assert!(summary.contains("tools-list"), "{summary}");
}

/// What no reason excuses.
const REQUIRED: [&str; 9] = [
    "server-initialize",
    "ping",
    "tools-list",
    "server-session-lifecycle",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
    "http-header-validation",
    "sep-2164-resource-not-found",
    "input-required-result-unsupported-methods",
];

#[test]
fn what_2025_11_25_requires() {
    check("2025-11-25", &[]);
}

#[test]
fn what_2026_07_28_requires() {
    // Of these two all passes but what `conformance/` says, and no less.
    check("2026-07-28", &["caching: 7 passed, 1 failed", "server-stateless: 21 passed, 4 failed"]);
}
