//! The official inspector: its lint of the schemas, and calls in both eras.

use reread_clients::{inspector, inspector_over_http};
use reread_testkit::{HttpServerProcess, RunOutput, World};
use serde_json::Value;

/// Schemas that every host can use: the lint finds nothing in any profile, in either era.
#[test]
fn the_strict_lint_finds_nothing() {
    let world = World::project();
    for profile in ["core", "bounded", "legacy"] {
        for era in [&[][..], &["--protocol-era", "modern"]] {
            let mut arguments = vec!["--method", "tools/list", "--strict"];
            arguments.extend(era);
            let said = inspector(&world, &["--profile", profile], &arguments);
            assert_eq!(said.code, Some(0), "{profile} {era:?}: {said:?}");
            assert!(said.text().contains("\"read\""), "{profile} {era:?}: {said:?}");
        }
    }
}

#[test]
fn the_inspector_calls_tools_over_stdio() {
    let world = World::project();
    check_calls(|arguments| inspector(&world, &[], arguments));
}

#[test]
fn the_inspector_calls_tools_over_http() {
    let world = World::project();
    let server = HttpServerProcess::start(&world, &[]);
    check_calls(|arguments| inspector_over_http(&world, &server, arguments));
}

/// A file that is there and one that is not, in both eras.
fn check_calls(inspect: impl Fn(&[&str]) -> RunOutput) {
    for era in [&[][..], &["--protocol-era", "modern"]] {
        let call = ["--method", "tools/call", "--tool-name", "read", "--format", "json"];
        let file = |target| ["--tool-arg", "mode=file", "--tool-arg", target];
        let read = inspect(&[&call[..], &file("target=a.txt"), era].concat());
        assert_eq!(read.code, Some(0), "{era:?}: {read:?}");
        let result: Value = serde_json::from_str(&read.text()).unwrap();
        assert!(result.to_string().contains("\\none\\ntwo\\nthree\\n"), "{era:?}: {result}");
        let absent = inspect(&[&call[..], &file("target=b.txt"), era].concat());
        let told = absent.all();
        assert!(told.contains("tool_is_error") && told.contains("b.txt does not exist"), "{era:?}: {told}");
    }
}
