//! The barrier: nothing from before the latest compaction on the branch is believed.

use reread_pi_e2e::{ModelRequest, PiRun, PiVersion, PiWorld, Script, ScriptedCall};

use crate::extension::poems::{SONG, poem, poem_with, slice};
use crate::extension::reread::Reread;
use crate::extension::words::{assert_diff, unchanged, unchanged_lines};

both! { reads_after_a_compaction_begin_anew  a_marker_that_outlives_its_text_proves_nothing  what_a_compaction_kept_is_not_trusted }

fn reads_after_a_compaction_begin_anew(version: PiVersion) {
    let world = PiWorld::new();
    let mut pi = Reread::launch(&world, version);
    world.write("song.txt", SONG);
    world.write("poem.txt", poem(40));
    assert_eq!(pi.read("song.txt"), SONG);
    assert_eq!(pi.read("poem.txt"), poem(40));
    pi.compact();
    assert_eq!(
        pi.read("song.txt"),
        SONG,
        "first_read_after_compaction_is_baseline_even_if_precompaction_anchor_exists"
    );
    assert_eq!(pi.noted()["mode"], "full");
    assert_eq!(
        pi.lines("poem.txt", 3, 5),
        slice(&poem(40), 3, 7),
        "post_compaction_first_range_read_is_baseline_range"
    );
    assert_eq!(pi.read("song.txt"), unchanged(5), "the usual rules apply again");
    assert_eq!(pi.lines("poem.txt", 3, 5), unchanged_lines(3, 7, 41));
    assert_eq!(pi.read("poem.txt"), poem(40));

    pi.compact();
    assert_eq!(pi.read("poem.txt"), poem(40), "latest_compaction_wins_when_multiple_compactions_exist");
    world.write("poem.txt", poem_with(40, 4));
    assert_diff(&pi.read("poem.txt"), 1, 41);
    pi.compact();
    assert_eq!(pi.read("poem.txt"), poem_with(40, 4), "a diff does not outlive its base");
    world.write("song.txt", "ONE\n");
    pi.compact();
    assert_eq!(pi.read("song.txt"), "ONE\n", "what was changed behind a compaction is a first read");
    pi.close();
}

/// Rebuilding the context and rebuilding trust differ on purpose: `firstKeptEntryId` plays no part.
fn what_a_compaction_kept_is_not_trusted(version: PiVersion) {
    let world = PiWorld::new();
    world.write("song.txt", SONG);
    world.write("poem.txt", poem(40));
    let mut pi = Reread::launch(&world, version);
    let read = || ScriptedCall::read("song.txt");
    let script = Script::new()
        .call(ScriptedCall::read("poem.txt"))
        .call(read())
        .claiming(190_000)
        .call(read())
        .call(read());
    let run = pi.play(&script);
    assert!(after_compaction(&run).shows(SONG), "the text was kept");
    let told: Vec<&str> = run.results.iter().skip(1).map(|result| result.text.as_str()).collect();
    assert_eq!(told, [SONG, SONG, &unchanged(5)], "it was visible, and shown again all the same");
    pi.close();
}

/// The first request after pi asked for a summary.
fn after_compaction(run: &PiRun) -> &ModelRequest {
    let compacted = run.requests.iter().position(ModelRequest::asks_for_summary).expect("pi has compacted");
    run.requests[compacted..].iter().find(|request| !request.asks_for_summary()).expect("the run went on")
}

/// pi may compact between two turns and keep a result whose base it drops.
fn a_marker_that_outlives_its_text_proves_nothing(version: PiVersion) {
    let world = PiWorld::new();
    world.write("song.txt", SONG);
    let mut pi = Reread::launch(&world, version);
    let read = || ScriptedCall::read("song.txt");
    let run = pi.play(&Script::new().call(read()).call(read()).claiming(190_000).call(read()).call(read()));
    let told: Vec<&str> = run.results.iter().map(|result| result.text.as_str()).collect();
    assert_eq!(told, [SONG, &unchanged(5), SONG, &unchanged(5)]);
    let after = after_compaction(&run);
    assert!(
        after.shows(&unchanged(5)) && !after.shows(SONG),
        "the marker was kept, its text was not: {after:?}"
    );
    pi.close();
}
