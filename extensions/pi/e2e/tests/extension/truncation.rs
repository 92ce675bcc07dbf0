//! Texts that pi cuts: what was shown is known, and pi's own words about the rest stay.

use reread_pi_e2e::{PiVersion, PiWorld, ScriptedCall};

use crate::extension::poems::{poem, slice};
use crate::extension::reread::{Reread, without_extension};
use crate::extension::words::{assert_diff, changed_elsewhere, unchanged, unchanged_lines};

both! { only_what_was_shown_is_known  a_line_that_is_too_long_shows_nothing  large_files }

fn only_what_was_shown_is_known(version: PiVersion) {
    let world = PiWorld::new();
    let lines: String = (1..=5000).map(|number| format!("{number}\n")).collect();
    world.write("lines.txt", &lines);
    world.write("bytes.txt", poem(3000));
    let calls = ["lines.txt", "bytes.txt"].map(ScriptedCall::read);
    let plain = without_extension(&world, version, &calls);
    assert!(plain[0].0.contains("[Showing lines 1-2000 of 5001."), "{}", plain[0].0);
    assert!(plain[1].0.contains("(50.0KB limit)"), "{}", plain[1].0);
    assert_eq!(plain[0].1["truncation"]["outputLines"], 2000);

    let mut pi = Reread::launch(&world, version);
    assert_eq!(pi.answers(&calls), plain, "text and indicators are pi's own");
    let shown = plain[1].1["truncation"]["outputLines"].as_u64().unwrap();
    let held = [unchanged_lines(1, 2000, 5001), unchanged_lines(1, shown as usize, 3001)];
    for _ in 0..2 {
        let again: Vec<String> = pi.answers(&calls).into_iter().map(|answer| answer.0).collect();
        assert_eq!(again, held, "pi would cut at the same line again");
    }
    assert_eq!(pi.lines("lines.txt", 3000, 11), slice(&lines, 3000, 3010), "it was never shown");
    assert_eq!(pi.lines("lines.txt", 1990, 11), unchanged_lines(1990, 2000, 5001));
    assert_eq!(pi.lines("lines.txt", 1990, 12), slice(&lines, 1990, 2001), "one line too many");
    assert_eq!(pi.lines("bytes.txt", shown, 1), unchanged_lines(shown as usize, shown as usize, 3001));
    assert_eq!(
        pi.lines("bytes.txt", shown + 1, 1),
        slice(&poem(3000), shown as usize + 1, shown as usize + 1)
    );

    world.write("lines.txt", lines.replace("\n4000\n", "\nfour thousand\n"));
    assert_eq!(pi.read("lines.txt").lines().next(), Some("1"), "what was not shown is no base of a diff");
    for (offset, limit) in [(2001, 2000), (4001, 1001)] {
        pi.lines("lines.txt", offset, limit);
    }
    assert_eq!(pi.read("lines.txt"), unchanged(5001), "all pieces are the whole");
    world.write("lines.txt", &lines);
    assert_diff(&pi.read("lines.txt"), 1, 5001);
    pi.close();
}

fn a_line_that_is_too_long_shows_nothing(version: PiVersion) {
    let world = PiWorld::new();
    world.write("long.txt", format!("{}\nend\n", "x".repeat(60_000)));
    let calls = [
        ScriptedCall::read("long.txt"),
        ScriptedCall::read_lines("long.txt", 1, 1),
        ScriptedCall::read_lines("long.txt", 2, 1),
    ];
    let plain = without_extension(&world, version, &calls);
    assert!(plain[0].0.starts_with("[Line 1 is 58.6KB, exceeds 50.0KB limit."), "{}", plain[0].0);
    let mut pi = Reread::launch(&world, version);
    assert_eq!(pi.answers(&calls), plain);
    assert_eq!(pi.answers(&calls[..2]), plain[..2], "nothing was shown, nothing is known");
    assert_eq!(pi.lines("long.txt", 2, 1), plain[2].0, "a line that could not be shown takes its file along");
    pi.close();
}

/// Files that no pipe holds at once.
fn large_files(version: PiVersion) {
    let world = PiWorld::new();
    let text = poem(200_000);
    world.write("large.txt", &text);
    let mut pi = Reread::launch(&world, version);
    assert_eq!(pi.lines("large.txt", 150_000, 5), slice(&text, 150_000, 150_004));
    assert_eq!(pi.lines("large.txt", 150_000, 5), unchanged_lines(150_000, 150_004, 200_001));
    let both = [ScriptedCall::read_lines("large.txt", 1, 2), ScriptedCall::read_lines("large.txt", 3, 2)];
    assert_eq!(pi.together(both), [slice(&text, 1, 2), slice(&text, 3, 4)]);
    world.write("large.txt", format!("{text}more\n"));
    assert_eq!(pi.lines("large.txt", 150_000, 5), changed_elsewhere(150_000, 150_004));
    pi.close();
}
