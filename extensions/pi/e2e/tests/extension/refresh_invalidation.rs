//! Refresh: by command or by tool, the next read shows the text; on this branch, for good.

use reread_pi_e2e::{PiVersion, PiWorld, Script, ScriptedCall};
use serde_json::json;

use crate::extension::poems::{SONG, poem, slice};
use crate::extension::reread::Reread;
use crate::extension::words::{unchanged, unchanged_lines};

both! { files_and_lines_are_shown_again  a_refresh_belongs_to_its_branch_and_stays }

fn files_and_lines_are_shown_again(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = Reread::launch(&world, version);
    world.write("song.txt", SONG);
    world.write("poem.txt", poem(40));
    assert_eq!(pi.read("song.txt"), SONG);
    assert_eq!(pi.read("poem.txt"), poem(40));
    assert_eq!(pi.lines("poem.txt", 3, 2), unchanged_lines(3, 4, 41));

    let notes = pi.command("/readcache-refresh song.txt");
    assert_eq!(notes[0].message, "[readcache: the next read of song.txt shows the text again]");
    let entry = pi.session().entries.last().unwrap().value().clone();
    assert_eq!([&entry["type"], &entry["customType"]], ["custom", "pi-readcache"]);
    let data = &entry["data"];
    assert_eq!(
        (&data["v"], &data["kind"], &data["scopeKey"]),
        (&json!(1), &json!("invalidate"), &json!("full"))
    );
    assert_eq!(data["pathKey"], world.project().join("song.txt").to_str().unwrap());
    assert!(data["at"].is_u64());
    assert_eq!(pi.read("song.txt"), SONG);
    assert_eq!(pi.noted()["mode"], "full");
    assert_eq!(pi.read("song.txt"), unchanged(5));

    for by_tool in [false, true] {
        refresh(&mut pi, by_tool, "poem.txt", None);
        assert_eq!(pi.lines("poem.txt", 3, 2), slice(&poem(40), 3, 4), "the whole takes its lines along");
        assert_eq!(pi.read("poem.txt"), poem(40));

        refresh(&mut pi, by_tool, "poem.txt", Some((3, 4)));
        assert_eq!(pi.lines("poem.txt", 10, 2), unchanged_lines(10, 11, 41), "other lines are not concerned");
        assert_eq!(pi.read("poem.txt"), unchanged(41), "nor is the whole");
        assert_eq!(pi.lines("poem.txt", 3, 2), slice(&poem(40), 3, 4));
        assert_eq!(pi.lines("poem.txt", 3, 2), unchanged_lines(3, 4, 41));
    }
    pi.close();
}

/// Refreshes a file or lines of it, by the user's command or by the model's tool.
fn refresh(pi: &mut Reread<'_>, by_tool: bool, path: &str, lines: Option<(u64, u64)>) {
    let what = lines.map_or(path.to_owned(), |(first, last)| format!("lines {first}-{last} of {path}"));
    let said = if by_tool {
        let mut arguments = json!({ "path": path });
        if let Some((first, last)) = lines {
            arguments["offset"] = json!(first);
            arguments["limit"] = json!(last - first + 1);
        }
        pi.call(ScriptedCall::new("readcache_refresh", arguments))
    } else {
        let lines = lines.map_or(String::new(), |(first, last)| format!(" {first}-{last}"));
        pi.command(&format!("/readcache-refresh {path}{lines}")).remove(0).message
    };
    assert_eq!(said, format!("[readcache: the next read of {what} shows the text again]"));
}

fn a_refresh_belongs_to_its_branch_and_stays(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = Reread::launch(&world, version);
    world.write("song.txt", SONG);
    world.write("poem.txt", poem(40));
    assert_eq!(pi.read("song.txt"), SONG);
    assert_eq!(pi.read("poem.txt"), poem(40));
    let before = pi.leaf();
    refresh(&mut pi, false, "song.txt", None);
    refresh(&mut pi, false, "poem.txt", Some((2, 3)));
    let after = pi.leaf();
    pi.navigate(&before);
    assert_eq!(pi.read("song.txt"), unchanged(5), "on another branch it was not asked for");
    assert_eq!(pi.lines("poem.txt", 2, 2), unchanged_lines(2, 3, 41));
    pi.navigate(&after);
    // pi keeps its place in the file only if something follows there.
    pi.play(&Script::new());
    let file = pi.session_file();
    pi.close();

    let mut pi = Reread::with(&world, version, |launch| launch.session(&file));
    assert_eq!(pi.read("song.txt"), SONG, "a refresh outlives the process");
    assert_eq!(pi.read("song.txt"), unchanged(5));
    assert_eq!(pi.lines("poem.txt", 2, 2), slice(&poem(40), 2, 3));
    assert!(world.project().join(".pi/readcache/objects").read_dir().unwrap().count() == 2, "snapshots stay");

    // The model may refresh and read in one breath.
    let together = [
        ScriptedCall::new("readcache_refresh", json!({ "path": "song.txt" })),
        ScriptedCall::read("song.txt"),
    ];
    let told = pi.together(together).remove(1);
    assert!(told == SONG || told == unchanged(5), "whichever came first: {told}");
    let next = if told == SONG { unchanged(5) } else { SONG.to_owned() };
    assert_eq!(pi.read("song.txt"), next, "a read that did not see the refresh does not count");
    pi.close();
}
