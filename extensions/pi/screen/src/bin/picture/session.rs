//! A short session: a file is read, changed by another program, read again, and read once more.
//!
//! The program that is shown is the real one, and so is everything it says; only the model is told what to do.

use std::time::Duration;

use reread_pi_e2e::{PiVersion, PiWorld, Script, ScriptedCall};
use reread_pi_screen::{Frame, Key, Screen, ScreenSize, Sitting};
use reread_testkit::program_under_test;
use serde_json::json;

/// pi folds what tools return, and says when it does no longer.
const UNFOLDED: &str = "Tool output: expanded";

const BEFORE: &str = r#"/// How often an upload is tried before the worker gives up on it.
pub const ATTEMPTS: u32 = 3;

/// Runs `upload` until it works, with a pause that doubles after each try.
pub fn retry<T>(mut upload: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let mut pause = Duration::from_millis(250);
    for attempt in 1..ATTEMPTS {
        match upload() {
            Ok(done) => return Ok(done),
            Err(error) => warn!("try {attempt} failed: {error}"),
        }
        thread::sleep(pause);
        pause *= 2;
    }
    upload()
}
"#;

/// The screen at the end of the session.
pub(crate) fn session() -> Frame {
    let world = PiWorld::new();
    world.write("retry.rs", BEFORE);
    let read = || Script::new().call(ScriptedCall::read("retry.rs"));
    let sitting = Sitting::new(&world, PiVersion::V1_5_0)
        .program(program_under_test())
        // The other mode fills the window, however little there is to see.
        .setting("tuiMode", json!("regular"))
        .prompt(
            "How often is an upload tried?",
            &read().say("Three times, with a pause that doubles each time."),
        )
        .prompt("I have just raised that. And now?", &read().say("Eight times."))
        .prompt("Are you sure?", &read().say("Yes, the file says so, and I have it in front of me."));
    let mut screen = sitting.open(ScreenSize::of(80, 80));
    screen.press(Key::Control(b'o'));
    screen.wait_for(UNFOLDED);
    ask(&mut screen, "How often is an upload tried?", "Three times");
    // Another program changes the file.
    world.write("retry.rs", BEFORE.replace("u32 = 3", "u32 = 8"));
    ask(&mut screen, "I have just raised that. And now?", "Eight times.");
    screen.wait_for("[readcache: 1 lines changed");
    ask(&mut screen, "Are you sure?", "in front of me");
    screen.wait_for("[readcache: unchanged");
    ask(&mut screen, "/readcache-status", "snapshots");
    used(&screen.rest(Duration::from_secs(2)))
}

/// The frame from the first prompt on, without the empty rows at the bottom.
fn used(frame: &Frame) -> Frame {
    let text = frame.text();
    let before = text.lines().position(|line| line.contains(UNFOLDED)).map_or(0, |row| row + 2);
    frame.rows_between(before, text.lines().count())
}

fn ask(screen: &mut Screen, words: &str, answer: &str) {
    screen.type_text(words);
    screen.wait_for(words);
    screen.press(Key::Enter);
    screen.wait_for(answer);
}
