//! Commands that are one read.

use reread_claude_e2e::ClaudeCall;

use crate::hook::scene::HookScene;

/// Two calls one after the other; texts, markers and diffs.
#[track_caller]
fn check(first: &str, second: &str, expected: (usize, usize, usize)) {
    let scene = HookScene::new();
    scene.play([ClaudeCall::bash(first), ClaudeCall::bash(second)]);
    assert_eq!(scene.judged(), expected, "{first}, {second}");
}

#[test]
fn cat_after_cat_is_a_marker() {
    check("cat long.txt", "cat long.txt", (1, 1, 0));
}

#[test]
fn sed_and_head_inside_cat_are_markers() {
    let scene = HookScene::new();
    let inside = ["sed -n '20,50p' long.txt", "head -n 40 long.txt"].map(ClaudeCall::bash);
    scene.play([ClaudeCall::bash("cat long.txt")].into_iter().chain(inside));
    assert_eq!(scene.judged(), (1, 2, 0));
}

#[test]
fn cat_does_not_follow_from_sed() {
    check("sed -n '20,50p' long.txt", "cat long.txt", (2, 0, 0));
}

#[test]
fn cat_and_read_know_of_each_other() {
    let scene = HookScene::new();
    scene.play([scene.read(), ClaudeCall::bash("cat long.txt"), ClaudeCall::bash("nl -ba long.txt")]);
    assert_eq!(scene.judged(), (1, 2, 0));
}

#[test]
fn a_change_between_two_cats_is_seen() {
    let scene = HookScene::new();
    let cat = || ClaudeCall::bash("cat long.txt");
    scene.play([cat(), ClaudeCall::bash("sed -i '5d' long.txt"), cat(), cat()]);
    let (texts, markers, diffs) = scene.judged();
    assert_eq!((texts + diffs, markers), (2, 1));
}

#[test]
fn commands_that_do_more_are_left_alone() {
    let scene = HookScene::new();
    let commands = ["cat long.txt | cat", "cat long.txt long.txt", "cd . && cat long.txt", "cat lon*.txt"];
    let calls = commands.iter().flat_map(|command| [ClaudeCall::bash(command), ClaudeCall::bash(command)]);
    scene.play([scene.read()].into_iter().chain(calls));
    let requests = scene.world.model().requests();
    let last = requests.last().expect("a request");
    let replies = last.results().into_iter().filter(|result| result.text.contains("[reread: "));
    assert_eq!(replies.count(), 0, "{last:?}");
}
