//! A companion that does not do its work.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use reread_pi_e2e::{PiVersion, PiWorld, Script, ScriptedCall};
use reread_testkit::program_under_test;

use crate::extension::poems::{SONG, poem, poem_with};
use crate::extension::reread::Reread;
use crate::extension::words::unchanged;

both! { the_companion_fails_and_pi_reads  a_companion_that_is_missing  an_abort_while_it_is_silent }

/// A stand-in for the program that behaves as the file `mode` says when it is started.
const STAND_IN: &str = r#"#!/bin/sh
echo started >> "$STAGE/starts"
echo $$ > "$STAGE/pid"
case "$(cat "$STAGE/mode")" in
  silent) exec sleep 600 ;;
  dead) exit 3 ;;
  dying) head -n 1 > /dev/null; exit 3 ;;
  dying-later) { read -r one; printf '%s\n' "$one"; read -r two; printf '%s\n' "$two"; } | "$REAL" "$@" ;;
  foreign) echo '{"protocol":99,"version":"9.9.9"}'; exec cat > /dev/null ;;
  babbling) echo 'good morning'; exec cat > /dev/null ;;
  parting) (sleep 0.3; echo '{"protocol":1,"version":"1","error":"these are my last words"}') & exit 3 ;;
  slow) sleep 0.7; exec "$REAL" "$@" ;;
  *) exec "$REAL" "$@" ;;
esac
"#;

/// A world whose program can be told how to behave.
struct Stage(PiWorld);

impl Stage {
    fn new() -> Self {
        let stage = Self(PiWorld::new());
        stage.0.write("song.txt", SONG);
        fs::write(stage.program(), STAND_IN).unwrap();
        fs::set_permissions(stage.program(), fs::Permissions::from_mode(0o755)).unwrap();
        stage.set("right");
        stage
    }

    fn program(&self) -> std::path::PathBuf {
        self.0.root().join("stand-in")
    }

    /// From its next start on, the program behaves like this.
    fn set(&self, mode: &str) {
        fs::write(self.0.root().join("mode"), mode).unwrap();
    }

    fn starts(&self) -> usize {
        fs::read_to_string(self.0.root().join("starts")).map_or(0, |starts| starts.lines().count())
    }

    fn kill(&self) {
        let id = fs::read_to_string(self.0.root().join("pid")).unwrap();
        assert!(Command::new("kill").args(["-9", id.trim()]).status().unwrap().success());
    }

    fn launch(&self, version: PiVersion) -> Reread<'_> {
        let mut pi = Reread::with(&self.0, version, |launch| {
            launch
                .env("REREAD_BIN", self.program())
                .env("REAL", program_under_test())
                .env("STAGE", self.0.root())
        });
        pi.may_warn = true;
        pi
    }
}

fn the_companion_fails_and_pi_reads(version: PiVersion) {
    let stage = Stage::new();
    let mut pi = stage.launch(version);
    assert_eq!(pi.read("song.txt"), SONG);
    assert_eq!(pi.read("song.txt"), unchanged(5));
    assert_eq!(stage.starts(), 1, "one process serves all calls");
    stage.kill();
    assert_eq!(pi.read("song.txt"), unchanged(5), "it is started again, and told everything again");
    assert_eq!((stage.starts(), pi.warnings()), (2, vec![]));

    for (mode, words) in [
        ("dead", "reread ended"),
        ("dying", "reread ended"),
        ("parting", "these are my last words"),
        ("dying-later", "reread ended"),
        ("foreign", "reread 9.9.9 speaks another language"),
        ("babbling", "pi-reread: "),
        ("silent", "reread does not answer"),
    ] {
        stage.set(mode);
        pi.new_session();
        let (starts, warnings) = (stage.starts(), pi.warnings().len());
        assert_eq!(pi.read("song.txt"), SONG, "{mode}");
        assert_eq!(pi.noted(), serde_json::Value::Null, "{mode}: what pi answers alone is not vouched for");
        let told = pi.warnings().split_off(warnings);
        assert!(
            told.len() == 1 && told[0].contains(words) && told[0].ends_with("; pi reads by itself"),
            "{mode}: {told:?}"
        );

        stage.set("right");
        assert_eq!(pi.read("song.txt"), SONG, "{mode}: what went before is not known");
        assert_eq!(pi.read("song.txt"), unchanged(5), "{mode}: it was started again");
        assert_eq!(pi.warnings().len(), warnings + 1, "{mode}: one notice is enough");

        if mode == "dead" {
            stage.set(mode);
            pi.new_session();
            let starts = stage.starts();
            for _ in 0..4 {
                assert_eq!(pi.read("song.txt"), SONG);
            }
            assert_eq!(stage.starts(), starts + 3, "it does not try for ever");
        }
        assert!(stage.starts() > starts, "{mode}");
    }

    stage.set("slow");
    pi.new_session();
    let warnings = pi.warnings().len();
    assert_eq!(pi.read("song.txt"), SONG);
    assert_eq!(pi.read("song.txt"), unchanged(5));
    assert_eq!(pi.warnings().len(), warnings, "slow is not dead");
    pi.close();
}

fn a_companion_that_is_missing(version: PiVersion) {
    let world = PiWorld::new();
    world.write("song.txt", SONG);
    let nowhere = world.root().join("nowhere");
    let mut pi = Reread::with(&world, version, |launch| launch.env("REREAD_BIN", &nowhere));
    pi.may_warn = true;
    for _ in 0..3 {
        assert_eq!(pi.read("song.txt"), SONG);
    }
    let warnings = pi.warnings();
    assert!(warnings.len() == 1 && warnings[0].contains("ENOENT"), "{warnings:?}");
    assert_eq!(
        pi.read("song.txt:2"),
        "ENOENT: no such file or directory, access '".to_owned()
            + world.project().join("song.txt:2'").to_str().unwrap()
    );
    let notes = pi.command("/readcache-status");
    assert_eq!((notes.len(), notes[0].kind.as_str()), (1, "error"), "who asks is told");
    let notes = pi.command("/readcache-refresh song.txt");
    assert_eq!((notes.len(), notes[0].kind.as_str()), (1, "error"));
    pi.close();
}

fn an_abort_while_it_is_silent(version: PiVersion) {
    let stage = Stage::new();
    let mut pi = stage.launch(version);
    stage.0.write("poem.txt", poem(40));
    assert_eq!(pi.read("poem.txt"), poem(40));
    stage.0.write("poem.txt", poem_with(40, 7));
    stage.set("silent");
    stage.kill();
    let begun = pi.begin(&Script::new().call(ScriptedCall::read("poem.txt")));
    pi.wait_for(&begun, "tool_execution_start");
    pi.abort();
    let run = pi.settle(&begun);
    assert_eq!(run.requests.len(), 1, "the model is not asked again");
    assert!(run.results.iter().all(|result| result.details["readcache"].is_null()), "{run:?}");
    stage.set("right");
    assert_eq!(pi.read("poem.txt"), poem_with(40, 7), "a call that was aborted vouches for nothing");
    assert_eq!(pi.read("poem.txt"), unchanged(41));
    pi.close();
}
