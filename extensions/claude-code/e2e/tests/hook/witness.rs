//! The witness is believed because it was seen to accuse: hooks that answer what they are told, right and wrong.

use reread_claude_e2e::{ClaudeCall, ClaudeVersion};
use serde_json::json;

use crate::hook::scene::HookScene;

/// A hook that answers every read but the first with this text.
fn hook_answering(text: &str) -> String {
    let file = json!({ "filePath": "f", "content": text, "numLines": 1, "startLine": 1, "totalLines": 80 });
    let output = json!({ "type": "text", "file": file });
    let answer =
        json!({ "hookSpecificOutput": { "hookEventName": "PostToolUse", "updatedToolOutput": output } });
    format!("if [ -e \"$HOME/called\" ]; then cat <<'END'\n{answer}\nEND\nfi; touch \"$HOME/called\"")
}

/// Reads, runs a command, and reads again with that hook.
#[track_caller]
fn judged(command: &str, answer: &str) -> (usize, usize, usize) {
    let scene = HookScene::with_hooks(ClaudeVersion::V2_1_326, &[&hook_answering(answer)]);
    scene.play([scene.read(), ClaudeCall::bash(command), scene.read()]);
    scene.judged()
}

const CHANGE: &str = "sed -i 's/^line 7 /LINE 7 /' long.txt";
const OLD: &str = "line 7 of the text, with some words";
const NEW: &str = "LINE 7 of the text, with some words";

#[test]
fn a_true_marker_is_right() {
    assert_eq!(judged("true", "[reread: unchanged, 80 lines]"), (1, 1, 0));
}

#[test]
fn a_true_diff_is_right() {
    let diff = format!("[reread: 1 lines changed of 80]\n@@ -7 +7 @@\n-{OLD}\n+{NEW}\n");
    assert_eq!(judged(CHANGE, &diff), (1, 0, 1));
}

#[test]
#[should_panic(expected = "line 7 was shown as")]
fn a_marker_after_a_change_is_wrong() {
    judged(CHANGE, "[reread: unchanged, 80 lines]");
}

#[test]
#[should_panic(expected = "there are 80 lines")]
fn a_marker_with_another_count_is_wrong() {
    judged("true", "[reread: unchanged, 79 lines]");
}

#[test]
#[should_panic(expected = "line 7 was shown as")]
fn a_diff_that_leaves_something_out_is_wrong() {
    let diff = "[reread: 1 lines changed of 80]\n@@ -1 +1 @@\n line 1 of the text, with some words\n";
    judged(CHANGE, diff);
}

#[test]
#[should_panic(expected = "the diff speaks of")]
fn a_diff_from_another_base_is_wrong() {
    let diff = format!("[reread: 1 lines changed of 80]\n@@ -7 +7 @@\n-{NEW}\n+{OLD}\n");
    judged(CHANGE, &diff);
}

#[test]
#[should_panic(expected = "neither the text nor a sentence of ours")]
fn a_text_that_is_not_the_files_is_wrong() {
    judged("true", "something else");
}

#[test]
#[should_panic(expected = "line 1 is not visible")]
fn a_marker_about_what_was_not_shown_is_wrong() {
    let scene =
        HookScene::with_hooks(ClaudeVersion::V2_1_326, &[&hook_answering("[reread: unchanged, 80 lines]")]);
    scene.play([ClaudeCall::read_lines(scene.path("long.txt"), 20, 30), scene.read()]);
    scene.judged();
}

#[test]
#[should_panic(expected = "line 1 is not visible")]
fn a_marker_in_another_conversation_is_wrong() {
    let scene =
        HookScene::with_hooks(ClaudeVersion::V2_1_326, &[&hook_answering("[reread: unchanged, 80 lines]")]);
    scene.play([scene.read()]);
    scene.play([scene.read()]);
    scene.judged();
}
