//! Hooks that fail or meddle, states and transcripts that are damaged, calls that are forged.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use reread_claude_e2e::{ClaudeCall, ClaudeVersion, Transcript};
use reread_testkit::RunOutput;
use serde_json::{Value, json};

use crate::hook::scene::{HookScene, hook_command, in_turn};

/// A scene with these hooks in which the file is read twice.
fn read_twice_with(hooks: &[&str]) -> HookScene {
    let scene = HookScene::with_hooks(ClaudeVersion::V2_1_326, hooks);
    scene.play([scene.read(), scene.read()]);
    scene
}

#[test]
fn a_hook_that_is_killed_fails_or_lies_leaves_the_text() {
    for hook in ["kill -9 $$", "exit 2", "echo nonsense", "echo '{\"hookSpecificOutput\":{}}'"] {
        assert_eq!(read_twice_with(&[hook]).judged().0, 2, "{hook}");
    }
}

#[test]
fn another_hook_that_rewrites_is_no_evidence_of_the_file() {
    // It answers at once, and ours later: the last one wins. What ours sees later is what the transcript holds.
    let other = r#"printf '{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":{"type":"text","file":{"filePath":"f","content":"hidden","numLines":1,"startLine":1,"totalLines":1}}}}'"#;
    let scene = read_twice_with(&[&hook_command(), other]).meddled_with();
    let (texts, markers, diffs) = scene.judged();
    assert_eq!((texts, markers, diffs), (2, 0, 0));
}

#[test]
fn a_state_that_cannot_be_written_changes_no_answer() {
    let scene = HookScene::new();
    scene.world.write(".reread", "not a folder");
    scene.play([scene.read(), scene.read()]);
    let (texts, markers, diffs) = scene.judged();
    assert_eq!((texts + markers, diffs), (2, 0));
    assert_eq!(fs::read(scene.path(".reread")).unwrap(), b"not a folder");
}

/// Runs the hook as the host would, for the second of two reads of a real conversation, with a changed input.
fn hook_with(change: impl FnOnce(&HookScene, &mut Value)) -> RunOutput {
    let scene = HookScene::with_hooks(ClaudeVersion::V2_1_326, &[&format!("cat >> {}", "\"$HOME/inputs\"")]);
    scene.play([scene.read(), scene.read()]);
    let inputs = fs::read_to_string(scene.world.home().join("inputs")).unwrap();
    // The host writes no line end after an input.
    let inputs: Vec<Value> =
        serde_json::Deserializer::from_str(&inputs).into_iter().map(Result::unwrap).collect();
    let mut input = inputs[1].clone();
    change(&scene, &mut input);
    let file = scene.world.home().join("input");
    fs::File::create(&file).unwrap().write_all(input.to_string().as_bytes()).unwrap();
    let mut command = scene.world.surroundings().command();
    command.args(["hook", "claude-code"]).stdin(Stdio::from(fs::File::open(&file).unwrap()));
    let output = scene.world.surroundings().run_command(command);
    assert_eq!(output.code, Some(0), "{output:?}");
    output
}

/// The hook says nothing.
#[track_caller]
fn check_silent(change: impl FnOnce(&HookScene, &mut Value)) {
    let output = hook_with(change);
    assert_eq!(output.text(), "", "{output:?}");
}

fn transcript(scene: &HookScene) -> Transcript {
    scene.world.transcripts().swap_remove(0)
}

#[test]
#[ignore = "open: the hook prints nothing when it is started by hand after the host has ended"]
fn the_input_of_the_host_is_answered_with_a_marker() {
    let output = hook_with(|_, _| {}).text();
    assert!(output.contains("updatedToolOutput") && output.contains("[reread: unchanged"), "{output:?}");
}

#[test]
fn a_call_that_no_request_made_is_not_answered() {
    check_silent(|_, input| input["tool_use_id"] = json!("toolu_9999_0"));
    check_silent(|_, input| input["tool_use_id"] = json!(""));
}

#[test]
fn a_transcript_elsewhere_is_not_read() {
    check_silent(|scene, input| {
        let elsewhere = scene.world.surroundings().outside("copy.jsonl");
        fs::copy(transcript(scene).file, &elsewhere).unwrap();
        input["transcript_path"] = json!(elsewhere);
    });
}

#[test]
fn a_link_to_a_transcript_elsewhere_is_not_followed() {
    check_silent(|scene, input| {
        let file = transcript(scene).file;
        let elsewhere = scene.world.surroundings().outside("copy.jsonl");
        fs::rename(&file, &elsewhere).unwrap();
        std::os::unix::fs::symlink(&elsewhere, &file).unwrap();
        input["transcript_path"] = json!(file);
    });
}

#[test]
fn a_missing_or_empty_transcript_is_no_evidence() {
    check_silent(|scene, _| fs::remove_file(transcript(scene).file).unwrap());
    check_silent(|scene, _| fs::write(transcript(scene).file, "").unwrap());
}

/// Changes each line of the transcript.
fn rewrite(scene: &HookScene, change: impl Fn(&mut Value)) {
    let transcript = transcript(scene);
    let lines = transcript.entries.into_iter().map(|mut entry| {
        change(&mut entry);
        format!("{entry}\n")
    });
    fs::write(transcript.file, lines.collect::<String>()).unwrap();
}

#[test]
fn results_with_other_hashes_than_the_request_are_no_evidence() {
    check_silent(|scene, _| {
        rewrite(scene, |entry| {
            if entry["type"] == "api-request" {
                let tail = entry["tail"].as_array().map_or(0, Vec::len);
                entry["tail"] = vec![json!("0".repeat(64)); tail].into();
            }
        });
    });
}

#[test]
fn a_result_that_was_altered_in_the_transcript_is_no_evidence() {
    check_silent(|scene, _| {
        rewrite(scene, |entry| {
            if let Some(text) = entry["message"]["content"][0]["content"].as_str() {
                entry["message"]["content"][0]["content"] = json!(text.replace("line 7 ", "LINE 7 "));
            }
        });
    });
}

#[test]
fn a_provider_that_removes_content_ends_all_evidence() {
    check_silent(|scene, _| {
        rewrite(scene, |entry| {
            if entry["type"] == "api-request" {
                let edit = json!({ "type": "clear_tool_uses_20250919" });
                entry["params"]["context_management"]["edits"].as_array_mut().unwrap().push(edit);
            }
        });
    });
}

#[test]
fn huge_deep_and_torn_lines_neither_hang_nor_prove() {
    let scene = HookScene::new();
    let first = scene.world.play(&in_turn([scene.read()]));
    let file = transcript(&scene).file;
    let mut transcript = fs::File::options().append(true).open(&file).unwrap();
    let deep = format!("{}{}\n", "[".repeat(200_000), "]".repeat(200_000));
    transcript.write_all(deep.as_bytes()).unwrap();
    let wide = format!("{{\"type\":\"user\",\"message\":{{\"content\":\"{}\"}}}}\n", "x".repeat(8 << 20));
    transcript.write_all(wide.as_bytes()).unwrap();
    transcript.write_all(b"\0\0\0\xff\n{\"type\":\"assist\n").unwrap();
    drop(transcript);
    let run = scene
        .world
        .launch()
        .resume(&first.session)
        .print(&in_turn([scene.read(), ClaudeCall::bash("cat long.txt")]));
    assert_eq!(run.results().len(), 2);
    crate::hook::judge::judge(&scene.world, &scene.world.model().requests(), false);
}
