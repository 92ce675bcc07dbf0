//! Other programs may look into the database, such as the shell of `SQLite`, and nothing waits for them.

use std::process::Command;
use std::time::{Duration, Instant};

use reread_testkit::{Era, LineProcess, McpClient, NextLine, World, contract_of};
use serde_json::{Value, json};

/// A program of another author that reads the database and does not let go before it is told to.
struct ForeignReader(LineProcess);

const READER: &str = r#"
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("BEGIN")
count = lambda: database.execute("SELECT count(*) FROM versions").fetchone()[0]
print(count(), flush=True)
for line in sys.stdin:
    if line.strip() == "commit":
        database.execute("COMMIT")
    print(count(), flush=True)
"#;

impl ForeignReader {
    fn start(world: &World) -> (Self, u64) {
        let mut command = Command::new("python3");
        command.args(["-c", READER]).arg(world.path(".reread/reread.db"));
        let mut reader = Self(LineProcess::start(&mut command, true));
        let count = reader.count();
        (reader, count)
    }

    fn ask(&mut self, line: &str) -> u64 {
        self.0.send_line(line);
        self.count()
    }

    /// The number of versions that it sees.
    fn count(&mut self) -> u64 {
        match self.0.next_line(Instant::now() + Duration::from_secs(20)) {
            NextLine::Line(line) => line.trim().parse().unwrap(),
            other => panic!("{other:?}: {}", self.0.stderr()),
        }
    }

    fn end(mut self) {
        self.0.close_input();
        assert!(self.0.status(Instant::now() + Duration::from_secs(20)).unwrap().success());
    }
}

#[test]
fn writes_do_not_wait_for_a_program_that_reads() {
    let world = World::project();
    world.printed(&["write", "new.txt", "--content", "a.txt"]);
    let (mut reader, before) = ForeignReader::start(&world);
    world.printed(&["write", "new.txt", "--mode", "append", "--content", "a.txt"]);
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    for step in 0..40 {
        let content = format!("{step}\n").repeat(2_000);
        let written = client.call("write_file", json!({ "path": format!("{step}.txt"), "content": content }));
        assert_eq!(contract_of(&written)["success"], true, "{written}");
    }
    let history = client.call("file_history", json!({ "path": "new.txt" }));
    assert_eq!(contract_of(&history)["versions"].as_array().map(Vec::len), Some(2), "{history}");
    assert_eq!(client.end().code, Some(0));
    // Its view stands still until it asks for another one.
    assert_eq!(reader.ask("count"), before);
    assert_eq!(reader.ask("commit"), before + 41);
    reader.end();
    let checked: Value = world.json(&["check", "--data", "--json"]);
    assert_eq!(checked["ok"], true, "{checked}");
    world.printed(&["undo"]);
}

/// A program that writes is waited for; then the code says what is the matter, and nothing was done.
#[test]
fn a_program_that_writes_makes_a_write_busy() {
    let world = World::project();
    world.printed(&["write", "new.txt", "--content", "a.txt"]);
    let database = rusqlite::Connection::open(world.path(".reread/reread.db")).unwrap();
    database.execute_batch("BEGIN IMMEDIATE").unwrap();
    let refused = world.run(&["write", "other.txt", "--content", "a.txt", "--json"]);
    assert_ne!(refused.code, Some(0));
    let said: Value = serde_json::from_str(&refused.text()).unwrap();
    assert_eq!(said["error"]["code"], "busy", "{said}");
    assert!(said["error"]["hint"].as_str().unwrap().contains("reread.db"), "{said}");
    assert!(!world.path("other.txt").exists());
    drop(database);
    world.printed(&["write", "other.txt", "--content", "a.txt"]);
}
