//! A conflict that a model is asked about, through the real binary and a real server on this machine.

use reread_testkit::{ModelEndpoint, RunOutput, World};
use serde_json::json;

const KEY: &str = "k-4711";

/// A workspace with a conflict in `song.txt`, kept as p1.
struct Conflict {
    world: World,
}

impl Conflict {
    fn new() -> Self {
        let conflict = Self { world: World::empty() };
        conflict.world.write("song.txt", "one\ntwo\nthree\n");
        let patch = |new: &str| format!("<<<<<<< SEARCH\ntwo\n=======\n{new}\n>>>>>>> REPLACE\n");
        for (name, new) in [("ours", "zwei"), ("theirs", "deux")] {
            std::fs::write(conflict.world.beside(name), patch(new)).unwrap();
        }
        assert_eq!(conflict.run(&["patch", "../ours", "--file", "song.txt"]).code, Some(0));
        let second = conflict.run(&["patch", "../theirs", "--file", "song.txt", "--base", "v1"]);
        assert_eq!(second.code, Some(1));
        conflict
    }

    fn name_model(&self, endpoint: &ModelEndpoint) {
        let url = endpoint.url();
        self.world.configure(&format!(
            "[review]\nendpoint = \"{url}\"\nmodel = \"judge\"\nkey_env = \"SONG_KEY\"\ntimeout_seconds = 20\n"
        ));
    }

    fn run(&self, arguments: &[&str]) -> RunOutput {
        let mut command = self.world.command();
        command.args(["--root", ".", "--state", "../state"]).args(arguments).env("SONG_KEY", KEY);
        self.world.run_command(command)
    }

    fn song(&self) -> String {
        self.world.read("song.txt")
    }
}

fn deciding(text: &str) -> ModelEndpoint {
    let content = json!({ "resolutions": [{ "conflict": 1, "text": text }] }).to_string();
    ModelEndpoint::answering(200, &json!({ "choices": [{ "message": { "content": content } }] }).to_string())
}

#[test]
fn a_suggestion_is_shown_and_written_only_once_it_is_approved() {
    let conflict = Conflict::new();
    let server = deciding("zwei et deux\n");
    conflict.name_model(&server);

    let suggested = conflict.run(&["proposals", "suggest", "p1"]);
    assert!(suggested.code == Some(0), "{}", suggested.all());
    assert!(suggested.all().contains("+zwei et deux"), "{}", suggested.all());
    assert!(suggested.all().contains("judge suggests this"), "{}", suggested.all());
    assert_eq!(conflict.song(), "one\nzwei\nthree\n");
    let request = server.request();
    assert!(request.head.contains(KEY) && !request.body.contains(KEY));

    assert!(conflict.run(&["proposals", "approve", "p1"]).code == Some(0));
    assert_eq!(conflict.song(), "one\nzwei et deux\nthree\n");

    let records = conflict.run(&["audit", "tail"]).all();
    assert!(records.contains(r#"\"decision\":\"suggest\""#) && records.contains("judge"), "{records}");
    assert!(!records.contains(KEY), "{records}");
}

#[test]
fn what_speaks_against_a_suggestion_is_said_and_nothing_is_kept_of_it() {
    let conflict = Conflict::new();
    conflict.name_model(&deciding("<<<<<<< ours\nzwei\n"));
    let refused = conflict.run(&["proposals", "suggest", "p1"]);
    assert_eq!(refused.code, Some(4));
    assert!(refused.all().contains("line 2 of the suggestion is a conflict marker"), "{}", refused.all());
    assert!(conflict.run(&["proposals", "show", "p1"]).all().contains("<<<<<<< on disk"));
    assert_eq!(conflict.run(&["proposals", "approve", "p1"]).code, Some(4));
}

#[test]
fn no_model_is_asked_unless_the_user_names_one() {
    let conflict = Conflict::new();
    conflict.world.configure("");
    let unconfigured = conflict.run(&["proposals", "suggest", "p1"]).all();
    assert!(unconfigured.contains("no model is configured"), "{unconfigured}");

    // A workspace must not be able to say where source is sent.
    conflict
        .world
        .write("reread.toml", "version = 1\n[review]\nendpoint = \"http://127.0.0.1:1/\"\nmodel = \"m\"\n");
    let refused = conflict.run(&["proposals", "suggest", "p1"]).all();
    assert!(refused.contains("unknown field `review`"), "{refused}");
}

#[test]
fn a_file_that_needs_approval_to_be_read_is_not_sent() {
    let conflict = Conflict::new();
    let server = deciding("zwei\n");
    conflict.name_model(&server);
    conflict.world.write("reread.toml", "version = 1\n[read]\nask = [\"song.txt\"]\n");
    let refused = conflict.run(&["proposals", "suggest", "p1"]);
    assert_eq!(refused.code, Some(3), "{}", refused.all());
    assert!(server.has_no_request());
}

#[test]
fn an_endpoint_that_does_not_answer_leaves_the_conflict_as_it_was() {
    let conflict = Conflict::new();
    for (server, words) in [
        (deciding("zwei\n").closed(), "the endpoint cannot be reached"),
        (ModelEndpoint::redirecting("http://127.0.0.1:1/"), "the endpoint answered 307"),
    ] {
        conflict.name_model(&server);
        let refused = conflict.run(&["proposals", "suggest", "p1"]);
        assert_eq!(refused.code, Some(4));
        assert!(refused.all().contains(words), "{}", refused.all());
        assert!(refused.all().contains("proposals resolve p1"), "{}", refused.all());
    }
    assert_eq!(conflict.song(), "one\nzwei\nthree\n");
}
