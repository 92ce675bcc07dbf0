//! git takes our diffs, and prints the same ones.
//!
//! git is the yardstick, so these tests need it installed. All pairs go through one process each way.

use std::path::Path;
use std::process::{Command, Stdio};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use reread_text::{DiffNames, lines, unified_diff};

use crate::config;
use crate::diffs::versions;

const PAIRS: usize = 256;

fn samples<T>(strategy: &impl Strategy<Value = T>) -> Vec<T> {
    let mut runner = TestRunner::new(config());
    (0..PAIRS)
        .map(|_| strategy.new_tree(&mut runner).expect("the strategy rejects nothing").current())
        .collect()
}

/// git, in this directory, deaf to the user's configuration and to any repository around it.
fn git(directory: &Path) -> Command {
    let mut command = Command::new("git");
    command
        .current_dir(directory)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", directory.join("no-such-configuration"))
        .env("GIT_CEILING_DIRECTORIES", directory.parent().expect("a temporary directory has a parent"))
        .args(["-c", "core.autocrlf=false", "-c", "core.quotepath=false"])
        .stdin(Stdio::null());
    command
}

#[expect(clippy::disallowed_methods, reason = "git works on files")]
fn write(path: &Path, bytes: &[u8]) {
    let directory = path.parent().expect("a file is in a directory");
    std::fs::create_dir_all(directory).expect("a temporary directory can be written");
    std::fs::write(path, bytes).expect("a temporary directory can be written");
}

#[expect(clippy::disallowed_methods, reason = "git works on files")]
fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("git leaves the file")
}

#[test]
fn git_applies_our_diffs() {
    let pairs = samples(&versions());
    let directory = tempfile::tempdir().unwrap();
    let mut patch = Vec::new();
    for (index, (old, new)) in pairs.iter().enumerate() {
        write(&directory.path().join(index.to_string()), old);
        let names = DiffNames { old: &format!("a/{index}"), new: &format!("b/{index}") };
        let diff = unified_diff(old, new, names, 3);
        // Without this line git takes a file that becomes empty for one that is deleted.
        if !diff.text.is_empty() {
            patch.extend_from_slice(format!("diff --git a/{index} b/{index}\n").as_bytes());
        }
        patch.extend_from_slice(&diff.text);
    }
    write(&directory.path().join("patch"), &patch);
    let output = git(directory.path()).args(["apply", "--whitespace=nowarn", "patch"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for (index, (_, new)) in pairs.iter().enumerate() {
        assert_eq!(&read(&directory.path().join(index.to_string())), new, "pair {index}");
    }
}

/// Texts that look like code: sections, indented lines, blank lines, repeats.
fn code() -> impl Strategy<Value = (String, String)> {
    let line = prop_oneof![
        2 => (0..9u32).prop_map(|n| format!("fn section_{n}() {{  \n")),
        1 => (0..9u32).prop_map(|n| format!("_long_{n} {}\n", "naïve ".repeat(20))),
        3 => (0..9u32).prop_map(|n| format!("fn same_{n}() {{\n    body();\n}}\n\n")),
        1 => Just("}\n".to_owned()),
        1 => Just("\n".to_owned()),
        6 => (0..99u32).prop_map(|n| format!("    let x{n} = {n};\n")),
    ];
    let block = |line| vec(line, 0..20).prop_map(|lines: Vec<String>| lines.concat());
    let line = line.boxed();
    let parts = vec((block(line.clone()), vec(line.clone(), 0..3), vec(line, 0..3)), 1..5);
    parts.prop_map(|parts| {
        let old = parts.iter().map(|(same, old, _)| format!("{same}{}", old.concat())).collect();
        let new = parts.iter().map(|(same, _, new)| format!("{same}{}", new.concat())).collect();
        (old, new)
    })
}

#[test]
fn git_prints_the_same_diffs() {
    let pairs: Vec<(Vec<u8>, Vec<u8>)> =
        samples(&code()).into_iter().map(|(old, new)| (old.into_bytes(), new.into_bytes())).collect();
    let by_git = printed_by_git(&pairs);
    let ours: Vec<Vec<u8>> = pairs.iter().enumerate().filter_map(|(index, pair)| ours(index, pair)).collect();
    assert_eq!(by_git.len(), ours.len());
    assert!(ours.len() > PAIRS / 2, "most pairs differ");
    for (by_git, ours) in by_git.iter().zip(&ours) {
        assert_eq!(String::from_utf8_lossy(by_git), String::from_utf8_lossy(ours));
    }
}

fn ours(index: usize, (old, new): &(Vec<u8>, Vec<u8>)) -> Option<Vec<u8>> {
    let names = DiffNames { old: &format!("a/old/{index:03}"), new: &format!("b/new/{index:03}") };
    let diff = unified_diff(old, new, names, 3);
    (!diff.text.is_empty()).then_some(diff.text)
}

/// The diffs of the pairs that differ, in order, from `--- a/old/000` on.
pub(crate) fn printed_by_git(pairs: &[(Vec<u8>, Vec<u8>)]) -> Vec<Vec<u8>> {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    for (index, (old, new)) in pairs.iter().enumerate() {
        write(&directory.path().join(format!("old/{index:03}")), old);
        write(&directory.path().join(format!("new/{index:03}")), new);
    }
    let output = git(directory.path())
        .args(["diff", "--no-index", "--no-color", "--no-ext-diff", "--text", "--diff-algorithm=histogram"])
        .args(["old", "new"])
        .output()
        .expect("git can be started");
    let mut diffs: Vec<Vec<u8>> = Vec::new();
    let mut in_preamble = false;
    for line in lines(&output.stdout) {
        // Lines of a text have a sign before them.
        if line.starts_with(b"diff --git ") {
            diffs.push(Vec::new());
            in_preamble = true;
        }
        in_preamble &= !line.starts_with(b"--- ");
        if let Some(diff) = diffs.last_mut().filter(|_| !in_preamble) {
            diff.extend_from_slice(line);
        }
    }
    diffs
}
