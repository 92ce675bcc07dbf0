//! What a person sees of the extension, in the terminal interface of the real pi.
//!
//! Every screen is compared with the text that is kept beside the tests, `goldens/<version of pi>/<name>.txt`;
//! `UPDATE_SCREENS=1` rewrites them. Every sitting is held twice, at 80 columns and in a very wide window, and must
//! look the same: a line that does not fit 80 columns would be wrapped or cut in one of them only.

#![cfg(unix)]
#![expect(
    clippy::disallowed_methods,
    reason = "goldens lie beside the tests, and only tests read and write them"
)]

mod golden;

mod absent;
mod commands;
mod reading;

use std::time::Duration;

use reread_pi_screen::{Key, Screen, ScreenSize};

/// More columns than anything needs.
const WIDE: u16 = 200;

/// As high and 80 columns narrow, then very wide.
fn windows(rows: u16) -> [ScreenSize; 2] {
    [ScreenSize::of(80, rows), ScreenSize::of(WIDE, rows)]
}

/// Types a line and sends it.
fn say(screen: &mut Screen, line: &str) {
    screen.type_text(line);
    screen.wait_for(line);
    // A list of completions that is about to go would take the key for itself; a person is slower.
    screen.rest(Duration::from_millis(200));
    screen.press(Key::Enter);
}

/// Leaves pi, which must end well.
#[track_caller]
fn leave(mut screen: Screen) {
    screen.press(Key::Control(b'd'));
    let status = screen.wait_for_end();
    assert!(status.success(), "pi ended with {status}");
}

/// A text whose change in one line makes a diff that is worth sending.
fn poem() -> String {
    (1..=15).map(|number| format!("This is line {number} of a poem that does not rhyme.\n")).collect()
}
