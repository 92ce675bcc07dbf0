//! Documents that a host attaches by itself.

use reread_testkit::{ERAS, Era, HttpServerProcess, McpClient, TOKEN, World};
use serde_json::{Value, json};

const GUIDE: &str = "reread://guide";
const OVERVIEW: &str = "reread://overview";
const STACK: &str = "reread://stack";

fn listed(client: &mut McpClient, era: Era) -> Value {
    client.ask_in(era, "resources/list", json!({}))["result"].clone()
}

fn read(client: &mut McpClient, era: Era, uri: &str) -> Value {
    client.ask_in(era, "resources/read", json!({ "uri": uri }))
}

fn uris(list: &Value) -> Vec<&str> {
    list["resources"].as_array().unwrap().iter().map(|resource| resource["uri"].as_str().unwrap()).collect()
}

#[test]
fn the_guide_and_the_entry_documents_are_listed() {
    let world = World::project();
    world.write("README.md", "# A project\n");
    world.write("AGENTS.md", "Be brief.\n");
    std::fs::create_dir(world.root().join("CLAUDE.md")).unwrap();
    std::os::unix::fs::symlink("/etc/hostname", world.root().join("GEMINI.md")).unwrap();
    for era in ERAS {
        let mut client = McpClient::of(era, &world, &[]);
        let list = listed(&mut client, era);
        assert_eq!(
            uris(&list),
            [GUIDE, OVERVIEW, STACK, "reread://entry/AGENTS.md", "reread://entry/README.md"]
        );
        for uri in [GUIDE, OVERVIEW, "reread://entry/README.md", "reread://entry/none"] {
            read(&mut client, era, uri);
        }
        assert_eq!(listed(&mut client, era), list, "the list does not vary with what was read");
        assert_eq!(client.end().code, Some(0));
    }
}

#[test]
fn a_document_comes_as_a_read_shows_it_and_leaves_a_record() {
    let world = World::project();
    world.write("README.md", "# A project\n");
    for era in ERAS {
        let mut client = McpClient::of(era, &world, &[]);
        let answer = read(&mut client, era, "reread://entry/README.md");
        let contents = &answer["result"]["contents"][0];
        assert_eq!(contents["uri"], "reread://entry/README.md");
        let text = contents["text"].as_str().unwrap();
        assert!(text.starts_with("#") && text.contains("\n# A project\n[end "), "{text}");
        let guide = read(&mut client, era, "reread://guide");
        let text = guide["result"]["contents"][0]["text"].as_str().unwrap();
        assert!(text.starts_with("# Reading files through reread\n"), "{text}");
        if era == Era::Stateless {
            for result in [&answer["result"], &guide["result"]] {
                assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(0), &json!("private")));
            }
        }
        let pid = client.pid();
        assert_eq!(client.end().code, Some(0));
        let records = world.records();
        let record = records.last().unwrap();
        assert!(record["caller"].as_str().unwrap().starts_with(&format!("pid:{pid}-")), "{record}");
        assert_eq!(record["tool"], "read");
    }
}

#[test]
fn what_is_no_document_is_not_found_as_each_era_says_it() {
    let world = World::project();
    world.write("CLAUDE.md", "secret\n");
    world.write("secret.md", "secret\n");
    world.write("reread.toml", "version = 1\n[read]\ndeny = [\"CLAUDE.md\"]\n");
    for (era, code) in [(Era::Handshake, -32002), (Era::Stateless, -32602)] {
        let mut client = McpClient::of(era, &world, &[]);
        assert_eq!(uris(&listed(&mut client, era)), [GUIDE, OVERVIEW, STACK]);
        let names = [
            "reread://entry/README.md",
            "reread://entry/CLAUDE.md",
            "reread://entry/secret.md",
            "reread://entry/../secret.md",
            "reread://entry/",
            "reread://other",
            "file:///etc/passwd",
            "",
        ];
        for uri in names {
            let answer = read(&mut client, era, uri);
            assert_eq!(answer["error"]["code"], code, "{uri}: {answer}");
            assert!(!answer.to_string().contains("secret\\n"), "{answer}");
        }
        assert_eq!(client.end().code, Some(0));
    }
}

/// The overview is of the project, whatever folder the server was started in, and leaves out what may not be read.
#[test]
fn the_overview_is_of_the_whole_project() {
    let world = World::project();
    world.write("README.md", "# A project\n");
    world.write("CLAUDE.md", "secret\n");
    world.write("reread.toml", "version = 1\n[read]\ndeny = [\"CLAUDE.md\"]\n");
    let folder = world.root().join("src");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("deep.rs"), "pub fn deep() {}\n").unwrap();
    for (from, name) in [(world.root(), "."), (folder, "../.")] {
        let server = HttpServerProcess::start_from(&world, &from);
        let answer = server.ask(TOKEN, "resources/read", json!({ "uri": OVERVIEW }));
        let text = answer["result"]["contents"][0]["text"].as_str().unwrap();
        assert!(text.starts_with(&format!("{name} overview, 4 files, ")), "{text}");
        assert!(text.contains("  | # A project\n") && text.contains("\nsrc/ 1 file 17 code\n"), "{text}");
        assert!(!text.contains("CLAUDE") && !text.contains("secret"), "{text}");
    }
}

/// A server that was started in a folder of the project shows the same documents.
#[test]
fn documents_are_those_of_the_project_wherever_it_was_started() {
    let world = World::project();
    world.write("README.md", "# A project\n");
    let folder = world.root().join("src/deep");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("README.md"), "# Not this\n").unwrap();
    let server = HttpServerProcess::start_from(&world, &folder);
    let answer = server.ask(TOKEN, "resources/read", json!({ "uri": "reread://entry/README.md" }));
    let text = answer["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("../../README.md #") && text.contains("\n# A project\n"), "{text}");
}

/// A long document comes in bounds, and the same over HTTP.
#[test]
fn a_long_document_is_cut() {
    let world = World::project();
    world.write("README.md", "a line\n".repeat(5_000));
    let server = HttpServerProcess::start(&world, &[]);
    let answer = server.ask(TOKEN, "resources/read", json!({ "uri": "reread://entry/README.md" }));
    let text = answer["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(text.len() < 13_000 && super::without_digits(text).starts_with("#@1-300/5000\n"), "{text}");
    let listed = server.ask(TOKEN, "resources/list", json!({}));
    assert_eq!(uris(&listed["result"]), [GUIDE, OVERVIEW, STACK, "reread://entry/README.md"]);
    assert_eq!(server.end().code, Some(0));
    assert_eq!(world.records()[0]["caller"], "token:default");
}
