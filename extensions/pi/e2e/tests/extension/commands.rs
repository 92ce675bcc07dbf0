//! The user's commands and the model's tool.

use reread_pi_e2e::{Notification, PiVersion, PiWorld, Script, ScriptedCall};
use reread_testkit::program_under_test;
use serde_json::json;

use crate::extension::poems::{SONG, poem, poem_with, slice};
use crate::extension::program::extension;
use crate::extension::reread::Reread;
use crate::extension::words::{unchanged, unchanged_lines};

both! { status_and_refresh }

fn status_and_refresh(version: PiVersion) {
    let world = PiWorld::new();
    world.write("completing.ts", COMPLETING);
    let completing = world.project().join("completing.ts");
    let names = extension().join("src/names.ts");
    let mut pi = Reread::with(&world, version, |launch| {
        launch.extension(completing).env("REREAD_BIN", program_under_test()).env("NAMES", names)
    });
    status(&world, &mut pi);
    refresh(&world, &mut pi);
    wrong_usage(&world, &mut pi);
    completions(&world, &mut pi);
    pi.close();
}

fn told(notes: &[Notification]) -> String {
    let [note] = notes else { panic!("one answer to one command: {notes:?}") };
    assert_eq!(note.kind, "info");
    assert!(note.message.lines().all(|line| line.chars().count() <= 80), "{}", note.message);
    note.message.clone()
}

fn status(world: &PiWorld, pi: &mut Reread<'_>) {
    let empty = told(&pi.command("/readcache-status"));
    assert!(empty.contains("held: 0 files") && empty.contains("store: 0 snapshots, 0 bytes"), "{empty}");
    world.write("song.txt", SONG);
    world.write("poem.txt", poem(40));
    pi.read("song.txt");
    pi.read("song.txt");
    pi.read("poem.txt");
    pi.lines("poem.txt", 2, 2);
    world.write("poem.txt", poem_with(40, 7));
    pi.read("poem.txt");
    let status = told(&pi.command("/readcache-status"));
    for part in [
        "held: 2 files, 2 whole; 0 ranges",
        "reads: 2 full, 1 unchanged, 1 unchanged_range, 1 diff, 0 full_fallback",
        "store: 3 snapshots, ",
        "in this session",
    ] {
        assert!(status.contains(part), "{part:?} is not in {status}");
    }
    let saved = status.split("saved: about ").nth(1).and_then(|rest| rest.split(' ').next());
    assert!(saved.unwrap().parse::<u64>().unwrap() > 200, "{status}");
    pi.compact();
    let status = told(&pi.command("/readcache-status"));
    assert!(status.contains("since the last compaction") && status.contains("held: 0 files"), "{status}");
}

fn refresh(world: &PiWorld, pi: &mut Reread<'_>) {
    world.write("a b.txt", poem(40));
    pi.witness.names.insert("@a b.txt".to_owned(), "a b.txt".to_owned());
    assert_eq!(pi.read("a b.txt"), poem(40));
    let said = told(&pi.command("/readcache-refresh a b.txt 3-4"));
    assert_eq!(said, "[readcache: the next read of lines 3-4 of a b.txt shows the text again]");
    assert_eq!(pi.lines("a b.txt", 3, 2), slice(&poem(40), 3, 4));
    told(&pi.command("/readcache-refresh   @a b.txt  "));
    assert_eq!(pi.read("@a b.txt"), poem(40));
    assert_eq!(pi.read("a b.txt"), unchanged(41));
    told(&pi.command("/readcache-refresh a b.txt 1-41"));
    assert_eq!(pi.read("a b.txt"), poem(40), "all lines are the whole");
    told(&pi.command("/readcache-refresh a b.txt:7"));
    assert_eq!(pi.lines("a b.txt", 7, 1), slice(&poem(40), 7, 7));
    assert_eq!(pi.lines("a b.txt", 7, 1), unchanged_lines(7, 7, 41));

    // The tool takes what the command takes, and what `read` takes.
    let tool = |arguments| ScriptedCall::new("readcache_refresh", arguments);
    assert!(pi.call(tool(json!({ "path": "@a b.txt:3-4" }))).contains("lines 3-4 of @a b.txt"));
    assert_eq!(pi.lines("a b.txt", 3, 2), slice(&poem(40), 3, 4));
    assert!(pi.call(tool(json!({ "path": "a b.txt", "offset": 40 }))).contains("lines 40-41 of a b.txt"));
    assert_eq!(pi.lines("a b.txt", 40, 2), slice(&poem(40), 40, 41));
    let run = pi.play(&Script::new().call(tool(json!({ "path": "a b.txt", "offset": 99 }))));
    assert!(run.results[0].is_error, "{run:?}");
    let run = pi.play(&Script::new().call(tool(json!({ "path": "a b.txt:4-3" }))));
    assert!(run.results[0].is_error && run.results[0].text.starts_with("a b.txt:4-3: "), "{run:?}");
    assert_eq!(pi.read("a b.txt"), unchanged(41), "what was refused changes nothing");
}

fn wrong_usage(world: &PiWorld, pi: &mut Reread<'_>) {
    world.write("song.txt", SONG);
    let entries = pi.session().entries.len();
    for (line, said) in [
        ("/readcache-refresh", "usage: /readcache-refresh <path> [start-end]"),
        ("/readcache-refresh  ", "usage: /readcache-refresh <path> [start-end]"),
        ("/readcache-refresh song.txt 4-3", "song.txt:4-3: "),
        ("/readcache-refresh song.txt 0-3", "song.txt:0-3: "),
        ("/readcache-refresh song.txt 100-200", "song.txt: line 100 is beyond its end"),
        ("/readcache-refresh not-there.txt", "not-there.txt cannot be read"),
    ] {
        let notes = pi.command(line);
        let [note] = &notes[..] else { panic!("{line}: {notes:?}") };
        assert_eq!(note.kind, "error", "{line}");
        let message = note.message.trim_start_matches("pi-reread: ");
        assert!(message.starts_with(said), "{line}: {message}");
    }
    assert_eq!(pi.session().entries.len(), entries, "nothing was noted");
}

/// RPC does not complete, so the completions are asked for directly.
const COMPLETING: &str = r#"
export default async function (pi) {
  const { completions } = await import(process.env.NAMES);
  pi.registerCommand("complete", { description: "", handler: async (prefix, ctx) => {
    ctx.ui.notify(JSON.stringify((await completions(prefix, ctx.cwd)).map(({ value }) => value)));
  } });
}
"#;

fn completions(world: &PiWorld, pi: &mut Reread<'_>) {
    world.write("deep/one.txt", "");
    world.write("deep/other.txt", "");
    world.write("deeper.txt", "");
    let complete =
        |pi: &mut Reread<'_>, prefix: &str| pi.command(&format!("/complete {prefix}"))[0].message.clone();
    assert_eq!(complete(pi, "dee"), r#"["deep/","deeper.txt"]"#);
    assert_eq!(complete(pi, "deep/o"), r#"["deep/one.txt","deep/other.txt"]"#);
    assert_eq!(complete(pi, "deep/"), r#"["deep/one.txt","deep/other.txt"]"#);
    assert_eq!(complete(pi, "none/x"), "[]");
}
