//! What a host does with the server: list, read, read again, err, hurry, change its mind.

use reread_clients::{Library, LibraryClient, Over};
use reread_testkit::World;
use serde_json::{Value, json};

every_client! { reads_again hurries }

fn file(target: &str) -> Value {
    json!({ "mode": "file", "target": target })
}

/// A host connects, looks around, reads, reads again, and asks for what is not there.
fn reads_again(library: Library, over: Over) {
    let world = World::project();
    let text: String = (1..=40).map(|line| format!("line {line}\n")).collect();
    world.write("long.txt", &text);
    let mut client = LibraryClient::connect(library, over, &world);
    check_acquaintance(&mut client, library, over);
    let first = client.call("read", &file("long.txt"));
    assert!(first.text().contains(&text), "{first:?}");
    assert!(first.result().get("structuredContent").is_none(), "{first:?}");
    let known = |tags: Value| json!({ "mode": "file", "target": "long.txt", "known": tags });
    let again = client.call("read", &known(json!([first.tag()])));
    assert_eq!(again.text(), "[reread: unchanged, 40 lines]\n");
    world.write("long.txt", text.replace("line 20\n", "line twenty\n"));
    let changed = client.call("read", &known(json!([first.tag()])));
    assert!(changed.text().contains("\n-line 20\n+line twenty\n"), "{changed:?}");
    let both = client.call("read", &known(json!([first.tag(), changed.tag()])));
    assert_eq!(both.text(), "[reread: unchanged, 40 lines]\n");
    check_errors(&mut client);
    client.close();
}

fn check_acquaintance(client: &mut LibraryClient, library: Library, over: Over) {
    let about = client.about();
    // The oldest library keeps the version to itself, unless a header has to name it.
    if (library, over) != (Library::SDK_OLDER, Over::Stdio) {
        assert_eq!(about["version"], library.version(), "{about}");
    }
    assert_eq!(about["server"]["name"], "reread", "{about}");
    assert!(about["instructions"].as_str().unwrap().contains("known"), "{about}");
    let list = client.list();
    let read = list.as_array().unwrap().iter().find(|tool| tool["name"] == "read").unwrap();
    assert_eq!(read["annotations"]["readOnlyHint"], true, "{read}");
    assert_eq!(read["inputSchema"]["type"], "object", "{read}");
}

/// What a model can mend is a result, what it cannot is an error of the protocol, and neither is the end.
fn check_errors(client: &mut LibraryClient) {
    let absent = client.call("read", &file("b.txt"));
    assert!(absent.is_error() && absent.text().starts_with("missing: b.txt does not exist\n"), "{absent:?}");
    let aimless = client.call("read", &json!({ "mode": "file" }));
    assert!(aimless.is_error() && aimless.text().starts_with("INVALID_ARGS: "), "{aimless:?}");
    let unknown = client.call("Read", &json!({}));
    let (code, message) = unknown.error();
    assert!(code == Some(-32602) && message.contains("unknown tool: Read"), "{code:?} {message}");
    assert!(!client.call("read", &file("a.txt")).is_error());
}

/// A host calls many times at once, and takes calls back; each of the others gets its own answer.
fn hurries(library: Library, over: Over) {
    let world = World::project();
    let text = |number: usize| format!("file {number}\n");
    for number in 0..8 {
        world.write(&format!("{number}.txt"), text(number));
    }
    world.write("large.txt", "a line of some length, to give the search something to do\n".repeat(100_000));
    let mut client = LibraryClient::connect(library, over, &world);
    // Below what a caller may read before it is told to hold back.
    let calls: Vec<Value> = (0..16).map(|call| file(&format!("{}.txt", call % 8))).collect();
    for (call, answer) in client.together("read", &calls).iter().enumerate() {
        assert!(answer.text().contains(&text(call % 8)), "{call}: {answer:?}");
    }
    let search = json!({ "path": "large.txt", "query": "(no|such|line)+$", "is_regex": true });
    for _ in 0..3 {
        let taken_back = client.cancelled("search_in_file", &search);
        let (_, message) = taken_back.error();
        assert!(message.contains("no longer needed") || message == "cancelled", "{message}");
        assert!(
            client.call("stat_file", &json!({ "path": "a.txt" })).text().starts_with("a.txt file 14 bytes")
        );
    }
    client.close();
    assert!(world.printed(&["audit", "verify", "--json"]).contains("\"ok\":true"));
}
