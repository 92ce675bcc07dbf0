//! Batches of messages: revision 2025-03-26 of the protocol has them, and no other.

use std::time::Instant;

use reread_testkit::{
    HttpRequest, HttpResponse, HttpServerProcess, LineProcess, NextLine, TIME_LIMIT, TOKEN, World,
};
use serde_json::{Value, json};

const WITH_BATCHES: &str = "2025-03-26";

fn request(id: u64, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn initialize(version: &str) -> Value {
    let client = json!({ "name": "t", "version": "0" });
    request(0, "initialize", json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client }))
}

fn read(id: u64) -> Value {
    let arguments = json!({ "mode": "file", "target": "a.txt" });
    request(id, "tools/call", json!({ "name": "read", "arguments": arguments }))
}

fn initialized() -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })
}

/// The answers of an array by their ids; `None` stands for null.
fn by_id(answers: &Value) -> Vec<(Option<u64>, &Value)> {
    let mut answers: Vec<_> =
        answers.as_array().unwrap().iter().map(|answer| (answer["id"].as_u64(), answer)).collect();
    answers.sort_by_key(|(id, _)| *id);
    answers
}

/// A server on standard input and output, spoken to in raw lines.
struct Lines(LineProcess);

impl Lines {
    fn start(world: &World, version: &str) -> Self {
        let mut command = world.command();
        command.arg("mcp");
        let mut lines = Self(LineProcess::start(&mut command, true));
        let agreed = lines.ask(&initialize(version));
        assert_eq!(agreed["result"]["protocolVersion"], version);
        lines.0.send_line(&initialized().to_string());
        lines
    }

    fn ask(&mut self, message: &Value) -> Value {
        self.0.send_line(&message.to_string());
        self.next()
    }

    fn next(&mut self) -> Value {
        match self.0.next_line(Instant::now() + TIME_LIMIT) {
            NextLine::Line(line) => serde_json::from_str(&line).unwrap(),
            other => panic!("{other:?}"),
        }
    }
}

/// The same in a session over HTTP.
struct Session {
    server: HttpServerProcess,
    id: String,
}

impl Session {
    fn start(world: &World, version: &str) -> Self {
        let server = HttpServerProcess::start(world, &[]);
        let begun = server.send(&HttpRequest::post(TOKEN, initialize(version).to_string()));
        let id = begun.header("mcp-session-id").unwrap().to_owned();
        let session = Self { server, id };
        assert_eq!(session.send(&initialized()).status, 202);
        session
    }

    fn send(&self, message: &Value) -> HttpResponse {
        // A client of that revision sends no header for it.
        let request = HttpRequest::post(TOKEN, message.to_string()).with("mcp-session-id", &self.id);
        self.server.send(&request)
    }
}

/// What a batch of every kind of message is answered with.
fn check_mixed(answers: &Value) {
    let answers = by_id(answers);
    let ids: Vec<Option<u64>> = answers.iter().map(|(id, _)| *id).collect();
    assert_eq!(ids, [None, Some(1), Some(2), Some(3), Some(4)], "{answers:?}");
    let code = |place: usize| answers[place].1["error"]["code"].as_i64();
    assert_eq!(code(0), Some(-32600), "7 is no message");
    assert!(answers[1].1["result"]["content"][0]["text"].as_str().unwrap().contains("\none\ntwo\n"));
    assert_eq!(answers[2].1["result"], json!({}));
    assert_eq!(code(3), Some(-32601), "unknown method");
    assert_eq!(code(4), Some(-32600), "initialize");
}

fn mixed() -> Value {
    let mut begin = initialize(WITH_BATCHES);
    begin["id"] = json!(4);
    json!([read(1), initialized(), request(2, "ping", json!({})), 7, request(3, "no/such", json!({})), begin])
}

#[test]
fn a_batch_is_answered_in_one_array() {
    let world = World::project();
    let mut lines = Lines::start(&world, WITH_BATCHES);
    check_mixed(&lines.ask(&mixed()));
    // What comes after it is answered as ever, and so is a batch of one.
    assert_eq!(lines.ask(&request(9, "ping", json!({})))["id"], 9);
    assert_eq!(by_id(&lines.ask(&json!([request(5, "ping", json!({}))])))[0].0, Some(5));
    // Nothing answers notifications.
    lines.0.send_line(&json!([initialized(), initialized()]).to_string());
    assert_eq!(lines.ask(&request(10, "ping", json!({})))["id"], 10);

    let world = World::project();
    let session = Session::start(&world, WITH_BATCHES);
    let answered = session.send(&mixed());
    assert_eq!(answered.status, 200);
    assert_eq!(answered.header("content-type"), Some("application/json"));
    check_mixed(&answered.message());
    assert_eq!(session.send(&json!([initialized()])).status, 202);
    assert_eq!(session.send(&json!([request(5, "ping", json!({}))])).message()[0]["id"], 5);
}

#[test]
fn an_empty_batch_and_one_of_too_many_are_one_mistake() {
    let world = World::project();
    let more: Vec<Value> = (1..=65).map(|id| request(id, "ping", json!({}))).collect();
    let mut lines = Lines::start(&world, WITH_BATCHES);
    for batch in [json!([]), json!(more)] {
        let answer = lines.ask(&batch);
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(-32600), &Value::Null), "{answer}");
    }
    let answers = lines.ask(&json!(more[..64]));
    assert_eq!(answers.as_array().unwrap().len(), 64);
    let session = Session::start(&world, WITH_BATCHES);
    for batch in [json!([]), json!(more)] {
        let answered = session.send(&batch);
        assert_eq!((answered.status, &answered.message()["error"]["code"]), (400, &json!(-32600)));
    }
    assert_eq!(session.send(&json!(more[..64])).message().as_array().unwrap().len(), 64);
}

#[test]
fn other_revisions_have_no_batches() {
    let world = World::project();
    for version in ["2024-11-05", "2025-06-18", "2025-11-25"] {
        let mut lines = Lines::start(&world, version);
        assert_eq!(lines.ask(&json!([read(1)]))["error"]["code"], -32600, "{version}");
        let session = Session::start(&world, version);
        let answered = session.send(&json!([read(1)]));
        assert_eq!(
            (answered.status, &answered.message()["error"]["code"]),
            (400, &json!(-32600)),
            "{version}"
        );
    }
    // Nor is there one before the handshake.
    let mut command = world.command();
    command.arg("mcp");
    let mut lines = Lines(LineProcess::start(&mut command, true));
    assert_eq!(lines.ask(&json!([initialize(WITH_BATCHES)]))["error"]["code"], -32600);
    assert_eq!(lines.ask(&initialize(WITH_BATCHES))["result"]["protocolVersion"], WITH_BATCHES);
}

/// Every call of a batch leaves its record.
#[test]
fn every_call_of_a_batch_is_recorded() {
    let world = World::project();
    let mut lines = Lines::start(&world, WITH_BATCHES);
    assert_eq!(lines.ask(&json!([read(1), read(2), read(3)])).as_array().unwrap().len(), 3);
    lines.0.close_input();
    assert!(lines.0.status(Instant::now() + TIME_LIMIT).is_some_and(|status| status.success()));
    assert_eq!(world.records().iter().filter(|record| record["tool"] == "read").count(), 3);
}
