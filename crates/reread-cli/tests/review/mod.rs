//! A conflict that a model is asked about, through the real binary and a real server on this machine.

use reread_testkit::{Era, McpClient, ModelEndpoint, RunOutput, World, contract_of, text_of, wait_until};
use serde_json::json;

const KEY: &str = "k-4711";

/// A workspace with a conflict in `song.txt`, kept as p1.
struct Conflict {
    world: World,
}

impl Conflict {
    fn new() -> Self {
        let conflict = Self::prepared();
        assert_eq!(conflict.make(&[]).code, Some(1));
        conflict
    }

    /// Everything but the second edit, which is the one in conflict.
    fn prepared() -> Self {
        let conflict = Self { world: World::empty() };
        conflict.world.write("song.txt", "one\ntwo\nthree\n");
        let patch = |new: &str| format!("<<<<<<< SEARCH\ntwo\n=======\n{new}\n>>>>>>> REPLACE\n");
        for (name, new) in [("ours", "zwei"), ("theirs", "deux")] {
            std::fs::write(conflict.world.beside(name), patch(new)).unwrap();
        }
        assert_eq!(conflict.run(&["patch", "../ours", "--file", "song.txt"]).code, Some(0));
        conflict
    }

    /// Makes the edit that is in conflict.
    fn make(&self, options: &[&str]) -> RunOutput {
        self.run(&[&["patch", "../theirs", "--file", "song.txt", "--base", "v1"], options].concat())
    }

    /// The same model, which is asked at once; it has a second to answer.
    fn name_model_for_all(&self, endpoint: &ModelEndpoint) {
        let url = endpoint.url();
        self.world.configure(&format!(
            "[review]\nendpoint = \"{url}\"\nmodel = \"judge\"\nkey_env = \"SONG_KEY\"\ntimeout_seconds = 1\nauto = true\n"
        ));
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

#[test]
fn a_conflict_goes_to_the_model_at_once_if_that_is_configured() {
    let conflict = Conflict::prepared();
    let server = deciding("zwei et deux\n");
    conflict.name_model_for_all(&server);
    let made = conflict.make(&[]);
    assert_eq!(made.code, Some(1), "{}", made.all());
    let said = "judge made a suggestion, which is attached to p1; a person still approves";
    assert!(made.all().contains(said), "{}", made.all());
    assert!(server.request().body.contains("deux"));
    assert_eq!(conflict.song(), "one\nzwei\nthree\n", "nothing is written before a person approves");
    assert_eq!(conflict.run(&["proposals", "show", "p1"]).text(), "one\nzwei et deux\nthree\n");
    let records = conflict.run(&["audit", "tail"]).all();
    assert!(
        records.contains(r#"\"decision\":\"suggest\""#) && records.contains(r#"\"auto\":true"#),
        "{records}"
    );
    assert!(!records.contains(KEY), "{records}");
    assert_eq!(conflict.run(&["proposals", "approve", "p1"]).code, Some(0));
    assert_eq!(conflict.song(), "one\nzwei et deux\nthree\n");
}

#[test]
fn a_model_that_fails_or_is_slow_costs_the_reply_nothing() {
    for (server, words) in [
        (deciding("<<<<<<< ours\nzwei\n"), "line 2 of the suggestion is a conflict marker"),
        (deciding("zwei\n").closed(), "the endpoint cannot be reached"),
        (ModelEndpoint::answering(500, "{}"), "the endpoint answered 500"),
        (ModelEndpoint::silent(), "the endpoint cannot be reached: timeout"),
    ] {
        let conflict = Conflict::prepared();
        conflict.name_model_for_all(&server);
        let made = conflict.make(&["--json"]);
        assert_eq!(made.code, Some(1), "{}", made.all());
        let reply: serde_json::Value = serde_json::from_slice(&made.stdout).unwrap();
        assert_eq!(
            (&reply["outcome"], &reply["proposal_id"]),
            (&json!("conflict"), &json!("p1")),
            "{reply:#}"
        );
        assert_eq!(
            (&reply["review"]["model"], &reply["review"]["state"]),
            (&json!("judge"), &json!("failed"))
        );
        assert!(reply["review"]["message"].as_str().unwrap().contains(words), "{reply:#}");
        assert!(conflict.run(&["proposals", "show", "p1"]).all().contains("<<<<<<< on disk"));
    }
}

#[test]
fn only_conflicts_that_may_be_read_are_sent_and_only_once() {
    let conflict = Conflict::prepared();
    let server = deciding("zwei et deux\n");
    conflict.name_model_for_all(&server);
    conflict.world.write("reread.toml", "version = 1\n[read]\nask = [\"song.txt\"]\n");
    conflict.make(&["--dry-run"]);
    conflict.make(&[]);
    assert!(server.has_no_request());
    conflict.world.write("reread.toml", "version = 1\n");
    assert!(conflict.make(&[]).all().contains("made a suggestion"));
    server.request();
    // The suggestion is there: the same conflict is not sent again, and a dry run sends nothing.
    let again = conflict.make(&[]);
    assert!(again.all().contains("kept as p1") && !again.all().contains("judge"), "{}", again.all());
}

/// The server replies at once, whatever the model does, and asks in the background.
#[test]
fn a_server_asks_in_the_background() {
    let patch = "song.txt\n<<<<<<< SEARCH\ntwo\n=======\ndeux\n>>>>>>> REPLACE\n";
    let call = json!({ "patch": patch, "base": "v1" });
    for (server, answers) in [(ModelEndpoint::silent(), false), (deciding("zwei et deux\n"), true)] {
        let world = World::project();
        world.write("song.txt", "one\ntwo\nthree\n");
        world.configure(&format!(
            "[review]\nendpoint = \"{}\"\nmodel = \"judge\"\ntimeout_seconds = 20\nauto = true\n",
            server.url()
        ));
        // Another conversation changes the line first: an own earlier edit would keep no proposal.
        let mut other = McpClient::of(Era::Handshake, &world, &[]);
        other.call("apply_patch", json!({ "patch": patch.replace("deux", "zwei") }));
        assert_eq!(other.end().code, Some(0));
        let mut client = McpClient::of(Era::Handshake, &world, &[]);
        let result = client.call("apply_patch", call.clone());
        assert!(
            text_of(&result).contains("judge is asked for a suggestion for p1; a person still approves"),
            "{result}"
        );
        assert_eq!(contract_of(&result)["review"]["state"], "asked", "{result}");
        server.request();
        let shown = || world.printed(&["proposals", "show", "p1"]);
        match answers {
            true => wait_until("the suggestion is attached", || shown() == "one\nzwei et deux\nthree\n"),
            false => assert!(shown().contains("<<<<<<< on disk")),
        }
        assert_eq!(world.read("song.txt"), "one\nzwei\nthree\n");
        assert_eq!(client.end().code, Some(0));
    }
}

/// What a person said stands, even if the model answers later.
#[test]
fn a_suggestion_does_not_replace_what_a_person_said() {
    let conflict = Conflict::new();
    let server = deciding("zwei et deux\n");
    std::fs::write(conflict.world.beside("decided"), "one\nby hand\nthree\n").unwrap();
    assert_eq!(conflict.run(&["proposals", "resolve", "p1", "--content", "../decided"]).code, Some(0));
    conflict.name_model_for_all(&server);
    conflict.make(&[]);
    assert!(server.has_no_request());
    assert_eq!(conflict.run(&["proposals", "show", "p1"]).text(), "one\nby hand\nthree\n");
}
