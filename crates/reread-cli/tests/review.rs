//! A conflict that a model is asked about, through the real binary and a real server on this machine.
#![expect(clippy::disallowed_methods, reason = "tests set up and inspect a workspace by path")]
#![expect(clippy::unwrap_used, reason = "what the tests share is test code too")]

#[path = "../../reread-review/tests/server/mod.rs"]
mod server;

use std::fs;
use std::process::{Command, Output};

use serde_json::json;
use server::Server;
use tempfile::TempDir;

const KEY: &str = "k-4711";

/// A workspace with a conflict in `song.txt`, kept as p1.
struct World {
    folder: TempDir,
}

impl World {
    fn in_conflict() -> Self {
        let world = Self { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(world.folder.path().join("work")).unwrap();
        world.put("work/song.txt", "one\ntwo\nthree\n");
        let patch = |new: &str| format!("<<<<<<< SEARCH\ntwo\n=======\n{new}\n>>>>>>> REPLACE\n");
        world.put("ours", &patch("zwei"));
        world.put("theirs", &patch("deux"));
        world.configure("");
        assert!(world.run(&["patch", "../ours", "--file", "song.txt"]).status.success());
        let conflict = world.run(&["patch", "../theirs", "--file", "song.txt", "--base", "v1"]);
        assert_eq!(conflict.status.code(), Some(1));
        world
    }

    fn put(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).unwrap();
    }

    fn configure(&self, review: &str) {
        self.put("config.toml", &format!("version = 1\n{review}"));
    }

    fn name_model(&self, server: &Server) {
        let address = server.address();
        self.configure(&format!(
            "[review]\nendpoint = \"{address}\"\nmodel = \"judge\"\nkey_env = \"SONG_KEY\"\ntimeout_seconds = 20\n"
        ));
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_reread"))
            .current_dir(self.folder.path().join("work"))
            .args(["--root", ".", "--state", "../state", "--config", "../config.toml"])
            .args(arguments)
            .env("SONG_KEY", KEY)
            .output()
            .unwrap()
    }

    fn song(&self) -> String {
        fs::read_to_string(self.folder.path().join("work/song.txt")).unwrap()
    }
}

fn deciding(text: &str) -> Server {
    let content = json!({ "resolutions": [{ "conflict": 1, "text": text }] }).to_string();
    Server::answering(200, &json!({ "choices": [{ "message": { "content": content } }] }).to_string())
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned()
}

#[test]
fn a_suggestion_is_shown_and_written_only_once_it_is_approved() {
    let world = World::in_conflict();
    let server = deciding("zwei et deux\n");
    world.name_model(&server);

    let suggested = world.run(&["proposals", "suggest", "p1"]);
    assert!(suggested.status.success(), "{}", said(&suggested));
    assert!(said(&suggested).contains("+zwei et deux"), "{}", said(&suggested));
    assert!(said(&suggested).contains("judge suggests this"), "{}", said(&suggested));
    assert_eq!(world.song(), "one\nzwei\nthree\n");
    let request = server.request();
    assert!(request.head.contains(KEY) && !request.body.contains(KEY));

    assert!(world.run(&["proposals", "approve", "p1"]).status.success());
    assert_eq!(world.song(), "one\nzwei et deux\nthree\n");

    let records = said(&world.run(&["audit", "tail"]));
    assert!(records.contains(r#"\"decision\":\"suggest\""#) && records.contains("judge"), "{records}");
    assert!(!records.contains(KEY), "{records}");
}

#[test]
fn what_speaks_against_a_suggestion_is_said_and_nothing_is_kept_of_it() {
    let world = World::in_conflict();
    world.name_model(&deciding("<<<<<<< ours\nzwei\n"));
    let refused = world.run(&["proposals", "suggest", "p1"]);
    assert_eq!(refused.status.code(), Some(4));
    assert!(said(&refused).contains("line 2 of the suggestion is a conflict marker"), "{}", said(&refused));
    assert!(said(&world.run(&["proposals", "show", "p1"])).contains("<<<<<<< on disk"));
    assert_eq!(world.run(&["proposals", "approve", "p1"]).status.code(), Some(4));
}

#[test]
fn no_model_is_asked_unless_the_user_names_one() {
    let world = World::in_conflict();
    world.configure("");
    let unconfigured = said(&world.run(&["proposals", "suggest", "p1"]));
    assert!(unconfigured.contains("no model is configured"), "{unconfigured}");

    // A workspace must not be able to say where source is sent.
    world.put(
        "work/reread.toml",
        "version = 1\n[review]\nendpoint = \"http://127.0.0.1:1/\"\nmodel = \"m\"\n",
    );
    let refused = said(&world.run(&["proposals", "suggest", "p1"]));
    assert!(refused.contains("unknown field `review`"), "{refused}");
}

#[test]
fn a_file_that_needs_approval_to_be_read_is_not_sent() {
    let world = World::in_conflict();
    let server = deciding("zwei\n");
    world.name_model(&server);
    world.put("work/reread.toml", "version = 1\n[read]\nask = [\"song.txt\"]\n");
    let refused = world.run(&["proposals", "suggest", "p1"]);
    assert_eq!(refused.status.code(), Some(3), "{}", said(&refused));
    assert!(server.was_not_asked());
}

#[test]
fn an_endpoint_that_does_not_answer_leaves_the_conflict_as_it_was() {
    let world = World::in_conflict();
    for (server, words) in [
        (deciding("zwei\n").closed(), "the endpoint cannot be reached"),
        (Server::redirecting("http://127.0.0.1:1/"), "the endpoint answered 307"),
    ] {
        world.name_model(&server);
        let refused = world.run(&["proposals", "suggest", "p1"]);
        assert_eq!(refused.status.code(), Some(4));
        assert!(said(&refused).contains(words), "{}", said(&refused));
        assert!(said(&refused).contains("proposals resolve p1"), "{}", said(&refused));
    }
    assert_eq!(world.song(), "one\nzwei\nthree\n");
}
