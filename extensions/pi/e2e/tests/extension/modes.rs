//! Print mode and JSON mode, where nothing but a pending answer keeps the process alive.

use reread_pi_e2e::{OneShot, PiVersion, PiWorld, Script, ScriptedCall};

use crate::extension::poems::{SONG, poem, slice};
use crate::extension::reread::{equipped, judge_ended};
use crate::extension::words::{unchanged, unchanged_lines};

both! { runs_end_by_themselves }

fn runs_end_by_themselves(version: PiVersion) {
    let world = PiWorld::new();
    world.write("song.txt", SONG);
    world.write("poem.txt", poem(40));
    let script = Script::new()
        .call(ScriptedCall::read("song.txt"))
        .together([ScriptedCall::read("song.txt"), ScriptedCall::read("poem.txt")])
        .call(ScriptedCall::read_lines("poem.txt", 3, 2))
        .say("that was all");

    let printed = equipped(&world, version).print(&script);
    assert_eq!((printed.code, printed.stdout.as_str()), (Some(0), "that was all\n"), "{printed:?}");
    assert_eq!(printed.stderr, "");
    assert_eq!(told(&printed), [SONG, &unchanged(5), &poem(40), &unchanged_lines(3, 4, 41)]);
    let saved = judge_ended(&world, &printed);

    let streamed = equipped(&world, version).flag("--continue").json(&script);
    assert_eq!(streamed.code, Some(0), "{streamed:?}");
    let told_again = told(&streamed).split_off(4);
    assert_eq!(told_again, [unchanged(5), unchanged(5), unchanged(41), unchanged_lines(3, 4, 41)]);
    let saved_then = judge_ended(&world, &streamed);
    assert!(saved > 0 && saved_then > saved, "{saved} and {saved_then} tokens");

    let forgetful = equipped(&world, version).flag("--no-session").print(&script);
    assert_eq!(forgetful.code, Some(0), "{forgetful:?}");
    assert_eq!(told(&forgetful), told(&printed), "a session in memory is a session");
    assert_eq!(judge_ended(&world, &forgetful), saved_then, "it left no file");

    let alone = equipped(&world, version).env("REREAD_BIN", world.root().join("nowhere")).print(&script);
    assert_eq!((alone.code, alone.stdout.as_str()), (Some(0), "that was all\n"), "{alone:?}");
    assert_eq!(told(&alone), [SONG, SONG, &poem(40), &slice(&poem(40), 3, 4)]);
    assert_eq!(alone.stderr.matches("pi-reread: ").count(), 1, "one notice: {}", alone.stderr);
    judge_ended(&world, &alone);
}

/// What the last request tells of all calls.
fn told(run: &OneShot) -> Vec<String> {
    let last = run.requests.last().expect("the model was asked");
    last.results().into_iter().map(|result| result.text).collect()
}
