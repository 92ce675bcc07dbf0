//! The host's own `Read`.

use reread_claude_e2e::{ClaudeCall, ClaudeScript};

use crate::hook::scene::HookScene;

#[test]
fn the_first_read_is_the_text() {
    let scene = HookScene::new();
    scene.play([scene.read()]);
    assert_eq!(scene.judged(), (1, 0, 0));
}

#[test]
fn what_is_read_again_is_a_marker() {
    let scene = HookScene::new();
    scene.play([scene.read(), scene.read(), scene.read()]);
    assert_eq!(scene.judged(), (1, 2, 0));
}

#[test]
fn an_outside_change_is_a_diff_and_then_a_marker() {
    let scene = HookScene::new();
    let change = ClaudeCall::bash("sed -i 's/^line 7 /LINE 7 /' long.txt");
    scene.play([scene.read(), change, scene.read(), scene.read()]);
    assert_eq!(scene.judged(), (1, 1, 1));
}

#[test]
fn lines_that_move_are_a_diff() {
    let scene = HookScene::new();
    let change = ClaudeCall::bash("sed -i -e '3d' -e '40a\\new one\\nnew two' long.txt");
    scene.play([scene.read(), change, scene.read(), scene.read()]);
    assert_eq!(scene.judged(), (1, 1, 1));
}

#[test]
fn a_file_that_is_all_new_is_the_text() {
    let scene = HookScene::new();
    let change = ClaudeCall::bash("seq 1 90 > long.txt");
    scene.play([scene.read(), change, scene.read(), scene.read()]);
    assert_eq!(scene.judged(), (2, 1, 0));
}

#[test]
fn an_own_edit_is_known() {
    let scene = HookScene::new();
    let edit = ClaudeCall::edit(scene.path("long.txt"), "line 7 of", "LINE 7 of");
    scene.play([scene.read(), edit, scene.read()]);
    let (texts, short, diffs) = scene.judged();
    assert_eq!((texts, short + diffs), (1, 1));
}

#[test]
fn an_own_write_is_never_mistaken_for_what_was_read() {
    let scene = HookScene::new();
    let write = ClaudeCall::write(scene.path("long.txt"), &"other words\n".repeat(40));
    scene.play([scene.read(), write, scene.read(), scene.read()]);
    let (texts, markers, diffs) = scene.judged();
    assert_eq!(texts + markers + diffs, 3);
    assert!(markers >= 1);
}

#[test]
fn an_edit_and_an_outside_change_of_the_same_file() {
    let scene = HookScene::new();
    let edit = ClaudeCall::edit(scene.path("long.txt"), "line 7 of", "LINE 7 of");
    let change = ClaudeCall::bash("sed -i 's/^line 9 /LINE 9 /' long.txt");
    scene.play([scene.read(), edit, change, scene.read(), scene.read()]);
    let (texts, markers, diffs) = scene.judged();
    assert_eq!((texts + diffs, markers), (2, 1));
}

#[test]
fn a_range_inside_what_was_read_is_a_marker() {
    let scene = HookScene::new();
    let range = ClaudeCall::read_lines(scene.path("long.txt"), 20, 30);
    scene.play([scene.read(), range]);
    assert_eq!(scene.judged(), (1, 1, 0));
}

#[test]
fn a_range_does_not_prove_the_whole() {
    let scene = HookScene::new();
    let range = ClaudeCall::read_lines(scene.path("long.txt"), 20, 30);
    scene.play([range, scene.read(), scene.read()]);
    assert_eq!(scene.judged(), (2, 1, 0));
}

#[test]
fn a_change_outside_the_range_leaves_the_range_unchanged() {
    let scene = HookScene::new();
    let range = ClaudeCall::read_lines(scene.path("long.txt"), 20, 30);
    let change = ClaudeCall::bash("sed -i 's/^line 7 /LINE 7 /' long.txt");
    scene.play([scene.read(), change, range]);
    assert_eq!(scene.judged(), (1, 1, 0));
}

#[test]
fn two_ranges_of_one_message_prove_the_whole_later() {
    let scene = HookScene::new();
    let long = scene.path("long.txt");
    let halves = [ClaudeCall::read_lines(&long, 1, 40), ClaudeCall::read_lines(&long, 41, 40)];
    scene.world.play(&ClaudeScript::new().together(halves).call(scene.read()).call(scene.read()));
    let (texts, markers, diffs) = scene.judged();
    assert_eq!((texts + markers, diffs), (4, 0));
    assert!(texts >= 2 && markers >= 1, "the first two are texts, the last a marker");
}

#[test]
fn calls_of_one_message_have_not_seen_each_other() {
    let scene = HookScene::new();
    scene.world.play(&ClaudeScript::new().together([scene.read(), scene.read()]).call(scene.read()));
    assert_eq!(scene.judged(), (2, 1, 0));
}

#[test]
fn a_read_that_fails_is_left_alone() {
    let scene = HookScene::new();
    scene.play([scene.read(), ClaudeCall::bash("mv long.txt away.txt"), scene.read()]);
    assert_eq!(scene.judged(), (1, 0, 0));
}

#[test]
fn a_marker_longer_than_the_text_is_not_given() {
    let scene = HookScene::new();
    scene.world.write("short.txt", "a\nb\n");
    let short = ClaudeCall::read(scene.path("short.txt"));
    scene.play([short.clone(), short]);
    assert_eq!(scene.judged(), (2, 0, 0));
}
