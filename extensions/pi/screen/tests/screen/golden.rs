//! Screens as text that can be kept.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use reread_pi_e2e::PiVersion;
use reread_pi_screen::{Frame, Screen};

/// How long a screen may take to become what it should be.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long pi must print nothing before its screen is worth keeping.
const QUIET: Duration = Duration::from_secs(2);

/// Waits until the screen is the kept one of that name.
///
/// That it becomes so is all that is asked: what stands there on the way depends on time.
#[track_caller]
pub(crate) fn check(screen: &mut Screen, version: PiVersion, name: &str) {
    let path = path(version, name);
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let columns = screen.frame().width();
    if columns == 80 && std::env::var_os("UPDATE_SCREENS").is_some() {
        let text = timeless(&screen.rest(QUIET));
        fs::create_dir_all(path.parent().expect("a golden is in a folder")).expect("the folder can be made");
        fs::write(&path, text).expect("the golden can be written");
    } else if let Err(frame) = screen.try_until(PATIENCE, |frame| timeless(frame) == kept) {
        let shown = path.display();
        panic!("{columns} columns: the screen is\n{}\nand should be {shown}\n{kept}", timeless(&frame));
    }
}

fn path(version: PiVersion, name: &str) -> PathBuf {
    let goldens = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/screen/goldens"));
    goldens.join(version.to_string()).join(name).with_extension("txt")
}

/// The text of a screen without what is pi's own: rules as long as the window is wide, and the count of tokens.
fn timeless(frame: &Frame) -> String {
    frame.text().lines().map(|line| format!("{}\n", timeless_line(line))).collect()
}

fn timeless_line(line: &str) -> &str {
    if line.starts_with("──") && line.trim_matches('─').is_empty() {
        "────"
    } else if line.ends_with(" scripted") && line.contains("%/200k (auto)") {
        "<tokens> scripted"
    } else {
        line
    }
}
