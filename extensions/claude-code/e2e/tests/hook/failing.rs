//! Hooks that fail: the host's own text stands.

use reread_claude_e2e::ClaudeVersion;

use crate::hook::scene::HookScene;

/// Reads twice with a hook that runs this.
#[track_caller]
fn check(hook: &str) {
    let scene = HookScene::with_hooks(ClaudeVersion::V2_1_326, &[hook]);
    scene.play([scene.read(), scene.read()]);
    assert_eq!(scene.judged(), (2, 0, 0), "{hook}");
}

#[test]
fn a_hook_that_is_killed_or_fails_leaves_the_text() {
    check("kill -9 $$");
    check("exit 1");
}

#[test]
fn a_hook_that_answers_in_another_form_leaves_the_text() {
    check("echo nonsense");
    check(
        "echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PostToolUse\",\"updatedToolOutput\":\"text\"}}'",
    );
}
